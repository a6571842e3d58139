// Ledger transfers of deposits without a payer; a payer's deposits are posted by the payer's room (docs/money.md). Pure.
import { derivedId } from '../../../kit/random.ts'
import { type Item, type Leg, move, ofPlatform } from '../../../ledger/index.ts'
import type { Chain } from '../chain.payer.ts'

/** `round`: how often it was taken back; each round has its own transfers. */
export type Held = { id: string; chain: Chain; usdtMicros: bigint; at: Date; round: number }

export const cashOf = (chain: Chain) => ofPlatform(`cash.usdt.${chain}`, 'USDT')
const suspense = ofPlatform('suspense', 'USDT')

const itemOf = (kind: string, deposit: Held, legs: Leg[], at: Date, step = ''): Item => ({
  id: derivedId(at, kind, deposit.id, deposit.round === 0 ? step : `${step}#${deposit.round}`),
  kind,
  phase: 'single',
  reference: `deposit ${deposit.id}`,
  occurredAt: at,
  request: { usdtMicros: deposit.usdtMicros },
  accounts: legs.map(({ account }) => account),
  decide: () => legs,
})

/** Received on our address from an unknown payer. */
export const unmatchedItem = (deposit: Held): Item =>
  itemOf('deposit.unmatched', deposit, move(cashOf(deposit.chain), suspense, deposit.usdtMicros), deposit.at)

/** Taken back from a wrong payer, whose reversal returned the cash. @param at when it was decided */
export const takenBackItem = (deposit: Held, at: Date): Item =>
  itemOf('deposit.unmatched', deposit, move(cashOf(deposit.chain), suspense, deposit.usdtMicros), at)

/** Matched with a payer, whose own transfer books the cash again. @param at when it was decided */
export const matchedItem = (deposit: Held, at: Date, step: string): Item =>
  itemOf('deposit.matched', deposit, move(suspense, cashOf(deposit.chain), deposit.usdtMicros), at, step)

/** The chain no longer has it; the credited payer owes it. Without a payer, no one does. */
export const vanishedItem = (deposit: Held, at: Date): Item =>
  itemOf('deposit.vanished', deposit, move(suspense, cashOf(deposit.chain), deposit.usdtMicros), at)

/** A wallet's balance when it was registered; negative if it had already forwarded swept deposits. */
export function openingItem(opening: { chain: Chain; address: string; usdtMicros: bigint }, at: Date): Item {
  const cash = cashOf(opening.chain)
  const legs =
    opening.usdtMicros > 0n ? move(cash, suspense, opening.usdtMicros) : move(suspense, cash, -opening.usdtMicros)
  return {
    id: derivedId(at, 'wallet.opening', opening.chain, opening.address),
    kind: 'wallet.opening',
    phase: 'single',
    reference: `wallet ${opening.address}`,
    occurredAt: at,
    request: { usdtMicros: opening.usdtMicros },
    accounts: legs.map(({ account }) => account),
    decide: () => legs,
  }
}
