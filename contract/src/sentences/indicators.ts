// Notes on days, in one wording.
import { isolated } from '../isolated.ts'
import type { Sentence } from './words.ts'

const verbs = { added: { en: 'added', cn: '已添加' }, deleted: { en: 'deleted', cn: '已删除' } } as const

/** `Note on 2026-11-20 added: New gifts`. */
export function dayNoted(
  how: keyof typeof verbs,
  { fromDay, toDay, text }: { fromDay: string; toDay: string; text: string },
): Sentence {
  const days =
    fromDay === toDay ? { en: fromDay, cn: fromDay } : { en: `${fromDay} to ${toDay}`, cn: `${fromDay} 至 ${toDay}` }
  const verb = verbs[how]
  return {
    en: `Note on ${days.en} ${verb.en}: ${isolated(text)}`,
    cn: `${verb.cn} ${days.cn} 的备注：${isolated(text)}`,
  }
}
