import type { itemKinds } from '@greenroom/contract/statesAndKinds'

/** A row about an item: a decision or a disagreement. */
export type OfItem = {
  reviewId: string
  itemId: string
  kind: (typeof itemKinds)[number]
  user: { userId: number; nickname: string }
  /** The machine's, where they are known. */
  labels?: readonly string[]
  can: { fail: true | string; pass: true | string }
}
