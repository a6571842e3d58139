// Payout batches over HTTP: made by one, approved by another, sent as a file, results line by line, never twice.
import * as calls from '@greenroom/contract/payoutBatches'
import { payoutPay, payoutRequestDecide, payoutRequestSave, weekPay } from '@greenroom/contract/payouts'
import { approvalDecide } from '@greenroom/contract/system'
import { withdrawalInfo, withdrawalManual, withdrawalPass, withdrawalRelease } from '@greenroom/contract/withdrawals'
import { readXlsx } from 'hucre'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { whileHeld } from '../../../../test/locked.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction, type Transaction } from '../../../kit/database/database.ts'
import { guildBalances, verifyLedger } from '../../../ledger/index.ts'
import { aProof, payableGuild } from '../../guilds/payouts/guildPayouts.fixture.ts'
import { holdForBan } from '../index.ts'
import { aNewWithdrawal, bankOf } from '../withdrawals/withdrawals.fixture.ts'

let product: TestProduct
let admin: Client
let maker: Client
let checker: Client
beforeAll(async () => {
  product = await startProduct()
  await connect(product, { endpoint: 'https://app.example/commands' })
  admin = await product.administrator()
  maker = (await person(product, { permissions: { 'finance.payout': 3, 'finance.withdraw': 3 } })).client
  checker = (await person(product, { permissions: { 'finance.payout': 1, 'system.approval': 3 } })).client
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

/** A withdrawal passed by a separate member of staff. */
async function passed(usd = 20, options: Parameters<typeof aNewWithdrawal>[2] = {}): Promise<string> {
  const id = await aNewWithdrawal(product, usd, options)
  const { client } = await person(product, { permissions: { 'finance.withdraw': 3 } })
  await client.call(withdrawalPass, { ids: [id] })
  return id
}
const linesOf = (ids: readonly string[]) => ids.map((id) => ({ source: 'withdrawal' as const, id }))
const decide = (approvalId: string, client = checker) =>
  client.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })
const of = (batchId: number) => admin.call(calls.payoutBatchInfo, { batchId })
const stateOf = async (withdrawalId: string) => (await admin.call(withdrawalInfo, { withdrawalId })).state
const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined; reason?: string | undefined }[] }) =>
  outcomes.map(({ errorCode, reason }) => (errorCode === undefined ? null : `${errorCode} ${reason ?? ''}`.trim()))
async function approved(ids: readonly string[]): Promise<number> {
  const { batchId, approvalId } = await maker.call(calls.payoutBatchSave, { lines: linesOf(ids) })
  await decide(approvalId!)
  return batchId!
}
async function sent(ids: readonly string[]): Promise<number> {
  const batchId = await approved(ids)
  await maker.call(calls.payoutBatchSend, { batchId, format: 'csv' })
  return batchId
}
const textOf = ({ base64 }: { base64: string }) =>
  Buffer.from(base64, 'base64')
    .toString()
    .replace(/^\uFEFF/, '')

