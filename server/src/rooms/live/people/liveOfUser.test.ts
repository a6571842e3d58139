import { userOrderList, userWithdrawalList } from '@greenroom/contract/finance'
import { userEntryList } from '@greenroom/contract/flow'
import { userCallList, userGiftList, userLiveList, userSenders } from '@greenroom/contract/live'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEvent, openChunks } from '../../../../test/chunks.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { testSeals } from '../../../../test/seals.ts'
import { newId } from '../../../kit/random.ts'
import { financeHandlers } from '../../finance/index.ts'
import { causesOf } from '../events/live.causes.ts'
import { liveHandlers } from '../index.ts'

let product: TestProduct
let admin: Client
const start = Date.UTC(2026, 10, 20, 10)
const at = (seconds: number) => new Date(start + seconds * 1_000)
const [man, woman] = [11, 12]

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  const { database, params } = product
  for (const [id, sex] of [
    [man, 'man'],
    [woman, 'woman'],
  ] as const)
    await database
      .insertInto('users.app_user')
      .values({
        id: BigInt(id),
        nickname: `Person ${id}`,
        avatar_url: `https://app/${id}.webp`,
        sex,
        created_at: at(0),
      })
      .execute()
  const bridge = openChunks(
    database,
    [...liveHandlers({ params }), ...financeHandlers({ params, seals: testSeals })],
    () => at(900),
  )
  await bridge.send([
    anEvent('recharge.created', at(0), {
      orderId: 'o1',
      userId: man,
      product: 'coins',
      tokens: 9_000,
      promoTokens: 0,
      usdCents: 9_000,
      gateway: 'card',
    }),
    anEvent('recharge.paid', at(1), { orderId: 'o1', gatewayReference: 'g1', feeUsdCents: 0 }),
    anEvent('recharge.created', at(2), {
      orderId: 'o2',
      userId: man,
      product: 'coins',
      tokens: 10,
      promoTokens: 0,
      usdCents: 10,
      gateway: 'card',
    }),
    anEvent('call.requested', at(10), { callId: 'c1', callerId: man, calleeId: woman, kind: 'video', unitPrice: 60 }),
    anEvent('call.answered', at(15), { callId: 'c1' }),
    anEvent('call.ended', at(90), { callId: 'c1', reason: 'hung up', seconds: 75, minutes: 2 }),
    anEvent('call.requested', at(100), { callId: 'c2', callerId: woman, calleeId: man, kind: 'voice', unitPrice: 0 }),
    anEvent('call.ended', at(130), { callId: 'c2', reason: 'missed', seconds: 0, minutes: 0 }),
    anEvent('call.requested', at(800), { callId: 'c3', callerId: man, calleeId: woman, kind: 'voice', unitPrice: 10 }),
    anEvent('live.started', at(200), { liveId: 'l1', userId: woman, title: 'Evening', rate: 0 }),
    anEvent('gift.sent', at(210), {
      giftId: 1,
      senderId: man,
      receiverId: woman,
      count: 1,
      tokens: 5_000,
      liveId: 'l1',
    }),
    anEvent('gift.sent', at(220), { giftId: 2, senderId: man, receiverId: woman, count: 2, tokens: 10 }),
    anEvent('text.charged', at(230), { senderId: man, receiverId: woman, tokens: 5 }),
    anEvent('live.ended', at(300), { liveId: 'l1', reason: 'done' }),
    anEvent('withdrawal.requested', at(400), {
      withdrawalId: 'w1',
      userId: woman,
      bonus: 1_000,
      account: { kind: 'bank', holder: 'Mei', bankName: 'Commerzbank', accountNumber: 'DE89370400440532013000' },
    }),
  ])
})
afterAll(() => product.close())

