import { agentApply, agentBuyer, agentHome, agentSell } from '@greenroom/contract/agentPortal'
import {
  agentApprove,
  agentCancel,
  agentFreeze,
  agentInfo,
  agentLimits,
  agentList,
  agentReject,
  agentReveal,
  agentUnfreeze,
} from '@greenroom/contract/agents'
import { approvalDecide, logList } from '@greenroom/contract/system'
import { userRevealList } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { everyMenu, type Made, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { agentBalances } from '../../../ledger/index.ts'
import { anApp, commandsAbout } from '../../users/people.fixture.ts'
import { anAgent, aUser } from '../agents.fixture.ts'

let product: TestProduct
let admin: Client
let finance: Made
let app: BridgeConnection
beforeAll(async () => {
  product = await startProduct()
  await anApp(product)
  admin = await product.administrator()
  finance = await person(product, { permissions: { 'finance.agents': 3, 'finance.agentTrades': 3 } })
  app = await connect(product)
})
afterAll(() => product.close())

const applied = (userId: number, at = product.clock.now()) => ({
  type: 'agent.applied' as const,
  at,
  data: { userId, contact: '+55 11 1', note: 'kiosk' },
})
const stateOf = async (userId: number) => (await admin.call(agentInfo, { userId })).state
const day = 86_400_000

test('an application is approved: the agent gets an account, the app is informed, and selling begins', async () => {
  const userId = await aUser(product)
  await app.accepted(applied(userId))
  expect(await stateOf(userId)).toBe('under review')
  expect(await finance.client.call(agentApprove, { ids: [userId] })).toMatchObject({ outcomes: [{ ok: true }] })
  const found = await finance.client.call(agentInfo, { userId })
  expect(found).toMatchObject({
    state: 'approved',
    username: `agent${found.agentId}`,
    adult: true,
    stockTokens: 0,
    tier: { tier: 1, extraPercent: 10 },
    history: [
      { what: 'approved', by: finance.username },
      { what: 'applied', by: 'app' },
    ],
  })
  const { rows } = await sql<{ status: number; role_id: number; phone: string }>`
    select s.status, r.role_id, s.phone from access.staff s join access.staff_role r on r.staff_id = s.id
     where s.agent_id = ${found.agentId}`.execute(product.database)
  expect(rows).toMatchObject([{ status: 1, role_id: 9 }])
  expect(rows[0]!.phone).not.toBe('')
  expect(await commandsAbout(product, userId)).toContainEqual(
    expect.objectContaining({ type: 'agent.changed', state: 'approved' }),
  )
  expect(await finance.client.call(agentApprove, { ids: [userId] })).toMatchObject({
    outcomes: [{ ok: false, errorCode: 20000, reason: 'agent.approved' }],
  })
})

test('users under age, unverified, banned or without a phone can’t become agents', async () => {
  const [child, banned, silent] = [await aUser(product, { adult: false }), await aUser(product), await aUser(product)]
  await sql`update users.app_user set state = 'ban ID' where id = ${banned}`.execute(product.database)
  await sql`update users.app_user set phone = '', area_code = '' where id = ${silent}`.execute(product.database)
  await app.send([child, banned, silent].map((id) => applied(id)))
  const { outcomes } = await finance.client.call(agentApprove, { ids: [child, banned, silent, 1] })
  expect(outcomes).toMatchObject([
    { errorCode: 1000002, reason: 'agent.age' },
    { errorCode: 1000002, reason: 'agent.userState' },
    { errorCode: 1000002, reason: 'agent.noPhone' },
    { errorCode: 10032 },
  ])
})

test('a rejected user can apply again after seven days, not before', async () => {
  const userId = await aUser(product)
  const now = product.clock.now()
  await app.accepted(applied(userId))
  expect(await finance.client.refused(agentReject, { ids: [userId], reason: '' })).toMatchObject({ code: 11004 })
  await finance.client.call(agentReject, { ids: [userId], reason: 'no contact' })
  const { againFrom } = await finance.client.call(agentInfo, { userId })
  expect(new Date(againFrom!).getTime()).toBeGreaterThanOrEqual(now.getTime() + 7 * day)
  expect(await commandsAbout(product, userId)).toContainEqual({
    type: 'agent.changed',
    userId,
    state: 'rejected',
    reason: 'no contact',
    againFrom,
  })
  expect(await app.rejected(applied(userId))).toBe(1000002)
  expect(await stateOf(userId)).toBe('rejected')
  await sql`
    update topup_agents.application
       set again_from = again_from - interval '8 days', decided_at = decided_at - interval '8 days'
     where user_id = ${userId}`.execute(product.database)
  await app.accepted(applied(userId))
  expect(await stateOf(userId)).toBe('under review')
})

test('an application’s contacts are masked; a reveal needs permission and is logged', async () => {
  const userId = await aUser(product)
  await app.accepted({
    ...applied(userId),
    data: { userId, contact: '+55 11 98765 4321', note: 'or ana@mail.example' },
  })
  expect(await finance.client.call(agentInfo, { userId })).toMatchObject({
    contact: '•••',
    note: 'or •••',
    can: { reveal: 'readOnly' },
  })
  const reason = 'they asked to be called'
  expect(await finance.client.refused(agentReveal, { userId, reason })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  const service = await person(product, { permissions: { 'finance.agents': 1, 'users.contact': 3 } })
  expect((await service.client.call(agentInfo, { userId })).can.reveal).toBe(true)
  expect(await service.client.refused(agentReveal, { userId, reason: '' })).toMatchObject({ code: 11004 })
  expect(await service.client.refused(agentReveal, { userId: 1, reason })).toMatchObject({ code: 10032 })
  expect(await service.client.call(agentReveal, { userId, reason })).toEqual({
    contact: '+55 11 98765 4321',
    note: 'or ana@mail.example',
  })
  const { records } = await admin.call(userRevealList, { userId })
  expect(records).toMatchObject([{ userId, field: 'application', reason, by: service.username }])
  const { records: logged } = await admin.call(logList, { username: service.username })
  expect(logged.map(({ operation }) => operation)).toContain('agent.reveal')
  expect(JSON.stringify([records, logged])).not.toContain('98765')
})

test('a guild’s leader applies in the portal; other accounts can’t', async () => {
  const leaderId = await aUser(product)
  const { rows } = await sql<{ id: number }>`
    insert into guilds.guild (name, leader_user_id, leader_name, leader_email, area_code, phone, state, registered_at)
    values ('Applying', ${leaderId}, 'Lin', 'lin@mail.example', '86', '13312345678', 'normal', ${product.clock.now()})
    returning id`.execute(product.database)
  const leader = await person(product, { permissions: everyMenu(3), unionId: rows[0]!.id })
  expect(await leader.client.call(agentHome, {})).toMatchObject({
    application: null,
    can: { apply: true },
    agent: null,
  })
  await leader.client.call(agentApply, { contact: 'lin@mail.example', note: '' })
  expect(await leader.client.call(agentHome, {})).toMatchObject({
    application: { state: 'under review' },
    can: { apply: 'underReview' },
  })
  expect(await leader.client.refused(agentApply, { contact: 'again' })).toMatchObject({
    code: 20000,
    reason: 'agent.underReview',
  })
  expect(await admin.refused(agentApply, { contact: 'staff' })).toMatchObject({ code: 400001, reason: 'agent.noUser' })
  expect(await leader.client.refused(agentList, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
  await finance.client.call(agentReject, { ids: [leaderId], reason: 'not now' })
  expect(await leader.client.refused(agentApply, { contact: 'too early' })).toMatchObject({
    code: 1000002,
    reason: 'agent.coolingOff',
  })
})

test('a frozen agent keeps the stock and sells nothing, until unfrozen', async () => {
  const { userId, account } = await anAgent(product, { stock: 10_000 })
  const buyer = await aUser(product)
  const { client } = account
  expect(await finance.client.refused(agentFreeze, { ids: [userId], reason: '' })).toMatchObject({ code: 11004 })
  await finance.client.call(agentFreeze, { ids: [userId], reason: 'complaints' })
  expect(await client.call(agentHome, {})).toMatchObject({
    application: { state: 'frozen', reason: 'complaints' },
    agent: { stockTokens: 10_000 },
  })
  expect(await client.refused(agentBuyer, { userId: buyer })).toMatchObject({ code: 400002, reason: 'agent.frozen' })
  const key = crypto.randomUUID()
  expect(await client.refused(agentSell, { userId: buyer, tokens: 2_000, key })).toMatchObject({
    code: 400002,
    reason: 'agent.frozen',
  })
  await finance.client.call(agentUnfreeze, { ids: [userId] })
  expect(await client.call(agentSell, { userId: buyer, tokens: 2_000, key })).toMatchObject({ stockTokens: 8_000 })
})

test.each([
  ['buy back', 90_000_000n, 'bought back'],
  ['write off', 0n, 'written off'],
] as const)('two members of staff cancel an agent: %s', async (stock, payable, what) => {
  const { userId, agentId } = await anAgent(product, { stock: 10_000, usdMicros: 90_000_000 })
  const { approvalId } = await finance.client.call(agentCancel, { userId, stock, reason: 'gone' })
  expect(await stateOf(userId)).toBe('approved')
  expect(await finance.client.refused(agentCancel, { userId, stock, reason: 'gone' })).toMatchObject({
    code: 20000,
    reason: 'approval.waits',
  })
  await admin.call(approvalDecide, { ids: [approvalId], decision: 'approve' } as never)
  expect(await stateOf(userId)).toBe('cancelled')
  expect((await finance.client.call(agentFreeze, { ids: [userId], reason: 'too late' })).outcomes).toMatchObject([
    { ok: false, errorCode: 1000002, reason: 'agent.cancelled' },
  ])
  expect((await agentBalances(product.database, [agentId])).get(agentId)).toMatchObject({
    stock: 0n,
    costMicros: 0n,
    payable,
  })
  expect((await finance.client.call(agentInfo, { userId })).history.map((one) => one.what)).toContain(what)
})

test('limits are set per agent, and a stale change is refused', async () => {
  const { userId, account } = await anAgent(product, { stock: 50_000 })
  const buyer = await aUser(product)
  const { version } = await finance.client.call(agentInfo, { userId })
  const own = { userId, version, dayTokens: 6_000, saleTokens: 5_000, countries: ['US'] }
  await finance.client.call(agentLimits, own)
  expect(await finance.client.refused(agentLimits, own)).toMatchObject({ code: 20000, reason: 'stale.bySystem' })
  const sell = (tokens: number) =>
    account.client.refused(agentSell, { userId: buyer, tokens, key: crypto.randomUUID() })
  expect(await sell(5_001)).toMatchObject({ code: 400003, reason: 'agent.saleRange' })
  expect(await sell(4_000)).toMatchObject({ code: 1000002, fields: ['userId'], reason: 'agent.buyerCountry' })
  await finance.client.call(agentLimits, { ...own, version: version + 1, countries: ['BR'] })
  await account.client.call(agentSell, { userId: buyer, tokens: 4_000, key: crypto.randomUUID() })
  expect(await sell(4_000)).toMatchObject({ code: 400003, reason: 'agent.dayLimit' })
})

test('raising a limit waits for a second member of staff; a change in between voids the request', async () => {
  const { userId } = await anAgent(product)
  const now = async () => finance.client.call(agentInfo, { userId })
  const save = async (to: { dayTokens?: number; saleTokens?: number }) =>
    (await finance.client.call(agentLimits, { userId, version: (await now()).version, countries: [], ...to }))
      .approvalId
  const approve = async (approvalId: string) =>
    (await admin.call(approvalDecide, { ids: [approvalId], decision: 'approve' } as never)).outcomes[0]
  // Above the parameter of 5,000,000; below it, and without a sale's limit, nothing is raised.
  const over = await save({ dayTokens: 5_000_001 })
  expect(await now()).toMatchObject({ dayTokens: null })
  expect(await approve(over!)).toMatchObject({ ok: true })
  expect(await now()).toMatchObject({ dayTokens: 5_000_001 })
  expect(await save({ dayTokens: 6_000, saleTokens: 5_000 })).toBeUndefined()
  const removed = await save({})
  expect(removed).toEqual(expect.any(String))
  expect(await save({ dayTokens: 5_000, saleTokens: 4_000 })).toBeUndefined()
  expect(await approve(removed!)).toMatchObject({ ok: false, errorCode: 20000, reason: 'approval.notApplied' })
  expect(await now()).toMatchObject({ dayTokens: 5_000, saleTokens: 4_000 })
  expect(await save({ dayTokens: 5_000, saleTokens: 4_001 })).toEqual(expect.any(String))
})
