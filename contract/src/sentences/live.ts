// Decisions about broadcasting, told in one way wherever they are told.
import { lengthOf, type Named, namesOf, type Sentence } from './words.ts'

type About = { people: readonly Named[]; all?: number | undefined }

/** Hours 0 is for good. */
export function forbidden(about: About & { hours: number }): Sentence {
  const who = namesOf(about.people, about.all)
  const length = lengthOf(about.hours)
  return { en: `${who.en} banned from broadcasting ${length.en}`, cn: `已禁止 ${who.cn} 直播：${length.cn}` }
}

export function allowed(about: About): Sentence {
  const who = namesOf(about.people, about.all)
  return { en: `${who.en} may broadcast again`, cn: `已解除 ${who.cn} 的禁播` }
}

export function warned(about: About): Sentence {
  const who = namesOf(about.people, about.all)
  return { en: `${who.en} warned`, cn: `已警告 ${who.cn}` }
}
