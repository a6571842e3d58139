// USDT deposits that two members of staff match with an agent: the agent's name, the transaction as its explorer writes it, and the way back
// from a wrong agent to the right one.

import { agentSell } from '@greenroom/contract/agentPortal'
import { agentPurchaseList } from '@greenroom/contract/agentTrades'
import { usdtInList, usdtInMatch, usdtInUnmatch } from '@greenroom/contract/chain'
import { flowReconcile } from '@greenroom/contract/flow'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aHeldDeposit, chainSettings } from '../../../../test/chain.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { agentBalances, balanceAt, ofPlatform, verifyLedger } from '../../../ledger/index.ts'
import { anAgent, aUser, type TestAgent } from '../agents.fixture.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct(chainSettings)
  admin = await product.administrator()
})
afterAll(() => product.close())

test('an agent as payer has a name, and the purchase names the transaction without 0x, as TRON’s explorers do', async () => {
  const agent = await anAgent(product)
  await sql`update users.app_user set nickname = 'Kiosk Ana' where id = ${agent.userId}`.execute(product.database)
  const id = await aHeldDeposit({ product })
  const sent = { id, ownerKind: 'agent' as const, ownerId: agent.agentId, reason: 'the agent sent a screenshot' }
  const { approvalId } = await admin.call(usdtInMatch, sent)
  const checker = await person(product, { permissions: { 'finance.usdtIn': 3, 'system.approval': 3 } })
  const { outcomes } = await checker.client.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })
  expect(outcomes).toMatchObject([{ ok: true }])

  const [deposit] = (await admin.call(usdtInList, { ownerKind: 'agent', ownerId: agent.agentId })).records
  expect(deposit).toMatchObject({ payer: { kind: 'agent', id: agent.agentId, name: 'Kiosk Ana' }, state: 'matched' })
  expect(deposit!.transaction).toMatch(/^[0-9a-f]{64}$/)
  const { records } = await admin.call(agentPurchaseList, { agentId: agent.agentId })
  expect(records).toMatchObject([{ kind: 'usdt', reference: deposit!.transaction }])
})

test('a match to a wrong agent is undone by two members of staff while nothing is sold, and the right agent is matched', async () => {
  const [wrong, right] = [await anAgent(product), await anAgent(product)]
  const checker = await person(product, { permissions: { 'finance.usdtIn': 3, 'system.approval': 3 } })
  const id = await aHeldDeposit({ product })
  const decide = async (client: Client, approvalId: string) =>
    (await client.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })).outcomes[0]
  const match = async ({ agentId }: TestAgent) => {
    const sent = { id, ownerKind: 'agent' as const, ownerId: agentId, reason: 'a screenshot' }
    expect(await decide(checker.client, (await admin.call(usdtInMatch, sent)).approvalId)).toMatchObject({ ok: true })
  }
  const row = async () => (await admin.call(usdtInList, {})).records.find((one) => one.id === id)
  const balance = async ({ agentId }: TestAgent) => (await agentBalances(product.database, [agentId])).get(agentId)
  const suspense = async () =>
    (await balanceAt(product.database, ofPlatform('suspense', 'USDT'), product.clock.now()))?.posted
  const undo = { id, reason: 'the other kiosk paid' }

  expect(await admin.refused(usdtInUnmatch, undo)).toMatchObject({
    code: 20000,
    fields: ['id'],
    reason: 'usdt.notMatched',
  })
  await match(wrong)
  expect(await balance(wrong)).toMatchObject({ stock: 2_750n })
  expect(await row()).toMatchObject({ state: 'matched', can: { unmatch: true, match: 'notUnmatched' } })
  const before = (await suspense()) ?? 0n

  expect(await admin.refused(usdtInUnmatch, { ...undo, reason: '' })).toMatchObject({ code: 11004 })
  const reader = await person(product, { permissions: { 'finance.usdtIn': 1 } })
  expect(await reader.client.refused(usdtInUnmatch, undo)).toMatchObject({ code: 10026, reason: 'menu.missing' })
  const { approvalId } = await admin.call(usdtInUnmatch, undo)
  expect(await admin.refused(usdtInUnmatch, undo)).toMatchObject({ code: 20000, reason: 'usdt.decisionOpen' })
  expect(await decide(admin, approvalId)).toMatchObject({ ok: false })
  expect(await decide(checker.client, approvalId)).toMatchObject({ ok: true })

  expect(await balance(wrong)).toMatchObject({ stock: 0n, debt: 0n })
  expect((await suspense()) ?? 0n).toBe(before + 25_000_000n)
  expect((await admin.call(agentPurchaseList, { agentId: wrong.agentId })).records).toMatchObject([
    { state: 'reversed' },
  ])
  expect(await row()).toMatchObject({
    state: 'unmatched',
    reason: 'usdt.wrongPayer',
    payer: null,
    transferId: null,
    can: { match: true, unmatch: 'notMatched' },
  })

  await match(right)
  expect(await balance(right)).toMatchObject({ stock: 2_750n })
  expect(await suspense()).toBe(before)
  const logged = await product.database
    .selectFrom('log.readable')
    .select('operation')
    .where('target', '=', `deposit ${id}`)
    .where('operation', 'in', ['usdt.match', 'usdt.unmatch'])
    .orderBy('id')
    .execute()
  expect(logged.map(({ operation }) => operation).filter((one, at, all) => one !== all[at - 1])).toEqual([
    'usdt.match',
    'usdt.unmatch',
    'usdt.match',
  ])

  // Sold between the request and its approval, and after that.
  const late = await admin.call(usdtInUnmatch, undo)
  await right.account.client.call(agentSell, { userId: await aUser(product), tokens: 2_000, key: crypto.randomUUID() })
  expect(await decide(checker.client, late.approvalId)).toMatchObject({
    ok: false,
    errorMsg: expect.stringContaining('some of its tokens were sold'),
  })
  expect(await row()).toMatchObject({ state: 'matched', payer: { id: right.agentId } })
  expect(await admin.refused(usdtInUnmatch, undo)).toMatchObject({ code: 60001, fields: ['id'], reason: 'usdt.spent' })

  expect(await verifyLedger(product.database)).toEqual([])
  const { checks } = await admin.call(flowReconcile, {})
  const ofMoney = checks.filter(({ key }) => /^(agent|usdt|zeroSum)/.test(key))
  expect(ofMoney.flatMap(({ key, differences }) => differences.map((one) => ({ key, ...one })))).toEqual([])
  expect(ofMoney.find(({ key }) => key === 'usdtCash.trc20')!.left).toBe(50_000_000)
})
