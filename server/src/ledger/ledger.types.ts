// The types of a batch at each stage: requested, prepared, planned, written.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { AccountKey } from './ledger.accounts.ts'

/** Credit-positive, in the smallest unit. `posted` less `reserved` is available. */
export type Balance = { posted: bigint; reserved: bigint; costMicros: bigint }

/** A transfer's effect on one account. Credit is positive. */
export type Leg = { account: AccountKey; amount: bigint; reserved?: bigint; costMicros?: bigint }

/** Balances while a batch is planned: they include every transfer accepted before. */
export type Balances = {
  of(key: AccountKey): Balance
  available(key: AccountKey): bigint
}

export type Phase = 'single' | 'hold' | 'post' | 'void'

/** One transfer to be made. `decide` is pure: legs that sum to zero in each currency, or the code of a refusal. */
export type Item = {
  /** Chosen by the caller, UUIDv7: sent twice, it is posted once. */
  id: string
  kind: string
  phase: Phase
  /** The hold that a post or void resolves. */
  holdId?: string
  /** An earlier item of the batch without which it makes no sense: where that one is refused, this one is, with the same code. */
  needs?: string
  /** What it belongs to: an order, a call, a user. */
  reference: string
  /** Who requested it, in a batch of several people's requests; the batch's actor by default. */
  actor?: string
  occurredAt: Date
  /** The caller's complete request; an id sent again with other content is refused. */
  request: unknown
  /** Every account that `decide` may read or change. */
  accounts: AccountKey[]
  decide(balances: Balances, held: Leg[]): Leg[] | ErrorCode
  /**
   * The value in USD of the accepted legs, on platform accounts only. A batch sums these legs and posts one transfer for
   * each kind, not one for each item (docs/ledger.md).
   */
  usd?(legs: readonly Leg[]): Leg[]
}

/** The balance of an owned account right after an accepted transfer. */
export type After = { account: AccountKey; posted: bigint; reserved: bigint }

export type Outcome =
  /** `after` has every owned account that the item named; `legs` is what was written. */
  | { id: string; status: 'accepted'; after: After[]; legs: readonly Leg[] }
  | { id: string; status: 'duplicate' }
  | { id: string; status: 'refused'; code: ErrorCode; remembered: boolean }

/** An account that a batch names. */
export type BatchAccount = {
  key: AccountKey
  /** 0 until it is known. */
  id: number
  /** Before the batch, as read or expected; platform accounts keep no balance. */
  before: Balance
  /** After the transfers planned so far. */
  balance: Balance
  /** Its index among the accounts sent to the database, from 1. */
  place: number
}

/** An item with what can be derived before anything is read. Ids are in lower case. */
export type PreparedItem = {
  item: Item
  id: string
  holdId: string | undefined
  hash: string
  accounts: BatchAccount[]
}

export type Batch = {
  items: PreparedItem[]
  /** Accounts with a balance, and the platform's without, by name. */
  owned: Map<string, BatchAccount>
  platform: Map<string, BatchAccount>
}

/** A transfer that is already in the ledger: the hash of its request, and the code if it was refused. */
export type Existing = { hash: string; refused: number | null }
/** What a hold reserved, and whether it was posted or voided. */
export type Hold = { legs: Leg[]; resolved: boolean }
/** What the database already has of a batch, by id in lower case. */
export type Found = { existing: ReadonlyMap<string, Existing>; holds: ReadonlyMap<string, Hold> }

/** A transfer to be written: with its legs and their accounts, or with the code of its refusal. */
export type PlannedTransfer = {
  item: Item
  hash: string
  legs: readonly Leg[]
  accounts: readonly BatchAccount[]
  code: ErrorCode | null
}

export type Plan = { outcomes: Outcome[]; transfers: PlannedTransfer[] }
