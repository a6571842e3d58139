import { smsSend } from '@greenroom/contract/access'
import {
  agentAskBack,
  agentBuyer,
  agentCodeSend,
  agentHome,
  agentMovementList,
  agentOwnPurchaseList,
  agentOwnSaleList,
  agentSell,
  agentStepUp,
  agentStepUpInfo,
  agentTokens,
} from '@greenroom/contract/agentPortal'
import { agentQueue, agentReceiptShare } from '@greenroom/contract/agentQueue'
import { agentFreeze } from '@greenroom/contract/agents'
import { agentBackDecide, agentPatternList, agentSaleList } from '@greenroom/contract/agentTrades'
import { sql } from 'kysely'
import { generate, generateSecret } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Made, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { sentMessages } from '../../../access/access.accounts.fixture.ts'
import { sealFactor } from '../../../access/login/login.sealed.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { balancesOfUsers, ofPlatform, paid, post, verifyLedger } from '../../../ledger/index.ts'
import { anApp, commandsAbout } from '../../users/people.fixture.ts'
import { anAgent, aSale, aUser, proved, type TestAgent } from '../agents.fixture.ts'
import { markRoundTrips } from './trades.patterns.ts'

let product: TestProduct
let finance: Client
let agent: TestAgent
let buyer: number
beforeAll(async () => {
  product = await startProduct()
  await anApp(product)
  finance = (await person(product, { permissions: { 'finance.agents': 3, 'finance.agentTrades': 3 } })).client
  agent = await anAgent(product, { stock: 100_000, usdMicros: 900_000_000 })
  buyer = await aUser(product)
})
afterAll(() => product.close())

const key = () => crypto.randomUUID()
const sell = (tokens: number, more: { userId?: number; key?: string } = {}, by: Made = agent.account) =>
  by.client.call(agentSell, { userId: more.userId ?? buyer, tokens, key: more.key ?? key() })
const refusal = (tokens: number, userId = buyer, by: Made = agent.account) =>
  by.client.refused(agentSell, { userId, tokens, key: key() })
/** A user spends tokens that were bought, with their cost. */
const spendPaid = (userId: number, { tokens, costMicros }: { tokens: bigint; costMicros: bigint }) =>
  inTransaction(product.database, (tx) =>
    post(tx, 'test', product.clock.now(), [
      {
        id: newId(product.clock.now()),
        kind: 'gift',
        phase: 'single',
        reference: 'test',
        occurredAt: product.clock.now(),
        request: {},
        accounts: [paid(BigInt(userId)), ofPlatform('burn', 'TOKEN')],
        decide: () => [
          { account: paid(BigInt(userId)), amount: -tokens, costMicros: -costMicros },
          { account: ofPlatform('burn', 'TOKEN'), amount: tokens },
        ],
      },
    ]),
  )
const walletOf = async (id: number) => (await balancesOfUsers(product.database, [BigInt(id)])).get(BigInt(id))
const stockOf = async (of: TestAgent) => (await of.account.client.call(agentTokens, {})).stockTokens

test('a sale is in the buyer’s wallet at once, with its cost, and both are informed', async () => {
  expect(await agent.account.client.call(agentBuyer, { userId: buyer })).toMatchObject({
    buyer: { userId: buyer, nickname: `Someone ${buyer}` },
  })
  const before = await stockOf(agent)
  const receipt = await sell(5_000)
  expect(receipt).toMatchObject({ tokens: 5_000, stockTokens: before - 5_000, buyer: { userId: buyer } })
  expect((await walletOf(buyer))?.paidTokens).toBe(5_000n)
  const { rows } = await sql<{ cost: bigint }>`
    select cost_micros as cost from ledger.account where owner = ${`user:${buyer}`} and purpose = 'paid'`.execute(
    product.database,
  )
  expect(rows[0]!.cost).toBe(45_000_000n)
  const commands = await commandsAbout(product, buyer)
  expect(commands).toContainEqual(expect.objectContaining({ saleId: receipt.saleId, tokens: 5_000, back: null }))
  expect(commands).toContainEqual(expect.objectContaining({ paidTokens: 5_000 }))
  expect((await agent.account.client.call(agentHome, {})).agent).toMatchObject({
    soldTodayTokens: 5_000,
    soldTodaySales: 1,
  })
})

