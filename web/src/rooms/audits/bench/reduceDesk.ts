// The desk's pure reducer, on the claims of every desk: many items on the screen, several decided at once, undone after the answer or before
// it. An item is decided at most once, and an undone item returns to its place.
import type { Reasoned } from '../../../api/reasonTexts.ts'
import {
  claims,
  type Desk,
  type FailedDecision,
  idsOf,
  isOpen,
  itemOf,
  leftOver,
  type Mark,
  type Review,
  type Step,
  type Verdict,
} from './queueDesk.ts'

export type Refusal = { id: string; code: number | undefined; message: string } & Reasoned

export type Change =
  /** A claim's answer; `partial` if more may be held than it contains. `why` is said of those that are lost. */
  | { do: 'claimed'; reviews: readonly Review[]; more: number; partial: boolean; why: string }
  | { do: 'focus'; id: string }
  /** To the next or previous undecided item. */
  | { do: 'move'; by: 1 | -1 }
  /** Off a lost item. */
  | { do: 'leave' }
  | { do: 'choose'; ids: readonly string[] }
  | { do: 'decide'; step: number; ids: readonly string[]; verdict: Verdict; undoUntil: number }
  /** What looks like an item, held now; `around` comes first. */
  | { do: 'gathered'; around: string; reviews: readonly Review[] }
  /** The heap is closed: what was claimed for it and is still there goes back to the queue. */
  | { do: 'scatter' }
  | { do: 'skip'; ids: readonly string[] }
  | { do: 'answered'; step: number; undoUntil: number | undefined; refused: readonly Refusal[] }
  | { do: 'undo'; step: number }
  /** The server undid these; the other decisions stand. */
  | { do: 'undone'; step: Step; reviews: readonly Review[]; refused: readonly Refusal[] }
  | { do: 'settle'; now: number }
  | { do: 'resize'; size: number }
  /** Nothing is held any more. */
  | { do: 'clear' }
  | { do: 'dismiss' }

/** Refusals after which the item can't be decided here: lost, decided, or deleted. After others it stays on the desk. */
const final = new Set([20000, 10032])

export function reduce(desk: Desk, change: Change): Desk {
  switch (change.do) {
    case 'claimed':
      return arrange(claimed(desk, change))
    case 'focus':
      return arrange(claims.choose(desk, change.id))
    case 'move':
      return arrange(claims.goBeside(desk, change.by))
    case 'leave':
      return arrange(leaveLost(desk))
    case 'choose':
      return { ...desk, chosen: new Set(change.ids.filter((id) => shown(desk, id))) }
    case 'decide':
      return decide(desk, change)
    case 'gathered':
      return gathered(desk, change)
    case 'scatter':
      return arrange(claims.drop({ ...desk, heap: undefined, sheet: [], chosen: new Set() }, ...leftOver(desk)))
    case 'skip':
      return arrange(leave(desk, change.ids, 'skipped'))
    case 'answered':
      return arrange(answered(desk, change))
    case 'undo':
      return undo(desk, change.step)
    case 'undone':
      return arrange(undone(desk, change))
    case 'settle':
      return settle(desk, change.now)
    case 'resize':
      return change.size === desk.size ? desk : arrange({ ...desk, size: change.size, sheet: lostCurrent(desk) })
    case 'clear':
      return { ...claims.clear(desk), sheet: [], chosen: new Set(), heap: undefined }
    case 'dismiss':
      return { ...desk, failures: [] }
  }
}

const shown = (desk: Desk, id: string) => desk.sheet.includes(id) && itemOf(desk, id) !== undefined

const claimed = (desk: Desk, { reviews, more, partial, why }: Extract<Change, { do: 'claimed' }>): Desk =>
  // The count may include items that others are claiming right now.
  claims.received(desk, { cases: reviews, more: reviews.length === 0 ? 0 : more, partial }, why, desk.sheet)

