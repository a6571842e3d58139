// Ready to pay: of each debt, what a batch of it would contain, and why not the rest.
import * as calls from '@greenroom/contract/payoutBatches'
import { payoutRequestDecide, payoutRequestSave } from '@greenroom/contract/payouts'
import { withdrawalPass } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aGuild } from '../../../../test/world/guilds.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { accountOf, approvedWeek, payableGuild } from '../../guilds/payouts/guildPayouts.fixture.ts'
import { holdForBan } from '../index.ts'
import { policyInForce } from '../policies/policies.fixture.ts'
import { aNewWithdrawal } from '../withdrawals/withdrawals.fixture.ts'

let product: TestProduct
let admin: Client
let maker: Client
beforeAll(async () => {
  product = await startProduct()
  await connect(product, { endpoint: 'https://app.example/commands' })
  admin = await product.administrator()
  maker = (await person(product, { permissions: { 'finance.payout': 3, 'finance.withdraw': 3 } })).client
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

type Row = Awaited<ReturnType<typeof rows>>[number]
const rows = async () => (await maker.call(calls.payableList, {})).payables
const ofGuild = async (guildId: number) => (await rows()).filter(({ payeeId }) => payeeId === `guild:${guildId}`)
const said = ({ owedCents, usdCents, why }: Row) => [owedCents, usdCents, ...why.map(({ reason }) => reason)]
const agreed = async (leader: Client, usdCents: number) => {
  const { id } = await leader.call(payoutRequestSave, { usdCents })
  await admin.call(payoutRequestDecide, { ids: [id], decision: 'agree' })
  return id
}

test('a week shows what a request of its guild leaves of it, and which weeks are paid only with older ones', async () => {
  const { guildId, leader } = await payableGuild(product, admin, [443, 5_270, 1_000])
  await agreed(leader.client, 5_000)
  const weeks = (await ofGuild(guildId)).filter(({ source }) => source === 'guild.week')
  expect(weeks.map(said)).toEqual([
    [443, 0, 'payout.requested'],
    [5_270, 713, 'payout.partHeld'],
    [1_000, 1_000, 'payout.withOlder'],
  ])
  expect(weeks[1]!.why[0]!.params).toEqual({ usd: '45.57' })
})

test('what cannot be paid at all says why: no account, one that waits, a week nobody approved, a ban', async () => {
  const guildId = await aGuild({ product, admin })
  const week = await approvedWeek(product, guildId, { cents: 2_000, weeksAgo: 2 })
  expect((await ofGuild(guildId)).map(said)).toEqual([[2_000, 0, 'payout.noAccount']])
  const accountId = await accountOf(product, guildId)
  const account = (state: string, effectiveAt: Date | null) =>
    sql`update guilds.payout_account set state = ${state}, effective_at = ${effectiveAt} where id = ${accountId}`.execute(
      product.database,
    )
  await account('waiting', null)
  expect((await ofGuild(guildId)).map(said)).toEqual([[2_000, 0, 'payout.accountWaits']])
  const later = new Date(product.clock.now().getTime() + 3_600_000)
  await account('waiting', later)
  expect((await ofGuild(guildId)).map(({ why }) => why)).toEqual([
    [{ reason: 'payout.accountFrom', params: { at: later.toISOString() } }],
  ])
  await account('waiting', product.clock.now())
  expect((await ofGuild(guildId)).map(said)).toEqual([[2_000, 2_000]])
  await sql`update guilds.settlement set state = 'confirmed' where id = ${week}`.execute(product.database)
  expect((await ofGuild(guildId)).map(said)).toEqual([[2_000, 0, 'payout.notApproved']])
  await sql`update guilds.settlement set state = 'approved' where id = ${week}`.execute(product.database)
  await sql`update guilds.guild set state = 'banned' where id = ${guildId}`.execute(product.database)
  expect((await ofGuild(guildId)).map(said)).toEqual([[2_000, 0, 'payout.guildBanned']])
  await sql`update guilds.guild set state = 'normal' where id = ${guildId}`.execute(product.database)
})

test('payable now is what a batch of that row contains, or of it and the older weeks of its guild', async () => {
  const { client: passer } = await person(product, { permissions: { 'finance.withdraw': 3 } })
  const withdrawals = [await aNewWithdrawal(product, 20), await aNewWithdrawal(product, 35)]
  await passer.call(withdrawalPass, { ids: withdrawals })
  const { rows: users } = await sql<{ id: bigint }>`
    select user_id as id from finance.withdrawal where id = ${withdrawals[1]!}`.execute(product.database)
  await inTransaction(product.database, (tx) => holdForBan(tx, product.clock.now(), [users[0]!.id], 'fraud'))
  const asking = await payableGuild(product, admin, [30_000, 20_000])
  await agreed(asking.leader.client, 10_000)
  const policed = await payableGuild(product, admin, [6_000, 7_000, 90_000])
  const endPolicy = await policyInForce(product.database, {
    name: 'A hundred dollars a day',
    settings: { rule: 'velocity', hours: 24, mostUsd: 300 },
    payees: ['guild'],
  })
  const all = await rows()
  expect(new Set(all.map(({ source }) => source))).toEqual(new Set(['withdrawal', 'guild.request', 'guild.week']))
  expect(all.filter(({ payeeId }) => payeeId === `guild:${policed.guildId}`).map(said)).toEqual([
    [6_000, 6_000],
    [7_000, 7_000, 'payout.withOlder'],
    [90_000, 0, 'withdrawal.policy'],
  ])
  for (const row of all) {
    const withOlder = row.why.some(({ reason }) => reason === 'payout.withOlder')
    const older = all.filter((one) => one.source === row.source && one.payeeId === row.payeeId && one.part < row.part)
    const lines = [...(withOlder || row.usdCents === 0 ? older : []), row].map(({ source, id }) => ({ source, id }))
    const shown = await maker.call(calls.payoutBatchPreview, { lines })
    const { batchId, outcomes } = await maker.call(calls.payoutBatchSave, { lines })
    expect(outcomes).toEqual(shown.outcomes)
    const payouts = batchId === undefined ? [] : (await maker.call(calls.payoutBatchInfo, { batchId })).payouts
    const made = payouts.find(({ source, id }) => source === row.source && id === row.id)
    expect({ ...row, made: made?.usdCents ?? 0 }).toMatchObject({ made: row.usdCents })
    if (row.usdCents === 0) expect(row.why).not.toEqual([])
    if (batchId !== undefined) await maker.call(calls.payoutBatchDrop, { batchId, reason: 'tried' })
  }
  await endPolicy()
})
