// Channels over HTTP: numbers, terms and their history, days from late facts, hints with their users, a
// promoter's account by two members of staff.

import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import * as calls from '@greenroom/contract/channels'
import { approvalDecide } from '@greenroom/contract/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BridgeConnection, connect, type Sent } from '../../../../test/bridge.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { textOf } from '../../../kit/time.ts'
import { aChannel, aPromoter, foldAll } from '../promotion.fixture.ts'

let product: TestProduct
let bridge: BridgeConnection
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  bridge = await connect(product)
  admin = await product.administrator()
})
afterAll(() => product.close())

const dayMs = 86_400_000
const ago = (days: number) => new Date(product.clock.now().getTime() - days * dayMs)
const dayOf = (at: Date) => textOf(at, 'UTC').slice(0, 10)
const today = () => dayOf(product.clock.now())
const send = <T extends EventType>(type: T, at: Date, data: EventData<T>) => bridge.accepted({ type, at, data } as Sent)

let last = 0
const device = () => `promo-device-${++last}`
const install = (channel: string, at: Date, deviceId = device()) =>
  send('install.attributed', at, { deviceId, channel, platform: 'android', country: 'BR' })

async function register(channel: string, at: Date, more: Partial<EventData<'user.registered'>> = {}): Promise<number> {
  const userId = 8_000_000 + ++last
  await send('user.registered', at, {
    userId,
    nickname: `P${userId}`,
    sex: 'man',
    country: 'BR',
    language: 'pt',
    channel,
    platform: 'android',
    deviceId: device(),
    deviceModel: 'Pixel 9',
    ip: '203.0.113.9',
    ...more,
  } as EventData<'user.registered'>)
  return userId
}

async function pay(userId: number, usdCents: number, at: Date): Promise<string> {
  const orderId = `promo-order-${++last}`
  await send('recharge.created', at, {
    orderId,
    userId,
    product: 'coins',
    tokens: usdCents,
    promoTokens: 0,
    usdCents,
    gateway: 'card',
  })
  await send('recharge.paid', at, { orderId, gatewayReference: `g-${orderId}`, feeUsdCents: 1 })
  return orderId
}

const daysOf = async (number: string) => {
  await foldAll(product)
  return (await admin.call(calls.channelDayList, { number, size: 100 })).records
}

test('a number is unique, whatever its case; a coefficient has two decimals; a model needs its price', async () => {
  const { number } = await aChannel(admin, { number: 'TikTok-A' })
  expect(number).toBe('TikTok-A')
  const channel = {
    number: 'tiktok-a',
    name: 'x',
    type: 'social',
    model: 'CPA',
    priceCents: 1,
    coefficient: '1',
  } as const
  expect(await admin.refused(calls.channelSave, channel)).toEqual({ code: 40001, fields: ['number'] })
  for (const coefficient of ['1.234', '-1', 'x', '10.01', ''])
    expect(await admin.refused(calls.channelSave, { ...channel, number: 'free', coefficient })).toEqual({
      code: 70009,
      fields: ['coefficient'],
    })
  const { priceCents: _, ...free } = { ...channel, number: 'free' }
  expect(await admin.refused(calls.channelSave, free)).toEqual({
    code: 10009,
    fields: ['priceCents'],
    reason: 'field.required',
  })
  expect(await admin.refused(calls.channelSave, { ...free, model: 'CPS' })).toEqual({
    code: 10009,
    fields: ['shareBp'],
    reason: 'field.required',
  })
  expect(await admin.refused(calls.channelSave, { ...channel, number: 'free', promoterId: 9_999 })).toMatchObject({
    code: 10032,
    reason: 'record.none',
  })
})

