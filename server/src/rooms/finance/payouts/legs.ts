// The platform's side of a payment. Pure.
import { type Leg, ofPlatform } from '../../../ledger/index.ts'
import type { AccountKind } from '../accounts/rules.ts'

const bank = ofPlatform('cash.bank', 'USD')
const [fxUsd, fxUsdt] = [ofPlatform('fx', 'USD'), ofPlatform('fx', 'USDT')]

/** From the bank, or from the chain's wallet; 1 USDT is 1 USD (product.md section 9). Sums to `micros` of USD. */
export function paidFrom(kind: AccountKind, micros: bigint): Leg[] {
  if (kind === 'bank' || kind === 'e-wallet') return [{ account: bank, amount: micros }]
  return [
    { account: fxUsd, amount: micros },
    { account: fxUsdt, amount: -micros },
    { account: ofPlatform(`cash.${kind}`, 'USDT'), amount: micros },
  ]
}
