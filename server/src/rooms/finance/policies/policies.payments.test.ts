// Payout policies over payments to guilds: batches and payments by hand count together; agents and promoters are tested in their rooms.
import * as calls from '@greenroom/contract/payoutBatches'
import { payoutPay, payoutRequestDecide, payoutRequestSave, weekPay } from '@greenroom/contract/payouts'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { aProof, bankAccount, finance, payableGuild } from '../../guilds/payouts/guildPayouts.fixture.ts'
import { keepAccounts } from '../accounts/payeeAccounts.queries.ts'
import { aNewWithdrawal } from '../withdrawals/withdrawals.fixture.ts'
import { policyInForce } from './policies.fixture.ts'
import type { PolicyPayee, Settings } from './policies.rules.ts'

let product: TestProduct
let admin: Client
let maker: Client
let payer: Client
beforeAll(async () => {
  product = await startProduct()
  await connect(product, { endpoint: 'https://app.example/commands' })
  admin = await product.administrator()
  maker = (await person(product, { permissions: { 'finance.payout': 3, 'finance.withdraw': 3 } })).client
  payer = (await finance(product)).client
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})
let ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends) await end()
  ends = []
})

const inForce = async (settings: Settings, payees: readonly PolicyPayee[] = ['guild']) => {
  ends.push(await policyInForce(product.database, { name: `Policy ${ends.length + 1}`, settings, payees }))
}
const results = ({
  outcomes,
}: {
  outcomes: { ok: boolean; errorCode?: number | undefined; reason?: string | undefined }[]
}) => outcomes.map(({ ok, errorCode, reason }) => (ok ? 'done' : `${errorCode} ${reason}`))
const refused = '1000002 withdrawal.policy'
const batch = async (weeks: readonly number[]) =>
  maker.call(calls.payoutBatchSave, { lines: weeks.map((id) => ({ source: 'guild.week' as const, id: String(id) })) })
const byHand = async (...ids: number[]) =>
  payer.call(weekPay, { ids, reference: `FT-${ids.join('-')}`, proofFileId: await aProof(product) })

test('velocity counts a guild’s lines in order, across batches and payments by hand; dropped ones do not count', async () => {
  const { guildId, leader, weeks } = await payableGuild(product, admin, [1_000, 2_000, 3_000, 4_000, 5_000])
  const other = await payableGuild(product, admin, [1_000])
  await inForce({ rule: 'velocity', hours: 24, mostCount: 2 })
  // The third of one batch is refused; another guild is counted by itself.
  const first = await batch([...weeks.slice(0, 3), ...other.weeks])
  expect(results(first)).toEqual(['done', 'done', refused, 'done'])
  expect(results(await byHand(weeks[2]!))).toEqual([refused])
  await maker.call(calls.payoutBatchDrop, { batchId: first.batchId!, reason: 'made again' })
  expect(results(await byHand(weeks[0]!, weeks[1]!))).toEqual(['done', 'done'])
  expect(results(await batch([weeks[2]!]))).toEqual([refused])
  // A request of the guild counts with its weeks.
  const { id: requestId } = await leader.client.call(payoutRequestSave, { usdCents: 3_000 })
  await admin.call(payoutRequestDecide, { ids: [requestId], decision: 'agree' })
  const pay = { ids: [requestId], reference: 'FT-request', proofFileId: await aProof(product) }
  expect(results(await payer.call(payoutPay, pay))).toEqual([refused])
  await sql`
    update guilds.payment set paid_at = paid_at - interval '25 hours' where guild_id = ${guildId}`.execute(
    product.database,
  )
  expect(results(await payer.call(payoutPay, pay))).toEqual(['done'])
  // The request was paid from the third week.
  expect(results(await batch([weeks[3]!]))).toEqual(['done'])
  expect(results(await byHand(weeks[4]!))).toEqual([refused])
})