test('from passed to paid: one batch by two members of staff, its file and its results', async () => {
  const ids = [await passed(20), await passed(30), await passed(40)]
  const ready = await admin.call(calls.payableList, { source: 'withdrawal' })
  expect(ready.payables.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  const { batchId, approvalId, outcomes, batches, ...made } = await maker.call(calls.payoutBatchSave, {
    lines: [...linesOf(ids), { source: 'withdrawal', id: 'none' }],
    note: 'Monday',
  })
  expect(codes({ outcomes })).toEqual([null, null, null, '50001'])
  expect(made).toEqual({ lines: 3, usdCents: 9_000 })
  expect(batches).toEqual([{ batchId, approvalId, kind: 'bank', ...made }])
  expect(await of(batchId!)).toMatchObject({ state: 'waiting', lines: 3, usdCents: 9_000, approvalId, note: 'Monday' })
  // One live route: neither in another batch nor twice.
  expect(codes(await maker.call(calls.payoutBatchSave, { lines: linesOf([ids[0]!]) }))).toEqual(['20000 payout.routed'])
  expect(await maker.refused(calls.payoutBatchSend, { batchId: batchId!, format: 'csv' })).toMatchObject({
    code: 50002,
    reason: 'payout.batchState',
  })
  const early = {
    payoutId: (await of(batchId!)).payouts[0]!.payoutId,
    outcome: 'paid',
    reference: 'B-0',
    reason: '',
  } as const
  const tooEarly = { batchId: batchId!, results: [early] }
  expect(await maker.refused(calls.payoutBatchResult, tooEarly)).toMatchObject({
    code: 50002,
    reason: 'payout.notSent',
  })
  await decide(approvalId!)
  const unknown = { batchId: batchId!, format: 'csv', mappingId: 999_999 } as const
  expect(await maker.refused(calls.payoutBatchSend, unknown)).toMatchObject({ code: 10032, reason: 'payout.mapping' })
  const file = await maker.call(calls.payoutBatchSend, { batchId: batchId!, format: 'csv' })
  const { payouts } = await of(batchId!)
  const text = textOf(file)
  for (const { payoutId, usdCents } of payouts)
    expect(text).toMatch(new RegExp(`^${payoutId},.*,${usdCents / 100}\\.00,`, 'm'))
  const { user } = await admin.call(withdrawalInfo, { withdrawalId: ids[0]! })
  expect(text).toContain((bankOf(user.userId) as { accountNumber: string }).accountNumber)
  // Partly failed, read from a file first.
  const [one, two, three] = payouts.toSorted((a, b) => a.usdCents - b.usdCents)
  const csv = `payoutId,status,reference,reason,amount\n${one!.payoutId},paid,B-1,,20.00\n${two!.payoutId},rejected,,account closed,30.00\n${three!.payoutId},paid,B-3,,41.00\nx,paid,B-4,,1.00\n`
  const read = await maker.call(calls.payoutResultRead, { batchId: batchId!, csv })
  expect(read.results.map(({ outcome, fault }) => [outcome, fault])).toEqual([
    ['paid', ''],
    ['failed', ''],
    ['paid', 'payout.otherAmount'],
    ['paid', 'payout.unknown'],
  ])
  const unclear = [
    `${one!.payoutId},paid,B-1,,20.00`,
    `${one!.payoutId},paid,B-1,,20.00`,
    `${two!.payoutId},rejected,,,30.00`,
    `${three!.payoutId},perhaps,,,40.00`,
  ]
  const faultsOf = async (lines: string[]) =>
    (
      await maker.call(calls.payoutResultRead, {
        batchId: batchId!,
        csv: ['payoutId,status,reference,reason,amount', ...lines, ''].join('\n'),
      })
    ).results.map(({ fault }) => fault)
  expect(await faultsOf(unclear)).toEqual(['', 'payout.twice', 'payout.noReason', 'payout.noOutcome'])
  expect(await faultsOf([`${three!.payoutId},paid,B-3,,forty`])).toEqual(['payout.unreadable'])
  const proofFileId = await aProof(product)
  const results = [
    { payoutId: one!.payoutId, outcome: 'paid' as const, reference: 'B-1', reason: '', proofFileId },
    { payoutId: two!.payoutId, outcome: 'failed' as const, reference: '', reason: 'account closed' },
    { payoutId: three!.payoutId, outcome: 'paid' as const, reference: '', reason: '' },
  ]
  expect(codes(await maker.call(calls.payoutBatchResult, { batchId: batchId!, results }))).toEqual([
    null,
    null,
    '1000002 payout.noReference',
  ])
  expect(await Promise.all(ids.map(stateOf))).toEqual(['success', 'failure', 'withdrawing'])
  expect(await of(batchId!)).toMatchObject({ state: 'sent', paid: 1, failed: 1 })
  // The same file again changes nothing.
  expect(codes(await maker.call(calls.payoutBatchResult, { batchId: batchId!, results: results.slice(0, 2) }))).toEqual(
    ['20000 payout.ended', '20000 payout.ended'],
  )
  // Ended payouts never appear in a file again; sending again needs a reason and is counted.
  expect(await maker.refused(calls.payoutBatchSend, { batchId: batchId!, format: 'csv' })).toMatchObject({
    code: 20000,
    reason: 'payout.sentBefore',
  })
  const again = await maker.call(calls.payoutBatchSend, { batchId: batchId!, format: 'csv', again: 'the bank lost it' })
  expect(again).toMatchObject({ lines: 1, usdCents: 4_000 })
  expect(textOf(again)).not.toContain(one!.payoutId)
  const { rows } = await sql<{ content: string }>`
    select content from log.readable where operation = 'payoutBatch.send' order by id desc limit 1`.execute(
    product.database,
  )
  expect(rows[0]!.content).toContain('AGAIN')
  await maker.call(calls.payoutBatchResult, { batchId: batchId!, results: [{ ...results[2]!, reference: 'B-3' }] })
  expect(await of(batchId!)).toMatchObject({ state: 'done', paid: 2, failed: 1, sentTimes: 2 })
  expect(await admin.call(withdrawalInfo, { withdrawalId: ids[0]! })).toMatchObject({
    reference: 'B-1',
    balance: 0,
    reserved: 0,
  })
})

test('of two batches that take a line at once, the second is refused, and makes nothing', async () => {
  const [first, second] = [await passed(20), await passed(30)]
  const { batchId } = await maker.call(calls.payoutBatchSave, { lines: linesOf([first]) })
  const other = (tx: Transaction) =>
    sql`insert into finance.payout (id, batch_id, source, source_id, payee_id, payee_name, usd_cents, kind, usdt_cents, sealed, seal_owner, last_four)
        select gen_random_uuid(), batch_id, source, ${second}, payee_id, payee_name, usd_cents, kind, usdt_cents, sealed, seal_owner, last_four
          from finance.payout where batch_id = ${batchId}`.execute(tx)
  let refused: ReturnType<typeof maker.refused> | undefined
  await whileHeld(product.database, other, async (blocked) => {
    refused = maker.refused(calls.payoutBatchSave, { lines: linesOf([second]) })
    await blocked()
  })
  expect(await refused).toMatchObject({ code: 20000, reason: 'payout.routed' })
  // As if the other batch had been dropped.
  await sql`delete from finance.payout where source_id = ${second}`.execute(product.database)
  expect(codes(await maker.call(calls.payoutBatchSave, { lines: linesOf([second]) }))).toEqual([null])
})

test('its maker cannot approve it, who passed a line can; a ban stops it before it is sent', async () => {
  const id = await aNewWithdrawal(product)
  const passer = await person(product, {
    permissions: { 'finance.withdraw': 3, 'finance.payout': 3, 'system.approval': 3 },
  })
  await passer.client.call(withdrawalPass, { ids: [id] })
  const { batchId, approvalId } = await maker.call(calls.payoutBatchSave, { lines: linesOf([id]) })
  expect(await maker.refused(approvalDecide, { ids: [approvalId!], decision: 'approve' })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  expect(await of(batchId!)).toMatchObject({ state: 'waiting', approvalId })
  const decided = await passer.client.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })
  expect(decided.outcomes).toEqual([{ id: approvalId, ok: true }])
  expect(await of(batchId!)).toMatchObject({ state: 'approved' })
  await maker.call(calls.payoutBatchDrop, { batchId: batchId!, reason: 'made again' })
  expect(await of(batchId!)).toMatchObject({ state: 'dropped', can: { send: 'state', drop: 'state' } })
  const next = await approved([id])
  const { user } = await admin.call(withdrawalInfo, { withdrawalId: id })
  await inTransaction(product.database, (tx) => holdForBan(tx, product.clock.now(), [BigInt(user.userId)], 'fraud'))
  expect(await maker.refused(calls.payoutBatchSend, { batchId: next, format: 'csv' })).toMatchObject({
    code: 1000002,
    reason: 'payout.barred',
  })
  await maker.call(calls.payoutBatchDrop, { batchId: next, reason: 'banned' })
  expect((await admin.call(calls.payableList, {})).payables.find((one) => one.id === id)).toMatchObject({
    owedCents: 2_000,
    usdCents: 0,
    why: [{ reason: 'payout.heldBack' }],
  })
})

