// What lies on a reviewer's desk: what she holds, what is shown, what she decided and may still take back.

import type { auditClaim } from '@greenroom/contract/audits'
import type { Answer } from '@greenroom/contract/call'
import type { decisions } from '@greenroom/contract/words'
import type { Reasoned } from '../../../../api/reasons.ts'

export type Review = Answer<typeof auditClaim>['reviews'][number]
export type Decision = (typeof decisions)[number]
export type Verdict = { decision: Decision; templateId?: number; note?: string }

/** One press of a key: a decision about one item or several, which is taken back as a whole. */
export type Step = {
  id: number
  verdict: Verdict
  reviews: readonly Review[]
  /** Until when it can be taken back, in milliseconds of the server's clock; guessed until the server has told. */
  undoUntil: number
  answered: boolean
}

/** What became of an item that is still shown; `lost` when somebody else has it, or decided it. */
export type Mark = { review: Review; what: Decision | 'skipped' | 'lost' }

/** A decision that was not taken, or an undo. */
export type Trouble = { review: Review; meant: Decision | 'undo'; code: number | undefined; message: string } & Reasoned

export type Desk = {
  /** Held and undecided, in the queue's order. */
  items: readonly Review[]
  /** When each item came: the order of `items`, also for what is taken back. */
  order: ReadonlyMap<string, number>
  /** The tiles of the grid, decided ones among them: nothing moves until all of them are. */
  sheet: readonly string[]
  /** How many tiles a screen has. */
  size: number
  focus: string | undefined
  chosen: ReadonlySet<string>
  /** Oldest first. */
  steps: readonly Step[]
  marks: ReadonlyMap<string, Mark>
  /** Decided or skipped here: an answer that was on its way does not bring them back. */
  gone: ReadonlySet<string>
  /** Taken back, and the server has not answered yet. */
  returning: ReadonlySet<string>
  troubles: readonly Trouble[]
  /** How many more wait, as the last claim said. */
  more: number
}

export const emptyDesk = (size: number): Desk => ({
  items: [],
  order: new Map(),
  sheet: [],
  size,
  focus: undefined,
  chosen: new Set(),
  steps: [],
  marks: new Map(),
  gone: new Set(),
  returning: new Set(),
  troubles: [],
  more: 0,
})

export const idsOf = (reviews: readonly Review[]): string[] => reviews.map(({ reviewId }) => reviewId)
export const itemOf = (desk: Desk, id: string | undefined): Review | undefined =>
  desk.items.find(({ reviewId }) => reviewId === id)
export const focused = (desk: Desk): Review | undefined => itemOf(desk, desk.focus)

/** What a decision is about: what was chosen, else the item under the keyboard. */
export const aboutOf = (desk: Desk): readonly Review[] => {
  if (desk.chosen.size > 0) return desk.items.filter(({ reviewId }) => desk.chosen.has(reviewId))
  const one = focused(desk)
  return one ? [one] : []
}

/** The newest decision that can still be taken back. */
export const undoable = (desk: Desk, now: number): Step | undefined =>
  desk.steps.findLast(({ undoUntil }) => undoUntil > now)

/** The items after the one in focus, for fetching ahead. */
export function ahead(desk: Desk, count: number): readonly Review[] {
  const at = desk.items.findIndex(({ reviewId }) => reviewId === desk.focus)
  return [...desk.items.slice(Math.max(at, 0)), ...desk.items.slice(0, Math.max(at, 0))].slice(0, count)
}

/** When the first of what is held goes back by itself, in milliseconds; undefined when nothing is held. */
export function heldUntil(desk: Desk): number | undefined {
  const held = desk.items.filter(({ reviewId }) => !desk.returning.has(reviewId))
  return held.length === 0 ? undefined : Math.min(...held.map(({ claimedUntil }) => Date.parse(claimedUntil)))
}
