// Promoters' settlements over HTTP: lines that follow the days, frozen, approved by another, paid by a batch, and
// corrected later; Finance's view of them.
import { channelTermSave, promoterAccountSave } from '@greenroom/contract/channels'
import { flowReconcile } from '@greenroom/contract/flow'
import * as batches from '@greenroom/contract/payoutBatches'
import * as calls from '@greenroom/contract/promoterSettle'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { policyInForce } from '../../finance/policies/policies.fixture.ts'
import { aChannel, anEndedLine, aPromoter, foldAll } from '../promotion.fixture.ts'

let product: TestProduct
let admin: Client
let maker: Client
let checker: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  maker = (await person(product, { permissions: { 'promotion.settle': 3, 'promotion.channel': 3 } })).client
  checker = (
    await person(product, { permissions: { 'promotion.settle': 3, 'finance.payout': 3, 'system.approval': 3 } })
  ).client
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

const line = async (id: number) => (await admin.call(calls.promoterSettleInfo, { id })).settlement
const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined; reason?: string | undefined }[] }) =>
  outcomes.map(({ errorCode, reason }) => (errorCode === undefined ? null : `${errorCode} ${reason ?? ''}`.trim()))
const differing = async () =>
  (await admin.call(flowReconcile, {})).checks.filter(
    ({ key, differences }) => key.startsWith('promoter') && differences.length > 0,
  )
const ownerOf = (promoterId: number) => `promoter:${promoterId}`
const owed = async (promoterId: number) => {
  const { rows } = await sql<{ posted: bigint }>`
    select posted from ledger.account where owner = ${ownerOf(promoterId)} and purpose = 'payable'`.execute(
    product.database,
  )
  return Number(rows[0]?.posted ?? 0n) / 10_000
}
/** Sets figures of a channel's day, as if folded. */
async function day(number: string, on: string, figures: { installs?: number; recharge?: number; refund?: number }) {
  await sql`
    insert into promotion.channel_day (key, day, channel, installs, recharge_cents, refund_cents)
    values (${`${on} ${number}`}, ${on}::date, ${number}, ${figures.installs ?? 0}, ${figures.recharge ?? 0}, ${figures.refund ?? 0})
    on conflict (key) do update set installs = excluded.installs, recharge_cents = excluded.recharge_cents,
      refund_cents = excluded.refund_cents`.execute(product.database)
}
/** Updates the lines from the days, which are set directly here. */
async function refresh(): Promise<void> {
  const { inTransaction } = await import('../../../kit/database/database.ts')
  const { lockLines, refreshLines } = await import('./promoterSettle.refresh.ts')
  const now = product.clock.now()
  await inTransaction(product.database, async (tx) => {
    await lockLines(tx)
    const { rows } = await sql<{
      day: string
    }>`select distinct to_char(day, 'YYYY-MM-DD') as day from promotion.channel_day`.execute(tx)
    await refreshLines(
      tx,
      rows.map((row) => row.day),
      { zone: 'UTC', now, today: now.toISOString().slice(0, 10) },
    )
  })
}
const monthsAgo = (count: number, dayOfMonth = 10) => {
  const now = product.clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, dayOfMonth)).toISOString().slice(0, 10)
}
async function channelOf(promoterId: number, model: 'CPA' | 'CPS', terms: object) {
  const { number, id } = await aChannel(admin, { promoterId, model, coefficient: '0.75', ...terms })
  await sql`update promotion.term set from_day = '2020-01-01' where channel_id = ${id}`.execute(product.database)
  return { number, id }
}
const linesOf = async (promoterId: number) => (await admin.call(calls.promoterSettleList, { promoterId })).records