test('a disabled channel is shown as such where one is chosen, and its people still count', async () => {
  const { id, number } = await aChannel(admin)
  const shown = async (enabled: boolean) =>
    (await admin.call(calls.channelList, { q: number, enabled })).records.map((row) => row.id)
  expect((await admin.call(calls.channelEnable, { ids: [id, 999_999], enabled: false })).outcomes).toMatchObject([
    { ok: true },
    { ok: false, errorCode: 10032 },
  ])
  expect([await shown(false), await shown(true)]).toEqual([[id], []])
  const { channels } = await admin.call(calls.channelChoices, { kind: 'channel' })
  expect(channels.find((one) => one.id === id)).toMatchObject({ number, enabled: false })
  await install(number, product.clock.now())
  expect(await daysOf(number)).toMatchObject([{ installs: 1 }])
  await admin.call(calls.channelEnable, { ids: [id], enabled: true })
  expect([await shown(false), await shown(true)]).toEqual([[], [id]])
})

test('a promoter’s new name is the one that channels and Finance show', async () => {
  const { id } = await admin.call(calls.promoterSave, { name: 'Ana Media', remark: 'by mail' })
  const { id: channelId, number } = await aChannel(admin, { promoterId: id })
  const rename = { id, version: 1, name: 'Ana Media Group', remark: 'by phone' }
  await admin.call(calls.promoterUpdate, rename)
  expect(await admin.refused(calls.promoterUpdate, { ...rename, name: 'Ana again' })).toMatchObject({
    code: 20000,
    reason: 'stale.by',
  })
  expect((await admin.call(calls.channelInfo, { id: channelId })).channel.promoter).toEqual({
    promoterId: id,
    name: 'Ana Media Group',
  })
  expect((await admin.call(calls.channelList, { q: number })).records).toMatchObject([
    { promoter: { name: 'Ana Media Group' } },
  ])
  const { promoters } = await admin.call(calls.channelChoices, { kind: 'channel' })
  expect(promoters.filter((one) => one.promoterId === id)).toMatchObject([{ name: 'Ana Media Group' }])
})

test('a channel’s promoter can’t change; terms start today or later and have a history', async () => {
  const promoterId = await aPromoter(admin)
  const { id } = await aChannel(admin)
  const edit = { id, name: 'Named', type: 'search' } as const
  await admin.call(calls.channelUpdate, { ...edit, version: 1, promoterId })
  expect(await admin.refused(calls.channelUpdate, { ...edit, version: 1, promoterId })).toMatchObject({
    code: 20000,
    reason: 'stale.by',
  })
  expect(await admin.refused(calls.channelUpdate, { ...edit, version: 2 })).toMatchObject({
    code: 1000002,
    reason: 'channel.promoterStays',
  })
  const term = { id, model: 'CPS', shareBp: 1_250, coefficient: '0.85' } as const
  expect(await admin.refused(calls.channelTermSave, { ...term, fromDay: dayOf(ago(1)) })).toMatchObject({
    code: 1000002,
    reason: 'channel.termPast',
  })
  await admin.call(calls.channelTermSave, { ...term, fromDay: today() })
  await admin.call(calls.channelTermSave, { ...term, coefficient: '2', fromDay: dayOf(ago(-3)) })
  const { channel, terms } = await admin.call(calls.channelInfo, { id })
  expect(channel).toMatchObject({ name: 'Named', model: 'CPS', shareBp: 1_250, priceCents: 0, coefficient: 85 })
  expect(terms.map(({ coefficient }) => coefficient)).toEqual([200, 85, 100])
  expect(await admin.refused(calls.channelInfo, { id: 9_999 })).toMatchObject({ code: 10032 })
})

