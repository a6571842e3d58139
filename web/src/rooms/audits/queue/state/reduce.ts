// The desk's pure reducer. An item is decided at most once, and an undone item returns to its place.
import type { Reasoned } from '../../../../api/reasons.ts'
import { type Desk, type FailedDecision, idsOf, type Mark, type Review, type Step, type Verdict } from './desk.ts'

export type Refusal = { id: string; code: number | undefined; message: string } & Reasoned

export type Change =
  /** A claim's answer; `last` if it contains everything held. */
  | { do: 'claimed'; reviews: readonly Review[]; more: number; last: boolean }
  | { do: 'focus'; id: string }
  /** To the next or previous undecided item. */
  | { do: 'move'; by: 1 | -1 }
  | { do: 'choose'; ids: readonly string[] }
  | { do: 'decide'; step: number; ids: readonly string[]; verdict: Verdict; undoUntil: number }
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
      return desk.items.some(({ reviewId }) => reviewId === change.id) ? arrange({ ...desk, focus: change.id }) : desk
    case 'move':
      return arrange(moveFocus(desk, change.by))
    case 'choose':
      return { ...desk, chosen: new Set(change.ids.filter((id) => shown(desk, id))) }
    case 'decide':
      return decide(desk, change)
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
      return change.size === desk.size ? desk : arrange({ ...desk, size: change.size, sheet: [] })
    case 'clear':
      return { ...desk, items: [], sheet: [], focus: undefined, chosen: new Set(), returning: new Set() }
    case 'dismiss':
      return { ...desk, failures: [] }
  }
}

const shown = (desk: Desk, id: string) => desk.sheet.includes(id) && desk.items.some(({ reviewId }) => reviewId === id)

const union = <T>(one: Iterable<T>, other: Iterable<T>): ReadonlySet<T> => new Set([...one, ...other])
const without = <T>(set: Iterable<T>, drop: Iterable<T>): ReadonlySet<T> => {
  const dropped = new Set(drop)
  return new Set([...set].filter((one) => !dropped.has(one)))
}

/** Inserts reviews by arrival number. */
function put(desk: Desk, reviews: readonly Review[]): Desk {
  const order = new Map(desk.order)
  for (const { reviewId } of reviews) if (!order.has(reviewId)) order.set(reviewId, order.size)
  const byId = new Map([...desk.items, ...reviews].map((review) => [review.reviewId, review]))
  const at = (review: Review) => order.get(review.reviewId) ?? 0
  return { ...desk, order, items: [...byId.values()].sort((one, other) => at(one) - at(other)) }
}

function claimed(desk: Desk, { reviews, more, last }: Extract<Change, { do: 'claimed' }>): Desk {
  const fresh = reviews.filter(({ reviewId }) => !desk.gone.has(reviewId))
  const held = new Set(idsOf(fresh))
  // Items missing in a complete answer were lost to another reviewer, except those being undone.
  const kept = last ? desk.items.filter(({ reviewId: id }) => held.has(id) || desk.returning.has(id)) : desk.items
  // The count may include items that others are claiming right now.
  return put({ ...desk, items: kept, more: reviews.length === 0 ? 0 : more }, fresh)
}

/** The next remaining item, else the first. */
function after(desk: Desk, leaving: ReadonlySet<string>): string | undefined {
  const at = desk.items.findIndex(({ reviewId }) => reviewId === desk.focus)
  const stays = ({ reviewId }: Review) => !leaving.has(reviewId)
  return (desk.items.slice(Math.max(at, 0)).find(stays) ?? desk.items.find(stays))?.reviewId
}