describe('a user’s page', () => {
  it('shows calls in either direction, newest first', async () => {
    const { records, total } = await admin.call(userCallList, { userId: man })
    expect(total).toBe(3)
    expect(records.map(({ callId, state }) => [callId, state])).toEqual([
      ['c3', 'requested'],
      ['c2', 'not answered'],
      ['c1', 'ended'],
    ])
    expect(records[2]).toMatchObject({
      caller: { userId: man, nickname: 'Person 11', avatarUrl: 'https://app/11.webp' },
      callee: { userId: woman },
      unitPrice: 60,
      seconds: 75,
      tokens: 120,
      bonus: 48,
      endReason: 'hung up',
    })
  })

  it('pages through all rows, each once', async () => {
    for (const [call, userId, count] of [
      [userCallList, woman, 3],
      [userGiftList, woman, 2],
      [userOrderList, man, 2],
    ] as const) {
      const seen: object[] = []
      let after: string | undefined
      do {
        const page = await admin.call(call, { userId, size: 1, ...(after && { after }) })
        seen.push(...page.records)
        after = page.next
      } while (after)
      expect(new Set(seen.map((row) => JSON.stringify(row))).size).toBe(count)
    }
  })

  it('shows broadcasts, gifts of either direction, orders, and withdrawals with the account masked', async () => {
    const lives = await admin.call(userLiveList, { userId: woman })
    expect(lives.records).toMatchObject([{ liveId: 'l1', giftTokens: 5_000, bonus: 2_000, endReason: 'done' }])
    expect((await admin.call(userGiftList, { userId: woman })).records.map((gift) => gift.giftId)).toEqual([2, 1])
    expect((await admin.call(userGiftList, { userId: woman, direction: 'sent' })).records).toEqual([])
    expect((await admin.call(userGiftList, { userId: man, direction: 'sent' })).records).toHaveLength(2)
    expect((await admin.call(userOrderList, { userId: man })).records).toMatchObject([
      { orderId: 'o2', state: 'not paid', firstRecharge: false },
      { orderId: 'o1', state: 'success', firstRecharge: true },
    ])
    expect((await admin.call(userWithdrawalList, { userId: woman })).records).toMatchObject([
      { withdrawalId: 'w1', bonus: 1_000, usdCents: 1_000, state: 'in review', account: '****3000' },
    ])
  })

  it('says of each entry of the statement who was on the other side, and which gift it was', async () => {
    const other = { [man]: { userId: woman, nickname: 'Person 12' }, [woman]: { userId: man, nickname: 'Person 11' } }
    for (const userId of [man, woman]) {
      const { records } = await admin.call(userEntryList, { userId, size: 100 })
      const ofKind = (kind: string) => records.filter((one) => one.kind === kind).map(({ cause }) => cause)
      expect(ofKind('gift').length).toBeGreaterThan(1)
      for (const cause of ofKind('gift')) expect(cause).toMatchObject({ person: other[userId], callId: null })
      expect(ofKind('gift')).toContainEqual(
        expect.objectContaining({ gift: { giftId: 2, giftNames: null, count: 2 }, liveId: null }),
      )
      expect(ofKind('gift')).toContainEqual(
        expect.objectContaining({ gift: { giftId: 1, giftNames: null, count: 1 }, liveId: 'l1' }),
      )
      expect(ofKind('call').length).toBeGreaterThan(0)
      for (const cause of ofKind('call'))
        expect(cause).toMatchObject({ person: other[userId], gift: null, callId: 'c1', liveId: null })
      expect(ofKind('text').length).toBeGreaterThan(0)
      for (const cause of ofKind('text'))
        expect(cause).toMatchObject({ person: other[userId], gift: null, callId: null, liveId: null })
      for (const cause of ofKind('recharge')) expect(cause).toBe(null)
    }
  })

  it('says of the minutes of a paid room whose room it was; a broadcaster has nobody on the other side', async () => {
    const of = async (userId: number) => (await causesOf(product.database, BigInt(userId), ['live l1'])).get('live l1')
    expect(await of(man)).toMatchObject({ person: { userId: woman }, gift: null, liveId: 'l1' })
    expect(await of(woman)).toMatchObject({ person: null, gift: null, liveId: 'l1' })
  })

  it('names who gave most, with what everybody gave, of the last 30 days', async () => {
    const many = Array.from({ length: 12 }, (_, index) => 101 + index)
    const now = product.clock.now()
    const gift = (sender: number, ago: number, tokens: number) =>
      product.database
        .insertInto('live.gift')
        .values({
          id: newId(new Date(now.getTime() - ago)),
          at: new Date(now.getTime() - ago),
          gift_id: 1,
          sender_id: BigInt(sender),
          receiver_id: 13n,
          count: 2,
          tokens: BigInt(tokens),
          promo_tokens: 0n,
          bonus: 0n,
        })
        .execute()
    for (const sender of many) await gift(sender, 1_000, sender)
    await gift(101, 2_000, 500)
    await gift(112, 31 * 86_400_000, 9_000)
    const { senders, people, tokens } = await admin.call(userSenders, { userId: 13 })
    expect(senders.map(({ person }) => person.userId)).toEqual([101, 112, 111, 110, 109, 108, 107, 106, 105, 104])
    expect(senders[0]).toMatchObject({ gifts: 4, tokens: 601 })
    expect({ people, tokens }).toEqual({ people: 12, tokens: 500 + many.reduce((sum, one) => sum + one, 0) })
    expect(await admin.call(userSenders, { userId: 14 })).toEqual({ senders: [], people: 0, tokens: 0 })
  })

  it('filters by time', async () => {
    const span = { startTimeStr: '2026-11-20 10:01:00', endTimeStr: '2026-11-20 10:03:35' }
    expect((await admin.call(userCallList, { userId: man, ...span })).records.map((call) => call.callId)).toEqual([
      'c2',
    ])
    expect((await admin.call(userGiftList, { userId: man, ...span })).records.map((gift) => gift.giftId)).toEqual([1])
    expect((await admin.call(userOrderList, { userId: man, ...span })).records).toEqual([])
  })
})
