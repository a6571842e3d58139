// The desk's state: held items, shown items, and decisions that can still be undone.

import type { auditClaim } from '@greenroom/contract/audits'
import type { Answer } from '@greenroom/contract/call'
import type { decisions } from '@greenroom/contract/words'
import type { Reasoned } from '../../../../api/reasons.ts'

export type Review = Answer<typeof auditClaim>['reviews'][number]
export type Decision = (typeof decisions)[number]
export type Verdict = { decision: Decision; templateId?: number; note?: string }

/** One key press: a decision about one or several items, undone as a whole. */
export type Step = {
  id: number
  verdict: Verdict
  reviews: readonly Review[]
  /** Until when it can be undone, in milliseconds of the server's clock; estimated until the server answers. */
  undoUntil: number
  answered: boolean
}

/** The state of an item that is still shown; `lost` if another reviewer holds or decided it. */
export type Mark = { review: Review; what: Decision | 'skipped' | 'lost' }

/** A refused decision or undo. */
export type FailedDecision = {
  review: Review
  meant: Decision | 'undo'
  code: number | undefined
  message: string
} & Reasoned

export type Desk = {
  /** Held and undecided, in the queue's order. */
  items: readonly Review[]
  /** Arrival numbers: the order of `items`, also for undone ones. */
  order: ReadonlyMap<string, number>
  /** The grid's tiles, including decided ones: nothing moves until all are decided. */
  sheet: readonly string[]
  /** Number of tiles per screen. */
  size: number
  focus: string | undefined
  chosen: ReadonlySet<string>
  /** Oldest first. */
  steps: readonly Step[]
  marks: ReadonlyMap<string, Mark>
  /** Decided or skipped here: a late answer must not bring them back. */
  gone: ReadonlySet<string>
  /** Undone, without the server's answer yet. */
  returning: ReadonlySet<string>
  failures: readonly FailedDecision[]
  /** The remaining backlog, from the last claim. */
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
  failures: [],
  more: 0,
})

export const idsOf = (reviews: readonly Review[]): string[] => reviews.map(({ reviewId }) => reviewId)
export const itemOf = (desk: Desk, id: string | undefined): Review | undefined =>
  desk.items.find(({ reviewId }) => reviewId === id)
export const focused = (desk: Desk): Review | undefined => itemOf(desk, desk.focus)

/** The items of a decision: the selected ones, else the focused one. */
export const chosenOf = (desk: Desk): readonly Review[] => {
  if (desk.chosen.size > 0) return desk.items.filter(({ reviewId }) => desk.chosen.has(reviewId))
  const one = focused(desk)
  return one ? [one] : []
}

/** The newest decision that can still be undone. */
export const undoable = (desk: Desk, now: number): Step | undefined =>
  desk.steps.findLast(({ undoUntil }) => undoUntil > now)

/** The items after the focused one, for prefetching. */
export function ahead(desk: Desk, count: number): readonly Review[] {
  const at = desk.items.findIndex(({ reviewId }) => reviewId === desk.focus)
  return [...desk.items.slice(Math.max(at, 0)), ...desk.items.slice(0, Math.max(at, 0))].slice(0, count)
}

/** When the first claim expires, in milliseconds; undefined if nothing is held. */
export function heldUntil(desk: Desk): number | undefined {
  const held = desk.items.filter(({ reviewId }) => !desk.returning.has(reviewId))
  return held.length === 0 ? undefined : Math.min(...held.map(({ claimedUntil }) => Date.parse(claimedUntil)))
}