/** Removes items from the desk; their tiles stay, marked. */
function leave(desk: Desk, ids: readonly string[], what: Mark['what']): Desk {
  const leaving = new Set(ids)
  const marks = new Map(desk.marks)
  for (const review of desk.items) if (leaving.has(review.reviewId)) marks.set(review.reviewId, { review, what })
  return {
    ...desk,
    marks,
    focus: desk.focus && !leaving.has(desk.focus) ? desk.focus : after(desk, leaving),
    items: desk.items.filter(({ reviewId }) => !leaving.has(reviewId)),
    gone: union(desk.gone, leaving),
    chosen: without(desk.chosen, leaving),
    returning: without(desk.returning, leaving),
  }
}

function decide(desk: Desk, { step, ids, verdict, undoUntil }: Extract<Change, { do: 'decide' }>): Desk {
  const named = new Set(ids)
  const reviews = desk.items.filter(({ reviewId }) => named.has(reviewId))
  if (reviews.length === 0) return desk
  const left = leave(desk, idsOf(reviews), verdict.decision)
  return arrange({ ...left, steps: [...left.steps, { id: step, verdict, reviews, undoUntil, answered: false }] })
}

/** Restores items to their places. */
function restore(desk: Desk, reviews: readonly Review[]): Desk {
  const back = new Set(idsOf(reviews))
  const marks = new Map([...desk.marks].filter(([id]) => !back.has(id)))
  return put({ ...desk, marks, gone: without(desk.gone, back) }, reviews)
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
  return restore(
    { ...desk, steps, failures, marks },
    step.reviews.filter(({ reviewId }) => back.includes(reviewId)),
  )
}

function undo(desk: Desk, id: number): Desk {
  const step = desk.steps.find((one) => one.id === id)
  const [first] = step?.reviews ?? []
  if (!step || !first) return desk
  const ids = idsOf(step.reviews)
  const back = restore({ ...desk, steps: desk.steps.filter((one) => one !== step) }, step.reviews)
  const missing = ids.filter((one) => !desk.sheet.includes(one))
  return arrange({
    ...back,
    focus: first.reviewId,
    chosen: new Set(),
    sheet: [...missing, ...desk.sheet].slice(0, Math.max(desk.size, missing.length)),
    returning: union(back.returning, ids),
  })
}

function undone(desk: Desk, { step, reviews, refused }: Extract<Change, { do: 'undone' }>): Desk {
  const known = new Set(idsOf(desk.items))
  const stands = refused.map(({ id }) => id).filter((id) => known.has(id))
  const left = stands.length > 0 ? leave(desk, stands, step.verdict.decision) : desk
  const fresh = reviews.filter(({ reviewId }) => known.has(reviewId) && !stands.includes(reviewId))
  return put(
    {
      ...left,
      // If it is still ours, because an answer was lost, the next claim returns it.
      gone: without(left.gone, stands),
      returning: without(left.returning, idsOf(step.reviews)),
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

function moveFocus(desk: Desk, by: 1 | -1): Desk {
  const { length } = desk.items
  if (length === 0) return desk
  const at = desk.items.findIndex(({ reviewId }) => reviewId === desk.focus)
  const next = desk.items[at === -1 ? 0 : (at + by + length) % length]
  return { ...desk, focus: next?.reviewId }
}

/** Ensures that an item is focused and on the shown screen: fills the screen, or turns it when all of it is decided. */
function arrange(desk: Desk): Desk {
  const ids = idsOf(desk.items)
  const held = new Set(ids)
  const focus = desk.focus !== undefined && held.has(desk.focus) ? desk.focus : ids[0]
  const tiles = desk.sheet.filter((id) => held.has(id) || desk.marks.has(id))
  const open = tiles.some((id) => held.has(id))
  const sheet =
    !open || (focus !== undefined && !tiles.includes(focus)) ? turn(ids, focus, desk.size) : fill(tiles, ids, desk.size)
  const stays = new Set(sheet)
  const marks = new Map([...desk.marks].filter(([id]) => stays.has(id)))
  const chosen = new Set([...desk.chosen].filter((id) => stays.has(id) && held.has(id)))
  return { ...desk, focus, sheet, marks, chosen }
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