test('what nobody passed is in no batch, and the bonus of what a batch holds is given back only after the batch is dropped', async () => {
  const [review, id] = [await aNewWithdrawal(product), await passed()]
  expect(codes(await maker.call(calls.payoutBatchSave, { lines: linesOf([review]) }))).toEqual([
    '50002 payout.notPassed',
  ])
  const batchId = await approved([id])
  const release = () => maker.call(withdrawalRelease, { ids: [id], reason: 'the account is closed' })
  expect(codes(await release())).toEqual(['20000 withdrawal.routed'])
  expect(await stateOf(id)).toBe('withdrawing')
  await maker.call(calls.payoutBatchDrop, { batchId, reason: 'closed' })
  expect(codes(await release())).toEqual([null])
})

test('layouts decide the columns, and a file has the numbers that were entered, as CSV and XLSX', async () => {
  const account = { kind: 'e-wallet' as const, provider: 'GCash', holder: 'Ana', account: '+63917000111' }
  const ids = [await passed(20, { account }), await passed(20, { account: { ...account, account: '0917' } })]
  const batchId = await approved(ids)
  expect(
    await maker.refused(calls.payoutMappingSave, {
      name: 'No amount',
      kind: 'e-wallet',
      delimiter: ';',
      columns: [
        { header: 'Id', field: 'payoutId' },
        { header: 'Wallet', field: 'accountNumber' },
      ],
    }),
  ).toMatchObject({ code: 1000002, reason: 'payout.lacks' })
  const { mappingId } = await maker.call(calls.payoutMappingSave, {
    name: 'Wallets',
    kind: 'e-wallet',
    delimiter: ';',
    columns: [
      { header: 'Id', field: 'payoutId' },
      { header: 'Name', field: 'holder' },
      { header: 'Wallet', field: 'accountNumber' },
      { header: 'Amount', field: 'usd' },
    ],
  })
  const csv = textOf(await maker.call(calls.payoutBatchSend, { batchId, format: 'csv', mappingId }))
  expect(csv.split('\r\n')[0]).toBe('Id;Name;Wallet;Amount')
  expect(csv).toContain(';Ana;+63917000111;')
  const xlsx = await maker.call(calls.payoutBatchSend, { batchId, format: 'xlsx', mappingId, again: 'as a sheet' })
  const { sheets } = await readXlsx(Buffer.from(xlsx.base64, 'base64'))
  expect(sheets[0]!.rows).toHaveLength(3)
  expect(sheets[0]!.rows.map((row) => row[2])).toEqual(expect.arrayContaining(['+63917000111', '0917']))
  // A changed layout is that of the next file, and a deleted one of none.
  const found = async () =>
    (await maker.call(calls.payoutMappingList, {})).records.filter((row) => row.mappingId === mappingId)
  const { version } = (await found())[0]!
  const columns = [
    { header: 'Sum', field: 'usd' as const },
    { header: 'To', field: 'accountNumber' as const },
    { header: 'Who', field: 'holder' as const },
    { header: 'Ref', field: 'payoutId' as const },
  ]
  await maker.call(calls.payoutMappingUpdate, {
    mappingId,
    version,
    name: 'Wallets 2',
    kind: 'e-wallet',
    delimiter: ',',
    columns,
  })
  const sent = { batchId, format: 'csv' as const, mappingId, again: 'the provider changed its layout' }
  const next = textOf(await maker.call(calls.payoutBatchSend, sent))
  expect(next.split('\r\n')[0]).toBe('Sum,To,Who,Ref')
  expect(next).toContain('20.00,+63917000111,Ana,')
  await maker.call(calls.payoutMappingDelete, { ids: [mappingId], reason: 'not used' })
  expect(await found()).toEqual([])
  expect(await maker.refused(calls.payoutBatchSend, sent)).toMatchObject({
    code: 10032,
    fields: ['mappingId'],
    reason: 'payout.mapping',
  })
})

