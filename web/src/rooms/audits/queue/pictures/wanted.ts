// Which pictures are needed, the nearest first.
import { ahead, type Desk, type Review } from '../state/desk.ts'
import { pictureAddress } from './load.ts'

/** How many items ahead of the one in focus are fetched, whatever the screen shows. */
const itemsAhead = 12
const certifiedAhead = 4

export const picturesOf = ({ kind, itemId, pictureUrls }: Review): string[] =>
  pictureUrls.map((_, index) => pictureAddress(kind, itemId, index))

/** The certified ones beside it, which are shown to reviewers of every kind. */
export const certifiedOf = ({ kind, certifiedItemId, certifiedPictureUrls }: Review): string[] =>
  certifiedItemId === null ? [] : certifiedPictureUrls.map((_, index) => pictureAddress(kind, certifiedItemId, index))

/** All pictures that are shown, will be soon, or come back with an undo. */
export function wantedPictures(desk: Desk): string[] {
  const near = ahead(desk, Math.max(itemsAhead, desk.size))
  const back = [...desk.steps].reverse().flatMap(({ reviews }) => reviews)
  const shown = [...desk.marks.values()].map(({ review }) => review)
  const all = [
    ...near.flatMap((review, at) => [...picturesOf(review), ...(at < certifiedAhead ? certifiedOf(review) : [])]),
    ...shown.flatMap(picturesOf),
    ...back.flatMap(picturesOf),
    ...ahead(desk, desk.items.length).flatMap(picturesOf),
  ]
  return [...new Set(all)]
}
