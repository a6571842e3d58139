// Chargebacks over HTTP: what is taken and owed, repayments, decisions of staff, and the earners.
import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import {
  chargebackDecide,
  chargebackEarners,
  chargebackInfo,
  chargebackList,
  chargebackSettle,
  repeatList,
  userChargebackList,
} from '@greenroom/contract/chargebacks'
import { rechargeInfo } from '@greenroom/contract/finance'
import { deductionChargeback, deductionList } from '@greenroom/contract/guildMoney'
import { reasonText } from '@greenroom/contract/reasonTexts'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BridgeConnection, connect, type Sent } from '../../../../test/bridge.ts'
import { mondayIn } from '../../../../test/guildMoney.ts'
import { whileHeld } from '../../../../test/locked.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aGuild } from '../../../../test/world/guilds.ts'
import { balancesOfUsers, verifyLedger } from '../../../ledger/index.ts'
import { ensureWeeks } from '../../guilds/weeks/weeks.service.ts'
import { appUser } from '../../users/people.fixture.ts'

let product: TestProduct
let bridge: BridgeConnection
let admin: Client
let maker: Client
let checker: Client
beforeAll(async () => {
  product = await startProduct()
  bridge = await connect(product, { endpoint: 'https://app.example/commands' })
  admin = await product.administrator()
  maker = (await person(product, { permissions: { 'finance.chargeback': 3, 'guilds.deductions': 3 } })).client
  checker = (await person(product, { permissions: { 'finance.chargeback': 3, 'system.approval': 3 } })).client
  await ensureWeeks(product.database, product.clock.now(), 'UTC')
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  const { rows } = await sql<{ debt: bigint; owed: bigint; deferred: bigint; behind: bigint }>`
    select (select coalesce(-sum(posted), 0)::bigint from ledger.account where purpose = 'debt' and owner like 'user:%') as debt,
           (select coalesce(sum(owed_tokens), 0)::bigint from finance.chargeback) as owed,
           (select coalesce(sum(e.amount), 0)::bigint from ledger.entry e join ledger.account a on a.id = e.account_id
             where a.purpose = 'deferredTokens') as deferred,
           (select coalesce(sum(cost_micros), 0)::bigint from ledger.account) as behind`.execute(product.database)
  expect(rows[0]!.owed).toBe(rows[0]!.debt)
  expect(rows[0]!.deferred).toBe(rows[0]!.behind)
  await product.close()
})

let last = 0
let payer = 0
let anchor = 0
const at = (seconds: number) => new Date(product.clock.now().getTime() - 3_600_000 + seconds * 1_000)
async function aWoman(): Promise<number> {
  const id = await appUser(product, {})
  await sql`update users.app_user set sex = 'woman' where id = ${id}`.execute(product.database)
  return id
}
beforeEach(async () => {
  payer = await appUser(product, {})
  anchor = await aWoman()
})
const send = <T extends EventType>(type: T, moment: Date, data: EventData<T>) =>
  bridge.accepted({ type, at: moment, data } as Sent)

/** A paid order of this many tokens. */
async function bought(tokens: number, second = 0, payerReference = ''): Promise<string> {
  const orderId = `cb-${++last}`
  const price = { tokens, promoTokens: 0, usdCents: tokens }
  await send('recharge.created', at(second), { orderId, userId: payer, product: 'coins', gateway: 'card', ...price })
  const payment = { orderId, gatewayReference: `g-${orderId}`, feeUsdCents: 0 }
  await send('recharge.paid', at(second + 1), { ...payment, ...(payerReference && { payerReference }) })
  return orderId
}
const spent = (tokens: number, second = 10, receiverId = anchor) =>
  send('gift.sent', at(second), { senderId: payer, receiverId, giftId: 1, count: 1, tokens })
const chargedBack = (orderId: string, second = 20) =>
  send('recharge.refunded', at(second), { orderId, kind: 'chargeback' })
const of = async (orderId: string, client = admin) => (await client.call(chargebackList, { orderId })).records[0]!
const walletOf = async () => {
  const found = (await balancesOfUsers(product.database, [BigInt(payer)])).get(BigInt(payer))!
  return [Number(found.paidTokens), Number(found.debtTokens)]
}
const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined; reason?: string | undefined }[] }) =>
  outcomes.map(({ errorCode, reason }) => (errorCode === undefined ? 'ok' : `${errorCode} ${reason ?? ''}`.trim()))
