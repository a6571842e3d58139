// Decisions about broadcasting, in one wording.
import { lengthOf, type Named, namesOf, type Sentence } from './words.ts'

type Targets = { people: readonly Named[]; all?: number | undefined }

/** Hours 0 is permanent. */
export function forbidden(targets: Targets & { hours: number }): Sentence {
  const who = namesOf(targets.people, targets.all)
  const length = lengthOf(targets.hours)
  return { en: `${who.en} banned from broadcasting ${length.en}`, cn: `已禁止 ${who.cn} 直播：${length.cn}` }
}

/** The same as a request: `Ban Noura2008 (100297) from broadcasting for 1 hour`. */
export function toForbid(targets: Targets & { hours: number }): Sentence {
  const who = namesOf(targets.people, targets.all)
  const length = lengthOf(targets.hours)
  return { en: `Ban ${who.en} from broadcasting ${length.en}`, cn: `禁止 ${who.cn} 直播：${length.cn}` }
}

export function allowed(targets: Targets): Sentence {
  const who = namesOf(targets.people, targets.all)
  return { en: `${who.en} may broadcast again`, cn: `已解除 ${who.cn} 的禁播` }
}

export function warned(targets: Targets): Sentence {
  const who = namesOf(targets.people, targets.all)
  return { en: `${who.en} warned`, cn: `已警告 ${who.cn}` }
}

const what = {
  live: { en: 'Broadcast', cn: '直播' },
  call: { en: 'Call', cn: '通话' },
} as const satisfies Record<string, Sentence>

/** A broadcast or a call that staff ended. */
export function ended(targets: Targets & { kind: keyof typeof what }): Sentence {
  const who = namesOf(targets.people, targets.all)
  const kind = what[targets.kind]
  return { en: `${kind.en} of ${who.en} ended`, cn: `已强制结束 ${who.cn} 的${kind.cn}` }
}

/** The same with a broadcast ban of one party; hours 0 is permanent. */
export function endedAndForbidden(target: { kind: keyof typeof what; person: Named; hours: number }): Sentence {
  const ban = forbidden({ people: [target.person], hours: target.hours })
  const kind = what[target.kind]
  return { en: `${kind.en} ended; ${ban.en}`, cn: `已强制结束${kind.cn}；${ban.cn}` }
}
