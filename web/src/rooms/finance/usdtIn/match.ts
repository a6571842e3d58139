import type { payerKinds } from '@greenroom/contract/words'

/** What matching a deposit asks: whose it is, and why. */
export type Match = { ownerKind: (typeof payerKinds)[number]; ownerId: string; reason: string }
