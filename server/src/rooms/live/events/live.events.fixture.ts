// A database with the handlers of live events, and the events of its tests.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { anEvent, openChunks } from '../../../../test/chunks.ts'
import { freshDatabase } from '../../../../test/database.ts'
import { testSeals } from '../../../../test/seals.ts'
import type { Arrived } from '../../../bridge/index.ts'
import { type Database, openDatabase, type ValueOf } from '../../../kit/database/database.ts'
import { balancesOfUsers, verifyLedger } from '../../../ledger/index.ts'
import { openParams, type Params } from '../../../params/index.ts'
import { financeHandlers } from '../../finance/index.ts'
import { liveHandlers, liveRounds } from '../index.ts'

export let database: Database
export let params: Params
export let now = new Date('2026-11-20T12:00:00Z')
export const letPass = (ms: number): void => {
  now = new Date(now.getTime() + ms)
}
export let bridge: ReturnType<typeof openChunks>

export const round = (name: string) =>
  liveRounds({ database, params, clock: { now: () => now, refresh: async () => {}, close: () => {} } })
    .find((one) => one.name === name)!
    .run(() => true)
export const sweep = () => round('live-silent')
export const forget = () => round('live-forget')

export const start = new Date('2026-11-20T10:00:00Z')
export const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
let last = 1_000
export let man = 0
export let woman = 0
export let name = ''

export async function person(
  sex: 'man' | 'woman',
  tokens: number,
  state: ValueOf<'users.app_user', 'state'> = 'normal',
): Promise<number> {
  const id = ++last
  await database
    .insertInto('users.app_user')
    .values({ id: BigInt(id), nickname: `Person ${id}`, sex, created_at: start, state })
    .execute()
  if (tokens > 0)
    await bridge.send([
      anEvent('recharge.created', start, {
        orderId: `o${id}`,
        userId: id,
        product: 'coins',
        tokens,
        promoTokens: 0,
        usdCents: tokens,
        gateway: 'card',
      }),
      anEvent('recharge.paid', start, { orderId: `o${id}`, gatewayReference: 'g', feeUsdCents: 0 }),
    ])
  return id
}

export const walletOf = async (userId: number) => {
  const found = (await balancesOfUsers(database, [BigInt(userId)])).get(BigInt(userId))
  return { paid: found?.paidTokens ?? 0n, held: found?.reservedTokens ?? 0n, bonus: found?.bonus ?? 0n }
}
export const callRow = (id = name) =>
  database
    .selectFrom('live.call')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
    // The time of reporting and the events before it may differ.
    .then((row) => ({ ...row, heard_at: null, xid: null, seen_from: null, seen_to: null }))
export const sessionRow = (id: string) =>
  database.selectFrom('live.session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const requested = (price = 60, callId = name, callerId = man) =>
  anEvent('call.requested', at(0), { callId, callerId, calleeId: woman, kind: 'video', unitPrice: price })
export const answered = (callId = name) => anEvent('call.answered', at(5), { callId })
export const minute = (k: number, callId = name) => anEvent('call.minute', at(5 + 60 * k), { callId, minute: k })
export const ended = (seconds: number, callId = name) =>
  anEvent('call.ended', at(5 + seconds), { callId, reason: 'hung up', seconds, minutes: Math.ceil(seconds / 60) })
export const gift = (tokens: number, more: Partial<{ senderId: number; receiverId: number; liveId: string }> = {}) =>
  anEvent('gift.sent', at(1), { giftId: 7, senderId: man, receiverId: woman, count: 1, tokens, ...more })

/** A random order of `count` events, its division into chunks, and which are repeated. */
export const splitting = (count: number) =>
  fc.record({
    order: fc.shuffledSubarray([...Array(count).keys()], { minLength: count, maxLength: count }),
    cuts: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    again: fc.subarray([...Array(count).keys()]),
  })

export function deal(
  events: readonly Arrived[],
  plan: { order: number[]; cuts: boolean[]; again: number[] },
): Arrived[][] {
  const parts: Arrived[][] = [[]]
  for (const [place, index] of plan.order.entries()) {
    parts.at(-1)!.push(events[index]!)
    if (plan.again.includes(place)) parts.at(-1)!.push(events[plan.order[0]!]!)
    if (plan.cuts[place]) parts.push([])
  }
  parts.push(plan.again.map((index) => events[index]!))
  return parts
}

export function openLive(): void {
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
  beforeEach(async () => {
    now = new Date('2026-11-20T12:00:00Z')
    bridge.commands.length = 0
    man = await person('man', 1_000)
    woman = await person('woman', 0)
    name = `c${man}`
  })
}