test('the same key sells once, also for concurrent requests', async () => {
  const before = await stockOf(agent)
  const one = key()
  const [first, second] = await Promise.all([sell(2_000, { key: one }), sell(2_000, { key: one })])
  expect(second.saleId).toBe(first.saleId)
  expect((await sell(2_000, { key: one })).saleId).toBe(first.saleId)
  expect(await stockOf(agent)).toBe(before - 2_000)
  const other = { userId: buyer, tokens: 3_000, key: one }
  expect(await agent.account.client.refused(agentSell, other)).toMatchObject({ code: 20000, reason: 'agent.keyUsed' })
})

test('refuses amounts, buyers and an empty stock, each with its code', async () => {
  const [banned, reviewer] = [await aUser(product), await aUser(product)]
  await sql`update users.app_user set state = 'ban ID' where id = ${banned}`.execute(product.database)
  await sql`update users.app_user set market_audit = true where id = ${reviewer}`.execute(product.database)
  expect(await refusal(1_999)).toEqual({ code: 400003, fields: ['tokens'], reason: 'agent.saleRange' })
  expect(await refusal(1_000_001)).toEqual({ code: 400003, fields: ['tokens'], reason: 'agent.saleRange' })
  expect(await refusal(2_000, 77)).toEqual({ code: 21001, fields: ['userId'] })
  expect(await refusal(2_000, banned)).toEqual({ code: 1000002, fields: ['userId'], reason: 'agent.buyerBanned' })
  expect(await refusal(2_000, reviewer)).toEqual({ code: 1000002, fields: ['userId'], reason: 'agent.buyerStore' })
  const poor = await anAgent(product, { stock: 2_500 })
  expect(await refusal(2_600, buyer, poor.account)).toEqual({ code: 60001, fields: ['tokens'] })
  const staff = await person(product, { permissions: { 'topup-agents.sell': 3 } })
  expect(await refusal(2_000, buyer, staff)).toMatchObject({ code: 400001 })
})

test('agents do not sell to themselves, neither looked up nor sold to, so nothing moves', async () => {
  const before = await stockOf(agent)
  const self = { errorCode: 1000002, detail: [{ field: 'userId', reason: 'agent.buyerSelf' }] }
  expect(await agent.account.client.send(agentBuyer, { userId: agent.userId })).toMatchObject(self)
  expect(await agent.account.client.send(agentSell, { userId: agent.userId, tokens: 5_000, key: key() })).toMatchObject(
    self,
  )
  expect(await stockOf(agent)).toBe(before)
  expect(await walletOf(agent.userId)).toBeUndefined()
  // Another agent may buy, like any user.
  const other = await anAgent(product)
  expect((await sell(5_000, { userId: other.userId })).buyer.userId).toBe(other.userId)
})

test('two concurrent sales of the last stock: one succeeds', async () => {
  const last = await anAgent(product, { stock: 3_000 })
  const answers = await Promise.allSettled([sell(2_000, {}, last.account), sell(2_000, {}, last.account)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await stockOf(last)).toBe(1_000)
})

test('a sale races a freeze: both happen, or only the freeze', async () => {
  for (let round = 0; round < 5; round++) {
    const one = await anAgent(product, { stock: 4_000 })
    const [sale] = await Promise.allSettled([
      sell(2_000, {}, one.account),
      finance.call(agentFreeze, { ids: [one.userId], reason: 'race' }),
    ])
    expect(await stockOf(one)).toBe(sale.status === 'fulfilled' ? 2_000 : 4_000)
    expect(await refusal(2_000, buyer, one.account)).toMatchObject({ code: 400002, reason: 'agent.frozen' })
  }
})

test('the authenticator’s code cannot be guessed: ten wrong ones freeze the account, and the right one no longer counts', async () => {
  const { account } = await anAgent(product, { stock: 4_000 })
  const secret = generateSecret()
  await product.database
    .updateTable('access.staff')
    .set({ google_secret: sealFactor(product.seals, account.staffId, secret), google_bound_at: new Date() })
    .where('id', '=', account.staffId)
    .execute()
  const right = await generate({ secret, epoch: Math.floor(Date.now() / 1000) })
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  const codes: number[] = []
  for (let i = 0; i < 12; i++) codes.push((await account.client.refused(agentStepUp, { code: wrong })).code)
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 12002), 10005, 10005])
  expect(await account.client.refused(agentStepUp, { code: right })).toMatchObject({ code: 10005 })
})

