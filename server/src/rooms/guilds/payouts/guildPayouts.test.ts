// A guild requests its payable and is paid; weeks are paid; all refusals.
import { home } from '@greenroom/contract/access'
import { flowReconcile } from '@greenroom/contract/flow'
import { deductionReverse } from '@greenroom/contract/guildMoney'
import { guildDissolve, guildLeader } from '@greenroom/contract/guilds'
import { payoutBatchSave, payoutBatchSend } from '@greenroom/contract/payoutBatches'
import {
  guildMoney,
  paymentList,
  payoutAccountSave,
  payoutPay,
  payoutRequestDecide,
  payoutRequestSave,
  weekPay,
} from '@greenroom/contract/payouts'
import { reasonText } from '@greenroom/contract/reasonTexts'
import { approvalDecide, approvalInfo } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Made, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { appUser } from '../../users/people.fixture.ts'
import { guildRow } from '../guilds.fixture.ts'
import { accountOf, aProof, approvedWeek, bankAccount, finance, payableGuild } from './guildPayouts.fixture.ts'

let product: TestProduct
let admin: Client
let maker: Made
let payer: Made
let checker: Made
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  checker = await person(product, {
    permissions: { 'guilds.withdrawalManage': 1, 'guilds.settleAccounts': 1, 'system.approval': 3 },
  })
})
// Payments of a day add up per payer, so each test has its own payers.
beforeEach(async () => {
  maker = await finance(product)
  payer = await finance(product)
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  const { checks } = await admin.call(flowReconcile, {})
  for (const key of ['guildPayable', 'guildRequests'])
    expect(checks.find((check) => check.key === key)).toMatchObject({ differences: [] })
  await product.close()
})

const proof = async () => ({ reference: 'FT 2026-11', proofFileId: await aProof(product) })
/** May agree to requests, make batches and approve them. */
const batcher = () =>
  person(product, {
    permissions: { 'guilds.withdrawalManage': 3, 'finance.payout': 3, 'system.approval': 3 },
  })
const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined; reason?: string | undefined }[] }) =>
  outcomes.map(({ errorCode, reason }) => (errorCode === undefined ? 'ok' : `${errorCode} ${reason ?? ''}`.trim()))
const guild = (...weeks: number[]) => payableGuild(product, admin, weeks)
const ask = async (leader: Made, usdCents: number) => (await leader.client.call(payoutRequestSave, { usdCents })).id
const agree = (by: Made, ...ids: number[]) => by.client.call(payoutRequestDecide, { ids, decision: 'agree' })
const moneyOf = async (guildId: number) => {
  const { payableCents, reservedCents } = await admin.call(guildMoney, { guildId })
  return [payableCents, reservedCents]
}
const paidOf = async (guildId: number) => {
  const { rows } = await sql<{ paid: number; done: boolean }>`
    select paid_cents::int as paid, paid_at is not null as done from guilds.settlement
     where guild_id = ${guildId} order by week`.execute(product.database)
  return rows.map(({ paid, done }) => `${paid}${done ? ' paid' : ''}`)
}

test('requested, approved by one, paid by another with proof; its week is updated', async () => {
  const { guildId, leader } = await guild(15_000, 10_000)
  const id = await ask(leader, 20_000)
  expect(await moneyOf(guildId)).toEqual([25_000, 20_000])
  expect(codes(await agree(maker, id))).toEqual(['ok'])
  // The approver cannot pay.
  expect(codes(await maker.client.call(payoutPay, { ids: [id], ...(await proof()) }))).toEqual([
    '10026 payout.sameAgreed',
  ])
  expect(codes(await payer.client.call(payoutPay, { ids: [id, 999_999], ...(await proof()) }))).toEqual(['ok', '50001'])
  expect(await moneyOf(guildId)).toEqual([5_000, 0])
  expect(await paidOf(guildId)).toEqual(['15000 paid', '5000'])
  const { records } = await leader.client.call(paymentList, {})
  expect(records).toMatchObject([
    { guildId, usdCents: 20_000, requestId: id, week: null, reference: 'FT 2026-11', paidBy: '' },
  ])
  expect(records[0]!.proofUrl).toMatch(/\/files\/[0-9a-f-]{36}\.png$/)
  // Neither approved nor paid again.
  expect(codes(await agree(maker, id))).toEqual(['50002'])
  expect(codes(await payer.client.call(payoutPay, { ids: [id], ...(await proof()) }))).toEqual(['50002'])
})

