// Registration benefits over HTTP: requested by one, approved by another, granted at the registration or the install, once per user and
// device, never beyond the budget; and free call minutes.
import { benefitGrantList, benefitInfo, benefitList, benefitSave, benefitStop } from '@greenroom/contract/benefits'
import type { EventData } from '@greenroom/contract/bridgeEvents.schema'
import { flowReconcile } from '@greenroom/contract/flow'
import { approvalDecide } from '@greenroom/contract/system'
import { userDetail } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { commandsAbout } from '../../users/people.fixture.ts'
import { aBenefit, aChannel, benefitPayload } from '../promotion.fixture.ts'

let product: TestProduct
let bridge: BridgeConnection
let admin: Client
let maker: Client
let checker: Client
beforeAll(async () => {
  product = await startProduct()
  bridge = await connect(product, { endpoint: 'https://app.example/commands' })
  admin = await product.administrator()
  maker = (await person(product, { permissions: { 'promotion.benefit': 3, 'system.approval': 3 } })).client
  checker = (await person(product, { permissions: { 'promotion.benefit': 3, 'system.approval': 3 } })).client
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

let last = 0
/** A country of its own, so that no other benefit fits. */
const country = () => `Q${String.fromCharCode(65 + (last++ % 26))}`
const registration = (more: Partial<EventData<'user.registered'>> = {}) => {
  const userId = 9_100_000 + ++last
  const data = {
    userId,
    nickname: `New ${userId}`,
    sex: 'man',
    country: 'BR',
    language: 'pt',
    platform: 'android',
    deviceId: `benefit-device-${userId}`,
    ip: `198.51.${last % 250}.7`,
    ...more,
  } as EventData<'user.registered'>
  return { userId, event: { type: 'user.registered' as const, data } }
}
async function register(more: Partial<EventData<'user.registered'>> = {}) {
  const { userId, event } = registration(more)
  return { userId, result: await bridge.accepted(event) }
}
const of = async (userId: number) => (await admin.call(userDetail, { userId })).user
const benefit = async (id: number) => (await admin.call(benefitInfo, { id })).benefit
const running = (options: Parameters<typeof aBenefit>[2]) => aBenefit(product, { maker, checker }, options)

test('from a request to a grant: the wallet, the free minutes, the command and the user’s page', async () => {
  const [only, other] = [country(), country()]
  const requested = await maker.call(
    benefitSave,
    benefitPayload(product, { name: 'Welcome', countries: [only], sex: 'man', tokens: 200, freeMinutes: 5 }),
  )
  expect(await benefit(requested.id)).toMatchObject({
    state: 'waiting',
    approvalId: requested.approvalId,
    costTokens: 700,
  })
  // Nothing is granted before a second member of staff approves it, and never by the maker.
  expect((await of((await register({ country: only })).userId)).benefit).toBeNull()
  const own = await maker.call(approvalDecide, { ids: [requested.approvalId], decision: 'approve', reason: '' })
  expect(own.outcomes).toMatchObject([{ ok: false, errorCode: 10026, reason: 'approval.yourself' }])
  await checker.call(approvalDecide, { ids: [requested.approvalId], decision: 'approve', reason: '' })

  const { userId, result } = await register({ country: only })
  expect(result).toEqual({ balances: [{ userId, paidTokens: 0, promoTokens: 200, bonus: 0 }], freeMinutesLeft: 5 })
  expect(await of(userId)).toMatchObject({
    wallet: { promoTokens: 200, freeMinutes: 5 },
    benefit: { benefitId: requested.id, name: 'Welcome', tokens: 200, freeMinutes: 5 },
  })
  expect(await commandsAbout(product, userId)).toMatchObject([
    {
      type: 'benefit.granted',
      benefitId: requested.id,
      name: 'Welcome',
      tokens: 200,
      freeMinutes: 5,
      freeMinutesLeft: 5,
    },
  ])
  // Not for another sex or country; no user twice, no device twice.
  const device = { deviceId: `benefit-device-${userId}` }
  for (const more of [{ sex: 'woman' as const }, { country: other }, device])
    expect((await of((await register({ country: only, ...more })).userId)).benefit).toBeNull()
  await bridge.accepted({
    ...registration({ country: only }).event,
    data: { ...registration().event.data, userId, country: only, ...device },
  })
  expect((await of(userId)).wallet).toMatchObject({ promoTokens: 200, freeMinutes: 5 })
  expect(await benefit(requested.id)).toMatchObject({ state: 'running', grants: 1, usedTokens: 700 })
  expect((await admin.call(benefitGrantList, { id: requested.id })).records).toMatchObject([{ user: { userId } }])

  await maker.call(benefitStop, { ids: [requested.id], reason: 'Enough' })
  expect((await of((await register({ country: only })).userId)).benefit).toBeNull()
  expect(await benefit(requested.id)).toMatchObject({ state: 'stopped', stopReason: 'Enough' })
})

test('of several that match, the most specific; by channel also at a later install that reports it, within a day', async () => {
  const where = country()
  const { number } = await aChannel(admin)
  const wide = await running({ countries: [where], tokens: 10 })
  const narrow = await running({ countries: [where], channels: [number], tokens: 30 })
  expect((await of((await register({ country: where, channel: number })).userId)).benefit?.benefitId).toBe(narrow)
  expect((await of((await register({ country: where })).userId)).benefit?.benefitId).toBe(wide)

  const late = await aChannel(admin)
  const byChannel = await running({ channels: [late.number], tokens: 40 })
  const talk = async (hours: number) => {
    const at = product.clock.now()
    const { userId, event } = registration({ country: country() })
    await bridge.accepted({ ...event, at })
    const install = { deviceId: event.data.deviceId, channel: late.number, platform: 'android' as const, country: 'BR' }
    await bridge.accepted({ type: 'install.attributed', at: new Date(at.getTime() + hours * 3_600_000), data: install })
    return of(userId)
  }
  expect(await talk(0)).toMatchObject({ wallet: { promoTokens: 40 }, benefit: { benefitId: byChannel } })
})

test('invalid requests are refused', async () => {
  const refused = async (options: Parameters<typeof benefitPayload>[1]) =>
    maker.refused(benefitSave, benefitPayload(product, options))
  expect(await refused({ to: '2026-01-01 00:00:00' })).toMatchObject({ code: 10009, reason: 'field.range' })
  expect(await refused({ from: '2020-01-01 00:00:00', to: '2020-02-01 00:00:00' })).toMatchObject({
    code: 1000002,
    reason: 'benefit.past',
  })
  expect(await refused({ tokens: 0 })).toMatchObject({ code: 10009, reason: 'benefit.nothing' })
  expect(await refused({ budgetTokens: 100 })).toMatchObject({ code: 1000002, reason: 'benefit.budget' })
  expect(await refused({ budgetTokens: 10_000_001 })).toMatchObject({ code: 90004 })
  expect(await refused({ channels: ['nobody-knows'] })).toMatchObject({ code: 10032, reason: 'benefit.channel' })
  expect(await refused({ reason: '' })).toMatchObject({ code: 11004 })
})

test('concurrent registrations never exceed the budget, nor an address block its cap', async () => {
  const where = country()
  const id = await running({ countries: [where], tokens: 100, budgetTokens: 1_750 })
  const batches = Array.from({ length: 12 }, () =>
    Array.from({ length: 4 }, () => registration({ country: where }).event),
  )
  const answers = (await Promise.all(batches.map((events) => bridge.send(events)))).flat()
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'accepted'))
  expect(answers.filter(({ result }) => result?.['balances'])).toHaveLength(17)
  expect(await benefit(id)).toMatchObject({ state: 'used up', grants: 17, usedTokens: 1_700 })
  const { rows } = await sql<{ tokens: number }>`
    select sum(e.amount)::int as tokens from ledger.transfer t join ledger.entry e on e.transfer_id = t.id
     where t.kind = 'benefit' and t.reference = ${`benefit ${id}`} and e.version is not null`.execute(product.database)
  expect(rows[0]!.tokens).toBe(1_700)

  const crowd = country()
  const capped = await running({ countries: [crowd], tokens: 1 })
  await Promise.all(
    Array.from({ length: 8 }, () =>
      bridge.send(Array.from({ length: 4 }, () => registration({ country: crowd, ip: '192.0.2.77' }).event)),
    ),
  )
  expect((await benefit(capped)).grants).toBe(20)
  // One device, many accounts at once: one grant.
  const one = country()
  const shared = await running({ countries: [one], tokens: 1 })
  await Promise.all(
    Array.from({ length: 6 }, () =>
      bridge.send([registration({ country: one, deviceId: 'benefit-shared-device' }).event]),
    ),
  )
  expect((await benefit(shared)).grants).toBe(1)
})

