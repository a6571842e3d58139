// The calls of the Flow area on a small ledger, posted as rooms post.
import { amountIn } from '@greenroom/contract/amounts'
import * as flow from '@greenroom/contract/flow'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { settled } from '../../../test/settled.ts'
import { newId } from '../../kit/random.ts'
import { foldPlatform } from '../../ledger/index.ts'
import {
  admin,
  day,
  freed,
  gift,
  given,
  held,
  minutes,
  noon,
  product,
  recharge,
  run,
  startFlow,
} from './flow.fixture.ts'
import { foldDays } from './flowDaily.service.ts'
import { entries } from './flowEntries.suite.ts'

startFlow()
entries()

describe('a transfer', () => {
  test('has its legs, and a hold its resolution', async () => {
    const transfer = await admin.call(flow.flowTransferInfo, { transferId: given.id })
    expect(transfer.transfer).toMatchObject({ kind: 'gift', refused: null, holdId: null, resolvedBy: null })
    expect(transfer.entries.map((one) => [one.owner, one.purpose, amountIn(one)])).toEqual([
      ['user:1', 'paid', -30],
      ['platform', 'burn', 30],
      ['platform', 'issue', -30],
      ['user:2', 'bonus', 30],
    ])
    expect((await admin.call(flow.flowTransferInfo, { transferId: held.id })).transfer.resolvedBy).toBe(freed.id)
    expect((await admin.call(flow.flowTransferInfo, { transferId: freed.id })).transfer.holdId).toBe(held.id)
  })

  test('that was refused has its code and no legs', async () => {
    const [refused] = await run(minutes(5), gift(4n, 2n, 1n, minutes(5)))
    const transfer = await admin.call(flow.flowTransferInfo, { transferId: refused!.id })
    expect(transfer).toMatchObject({ transfer: { refused: 60001 }, entries: [] })
  })

  test('with an unknown id is not found', async () => {
    expect(await admin.refused(flow.flowTransferInfo, { transferId: newId(noon) })).toEqual({
      code: 10032,
      fields: ['transferId'],
      reason: 'record.none',
    })
  })
})

describe('a balance', () => {
  const at = (count: number) => minutes(count).toISOString().slice(0, 19).replace('T', ' ')
  const of = (payload: object) =>
    admin.call(flow.flowBalance, { owner: 'user:1', purpose: 'paid', currency: 'TOKEN', ...payload })

  test('is the one that the last entry before recorded', async () => {
    expect(await of({ atStr: at(-1) })).toMatchObject({ posted: { tokens: 0 }, version: 0 })
    expect(await of({ atStr: at(0) })).toMatchObject({ posted: { tokens: 100 }, reserved: { tokens: 0 }, version: 1 })
    expect(await of({ atStr: at(2) })).toMatchObject({
      posted: { tokens: 70 },
      reserved: { tokens: 20 },
      version: 3,
      at: minutes(2).toISOString(),
    })
    expect(await of({ atStr: at(60) })).toMatchObject({ posted: { tokens: 70 }, reserved: { tokens: 0 }, version: 4 })
    expect(await of({})).toMatchObject({ posted: { tokens: 70 }, reserved: { tokens: 0 }, version: 4 })
  })

  test('of a platform account is for the start of the day, or for now', async () => {
    const platform = { owner: 'platform', purpose: 'burn' }
    expect(await of(platform)).toMatchObject({ posted: { tokens: 80 }, version: 2 })
    while ((await foldPlatform(product.database)) > 0);
    expect(await of(platform)).toMatchObject({ posted: { tokens: 80 }, version: 2 })
    expect(await of({ ...platform, atStr: at(30) })).toMatchObject({
      posted: { tokens: 0 },
      at: `${day}T00:00:00.000Z`,
    })
    expect(await of({ ...platform, atStr: at(24 * 60) })).toMatchObject({ posted: { tokens: 80 }, version: 2 })
  })

  test('of a moment whose entries stand in a file is refused, and all say so', async () => {
    const transferId = (await admin.call(flow.flowTransferList, {})).records.at(-1)!.transferId
    const info = async () => (await admin.call(flow.flowTransferInfo, { transferId })).detached
    const detached = async () => (await admin.call(flow.flowDetached, { kind: 'all' })).months
    expect([await info(), await detached()]).toEqual([false, []])
    const month = minutes(0).toISOString().slice(0, 7)
    await sql`
      insert into kit.detached_month (what, month, rows, bytes, file, sha256, detached_at)
      values ('ledger', ${`${month}-01`}::date, 4, 4, 'x', '', now())`.execute(product.database)
    expect([await info(), await detached()]).toEqual([true, [month]])
    const asked = { owner: 'user:1', purpose: 'paid', currency: 'TOKEN' as const, atStr: at(2) }
    expect(await admin.refused(flow.flowBalance, asked)).toMatchObject({
      code: 10032,
      fields: ['atStr'],
      reason: 'month.detached',
    })
    expect(await of({ owner: 'platform', purpose: 'burn', atStr: at(30) })).toMatchObject({ posted: { tokens: 0 } })
    await sql`delete from kit.detached_month`.execute(product.database)
    expect(await of({ atStr: at(2) })).toMatchObject({ version: 3 })
  })

  test('of an unknown account is not found', async () => {
    const none = { owner: 'user:77', purpose: 'paid', currency: 'TOKEN' as const }
    expect(await admin.refused(flow.flowBalance, none)).toEqual({
      code: 10032,
      fields: ['owner'],
      reason: 'record.none',
    })
    expect(await admin.refused(flow.flowBalance, { ...none, owner: 'user:1', atStr: '2026-02-30' })).toMatchObject({
      code: 10009,
      reason: 'time.invalid',
    })
  })
})

