// The interface that a room with USDT payers implements (docs/money.md, How the parts meet).
import type { ReasonKey } from '@greenroom/contract/reasons'
import type { Reader, Transaction } from '../../kit/database/database.ts'

export type Chain = 'trc20' | 'erc20'

/** A deposit with its confirmations, final if the chain reports finality. */
export type FinalDeposit = {
  /** UUIDv7, from which the ledger's transfers are derived; another one once the deposit was taken back and is credited again. */
  id: string
  chain: Chain
  /** The payer's id: an agent's or a user's. */
  payerId: number
  usdtMicros: bigint
  /** The transfer's block time. */
  at: Date
  /** The transaction as its explorer writes it, which payers keep as the reference. */
  transaction: string
}

/** Amounts in millionths of a USDT; both ends included. */
export type Within = { leastMicros: bigint; mostMicros: bigint; from: Date; to: Date }
export type Unpaid = { payerId: number; orderId: string; usdtMicros: bigint; at: Date }

export type DepositPayer = {
  /** The owner of an address is `kind:id`. */
  kind: 'agent' | 'user'
  /** The payers' names by id, for lists. */
  namesOf(reader: Reader, payerIds: readonly number[]): Promise<Map<number, string>>
  /** What payers of this kind asked for within these amounts and moments, and nobody paid: orders, purchases. */
  unpaid(reader: Reader, within: Within): Promise<Unpaid[]>
  /** Why the payer may not get an address now; null if they may. */
  mayHaveAddress(tx: Transaction, payerId: number): Promise<ReasonKey | null>
  /**
   * Posts these deposits, in one transaction with their state: legs of cash, `fx` and `deferredTokens` included.
   * Those it refuses become unmatched.
   */
  credit(
    tx: Transaction,
    now: Date,
    deposits: readonly FinalDeposit[],
  ): Promise<Map<string, { ok: true; transferId: string } | { ok: false; reason: ReasonKey }>>
  /**
   * These credited deposits are no longer on the chain: reverses what `credit` posted, as a debt if it was spent. Called once a deposit.
   */
  vanished(tx: Transaction, now: Date, deposits: readonly FinalDeposit[]): Promise<void>
  /** Takes a wrongly matched deposit back. */
  undo: {
    /** True while the payer still has as many tokens as this deposit credited. */
    isUnspent(tx: Transaction, deposit: FinalDeposit): Promise<boolean>
    /** Reverses what `credit` posted for a deposit that the chain still has. @throws Refusal 60001 if some of it was spent */
    reverse(tx: Transaction, how: { now: Date; by: string; reason: string }, deposit: FinalDeposit): Promise<void>
  }
}