const approve = async (id: string) => codes(await checker.call(approvalDecide, { ids: [id], decision: 'approve' }))

test('takes what is unspent; the rest is owed, and recharges repay it first', async () => {
  const orderId = await bought(1_000)
  await spent(700)
  await chargedBack(orderId)
  expect(await of(orderId)).toMatchObject({
    state: 'open',
    takenTokens: 300,
    debtTokens: 700,
    owedTokens: 700,
    user: { userId: payer },
    can: { debt: true, contest: true, lost: 'state', writeOff: true },
  })
  expect(await walletOf()).toEqual([0, 700])
  const next = await bought(500, 30)
  expect(await walletOf()).toEqual([0, 200])
  const last = await bought(500, 40)
  expect(await walletOf()).toEqual([300, 0])
  const row = await of(orderId)
  expect(row).toMatchObject({ state: 'recovered', repaidTokens: 700, owedTokens: 0 })
  const { story } = await admin.call(chargebackInfo, { chargebackId: row.chargebackId })
  expect(story.map(({ what, tokens, orderId }) => [what, tokens, orderId])).toEqual([
    ['arrived', 700, null],
    ['repaid', 500, next],
    ['repaid', 200, last],
  ])
  const repaying = await admin.call(rechargeInfo, { orderId: last })
  expect(repaying.transfers).toMatchObject([{ kind: 'recharge', tokens: 300, debtTokens: -200 }])
  expect((await admin.call(userChargebackList, { userId: payer })).records).toMatchObject([{ orderId }])
})

test('a refund whose tokens were spent leaves a debt, too; one that took all leaves none', async () => {
  const [one, other] = [await bought(100), await bought(100)]
  await send('recharge.refunded', at(20), { orderId: one, kind: 'refund' })
  expect(await of(one)).toBeUndefined()
  await spent(100, 30)
  await send('recharge.refunded', at(40), { orderId: other, kind: 'refund' })
  expect(await of(other)).toMatchObject({ kind: 'refund', state: 'debt', owedTokens: 100, can: { contest: 'state' } })
})

test('refund and chargeback share one cap: the second moves nothing, and stays open to be contested', async () => {
  const orderId = await bought(100)
  await send('recharge.refunded', at(20), { orderId, kind: 'refund' })
  await chargedBack(orderId, 30)
  await chargedBack(orderId, 31)
  expect((await admin.call(chargebackList, { orderId })).records).toMatchObject([
    { kind: 'chargeback', state: 'open', usdCents: 0, takenTokens: 0, owedTokens: 0 },
  ])
  expect(await walletOf()).toEqual([0, 0])
  await send('recharge.refunded', at(50), { orderId, kind: 'chargeback', outcome: 'reversed' })
  expect(await of(orderId)).toMatchObject({ state: 'reversed' })
  expect(await walletOf()).toEqual([0, 0])
})

test('the gateway decides for us: the tokens come back, after what is owed; in any order of arrival', async () => {
  const orderId = await bought(1_000)
  await spent(600)
  await chargedBack(orderId)
  await bought(100, 30)
  expect(await walletOf()).toEqual([0, 500])
  await send('recharge.refunded', at(40), { orderId, kind: 'chargeback', outcome: 'reversed' })
  // The 400 taken back and 100 repaid return to the user.
  expect(await walletOf()).toEqual([500, 0])
  expect(await of(orderId)).toMatchObject({ state: 'reversed', owedTokens: 0, repaidTokens: 100 })
  const info = await admin.call(rechargeInfo, { orderId })
  expect(info.story.map(({ what }) => what)).toContain('reversed')
  expect(info.transfers.map(({ kind, tokens, debtTokens }) => [kind, tokens, debtTokens])).toEqual([
    ['recharge', 1_000, 0],
    ['chargeback', -400, 600],
    ['chargeback.reverse', 500, -500],
  ])
  const early = await bought(50, 50)
  await send('recharge.refunded', at(60), { orderId: early, kind: 'chargeback', outcome: 'reversed' })
  await chargedBack(early, 55)
  expect(await of(early)).toMatchObject({ state: 'reversed', takenTokens: 50 })
  expect(await walletOf()).toEqual([550, 0])
})

