// Notes on days and boards, in one wording.
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

const boardVerbs = {
  added: { en: 'added', cn: '已添加' },
  saved: { en: 'saved', cn: '已保存' },
  deleted: { en: 'deleted', cn: '已删除' },
  ordered: { en: 'reordered', cn: '已调整顺序' },
} as const

/** `Board Mornings saved`. */
export const boardChanged = (how: keyof typeof boardVerbs, name: string): Sentence => ({
  en: `Board ${isolated(name)} ${boardVerbs[how].en}`,
  cn: `看板${isolated(name)}${boardVerbs[how].cn}`,
})

/** `Pinned to board Mornings`. */
export const boardPinned = (how: 'pinned' | 'unpinned', name: string): Sentence =>
  how === 'pinned'
    ? { en: `Pinned to board ${isolated(name)}`, cn: `已固定到看板${isolated(name)}` }
    : { en: `Removed from board ${isolated(name)}`, cn: `已从看板${isolated(name)}移除` }
