// What the rounds and calls of the chains share.
import type { Call } from '@greenroom/contract/call'
import type { Units } from '../../jobs/index.ts'
import { type Context, systemContext } from '../../kit/calls/context.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database/database.ts'
import type { Params } from '../../params/index.ts'
import type { Chain, DepositPayer } from './chain.payer.ts'
import type { Chains } from './chain.settings.ts'

/** What the chain proves of an instruction: `reference` is the transaction as its explorer writes it. */
export type InstructionProof = { payoutId: string; chain: Chain; usdtMicros: bigint; reference: string }

/** Notifies the source of a payment of its result, in the transaction that proves it. */
export type InstructionEnds = {
  /** Those of these payouts that may no longer leave: the payee was banned. */
  barred(tx: Transaction, context: Context, payoutIds: readonly string[]): Promise<ReadonlySet<string>>
  paid(tx: Transaction, context: Context, proofs: readonly InstructionProof[]): Promise<void>
  /**
   * Proved unpaid: reverted in a final block, nonce used by another transaction, or never exported for the wallet. `reason` is a key of the
   * contract's reasons, or free text.
   */
  failed(tx: Transaction, context: Context, failures: readonly { payoutId: string; reason: string }[]): Promise<void>
}

export type Watching = {
  database: Database
  clock: Clock
  params: Params
  chains: Chains
  payers: readonly DepositPayer[]
  ends: InstructionEnds
}

/** In a round: its units, and those that are parked. */
export type InRound = Watching & { units: Units; parked: readonly string[] }

/** Confirmations that a chain's deposits and payments need. */
export const confirmationsNeeded = (params: Params, chain: Chain): number =>
  params.integer(chain === 'trc20' ? 'usdt_trc20_confirmations' : 'usdt_erc20_confirmations')

/** The context of a round, logged under a call's menu. */
export const roundContext = ({ database, clock, params }: Omit<Watching, 'chains'>, named: Call): Context =>
  systemContext(named, { database, clock, timeZone: params.text('platform_time_zone') })