/** Removes items from the desk; their tiles stay, marked. */
function leave(desk: Desk, ids: readonly string[], what: Mark['what']): Desk {
  const leaving = new Set(ids)
  const marks = new Map(desk.marks)
  for (const review of desk.cases) if (leaving.has(review.reviewId)) marks.set(review.reviewId, { review, what })
  return { ...claims.take(desk, ...ids), marks, chosen: new Set([...desk.chosen].filter((id) => !leaving.has(id))) }
}

/** Moves on from the current item if it is lost; its tile stays, marked. */
function leaveLost(desk: Desk): Desk {
  const review = claims.shown(desk)
  if (!review || !desk.lost.has(review.reviewId)) return desk
  const marks = new Map(desk.marks).set(review.reviewId, { review, what: 'lost' })
  return { ...claims.drop(desk, review.reviewId), marks }
}

/** The current item if it is lost: it stays on the screen. */
const lostCurrent = ({ at, lost }: Desk): readonly string[] => (at !== undefined && lost.has(at) ? [at] : [])

function decide(desk: Desk, { step, ids, verdict, undoUntil }: Extract<Change, { do: 'decide' }>): Desk {
  const named = new Set(ids)
  const reviews = claims.held(desk).filter(({ reviewId }) => named.has(reviewId))
  if (reviews.length === 0) return desk
  const left = leave(desk, idsOf(reviews), verdict.decision)
  const made = { id: step, verdict, reviews, undoUntil, answered: false, ...(desk.heap && { heap: desk.heap }) }
  return arrange({ ...left, steps: [...left.steps, made] })
}

/** Opens a heap, all of it selected; nothing is opened for an item that is decided already, or has nothing like it any more. */
function gathered(desk: Desk, { around, reviews }: Extract<Change, { do: 'gathered' }>): Desk {
  if (!isOpen(desk, around)) return desk
  const before = new Set(idsOf(desk.cases))
  const mine = reviews.filter(({ reviewId }) => !desk.gone.has(reviewId) && !desk.returning.has(reviewId))
  const put = claims.put(unmarked(desk, mine), mine)
  const ids = idsOf(mine)
  if (ids.length < 2) return arrange(put)
  const heap = { ids, fresh: new Set(ids.filter((id) => !before.has(id))) }
  return arrange({ ...put, heap, sheet: ids, chosen: new Set(ids), at: around })
}

/** Their tiles are no longer marked. */
function unmarked(desk: Desk, reviews: readonly Review[]): Desk {
  const back = new Set(idsOf(reviews))
  return { ...desk, marks: new Map([...desk.marks].filter(([id]) => !back.has(id))) }
}

const failuresOf = (
  refused: readonly Refusal[],
  reviews: readonly Review[],
  meant: FailedDecision['meant'],
): FailedDecision[] =>
  refused.flatMap(({ id, ...why }) => {
    const review = reviews.find(({ reviewId }) => reviewId === id)
    return review ? [{ review, meant, ...why }] : []
  })

function answered(desk: Desk, { step: id, undoUntil, refused }: Extract<Change, { do: 'answered' }>): Desk {
  const step = desk.steps.find((one) => one.id === id)
  if (!step) return desk
  const not = new Set(refused.map((one) => one.id))
  const reviews = step.reviews.filter(({ reviewId }) => !not.has(reviewId))
  const steps = desk.steps.flatMap((one) => {
    if (one !== step) return [one]
    return reviews.length === 0 ? [] : [{ ...step, reviews, undoUntil: undoUntil ?? step.undoUntil, answered: true }]
  })
  const back = refused.filter(({ code }) => code === undefined || !final.has(code)).map((one) => one.id)
  // A batch's result is shown by its report.
  const added = step.reviews.length > 1 ? [] : failuresOf(refused, step.reviews, step.verdict.decision)
  const failures = [...desk.failures, ...added]
  const marks = new Map(
    [...desk.marks].map(([marked, mark]) => [marked, not.has(marked) ? { ...mark, what: 'lost' as const } : mark]),
  )
  const again = step.reviews.filter(({ reviewId }) => back.includes(reviewId))
  return claims.put(unmarked({ ...desk, steps, failures, marks }, again), again)
}