test('a day counts every fact once, both counts of installs, and late facts too', async () => {
  const { id, number } = await aChannel(admin)
  await admin.call(calls.channelTermSave, {
    id,
    model: 'CPA',
    priceCents: 200,
    coefficient: '0.75',
    fromDay: today(),
  })
  const now = product.clock.now()
  const devices = [device(), device(), device()]
  for (const deviceId of devices) await install(number, now, deviceId)
  const first = await register(number, now)
  await register(number, now)
  await pay(first, 499, now)
  const order = await pay(first, 999, now)
  expect(await daysOf(number)).toMatchObject([
    {
      day: dayOf(now),
      installs: 3,
      coefficient: 75,
      counted: 2,
      registrations: 2,
      firstPayers: 1,
      rechargeCents: 1_498,
      costCents: 400,
      returnBp: 37_450,
      d1Bp: null,
    },
  ])
  // A second count changes nothing.
  await foldAll(product)
  await send('recharge.refunded', now, { orderId: order, kind: 'refund' } as EventData<'recharge.refunded'>)
  await install(number, ago(3))
  // An earlier install of the same device moves the day.
  await install(number, ago(3), devices[0])
  const days = await daysOf(number)
  expect(days.map(({ day, installs, rechargeCents }) => [day, installs, rechargeCents])).toEqual([
    [dayOf(now), 2, 499],
    [dayOf(ago(3)), 2, 0],
  ])
  // A chargeback that is won was no refund: the day has its recharge again.
  const chargeback = { orderId: await pay(first, 700, now), kind: 'chargeback' } as const
  const rechargeToday = async () => (await daysOf(number)).find(({ day }) => day === dayOf(now))!.rechargeCents
  expect(await rechargeToday()).toBe(1_199)
  await send('recharge.refunded', now, chargeback)
  expect(await rechargeToday()).toBe(499)
  await send('recharge.refunded', now, { ...chargeback, outcome: 'reversed' })
  expect(await rechargeToday()).toBe(1_199)
  await send('recharge.refunded', new Date(now.getTime() + 1_000), chargeback)
  expect(await rechargeToday()).toBe(499)
  const { totals } = await admin.call(calls.channelDayList, { number })
  const sum = (field: 'counted' | 'costCents') => days.reduce((all, day) => all + day[field], 0)
  expect(totals).toMatchObject({ installs: 4, registrations: 2, firstPayers: 1, rechargeCents: 499 })
  expect(totals).toMatchObject({ counted: sum('counted'), costCents: sum('costCents') })
  // New terms of the running day change its cost, in the row and in the sum.
  await admin.call(calls.channelTermSave, { id, model: 'CPA', priceCents: 300, coefficient: '1.50', fromDay: today() })
  const [dearer] = await daysOf(number)
  expect(dearer).toMatchObject({ counted: 3, costCents: 900 })
  expect((await admin.call(calls.channelDayList, { number, startTimeStr: today() })).totals).toMatchObject({
    counted: 3,
    costCents: 900,
  })
})

test('users online on the next day count as returned; store reviewers never count', async () => {
  const { number } = await aChannel(admin)
  const [back] = [await register(number, ago(4)), await register(number, ago(4))]
  await send('user.online', ago(3), {
    userId: back,
    platform: 'android',
    deviceId: device(),
    ip: '203.0.113.9',
    appVersion: '1',
  } as EventData<'user.online'>)
  expect((await daysOf(number))[0]).toMatchObject({ day: dayOf(ago(4)), registrations: 2, d1Bp: 5_000 })
  await product.database
    .updateTable('users.app_user')
    .set({ market_audit: true })
    .where('id', '=', BigInt(back))
    .execute()
  expect((await daysOf(number))[0]).toMatchObject({ registrations: 1, d1Bp: 0 })
})

test('a fixed price applies to every day, even without events', async () => {
  const { number } = await aChannel(admin, { model: 'fixed', priceCents: 5_000 })
  expect(await daysOf(number)).toMatchObject([{ day: today(), installs: 0, costCents: 5_000, returnBp: 0 }])
})

test('the days follow the platform’s zone', async () => {
  const { number } = await aChannel(admin)
  const late = new Date(`${dayOf(ago(2))}T20:00:00Z`)
  await install(number, late)
  expect((await daysOf(number))[0]).toMatchObject({ day: dayOf(late) })
  await foldAll(product, 'Asia/Shanghai')
  expect((await admin.call(calls.channelDayList, { number })).records[0]).toMatchObject({
    day: dayOf(new Date(late.getTime() + dayMs)),
  })
})

