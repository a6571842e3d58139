// The platform's side of a payment. Pure.
import { type Leg, ofPlatform } from '../../../ledger/index.ts'
import type { PaidOnChain } from './payouts.source.ts'

const bank = ofPlatform('cash.bank', 'USD')
const [fxUsd, fxUsdt] = [ofPlatform('fx', 'USD'), ofPlatform('fx', 'USDT')]

/** Millionths of a USDT for millionths of a dollar, rounded down; `usdtCents` is the value of 1 USDT in cents. */
export const usdtMicrosOf = (usdMicros: bigint, usdtCents: number): bigint => (usdMicros * 100n) / BigInt(usdtCents)

/**
 * From a chain's wallet if the chain proves it; everything else, by hand or by file, from the bank. So `cash.usdt.*` equals the watched
 * addresses. Sums to `micros` of USD.
 */
export function paidFrom(onChain: PaidOnChain | null, micros: bigint): Leg[] {
  if (onChain === null) return [{ account: bank, amount: micros }]
  const { chain, usdtMicros } = onChain
  return [
    { account: fxUsd, amount: micros },
    { account: fxUsdt, amount: -usdtMicros },
    { account: ofPlatform(`cash.usdt.${chain}`, 'USDT'), amount: usdtMicros },
  ]
}