test('after a chargeback that was won the price can be returned again: charged back, won, refunded; each is its own', async () => {
  const orderId = await bought(1_000)
  const won = (second: number) =>
    send('recharge.refunded', at(second), { orderId, kind: 'chargeback', outcome: 'reversed' })
  await chargedBack(orderId, 20)
  await won(30)
  const orderCan = async () => (await admin.call(rechargeInfo, { orderId })).can.refund
  expect([await walletOf(), await orderCan()]).toEqual([[1_000, 0], true])
  await spent(600, 35)
  await chargedBack(orderId, 40)
  expect([await walletOf(), await orderCan()]).toEqual([[0, 600], 'givenBack'])
  const { records } = await admin.call(chargebackList, { orderId })
  expect(records.map(({ state, takenTokens, owedTokens, ofUser }) => [state, takenTokens, owedTokens, ofUser])).toEqual(
    [
      ['open', 400, 600, 1],
      ['reversed', 1_000, 0, 1],
    ],
  )
  const asked = await maker.call(chargebackSettle, {
    ids: [records[0]!.chargebackId],
    decision: 'reverse',
    reason: 'letter of the bank',
  })
  expect(await approve(asked.approvalId!)).toEqual(['ok'])
  expect([await walletOf(), await orderCan()]).toEqual([[400, 0], true])
  const refund = { orderId, kind: 'refund' as const }
  await send('recharge.refunded', new Date(product.clock.now().getTime() + 1_000), refund)
  expect([await walletOf(), await orderCan()]).toEqual([[0, 600], 'givenBack'])
  const info = await admin.call(rechargeInfo, { orderId })
  expect(info).toMatchObject({ refund: 'refund', reversedAt: null, debtTokens: 600 })
  expect(info.story.map(({ what }) => what).filter((what) => /refund|charged|reversed/.test(what))).toEqual([
    'chargedBack',
    'reversed',
    'chargedBack',
    'reversed',
    'refunded',
  ])
  expect(
    info.transfers.map(({ kind, tokens, debtTokens, cashUsdMicros }) => [kind, tokens, debtTokens, cashUsdMicros]),
  ).toEqual([
    ['recharge', 1_000, 0, 10_000_000],
    ['chargeback', -1_000, 0, -10_000_000],
    ['chargeback.reverse', 1_000, 0, 10_000_000],
    ['chargeback', -400, 600, -10_000_000],
    ['chargeback.reverse', 400, -600, 10_000_000],
    ['refund', -400, 600, -10_000_000],
  ])
})

test('one that owes nothing is neither kept as a debt nor written off', async () => {
  const orderId = await bought(100)
  await chargedBack(orderId)
  const { chargebackId, owedTokens } = await of(orderId)
  expect(owedTokens).toBe(0)
  const sent = { ids: [chargebackId], reason: 'as agreed' }
  for (const decision of ['debt', 'writeOff'] as const) {
    const answer =
      decision === 'debt'
        ? await maker.call(chargebackDecide, { ...sent, decision })
        : await maker.call(chargebackSettle, { ...sent, decision })
    expect(codes(answer)).toEqual([decision === 'debt' ? '20000 chargeback.state' : '20000 chargeback.nothingOwed'])
  }
})

