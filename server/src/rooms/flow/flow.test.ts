// The calls of the Flow area on a small ledger, posted as rooms post.
import { amountIn } from '@greenroom/contract/amounts'
import * as flow from '@greenroom/contract/flow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { settled } from '../../../test/settled.ts'
import { inTransaction } from '../../kit/database.ts'
import { newId } from '../../kit/random.ts'
import {
  bonus,
  foldPlatform,
  type Item,
  type Leg,
  ofPlatform,
  paid,
  post,
  promo,
  takeTokens,
  takingLegs,
} from '../../ledger/index.ts'
import { foldDays } from './daily/service.ts'

let product: TestProduct
let admin: Client
/** Noon of a separate day. */
let noon: Date
let day: string

const issue = ofPlatform('issue', 'TOKEN')
const burn = ofPlatform('burn', 'TOKEN')
const issueBonus = ofPlatform('issue', 'BONUS')
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)

const single = (kind: string, reference: string, at: Date, legs: Leg[], usd: Leg[] = []): Item => ({
  id: newId(at),
  kind,
  phase: 'single',
  reference,
  occurredAt: at,
  request: reference,
  accounts: legs.map((leg) => leg.account),
  decide: () => legs,
  usd: () => usd,
})

const recharge = (userId: bigint, tokens: bigint, at: Date) =>
  single('recharge', `order ${userId}`, at, [
    { account: issue, amount: -tokens },
    { account: paid(userId), amount: tokens, costMicros: tokens * 9_000n },
  ])

const gift = (from: bigint, to: bigint, tokens: bigint, at: Date): Item => ({
  ...single('gift', `gift ${from}-${to}`, at, []),
  accounts: [paid(from), promo(from), bonus(to), burn, issueBonus],
  decide: (balances) => {
    const split = takeTokens(balances, from, tokens)
    if (!split) return 60001
    return [
      ...takingLegs(from, split),
      { account: burn, amount: tokens },
      { account: issueBonus, amount: -tokens },
      { account: bonus(to), amount: tokens },
    ]
  },
  usd: (legs) => {
    const micros = legs.reduce((sum, leg) => sum - (leg.costMicros ?? 0n), 0n)
    return [
      { account: ofPlatform('deferredTokens', 'USD'), amount: -micros },
      { account: ofPlatform('revenue', 'USD'), amount: micros },
    ]
  },
})

const hold = (userId: bigint, tokens: bigint, at: Date): Item => ({
  ...single('call', 'call c1', at, [{ account: paid(userId), amount: 0n, reserved: tokens }]),
  phase: 'hold',
})

const run = (at: Date, ...items: Item[]) => inTransaction(product.database, (tx) => post(tx, 'test', at, items))

let given: Item
let held: Item
let freed: Item

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  noon = new Date(product.clock.now().getTime() - 2 * 86_400_000)
  noon.setUTCHours(12, 0, 0, 0)
  day = noon.toISOString().slice(0, 10)
  given = gift(1n, 2n, 30n, minutes(1))
  held = hold(1n, 20n, minutes(2))
  freed = {
    ...single('call', 'call c1', minutes(4), [{ account: paid(1n), amount: 0n, reserved: -20n }]),
    phase: 'void',
    holdId: held.id,
  }
  await run(minutes(0), recharge(1n, 100n, minutes(0)))
  await run(minutes(0), recharge(3n, 50n, minutes(0)))
  await run(minutes(1), given)
  await run(minutes(2), held)
  await run(minutes(3), gift(3n, 2n, 51n, minutes(3)), gift(3n, 2n, 50n, minutes(3)))
  await run(minutes(4), freed)
  await settled(product.database)
})
afterAll(() => product.close())

const list = async (payload: Record<string, unknown>) => (await admin.call(flow.flowTokenList, payload)).records

describe('transfers', () => {
  const transfers = async (payload: Record<string, unknown>) =>
    (await admin.call(flow.flowTransferList, payload as never)).records

  test('are one row each: from, to, amounts and currencies', async () => {
    const records = await transfers({ userId: 1 })
    expect(records.map(({ kind, phase, from, to, amounts }) => [kind, phase, from, to, amounts])).toEqual([
      ['call', 'void', ['user:1'], [], [{ currency: 'TOKEN', amount: 20 }]],
      ['call', 'hold', ['user:1'], [], [{ currency: 'TOKEN', amount: 20 }]],
      [
        'gift',
        'single',
        ['user:1'],
        ['user:2'],
        [
          { currency: 'TOKEN', amount: 30 },
          { currency: 'BONUS', amount: 30 },
        ],
      ],
      ['recharge', 'single', ['platform'], ['user:1'], [{ currency: 'TOKEN', amount: 100 }]],
    ])
    expect(records[2]).toMatchObject({ transferId: given.id, legs: 4, reference: 'gift 1-2', refused: null })
  })

  test.each([
    [{ kind: 'recharge' }, 2],
    [{ reference: 'call c1' }, 2],
    [{ userId: 2, kind: 'gift' }, 2],
    [{ owner: 'platform', kind: 'gift.usd' }, 2],
    [{ userId: 77 }, 0],
  ])('of %j', async (filters, count) => {
    const { records, total } = await admin.call(flow.flowTransferList, filters as never)
    expect([records.length, total]).toEqual([count, count])
  })

  test('are paged without gaps, also for one owner', async () => {
    for (const filters of [{}, { owner: 'platform' }, { userId: 1, sort: 'occurredAt' }]) {
      const all = (await transfers({ ...filters, size: 200 })).map(({ transferId }) => transferId)
      expect(new Set(all).size).toBe(all.length)
      const walked: string[] = []
      let after: string | undefined
      do {
        const page = await admin.call(flow.flowTransferList, { ...filters, size: 2, ...(after && { after }) } as never)
        walked.push(...page.records.map(({ transferId }) => transferId))
        after = page.next
      } while (after)
      expect(walked).toEqual(all)
    }
  })
})

