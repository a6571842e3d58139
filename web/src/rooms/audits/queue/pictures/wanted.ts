// Which pictures are needed, the nearest first.
import { ahead, type Desk, type Review } from '../state/desk.ts'
import { pictureAddress } from './load.ts'

/** How many items ahead of the one in focus are fetched, whatever the screen shows. */
const itemsAhead = 12
const certifiedAhead = 4

const known = new WeakMap<Review, readonly string[]>()

/** Where an item's pictures are; made once for an item, since all of them are asked for at every key. */
export function picturesOf(review: Review): readonly string[] {
  const made = known.get(review)
  if (made) return made
  const { kind, itemId, pictureUrls } = review
  const addresses = pictureUrls.map((_, index) => pictureAddress(kind, itemId, index))
  known.set(review, addresses)
  return addresses
}

/** The certified ones beside it, which are shown to reviewers of every kind. */
export const certifiedOf = ({ kind, certifiedItemId, certifiedPictureUrls }: Review): string[] =>
  certifiedItemId === null ? [] : certifiedPictureUrls.map((_, index) => pictureAddress(kind, certifiedItemId, index))

/** All pictures that are shown, will be soon, or come back with an undo; `near` of them are on the screen or next. */
export function wantedPictures(desk: Desk): { keys: string[]; near: number } {
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
    ...ahead(desk, desk.items.length).flatMap(picturesOf),
  ]
  return { keys: [...new Set(all)], near: new Set(first).size }
}
