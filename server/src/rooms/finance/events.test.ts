import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anEvent, openChunks } from '../../../test/chunks.ts'
import { freshDatabase } from '../../../test/database.ts'
import { testSeals } from '../../../test/seals.ts'
import type { Arrived } from '../../bridge/index.ts'
import { type Database, inTransaction, openDatabase } from '../../kit/database.ts'
import { balancesOfUsers, verifyLedger } from '../../ledger/index.ts'
import { openParams, type Params } from '../../params/index.ts'
import { liveHandlers } from '../live/index.ts'
import { financeHandlers, holdForBan, releaseAfterBan } from './index.ts'

let database: Database
let params: Params
let bridge: ReturnType<typeof openChunks>
const now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 6 })
  params = await openParams(database, 60_000)
  bridge = openChunks(
    database,
    [...liveHandlers({ params }), ...financeHandlers({ params, seals: testSeals })],
    () => now,
  )
})
afterAll(async () => {
  expect(await verifyLedger(database)).toEqual([])
  params.close()
  await database.destroy()
})

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 10) + seconds * 1_000)
let last = 5_000
let user = 0
let order = ''
async function person(more: { sex?: string; state?: string; market_audit?: boolean } = {}): Promise<number> {
  const id = ++last
  await database
    .insertInto('users.app_user')
    .values({ id: BigInt(id), nickname: `Person ${id}`, sex: 'woman', created_at: now, ...more })
    .execute()
  return id
}
beforeEach(async () => {
  user = await person()
  order = `o${user}`
})

const created = (orderId = order, userId = user, tokens = 1_000, second = 0) =>
  anEvent('recharge.created', at(second), {
    orderId,
    userId,
    product: 'coins',
    tokens,
    promoTokens: 50,
    usdCents: tokens,
    gateway: 'card',
  })
const paid = (orderId = order, second = 1) =>
  anEvent('recharge.paid', at(second), { orderId, gatewayReference: 'g1', feeUsdCents: 30 })
const failed = (orderId = order) => anEvent('recharge.failed', at(2), { orderId, reason: 'declined' })
const refunded = (orderId = order, kind: 'refund' | 'chargeback' = 'refund') =>
  anEvent('recharge.refunded', at(3), { orderId, kind })
const account = {
  kind: 'bank',
  holder: 'Mei',
  bankName: 'Commerzbank',
  accountNumber: 'DE89 3704 0044 0532 0130 00',
} as const
const won = (orderId: string) =>
  anEvent('recharge.refunded', at(4), { orderId, kind: 'chargeback', outcome: 'reversed' })
const requested = (bonus: number, withdrawalId = `w${user}`, userId = user) =>
  anEvent('withdrawal.requested', at(9), { withdrawalId, userId, bonus, account })

const walletOf = async (userId = user) => {
  const found = (await balancesOfUsers(database, [BigInt(userId)])).get(BigInt(userId))
  return {
    paid: found?.paidTokens ?? 0n,
    promo: found?.promoTokens ?? 0n,
    bonus: found?.bonus ?? 0n,
    held: found?.reservedBonus ?? 0n,
    debt: found?.debtTokens ?? 0n,
  }
}
const orderRow = (id = order) =>
  database.selectFrom('finance.recharge_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const usdOf = async (reference: string) => {
  const { rows } = await sql<{ purpose: string; amount: bigint }>`
    select a.purpose, sum(e.amount)::bigint as amount from ledger.entry e
      join ledger.transfer t on t.id = e.transfer_id join ledger.account a on a.id = e.account_id
     where t.reference = ${reference} and e.currency = 'USD' group by 1`.execute(database)
  return Object.fromEntries(rows.map(({ purpose, amount }) => [purpose, amount]))
}
/** Bonus, earned by a gift from a user with enough tokens. */
async function earn(bonus: number, userId = user): Promise<void> {
  const giver = await person({ sex: 'man' })
  const tokens = (bonus * 10) / 4
  await bridge.send([
    created(`g${giver}`, giver, tokens),
    paid(`g${giver}`),
    anEvent('gift.sent', at(2), { giftId: 1, senderId: giver, receiverId: userId, count: 1, tokens }),
  ])
}

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
          const { recharge_id, refund_id, ...row } = await orderRow(id)
          expect([recharge_id, refund_id]).not.toContain(null)
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