test('a line follows its days, is frozen by one, approved by another and paid by a batch', async () => {
  const { promoterId, id, day: on } = await anEndedLine(product, admin, { cents: 70_000 })
  expect(await line(id)).toMatchObject({
    state: 'open',
    model: 'fixed',
    running: false,
    ownCents: 70_000,
    payableCents: 70_000,
  })
  // The running month can't be frozen.
  const [running] = (await linesOf(promoterId)).filter((one) => one.running)
  expect(running).toMatchObject({ can: { freeze: 'running', approve: 'notFrozen' } })
  expect(codes(await maker.call(calls.promoterSettleFreeze, { ids: [running!.id, id, 999_999] }))).toEqual([
    '1000002 promoterSettle.running',
    null,
    '10032',
  ])
  expect(await line(id)).toMatchObject({ state: 'frozen', payableCents: 70_000 })
  expect((await admin.call(calls.promoterSettleInfo, { id })).parts).toMatchObject([
    { priceCents: 70_000, days: 1, cents: 70_000 },
  ])
  // Reopened and frozen again; approved by someone else.
  expect(codes(await maker.call(calls.promoterSettleReopen, { ids: [id], reason: 'Wait' }))).toEqual([null])
  expect(codes(await checker.call(calls.promoterSettleApprove, { ids: [id] }))).toEqual([
    '50002 promoterSettle.notFrozen',
  ])
  await maker.call(calls.promoterSettleFreeze, { ids: [id] })
  expect(codes(await checker.call(calls.promoterSettleFreeze, { ids: [id] }))).toEqual(['50002 promoterSettle.notOpen'])
  expect(codes(await maker.call(calls.promoterSettleApprove, { ids: [id] }))).toEqual([
    '10026 promoterSettle.sameFrozen',
  ])
  expect(await owed(promoterId)).toBe(0)
  const payer = (await person(product, { permissions: { 'finance.payout': 3 } })).client
  const lines = [{ source: 'promoter' as const, id: String(id) }]
  expect(codes(await payer.call(batches.payoutBatchSave, { lines }))).toEqual(['50002 promoterSettle.notApproved'])
  expect(codes(await checker.call(calls.promoterSettleApprove, { ids: [id] }))).toEqual([null])
  expect(await owed(promoterId)).toBe(70_000)
  expect(codes(await maker.call(calls.promoterSettleReopen, { ids: [id], reason: 'Late' }))).toEqual([
    '50002 promoterSettle.notFrozen',
  ])
  const { rows } = await sql<{ day: string }>`
    select to_char(occurred_at, 'YYYY-MM') as day from ledger.transfer where reference = ${`promoter settlement ${id}`}`.execute(
    product.database,
  )
  expect(rows).toEqual([{ day: on.slice(0, 7) }])

  // Without an account in force nothing can be paid.
  expect(codes(await payer.call(batches.payoutBatchSave, { lines }))).toEqual(['50002 promoterSettle.noAccount'])
  const account = { kind: 'bank' as const, holder: 'K', bankName: 'B', accountNumber: '12345678' }
  const requested = await maker.call(promoterAccountSave, { id: promoterId, account })
  await checker.call(approvalDecide, { ids: [requested.approvalId], decision: 'approve', reason: '' })
  await sql`update promotion.payout_account set effective_at = ${product.clock.now()}`.execute(product.database)
  const ready = await payer.call(batches.payableList, { source: 'promoter' })
  expect(ready.payables).toMatchObject([
    { id: String(id), usdCents: 70_000, payeeId: ownerOf(promoterId), lastFour: '5678' },
  ])
  // A payout policy for promoters.
  const endPolicy = await policyInForce(product.database, {
    name: 'Known accounts',
    settings: { rule: 'destination', kinds: ['bank'], leastHours: 24 },
    payees: ['promoter'],
  })
  expect(codes(await payer.call(batches.payoutBatchSave, { lines }))).toEqual(['1000002 withdrawal.policy'])
  await endPolicy()
  const made = await payer.call(batches.payoutBatchSave, { lines })
  expect(await line(id)).toMatchObject({ batchId: made.batchId })
  expect(codes(await payer.call(batches.payoutBatchSave, { lines }))).toEqual(['20000 payout.routed'])
  // Who approved the line may approve its payment, since another made it.
  const decided = await checker.call(approvalDecide, { ids: [made.approvalId!], decision: 'approve' })
  expect(decided.outcomes).toEqual([{ id: made.approvalId, ok: true }])
  await payer.call(batches.payoutBatchSend, { batchId: made.batchId!, format: 'csv' })
  const { payouts } = await payer.call(batches.payoutBatchInfo, { batchId: made.batchId! })
  await payer.call(batches.payoutBatchResult, {
    batchId: made.batchId!,
    results: [{ payoutId: payouts[0]!.payoutId, outcome: 'paid', reference: 'KB-77', reason: '' }],
  })
  expect(await line(id)).toMatchObject({ state: 'paid', reference: 'KB-77', batchId: made.batchId })
  expect(await owed(promoterId)).toBe(0)
  expect(await differing()).toEqual([])
})