describe('entries', () => {
  test('are listed newest first, each with its transfer and account', async () => {
    const records = await list({ userId: 1 })
    expect(
      records.map((one) => [
        one.kind,
        one.phase,
        amountIn(one),
        amountIn(one.reserved),
        one.postedAfter && amountIn(one.postedAfter),
      ]),
    ).toEqual([
      ['call', 'void', 0, -20, 70],
      ['call', 'hold', 0, 20, 70],
      ['gift', 'single', -30, 0, 70],
      ['recharge', 'single', 100, 0, 100],
    ])
    expect(records[2]).toEqual({
      entryId: `${given.id}/1`,
      transferId: given.id,
      kind: 'gift',
      phase: 'single',
      reference: 'gift 1-2',
      owner: 'user:1',
      purpose: 'paid',
      currency: 'TOKEN',
      tokens: -30,
      reserved: { tokens: 0 },
      postedAfter: { tokens: 70 },
      reservedAfter: { tokens: 0 },
      actor: 'test',
      occurredAt: minutes(1).toISOString(),
      recordedAt: minutes(1).toISOString(),
    })
  })

  test.each([
    [{ kind: 'recharge' }, 4],
    [{ kind: 'gift.usd' }, 4],
    [{ currency: 'BONUS' }, 4],
    [{ purpose: 'burn' }, 2],
    [{ owner: 'platform', currency: 'TOKEN' }, 4],
    [{ reference: 'call c1' }, 2],
    [{ reference: 'gift 1-2' }, 6],
    [{ userId: 1, kind: 'gift' }, 1],
    [{ userId: 1, owner: 'user:1', purpose: 'paid' }, 4],
    [{ userId: 1, owner: 'platform' }, 0],
    [{ userId: 77 }, 0],
    [{ purpose: 'nothing' }, 0],
  ])('of %j', async (filters, count) => {
    const { records, total } = await admin.call(flow.flowTokenList, filters as never)
    expect([records.length, total]).toEqual([count, count])
  })

  test('are filtered by the time they happened', async () => {
    const at = (count: number) => minutes(count).toISOString().slice(0, 19).replace('T', ' ')
    const within = await list({ userId: 1, startTimeStr: at(1), endTimeStr: at(2) })
    expect(within.map(({ kind }) => kind)).toEqual(['gift'])
    expect(await list({ startTimeStr: day, endTimeStr: day, size: 200 })).toHaveLength(18)
    expect(await admin.refused(flow.flowTokenList, { startTimeStr: at(2), endTimeStr: at(1) })).toMatchObject({
      code: 10009,
    })
  })

  test('are paged without gaps', async () => {
    const all = (await list({ size: 200 })).map(({ entryId }) => entryId)
    for (const filters of [{}, { owner: 'platform' }]) {
      const all = (await list({ ...filters, size: 200 })).map(({ entryId }) => entryId)
      const walked: string[] = []
      let after: string | undefined
      do {
        const page = await admin.call(flow.flowTokenList, { ...filters, size: 5, ...(after && { after }) })
        walked.push(...page.records.map(({ entryId }) => entryId))
        after = page.next
      } while (after)
      expect(walked).toEqual(all)
    }
    expect(new Set(all).size).toBe(18)
    const { next } = await admin.call(flow.flowTokenList, { size: 5 })
    expect(await admin.refused(flow.flowTokenList, { size: 5, kind: 'gift', after: next! })).toEqual({
      code: 10009,
      fields: ['after'],
    })
  })

  test('are exported', async () => {
    const answer = await admin.send(flow.flowTokenList, { userId: 1, export: 'csv' })
    expect(answer).toMatchObject({ code: 200, result: { url: expect.any(String) } })
  })

  test('a statement contains one user’s entries', async () => {
    const { records } = await admin.call(flow.userEntryList, { userId: 2 })
    expect(records.map((one) => [amountIn(one), one.postedAfter && amountIn(one.postedAfter)])).toEqual([
      [50, 80],
      [30, 30],
    ])
  })
})

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

  test('of an unknown account is not found', async () => {
    const none = { owner: 'user:77', purpose: 'paid', currency: 'TOKEN' as const }
    expect(await admin.refused(flow.flowBalance, none)).toEqual({ code: 10032, fields: ['owner'] })
    expect(await admin.refused(flow.flowBalance, { ...none, owner: 'user:1', atStr: '2026-02-30' })).toMatchObject({
      code: 10009,
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
    })
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