test('a device counts once however its id is written, and the cap counts those without an address, and IPv4 written as IPv6', async () => {
  const [where, nowhere, mapped] = [country(), country(), country()]
  const one = await running({ countries: [where], tokens: 1 })
  for (const deviceId of ['Spelt-D1', 'spelt-d1', 'SPELTD1', 'spelt d1', 'spelt\u200bd1', 'ｓｐｅｌｔ-d1'])
    await bridge.send([registration({ country: where, deviceId }).event])
  expect((await benefit(one)).grants).toBe(1)
  const unknown = await running({ countries: [nowhere], tokens: 1 })
  const addresses = ['', 'none', '1.2.3', '1.2.3.4/8', '999.1.1.1']
  await bridge.send(
    Array.from({ length: 30 }, (_, at) => registration({ country: nowhere, ip: addresses[at % 5]! }).event),
  )
  expect((await benefit(unknown)).grants).toBe(20)
  const both = await running({ countries: [mapped], tokens: 1 })
  await bridge.send(
    Array.from({ length: 30 }, (_, at) => registration({ country: mapped, ip: `::ffff:198.51.${at}.9` }).event),
  )
  expect((await benefit(both)).grants).toBe(30)
  await bridge.send(
    Array.from(
      { length: 25 },
      (_, at) => registration({ country: mapped, ip: at % 2 ? '::FFFF:198.51.200.7' : '198.51.200.8' }).event,
    ),
  )
  expect((await benefit(both)).grants).toBe(50)
})

