// Agents are paid for stock that was bought back: account, approval, batch, exactly once.
import { agentAccountReveal, agentAccountSave, agentCancel, agentInfo } from '@greenroom/contract/agents'
import { flowReconcile } from '@greenroom/contract/flow'
import * as calls from '@greenroom/contract/payoutBatches'
import { approvalDecide, approvalInfo } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { agentBalances, verifyLedger } from '../../../ledger/index.ts'
import { policyInForce } from '../../finance/policies/policies.fixture.ts'
import { anAgent, type TestAgent } from '../agents.fixture.ts'

let product: TestProduct
let admin: Client
let maker: Client
let checker: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  maker = (await person(product, { permissions: { 'finance.payout': 3, 'finance.agents': 3 } })).client
  checker = (await person(product, { permissions: { 'finance.payout': 1, 'finance.agents': 1, 'system.approval': 3 } }))
    .client
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  const { checks } = await admin.call(flowReconcile, {})
  expect(checks.filter(({ key }) => key.startsWith('agentP')).flatMap(({ differences }) => differences)).toEqual([])
  await product.close()
})

const bank = { kind: 'bank', holder: 'Ana', bankName: 'First Bank', accountNumber: 'DE89370400440532013000' } as const
const decide = (client: Client, approvalId: string | undefined) =>
  client.call(approvalDecide, { ids: [approvalId!], decision: 'approve', reason: '' })
const payableOf = async ({ agentId }: TestAgent) =>
  (await agentBalances(product.database, [agentId])).get(agentId)?.payable
const dayLater = (accountId: number) =>
  sql`update topup_agents.payout_account set effective_at = effective_at - interval '25 hours' where id = ${accountId}`.execute(
    product.database,
  )

/** A cancelled agent whose stock of 90.00 dollars was bought back; approved by someone other than `maker`. */
async function boughtBack(): Promise<TestAgent> {
  const agent = await anAgent(product, { stock: 10_000, usdMicros: 90_000_000 })
  const { approvalId } = await maker.call(agentCancel, { userId: agent.userId, stock: 'buy back', reason: 'gone' })
  await decide(admin, approvalId)
  expect(await payableOf(agent)).toBe(90_000_000n)
  return agent
}
const lines = (agent: TestAgent) => [{ source: 'agent' as const, id: String(agent.agentId) }]
const owed = async () => (await maker.call(calls.payableList, { source: 'agent' })).payables
const ready = async () => (await owed()).filter(({ usdCents }) => usdCents > 0).map(({ id }) => id)

