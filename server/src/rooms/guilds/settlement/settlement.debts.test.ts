// What a guild's leader owes as a user after a chargeback is taken from the guild's next payable.
import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import { chargebackInfo, chargebackList } from '@greenroom/contract/chargebacks'
import { flowReconcile } from '@greenroom/contract/flow'
import * as calls from '@greenroom/contract/settlement'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type BridgeConnection, connect, type Sent } from '../../../../test/bridge.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { balanceAt, debt, guildPayable, move, ofPlatform, post, verifyLedger } from '../../../ledger/index.ts'
import {
  aDraft,
  aGuildOf,
  draftingAt,
  earn,
  emptyGuilds,
  giveBonus,
  type MadeGuild,
  putInState,
  testWeek,
} from './settlement.fixture.ts'
import { renewDrafts } from './settlement.late.ts'

let product: TestProduct
let bridge: BridgeConnection
let staff: Client
beforeAll(async () => {
  product = await startProduct()
  bridge = await connect(product, { endpoint: 'https://app.example/commands' })
  staff = (await person(product, { permissions: everyMenu(3) })).client
})
beforeEach(() => emptyGuilds(product.owner))
afterAll(() => product.close())

let last = 0
const send = <T extends EventType>(type: T, seconds: number, data: EventData<T>) => {
  const at = new Date(product.clock.now().getTime() - 3_600_000 + seconds * 1_000)
  return bridge.accepted({ type, at, data } as Sent)
}

/** The leader buys tokens; `debt` repays first. */
async function buys(userId: number, tokens: number, seconds: number): Promise<string> {
  const orderId = `debt-${++last}`
  await send('recharge.created', seconds, {
    orderId,
    userId,
    product: 'coins',
    gateway: 'card',
    tokens,
    promoTokens: 0,
    usdCents: tokens,
  })
  await send('recharge.paid', seconds + 1, { orderId, gatewayReference: `g-${orderId}`, feeUsdCents: 0 })
  return orderId
}

/** A guild whose leader spent what they bought and took the money back. @returns the order as well */
async function indebted(tokens: number, bonus: number): Promise<{ guild: MadeGuild; orderId: string }> {
  const guild = await aGuildOf(product.database, { anchors: [{ bonus }], ledger: true })
  const leader = Number(guild.leader)
  const orderId = await buys(leader, tokens, 0)
  await send('gift.sent', 10, { senderId: leader, receiverId: Number(guild.anchors[0]), giftId: 1, count: 1, tokens })
  await send('recharge.refunded', 20, { orderId, kind: 'chargeback' })
  expect(await owedBy(guild)).toBe(BigInt(tokens))
  return { guild, orderId }
}

const posted = async (key: ReturnType<typeof debt>) =>
  (await balanceAt(product.database, key, product.clock.now()))?.posted ?? 0n
const owedBy = async (guild: MadeGuild) => -(await posted(debt(guild.leader)))
const infoOf = (settlementId: number) => staff.call(calls.settlementInfo, { settlementId })
const debtStep = async (settlementId: number) =>
  (await infoOf(settlementId)).steps.find(({ step }) => step === 'debt') ?? null
const approve = async (settlementId: number) => {
  await putInState(product.database, settlementId, 'confirmed')
  return (await staff.call(calls.settlementApprove, { ids: [settlementId] })).outcomes[0]
}

/** Differences of this guild and of all chargebacks. Other tests' settlements are deleted, their ledger entries are not. */
const unequal = async (guild: MadeGuild, ...settlements: number[]) => {
  const { checks } = await staff.call(flowReconcile, {})
  const own = new Set([`guild:${guild.id}`, ...settlements.map((id) => `settlement ${id}`)])
  const ofGuilds = ['settlements', 'redeemed', 'guildPayable']
  return checks.flatMap(({ key, differences }) =>
    differences.flatMap(({ subject }) =>
      key === 'chargebacks' || (ofGuilds.includes(key) && own.has(subject)) ? `${key}: ${subject}` : [],
    ),
  )
}

test('is a line of its own, repaid by the approval, and the chargeback is recovered', async () => {
  const { guild, orderId } = await indebted(700, 1_000)
  const { settlementId } = await aDraft(product, { guild })
  // 10.00 of bonus and 0.50 of commission, less 7.00.
  expect((await infoOf(settlementId)).settlement).toMatchObject({ payableCents: 350, debtCents: 700 })
  expect(await debtStep(settlementId)).toEqual({ step: 'debt', userId: Number(guild.leader), tokens: 700, cents: 700 })
  const { records } = await staff.call(calls.settlementLineList, { settlementId })
  expect(records.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['commission', 50],
    ['anchor', 1_000],
    ['debt', -700],
  ])
  expect(await approve(settlementId)).toEqual({ id: settlementId, ok: true })
  expect(await owedBy(guild)).toBe(0n)
  expect(await posted(guildPayable(guild.id))).toBe(3_500_000n)
  const chargeback = (await staff.call(chargebackList, { orderId })).records[0]!
  expect(chargeback).toMatchObject({ state: 'recovered', repaidTokens: 700, owedTokens: 0 })
  const { story } = await staff.call(chargebackInfo, { chargebackId: chargeback.chargebackId })
  expect(story.map(({ what, tokens, orderId }) => [what, tokens, orderId])).toEqual([
    ['arrived', 700, null],
    ['repaid', 700, null],
  ])
  expect(await unequal(guild, settlementId)).toEqual([])
  expect(await verifyLedger(product.database)).toEqual([])
})