test('staff keep a debt, contest, lose, and write off by two; each with a reason and a place in the story', async () => {
  const orderId = await bought(100)
  await spent(100)
  await chargedBack(orderId)
  const { chargebackId } = await of(orderId)
  const decide = (decision: 'debt' | 'contest' | 'lost', reason = 'as agreed') =>
    maker.call(chargebackDecide, { ids: [chargebackId], decision, reason })
  expect(codes(await decide('lost'))).toEqual(['20000 chargeback.state'])
  expect(await maker.refused(chargebackDecide, { ids: [chargebackId], decision: 'debt', reason: '' })).toMatchObject({
    code: 11004,
  })
  expect(codes(await decide('debt'))).toEqual(['ok'])
  expect(codes(await decide('debt'))).toEqual(['20000 chargeback.state'])
  expect(codes(await decide('contest'))).toEqual(['ok'])
  expect(await of(orderId)).toMatchObject({ state: 'contested' })
  expect(codes(await decide('lost'))).toEqual(['ok'])
  const requested = await maker.call(chargebackSettle, { ids: [chargebackId], decision: 'writeOff', reason: 'gone' })
  expect(await of(orderId)).toMatchObject({
    state: 'debt',
    approvalId: requested.approvalId,
    can: { writeOff: 'waiting' },
  })
  expect(codes(await decide('contest'))).toEqual(['20000 chargeback.waiting'])
  // Repayments in the meantime are not written off.
  await bought(30, 30)
  expect(await approve(requested.approvalId!)).toEqual(['ok'])
  expect(await of(orderId)).toMatchObject({
    state: 'written off',
    repaidTokens: 30,
    writtenOffTokens: 70,
    owedTokens: 0,
    can: { writeOff: 'nothingOwed', reverse: true },
  })
  const { story } = await admin.call(chargebackInfo, { chargebackId })
  expect(story.map(({ what }) => what)).toEqual(['arrived', 'debt', 'contested', 'lost', 'repaid', 'written off'])
  expect(await walletOf()).toEqual([0, 0])
  // Won later, by two: the written-off part is not returned.
  const won = await maker.call(chargebackSettle, {
    ids: [chargebackId],
    decision: 'reverse',
    reason: 'letter of the bank',
  })
  expect(await approve(won.approvalId!)).toEqual(['ok'])
  expect(await of(orderId)).toMatchObject({ state: 'reversed', owedTokens: 0 })
  expect(await walletOf()).toEqual([30, 0])
  const { rows: events } = await sql<{ type: string; tokens: number | null }>`
    select type, (data->>'paidTokens')::int as tokens from bridge.command
     where at = (select max(at) from bridge.command) and subject in (${`order:${orderId}`}, ${`user:${payer}`}) order by type`.execute(
    product.database,
  )
  expect(events).toEqual([
    { type: 'recharge.changed', tokens: null },
    { type: 'wallet.changed', tokens: 30 },
  ])
})

test('a debt repaid in part while its write-off is applied is not written off: the request fails, and a new one can be filed', async () => {
  const orderId = await bought(100)
  await spent(100)
  await chargedBack(orderId)
  const { chargebackId } = await of(orderId)
  await maker.call(chargebackDecide, { ids: [chargebackId], decision: 'debt', reason: 'as agreed' })
  const writeOff = { ids: [chargebackId], decision: 'writeOff' as const, reason: 'gone' }
  const { approvalId } = await maker.call(chargebackSettle, writeOff)
  let deciding: ReturnType<typeof decided> | undefined
  const decided = async () => (await checker.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })).outcomes
  await whileHeld(
    product.database,
    (tx) => sql`select from finance.recharge_order where id = ${orderId} for update`.execute(tx),
    async (blocked) => {
      deciding = decided()
      await blocked()
      await bought(30, 30)
    },
  )
  const why = reasonText('chargeback.changed', {}, 'en')
  expect(await deciding).toMatchObject([
    { ok: false, errorCode: 20000, reason: 'approval.notApplied', params: { why } },
  ])
  expect(await of(orderId)).toMatchObject({ state: 'debt', owedTokens: 70, repaidTokens: 30, writtenOffTokens: 0 })
  const again = await maker.call(chargebackSettle, writeOff)
  expect(await approve(again.approvalId!)).toEqual(['ok'])
  expect(await of(orderId)).toMatchObject({ state: 'written off', writtenOffTokens: 70 })
})