function undo(desk: Desk, id: number): Desk {
  const step = desk.steps.find((one) => one.id === id)
  if (!step) return desk
  const left = { ...desk, steps: desk.steps.filter((one) => one !== step), chosen: new Set<string>() }
  const back = claims.bringBack(unmarked(left, step.reviews), step.reviews, 'returning')
  if (step.heap) {
    const ids = idsOf(step.reviews)
    return arrange({ ...back, heap: { ...step.heap, ids }, sheet: ids, chosen: new Set(ids) })
  }
  const missing = idsOf(step.reviews).filter((one) => !desk.sheet.includes(one))
  return arrange({ ...back, sheet: [...missing, ...desk.sheet].slice(0, Math.max(desk.size, missing.length)) })
}

function undone(desk: Desk, { step, reviews, refused }: Extract<Change, { do: 'undone' }>): Desk {
  const known = new Set(idsOf(desk.cases))
  const stands = new Set(refused.map(({ id }) => id).filter((id) => known.has(id)))
  const marks = new Map(desk.marks)
  for (const review of desk.cases)
    if (stands.has(review.reviewId)) marks.set(review.reviewId, { review, what: step.verdict.decision })
  // If one is still ours, because an answer was lost, the next claim returns it.
  const left = claims.drop({ ...desk, marks }, ...stands)
  const fresh = reviews.filter(({ reviewId }) => known.has(reviewId) && !stands.has(reviewId))
  return claims.put(
    {
      ...claims.returned(left, ...idsOf(step.reviews)),
      failures: [...left.failures, ...failuresOf(refused, step.reviews, 'undo')],
    },
    fresh,
  )
}

/** Removes decisions that can no longer be undone. */
function settle(desk: Desk, now: number): Desk {
  const steps = desk.steps.filter(({ answered, undoUntil }) => !answered || undoUntil > now)
  return steps.length === desk.steps.length ? desk : { ...desk, steps }
}

/**
 * Ensures that an item is focused and on the shown screen: fills the screen, or turns it when all of it is decided. A lost item stays current
 * until the reviewer moves on; after that it is removed.
 */
function arrange(given: Desk): Desk {
  const desk = inHeap(given)
  const open = idsOf(claims.held(desk))
  const known = new Set(idsOf(desk.cases))
  const at = desk.at !== undefined && known.has(desk.at) ? desk.at : open[0]
  const tiles = desk.sheet.filter((id) => known.has(id) || desk.marks.has(id))
  const sheet =
    at !== undefined && tiles.includes(at) ? fill(tiles, open, desk.heap ? 0 : desk.size) : turn(open, at, desk.size)
  const here = new Set(sheet)
  const unseen = [...desk.lost.keys()].filter((id) => !here.has(id) && id !== at)
  const marks = new Map([...desk.marks].filter(([id]) => here.has(id)))
  const chosen = new Set([...desk.chosen].filter((id) => here.has(id) && known.has(id)))
  return claims.drop({ ...desk, at, sheet, marks, chosen }, ...unseen)
}

/** An open heap keeps the focus on what is left of it; one of which nothing is left is closed. */
function inHeap(desk: Desk): Desk {
  if (!desk.heap) return desk
  const held = new Set(idsOf(claims.held(desk)))
  const left = desk.heap.ids.filter((id) => held.has(id))
  if (left.length === 0) return { ...desk, heap: undefined, sheet: [] }
  return desk.at !== undefined && left.includes(desk.at) ? desk : { ...desk, at: left[0] }
}

/** The screen that contains the focused item. */
function turn(ids: readonly string[], focus: string | undefined, size: number): string[] {
  const at = Math.max(0, focus === undefined ? 0 : ids.indexOf(focus))
  const start = Math.floor(at / size) * size
  return ids.slice(start, start + size)
}

/** Fills empty places with the items after the last tile. */
function fill(tiles: readonly string[], ids: readonly string[], size: number): readonly string[] {
  if (tiles.length >= size) return tiles
  const here = new Set(tiles)
  return [...tiles, ...ids.filter((id) => !here.has(id)).slice(0, size - tiles.length)]
}
