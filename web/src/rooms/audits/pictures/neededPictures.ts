// The needed pictures, nearest first.
import { ahead, type Desk, type Review } from '../bench/queueDesk.ts'
import { pictureAddress } from './loadPicture.ts'

/** Number of items to prefetch after the focused one. */
const itemsAhead = 12
const certifiedAhead = 4

const known = new WeakMap<Review, readonly string[]>()

/** The addresses of an item's pictures; cached, since they are needed on every key press. */
export function picturesOf(review: Review): readonly string[] {
  const made = known.get(review)
  if (made) return made
  const { kind, itemId, pictureUrls } = review
  const addresses = pictureUrls.map((_, index) => pictureAddress(kind, itemId, index))
  known.set(review, addresses)
  return addresses
}

/** The certified pictures beside it, which reviewers of every kind may see. */
export const certifiedOf = ({ kind, certifiedItemId, certifiedPictureUrls }: Review): string[] =>
  certifiedItemId === null ? [] : certifiedPictureUrls.map((_, index) => pictureAddress(kind, certifiedItemId, index))

/** All pictures that are shown now, next, or after an undo; the first `near` are on the screen or next. */
export function neededPictures(desk: Desk): { keys: string[]; near: number } {
  const near = ahead(desk, Math.max(itemsAhead, desk.size))
  const back = [...desk.steps].reverse().flatMap(({ reviews }) => reviews)
  const shown = [...desk.marks.values()].map(({ review }) => review)
  const first = near.flatMap((review, at) => [
    ...picturesOf(review),
    ...(at < certifiedAhead ? certifiedOf(review) : []),
  ])
  const all = [
    ...first,
    ...shown.flatMap(picturesOf),
    ...back.flatMap(picturesOf),
    ...ahead(desk, desk.cases.length).flatMap(picturesOf),
  ]
  return { keys: [...new Set(all)], near: new Set(first).size }
}
