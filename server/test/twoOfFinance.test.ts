// One account with the role Finance maker and one with Finance checker, as shipped, do all of Finance's payments.
import { agentAccountSave, agentCancel } from '@greenroom/contract/agents'
import { promoterAccountSave } from '@greenroom/contract/channels'
import * as batches from '@greenroom/contract/payoutBatches'
import { weekPay } from '@greenroom/contract/payouts'
import { promoterSettleApprove, promoterSettleFreeze } from '@greenroom/contract/promoterSettle'
import { approvalDecide, approvalMine } from '@greenroom/contract/system'
import { withdrawalInfo, withdrawalManual, withdrawalPass, withdrawalRelease } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '../src/ledger/index.ts'
import { aNewWithdrawal } from '../src/rooms/finance/withdrawals/withdrawals.fixture.ts'
import { aProof, approvedWeek, payableGuild } from '../src/rooms/guilds/payouts/guildPayouts.fixture.ts'
import { anEndedLine } from '../src/rooms/promotion/promotion.fixture.ts'
import { anAgent } from '../src/rooms/topup-agents/agents.fixture.ts'
import { type Made, person } from './people.ts'
import { type Client, startProduct, type TestProduct } from './product.ts'

let product: TestProduct
let admin: Client
let maker: Made
let checker: Made

/** An account with one of the roles of the first start. */
async function member(role: string): Promise<Made> {
  const made = await person(product)
  await sql`
    update access.staff_role set role_id = (select id from access.role where name = ${role})
     where staff_id = ${made.staffId}`.execute(product.database)
  return made
}

beforeAll(async () => {
  product = await startProduct()
  // Prepares what is paid; decides nothing here.
  admin = await product.administrator()
  maker = await member('Finance maker')
  checker = await member('Finance checker')
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

/** The maker's request, which names the checker, and that she approves. */
async function approve(approvalId: string | undefined): Promise<void> {
  const [mine] = (await maker.client.call(approvalMine, { approvalId: approvalId! })).records
  expect(mine).toMatchObject({ state: 'pending', deciders: { names: expect.arrayContaining([checker.username]) } })
  const { outcomes } = await checker.client.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })
  expect(outcomes).toEqual([{ id: approvalId, ok: true }])
}

/** A batch of these, made, approved, sent and answered by the two. */
async function paid(
  lines: { source: 'withdrawal' | 'guild.week' | 'agent' | 'promoter'; id: string }[],
  failed = false,
) {
  const { batchId, approvalId, outcomes } = await maker.client.call(batches.payoutBatchSave, { lines })
  expect(outcomes.map(({ ok }) => ok)).toEqual(lines.map(() => true))
  await approve(approvalId)
  await maker.client.call(batches.payoutBatchSend, { batchId: batchId!, format: 'csv' })
  const { payouts } = await maker.client.call(batches.payoutBatchInfo, { batchId: batchId! })
  const results = payouts.map(({ payoutId }) =>
    failed
      ? { payoutId, outcome: 'failed' as const, reference: '', reason: 'returned' }
      : { payoutId, outcome: 'paid' as const, reference: `B ${payoutId}`, reason: '' },
  )
  const answer = await maker.client.call(batches.payoutBatchResult, { batchId: batchId!, results })
  expect(answer.outcomes.map(({ ok }) => ok)).toEqual(lines.map(() => true))
}
const withdrawal = (withdrawalId: string) => checker.client.call(withdrawalInfo, { withdrawalId })

test('a withdrawal whose pass the checker approved is paid by a batch that she approves', async () => {
  const id = await aNewWithdrawal(product, 600)
  await approve((await maker.client.call(withdrawalPass, { ids: [id] })).approvalId)
  await paid([{ source: 'withdrawal', id }])
  expect(await withdrawal(id)).toMatchObject({ state: 'success' })
})

test('after failures that the maker entered, one is paid by hand and one is released', async () => {
  const [byHand, back] = [await aNewWithdrawal(product, 30), await aNewWithdrawal(product, 40)]
  await maker.client.call(withdrawalPass, { ids: [byHand, back] })
  await paid(
    [byHand, back].map((id) => ({ source: 'withdrawal', id })),
    true,
  )
  const proofFileId = await aProof(product)
  const manual = await maker.client.call(withdrawalManual, { withdrawalId: byHand, reference: 'R', proofFileId })
  await approve(manual.approvalId)
  await approve((await maker.client.call(withdrawalRelease, { ids: [back], reason: 'account closed' })).approvalId)
  expect(await withdrawal(byHand)).toMatchObject({ state: 'manual processing successful' })
  expect(await withdrawal(back)).toMatchObject({ state: 'failure', releasedAt: expect.any(String), reserved: 0 })
})

test("a guild's week that the checker approved is paid by a batch, and one by hand", async () => {
  const { guildId } = await payableGuild(product, admin, [])
  const [first, second] = [
    await approvedWeek(product, guildId, { cents: 70_000, weeksAgo: 2, approvedById: checker.staffId }),
    await approvedWeek(product, guildId, { cents: 60_000, weeksAgo: 1, approvedById: checker.staffId }),
  ]
  await paid([{ source: 'guild.week', id: String(first) }])
  const byHand = { ids: [second], reference: 'FT', proofFileId: await aProof(product) }
  expect(await checker.client.call(weekPay, byHand)).toMatchObject({
    outcomes: [{ errorCode: 10026, reason: 'payout.sameApproved' }],
  })
  await approve((await maker.client.call(weekPay, byHand)).approvalId)
  const { rows } = await sql<{ paid: boolean }>`
    select paid_at is not null as paid from guilds.settlement where guild_id = ${guildId}`.execute(product.database)
  expect(rows).toEqual([{ paid: true }, { paid: true }])
})

test("an agent's stock is bought back and paid", async () => {
  const { userId, agentId } = await anAgent(product, { stock: 10_000, usdMicros: 90_000_000 })
  await approve((await maker.client.call(agentCancel, { userId, stock: 'buy back', reason: 'gone' })).approvalId)
  const account = { kind: 'bank', holder: 'A', bankName: 'B', accountNumber: 'DE89370400440532013000' } as const
  const { accountId, approvalId } = await maker.client.call(agentAccountSave, { userId, account })
  await approve(approvalId)
  await sql`update topup_agents.payout_account set effective_at = effective_at - interval '25 hours'
             where id = ${accountId}`.execute(product.database)
  await paid([{ source: 'agent', id: String(agentId) }])
})

test("a promoter's month is frozen by the maker, approved by the checker and paid by a batch that she approves", async () => {
  const { promoterId, id } = await anEndedLine(product, admin, { cents: 70_000 })
  // Operations keep the promoters.
  const operations = await member('Operations')
  const account = { kind: 'bank', holder: 'K', bankName: 'B', accountNumber: '12345678' } as const
  const entered = await operations.client.call(promoterAccountSave, { id: promoterId, account })
  await checker.client.call(approvalDecide, { ids: [entered.approvalId], decision: 'approve' })
  await sql`update promotion.payout_account set effective_at = ${product.clock.now()}`.execute(product.database)
  const frozen = await maker.client.call(promoterSettleFreeze, { ids: [id] })
  const approved = await checker.client.call(promoterSettleApprove, { ids: [id] })
  expect([...frozen.outcomes, ...approved.outcomes].map(({ ok }) => ok)).toEqual([true, true])
  await paid([{ source: 'promoter', id: String(id) }])
})