test('an account is entered by one member of staff, approved by another, in force a day later, and revealed only with a reason', async () => {
  const agent = await boughtBack()
  const { userId } = agent
  expect(await maker.refused(agentAccountSave, { userId: 1, account: bank })).toMatchObject({ code: 10032 })
  const wrong = { ...bank, accountNumber: 'DE89370400440532013001' }
  expect(await maker.refused(agentAccountSave, { userId, account: wrong })).toMatchObject({
    code: 10009,
    reason: 'payout.iban',
  })
  const first = await maker.call(agentAccountSave, { userId, account: bank })
  const { accountId, approvalId } = await maker.call(agentAccountSave, { userId, account: bank })
  expect((await maker.call(agentInfo, { userId })).accounts).toMatchObject([
    { accountId, state: 'waiting', lastFour: '3000' },
    { accountId: first.accountId, state: 'retired' },
  ])
  expect((await decide(checker, first.approvalId)).outcomes).toMatchObject([{ ok: false }])
  await decide(checker, approvalId)
  expect((await maker.call(agentInfo, { userId })).accounts[0]).toMatchObject({ state: 'approved' })
  expect((await owed()).find(({ id }) => id === String(agent.agentId))).toMatchObject({
    kind: null,
    owedCents: 9_000,
    usdCents: 0,
    why: [{ reason: 'payout.accountFrom', params: { at: expect.stringMatching(/Z$/) } }],
  })
  await dayLater(accountId)
  expect((await maker.call(agentInfo, { userId })).accounts[0]).toMatchObject({ state: 'effective' })
  expect(await ready()).toContain(String(agent.agentId))
  expect(await maker.refused(agentAccountReveal, { accountId, reason: '' })).toMatchObject({ code: 11004 })
  expect(await maker.call(agentAccountReveal, { accountId, reason: 'to check' })).toMatchObject({ account: bank })
  expect(await checker.refused(agentAccountReveal, { accountId, reason: 'to check' })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
})

test('of those to be paid, who has waited longest comes first', async () => {
  const agents = [await boughtBack(), await boughtBack()]
  for (const { userId } of agents.toReversed()) {
    const { accountId, approvalId } = await maker.call(agentAccountSave, { userId, account: bank })
    await decide(checker, approvalId)
    await dayLater(accountId)
  }
  const ids = agents.map(({ agentId }) => String(agentId))
  expect((await ready()).filter((id) => ids.includes(id))).toEqual(ids)
})

test('a batch pays the entire payable once; after a failed or dropped payout it is still owed', async () => {
  const agent = await boughtBack()
  const { accountId, approvalId } = await maker.call(agentAccountSave, { userId: agent.userId, account: bank })
  expect((await maker.call(calls.payoutBatchSave, { lines: lines(agent) })).outcomes).toMatchObject([
    { ok: false, reason: 'agent.noAccount' },
  ])
  await decide(checker, approvalId)
  await dayLater(accountId)
  const batch = async () => {
    const made = await maker.call(calls.payoutBatchSave, { lines: lines(agent) })
    expect(made.outcomes).toMatchObject([{ ok: true }])
    return { batchId: made.batchId!, approvalId: made.approvalId }
  }
  const dropped = await batch()
  expect((await maker.call(calls.payoutBatchSave, { lines: lines(agent) })).outcomes).toMatchObject([{ ok: false }])
  // Anyone who approved buying back may approve the payment too, since another made it.
  expect((await admin.call(approvalInfo, { approvalId: dropped.approvalId! })).approval.can.approve).toBe(true)
  await maker.call(calls.payoutBatchDrop, { batchId: dropped.batchId, reason: 'made again' })
  const send = async () => {
    const { batchId, approvalId: id } = await batch()
    await decide(checker, id)
    await maker.call(calls.payoutBatchSend, { batchId, format: 'csv' })
    const [payout] = (await admin.call(calls.payoutBatchInfo, { batchId })).payouts
    expect(payout).toMatchObject({ usdCents: 9_000 })
    return { batchId, payoutId: payout!.payoutId }
  }
  const endPolicy = await policyInForce(product.database, {
    name: 'Small payouts',
    settings: { rule: 'velocity', hours: 24, mostUsd: 89 },
    payees: ['agent'],
  })
  expect((await maker.call(calls.payoutBatchSave, { lines: lines(agent) })).outcomes).toMatchObject([
    { ok: false, errorCode: 1000002, reason: 'withdrawal.policy' },
  ])
  await endPolicy()
  const failed = await send()
  await maker.call(calls.payoutBatchResult, {
    batchId: failed.batchId,
    results: [{ payoutId: failed.payoutId, outcome: 'failed', reference: '', reason: 'account closed' }],
  })
  expect(await payableOf(agent)).toBe(90_000_000n)
  const { batchId, payoutId } = await send()
  const results = [{ payoutId, outcome: 'paid' as const, reference: 'B-1', reason: '' }]
  expect((await maker.call(calls.payoutBatchResult, { batchId, results })).outcomes).toMatchObject([{ ok: true }])
  expect(await payableOf(agent)).toBe(0n)
  expect((await maker.call(calls.payoutBatchResult, { batchId, results })).outcomes).toMatchObject([{ ok: false }])
  expect(await ready()).not.toContain(String(agent.agentId))
  expect((await maker.call(calls.payoutBatchSave, { lines: lines(agent) })).outcomes).toMatchObject([
    { ok: false, reason: 'payout.paid' },
  ])
})
