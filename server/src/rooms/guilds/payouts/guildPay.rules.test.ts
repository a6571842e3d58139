import fc from 'fast-check'
import { expect, test } from 'vitest'
import { duesOf, openOf, partsOf, type Week } from './guildPay.rules.ts'

const weeks = (...cents: number[]): Week[] =>
  cents.map((payable, at) => ({ id: at + 1, payableCents: BigInt(payable) }))
const all = (list: readonly Week[]) => new Set(list.map(({ id }) => id))
const dues = (list: Week[], chosen: number[], posted: number, reserved = 0) =>
  duesOf(list, new Set(chosen), { postedCents: BigInt(posted), reservedCents: BigInt(reserved) }).map((due) =>
    'cents' in due ? Number(due.cents) : due.refused.slice('payout.'.length),
  )

test('the remainder belongs to the newest weeks', () => {
  const open = (left: number) =>
    [...openOf(weeks(100, 50, 70), BigInt(left))].toSorted(([a], [b]) => a - b).map(([, cents]) => Number(cents))
  expect([open(220), open(150), open(120), open(70), open(0)]).toEqual([
    [100, 50, 70],
    [30, 50, 70],
    [0, 50, 70],
    [0, 0, 70],
    [0, 0, 0],
  ])
})

test('a week is paid with or after older ones, less what requests hold', () => {
  const list = weeks(100, 50, 70)
  expect(dues(list, [1], 220)).toEqual([100])
  expect(dues(list, [1, 2, 3], 220)).toEqual([100, 50, 70])
  expect(dues(list, [2], 220)).toEqual(['olderUnpaid'])
  expect(dues(list, [1, 3], 220)).toEqual([100, 'olderUnpaid'])
  expect(dues(list, [1], 120)).toEqual(['paid'])
  expect(dues(list, [2, 3], 120)).toEqual([50, 70])
  // Requests hold the oldest money.
  expect(dues(list, [1, 2], 220, 60)).toEqual([40, 50])
  expect(dues(list, [1, 2], 220, 100)).toEqual(['requested', 50])
  expect(dues(weeks(0, 30), [1, 2], 30)).toEqual(['paid', 30])
})

test('any choice: no more is due than available, and paying everything leaves nothing', () => {
  const amount = fc.integer({ min: 0, max: 500 })
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 8 }),
      fc.nat(),
      fc.nat(),
      fc.func(fc.boolean()),
      (cents, a, b, pick) => {
        const list = weeks(...cents)
        const total = cents.reduce((sum, one) => sum + one, 0)
        const posted = total === 0 ? 0 : a % (total + 1)
        const reserved = posted === 0 ? 0 : b % (posted + 1)
        const chosen = list.filter(({ id }) => pick(id)).map(({ id }) => id)
        const held = { postedCents: BigInt(posted), reservedCents: BigInt(reserved) }
        const sum = (ids: ReadonlySet<number>) =>
          duesOf(list, ids, held).reduce((all, due) => all + ('cents' in due ? due.cents : 0n), 0n)
        expect(sum(new Set(chosen)) <= BigInt(posted - reserved)).toBe(true)
        expect(sum(all(list))).toBe(BigInt(posted - reserved))
      },
    ),
  )
})

test('the weeks that draws paid are those that are not open any more', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(amounts, amounts, (payables, wanted) => {
      const list = weeks(...payables)
      let left = payables.reduce((sum, one) => sum + one, 0)
      const draws = wanted.map((cents, at) => {
        const drawn = Math.min(cents, left)
        left -= drawn
        return { id: String(at), cents: BigInt(drawn) }
      })
      const parts = partsOf(list, draws)
      for (const { id, cents } of draws) expect(parts.get(id)!.reduce((sum, part) => sum + part.cents, 0n)).toBe(cents)
      const paid = (week: number) =>
        [...parts.values()].flat().reduce((sum, part) => (part.id === week ? sum + part.cents : sum), 0n)
      const open = openOf(list, BigInt(left))
      for (const { id, payableCents } of list) expect(paid(id)).toBe(payableCents - open.get(id)!)
    }),
    { numRuns: 200 },
  )
})
