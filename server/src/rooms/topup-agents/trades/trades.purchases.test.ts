// Agents' purchases: bank transfers checked by Finance, salary deductions, USDT, requests from the app; and reversals.
import * as portal from '@greenroom/contract/agentPortal'
import { agentCancel, agentFreeze, agentInfo } from '@greenroom/contract/agents'
import { agentPurchaseDecide, agentPurchaseList, agentPurchaseReverse } from '@greenroom/contract/agentTrades'
import { flowReconcile } from '@greenroom/contract/flow'
import { weekPay } from '@greenroom/contract/payouts'
import { settlementInfo } from '@greenroom/contract/settlement'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { type Made, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { agentBalances, balanceAt, guildBalances, ofPlatform, post, verifyLedger } from '../../../ledger/index.ts'
import { giveAddresses } from '../../chain/keys.fixture.ts'
import { aProof, finance as guildFinance } from '../../guilds/payouts/guildPayouts.fixture.ts'
import { accountInForce, weekApproved } from '../../guilds/payouts/guildPayouts.payable.fixture.ts'
import { ensureWeeks } from '../../guilds/weeks/weeks.service.ts'
import { freeing, holding } from '../agents/agentPayouts.ledger.ts'
import { anAgent, aPurchaseProof, aUser, leadingAgent, type TestAgent } from '../agents.fixture.ts'
import { agentPayer } from './trades.payer.ts'

let product: TestProduct
let admin: Client
let finance: Made
let app: BridgeConnection
beforeAll(async () => {
  product = await startProduct()
  app = await connect(product)
  admin = await product.administrator()
  await ensureWeeks(product.database, product.clock.now(), 'UTC')
})
// What one member of staff decides in a day adds up, so each test has its own.
beforeEach(async () => {
  finance = await person(product, { permissions: { 'finance.agents': 3, 'finance.agentTrades': 3 } })
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  const { checks } = await admin.call(flowReconcile, {})
  const ofMoney = checks.filter(({ key }) => /^(agent|guildPayable|zeroSum)/.test(key))
  expect(ofMoney.flatMap(({ key, differences }) => differences.map((one) => ({ key, ...one })))).toEqual([])
  await product.close()
})

const balanceOf = async ({ agentId }: TestAgent) => (await agentBalances(product.database, [agentId])).get(agentId)
const approve = async (approvalId: string | undefined) =>
  (await admin.call(approvalDecide, { ids: [approvalId!], decision: 'approve' } as never)).outcomes
const report = async ({ account }: TestAgent, usd: number, reference: string = crypto.randomUUID()) => {
  const proofFileId = await aPurchaseProof(product)
  const sent = { usdCents: usd * 100, reference, proofFileId }
  return (await account.client.call(portal.agentPurchaseSave, sent)).purchaseId
}
const credit = (ids: string[]) => finance.client.call(agentPurchaseDecide, { ids, decision: 'credit' })
const sell = async ({ account }: TestAgent, tokens: number) =>
  account.client.call(portal.agentSell, { userId: await aUser(product), tokens, key: crypto.randomUUID() })

const payableOf = async (guildId: number) =>
  (await guildBalances(product.database, [guildId])).get(guildId)?.payable ?? 0n

test('a bank transfer is reported once, checked, and credited at the tier of the month', async () => {
  const agent = await anAgent(product)
  const { client } = agent.account
  const proofFileId = await aPurchaseProof(product)
  const refused = async (sent: object) =>
    client.refused(portal.agentPurchaseSave, { usdCents: 5_000, reference: 'FT 9', proofFileId, ...sent })
  expect(await refused({ usdCents: 999 })).toMatchObject({ code: 400003, reason: 'agent.purchaseRange' })
  expect(await refused({ usdCents: 10_000_100 })).toMatchObject({ code: 400003, reason: 'agent.purchaseRange' })
  expect(await refused({ proofFileId: await aProof(product) })).toMatchObject({ code: 10009, reason: 'agent.noProof' })
  const id = await report(agent, 400, 'FT 4711')
  expect(await refused({ reference: 'ft 4711' })).toMatchObject({ code: 10027, reason: 'agent.referenceUsed' })
  expect(await balanceOf(agent)).toBeUndefined()
  expect((await finance.client.call(agentPurchaseList, { state: 'in review' })).records).toMatchObject([
    { purchaseId: id, usdMicros: 400_000_000, reference: 'FT 4711', can: { credit: true, reverse: 'decided' } },
  ])
  expect(await credit([id, crypto.randomUUID()])).toMatchObject({ outcomes: [{ ok: true }, { errorCode: 10032 }] })
  expect(await balanceOf(agent)).toMatchObject({ stock: 44_000n, costMicros: 400_000_000n })
  expect(await credit([id])).toMatchObject({ outcomes: [{ errorCode: 20000, reason: 'agent.decided' }] })
  // A refused transfer may be reported again, with another receipt.
  const wrong = await report(agent, 50, 'FT 4712')
  expect(await finance.client.refused(agentPurchaseDecide, { ids: [wrong], decision: 'refuse' })).toMatchObject({
    code: 11004,
    reason: 'field.required',
  })
  await finance.client.call(agentPurchaseDecide, { ids: [wrong], decision: 'refuse', reason: 'no such transfer' })
  expect((await client.call(portal.agentOwnPurchaseList, { state: 'refused' })).records).toMatchObject([
    { purchaseId: wrong, reason: 'no such transfer', tokens: 0 },
  ])
  await report(agent, 50, 'FT 4712')
})

test('above the limit a second member of staff approves; until then nothing else happens to it', async () => {
  const agent = await anAgent(product)
  const id = await report(agent, 1_200)
  const { approvalId } = await credit([id])
  expect(await credit([id])).toMatchObject({ outcomes: [{ errorCode: 20000, reason: 'agent.waits' }] })
  expect(await balanceOf(agent)).toBeUndefined()
  expect(await approve(approvalId)).toMatchObject([{ ok: true }])
  // 1,000 dollars at 10 %, 200 at 15.
  expect((await balanceOf(agent))?.stock).toBe(133_000n)
  // A frozen agent's purchase waits.
  const other = await report(agent, 20)
  await finance.client.call(agentFreeze, { ids: [agent.userId], reason: 'complaints' })
  expect(await credit([other])).toMatchObject({ outcomes: [{ errorCode: 400002, reason: 'agent.frozen' }] })
})

test('what a member of staff credits and reverses in 24 hours adds up; approved credits do not count', async () => {
  const agent = await anAgent(product)
  const [first, second, third] = [await report(agent, 200), await report(agent, 250), await report(agent, 60)]
  expect(await approve((await credit([await report(agent, 900)])).approvalId)).toMatchObject([{ ok: true }])
  expect((await credit([first])).approvalId).toBeUndefined()
  expect((await credit([second])).approvalId).toBeUndefined()
  const reversal = { purchaseId: first, reason: 'bounced' }
  const { approvalId } = await credit([third])
  expect(approvalId).toBeDefined()
  expect((await finance.client.call(agentPurchaseReverse, reversal)).approvalId).toBeDefined()
  expect(await balanceOf(agent)).toMatchObject({ costMicros: 1_350_000_000n })
  // Another member of staff is not bound by it; nor is the same one a day later.
  const other = await person(product, { permissions: { 'finance.agentTrades': 3 } })
  const fourth = await report(agent, 60)
  const by = (client: Client, id: string) => client.call(agentPurchaseDecide, { ids: [id], decision: 'credit' })
  expect((await by(other.client, fourth)).approvalId).toBeUndefined()
  await sql`update access.alone set at = at - interval '25 hours' where staff_id = ${finance.staffId}`.execute(
    product.database,
  )
  expect((await credit([await report(agent, 70)])).approvalId).toBeUndefined()
})

test('a purchase is reversed from stock; sold tokens are a debt, settled when the agent is cancelled', async () => {
  const agent = await anAgent(product)
  const [first, second] = [await report(agent, 100), await report(agent, 100)]
  await credit([first, second])
  await sell(agent, 15_000)
  expect(await balanceOf(agent)).toMatchObject({ stock: 7_000n })
  const { debtUsdMicros } = await finance.client.call(agentPurchaseReverse, { purchaseId: first, reason: 'bounced' })
  // 7,000 of 11,000 tokens were there.
  expect(debtUsdMicros).toBe(36_363_637)
  expect(await balanceOf(agent)).toMatchObject({ stock: 0n, costMicros: 0n, debt: 36_363_637n })
  expect(await finance.client.refused(agentPurchaseReverse, { purchaseId: first, reason: 'bounced' })).toMatchObject({
    code: 20000,
    reason: 'agent.decided',
  })
  expect(await agent.account.client.call(portal.agentHome, {})).toMatchObject({ agent: { debtUsdMicros: 36_363_637 } })
  // The stock's value reduces the debt first.
  await credit([await report(agent, 100)])
  const { approvalId } = await finance.client.call(agentCancel, {
    userId: agent.userId,
    stock: 'buy back',
    reason: 'gone',
  })
  await approve(approvalId)
  expect(await balanceOf(agent)).toMatchObject({ stock: 0n, debt: 0n, payable: 63_636_363n })
  expect(await finance.client.call(agentInfo, { userId: agent.userId })).toMatchObject({ payableUsdMicros: 63_636_363 })
})

test('a transfer that bounces after the stock was bought back is taken from what the agent is still owed', async () => {
  const agent = await anAgent(product)
  const bounced = await report(agent, 100)
  await credit([bounced])
  const cancelled = { userId: agent.userId, stock: 'buy back' as const, reason: 'gone' }
  await approve((await finance.client.call(agentCancel, cancelled)).approvalId)
  expect(await balanceOf(agent)).toMatchObject({ stock: 0n, payable: 100_000_000n })
  const reverse = () => finance.client.send(agentPurchaseReverse, { purchaseId: bounced, reason: 'bounced' })
  // While a batch pays it, it cannot be taken.
  const cause = { id: newId(product.clock.now()), agentId: agent.agentId, usdCents: 4_000n, at: product.clock.now() }
  await inTransaction(product.database, (tx) => post(tx, 'test', cause.at, [holding(cause)]))
  expect(await reverse()).toMatchObject({ errorCode: 20000, detail: [{ reason: 'agent.payoutWaits' }] })
  const free = freeing({ ...cause, id: newId(cause.at) }, cause.id)
  await inTransaction(product.database, (tx) => post(tx, 'test', cause.at, [free]))
  expect(await reverse()).toMatchObject({ result: { debtUsdMicros: 0 } })
  expect(await balanceOf(agent)).toMatchObject({ payable: 0n, debt: 0n })
})

test('a salary deduction is credited at once, once per key, up to the week’s open amount; Finance can reverse it while unsold', async () => {
  const { agent, guildId, settlementId } = await leadingAgent(product, 50_000)
  const { client } = agent.account
  expect(await client.call(portal.agentSalary, {})).toMatchObject({ settlementId, openUsdCents: 50_000 })
  const deduct = (usdCents: number, key: string = crypto.randomUUID()) =>
    client.call(portal.agentSalaryDeduct, { usdCents, key })
  const key = crypto.randomUUID()
  const [one, again] = await Promise.all([deduct(20_000, key), deduct(20_000, key)])
  expect(again.purchaseId).toBe(one.purchaseId)
  expect(one).toMatchObject({ tokens: 22_000, extraTokens: 2_000, stockTokens: 22_000 })
  expect(await payableOf(guildId)).toBe(300_000_000n)
  expect(await client.refused(portal.agentSalaryDeduct, { usdCents: 10_000, key })).toMatchObject({
    code: 20000,
    reason: 'agent.keyUsed',
  })
  expect(await client.refused(portal.agentSalaryDeduct, { usdCents: 30_100, key: crypto.randomUUID() })).toMatchObject({
    code: 11005,
    reason: 'agent.weekLeft',
  })
  expect(await admin.call(settlementInfo, { settlementId })).toMatchObject({
    settlement: { paidCents: 20_000 },
    salaryDeductions: [{ purchaseId: one.purchaseId, agentId: agent.agentId, usdCents: 20_000, reversedAt: null }],
  })
  const two = await deduct(5_000)
  await finance.client.call(agentPurchaseReverse, { purchaseId: two.purchaseId, reason: 'asked to' })
  expect(await payableOf(guildId)).toBe(300_000_000n)
  await sell(agent, 2_000)
  expect(
    await finance.client.refused(agentPurchaseReverse, { purchaseId: one.purchaseId, reason: 'too late' }),
  ).toMatchObject({ code: 60001, reason: 'agent.sold' })
  const nobody = await anAgent(product)
  const sent = { usdCents: 1_000, key: crypto.randomUUID() }
  expect(await nobody.account.client.refused(portal.agentSalaryDeduct, sent)).toMatchObject({
    code: 1000002,
    reason: 'agent.noGuild',
  })
})

test('purchases from salary take from the oldest open week, in all no more than the last settled one, also after a payment and a reversal', async () => {
  const { agent, guildId, settlementId: last } = await leadingAgent(product, 2_000)
  const at = product.clock.now()
  const older = await weekApproved(product.database, { guildId, cents: 1_500, weeksAgo: 2, at })
  await sql`
    insert into guilds.settlement_version (settlement_id, sum_version, at, by, why, payable_cents, carried_out_cents, steps)
    values (${older}, 1, ${at}, 'test', 'drafted', 1500, 0, '[]')`.execute(product.database)
  const { client } = agent.account
  const deduct = (usdCents: number) => client.call(portal.agentSalaryDeduct, { usdCents, key: crypto.randomUUID() })
  const tooMuch = (usdCents: number) => client.refused(portal.agentSalaryDeduct, { usdCents, key: crypto.randomUUID() })
  const shown = async () => {
    const { openUsdCents, weeks } = await client.call(portal.agentSalary, {})
    return [openUsdCents, ...weeks.map((week) => [week.settlementId, week.openUsdCents])]
  }
  const listed = async (settlementId: number) => {
    const { settlement, salaryDeductions } = await admin.call(settlementInfo, { settlementId })
    return [
      settlement.paidCents,
      ...salaryDeductions.map(({ usdCents, reversedAt }) => [usdCents, reversedAt !== null]),
    ]
  }
  expect(await shown()).toEqual([2_000, [older, 1_500], [last, 2_000]])
  const first = await deduct(1_000)
  expect(await shown()).toEqual([1_000, [older, 500], [last, 2_000]])
  expect([await listed(older), await listed(last)]).toEqual([[1_000, [1_000, false]], [0]])
  expect(await tooMuch(1_100)).toMatchObject({ code: 11005, reason: 'agent.weekLeft' })
  // A payment in between takes what is left of the older week.
  const payer = await guildFinance(product)
  const proofFileId = await aProof(product)
  await payer.client.call(weekPay, { ids: [older], reference: 'FT', proofFileId })
  expect(await shown()).toEqual([1_000, [last, 2_000]])
  await deduct(1_000)
  expect([await listed(older), await listed(last)]).toEqual([
    [1_500, [1_000, false]],
    [1_000, [1_000, false]],
  ])
  expect(await shown()).toEqual([0, [last, 1_000]])
  expect(await tooMuch(1_000)).toMatchObject({ code: 11005, reason: 'agent.weekLeft' })
  await finance.client.call(agentPurchaseReverse, { purchaseId: first.purchaseId, reason: 'asked to' })
  // What comes back is open again, at the newest week: the payment and the other purchase fill the older one.
  expect(await shown()).toEqual([1_000, [last, 2_000]])
  expect([await listed(older), await listed(last)]).toEqual([
    [1_500, [1_000, false]],
    [0, [1_000, true]],
  ])
  await deduct(1_000)
  expect(await listed(last)).toEqual([1_000, [1_000, true], [1_000, false]])
})

test('a guild’s new leader buys nothing with its payable before a payout account is in force', async () => {
  const { agent, guildId } = await leadingAgent(product, 50_000)
  const { client } = agent.account
  await sql`update guilds.payout_account set state = 'retired' where guild_id = ${guildId}`.execute(product.database)
  expect(await client.call(portal.agentSalary, {})).toMatchObject({ can: { deduct: true } })
  await sql`
    insert into guilds.event (id, guild_id, at, by, what) values (gen_random_uuid(), ${guildId}, now(), 'test', 'leader changed')`.execute(
    product.database,
  )
  expect(await client.call(portal.agentSalary, {})).toMatchObject({ can: { deduct: 'newLeader' } })
  const request = { usdCents: 10_000, key: crypto.randomUUID() }
  expect(await client.refused(portal.agentSalaryDeduct, request)).toMatchObject({
    code: 1000002,
    reason: 'agent.newLeader',
  })
  await accountInForce(product.database, { guildId, at: product.clock.now(), seals: product.seals })
  expect(await client.call(portal.agentSalaryDeduct, request)).toMatchObject({ tokens: 11_000 })
})

test('below the smallest purchase nothing can be deducted, and the screen says how much it is', async () => {
  const { agent } = await leadingAgent(product, 900)
  const { client } = agent.account
  expect(await client.call(portal.agentSalary, {})).toMatchObject({
    openUsdCents: 900,
    minUsdCents: 1_000,
    can: { deduct: 'tooSmall' },
  })
  expect(await client.refused(portal.agentSalaryDeduct, { usdCents: 900, key: crypto.randomUUID() })).toMatchObject({
    code: 400003,
    reason: 'agent.purchaseRange',
  })
})

test('salary races the payment of the week: the payable is spent once', async () => {
  const payer = await guildFinance(product)
  for (let round = 0; round < 4; round++) {
    const { agent, guildId, settlementId } = await leadingAgent(product, 20_000)
    const proofFileId = await aProof(product)
    const [bought, paid] = await Promise.allSettled([
      agent.account.client.call(portal.agentSalaryDeduct, { usdCents: 20_000, key: crypto.randomUUID() }),
      payer.client.call(weekPay, { ids: [settlementId], reference: `race ${round}`, proofFileId }),
    ])
    const paidOut = paid.status === 'fulfilled' && paid.value.outcomes[0]?.ok === true
    expect([bought.status === 'fulfilled', paidOut].filter(Boolean)).toHaveLength(1)
    expect(await payableOf(guildId)).toBe(0n)
    expect((await balanceOf(agent))?.stock ?? 0n).toBe(paidOut ? 0n : 22_000n)
  }
})

test('USDT is credited automatically at the tier, refused while frozen, and reversed if the chain loses it', async () => {
  const payer = agentPayer(product.params)
  const agent = await anAgent(product)
  const at = product.clock.now()
  const deposit = (usdt: number, payerId = agent.agentId) => ({
    id: newId(at),
    chain: 'trc20' as const,
    payerId,
    usdtMicros: BigInt(usdt) * 1_000_000n,
    at,
    transaction: crypto.randomUUID(),
  })
  const [one, unknown] = [deposit(1_000), deposit(10, 77)]
  const credited = await inTransaction(product.database, (tx) => payer.credit(tx, at, [one, unknown]))
  expect(credited.get(one.id)).toMatchObject({ ok: true })
  expect(credited.get(unknown.id)).toEqual({ ok: false, reason: 'agent.noUser' })
  expect(await balanceOf(agent)).toMatchObject({ stock: 110_000n, costMicros: 1_000_000_000n })
  expect((await agent.account.client.call(portal.agentOwnPurchaseList, {})).records).toMatchObject([
    { kind: 'usdt', state: 'credited', reference: one.transaction },
  ])
  expect(await inTransaction(product.database, (tx) => payer.mayHaveAddress(tx, agent.agentId))).toBeNull()
  await sell(agent, 50_000)
  await inTransaction(product.database, (tx) => payer.vanished(tx, at, [one]))
  // 60,000 of 110,000 tokens were there; the rest is owed.
  expect(await balanceOf(agent)).toMatchObject({ stock: 0n, debt: 454_545_455n })
  await finance.client.call(agentFreeze, { ids: [agent.userId], reason: 'complaints' })
  const late = deposit(100)
  expect((await inTransaction(product.database, (tx) => payer.credit(tx, at, [late]))).get(late.id)).toEqual({
    ok: false,
    reason: 'agent.frozen',
  })
  expect(await inTransaction(product.database, (tx) => payer.mayHaveAddress(tx, agent.agentId))).toBe('agent.frozen')
})

test('each agent gets a permanent address; while the agent is frozen, none is created or shown', async () => {
  const [one, other] = [await anAgent(product), await anAgent(product)]
  const { client } = one.account
  expect(await client.refused(portal.agentAddress, { chain: 'erc20' })).toMatchObject({
    code: 20000,
    reason: 'usdt.unused',
  })
  await giveAddresses(product.database, 'erc20', 4)
  const make = (by: Client) => by.call(portal.agentAddress, { chain: 'erc20' })
  const { address } = await make(client)
  expect(address).toMatch(/^0x[0-9A-Fa-f]{40}$/)
  expect(await make(client)).toEqual({ address })
  expect((await make(other.account.client)).address).not.toBe(address)
  expect((await client.call(portal.agentBuyInfo, {})).addresses).toEqual([
    { chain: 'erc20', address, qrCode: expect.stringMatching(/^data:image\/png;base64,/) },
  ])
  await finance.client.call(agentFreeze, { ids: [one.userId], reason: 'complaints' })
  expect(await client.refused(portal.agentAddress, { chain: 'erc20' })).toMatchObject({
    code: 400002,
    reason: 'agent.frozen',
  })
  expect((await client.call(portal.agentBuyInfo, {})).addresses).toEqual([])
})

test('USDT and extra tokens count at the parameters’ values, also in what the agent is shown, and USDT comes off the books as it came', async () => {
  const payer = agentPayer(product.params)
  const agent = await anAgent(product)
  const at = product.clock.now()
  const cash = async () => {
    const account = await balanceAt(product.database, ofPlatform('cash.usdt.erc20', 'USDT'), product.clock.now())
    return -(account?.posted ?? 0n)
  }
  const before = await cash()
  const set = async (value: string, key = 'usdt_usd_cents') => {
    await sql`
      insert into system.param (key, type, value, built_in, updated_by, updated_at)
      values (${key}, 'integer', ${value}, true, 'test', ${at})
      on conflict (key) do update set value = excluded.value`.execute(product.database)
    await product.params.refresh()
  }
  await set('90')
  await set('5', 'agent_tier1_percent')
  try {
    expect(await agent.account.client.call(portal.agentBuyInfo, {})).toMatchObject({
      usdtUsdCents: 90,
      smallestUsdt: 10,
      tier: { tier: 1, extraPercent: 5 },
    })
    const deposit = {
      id: newId(at),
      chain: 'erc20' as const,
      payerId: agent.agentId,
      usdtMicros: 1_000_000_000n,
      at,
      transaction: crypto.randomUUID(),
    }
    await inTransaction(product.database, (tx) => payer.credit(tx, at, [deposit]))
    // 900 USD at 100 tokens, and 5 % on top.
    expect(await balanceOf(agent)).toMatchObject({ stock: 94_500n, costMicros: 900_000_000n })
    expect((await cash()) - before).toBe(1_000_000_000n)

    const { purchaseId, can } = (await finance.client.call(agentPurchaseList, { agentId: agent.agentId })).records[0]!
    expect(can.reverse).toBe('usdtStays')
    expect(await finance.client.refused(agentPurchaseReverse, { purchaseId, reason: 'by mistake' })).toMatchObject({
      code: 1000002,
      fields: ['purchaseId'],
      reason: 'agent.usdtStays',
    })
    await set('110')
    await inTransaction(product.database, (tx) => payer.vanished(tx, at, [deposit]))
    expect(await balanceOf(agent)).toMatchObject({ stock: 0n, debt: 0n })
    expect(await cash()).toBe(before)
  } finally {
    await sql`delete from system.param where key in ('usdt_usd_cents', 'agent_tier1_percent')`.execute(product.database)
    await product.params.refresh()
  }
})

test('the app’s requests: a bank transfer is checked, a salary deduction credited at once, a repeat changes nothing', async () => {
  const { agent, guildId } = await leadingAgent(product, 10_000)
  const event = (purchaseId: string, more: object) => ({
    type: 'agent.purchaseRequested' as const,
    at: product.clock.now(),
    data: { purchaseId, userId: agent.userId, kind: 'bank', usdCents: 5_000, reference: '', ...more } as never,
  })
  expect(await app.accepted(event('a1', { reference: 'APP 1' }))).toMatchObject({ tokens: 0 })
  expect(await app.accepted(event('a1', { reference: 'APP 1' }))).toMatchObject({ tokens: 0 })
  expect(await app.rejected(event('a2', { reference: 'app 1' }))).toBe(10027)
  expect(await app.rejected(event('a3', {}))).toBe(10009)
  expect(await app.rejected(event('a4', { usdCents: 500, reference: 'x' }))).toBe(400003)
  expect(await app.rejected(event('a5', { userId: await aUser(product), reference: 'y' }))).toBe(400001)
  // Two in one chunk; the week's open amount covers one and a half.
  const answers = await app.send([
    event('s1', { kind: 'salary', usdCents: 6_000 }),
    event('s2', { kind: 'salary', usdCents: 6_000 }),
  ])
  expect(answers.map((answer) => ('errorCode' in answer ? answer.errorCode : 'ok'))).toEqual(['ok', 11005])
  expect(await payableOf(guildId)).toBe(40_000_000n)
  expect((await balanceOf(agent))?.stock).toBe(6_600n)
  await finance.client.call(agentFreeze, { ids: [agent.userId], reason: 'complaints' })
  expect(await app.rejected(event('a6', { reference: 'z' }))).toBe(400002)
})