test('takes no more than the payable; the rest waits for the next week, and two open weeks do not take it twice', async () => {
  const { guild } = await indebted(2_000, 1_000)
  const first = await aDraft(product, { guild })
  expect((await infoOf(first.settlementId)).settlement).toMatchObject({
    payableCents: 0,
    debtCents: 1_050,
    carriedOutCents: 0,
  })
  const week = '2026-11-23'
  await sql`
    insert into guilds.week values (${week}, '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z')`.execute(product.database)
  await earn(product.database, { guildId: guild.id, userId: guild.anchors[0]!, bonus: 2_000, week }, true)
  const second = await aDraft(product, { guild, week })
  expect((await infoOf(second.settlementId)).settlement).toMatchObject({ payableCents: 1_150, debtCents: 950 })
  expect(await approve(first.settlementId)).toMatchObject({ ok: true })
  expect(await owedBy(guild)).toBe(950n)
  expect(await approve(second.settlementId)).toMatchObject({ ok: true })
  expect([await owedBy(guild), await posted(guildPayable(guild.id))]).toEqual([0n, 11_500_000n])
  expect(await unequal(guild, first.settlementId, second.settlementId)).toEqual([])
})

test('a recharge in the meantime makes a new version of a draft; a confirmed sum has to be recalculated', async () => {
  const { guild } = await indebted(700, 1_000)
  const { settlementId } = await aDraft(product, { guild })
  await buys(Number(guild.leader), 300, 30)
  await renewDrafts(draftingAt(product, '2026-11-24T09:00:00Z'))
  expect((await infoOf(settlementId)).settlement).toMatchObject({ sumVersion: 2, debtCents: 400, payableCents: 650 })
  await buys(Number(guild.leader), 100, 40)
  expect(await approve(settlementId)).toMatchObject({ ok: false, errorCode: 20000, reason: 'settlement.debtChanged' })
  expect(await owedBy(guild)).toBe(300n)
  await staff.call(calls.settlementRecompute, { ids: [settlementId], reason: 'a test' })
  expect((await infoOf(settlementId)).settlement).toMatchObject({ debtCents: 300, payableCents: 750 })
  expect(await approve(settlementId)).toMatchObject({ ok: true })
  expect(await owedBy(guild)).toBe(0n)
  expect(await unequal(guild, settlementId)).toEqual([])
})

test('a recharge that is posted while the approval waits for it is seen, and the approval says so', async () => {
  const { guild } = await indebted(700, 1_000)
  const { settlementId } = await aDraft(product, { guild })
  const recharging = Promise.withResolvers<void>()
  const repaid = Promise.withResolvers<void>()
  const at = product.clock.now()
  const repaying = inTransaction(product.database, async (tx) => {
    await post(tx, 'test', at, [
      {
        id: newId(at),
        kind: 'adjust',
        phase: 'single',
        reference: 'a recharge',
        occurredAt: at,
        request: {},
        accounts: [debt(guild.leader), ofPlatform('issue', 'TOKEN')],
        decide: () => move(ofPlatform('issue', 'TOKEN'), debt(guild.leader), 300n),
      },
    ])
    recharging.resolve()
    await repaid.promise
  })
  await recharging.promise
  const approving = approve(settlementId)
  await vi.waitUntil(() => isWaiting(), { timeout: 10_000 })
  repaid.resolve()
  await repaying
  expect(await approving).toMatchObject({ ok: false, errorCode: 20000, reason: 'settlement.debtChanged' })
  expect([await owedBy(guild), await posted(guildPayable(guild.id))]).toEqual([400n, 0n])
})

/** True while a statement waits for another's lock. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    product.database,
  )
  return rows.length > 0
}

test('later corrections of the week do not change the repaid debt', async () => {
  const { guild } = await indebted(700, 1_000)
  const { settlementId } = await aDraft(product, { guild })
  expect(await approve(settlementId)).toMatchObject({ ok: true })
  const [anchor] = guild.anchors as [bigint]
  await earn(product.database, { guildId: guild.id, userId: anchor, bonus: 100, week: testWeek }, false)
  await giveBonus(product.database, anchor, 100, new Date('2026-11-22T12:00:00Z'))
  const next = await aDraft(product, { guild, week: '2026-11-23' })
  expect((await infoOf(next.settlementId)).settlement).toMatchObject({
    correctionCents: 105,
    debtCents: 0,
    payableCents: 105,
  })
})
