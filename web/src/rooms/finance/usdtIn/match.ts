import type { RecordOf } from '@greenroom/contract/call'
import type { usdtInList } from '@greenroom/contract/chain'
import type { payerKinds } from '@greenroom/contract/words'

export type Deposit = RecordOf<typeof usdtInList>

/** The input of matching a deposit: the payer and a reason. */
export type Match = { ownerKind: (typeof payerKinds)[number]; ownerId: string; reason: string }
