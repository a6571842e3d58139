import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import { anEvent } from '../../../../test/chunks.ts'
import type { Arrived } from '../../../bridge/index.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { endForBan } from '../index.ts'
import { broadcasts } from './broadcasts.suite.ts'
import { gifts } from './gifts.suite.ts'
import {
  answered,
  at,
  bridge,
  callRow,
  database,
  deal,
  ended,
  letPass,
  man,
  minute,
  name,
  now,
  openLive,
  params,
  person,
  requested,
  sessionRow,
  splitting,
  sweep,
  walletOf,
  woman,
} from './live.events.fixture.ts'

openLive()
gifts()
broadcasts()

describe('a call', () => {
  it('holds a minute before it starts and posts it when it is reported', async () => {
    expect(await bridge.send([requested(), answered()])).toMatchObject([{}, { result: { nextMinute: true } }])
    expect(await walletOf(man)).toEqual({ paid: 1_000n, held: 60n, bonus: 0n })
    expect(await bridge.send([minute(1)])).toMatchObject([{ result: { nextMinute: true } }])
    expect(await walletOf(man)).toEqual({ paid: 940n, held: 60n, bonus: 0n })
    expect(await walletOf(woman)).toMatchObject({ bonus: 24n })
    await bridge.send([ended(90)])
    expect(await walletOf(man)).toEqual({ paid: 880n, held: 0n, bonus: 0n })
    expect(await callRow()).toMatchObject({ tokens: 120n, bonus: 48n, seconds: 90, minute_held: null, hold_id: null })
  })

  it('costs nothing under 10 seconds', async () => {
    await bridge.send([requested(), answered()])
    await bridge.send([ended(9)])
    expect(await walletOf(man)).toEqual({ paid: 1_000n, held: 0n, bonus: 0n })
    await bridge.send([requested(60, 'short'), answered('short'), ended(9, 'short')])
    expect(await walletOf(man)).toEqual({ paid: 1_000n, held: 0n, bonus: 0n })
    expect(await callRow('short')).toMatchObject({ tokens: 0n, minutes_missed: [] })
  })

  it('can’t be answered without a covered minute', async () => {
    expect(await bridge.send([requested(1_001)])).toEqual([{}])
    expect(await bridge.send([answered()])).toMatchObject([{ refuse: 60001 }])
    expect(await callRow()).toMatchObject({ answered_at: null, minute_held: null })
    expect(await walletOf(man)).toEqual({ paid: 1_000n, held: 0n, bonus: 0n })
  })

  it('that nobody answered costs nothing and has no length, whatever its end reports; a late answer settles it', async () => {
    await bridge.send([requested()])
    await bridge.send([ended(60)])
    expect(await walletOf(man)).toEqual({ paid: 1_000n, held: 0n, bonus: 0n })
    expect(await walletOf(woman)).toMatchObject({ bonus: 0n })
    expect(await callRow()).toMatchObject({ answered_at: null, seconds: 0, tokens: 0n, minutes_missed: [] })
    await bridge.send([answered()])
    expect(await walletOf(man)).toEqual({ paid: 940n, held: 0n, bonus: 0n })
    expect(await callRow()).toMatchObject({ seconds: 60, tokens: 60n, bonus: 24n })
    // A refused answer is none.
    await bridge.send([requested(1_001, 'poor')])
    expect(await bridge.send([answered('poor')])).toMatchObject([{ refuse: 60001 }])
    await bridge.send([ended(60, 'poor')])
    expect(await callRow('poor')).toMatchObject({ answered_at: null, seconds: 0, tokens: 0n, minutes_missed: [] })
  })

  it('reports when the next minute is not covered, charges what is, and collects no more', async () => {
    await bridge.send([requested(400), answered()])
    expect(await bridge.send([minute(1)])).toMatchObject([{ result: { nextMinute: true } }])
    expect(await bridge.send([minute(2)])).toMatchObject([{ result: { nextMinute: false } }])
    expect(await walletOf(man)).toEqual({ paid: 200n, held: 0n, bonus: 0n })
    await bridge.send([minute(3)])
    expect(await callRow()).toMatchObject({ tokens: 800n, minutes_missed: [3] })
    await bridge.send([ended(200)])
    expect(await callRow()).toMatchObject({ tokens: 800n, minutes_missed: [3, 4] })
    expect(await walletOf(man)).toEqual({ paid: 200n, held: 0n, bonus: 0n })
  })

  it('retries uncovered minutes at its end', async () => {
    await bridge.send([requested(600), answered()])
    await bridge.send([minute(1)])
    await bridge.send([minute(2)])
    expect(await callRow()).toMatchObject({ tokens: 600n, minutes_missed: [2] })
    await bridge.send([
      anEvent('recharge.created', at(100), {
        orderId: `p${man}`,
        userId: man,
        product: '',
        tokens: 500,
        promoTokens: 0,
        usdCents: 500,
        gateway: 'card',
      }),
      anEvent('recharge.paid', at(100), { orderId: `p${man}`, gatewayReference: '', feeUsdCents: 0 }),
    ])
    await bridge.send([ended(120)])
    expect(await callRow()).toMatchObject({ tokens: 1_200n, minutes_missed: [] })
  })

  it('has the same result if all its events are in one chunk, without holds that would be posted immediately', async () => {
    await bridge.send([requested(), answered(), minute(1), minute(2), ended(150)])
    expect(await walletOf(man)).toEqual({ paid: 820n, held: 0n, bonus: 0n })
    expect(await callRow()).toMatchObject({ tokens: 180n, bonus: 72n, seconds: 150 })
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from ledger.transfer where reference = ${`call ${name}`}`.execute(database)
    expect(rows[0]?.count).toBe(3n)
  })

  it('within one chunk is refused if its first minute is not covered', async () => {
    const verdicts = await bridge.send([requested(1_001), answered(), minute(1), ended(70)])
    expect(verdicts).toMatchObject([{}, { refuse: 60001 }, {}, {}])
    expect(await callRow()).toMatchObject({ answered_at: null, tokens: 0n, minutes_missed: [] })
    expect(await walletOf(man)).toEqual({ paid: 1_000n, held: 0n, bonus: 0n })
  })

  it('is not charged after a refused answer, wherever a chunk ends, though tokens come in between', async () => {
    for (let cuts = 0; cuts < 64; cuts++) {
      const caller = await person('man', 500)
      const id = `late${caller}`
      const order = { userId: caller, product: '', tokens: 5_000, promoTokens: 0, usdCents: 5_000, gateway: 'card' }
      const events = [
        requested(600, id, caller),
        answered(id),
        anEvent('recharge.created', at(6), { orderId: `p${id}`, ...order }),
        anEvent('recharge.paid', at(7), { orderId: `p${id}`, gatewayReference: '', feeUsdCents: 0 }),
        minute(1, id),
        minute(2, id),
        ended(130, id),
      ]
      const chunks: Arrived[][] = [[]]
      for (const [place, event] of events.entries()) {
        chunks.at(-1)!.push(event)
        if ((cuts >> place) & 1) chunks.push([])
      }
      for (const chunk of chunks) await bridge.send(chunk)
      expect(await walletOf(caller), `cuts ${cuts}`).toEqual({ paid: 5_500n, held: 0n, bonus: 0n })
      expect(await callRow(id)).toMatchObject({ answered_at: null, tokens: 0n, minutes_missed: [], minute_held: null })
    }
  })

  it('is answered once in a chunk: after a refused answer another one is refused, and one in a later chunk is not', async () => {
    const caller = await person('man', 500)
    const order = { userId: caller, product: '', tokens: 5_000, promoTokens: 0, usdCents: 5_000, gateway: 'card' }
    const verdicts = await bridge.send([
      requested(600, name, caller),
      answered(),
      anEvent('recharge.created', at(6), { orderId: `p${name}`, ...order }),
      anEvent('recharge.paid', at(7), { orderId: `p${name}`, gatewayReference: '', feeUsdCents: 0 }),
      answered(),
      minute(1),
    ])
    expect(verdicts.filter((verdict) => 'refuse' in verdict)).toEqual([{ refuse: 60001 }, { refuse: 60001 }])
    expect(await walletOf(caller)).toMatchObject({ paid: 5_500n, held: 0n })
    await bridge.send([answered(), ended(70)])
    expect(await walletOf(caller)).toMatchObject({ paid: 5_500n - 1_200n, held: 0n })
  })

  it('with unknown users, oneself, banned users, or sent twice with other content is refused', async () => {
    const banned = await person('man', 500, 'ban device')
    const ask = (callId: string, callerId: number, calleeId: number, unitPrice = 10) =>
      anEvent('call.requested', at(0), { callId, callerId, calleeId, kind: 'voice', unitPrice })
    const verdicts = await bridge.send([
      ask('r1', 999_999, woman),
      ask('r2', man, 999_999),
      ask('r3', man, man),
      ask('r4', banned, woman),
      ask('r5', man, woman),
      ask('r5', man, woman),
      ask('r5', man, woman, 11),
    ])
    expect(verdicts.map((verdict) => ('refuse' in verdict ? verdict.refuse : 0))).toEqual([
      21001, 21001, 1000002, 1000002, 0, 0, 10027,
    ])
  })

  it('has the same final state and balances in any order, split or repeated', async () => {
    let round = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 300 }).chain((seconds) => {
          const minutes = seconds < 10 ? 0 : Math.floor(seconds / 60)
          return fc.tuple(fc.constant(seconds), fc.constant(minutes), splitting(3 + minutes))
        }),
        async ([seconds, minutes, plan]) => {
          const caller = await person('man', 10_000)
          const ids = [`p${round}`, `q${round++}`] as const
          const story = (callId: string) => [
            requested(70, callId, caller),
            answered(callId),
            ...Array.from({ length: minutes }, (_, index) => minute(index + 1, callId)),
            ended(seconds, callId),
          ]
          for (const event of story(ids[0])) await bridge.send([event])
          const orderly = { wallet: await walletOf(caller), row: await callRow(ids[0]) }
          for (const part of deal(story(ids[1]), plan)) await bridge.send(part)
          const spent = 10_000n - orderly.wallet.paid
          expect(spent).toBe(seconds < 10 ? 0n : BigInt(Math.ceil(seconds / 60)) * 70n)
          expect(await walletOf(caller)).toEqual({ paid: 10_000n - 2n * spent, held: 0n, bonus: 0n })
          expect({ ...(await callRow(ids[1])), id: ids[0] }).toEqual(orderly.row)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('ends after a timeout, settled with the reported minutes', async () => {
    const shift = now.getTime() - at(65).getTime()
    const later = (event: Arrived): Arrived => ({ ...event, at: new Date(event.at.getTime() + shift) }) as Arrived
    await bridge.send([later(requested()), later(answered()), later(minute(1))])
    expect(await walletOf(man)).toEqual({ paid: 940n, held: 60n, bonus: 0n })
    letPass(91_000)
    await sweep()
    expect(await walletOf(man)).toEqual({ paid: 940n, held: 0n, bonus: 0n })
    expect(await callRow()).toMatchObject({ ended_by: 'platform', end_reason: 'silent', seconds: 60, minutes_ended: 1 })
    // The app's own end replaces it.
    await bridge.send([later(ended(100))])
    expect(await callRow()).toMatchObject({ ended_by: 'app', end_reason: 'hung up', seconds: 100, tokens: 120n })
  })

  it('and a broadcast are ended by a ban', async () => {
    const liveId = `l${man}`
    await bridge.send([
      requested(),
      answered(),
      anEvent('live.started', at(0), { liveId, userId: woman, title: '', rate: 0 }),
    ])
    await bridge.send([minute(1)])
    const commands = await inTransaction(database, (tx) => endForBan(tx, now, params, [BigInt(woman)], 'nudity'))
    // The hold is voided: no balance changed, so none is reported.
    expect(commands.map(({ type }) => type)).toEqual(['live.stopped', 'call.stopped'])
    expect(await walletOf(man)).toEqual({ paid: 940n, held: 0n, bonus: 0n })
    expect(await callRow()).toMatchObject({ end_reason: 'banned' })
    expect(await sessionRow(liveId)).toMatchObject({ end_reason: 'banned', ended_at: now })
    expect(await inTransaction(database, (tx) => endForBan(tx, now, params, [BigInt(woman)], 'again'))).toEqual([])
  })
})

test('a match may be reported in any order', async () => {
  const matchId = `m${man}`
  const request = anEvent('match.requested', at(0), { matchId, userId: man })
  const found = anEvent('match.ended', at(9), { matchId, outcome: 'matched', waitedSeconds: 9, callId: name })
  await bridge.send([found])
  await bridge.send([request, found])
  const row = await database.selectFrom('live.match').selectAll().where('id', '=', matchId).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ user_id: BigInt(man), outcome: 'matched', waited_seconds: 9, call_id: name })
})