test('at least 10 USD in steps of 10, up to the payable, only by the leader, to an account', async () => {
  const { guildId, leader } = await guild(15_000)
  const refused = (usdCents: number, by: Client = leader.client) => by.refused(payoutRequestSave, { usdCents })
  expect(await refused(500)).toEqual({ code: 1000002, fields: ['usdCents'], reason: 'payout.steps' })
  expect(await refused(1_500)).toEqual({ code: 1000002, fields: ['usdCents'], reason: 'payout.steps' })
  expect(await refused(16_000)).toEqual({ code: 11005, fields: ['usdCents'], reason: 'payout.tooMuch' })
  expect(await refused(1_000, admin)).toMatchObject({ code: 10026, reason: 'payout.leaderOnly' })
  await ask(leader, 10_000)
  // A reserved amount cannot be requested again.
  expect(await refused(6_000)).toMatchObject({ code: 11005, reason: 'payout.tooMuch' })
  await ask(leader, 5_000)
  await sql`update guilds.payout_account set state = 'retired' where guild_id = ${guildId}`.execute(product.database)
  expect(await refused(1_000)).toEqual({ code: 1000002, fields: ['account'], reason: 'payout.noAccount' })
  // The session of a banned guild's leader ends.
  await sql`update guilds.guild set state = 'banned' where id = ${guildId}`.execute(product.database)
  expect(await refused(1_000)).toMatchObject({ code: 10007 })
})

test('a refusal with a reason releases the money; an approved request may be refused until it is paid', async () => {
  const { guildId, leader } = await guild(30_000)
  const [a, b] = [await ask(leader, 10_000), await ask(leader, 20_000)]
  expect(await maker.client.refused(payoutRequestDecide, { ids: [a], decision: 'refuse' })).toMatchObject({
    code: 11004,
    reason: 'reason.missing',
  })
  await agree(maker, b)
  const answer = await maker.client.call(payoutRequestDecide, {
    ids: [a, b, 1_000_000],
    decision: 'refuse',
    reason: 'no',
  })
  expect(codes(answer)).toEqual(['ok', 'ok', '50001'])
  expect(await moneyOf(guildId)).toEqual([30_000, 0])
  expect(codes(await payer.client.call(payoutPay, { ids: [a], ...(await proof()) }))).toEqual(['50002'])
  const { requests } = await leader.client.call(guildMoney, {})
  expect(requests.map(({ state, reason, decidedBy }) => [state, reason, decidedBy])).toEqual([
    ['refused', 'no', ''],
    ['refused', 'no', ''],
  ])
})

test('weeks are paid oldest first, from what no request holds, and not by their approver', async () => {
  const { guildId, leader, weeks } = await guild(10_000, 5_000, 7_000)
  const pay = async (by: Made, ...ids: number[]) => codes(await by.client.call(weekPay, { ids, ...(await proof()) }))
  expect(await pay(payer, weeks[1]!)).toEqual(['1000002 payout.olderUnpaid'])
  const request = await ask(leader, 4_000)
  expect((await pay(payer, weeks[1]!, weeks[0]!, 999_999)).toSorted()).toEqual(['10032', 'ok', 'ok'])
  // 4,000 of the oldest week wait for the request.
  expect(await paidOf(guildId)).toEqual(['10000 paid', '1000', '0'])
  expect(await moneyOf(guildId)).toEqual([11_000, 4_000])
  await agree(maker, request)
  expect(codes(await payer.client.call(payoutPay, { ids: [request], ...(await proof()) }))).toEqual(['ok'])
  expect(await paidOf(guildId)).toEqual(['10000 paid', '5000 paid', '0'])
  expect(await pay(payer, weeks[0]!)).toEqual(['20000 payout.paid'])
  await sql`update guilds.settlement set approved_by_id = ${payer.staffId} where id = ${weeks[2]!}`.execute(
    product.database,
  )
  expect(await pay(payer, weeks[2]!)).toEqual(['10026 payout.sameApproved'])
  expect(await pay(maker, weeks[2]!)).toEqual(['ok'])
  expect(await moneyOf(guildId)).toEqual([0, 0])
  await sql`update guilds.settlement set state = 'confirmed' where id = ${weeks[2]!}`.execute(product.database)
  expect(await pay(maker, weeks[2]!)).toEqual(['1000002 payout.notApproved'])
  await sql`update guilds.settlement set state = 'approved' where id = ${weeks[2]!}`.execute(product.database)
})

