// Suggested owners of deposits: what speaks for one more never speaks less for it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Asked,
  askedPoints,
  isNear,
  mostSuggestions,
  type PaidBefore,
  suggest,
  type Unowned,
} from './deposit.suggest.ts'

const noon = new Date('2026-11-29T12:00:00Z')
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)
const deposit: Unowned = { usdtMicros: 60_000_000n, at: noon, addressOwner: null }
const owner = fc.record({
  kind: fc.constantFrom('user' as const, 'agent' as const),
  id: fc.integer({ min: 1, max: 6 }),
})
const asked = fc.record({
  owner,
  orderId: fc.uuid(),
  usdtMicros: fc.bigInt({ min: 50_000_000n, max: 70_000_000n }),
  at: fc.integer({ min: -2_000, max: 100 }).map(minutes),
})
const before = fc.uniqueArray(fc.record({ owner, deposits: fc.integer({ min: 1, max: 9 }) }), {
  selector: ({ owner: o }) => `${o.kind} ${o.id}`,
  maxLength: 4,
})
const world = fc.record({ all: fc.array(asked, { maxLength: 12 }), wallets: before, address: fc.option(owner) })

test('Olivia asked for the same amount four minutes earlier: she comes first', () => {
  const order = (id: number, usdt: number, at: number): Asked => ({
    owner: { kind: 'user', id },
    orderId: `o-${id}`,
    usdtMicros: BigInt(usdt) * 1_000_000n,
    at: minutes(at),
  })
  const found = suggest(deposit, [order(1, 60, -600), order(2, 60, -4), order(3, 59, -1), order(4, 30, -1)], [])
  expect(found.map(({ owner: { id } }) => id)).toEqual([2, 1, 3])
  expect(found[0]).toMatchObject({ minutes: 4, by: ['amount'], asked: { orderId: 'o-2' } })
  expect(suggest(deposit, [], [])).toEqual([])
})

test('its order does not depend on the order of what is found; each owner once, at most five, scores from 1 to 99', () => {
  fc.assert(
    fc.property(world, ({ all, wallets, address }) => {
      const of = { ...deposit, addressOwner: address }
      const found = suggest(of, all, wallets)
      expect(suggest(of, all.toReversed(), wallets.toReversed())).toEqual(found)
      expect(new Set(found.map(({ owner: o }) => `${o.kind} ${o.id}`)).size).toBe(found.length)
      expect(found.length).toBeLessThanOrEqual(mostSuggestions)
      for (const [at, one] of found.entries()) {
        expect(one.score).toBeGreaterThan(0)
        expect(one.score).toBeLessThanOrEqual(Math.min(99, found[at - 1]?.score ?? 99))
        expect(one.by.length).toBeGreaterThan(0)
        expect(one.by.some((by) => by === 'amount' || by === 'nearAmount')).toBe(one.asked !== null)
        if (one.asked) expect(isNear(one.asked.usdtMicros, of.usdtMicros)).toBe(true)
      }
    }),
  )
})

test('an equal amount says more than a near one, a near one more than another; closer in time says no less', () => {
  fc.assert(
    fc.property(asked, fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 2_000 }), (one, some, more) => {
      const at = (ago: number) => askedPoints(deposit, { ...one, at: minutes(-ago) })
      expect(at(some)).toBeGreaterThanOrEqual(at(some + more))
      const exact = askedPoints(deposit, { ...one, usdtMicros: deposit.usdtMicros })
      expect(exact).toBeGreaterThanOrEqual(askedPoints(deposit, one))
      if (!isNear(one.usdtMicros, deposit.usdtMicros)) expect(askedPoints(deposit, one)).toBe(0)
    }),
  )
})

test('a wallet that paid for one owner before, and the address of one, never speak against them', () => {
  const scoreOf = (of: Unowned, all: readonly Asked[], wallets: readonly PaidBefore[], kind: string, id: number) =>
    suggest(of, all, wallets).find(({ owner: o }) => o.kind === kind && o.id === id)?.score ?? 0
  fc.assert(
    fc.property(world, owner, ({ all }, who) => {
      const alone = all.filter(({ owner: o }) => o.kind === who.kind && o.id === who.id)
      const without = scoreOf(deposit, alone, [], who.kind, who.id)
      const wallet = [{ owner: who, deposits: 1 }]
      expect(scoreOf(deposit, alone, wallet, who.kind, who.id)).toBeGreaterThanOrEqual(without)
      expect(scoreOf({ ...deposit, addressOwner: who }, alone, [], who.kind, who.id)).toBeGreaterThan(without)
    }),
  )
})
