// What a room whose people pay by USDT implements (docs/money.md, How the parts meet).
import type { ReasonKey } from '@greenroom/contract/reasons'
import type { Transaction } from '../../../kit/database.ts'

export type Chain = 'trc20' | 'erc20'

/** A deposit with its confirmations, final where the chain tells it. */
export type FinalDeposit = {
  /** UUIDv7, from which the ledger's transfers are derived. */
  id: string
  chain: Chain
  /** The number behind the payer's kind: an agent's or a user's id. */
  payerId: number
  usdtMicros: bigint
  /** The transfer's block time. */
  at: Date
  transaction: string
}

export type DepositPayer = {
  /** The owner of an address is `kind:id`. */
  kind: 'agent' | 'user'
  /** Who may get an address now; null when they may. */
  mayHaveAddress(tx: Transaction, payerId: number): Promise<ReasonKey | null>
  /**
   * Posts what these deposits bring, in one transaction with their state: legs of cash, `fx` and `deferredTokens` included.
   * Those it refuses become unmatched.
   */
  credit(
    tx: Transaction,
    now: Date,
    deposits: readonly FinalDeposit[],
  ): Promise<Map<string, { ok: true; transferId: string } | { ok: false; reason: ReasonKey }>>
  /**
   * The chain does not hold these any more, though they were credited: posts back what `credit` posted, as a debt where it was
   * spent. Called once a deposit.
   */
  vanished(tx: Transaction, now: Date, deposits: readonly FinalDeposit[]): Promise<void>
}