test('a batch with it is approved by its approver too, but never made by its approver; a ban of the guild stops it', async () => {
  const { guildId, leader } = await guild(10_000)
  const id = await ask(leader, 10_000)
  const [approver, other] = [await batcher(), await batcher()]
  await agree(approver, id)
  const lines = [{ source: 'guild.request' as const, id: String(id) }]
  expect(codes(await approver.client.call(payoutBatchSave, { lines }))).toEqual(['10026 payout.sameAgreed'])
  const open = [{ source: 'guild.request' as const, id: String(await ask((await guild(10_000)).leader, 10_000)) }]
  expect(codes(await approver.client.call(payoutBatchSave, { lines: open }))).toEqual(['50002 payout.notAgreed'])
  const { batchId, approvalId } = await other.client.call(payoutBatchSave, { lines })
  const decided = await approver.client.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })
  expect(decided.outcomes).toEqual([{ id: approvalId, ok: true }])
  await sql`update guilds.guild set state = 'banned' where id = ${guildId}`.execute(product.database)
  const sent = { batchId: batchId!, format: 'csv' as const }
  expect(await other.client.refused(payoutBatchSend, sent)).toMatchObject({
    code: 1000002,
    reason: expect.stringMatching(/^payout\.(guildBanned|barred)$/),
  })
  await sql`update guilds.guild set state = 'normal' where id = ${guildId}`.execute(product.database)
  expect(await other.client.call(payoutBatchSend, sent)).toMatchObject({ lines: 1 })
})

test('who leads the guild neither requests nor decides its payments', async () => {
  const { leader, weeks } = await guild(60_000)
  const lead = (of: Made) =>
    sql`
      update access.staff s set area_code = l.area_code, phone = l.phone from access.staff l
       where s.id = ${of.staffId} and l.id = ${leader.staffId}`.execute(product.database)
  await sql`update access.staff set area_code = '86', phone = '13800000001' where id = ${leader.staffId}`.execute(
    product.database,
  )
  const same = await finance(product)
  await lead(same)
  expect(await same.client.refused(weekPay, { ids: weeks, ...(await proof()) })).toMatchObject({
    code: 10026,
    reason: 'approval.concerned',
  })
  const { approvalId } = await payer.client.call(weekPay, { ids: weeks, ...(await proof()) })
  const info = async () => (await checker.client.call(approvalInfo, { approvalId: approvalId! })).approval
  expect(await info()).toMatchObject({ can: { approve: true }, deciders: { names: ['admin', checker.username] } })
  const reading = { permissions: { 'guilds.settleAccounts': 1, 'system.approval': 3 } } as const
  const decider = await person(product, reading)
  const todo = async () => (await decider.client.call(home, {})).todo.find(({ key }) => key === 'approvals')?.count ?? 0
  const before = await todo()
  await lead(decider)
  expect(await todo()).toBe(before - 1)
  const seen = (await decider.client.call(approvalInfo, { approvalId: approvalId! })).approval
  expect(seen.can).toMatchObject({ approve: 'concerned', refuse: 'concerned' })
  expect(seen.deciders.names).toEqual(['admin', checker.username])
  for (const decision of ['approve', 'refuse'] as const)
    expect(codes(await decider.client.call(approvalDecide, { ids: [approvalId!], decision, reason: 'mine' }))).toEqual([
      '10026 approval.concerned',
    ])
  expect(await info()).toMatchObject({ state: 'pending' })
  expect(codes(await checker.client.call(approvalDecide, { ids: [approvalId!], decision: 'approve' }))).toEqual(['ok'])
})

