import type { payerKinds } from '@greenroom/contract/words'

/** The input of matching a deposit: the payer and a reason. */
export type Match = { ownerKind: (typeof payerKinds)[number]; ownerId: string; reason: string }