test('the authenticator’s code opens sales once, and only for its session', async () => {
  const one = await anAgent(product, { stock: 4_000 })
  await sql`delete from topup_agents.step_up`.execute(product.database)
  const secret = generateSecret()
  await product.database
    .updateTable('access.staff')
    .set({ google_secret: sealFactor(product.seals, one.account.staffId, secret), google_bound_at: new Date() })
    .where('id', '=', one.account.staffId)
    .execute()
  const { client } = one.account
  expect(await refusal(2_000, buyer, one.account)).toMatchObject({ code: 11003 })
  const code = await generate({ secret, epoch: Math.floor(Date.now() / 1000) })
  await client.call(agentStepUp, { code })
  expect(await client.call(agentStepUpInfo, {})).toMatchObject({ method: 'google', large: true })
  expect(await client.refused(agentStepUp, { code })).toMatchObject({ code: 12002 })
  await sell(2_000, {}, one.account)
})

test('a session sells after a new code, and each large sale needs its own code', async () => {
  const one = await anAgent(product, { stock: 400_000 })
  await sql`delete from topup_agents.step_up`.execute(product.database)
  const { client } = one.account
  expect(await refusal(2_000, buyer, one.account)).toMatchObject({ code: 11003, reason: 'agent.stepUp' })
  expect(await client.call(agentStepUpInfo, {})).toMatchObject({ method: 'none', until: null })
  expect(await client.refused(agentStepUp, { code: '123456' })).toMatchObject({ code: 12003 })
  await sql`
    update access.staff set area_code = '86', phone = '13377700001' where id = ${one.account.staffId}`.execute(
    product.database,
  )
  expect(await client.refused(agentStepUp, { code: '12' })).toMatchObject({ code: 12001, reason: 'code.digits' })
  expect(await client.refused(agentStepUp, { code: '123456' })).toMatchObject({ code: 12002, reason: 'code.wrong' })
  await product.as(undefined).call(smsSend, { areaCode: '86', phoneNumber: '13377700001', validate: 'withdraw' })
  await expect.poll(() => sentMessages(product, '+8613377700001')).toHaveLength(1)
  const { code } = (await sentMessages(product, '+8613377700001'))[0]!
  await client.call(agentStepUp, { code })
  expect(await client.refused(agentStepUp, { code })).toMatchObject({ code: 12002, reason: 'code.wrong' })
  expect(await client.call(agentStepUpInfo, {})).toMatchObject({ method: 'sms', large: true })
  await sell(100_000, {}, one.account)
  await sell(100_001, {}, one.account)
  expect(await refusal(100_001, buyer, one.account)).toMatchObject({ code: 11003, reason: 'agent.stepUpLarge' })
  await sell(2_000, {}, one.account)
  await sql`update topup_agents.step_up set at = at - interval '13 hours'`.execute(product.database)
  expect(await refusal(2_000, buyer, one.account)).toMatchObject({ code: 11003, reason: 'agent.stepUp' })
  // Sent from the portal: to the account's own phone, whatever strangers asked for, and once a minute.
  expect(await client.call(agentCodeSend, {})).toEqual({ retryAfterSeconds: 60 })
  await expect.poll(() => sentMessages(product, '+8613377700001')).toHaveLength(2)
  const own = (await sentMessages(product, '+8613377700001')).at(-1)!.code
  expect(await client.refused(agentCodeSend, {})).toMatchObject({ code: 1000104 })
  await client.call(agentStepUp, { code: own })
  await sell(2_000, {}, one.account)
  await proved(product, agent.account)
})

