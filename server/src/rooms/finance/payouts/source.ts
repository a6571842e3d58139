// What a room that owes money implements, so that it can be paid out (docs/money.md, How the parts meet).
import type { ReasonKey } from '@greenroom/contract/reasons'
import type { Context } from '../../../kit/context.ts'
import type { Transaction } from '../../../kit/database.ts'

export type PayoutKind = 'withdrawal' | 'guild.request' | 'guild.week' | 'agent' | 'promoter'

/** Where money goes. Details are sealed; only the last four characters are shown. */
export type PayeeAccount = {
  kind: 'bank' | 'e-wallet' | 'usdt.trc20' | 'usdt.erc20'
  sealed: string
  lastFour: string
}

/** What may be paid now, locked. `usdCents` is exact: a payout pays all of it. */
export type Payable = {
  id: string
  /** Who is paid, as staff know them: a name with an id. */
  payee: { name: string; id: string }
  /** Who may not pay or approve it, by id of the account: whoever agreed to it. */
  decidedBy: readonly number[]
  usdCents: bigint
  account: PayeeAccount
}

/** Proof that a payout was made: of a bank's result or of a chain. */
export type PayoutProof = {
  id: string
  payoutId: string
  /** The bank's reference, or the chain's transaction hash. */
  reference: string
  proofFileId: string | null
  /** When it was paid. */
  at: Date
}

export type PayoutSource = {
  kind: PayoutKind
  /** Locks these in the order of their ids, and says of each what may be paid or why nothing may. */
  payable(
    tx: Transaction,
    context: Context,
    ids: readonly string[],
  ): Promise<Map<string, Payable | { refused: ReasonKey }>>
  /** They have a live route now, and are not to be paid any other way. */
  routed(tx: Transaction, context: Context, ids: readonly string[]): Promise<void>
  /** They were paid: posts the ledger's transfers, changes states, tells the app. Called once a payout. */
  paid(tx: Transaction, context: Context, proofs: readonly PayoutProof[]): Promise<void>
  /** Their route ended without a payment, proved; whoever owes decides what follows. */
  failed(tx: Transaction, context: Context, failures: readonly { id: string; reason: string }[]): Promise<void>
}