test('earlier months first; later changes correct the next line, and negative sums are carried over', async () => {
  const promoterId = await aPromoter(admin)
  const { number } = await channelOf(promoterId, 'CPS', { shareBp: 1_000 })
  const [older, newer] = [monthsAgo(2), monthsAgo(1)]
  await day(number, older, { installs: 7, recharge: 100_000 })
  await day(number, newer, { recharge: 20_000 })
  await refresh()
  const ids = async () =>
    Object.fromEntries((await linesOf(promoterId)).map((one) => [one.month, one.id])) as Record<string, number>
  const [first, second] = [(await ids())[older.slice(0, 7)]!, (await ids())[newer.slice(0, 7)]!]
  expect(codes(await maker.call(calls.promoterSettleFreeze, { ids: [second] }))).toEqual([
    '1000002 promoterSettle.earlierFirst',
  ])
  await maker.call(calls.promoterSettleFreeze, { ids: [first] })
  expect(await line(first)).toMatchObject({ state: 'frozen', installs: 7, counted: 5, ownCents: 10_000 })
  // A refund of the frozen month: the line keeps its sum, the next one corrects it, and ends below zero.
  await day(number, older, { installs: 7, recharge: 100_000, refund: 90_000 })
  await refresh()
  expect(await line(first)).toMatchObject({ ownCents: 10_000, payableCents: 10_000 })
  expect(await line(second)).toMatchObject({
    ownCents: 2_000,
    correctionCents: -9_000,
    payableCents: 0,
    carriedOutCents: -7_000,
  })
  expect(codes(await maker.call(calls.promoterSettleFreeze, { ids: [second] }))).toEqual([null])
  // The running month is empty: the negative remainder opens a line of its own.
  expect((await linesOf(promoterId)).find(({ running }) => running)).toMatchObject({
    ownCents: 0,
    correctionCents: 0,
    carriedInCents: -7_000,
    payableCents: 0,
    carriedOutCents: -7_000,
  })
  expect(codes(await maker.call(calls.promoterSettleReopen, { ids: [first], reason: 'x' }))).toEqual([
    '50002 promoterSettle.laterFirst',
  ])
  await checker.call(calls.promoterSettleApprove, { ids: [first, second] })
  expect(await owed(promoterId)).toBe(10_000)
  expect(await differing()).toEqual([])
})

test('a month whose days come to nothing pays nothing', async () => {
  const promoterId = await aPromoter(admin)
  const { number } = await channelOf(promoterId, 'CPS', { shareBp: 1_000 })
  const on = monthsAgo(1)
  await day(number, on, { recharge: 20_000 })
  await refresh()
  expect(await linesOf(promoterId)).toMatchObject([{ ownCents: 2_000, payableCents: 2_000 }])
  await day(number, on, { recharge: 20_000, refund: 20_000 })
  await refresh()
  expect(await linesOf(promoterId)).toMatchObject([{ netCents: 0, ownCents: 0, payableCents: 0 }])
})

test('a day under new terms is paid by their model only', async () => {
  const promoterId = await aPromoter(admin)
  const { number, id } = await channelOf(promoterId, 'CPS', { shareBp: 1_000 })
  const on = monthsAgo(0, product.clock.now().getUTCDate())
  await day(number, on, { installs: 4, recharge: 20_000 })
  await refresh()
  expect(await linesOf(promoterId)).toMatchObject([{ model: 'CPS', ownCents: 2_000 }])
  await maker.call(channelTermSave, { id, fromDay: on, model: 'CPA', priceCents: 300, coefficient: '1.00' })
  await refresh()
  const shown = (await linesOf(promoterId)).map(({ model, ownCents }) => [model, ownCents])
  expect(Object.fromEntries(shown)).toEqual({ CPS: 0, CPA: 1_200 })
})

