import type { itemKinds } from '@greenroom/contract/words'

/** A row that names an item: one decision about it, or one disagreement. */
export type OfItem = {
  reviewId: string
  itemId: string
  kind: (typeof itemKinds)[number]
  user: { userId: number; nickname: string }
  can: { fail: true | string; pass: true | string }
}