test('over 500 USD within a day a second member of staff approves; nothing is paid before', async () => {
  const { guildId, leader, weeks } = await guild(40_000, 20_000)
  const one = (await payer.client.call(weekPay, { ids: [weeks[0]!], ...(await proof()) })) as { approvalId?: string }
  expect(one.approvalId).toBeUndefined()
  // 400 are paid; with 200 more it is over the limit.
  const { approvalId, outcomes } = await payer.client.call(weekPay, { ids: [weeks[1]!], ...(await proof()) })
  expect(outcomes).toEqual([])
  expect(await paidOf(guildId)).toEqual(['40000 paid', '0'])
  expect(codes(await maker.client.call(weekPay, { ids: [weeks[1]!], ...(await proof()) }))).toEqual([
    '20000 payout.waits',
  ])
  const decide = (by: Made) => by.client.send(approvalDecide, { ids: [approvalId!], decision: 'approve' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => decide(checker)))
  const applied = answers.filter((answer) => answer.code === 200 && answer.result.outcomes[0]?.ok)
  expect(applied).toHaveLength(1)
  expect(await paidOf(guildId)).toEqual(['40000 paid', '20000 paid'])
  const { records } = await admin.call(paymentList, { guildId })
  expect(records.map(({ paidBy }) => paidBy)).toEqual([payer.username, payer.username])
  // A single line over the limit waits by itself, and none of a batch may be refused then.
  const other = await guild(60_000)
  const request = await ask(other.leader, 60_000)
  await agree(maker, request)
  expect(codes(await payer.client.call(payoutPay, { ids: [request, 999_999], ...(await proof()) }))).toEqual([
    '1000002 payout.otherRefused',
    '50001',
  ])
  const requested = await payer.client.call(payoutPay, { ids: [request], ...(await proof()) })
  expect(
    codes(await maker.client.call(payoutRequestDecide, { ids: [request], decision: 'refuse', reason: 'x' })),
  ).toEqual(['20000 payout.waits'])
  expect(requested.approvalId).toBeDefined()
  expect(leader.staffId).toBeGreaterThan(0)
})

test('an order pays what its approver saw, or nothing: not more after a request was refused, nor to another account', async () => {
  const { guildId, leader, weeks } = await guild(80_000)
  const id = await ask(leader, 10_000)
  const { approvalId } = await payer.client.call(weekPay, { ids: weeks, ...(await proof()) })
  const shown = (await checker.client.call(approvalInfo, { approvalId: approvalId! })).approval
  expect(shown.after).toMatchObject({ usdCents: 70_000 })
  await maker.client.call(payoutRequestDecide, { ids: [id], decision: 'refuse', reason: 'wrong' })
  const approve = async (approval: string) =>
    (await checker.client.call(approvalDecide, { ids: [approval], decision: 'approve' })).outcomes[0]!.params?.['why']
  const changed = reasonText('payout.changed', {}, 'en')
  expect(await approve(approvalId!)).toBe(changed)
  expect([await paidOf(guildId), await moneyOf(guildId)]).toEqual([['0'], [80_000, 0]])
  const again = await payer.client.call(weekPay, { ids: weeks, ...(await proof()) })
  await sql`update guilds.payout_account set state = 'retired' where guild_id = ${guildId}`.execute(product.database)
  await accountOf(product, guildId)
  expect(await approve(again.approvalId!)).toBe(changed)
  expect(await moneyOf(guildId)).toEqual([80_000, 0])
})