test('any history of days: frozen and open lines always sum to the days', async () => {
  let seed = 20_261_120
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let run = 0; run < 3; run++) {
    const promoterId = await aPromoter(admin)
    const { number } = await channelOf(promoterId, 'CPS', { shareBp: 2_500 })
    for (let step = 0; step < 6; step++) {
      const recharge = random(90_000)
      // Some days come to nothing, with their month.
      const refund = random(3) === 0 ? recharge : random(60_000)
      await day(number, monthsAgo(random(3), 1 + random(2)), { recharge, refund })
      await refresh()
      const open = (await linesOf(promoterId)).filter(({ can }) => can.freeze === true)
      if (random(2) === 0 && open.length > 0)
        await maker.call(calls.promoterSettleFreeze, { ids: open.map(({ id }) => id) })
    }
    await refresh()
    const lines = await linesOf(promoterId)
    const { rows } = await sql<{ cents: bigint }>`
      select coalesce(sum(trunc((recharge_cents - refund_cents)::numeric * 2500 / 10000)), 0)::bigint as cents
        from promotion.channel_day where channel = ${number}`.execute(product.database)
    const total = lines.reduce((all, one) => all + one.ownCents + one.correctionCents, 0)
    expect(total).toBe(Number(rows[0]!.cents))
    // The first open line carries in the negative remainder of frozen lines.
    const [open, frozen] = [
      lines.filter(({ state }) => state === 'open'),
      lines.filter(({ state }) => state !== 'open'),
    ]
    const left = frozen.reduce((all, one) => all + one.carriedOutCents - one.carriedInCents, 0)
    const [first, ...others] = open.toSorted((a, b) => (a.month < b.month ? -1 : 1))
    expect(first?.carriedInCents ?? 0).toBe(left)
    for (const one of others) expect([one.carriedInCents, one.correctionCents]).toEqual([0, 0])
  }
})

test('Finance sees promoters with bound users, share and payable; new terms count from their day', async () => {
  const promoterId = await aPromoter(admin)
  const { number, id } = await channelOf(promoterId, 'CPS', { shareBp: 1_000 })
  const on = monthsAgo(1)
  await sql`
    insert into promotion.channel_day (key, day, channel, registrations, first_payers, recharge_cents)
    values (${`${on} ${number}`}, ${on}::date, ${number}, 12, 3, 50000)`.execute(product.database)
  await refresh()
  const row = async (range = {}) =>
    (await admin.call(calls.financePromotionList, { q: 'Promoter', size: 200, ...range })).records.find(
      (one) => one.id === promoterId,
    )
  expect(await row()).toMatchObject({
    channels: 1,
    boundUsers: 12,
    payers: 3,
    rechargeCents: 50_000,
    earnedCents: 5_000,
    shareBp: 1_000,
    openCents: 5_000,
    payableCents: 0,
    paidCents: 0,
  })
  expect(await row({ startTimeStr: monthsAgo(0, 1) })).toMatchObject({
    boundUsers: 12,
    rechargeCents: 0,
    shareBp: null,
  })
  await maker.call(channelTermSave, {
    id,
    fromDay: product.clock.now().toISOString().slice(0, 10),
    model: 'fixed',
    priceCents: 300,
    coefficient: '1.00',
  })
  await foldAll(product)
  expect((await linesOf(promoterId)).find(({ model, running }) => model === 'fixed' && running)).toMatchObject({
    ownCents: 300,
  })

  const reader = (await person(product, { permissions: everyMenu(1) })).client
  expect(await reader.refused(calls.promoterSettleFreeze, { ids: [1] })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  const [shown] = (await reader.call(calls.promoterSettleList, { size: 1 })).records
  expect(shown!.can).toEqual({ freeze: 'readOnly', reopen: 'readOnly', approve: 'readOnly' })
})
