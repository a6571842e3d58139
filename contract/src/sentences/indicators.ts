// Notes on days and boards, in one wording.
import { sayer } from './say.ts'
import type { Sentence } from './words.ts'

const say = sayer('indicators')

type Note = { fromDay: string; toDay: string; text: string }

/** `Note on 2026-11-20 added: New gifts`. */
export const dayNoted = (how: 'added' | 'deleted', { fromDay, toDay, text }: Note): Sentence =>
  say(`dayNoted.${how}`, { days: fromDay === toDay ? fromDay : say('days', { from: fromDay, to: toDay }), note: text })

/** `Board Mornings saved`. */
export const boardChanged = (how: 'added' | 'saved' | 'deleted' | 'ordered', name: string): Sentence =>
  say(`boardChanged.${how}`, { name })

/** `Pinned to board Mornings`. */
export const boardPinned = (how: 'pinned' | 'unpinned', name: string): Sentence => say(`boardPinned.${how}`, { name })