describe('a withdrawal', () => {
  it('holds the bonus until finance decides', async () => {
    await earn(3_000)
    expect(await bridge.send([requested(2_000)])).toEqual([
      { result: { balances: [{ userId: user, paidTokens: 0, promoTokens: 0, bonus: 3_000 }] } },
    ])
    expect(await walletOf()).toMatchObject({ bonus: 3_000n, held: 2_000n })
    const row = await database
      .selectFrom('finance.withdrawal')
      .selectAll()
      .where('id', '=', `w${user}`)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'in review', held: '', usd_cents: 2_000n, bonus: 2_000n })
    expect(await bridge.send([requested(2_000, 'another')])).toEqual([{ refuse: 60002 }])
    expect(await bridge.send([requested(1_000)])).toMatchObject([{ refuse: 10027 }])
  })

  it('is refused below 10 USD, between steps, to store reviewers and to anchors paid by their guild', async () => {
    await earn(10_000)
    const reviewer = await person({ market_audit: true })
    const verdicts = await bridge.send([
      requested(900, 'a'),
      requested(1_500, 'b'),
      requested(1_000, 'c', reviewer),
      requested(1_000, 'd', 999_999),
    ])
    expect(verdicts.map((verdict) => ('refuse' in verdict ? verdict.refuse : 0))).toEqual([
      1000002, 1000002, 1000002, 21001,
    ])
    const guild = await database
      .insertInto('guilds.guild')
      .values({
        name: `Guild ${user}`,
        leader_user_id: BigInt(reviewer),
        leader_name: '',
        leader_email: '',
        area_code: '1',
        phone: String(user),
        registered_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const member = { guild_id: guild.id, user_id: BigInt(user), since: now }
    await database
      .insertInto('guilds.member')
      .values({ ...member, state: 'active' })
      .execute()
    expect(await bridge.send([requested(1_000, 'e')])).toMatchObject([{ refuse: 1000002 }])
    await database
      .updateTable('guilds.guild')
      .set({ settlement_method: 'anchor withdrawal' })
      .where('id', '=', guild.id)
      .execute()
    expect(await bridge.send([requested(1_000, 'f')])).toMatchObject([{ result: {} }])
  })

  it('leaves what a guild will be paid for, also after leaving; earlier bonus stays the anchor’s', async () => {
    await earn(4_000)
    const balance = Number((await balancesOfUsers(database, [BigInt(user)])).get(BigInt(user))!.bonus)
    // Everything folded.
    await sql`
      insert into kit.reader (name, boundary) values ('guilds.figures', '9000000000000000000')
      on conflict (name) do update set boundary = excluded.boundary`.execute(database)
    const { rows } = await sql<{ id: number }>`
      insert into guilds.guild (name, leader_user_id, leader_name, leader_email, area_code, phone, registered_at, state)
      values (${`Pickup ${user}`}, ${user}, '', '', '1', ${`9${user}`}, ${now}, 'normal') returning id`.execute(
      database,
    )
    const guildId = rows[0]!.id
    await sql`insert into guilds.member (guild_id, user_id, state, since) values (${guildId}, ${user}, 'active', ${now})`.execute(
      database,
    )
    const theirs = balance - (balance % 1_000) - 1_000
    await sql`
      insert into guilds.anchor_week (guild_id, week, user_id, gift_bonus)
      values (${guildId}, '2026-11-16', ${user}, ${balance - theirs})`.execute(database)
    expect(await bridge.send([requested(theirs + 1_000, 'p1')])).toMatchObject([{ refuse: 1000002 }])
    expect(await bridge.send([requested(theirs, 'p2')])).toMatchObject([{ result: {} }])
    await sql`update guilds.member set state = 'left', ends_at = ${now} where user_id = ${user}`.execute(database)
    expect(await bridge.send([requested(1_000, 'p3')])).toMatchObject([{ refuse: 60002 }])
    await sql`delete from kit.reader where name = 'guilds.figures'`.execute(database)
  })

  it('keeps its USD value: a new bonus_per_usd applies from then on and revalues nothing', async () => {
    await earn(4_000)
    const inUsd = async () => {
      const { rows } = await sql<{ purpose: string; amount: string }>`
        select a.purpose, sum(e.amount)::text as amount
          from ledger.entry e join ledger.account a on a.id = e.account_id
         where a.currency = 'USD' group by 1 order by 1`.execute(database)
      return rows
    }
    const booked = await inUsd()
    await bridge.send([requested(1_000, 'before')])
    const row = { type: 'integer', built_in: true, updated_at: now, updated_by: 'test', version: 2 }
    await database
      .insertInto('system.param')
      .values({ ...row, key: 'bonus_per_usd', value: '200' })
      .execute()
    await params.refresh()
    try {
      await bridge.send([requested(2_000, 'after')])
      const rows = await database
        .selectFrom('finance.withdrawal')
        .select(['id', 'usd_cents'])
        .where('user_id', '=', BigInt(user))
        .orderBy('requested_at')
        .orderBy('id', 'desc')
        .execute()
      expect(rows).toEqual([
        { id: 'before', usd_cents: 1_000n },
        { id: 'after', usd_cents: 1_000n },
      ])
      expect(await inUsd()).toEqual(booked)
    } finally {
      await database.deleteFrom('system.param').where('key', '=', 'bonus_per_usd').execute()
      await params.refresh()
    }
  })

  it('is suspended by a ban, before or after the request, and continues when the ban ends', async () => {
    await earn(5_000)
    await bridge.send([requested(1_000, 'k1')])
    const effect = <R>(work: (tx: Parameters<typeof holdForBan>[0]) => Promise<R>) => inTransaction(database, work)
    expect(await effect((tx) => holdForBan(tx, now, [BigInt(user)], 'fraud'))).toEqual([
      {
        type: 'withdrawal.changed',
        subject: `user:${user}`,
        data: { withdrawalId: 'k1', userId: user, state: 'in review', reason: 'fraud' },
      },
    ])
    expect(await effect((tx) => holdForBan(tx, now, [BigInt(user)], 'fraud'))).toEqual([])
    await database.updateTable('users.app_user').set({ state: 'ban ID' }).where('id', '=', BigInt(user)).execute()
    expect(await bridge.send([requested(1_000, 'k2')])).toMatchObject([{ result: { held: true } }])
    const held = async () =>
      (
        await database
          .selectFrom('finance.withdrawal')
          .select('held')
          .where('user_id', '=', BigInt(user))
          .orderBy('id')
          .execute()
      ).map((row) => row.held)
    expect(await held()).toEqual(['fraud', 'banned'])
    expect(await effect((tx) => releaseAfterBan(tx, now, [BigInt(user)]))).toHaveLength(2)
    expect(await held()).toEqual(['', ''])
  })
})

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