describe('free minutes', () => {
  const call = (callerId: number, calleeId: number, unitPrice: number) => {
    const callId = `free-call-${++last}`
    return {
      callId,
      requested: {
        type: 'call.requested' as const,
        data: { callId, callerId, calleeId, kind: 'video' as const, unitPrice },
      },
      answered: { type: 'call.answered' as const, data: { callId } },
      minute: (minute: number) => ({ type: 'call.minute' as const, data: { callId, minute } }),
      ended: (seconds: number) => ({
        type: 'call.ended' as const,
        data: { callId, reason: 'hung up', seconds, minutes: Math.ceil(seconds / 60) },
      }),
    }
  }

  test('are spent first: the anchor earns, promotional tokens are issued and burnt, the wallet stays', async () => {
    const where = country()
    await running({ countries: [where], tokens: 50, freeMinutes: 3 })
    const { userId: caller } = await register({ country: where })
    const { userId: anchor } = await register({ sex: 'woman' })
    const one = call(caller, anchor, 100)
    await bridge.accepted(one.requested)
    expect(await bridge.accepted(one.answered)).toMatchObject({ freeMinutesLeft: 2, nextMinute: true })
    expect(await bridge.accepted(one.minute(1))).toMatchObject({ freeMinutesLeft: 1, nextMinute: true })
    // A hold for a minute that never began is released.
    expect(await bridge.accepted(one.ended(60))).toMatchObject({ freeMinutesLeft: 2 })
    expect((await of(caller)).wallet).toMatchObject({ promoTokens: 50, freeMinutes: 2 })
    expect((await of(anchor)).wallet).toMatchObject({ bonus: 40 })
    // Calls under ten seconds cost none; the same when reported in one batch.
    const short = call(caller, anchor, 100)
    const answers = await bridge.send([short.requested, short.answered, short.ended(5)])
    expect(answers.at(-1)!.result).toMatchObject({ freeMinutesLeft: 2 })
    // A more expensive call is paid for, and there are too few tokens.
    const dear = call(caller, anchor, 101)
    await bridge.accepted(dear.requested)
    expect(await bridge.rejected(dear.answered)).toBe(60001)
    // Two free minutes, the third from the wallet.
    const long = call(caller, anchor, 50)
    const ends = await bridge.send([long.requested, long.answered, long.minute(1), long.minute(2), long.ended(130)])
    expect(ends.at(-1)!.result).toMatchObject({ freeMinutesLeft: 0 })
    expect((await of(caller)).wallet).toMatchObject({ promoTokens: 0, freeMinutes: 0 })
    expect((await of(anchor)).wallet).toMatchObject({ bonus: 40 + 3 * 20 })
    const row = await product.database
      .selectFrom('live.call')
      .select(['tokens', 'promo_tokens', 'free_minutes', 'bonus', 'held_free'])
      .where('id', '=', long.callId)
      .executeTakeFirst()
    expect(row).toEqual({ tokens: 150n, promo_tokens: 150n, free_minutes: 2, bonus: 60n, held_free: false })
  })

  test('are spent once each in two concurrent calls', async () => {
    const where = country()
    await running({ countries: [where], tokens: 0, freeMinutes: 4 })
    const { userId: caller } = await register({ country: where })
    const { userId: anchor } = await register({ sex: 'woman' })
    const calls = Array.from({ length: 8 }, () => call(caller, anchor, 10))
    const answers = await Promise.all(calls.map((one) => bridge.send([one.requested, one.answered, one.ended(30)])))
    expect(answers.filter((lines) => lines[1]!.status === 'accepted')).toHaveLength(4)
    expect((await of(anchor)).wallet).toMatchObject({ bonus: 16 })
    const row = await product.database
      .selectFrom('live.free_minutes')
      .selectAll()
      .where('user_id', '=', BigInt(caller))
      .executeTakeFirst()
    expect(row).toMatchObject({ granted: 4, used: 4, held: 0 })
  })
})

test('the books agree, and staff without the menu see nothing', async () => {
  const { checks } = await admin.call(flowReconcile, {})
  const talk = checks.filter(({ key }) => key === 'benefits' || key === 'calls')
  expect(talk.map(({ key, left, differences }) => [key, left > 0, differences])).toEqual([
    ['benefits', true, []],
    ['calls', true, []],
  ])
  const { client } = await person(product, { permissions: everyMenu(1) })
  const { records } = await client.call(benefitList, { state: 'running' })
  expect(records.every(({ state, can }) => state === 'running' && can.stop === 'readOnly')).toBe(true)
  for (const state of ['waiting', 'refused', 'scheduled', 'used up', 'ended', 'stopped'] as const)
    for (const row of (await admin.call(benefitList, { state })).records) expect(row.state).toBe(state)
})