test('repeat offenders are found by user, device and payer, with all filters', async () => {
  const [one, two] = [await bought(10, 0, 'card_x'), await bought(10, 0, 'card_x')]
  await sql`insert into users.device (id, platform, first_seen_at, last_seen_at) values (${`dev-${payer}`}, 'ios', now(), now())
    on conflict do nothing`.execute(product.database)
  await sql`insert into users.user_device (user_id, device_id, first_seen_at, last_seen_at)
    values (${payer}, ${`dev-${payer}`}, now(), now())`.execute(product.database)
  await chargedBack(one)
  await chargedBack(two)
  for (const [by, key] of [
    ['user', String(payer)],
    ['device', `dev-${payer}`],
    ['payer', 'card_x'],
  ] as const) {
    const { records } = await admin.call(repeatList, { by })
    expect(records.find((row) => row.key === key)).toMatchObject({ chargebacks: 2, usdCents: 20, userCount: 1 })
  }
  const counted = async (filters: object) => (await admin.call(chargebackList, { userId: payer, ...filters })).total
  expect(await counted({ payerReference: 'card_x' })).toBe(2)
  expect(await counted({ deviceId: `dev-${payer}` })).toBe(2)
  expect(await counted({ owing: true })).toBe(0)
  expect(await counted({ state: 'recovered', kind: 'chargeback', gateway: 'card' })).toBe(2)
  const sorted = await admin.call(chargebackList, { userId: payer, sort: '-usdCents', size: 1 })
  expect(
    (await admin.call(chargebackList, { userId: payer, sort: '-usdCents', size: 1, after: sorted.next })).records,
  ).toHaveLength(1)
  expect((await of(one)).ofUser).toBe(2)
  // The gateway decides one of them for us: it says nothing against its payer.
  await send('recharge.refunded', at(3_000), { orderId: two, kind: 'chargeback', outcome: 'reversed' })
  expect((await of(one)).ofUser).toBe(1)
  for (const [by, key] of [
    ['user', String(payer)],
    ['device', `dev-${payer}`],
    ['payer', 'card_x'],
  ] as const)
    expect((await admin.call(repeatList, { by })).records.map((row) => row.key)).not.toContain(key)
})

test('prefills deductions for the earners of its tokens, in proportion, once', async () => {
  const guildId = await aGuild({ product, admin })
  await sql`insert into guilds.member (guild_id, user_id, state, since) values (${guildId}, ${anchor}, 'active', ${at(-90_000)})`.execute(
    product.database,
  )
  const stranger = await aWoman()
  const orderId = await bought(1_000)
  await spent(600)
  await spent(200, 11, stranger)
  await chargedBack(orderId)
  const { chargebackId } = await of(orderId)
  // 800 of 800 spent are owed: all that the anchor earned from them.
  const { earners, ...totals } = await maker.call(chargebackEarners, { chargebackId })
  expect(totals).toMatchObject({ payer: { userId: payer }, owedTokens: 800, owedUsdCents: 800, spentTokens: 800 })
  expect(earners).toMatchObject([
    { user: { userId: anchor }, guild: { guildId }, bonus: 240, usdCents: 240, deducted: false },
    { user: { userId: stranger }, guild: null, bonus: 80, usdCents: 80 },
  ])
  await bought(400, 30)
  const half = await maker.call(chargebackEarners, { chargebackId })
  expect(half.earners.map(({ usdCents }) => usdCents)).toEqual([120, 40])
  const week = mondayIn(product, 0)
  const lines = half.earners.map(({ user, usdCents }) => ({ userId: user.userId, usdCents }))
  const deduct = () => maker.call(deductionChargeback, { chargebackId, lines, week, reason: 'the payer charged back' })
  expect(codes(await deduct())).toEqual(['ok', '290005 deduction.noAnchor'])
  expect(codes(await deduct())).toEqual(['20000 deduction.taken', '290005 deduction.noAnchor'])
  expect((await admin.call(deductionList, { userId: anchor })).records).toMatchObject([
    { kind: 'chargeback', usdCents: 120 },
  ])
  expect((await maker.call(chargebackEarners, { chargebackId })).earners[0]).toMatchObject({ deducted: true })
})

test('a refund races spending: in either order, nothing is lost or created', async () => {
  const orderId = await bought(1_000)
  await Promise.all([
    chargedBack(orderId, 20),
    ...[1, 2, 3, 4, 5].map((n) =>
      bridge.send([
        {
          type: 'gift.sent',
          at: at(10 + n),
          data: { senderId: payer, receiverId: anchor, giftId: 1, count: 1, tokens: 200 },
        },
      ] as never),
    ),
  ])
  const { takenTokens, owedTokens } = await of(orderId)
  expect(takenTokens + owedTokens).toBe(1_000)
  const { rows } = await sql<{ spent: bigint }>`
    select coalesce(sum(tokens), 0)::bigint as spent from live.gift where sender_id = ${payer}`.execute(
    product.database,
  )
  expect(Number(rows[0]!.spent)).toBe(owedTokens)
  expect(await walletOf()).toEqual([0, owedTokens])
})
