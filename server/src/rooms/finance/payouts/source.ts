// What a room that owes money implements, so that it can be paid out (docs/money.md, How the parts meet).
import type { ReasonKey } from '@greenroom/contract/reasons'
import type { payoutSources } from '@greenroom/contract/words'
import type { Context } from '../../../kit/context.ts'
import type { Reader, Transaction } from '../../../kit/database.ts'
import type { AccountKind } from '../accounts/rules.ts'
import type { Chain } from '../chain/payer.ts'
import type { Payee } from '../sanctions/screen.ts'

export type PayoutKind = (typeof payoutSources)[number]

/** Where money goes. Details are sealed for `owner`; only the last four characters are shown. */
export type PayeeAccount = {
  kind: AccountKind
  sealed: string
  /** What the sealed text belongs to: it opens for nothing else (`kit/seal`). */
  owner: string
  lastFour: string
  /** Since when the payee is paid there; without it, an address of a chain is new. */
  since?: Date
}

/** What may be paid now, locked. `usdCents` is exact: a payout pays all of it. */
export type Payable = {
  id: string
  /** Who is paid, as staff know them: a name with an id. */
  payee: { name: string; id: string }
  /** Names that the sanctions lists are asked for besides the account's holder. */
  names?: Payee['names']
  /** Who may not approve its payment, by id of the account: whoever agreed to it. */
  decidedBy: readonly number[]
  usdCents: bigint
  account: PayeeAccount
}

/** What could be chosen for a batch, unlocked, the oldest first. */
export type Candidate = {
  id: string
  payeeName: string
  payeeId: string
  usdCents: bigint
  kind: AccountKind
  lastFour: string
  since: Date
}

/** What left a wallet of ours, as the chain proves it. */
export type PaidOnChain = { chain: Chain; usdtMicros: bigint }

/** Proof that a payout was made: of a bank's result or of a chain. */
export type PayoutProof = {
  /** The source's own id. */
  id: string
  payoutId: string
  usdCents: bigint
  /** Null where no chain proves it: a bank's or wallet's result. */
  onChain: PaidOnChain | null
  /** The bank's reference, or the chain's transaction hash. */
  reference: string
  proofFileId: string | null
  /** Who answers for it: of a file's result who entered it, of a chain's proof who made the batch. */
  by: { id: number; username: string }
  /** When it was paid. */
  at: Date
}

/** A live route of what a source owes. */
export type Routed = { id: string; payoutId: string; usdCents: bigint }

export type PayoutSource = {
  kind: PayoutKind
  /** What has no live route and may be paid. */
  candidates(reader: Reader, asked: { limit: number; now: Date }): Promise<Candidate[]>
  /** Locks these in the order of their ids, and says of each what may be paid or why nothing may. Unknown ids are left out. */
  payable(
    tx: Transaction,
    context: Context,
    ids: readonly string[],
  ): Promise<Map<string, Payable | { refused: ReasonKey }>>
  /** Those of these that may not leave any more (someone was banned), locked; by id. */
  barred(tx: Transaction, context: Context, lines: readonly Routed[]): Promise<Set<string>>
  /** They have a live route now, and are not to be paid any other way. */
  routed(tx: Transaction, context: Context, lines: readonly Routed[]): Promise<void>
  /** They were paid: posts the ledger's transfers, changes states, tells the app. Called once a payout. */
  paid(tx: Transaction, context: Context, proofs: readonly PayoutProof[]): Promise<void>
  /** Their route ended without a payment, proved; whoever owes decides what follows. */
  failed(tx: Transaction, context: Context, failures: readonly (Routed & { reason: string })[]): Promise<void>
  /** Their batch was dropped before it left: as if it had never been made. */
  dropped(tx: Transaction, context: Context, lines: readonly Routed[]): Promise<void>
}
