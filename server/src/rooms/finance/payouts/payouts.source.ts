// The interface of a room whose debts are paid out (docs/money.md, How the parts meet).
import type { ReasonKey } from '@greenroom/contract/reasons'
import type { payoutSources } from '@greenroom/contract/statesAndKinds'
import type { Context } from '../../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Chain } from '../../chain/index.ts'
import type { AccountKind } from '../accounts/payeeAccounts.rules.ts'
import type { Payee } from '../sanctions/sanctions.screen.ts'

export type PayoutKind = (typeof payoutSources)[number]

/** The payout account. Details are sealed for `owner`; only the last four characters are shown. */
export type PayeeAccount = {
  kind: AccountKind
  sealed: string
  /** The owner that the sealed text is bound to (`kit/encryption`). */
  owner: string
  lastFour: string
  /** Since when the payee has used it; if absent, a chain address counts as new. */
  since?: Date
}

/** A payable item, locked. `usdCents` is exact: a payout pays all of it. */
export type Payable = {
  id: string
  /** Who is paid, as staff know them: a name with an id. */
  payee: { name: string; id: string }
  /** Names screened against the sanctions lists in addition to the account's holder. */
  names?: Payee['names']
  usdCents: bigint
  /** It is paid only together with older items of the payee. */
  withOlder?: true
  account: PayeeAccount
}

/** What is owed and in no batch, unlocked: what can be paid first, the oldest first. */
export type Candidate = {
  id: string
  payeeName: string
  payeeId: string
  /** Which of the payee's debts: a week, a month. */
  part?: string
  owedCents: bigint
  /** What the payee owes and is taken from it. */
  debtCents?: bigint
  /** Of the account in force; null if there is none. */
  kind: AccountKind | null
  lastFour: string
  /** Without one in force: one waits for approval, or for its moment. */
  accountWaits?: boolean
  accountFrom?: Date | null
  since: Date
}

/** Why an item is not payable. */
export type Unpayable = { refused: ReasonKey }

/** The proved outflow from a wallet of ours. */
export type PaidOnChain = { chain: Chain; usdtMicros: bigint }

/** Proof of a payout: a bank's result or a chain transaction. */
export type PayoutProof = {
  /** The source's own id. */
  id: string
  payoutId: string
  usdCents: bigint
  /** Null for a bank's or wallet's result. */
  onChain: PaidOnChain | null
  /** The bank's reference, or the chain's transaction hash. */
  reference: string
  proofFileId: string | null
  /** The responsible account: who entered a file's result, or made a batch proved on a chain. */
  by: { id: number; username: string }
  /** When it was paid. */
  at: Date
}

/** An item's live route. */
export type Routed = { id: string; payoutId: string; usdCents: bigint }

/** What was decided for a payee, `payeeId` as in `Payable`: a withdrawal or a payment. */
export type Passed = { payeeId: string; at: Date; cents: bigint }

/** Payments to these payees that no batch made, since a moment. */
export type PaidDirectly = (reader: Reader, payeeIds: readonly string[], since: Date) => Promise<Passed[]>

export type PayoutSource = {
  kind: PayoutKind
  /** What is owed and has no live route. */
  candidates(reader: Reader, requested: { limit: number; now: Date }): Promise<Candidate[]>
  /** Locks these in id order, to be paid. */
  lock(tx: Transaction, context: Context, ids: readonly string[]): Promise<void>
  /** The payable amount of each of these if they are paid together, or why it cannot be paid. Unknown ids are left out. */
  payable(reader: Reader, context: Context, ids: readonly string[]): Promise<Map<string, Payable | Unpayable>>
  /** Those of these that may no longer leave (payee banned), locked; by id. */
  barred(tx: Transaction, context: Context, lines: readonly Routed[]): Promise<Set<string>>
  /** Payments of its items that no batch made: they count in the policies' periods. */
  paidDirectly?: PaidDirectly
  /** They have a live route now, and must not be paid any other way. */
  routed(tx: Transaction, context: Context, lines: readonly Routed[]): Promise<void>
  /** They were paid: posts the ledger's transfers, changes states, notifies the app. Called once per payout. */
  paid(tx: Transaction, context: Context, proofs: readonly PayoutProof[]): Promise<void>
  /** Their route provably ended without a payment; the source decides what follows. */
  failed(tx: Transaction, context: Context, failures: readonly (Routed & { reason: string })[]): Promise<void>
  /** Their batch was dropped before it left: as if it had never been made. */
  dropped(tx: Transaction, context: Context, lines: readonly Routed[]): Promise<void>
}