test('a hint lists its users', async () => {
  const { id, number } = await aChannel(admin)
  const suspicious = []
  for (let index = 0; index < 20; index++)
    suspicious.push(
      await register(number, ago(2), {
        ip: index < 12 ? `198.51.100.${index}` : `192.0.${index}.1`,
        deviceModel: index < 11 ? 'Emulator X' : `Model ${index}`,
      }),
    )
  const { hints } = await admin.call(calls.channelInfo, { id })
  expect(hints).toMatchObject([
    { hint: 'noSession', people: 20, of: 20, shareBp: 10_000 },
    { hint: 'block', value: '198.51.100.0/24', people: 12, of: 20 },
    { hint: 'model', value: 'Emulator X', people: 11 },
  ])
  const behind = async (hint: 'block' | 'model' | 'noSession', value = '') =>
    (await admin.call(calls.channelPeople, { id, hint, value, size: 100 })).records.map(({ user }) => user.userId)
  expect((await behind('block', '198.51.100.0/24')).toSorted((a, b) => a - b)).toEqual(suspicious.slice(0, 12))
  expect(await behind('model', 'Emulator X')).toHaveLength(11)
  expect(await behind('noSession')).toHaveLength(20)
})

test('a low D1 lists exactly the users who did not return', async () => {
  const [own, others] = [await aChannel(admin), await aChannel(admin)]
  const online = (userId: number, at: Date) =>
    send('user.online', at, {
      userId,
      platform: 'android',
      deviceId: device(),
      ip: '203.0.113.9',
      appVersion: '1',
    } as EventData<'user.online'>)
  const evening = (days: number) => new Date(`${dayOf(ago(days))}T20:00:00Z`)
  const gone: number[] = []
  for (let index = 0; index < 20; index++) {
    const userId = await register(own.number, evening(5 - (index % 2)))
    if (index < 4) await online(userId, evening(4 - (index % 2)))
    else gone.push(userId)
    await online(await register(others.number, evening(5)), evening(4))
  }
  // A store reviewer, and a user whose next day is not over, count nowhere.
  const reviewer = await register(own.number, evening(5))
  await product.database
    .updateTable('users.app_user')
    .set({ market_audit: true })
    .where('id', '=', BigInt(reviewer))
    .execute()
  await register(own.number, ago(0))
  await foldAll(product)
  const { hints } = await admin.call(calls.channelInfo, { id: own.id })
  expect(hints).toContainEqual({
    hint: 'lowReturn',
    value: '',
    people: 16,
    of: 20,
    shareBp: 2_000,
    othersBp: expect.any(Number),
  })
  const { records } = await admin.call(calls.channelPeople, { id: own.id, hint: 'lowReturn', size: 100 })
  expect(records.map(({ user }) => user.userId).toSorted((a, b) => a - b)).toEqual(gone.toSorted((a, b) => a - b))
})

test('a promoter’s account is sealed, approved by a second member of staff, and in force a day later', async () => {
  const id = await aPromoter(admin)
  const account = { kind: 'bank', holder: 'K', bankName: 'B', accountNumber: '12345678' } as const
  const { accountId, approvalId } = await admin.call(calls.promoterAccountSave, {
    id,
    account: JSON.stringify(account) as never,
  })
  const stored = await product.database
    .selectFrom('promotion.payout_account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  expect(stored.sealed).not.toContain('12345678')
  const shown = async () => (await admin.call(calls.promoterInfo, { id })).accounts[0]
  expect(await shown()).toMatchObject({ lastFour: '5678', state: 'waiting', approvalId })
  const decide = { ids: [approvalId], decision: 'approve' as const }
  expect((await admin.call(approvalDecide, decide)).outcomes[0]).toMatchObject({ ok: false })
  const checker = (await person(product, { permissions: everyMenu(3) })).client
  await checker.call(approvalDecide, decide)
  expect(await shown()).toMatchObject({ state: 'approved', approvalId: null })
  expect((await shown())!.effectiveAt).toBe(new Date(stored.created_at.getTime() + dayMs).toISOString())
  expect(await admin.call(calls.promoterAccountReveal, { accountId, reason: 'to check' })).toMatchObject({
    account: { accountNumber: '12345678' },
  })
  expect(await admin.refused(calls.promoterAccountReveal, { accountId, reason: '' })).toMatchObject({ code: 11004 })
})