test('after a change of leader nothing is paid to the former one: by hand, by an order, by a batch, or by her new account', async () => {
  const { guildId, leader, weeks } = await guild(10_000, 70_000)
  const other = await guild(20_000)
  const request = await ask(leader, 10_000)
  await agree(maker, request)
  const order = await payer.client.call(weekPay, { ids: [weeks[1]!], ...(await proof()) })
  const batch = await (await batcher()).client.call(payoutBatchSave, {
    lines: [{ source: 'guild.request', id: String(request) }],
  })
  expect(batch).toMatchObject({ approvalId: expect.any(String) })
  const entered = await maker.client.call(payoutAccountSave, { guildId, account: bankAccount })
  const next = await appUser(product, { phone: '13911112222' })
  await sql`update users.app_user set certified = true, birthday = '1990-05-05' where id = ${next}`.execute(
    product.database,
  )
  const { version } = await guildRow(product, guildId)
  await admin.call(guildLeader, {
    guildId,
    version,
    userNumber: String(next),
    leaderName: 'Bo Li',
    leaderEmail: 'bo@example.com',
    areaCode: '86',
    leaderPhone: '13911112222',
    reason: 'left',
  })
  const money = await admin.call(guildMoney, { guildId })
  expect(money.accounts.map(({ state }) => state)).toEqual(['retired', 'retired'])
  const decided = async (by: Client, approvalId: string) =>
    (await by.call(approvalDecide, { ids: [approvalId], decision: 'approve' })).outcomes[0]!.params?.['why']
  expect(await decided(checker.client, entered.approvalId)).toBe(reasonText('payout.replaced', {}, 'en'))
  expect(await decided(checker.client, order.approvalId!)).toBe(reasonText('payout.noAccount', {}, 'en'))
  expect(await decided(admin, batch.approvalId!)).toContain("can't be paid now")
  expect(codes(await payer.client.call(weekPay, { ids: weeks, ...(await proof()) }))).toEqual([
    '1000002 payout.noAccount',
    '1000002 payout.noAccount',
  ])
  expect((await admin.call(paymentList, { guildId })).records).toEqual([])
  expect(codes(await payer.client.call(weekPay, { ids: other.weeks, ...(await proof()) }))).toEqual(['ok'])
})

test('an order fails if its money was paid another way in the meantime', async () => {
  const { guildId, leader, weeks } = await guild(60_000)
  const { approvalId } = await payer.client.call(weekPay, { ids: weeks, ...(await proof()) })
  const request = await ask(leader, 60_000)
  const { outcomes } = await checker.client.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })
  expect(outcomes[0]).toMatchObject({ ok: false, errorCode: 20000, reason: 'approval.notApplied' })
  expect(await moneyOf(guildId)).toEqual([60_000, 60_000])
  await maker.client.call(payoutRequestDecide, { ids: [request], decision: 'refuse', reason: 'pay the week' })
})

test('needs a reference and an uploaded proof', async () => {
  const { weeks } = await guild(10_000)
  const { proofFileId, reference } = await proof()
  expect(await payer.client.refused(weekPay, { ids: weeks, reference: ' ', proofFileId })).toMatchObject({
    code: 10009,
    reason: 'field.required',
  })
  expect(
    await payer.client.refused(weekPay, { ids: weeks, reference, proofFileId: '01a1f866-0d00-78f5-984e-4858e741e80e' }),
  ).toEqual({ code: 10009, fields: ['proofFileId'], reason: 'payout.noProof' })
  expect(await payer.client.refused(weekPay, { ids: [], reference, proofFileId })).toMatchObject({
    code: 10009,
    reason: 'batch.empty',
  })
})

test('a banned guild is not paid; a dissolved one is paid what is owed', async () => {
  const { guildId, weeks } = await guild(1_234)
  const setState = (state: string) =>
    sql`update guilds.guild set state = ${state} where id = ${guildId}`.execute(product.database)
  await setState('banned')
  expect(codes(await payer.client.call(weekPay, { ids: weeks, ...(await proof()) }))).toEqual([
    '30004 payout.guildBanned',
  ])
  await setState('dissolved')
  expect(codes(await payer.client.call(weekPay, { ids: weeks, ...(await proof()) }))).toEqual(['ok'])
})

test('two concurrent payers pay a week, and a request, once', async () => {
  const { guildId, leader, weeks } = await guild(10_000)
  const both = await Promise.all(
    [maker, payer].map(async (by) => codes(await by.client.call(weekPay, { ids: weeks, ...(await proof()) }))[0]),
  )
  expect(new Set(both)).toEqual(new Set(['20000 payout.paid', 'ok']))
  await approvedWeek(product, guildId, { cents: 10_000, weeksAgo: 0 })
  const request = await ask(leader, 10_000)
  await agree(maker, request)
  const third = await finance(product)
  const payers = await Promise.all(
    [third, payer].map(async (by) => codes(await by.client.call(payoutPay, { ids: [request], ...(await proof()) }))[0]),
  )
  expect(new Set(payers)).toEqual(new Set(['50002', 'ok']))
  expect(await moneyOf(guildId)).toEqual([0, 0])
})