test('a return is requested: Finance returns the unspent part, with a reason', async () => {
  const one = await anAgent(product, { stock: 20_000, usdMicros: 180_000_000 })
  const other = await aUser(product)
  const { saleId } = await sell(10_000, { userId: other }, one.account)
  await spendPaid(other, { tokens: 4_000n, costMicros: 36_000_000n })
  const { client } = one.account
  expect(await agent.account.client.refused(agentAskBack, { saleId, reason: 'not mine' })).toMatchObject({
    code: 10032,
  })
  expect(await client.refused(agentAskBack, { saleId, reason: '' })).toMatchObject({ code: 11004 })
  await client.call(agentAskBack, { saleId, reason: 'wrong person' })
  expect(await client.refused(agentAskBack, { saleId, reason: 'again' })).toMatchObject({
    code: 20000,
    reason: 'agent.backAsked',
  })
  expect((await finance.call(agentSaleList, { backState: 'asked' })).records).toMatchObject([
    { saleId, back: { askedFor: 'wrong person' }, can: { agree: true } },
  ])
  expect(await finance.call(agentSaleList, { backState: 'refused' })).toMatchObject({ records: [], total: 0 })
  expect(await finance.refused(agentBackDecide, { ids: [saleId], agree: true, reason: '' })).toMatchObject({
    code: 11004,
  })
  await finance.call(agentBackDecide, { ids: [saleId], agree: true, reason: 'the agent’s mistake' })
  expect((await walletOf(other))?.paidTokens).toBe(0n)
  expect(await client.call(agentTokens, {})).toMatchObject({
    stockTokens: 16_000,
    costUsdMicros: 144_000_000,
    soldTokens: 10_000,
    backTokens: 6_000,
  })
  expect(await commandsAbout(product, other)).toContainEqual(
    expect.objectContaining({ saleId, back: { agreed: true, tokens: 6_000, reason: 'the agent’s mistake' } }),
  )
  expect((await client.call(agentOwnSaleList, {})).records).toMatchObject([
    { back: { state: 'agreed', tokens: 6_000, reason: 'the agent’s mistake' }, can: { askBack: 'backAsked' } },
  ])
  expect(await finance.call(agentBackDecide, { ids: [saleId], agree: false, reason: 'no' })).toMatchObject({
    outcomes: [{ errorCode: 20000, reason: 'agent.decided' }],
  })
})

test('where the buyer has spent all of it nothing is returned, and the request stays open for a refusal', async () => {
  const one = await anAgent(product, { stock: 5_000 })
  const other = await aUser(product)
  const { saleId } = await sell(2_000, { userId: other }, one.account)
  await one.account.client.call(agentAskBack, { saleId, reason: 'wrong person' })
  await spendPaid(other, { tokens: 2_000n, costMicros: 0n })
  const decide = (agree: boolean) => finance.call(agentBackDecide, { ids: [saleId], agree, reason: 'looked at' })
  expect(await decide(true)).toMatchObject({ outcomes: [{ errorCode: 60001, reason: 'agent.backSpent' }] })
  expect([await stockOf(one), (await walletOf(other))?.paidTokens]).toEqual([3_000, 0n])
  expect((await finance.call(agentSaleList, { backState: 'asked' })).records).toMatchObject([{ saleId }])
  expect(await decide(false)).toMatchObject({ outcomes: [{ ok: true }] })
})

