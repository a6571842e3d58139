// Events of recharges. Run by `finance.events.test.ts`, on its database.
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { anEvent } from '../../../test/chunks.ts'
import type { Arrived } from '../../bridge/index.ts'
import {
  at,
  bridge,
  created,
  database,
  failed,
  order,
  orderRow,
  paid,
  person,
  refunded,
  returnsOf,
  usdOf,
  user,
  walletOf,
} from './finance.events.fixture.ts'

export function recharges(): void {
  describe('a recharge', () => {
    it('brings the tokens with their price behind them, the gift, and the gateway’s fee', async () => {
      const [, verdict] = await bridge.send([created(), paid()])
      expect(verdict).toEqual({
        result: { balances: [{ userId: user, paidTokens: 1_000, promoTokens: 50, bonus: 0 }] },
      })
      expect(await orderRow()).toMatchObject({
        state: 'success',
        first_recharge: true,
        fee_usd_cents: 30n,
        paid_at: at(1),
      })
      expect(await usdOf(`order ${order}`)).toEqual({
        'cash.gateway': -9_700_000n,
        deferredTokens: 10_000_000n,
        feeCost: -300_000n,
      })
      const { rows } =
        await sql`select cost_micros from ledger.account where owner = ${`user:${user}`} and purpose = 'paid'`.execute(
          database,
        )
      expect(rows).toEqual([{ cost_micros: 10_000_000n }])
    })

    it('paid before it is created waits for its order', async () => {
      expect(await bridge.send([paid()])).toEqual([{ result: { pending: true } }])
      expect(await bridge.send([created()])).toMatchObject([{ result: { balances: [{ paidTokens: 1_000 }] } }])
      expect(await walletOf()).toMatchObject({ paid: 1_000n, promo: 50n })
    })

    it('of an unknown user, or repeated with other data, is refused', async () => {
      expect(await bridge.send([created('ox', 999_999), created(), created(), created(order, user, 9)])).toMatchObject([
        { refuse: 21001 },
        {},
        {},
        { refuse: 10027 },
      ])
    })

    it('refunded is taken back up to the balance; the rest is owed, and the next recharge repays it first', async () => {
      const friend = await person()
      await bridge.send([created(), paid()])
      await bridge.send([
        anEvent('gift.sent', at(2), { giftId: 1, senderId: user, receiverId: friend, count: 1, tokens: 450 }),
        refunded(order, 'chargeback'),
      ])
      expect(await walletOf()).toMatchObject({ paid: 0n, promo: 0n, debt: 400n })
      expect(await orderRow()).toMatchObject({ refund: 'chargeback', debt_tokens: 400n })
      expect(await usdOf(`order ${order}`)).toEqual({
        'cash.gateway': 300_000n,
        deferredTokens: 4_000_000n,
        chargebackLoss: -4_000_000n,
        feeCost: -300_000n,
      })
      await bridge.send([created(`${order}b`), paid(`${order}b`, 20)])
      expect(await walletOf()).toMatchObject({ paid: 600n, debt: 0n })
    })

    it('ends in the same state for any order of events', async () => {
      let round = 0
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
          fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
          async (sequence, cuts) => {
            const visitor = await person()
            const id = `r${round++}`
            const story = [created(id, visitor), paid(id), failed(id), refunded(id)]
            let part: Arrived[] = []
            for (const [place, index] of sequence.entries()) {
              part.push(story[index]!)
              if (!cuts[place]) continue
              await bridge.send(part)
              part = []
            }
            await bridge.send([...part, story[sequence[0]!]!])
            const { recharge_id, ...row } = await orderRow(id)
            expect(recharge_id).not.toBeNull()
            expect(await returnsOf(id)).toMatchObject([
              { kind: 'refund', at: at(3), counts: true, transfer_id: expect.any(String) },
            ])
            expect(row).toMatchObject({
              state: 'success',
              refund: 'refund',
              failure_reason: '',
              first_recharge: true,
              created_at: at(0),
              paid_at: at(1),
              failed_at: at(2),
              refunded_at: at(3),
              debt_tokens: 0n,
            })
            expect(await walletOf(visitor)).toMatchObject({ paid: 0n, promo: 50n, debt: 0n })
          },
        ),
        { numRuns: 30 },
      )
    })

    it('is returned again after a chargeback that was won; in any order of events', async () => {
      let round = 0
      const back = (id: string, second: number, kind: 'refund' | 'chargeback', outcome?: 'reversed') =>
        anEvent('recharge.refunded', at(second), { orderId: id, kind, ...(outcome && { outcome }) })
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }),
          fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
          fc.boolean(),
          async (sequence, cuts, isWonTwice) => {
            const visitor = await person()
            const id = `n${round++}`
            const story = [
              created(id, visitor),
              paid(id),
              back(id, 3, 'chargeback'),
              back(id, 4, 'chargeback', 'reversed'),
              back(id, 5, 'chargeback'),
              ...(isWonTwice
                ? [back(id, 6, 'chargeback', 'reversed'), back(id, 7, 'refund')]
                : [failed(id), failed(id)]),
            ]
            let part: Arrived[] = []
            for (const [place, index] of sequence.entries()) {
              part.push(story[index]!)
              if (!cuts[place]) continue
              await bridge.send(part)
              part = []
            }
            await bridge.send([...part, story[sequence[0]!]!])
            const returns = await returnsOf(id)
            expect(
              returns.map(({ kind, at: moment, counts, reversed_at }) => [kind, moment, counts, reversed_at]),
            ).toEqual([
              ['chargeback', at(3), true, at(4)],
              ['chargeback', at(5), true, isWonTwice ? at(6) : null],
              ...(isWonTwice ? [['refund', at(7), true, null]] : []),
            ])
            expect(
              returns.flatMap(({ transfer_id, reversed_at, reverse_id }) => [transfer_id, reversed_at && reverse_id]),
            ).toEqual(
              isWonTwice
                ? [
                    expect.any(String),
                    expect.any(String),
                    expect.any(String),
                    expect.any(String),
                    expect.any(String),
                    null,
                  ]
                : [expect.any(String), expect.any(String), expect.any(String), null],
            )
            expect(await orderRow(id)).toMatchObject(
              isWonTwice
                ? { refund: 'refund', refunded_at: at(7), reversed_at: null }
                : { refund: 'chargeback', refunded_at: at(5), reversed_at: null },
            )
            expect(await walletOf(visitor)).toMatchObject({ paid: 0n, promo: 50n, debt: 0n })
            expect(await usdOf(`order ${id}`)).toMatchObject({ 'cash.gateway': 300_000n })
          },
        ),
        { numRuns: 40 },
      )
    })

    it('is the user’s first by time of payment, not of arrival', async () => {
      await bridge.send([created('f2', user), paid('f2', 500)])
      await bridge.send([created('f3', user), paid('f3', 600)])
      expect(await orderRow('f2')).toMatchObject({ first_recharge: true })
      await bridge.send([created('f1', user), paid('f1', 400)])
      expect((await Promise.all(['f1', 'f2', 'f3'].map(orderRow))).map((row) => row.first_recharge)).toEqual([
        true,
        false,
        false,
      ])
    })
  })
}