test('a request and the payment of the week race: the money is paid once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { guildId, leader, weeks } = await guild(10_000)
    const by = await finance(product)
    const [requested, paid] = await Promise.all([
      leader.client.send(payoutRequestSave, { usdCents: 10_000 }),
      by.client.call(weekPay, { ids: weeks, ...(await proof()) }),
    ])
    const isRequested = requested.code === 200
    expect(isRequested).toBe(codes(paid)[0] !== 'ok')
    expect(await moneyOf(guildId)).toEqual(isRequested ? [10_000, 10_000] : [0, 0])
  }
})

test('a dissolution and the payment of a week race: both happen, the money is paid once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { guildId, weeks } = await guild(10_000)
    const [dissolved, paid] = await Promise.all([
      admin.call(guildDissolve, { ids: [guildId], reason: 'given up' }),
      payer.client.call(weekPay, { ids: weeks, ...(await proof()) }),
    ])
    expect([codes(dissolved), codes(paid)]).toEqual([['ok'], ['ok']])
    expect(await moneyOf(guildId)).toEqual([0, 0])
  }
})

test('a reversal of a deduction and the payment of its week race: before it, or not at all', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { guildId, weeks } = await guild(10_000)
    const { rows } = await sql<{ id: number }>`
      insert into guilds.deduction (guild_id, kind, usd_cents, reason, week, created_by, created_at)
      select guild_id, 'penalty', 500, 'late', week, 'test', now() from guilds.settlement where id = ${weeks[0]!}
      returning id`.execute(product.database)
    await sql`update guilds.settlement set inputs = guilds.inputs_of(guild_id, week, subs) where id = ${weeks[0]!}`.execute(
      product.database,
    )
    const [reversed, paid] = await Promise.all([
      admin.call(deductionReverse, { ids: [rows[0]!.id], reason: 'mistaken' }),
      payer.client.call(weekPay, { ids: weeks, ...(await proof()) }),
    ])
    const [outcome] = codes(reversed)
    expect([codes(paid), outcome === 'ok' || outcome === '1000002 deduction.weekPaid']).toEqual([['ok'], true])
    // A reversal in time is corrected in a later week.
    const { rows: weekRows } = await sql<{ changed: boolean }>`
      select inputs <> guilds.inputs_of(guild_id, week, subs) as changed from guilds.settlement where id = ${weeks[0]!}`.execute(
      product.database,
    )
    expect(weekRows[0]!.changed).toBe(outcome === 'ok')
    expect(await paidOf(guildId)).toEqual(['10000 paid'])
  }
})

test('USDT paid by hand is booked on the bank, and the log keeps its value', async () => {
  const { database } = product
  const { guildId, weeks } = await guild(12_345)
  await sql`update guilds.payout_account set state = 'retired' where guild_id = ${guildId}`.execute(database)
  await accountOf(product, guildId, { kind: 'usdt.trc20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })
  const now = product.clock.now()
  await sql`
    insert into system.param (key, type, value, built_in, updated_by, updated_at)
    values ('usdt_usd_cents', 'integer', '98', true, 'test', ${now})`.execute(database)
  try {
    await product.params.refresh()
    expect(codes(await payer.client.call(weekPay, { ids: weeks, ...(await proof()) }))).toEqual(['ok'])
  } finally {
    await sql`delete from system.param where key = 'usdt_usd_cents'`.execute(database)
    await product.params.refresh()
  }
  const { rows } = await sql<{ purpose: string; currency: string; amount: bigint }>`
    select a.purpose, a.currency, e.amount from guilds.payment p
      join ledger.entry e on e.transfer_id = p.transfer_id join ledger.account a on a.id = e.account_id
     where p.guild_id = ${guildId} order by 1, 2`.execute(database)
  // `cash.usdt.*` equals the watched addresses: only a chain's proof debits it.
  expect(rows).toEqual([
    { purpose: 'cash.bank', currency: 'USD', amount: 123_450_000n },
    { purpose: 'payable', currency: 'USD', amount: -123_450_000n },
  ])
  const logged = await sql<{ after: { usdtCents?: number } }>`
    select after from log.readable where after ? 'usdtCents' order by id desc limit 1`.execute(database)
  expect(logged.rows.map(({ after }) => after.usdtCents)).toEqual([98])
})