test('a refused request tells the agent and the buyer the same reason, and moves nothing', async () => {
  const one = await anAgent(product, { stock: 5_000 })
  const other = await aUser(product)
  const { saleId } = await sell(2_000, { userId: other }, one.account)
  const { client } = one.account
  await client.call(agentAskBack, { saleId, reason: 'wrong person' })
  await finance.call(agentBackDecide, { ids: [saleId], agree: false, reason: 'the buyer ordered it' })
  expect(await commandsAbout(product, other)).toContainEqual(
    expect.objectContaining({ saleId, back: { agreed: false, tokens: 0, reason: 'the buyer ordered it' } }),
  )
  expect((await client.call(agentOwnSaleList, {})).records).toMatchObject([
    { back: { state: 'refused', tokens: 0, reason: 'the buyer ordered it' } },
  ])
  expect((await walletOf(other))?.paidTokens).toBe(2_000n)
})

test('Home names the most of one sale: everybody’s limit, or the agent’s own', async () => {
  const one = await anAgent(product, { stock: 10_000 })
  const most = async () => (await one.account.client.call(agentHome, {})).agent?.mostOfSaleTokens
  expect(await most()).toBe(1_000_000)
  await sql`update topup_agents.agent set sale_tokens = 5000 where id = ${one.agentId}`.execute(product.database)
  expect(await most()).toBe(5_000)
  expect(await refusal(5_001, buyer, one.account)).toMatchObject({ code: 400003, reason: 'agent.saleRange' })
})

test('returns and amounts are found with every other filter, page by page', async () => {
  const one = await anAgent(product, { stock: 20_000 })
  const ids: string[] = []
  for (const tokens of [2_001, 2_002, 2_003]) ids.unshift((await sell(tokens, {}, one.account)).saleId)
  for (const saleId of ids) await one.account.client.call(agentAskBack, { saleId, reason: 'wrong person' })
  const { agentId } = one
  const listed = async (filter: object) => {
    const { records, total, next } = await finance.call(agentSaleList, { agentId, size: 2, ...filter })
    const more =
      next === undefined
        ? []
        : (await finance.call(agentSaleList, { agentId, size: 2, ...filter, after: next })).records
    return [total, ...[...records, ...more].map(({ saleId }) => saleId)]
  }
  const day = product.clock.now().toISOString().slice(0, 10)
  const back = { backState: 'asked' as const }
  expect(await listed(back)).toEqual([3, ...ids])
  expect(await listed({ ...back, userId: buyer, startTimeStr: day, endTimeStr: day })).toEqual([3, ...ids])
  expect(await listed({ ...back, tokensMin: 2_002 })).toEqual([2, ...ids.slice(0, 2)])
  expect(await listed({ tokensMin: 2_001, tokensMax: 2_002 })).toEqual([2, ...ids.slice(1)])
  expect(await listed({ ...back, sort: 'at' })).toEqual([3, ...ids.toReversed()])
  await finance.call(agentBackDecide, { ids: [ids[1]!], agree: false, reason: 'no' })
  expect(await listed(back)).toEqual([2, ids[0], ids[2]])
  expect((await one.account.client.call(agentOwnSaleList, { backState: 'refused' })).records).toMatchObject([
    { saleId: ids[1] },
  ])
})

test('a day later it is too late to request a return', async () => {
  const { saleId } = await sell(2_000)
  await sql`update topup_agents.sale set at = at - interval '25 hours' where id = ${saleId}`.execute(product.database)
  expect(await agent.account.client.refused(agentAskBack, { saleId, reason: 'late' })).toMatchObject({
    code: 1000002,
    reason: 'agent.backLate',
  })
})

