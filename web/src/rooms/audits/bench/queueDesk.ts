// The desk's state: its claims, the tiles on the screen, and decisions that can still be undone.

import type { auditClaim } from '@greenroom/contract/audits'
import type { Answer } from '@greenroom/contract/call'
import type { decisions } from '@greenroom/contract/statesAndKinds'
import type { Reasoned } from '../../../api/reasonTexts.ts'
import { type Claims, claimsBy, noClaims } from '../../../page/desk/claims.ts'

export type Review = Answer<typeof auditClaim>['reviews'][number]
export type Decision = (typeof decisions)[number]
export type Verdict = { decision: Decision; templateId?: number; note?: string }

/** Items that look alike, gathered to be decided together: the first is the one that they were gathered around. */
export type Heap = {
  ids: readonly string[]
  /** Those that were claimed for it: what is left out goes back to the queue. */
  fresh: ReadonlySet<string>
}

/** One key press: a decision about one or several items, undone as a whole. */
export type Step = {
  id: number
  verdict: Verdict
  reviews: readonly Review[]
  /** Until when it can be undone, in milliseconds of the server's clock; estimated until the server answers. */
  undoUntil: number
  answered: boolean
  /** The heap that it decided: an undo opens it again. */
  heap?: Heap
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

export type Desk = Claims<Review> & {
  /** The grid's tiles, including decided and lost ones: nothing moves until all are decided. */
  sheet: readonly string[]
  /** Number of tiles per screen. */
  size: number
  chosen: ReadonlySet<string>
  /** It fills the screen, however many there are. */
  heap: Heap | undefined
  /** Oldest first. */
  steps: readonly Step[]
  marks: ReadonlyMap<string, Mark>
  failures: readonly FailedDecision[]
}

export const emptyDesk = (size: number): Desk => ({
  ...noClaims,
  sheet: [],
  size,
  chosen: new Set(),
  heap: undefined,
  steps: [],
  marks: new Map(),
  failures: [],
})

export const claims = claimsBy<Review>({
  keyOf: ({ reviewId }) => reviewId,
  endOf: ({ claimedUntil }) => Date.parse(claimedUntil),
  afterLast: 'first',
})

export const idsOf = (reviews: readonly Review[]): string[] => reviews.map(({ reviewId }) => reviewId)
export const itemOf = (desk: Desk, id: string | undefined): Review | undefined =>
  desk.cases.find(({ reviewId }) => reviewId === id)
export const focused: (desk: Desk) => Review | undefined = claims.shown

/** Whether it can be decided. */
export const isOpen = (desk: Desk, id: string): boolean => !desk.lost.has(id) && itemOf(desk, id) !== undefined

/** The items of a decision: the selected ones, else the focused one; none that is no longer the reviewer's. */
export const chosenOf = (desk: Desk): readonly Review[] =>
  claims.held(desk).filter(({ reviewId }) => (desk.chosen.size > 0 ? desk.chosen.has(reviewId) : reviewId === desk.at))

/** What goes back to the queue when the heap is closed. */
export const leftOver = (desk: Desk): string[] =>
  idsOf(claims.held(desk)).filter((id) => desk.heap?.fresh.has(id) === true)

/** The newest decision that can still be undone. */
export const undoable = (desk: Desk, now: number): Step | undefined =>
  desk.steps.findLast(({ undoUntil }) => undoUntil > now)

/** The items after the focused one, for prefetching. */
export function ahead(desk: Desk, count: number): readonly Review[] {
  const at = Math.max(
    0,
    desk.cases.findIndex(({ reviewId }) => reviewId === desk.at),
  )
  return [...desk.cases.slice(at), ...desk.cases.slice(0, at)].slice(0, count)
}