describe('days', () => {
  const fold = async (zone = 'UTC') => {
    await settled(product.database)
    while (await foldDays(product.database, zone));
  }
  const days = async (payload = {}) => (await admin.call(flow.flowDailyList, payload)).records

  test('are folded once, however many processes fold', async () => {
    await Promise.all([fold(), fold(), fold()])
    await fold()
    expect(await days()).toEqual([
      {
        id: `${day} TOKEN recharge`,
        day,
        currency: 'TOKEN',
        kind: 'recharge',
        in: 150,
        out: 0,
        transfers: 2,
      },
      {
        id: `${day} TOKEN gift`,
        day,
        currency: 'TOKEN',
        kind: 'gift',
        in: 0,
        out: 80,
        transfers: 2,
      },
      {
        id: `${day} BONUS gift`,
        day,
        currency: 'BONUS',
        kind: 'gift',
        in: 80,
        out: 0,
        transfers: 2,
      },
    ])
    await run(minutes(6), recharge(5n, 7n, minutes(6)))
    await fold()
    expect((await days({ kind: 'recharge' }))[0]).toMatchObject({ in: 157, transfers: 3 })
  })

  test('have totals over all that match', async () => {
    const answer = await admin.call(flow.flowDailyList, { size: 1 })
    expect(answer).toMatchObject({
      total: 3,
      totals: [
        { currency: 'BONUS', in: 80, out: 0, transfers: 2 },
        { currency: 'TOKEN', in: 157, out: 80, transfers: 5 },
      ],
    })
    expect((await admin.call(flow.flowDailyList, { currency: 'BONUS' })).totals).toHaveLength(1)
    expect(await days({ startTimeStr: day, endTimeStr: day })).toHaveLength(3)
    const before = new Date(noon.getTime() - 86_400_000).toISOString().slice(0, 10)
    expect(await days({ startTimeStr: before, endTimeStr: before })).toEqual([])
    expect(await admin.refused(flow.flowDailyList, { startTimeStr: day, endTimeStr: before })).toMatchObject({
      code: 10009,
      reason: 'time.order',
    })
  })

  test('are summed by day and by kind for charts', async () => {
    const figures = await admin.call(flow.flowDailyFigures, {})
    expect(figures.days).toEqual([
      { day, currency: 'BONUS', in: 80, out: 0, transfers: 2 },
      { day, currency: 'TOKEN', in: 157, out: 80, transfers: 5 },
    ])
    expect(figures.kinds).toContainEqual({ kind: 'recharge', currency: 'TOKEN', in: 157, out: 0, transfers: 3 })
    expect((await admin.call(flow.flowDailyFigures, { kind: 'gift', currency: 'TOKEN' })).days).toHaveLength(1)
    const before = new Date(noon.getTime() - 86_400_000).toISOString().slice(0, 10)
    expect(await admin.call(flow.flowDailyFigures, { startTimeStr: before, endTimeStr: before })).toEqual({
      days: [],
      kinds: [],
    })
    expect(await admin.refused(flow.flowDailyFigures, { startTimeStr: day, endTimeStr: before })).toMatchObject({
      code: 10009,
      reason: 'time.order',
    })
  })

  test('stay those of the zone before while months of entries stand in files: they could not be counted again', async () => {
    const before = await days()
    await sql`
      insert into kit.detached_month (what, month, rows, bytes, file, sha256, detached_at)
      values ('ledger', '2020-01-01', 4, 4, 'x', '', now())`.execute(product.database)
    await fold('Pacific/Kiritimati')
    expect(await days()).toEqual(before)
    await sql`delete from kit.detached_month`.execute(product.database)
    await fold('UTC')
    expect(await days()).toEqual(before)
  })

  test('are in the platform’s time zone', async () => {
    await run(minutes(7), recharge(6n, 1n, minutes(13 * 60)))
    await fold()
    const next = new Date(noon.getTime() + 86_400_000).toISOString().slice(0, 10)
    expect((await days()).map((row) => row.day)).toEqual([next, day, day, day])
    await fold('America/New_York')
    expect((await days()).map((row) => row.day)).toEqual([day, day, day])
    expect((await days({ kind: 'recharge' }))[0]).toMatchObject({ in: 158, transfers: 4 })
    await fold()
  })
})
