import type { stockEnds } from '@greenroom/contract/words'

/** What becomes of a cancelled agent's stock, and why. */
export type Ending = { stock: (typeof stockEnds)[number]; reason: string }