test('an agent sees only their own', async () => {
  const one = await anAgent(product, { stock: 5_000 })
  const { client } = one.account
  expect((await client.call(agentOwnSaleList, {})).records).toEqual([])
  expect((await client.call(agentOwnPurchaseList, {})).records).toMatchObject([{ tokens: 5_000 }])
  expect((await client.call(agentMovementList, {})).records).toMatchObject([
    { kind: 'purchase', tokens: 5_000, stockAfter: 5_000 },
  ])
  expect(await client.refused(agentSaleList, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
})

test('many new buyers and round trips are flagged, each with its sales', async () => {
  const one = await anAgent(product, { stock: 100_000 })
  const people = await Promise.all(Array.from({ length: 5 }, () => aUser(product)))
  const now = product.clock.now()
  await sql`
    update users.app_user set registered_at = ${now} where id = any(${people.map(BigInt)}::bigint[])`.execute(
    product.database,
  )
  for (const userId of people) await sell(2_000, { userId }, one.account)
  const at = product.clock.now()
  for (const userId of people.slice(0, 3))
    await sql`
      insert into live.gift (id, at, gift_id, sender_id, receiver_id, count, tokens, promo_tokens, bonus)
      values (${newId(at)}, ${at}, 1, ${userId}, ${one.userId}, 1, 1500, 0, 600)`.execute(product.database)
  expect(await markRoundTrips(product.database, product.clock.now(), 'UTC')).toBe(3)
  expect(await markRoundTrips(product.database, product.clock.now(), 'UTC')).toBe(0)
  const { patterns } = await finance.call(agentPatternList, {})
  expect(patterns.filter(({ agent: of }) => of.agentId === one.agentId)).toMatchObject([
    { pattern: 'new', sales: 5, ofSales: 5 },
    { pattern: 'round', sales: 3, ofSales: 5 },
  ])
  const { records } = await finance.call(agentSaleList, { agentId: one.agentId, pattern: 'round' })
  expect(records).toHaveLength(3)
})

test('the ledger is consistent', async () => {
  expect(await verifyLedger(product.database)).toEqual([])
})

test('a buyer comes with what was sold to them in the last ten minutes, by this agent, and was not returned', async () => {
  const mine = await anAgent(product, { stock: 50_000 })
  const soldTo = async (of: TestAgent) => (await of.account.client.call(agentBuyer, { userId: buyer })).sold
  expect(await soldTo(mine)).toEqual([])
  const first = await sell(2_000, {}, mine.account)
  await sell(3_000, {}, mine.account)
  expect((await soldTo(mine)).map(({ tokens }) => tokens)).toEqual([3_000, 2_000])
  expect((await soldTo(mine)).at(-1)!.at).toBe(first.at)
  expect(await soldTo(await anAgent(product, { stock: 50_000 }))).toEqual([])
  await sql`
    insert into topup_agents.refund (sale_id, agent_id, sold_at, state, asked_at, asked_for)
    select id, agent_id, at, 'agreed', at, 'test' from topup_agents.sale where id = ${first.saleId}::uuid`.execute(
    product.database,
  )
  expect(await soldTo(mine)).toHaveLength(1)
  await sql`update topup_agents.sale set at = at - interval '11 minutes' where agent_id = ${mine.agentId}`.execute(
    product.database,
  )
  expect(await soldTo(mine)).toEqual([])
})

describe('the queue', () => {
  let seller: TestAgent
  beforeAll(async () => {
    seller = await anAgent(product, { stock: 100_000, usdMicros: 900_000_000 })
  })
  const asked = () => seller.account.client.call(agentQueue, {})

  test('has the last customers, amounts, and today’s profit, which agrees with stock, sales and returns', async () => {
    expect(await asked()).toMatchObject({ customers: [], today: { tokens: 0, priceUsdMicros: 0, costUsdMicros: 0 } })
    const other = await aUser(product)
    await sell(5_000, {}, seller.account)
    await sell(3_000, { userId: other }, seller.account)
    await sell(7_000, {}, seller.account)
    const { customers, presets, today } = await asked()
    expect(customers.map(({ buyer: { userId }, tokens }) => [userId, tokens])).toEqual([
      [buyer, 7_000],
      [other, 3_000],
    ])
    expect(presets).toEqual([2_000, 5_000, 10_000, 20_000, 50_000, 100_000])
    const home = (await seller.account.client.call(agentHome, {})).agent!
    const tokens = await seller.account.client.call(agentTokens, {})
    expect(today).toEqual({
      tokens: home.soldTodayTokens,
      priceUsdMicros: (home.soldTodayTokens / 100) * 1_000_000,
      costUsdMicros: 900_000_000 - tokens.costUsdMicros,
    })
    // A return takes its tokens and their cost out again.
    const { records } = await seller.account.client.call(agentOwnSaleList, { userId: [other] })
    await seller.account.client.call(agentAskBack, { saleId: records[0]!.saleId, reason: 'the wrong person' })
    await finance.call(agentBackDecide, { ids: [records[0]!.saleId], agree: true, reason: 'yes' })
    expect((await asked()).today).toEqual({
      tokens: 12_000,
      priceUsdMicros: 120_000_000,
      costUsdMicros: 900_000_000 - (await seller.account.client.call(agentTokens, {})).costUsdMicros,
    })
  })

  test('is an agent’s own', async () => {
    const other = await anAgent(product)
    expect(await other.account.client.call(agentQueue, {})).toMatchObject({ customers: [], today: { tokens: 0 } })
    const staff = await person(product, { permissions: { 'topup-agents.sell': 3 } })
    expect(await staff.client.refused(agentQueue, {})).toMatchObject({ code: 400001 })
  })

  const check = (code: string, language = 'en') =>
    product.app.inject({ url: `/r/${code}`, headers: { 'accept-language': language } })

  test('a receipt can be checked by anybody, until the sale is returned or 30 days have passed', async () => {
    const { saleId } = await sell(4_000, {}, seller.account)
    const { code, endsAt } = await seller.account.client.call(agentReceiptShare, { saleId })
    expect(code).toMatch(/^[a-z2-7]{16}$/)
    expect(Math.round((Date.parse(endsAt) - product.clock.now().getTime()) / 60_000)).toBe(30 * 24 * 60)
    // Shared again, it is the same.
    expect(await seller.account.client.call(agentReceiptShare, { saleId })).toEqual({ code, endsAt })
    const page = await check(code)
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(page.body).toContain('data-state="valid"')
    expect(page.body).toContain('4,000')
    expect(page.body).not.toContain(String(buyer))
    expect(page.body).not.toContain(`Someone ${buyer}`)
    expect((await check(code, 'ar')).body).toContain('dir="rtl"')
    // The log names the sale, and not the code.
    const { rows } = await sql<{ entry: string }>`
      select to_jsonb(e)::text as entry from log.entry e where operation = 'agent.receiptShare' order by at desc limit 1`.execute(
      product.database,
    )
    expect(rows[0]!.entry).toContain(saleId)
    expect(rows[0]!.entry).not.toContain(code)

    await seller.account.client.call(agentAskBack, { saleId, reason: 'the wrong person' })
    expect((await check(code)).body).toContain('data-state="valid"')
    await finance.call(agentBackDecide, { ids: [saleId], agree: true, reason: 'yes' })
    expect((await check(code)).body).toContain('data-state="void"')

    await sql`update topup_agents.receipt set ends_at = ${product.clock.now()} where code = ${code}`.execute(
      product.database,
    )
    const ended = await check(code)
    expect([ended.statusCode, ended.body.includes('data-state="unknown"')]).toEqual([404, true])
    const fresh = await seller.account.client.call(agentReceiptShare, { saleId })
    expect(fresh.code).not.toBe(code)
  })

  test('a receipt is shared by who sold, and a code is not guessed', async () => {
    const saleId = await aSale(product, seller)
    const other = await anAgent(product)
    expect(await other.account.client.refused(agentReceiptShare, { saleId })).toMatchObject({ code: 10032 })
    const staff = await person(product, { permissions: { 'topup-agents.sell': 3 } })
    expect(await staff.client.refused(agentReceiptShare, { saleId })).toMatchObject({ code: 400001 })
    for (const code of ['a', 'aaaaaaaaaaaaaaaa', 'AAAAAAAAAAAAAAAA', '%00', "'--"])
      expect((await check(encodeURIComponent(code))).statusCode).toBe(404)
    const tried = await Promise.all(Array.from({ length: 30 }, () => check('aaaaaaaaaaaaaaab')))
    expect(tried.at(-1)!.statusCode === 429 || tried.some(({ statusCode }) => statusCode === 429)).toBe(true)
  })
})
