// Every change of the desk, as a pure function. An item is decided at most once, and what is taken back is where it was.
import type { Reasoned } from '../../../../api/reasons.ts'
import { type Desk, idsOf, type Mark, type Review, type Step, type Trouble, type Verdict } from './desk.ts'

export type Refusal = { id: string; code: number | undefined; message: string } & Reasoned

export type Change =
  /** A claim was answered; `whole` when everything that is held was in it. */
  | { do: 'claimed'; reviews: readonly Review[]; more: number; whole: boolean }
  | { do: 'focus'; id: string }
  /** To the next or previous undecided item. */
  | { do: 'walk'; by: 1 | -1 }
  | { do: 'choose'; ids: readonly string[] }
  | { do: 'decide'; step: number; ids: readonly string[]; verdict: Verdict; undoUntil: number }
  | { do: 'skip'; ids: readonly string[] }
  | { do: 'answered'; step: number; undoUntil: number | undefined; refused: readonly Refusal[] }
  | { do: 'undo'; step: number }
  /** The server took back these; the others stand as they were decided. */
  | { do: 'undone'; step: Step; reviews: readonly Review[]; refused: readonly Refusal[] }
  | { do: 'settle'; now: number }
  | { do: 'resize'; size: number }
  /** Nothing is held any more. */
  | { do: 'clear' }
  | { do: 'dismiss' }

/** Nobody can decide these any more: lost, decided, or gone. Whatever else is refused stays on the desk. */
const final = new Set([20000, 10032])

export function reduce(desk: Desk, change: Change): Desk {
  switch (change.do) {
    case 'claimed':
      return dress(claimed(desk, change))
    case 'focus':
      return desk.items.some(({ reviewId }) => reviewId === change.id) ? dress({ ...desk, focus: change.id }) : desk
    case 'walk':
      return dress(walk(desk, change.by))
    case 'choose':
      return { ...desk, chosen: new Set(change.ids.filter((id) => shown(desk, id))) }
    case 'decide':
      return decide(desk, change)
    case 'skip':
      return dress(leave(desk, change.ids, 'skipped'))
    case 'answered':
      return dress(answered(desk, change))
    case 'undo':
      return undo(desk, change.step)
    case 'undone':
      return dress(undone(desk, change))
    case 'settle':
      return settle(desk, change.now)
    case 'resize':
      return change.size === desk.size ? desk : dress({ ...desk, size: change.size, sheet: [] })
    case 'clear':
      return { ...desk, items: [], sheet: [], focus: undefined, chosen: new Set(), returning: new Set() }
    case 'dismiss':
      return { ...desk, troubles: [] }
  }
}

const shown = (desk: Desk, id: string) => desk.sheet.includes(id) && desk.items.some(({ reviewId }) => reviewId === id)

const union = <T>(one: Iterable<T>, other: Iterable<T>): ReadonlySet<T> => new Set([...one, ...other])
const without = <T>(set: Iterable<T>, drop: Iterable<T>): ReadonlySet<T> => {
  const dropped = new Set(drop)
  return new Set([...set].filter((one) => !dropped.has(one)))
}

/** Puts reviews among the items, each where it came. */
function put(desk: Desk, reviews: readonly Review[]): Desk {
  const order = new Map(desk.order)
  for (const { reviewId } of reviews) if (!order.has(reviewId)) order.set(reviewId, order.size)
  const byId = new Map([...desk.items, ...reviews].map((review) => [review.reviewId, review]))
  const at = (review: Review) => order.get(review.reviewId) ?? 0
  return { ...desk, order, items: [...byId.values()].sort((one, other) => at(one) - at(other)) }
}

function claimed(desk: Desk, { reviews, more, whole }: Extract<Change, { do: 'claimed' }>): Desk {
  const fresh = reviews.filter(({ reviewId }) => !desk.gone.has(reviewId))
  const held = new Set(idsOf(fresh))
  // What is not in a whole answer was lost to somebody else, but for what is on its way back to us.
  const kept = whole ? desk.items.filter(({ reviewId: id }) => held.has(id) || desk.returning.has(id)) : desk.items
  // What others are taking at this moment may be counted, and is none of ours.
  return put({ ...desk, items: kept, more: reviews.length === 0 ? 0 : more }, fresh)
}

/** The item that comes after: the next one that stays, else the first. */
function after(desk: Desk, leaving: ReadonlySet<string>): string | undefined {
  const at = desk.items.findIndex(({ reviewId }) => reviewId === desk.focus)
  const stays = ({ reviewId }: Review) => !leaving.has(reviewId)
  return (desk.items.slice(Math.max(at, 0)).find(stays) ?? desk.items.find(stays))?.reviewId
}

/** Takes items off the desk; the tile keeps its place, marked. */
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
  const wanted = new Set(ids)
  const reviews = desk.items.filter(({ reviewId }) => wanted.has(reviewId))
  if (reviews.length === 0) return desk
  const left = leave(desk, idsOf(reviews), verdict.decision)
  return dress({ ...left, steps: [...left.steps, { id: step, verdict, reviews, undoUntil, answered: false }] })
}

/** Brings items back to where they were. */
function restore(desk: Desk, reviews: readonly Review[]): Desk {
  const back = new Set(idsOf(reviews))
  const marks = new Map([...desk.marks].filter(([id]) => !back.has(id)))
  return put({ ...desk, marks, gone: without(desk.gone, back) }, reviews)
}

const troublesOf = (refused: readonly Refusal[], reviews: readonly Review[], meant: Trouble['meant']): Trouble[] =>
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
  // What became of a batch is told by its report.
  const told = step.reviews.length > 1 ? [] : troublesOf(refused, step.reviews, step.verdict.decision)
  const troubles = [...desk.troubles, ...told]
  const marks = new Map(
    [...desk.marks].map(([marked, mark]) => [marked, not.has(marked) ? { ...mark, what: 'lost' as const } : mark]),
  )
  return restore(
    { ...desk, steps, troubles, marks },
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
  return dress({
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
      // Should it be ours after all, because an answer was lost, the next claim brings it back.
      gone: without(left.gone, stands),
      returning: without(left.returning, idsOf(step.reviews)),
      troubles: [...left.troubles, ...troublesOf(refused, step.reviews, 'undo')],
    },
    fresh,
  )
}

/** Forgets decisions that can no longer be taken back. */
function settle(desk: Desk, now: number): Desk {
  const steps = desk.steps.filter(({ answered, undoUntil }) => !answered || undoUntil > now)
  return steps.length === desk.steps.length ? desk : { ...desk, steps }
}

function walk(desk: Desk, by: 1 | -1): Desk {
  const { length } = desk.items
  if (length === 0) return desk
  const at = desk.items.findIndex(({ reviewId }) => reviewId === desk.focus)
  const next = desk.items[at === -1 ? 0 : (at + by + length) % length]
  return { ...desk, focus: next?.reviewId }
}

/** Sees to it that something is in focus, and that the sheet shows it: full, or turned when all of it is decided. */
function dress(desk: Desk): Desk {
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

/** The screen of items that the one in focus is on. */
function turn(ids: readonly string[], focus: string | undefined, size: number): string[] {
  const at = Math.max(0, focus === undefined ? 0 : ids.indexOf(focus))
  const start = Math.floor(at / size) * size
  return ids.slice(start, start + size)
}

/** Empty places take what comes after the last tile. */
function fill(tiles: readonly string[], ids: readonly string[], size: number): readonly string[] {
  if (tiles.length >= size) return tiles
  const here = new Set(tiles)
  return [...tiles, ...ids.filter((id) => !here.has(id)).slice(0, size - tiles.length)]
}
