import type { stockEnds } from '@greenroom/contract/words'

/** How a cancelled agent's stock is handled, and why. */
export type Ending = { stock: (typeof stockEnds)[number]; reason: string }
