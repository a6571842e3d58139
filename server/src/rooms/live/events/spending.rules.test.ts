import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bonus, type Leg, paid, promo } from '../../../ledger/index.ts'
import { earnedBy, movedBy, usdOf } from './spending.rules.ts'

const legs = (of: { paid: bigint; promo: bigint; costMicros: bigint; bonus: bigint }): Leg[] => [
  { account: promo(1n), amount: -of.promo },
  { account: paid(1n), amount: -of.paid, costMicros: -of.costMicros },
  { account: bonus(2n), amount: of.bonus },
]
const usd = (of: Parameters<typeof legs>[0]) =>
  Object.fromEntries(usdOf(legs(of), 100).map((leg) => [leg.account.purpose, leg.amount]))

const rates = { shareBp: 4_000, bonusPerUsd: 100 }

describe('bonus', () => {
  it('is a share of all tokens, rounded down, for women only', () => {
    expect(earnedBy('woman', 99n, rates).bonus).toBe(39n)
    expect(earnedBy('woman', 2n, rates).bonus).toBe(0n)
    expect(earnedBy('man', 99n, rates).bonus).toBe(0n)
    expect(earnedBy('none', 99n, rates).bonus).toBe(0n)
    expect(earnedBy(undefined, 99n, rates).bonus).toBe(0n)
  })
})

describe('the USD legs', () => {
  it('are revenue from the paid tokens, and a liability of 1 cent for each bonus', () => {
    expect(usd({ paid: 75n, promo: 25n, costMicros: 750_000n, bonus: 40n })).toEqual({
      deferredTokens: -750_000n,
      revenue: 750_000n,
      anchorCost: -300_000n,
      promoCost: -100_000n,
      bonusLiability: 400_000n,
    })
  })
  it('use the rate of the parameter, rounded down to a micro', () => {
    const owed = (amount: bigint, bonusPerUsd: number) =>
      usdOf(legs({ paid: 1n, promo: 0n, costMicros: 0n, bonus: amount }), bonusPerUsd).find(
        (leg) => leg.account.purpose === 'bonusLiability',
      )?.amount
    expect([owed(40n, 100), owed(40n, 200), owed(40n, 300)]).toEqual([400_000n, 200_000n, 133_333n])
  })
  it('are empty for promotional tokens spent on a man', () => {
    expect(usd({ paid: 0n, promo: 25n, costMicros: 0n, bonus: 0n })).toEqual({})
  })
  it('always sum to zero, and the liability covers all of the bonus', () => {
    const amount = fc.bigInt(0n, 1_000_000n)
    fc.assert(
      fc.property(fc.record({ paid: amount, promo: amount, costMicros: amount, bonus: amount }), (any) => {
        // Without paid tokens there is no deferred revenue.
        const of = any.paid === 0n ? { ...any, costMicros: 0n } : any
        const all = usdOf(legs(of), 100)
        expect(all.reduce((sum, leg) => sum + leg.amount, 0n)).toBe(0n)
        expect(all.find((leg) => leg.account.purpose === 'bonusLiability')?.amount ?? 0n).toBe(of.bonus * 10_000n)
        expect(movedBy(legs(of))).toEqual(of)
      }),
    )
  })
})
