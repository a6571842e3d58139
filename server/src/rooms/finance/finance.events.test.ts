import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { anEvent } from '../../../test/chunks.ts'
import type { Arrived } from '../../bridge/index.ts'
import { verifyLedger } from '../../ledger/index.ts'
import {
  at,
  bridge,
  created,
  database,
  openFinance,
  paid,
  person,
  refunded,
  requested,
  walletOf,
  won,
} from './finance.events.fixture.ts'
import { recharges } from './recharges.suite.ts'
import { withdrawals } from './withdrawals.suite.ts'

openFinance()
recharges()
withdrawals()

describe('all events that move money', () => {
  it('agree with a model under random streams', async () => {
    const who = fc.integer({ min: 0, max: 3 })
    const tokens = fc.integer({ min: 1, max: 900 })
    const event = fc.oneof(
      fc.record({ do: fc.constant('recharge' as const), who, tokens }),
      fc.record({ do: fc.constant('gift' as const), who, to: who, tokens }),
      fc.record({ do: fc.constant('text' as const), who, to: who, tokens }),
      fc.record({ do: fc.constant('call' as const), who, to: who, tokens, minutes: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ do: fc.constant('withdraw' as const), who, bonus: fc.constantFrom(1_000, 2_000) }),
      fc.record({ do: fc.constant('refund' as const), which: fc.integer({ min: 0, max: 30 }) }),
      fc.record({ do: fc.constant('won' as const), which: fc.integer({ min: 0, max: 30 }) }),
    )
    let serial = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        async (events, size) => {
          const people = [await person(), await person(), await person({ sex: 'man' }), await person({ sex: 'man' })]
          const model = people.map((_, index) => ({ woman: index < 2, paid: 0, promo: 0, bonus: 0, held: 0, debt: 0 }))
          const orders: { id: string; who: number; tokens: number; back: boolean; won: boolean }[] = []
          const spend = (from: number, to: number, amount: number) => {
            const payer = model[from]!
            if (from === to || payer.paid + payer.promo < amount) return
            const promo = Math.min(payer.promo, amount)
            payer.promo -= promo
            payer.paid -= amount - promo
            if (model[to]!.woman) model[to]!.bonus += Math.floor((amount * 4) / 10)
          }
          const lines: Arrived[] = []
          for (const one of events) {
            const id = `z${serial++}`
            if (one.do === 'recharge') {
              lines.push(created(id, people[one.who]!, one.tokens), paid(id))
              orders.push({ id, who: one.who, tokens: one.tokens, back: false, won: false })
              const buyer = model[one.who]!
              const repaid = Math.min(one.tokens, buyer.debt)
              buyer.debt -= repaid
              buyer.paid += one.tokens - repaid
              model[one.who]!.promo += 50
            } else if (one.do === 'gift' || one.do === 'text') {
              const of = { senderId: people[one.who]!, receiverId: people[one.to]!, tokens: one.tokens }
              lines.push(
                one.do === 'gift'
                  ? anEvent('gift.sent', at(1), { ...of, giftId: 1, count: 1 })
                  : anEvent('text.charged', at(1), of),
              )
              spend(one.who, one.to, one.tokens)
            } else if (one.do === 'call') {
              const [callerId, calleeId] = [people[one.who]!, people[one.to]!]
              lines.push(
                anEvent('call.requested', at(1), {
                  callId: id,
                  callerId,
                  calleeId,
                  kind: 'voice',
                  unitPrice: one.tokens,
                }),
                anEvent('call.ended', at(2), {
                  callId: id,
                  reason: '',
                  seconds: one.minutes * 60,
                  minutes: one.minutes,
                }),
              )
              for (let minute = 0; minute < one.minutes; minute++) spend(one.who, one.to, one.tokens)
            } else if (one.do === 'withdraw') {
              lines.push(requested(one.bonus, id, people[one.who]!))
              const payee = model[one.who]!
              if (payee.bonus - payee.held >= one.bonus) payee.held += one.bonus
            } else {
              const found = orders[one.which % Math.max(1, orders.length)]
              if (!found) continue
              if (one.do === 'won') {
                // Won: the debt is settled first, the rest comes back.
                if (!found.back || found.won) continue
                found.won = true
                lines.push(won(found.id))
                const payer = model[found.who]!
                const settled = Math.min(found.tokens, payer.debt)
                payer.debt -= settled
                payer.paid += found.tokens - settled
                continue
              }
              if (found.back) continue
              found.back = true
              lines.push(refunded(found.id, 'chargeback'))
              const payer = model[found.who]!
              const reversed = Math.min(found.tokens, payer.paid)
              payer.paid -= reversed
              payer.debt += found.tokens - reversed
            }
          }
          for (let from = 0; from < lines.length; from += size) await bridge.send(lines.slice(from, from + size))
          for (const [index, { woman: _, ...expected }] of model.entries())
            expect(await walletOf(people[index])).toEqual(
              Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, BigInt(value)])),
            )
        },
      ),
      { numRuns: 25 },
    )
    expect(await verifyLedger(database)).toEqual([])
    const { rows } = await sql`select currency from ledger.entry group by currency having sum(amount) <> 0`.execute(
      database,
    )
    expect(rows).toEqual([])
    // Debts in rows equal the ledger's.
    const owed = await sql`
      select a.owner from ledger.account a
       where a.purpose = 'debt' and -a.posted <> (select coalesce(sum(c.owed_tokens), 0) from finance.chargeback c
                                                   where 'user:' || c.user_id = a.owner)`.execute(database)
    expect(owed.rows).toEqual([])
  })

  it('keep deferred revenue equal to the value of the wallets', async () => {
    const { rows } = await sql<{ deferred: bigint; behind: bigint }>`
      select (select coalesce(sum(e.amount), 0)::bigint from ledger.entry e join ledger.account a on a.id = e.account_id
               where a.purpose = 'deferredTokens') as deferred,
             (select coalesce(sum(cost_micros), 0)::bigint from ledger.account) as behind`.execute(database)
    expect(rows[0]?.deferred).toBe(rows[0]?.behind)
  })
})