test('the same results twice at the same moment: each payout ends once', async () => {
  const ids = await Promise.all(Array.from({ length: 3 }, () => passed()))
  const batchId = await sent(ids)
  const { payouts } = await of(batchId)
  const results = payouts.map(({ payoutId }) => ({
    payoutId,
    outcome: 'paid' as const,
    reference: `R-${payoutId}`,
    reason: '',
  }))
  const answers = await Promise.all([1, 2, 3].map(() => maker.call(calls.payoutBatchResult, { batchId, results })))
  expect(answers.flatMap(({ outcomes }) => outcomes).filter(({ ok }) => ok)).toHaveLength(3)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger.transfer
     where kind = 'withdrawal' and phase = 'post' and reference = any(${ids.map((id) => `withdrawal ${id}`)}::text[])`.execute(
    product.database,
  )
  expect(rows[0]!.count).toBe(3)
  // Two concurrent batches of the same lines: one succeeds.
  const id = await passed()
  const made = await Promise.all([1, 2].map(() => maker.send(calls.payoutBatchSave, { lines: linesOf([id]) })))
  expect(made.filter((one) => one.code === 200 && one.result.batchId !== undefined)).toHaveLength(1)
})

test('lines of several methods make a batch each, together, as the preview says; what cannot be paid is left out with its reason', async () => {
  const wallet = { kind: 'e-wallet' as const, provider: 'Maya', holder: 'A', account: '0999' }
  const ids = [await passed(20), await passed(25, { account: wallet }), await passed(30)]
  const open = await aNewWithdrawal(product)
  const lines = linesOf([...ids, open])
  const before = await admin.call(calls.payoutBatchList, {})
  const shown = await checker.call(calls.payoutBatchPreview, { lines })
  expect(shown.batches).toMatchObject([
    { kind: 'bank', lines: 2, usdCents: 5_000, payees: [{ id: ids[0], usdCents: 2_000 }, { id: ids[2] }] },
    { kind: 'e-wallet', lines: 1, usdCents: 2_500, payees: [{ payeeId: expect.stringMatching(/^user:/) }] },
  ])
  expect(codes(shown)).toEqual([null, null, null, '50002 payout.notPassed'])
  expect(await admin.call(calls.payoutBatchList, {})).toEqual(before)
  const made = await maker.call(calls.payoutBatchSave, { lines })
  expect(made.outcomes).toEqual(shown.outcomes)
  expect(made).toMatchObject({ lines: 3, usdCents: 7_500, batchId: made.batches[0]!.batchId })
  expect(made.batches.map(({ kind, lines: count, usdCents }) => ({ kind, lines: count, usdCents }))).toEqual(
    shown.batches.map(({ kind, lines: count, usdCents }) => ({ kind, lines: count, usdCents })),
  )
  const [bank, other] = made.batches
  await decide(bank!.approvalId)
  expect([await of(bank!.batchId), await of(other!.batchId)].map(({ state, kind }) => [state, kind])).toEqual([
    ['approved', 'bank'],
    ['waiting', 'e-wallet'],
  ])
})

test('guilds: a request and a week leave in a batch, and cannot be paid another way in the meantime', async () => {
  const { guildId, leader, weeks } = await payableGuild(product, admin, [40_000])
  const money = (await person(product, { permissions: { 'guilds.withdrawalManage': 3, 'guilds.settleAccounts': 3 } }))
    .client
  const { id } = await leader.client.call(payoutRequestSave, { usdCents: 10_000 })
  await admin.call(payoutRequestDecide, { ids: [id], decision: 'agree' })
  const lines = [
    { source: 'guild.request' as const, id: String(id) },
    { source: 'guild.week' as const, id: String(weeks[0]) },
  ]
  const ready = (await admin.call(calls.payableList, {})).payables.filter(
    ({ payeeId }) => payeeId === `guild:${guildId}`,
  )
  expect(ready.map(({ source }) => source).toSorted()).toEqual(['guild.request', 'guild.week'])
  const { batchId, approvalId, outcomes } = await maker.call(calls.payoutBatchSave, { lines })
  expect(codes({ outcomes })).toEqual([null, null])
  const held = async () => {
    const { payable = 0n, reserved = 0n } = (await guildBalances(product.database, [guildId])).get(guildId) ?? {}
    return [Number(payable) / 10_000, Number(reserved) / 10_000]
  }
  expect(await held()).toEqual([40_000, 40_000])
  const proof = { reference: 'X', proofFileId: await aProof(product) }
  expect(codes(await money.call(payoutPay, { ids: [id], ...proof }))).toEqual(['20000 payout.waits'])
  expect(codes(await money.call(weekPay, { ids: weeks, ...proof }))).toEqual(['20000 payout.waits'])
  expect(codes(await money.call(payoutRequestDecide, { ids: [id], decision: 'refuse', reason: 'x' }))).toEqual([
    '20000 payout.waits',
  ])
  await decide(approvalId!)
  await maker.call(calls.payoutBatchSend, { batchId: batchId!, format: 'csv' })
  const { payouts } = await of(batchId!)
  const [request, week] = [
    payouts.find(({ source }) => source === 'guild.request')!,
    payouts.find(({ source }) => source === 'guild.week')!,
  ]
  expect([request.usdCents, week.usdCents]).toEqual([10_000, 30_000])
  await maker.call(calls.payoutBatchResult, {
    batchId: batchId!,
    results: [
      { payoutId: request.payoutId, outcome: 'paid', reference: 'G-1', reason: '' },
      { payoutId: week.payoutId, outcome: 'failed', reference: '', reason: 'returned' },
    ],
  })
  expect(await held()).toEqual([30_000, 0])
  // The week may be paid again, by hand this time.
  expect(codes(await money.call(weekPay, { ids: weeks, ...proof }))).toEqual([null])
  expect(await held()).toEqual([0, 0])
})

test('who entered that a payment failed gives its money to nobody alone: the bank may have paid it', async () => {
  const all = await person(product, { permissions: everyMenu(3) })
  const { guildId, weeks } = await payableGuild(product, admin, [20_000])
  const [released, byHand] = [await passed(30), await passed(40)]
  for (const lines of [
    linesOf([released]),
    linesOf([byHand]),
    [{ source: 'guild.week' as const, id: String(weeks[0]) }],
  ]) {
    const { batchId, approvalId } = await maker.call(calls.payoutBatchSave, { lines })
    await decide(approvalId!)
    await maker.call(calls.payoutBatchSend, { batchId: batchId!, format: 'csv' })
    const results = (await of(batchId!)).payouts.map(({ payoutId }) => ({
      payoutId,
      outcome: 'failed' as const,
      reference: '',
      reason: 'returned',
    }))
    await all.client.call(calls.payoutBatchResult, { batchId: batchId!, results })
  }
  const proof = { reference: 'X', proofFileId: await aProof(product) }
  const release = (by: Client) => by.call(withdrawalRelease, { ids: [released], reason: 'account closed' })
  const asked = await release(all.client)
  expect(asked).toMatchObject({ outcomes: [{ ok: true }], approvalId: expect.any(String) })
  const manual = await all.client.call(withdrawalManual, { withdrawalId: byHand, ...proof })
  for (const withdrawalId of [released, byHand])
    expect(await admin.call(withdrawalInfo, { withdrawalId })).toMatchObject({ state: 'failure', releasedAt: null })
  expect(codes(await all.client.call(approvalDecide, { ids: [asked.approvalId!], decision: 'approve' }))).toEqual([
    '10026 approval.yourself',
  ])
  expect(codes(await all.client.call(weekPay, { ids: weeks, ...proof }))).toEqual(['10026 payout.ownFailure'])
  expect((await guildBalances(product.database, [guildId])).get(guildId)?.payable).toBe(200_000_000n)
  const { client: other } = await person(product, { permissions: everyMenu(3) })
  expect(codes(await release(other))).toEqual(['20000 withdrawal.waits'])
  const both = [asked.approvalId!, manual.approvalId]
  expect(codes(await other.call(approvalDecide, { ids: both, decision: 'approve' }))).toEqual([null, null])
  expect(await admin.call(withdrawalInfo, { withdrawalId: released })).toMatchObject({
    releasedAt: expect.any(String),
    reserved: 0,
  })
  expect(await admin.call(withdrawalInfo, { withdrawalId: byHand })).toMatchObject({
    state: 'manual processing successful',
  })
  expect(codes(await other.call(weekPay, { ids: weeks, ...proof }))).toEqual([null])
})

test('guild leaders and agents have no access; a reader changes nothing', async () => {
  const { client } = await person(product, { permissions: everyMenu(3), agentId: 7 })
  expect(await client.refused(calls.payableList, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
  expect(await client.refused(calls.payoutBatchSave, { lines: linesOf(['x']) })).toMatchObject({
    code: 10026,
    reason: 'account.kind',
  })
  expect(await checker.refused(calls.payoutBatchSave, { lines: linesOf(['x']) })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  expect(await maker.refused(calls.payoutBatchSend, { batchId: 999_999, format: 'csv' })).toMatchObject({ code: 10032 })
})