test('a payout that the bank returned no longer counts; its week counts again in its next batch', async () => {
  const { weeks } = await payableGuild(product, admin, [1_000, 2_000])
  await inForce({ rule: 'velocity', hours: 24, mostCount: 1 })
  const { batchId, approvalId } = await batch([weeks[0]!])
  const refuses = async () => expect(results(await batch([weeks[1]!]))).toEqual([refused])
  await refuses()
  const { outcomes } = await admin.call(approvalDecide, { ids: [approvalId!], decision: 'approve', reason: '' })
  expect(outcomes).toMatchObject([{ ok: true }])
  await maker.call(calls.payoutBatchSend, { batchId: batchId!, format: 'csv' })
  await refuses()
  const { payouts } = await maker.call(calls.payoutBatchInfo, { batchId: batchId! })
  await maker.call(calls.payoutBatchResult, {
    batchId: batchId!,
    results: [{ payoutId: payouts[0]!.payoutId, outcome: 'failed', reference: '', reason: 'returned' }],
  })
  expect(results(await batch([weeks[0]!]))).toEqual(['done'])
  await refuses()
})

test('an amount in a period, the kind and age of the account, and who shares it; policies for others do not apply', async () => {
  const { guildId, weeks } = await payableGuild(product, admin, [1_000, 2_000])
  const nobody: Settings = { rule: 'destination', kinds: ['usdt.trc20'] }
  const line = async () => {
    const made = await batch([weeks[0]!])
    if (made.batchId) await maker.call(calls.payoutBatchDrop, { batchId: made.batchId, reason: 'only tried' })
    return results(made)
  }
  await inForce(nobody, ['user', 'agent', 'promoter'])
  expect(await line()).toEqual(['done'])
  for (const [forbids, allows] of [
    [nobody, { ...nobody, kinds: ['bank'] }],
    [
      { rule: 'velocity', hours: 1, mostUsd: 9 },
      { rule: 'velocity', hours: 1, mostUsd: 10 },
    ],
    [
      { rule: 'destination', kinds: ['bank'], leastHours: 48 },
      { rule: 'destination', kinds: ['bank'], leastHours: 47 },
    ],
    [
      { rule: 'destination', kinds: ['bank'], mostUsers: 1 },
      { rule: 'destination', kinds: ['bank'], mostUsers: 2 },
    ],
  ] satisfies [Settings, Settings][]) {
    await sql`
      update guilds.payout_account set effective_at = ${new Date(product.clock.now().getTime() - 47.5 * 3_600_000)}
       where guild_id = ${guildId}`.execute(product.database)
    // A user who entered the guild's account.
    const [user] = (
      await sql<{ user_id: bigint }>`
      select user_id from finance.withdrawal where id = ${await aNewWithdrawal(product)}`.execute(product.database)
    ).rows
    await product.database
      .transaction()
      .execute((tx) =>
        keepAccounts(tx, product.seals, [{ userId: user!.user_id, account: bankAccount, at: product.clock.now() }]),
      )
    for (const [settings, expected] of [
      [forbids, refused],
      [allows, 'done'],
    ] as const) {
      await inForce(settings)
      expect([settings, await line()]).toEqual([settings, [expected]])
      await ends.pop()!()
    }
    await sql`delete from finance.payee_account a where a.user_id = ${user!.user_id}
       and not exists (select from finance.withdrawal w where w.account_id = a.id)`.execute(product.database)
  }
})

test('a payment that waits for a second member of staff is judged again as it is approved', async () => {
  const { weeks } = await payableGuild(product, admin, [90_000])
  const { approvalId } = await byHand(weeks[0]!)
  await inForce({ rule: 'velocity', hours: 24, mostUsd: 800 })
  const { outcomes } = await admin.call(approvalDecide, { ids: [approvalId!], decision: 'approve', reason: '' })
  expect(outcomes).toMatchObject([{ ok: false, reason: 'approval.notApplied' }])
  expect(JSON.stringify(outcomes)).toContain('Policy 1')
  await ends.pop()!()
  expect(results(await batch([weeks[0]!]))).toEqual(['done'])
})
