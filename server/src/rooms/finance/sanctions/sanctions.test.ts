// Sanctions lists: one member of staff imports a list, two remove a name from it; a payee on a list is not paid before two
// members of staff clear the hit.
import { payableList, payoutBatchInfo, payoutBatchSave, payoutBatchSend } from '@greenroom/contract/payoutBatches'
import { weekPay } from '@greenroom/contract/payouts'
import { reasonText } from '@greenroom/contract/reasonTexts'
import * as calls from '@greenroom/contract/sanctions'
import { approvalDecide } from '@greenroom/contract/system'
import { withdrawalManual, withdrawalPass } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { everyMenu, type Made, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { multipart, unique } from '../../../../test/world/base.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { guildPayees } from '../../guilds/index.ts'
import { accountOf, aProof, payableGuild } from '../../guilds/payouts/guildPayouts.fixture.ts'
import { promoterPayees } from '../../promotion/index.ts'
import type { Account } from '../accounts/payeeAccounts.rules.ts'
import { aNewWithdrawal } from '../withdrawals/withdrawals.fixture.ts'
import { emptyNext } from './sanctions.queries.ts'
import { screenAccounts, userPayees } from './sanctions.screen.ts'

let product: TestProduct
let admin: Client
let maker: Made
let checker: Made
beforeAll(async () => {
  product = await startProduct()
  await connect(product, { endpoint: 'https://app.example/commands' })
  admin = await product.administrator()
  maker = await person(product, { permissions: everyMenu(3) })
  checker = await person(product, {
    permissions: { 'finance.sanctions': 1, 'finance.payout': 1, 'system.approval': 3 },
  })
})
afterAll(() => product.close())

const header = 'id,schema,name,aliases,identifiers,sanctions,countries\n'
let last = 0
/** A separate account. */
const held = (holder: string): Account => ({
  kind: 'bank',
  holder,
  bankName: 'First Bank',
  accountNumber: `7777${String(++last).padStart(8, '0')}`,
  swift: undefined,
})

/** Imports a version of a list. */
async function imported(name: string, lines: readonly string[]) {
  const { listId } = await admin.call(calls.sanctionsStart, { name, fileName: `${name}.csv` })
  const answer = await sendPart(listId, header + lines.join('\n'))
  if (answer.code !== 200) throw new Error(JSON.stringify(answer))
  return { listId, ...answer.result }
}
async function sendPart(listId: number, text: string) {
  const fields = { listId: String(listId), number: '0', last: 'true' }
  return admin.send(calls.sanctionsPart, {} as never, multipart(fields, Buffer.from(text)))
}
async function refusedPart(listId: number, text: string) {
  const answer = await sendPart(listId, text)
  return answer.code === 200 ? null : answer.errorCode
}
const approve = (approvalId: string, client = checker.client) =>
  client.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: 'looked at it' })
const hitsOf = async (payeeId: string) => (await admin.call(calls.sanctionsHitList, { payeeId })).records
const screen = async () => {
  const { database, seals, clock } = product
  const sources = [userPayees, guildPayees, promoterPayees]
  while (await screenAccounts({ database, seals, sources }, clock.now()));
}
const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined; reason?: string | undefined }[] }) =>
  outcomes.map(({ errorCode, reason }) => (errorCode === undefined ? null : `${errorCode} ${reason ?? ''}`.trim()))
const pay = async (client: Client, ids: number[]) =>
  client.call(weekPay, { ids, reference: unique('B-'), proofFileId: await aProof(product) })

test('a guild whose account holder is listed is paid only after two members of staff cleared the hit', async () => {
  const { guildId, weeks } = await payableGuild(product, admin, [4_000])
  await sql`update guilds.payout_account set state = 'retired' where guild_id = ${guildId}`.execute(product.database)
  const holder = 'Yousef Al-Qhrtazn'
  await accountOf(product, guildId, held(holder))
  // Another spelling of the same name.
  await imported(unique('UN '), ['"Q1",Person,"QHRTAZN, Yusuf","","",UN,xx'])
  // Ready to pay says so before the round has found it, and stores nothing.
  const { payables } = await admin.call(payableList, {})
  const ready = payables.filter(({ payeeId }) => payeeId === `guild:${guildId}`)
  expect(ready.map(({ usdCents, why }) => [usdCents, why[0]?.reason])).toEqual([[0, 'sanctions.open']])
  expect(await hitsOf(`guild:${guildId}`)).toEqual([])
  await screen()
  const [hit] = await hitsOf(`guild:${guildId}`)
  expect(hit).toMatchObject({ state: 'open', field: 'holder', agreement: 'sound', listedName: 'QHRTAZN, Yusuf' })
  expect((await admin.call(calls.sanctionsHitInfo, { hitId: hit!.id })).entry).toMatchObject({ program: 'UN' })
  expect(codes(await pay(maker.client, weeks))).toEqual(['1000002 sanctions.open'])
  // The hit reveals no more than necessary: the account's holder is not in it.
  expect(JSON.stringify(hit)).not.toContain(holder)

  const clear = { ids: [hit!.id], decision: 'clear' as const, reason: 'another date of birth' }
  const { approvalId } = await maker.client.call(calls.sanctionsHitDecide, clear)
  expect(codes(await maker.client.call(calls.sanctionsHitDecide, clear))).toEqual(['20000 withdrawal.waits'])
  // Not by the proposer.
  expect(
    (await maker.client.call(approvalDecide, { ids: [approvalId!], decision: 'approve', reason: 'x' })).outcomes,
  ).toMatchObject([{ ok: false, errorCode: 10026, reason: 'approval.yourself' }])
  expect(codes(await pay(maker.client, weeks))).toEqual(['1000002 sanctions.open'])
  await approve(approvalId!)
  expect((await hitsOf(`guild:${guildId}`))[0]).toMatchObject({
    state: 'cleared',
    decidedBy: maker.username,
    secondBy: checker.username,
  })
  await screen()
  expect(codes(await pay(maker.client, weeks))).toEqual([null])
})

test('an account whose number is listed is found, however the number is written', async () => {
  const account = { ...held(unique('Jzqrtw Vbnmpl')), accountNumber: 'GB33BUKB20201555555555' } as Account
  const written = 'GB33 BUKB 2020-1555 5555 55'
  const name = unique('IL ')
  await imported(name, [`N1,Person,"${unique('Somebody Else')}","","${written}",IL,xx`])
  const listed = await aNewWithdrawal(product, 20, { account })
  await screen()
  expect(codes(await maker.client.call(withdrawalPass, { ids: [listed] }))).toEqual(['1000002 sanctions.open'])
  const { records } = await admin.call(calls.sanctionsHitList, { size: 200 })
  expect(records.filter(({ listName }) => listName === name)).toMatchObject([
    { field: 'number', agreement: 'number', state: 'open' },
  ])
})

test('withdrawals do not pass, batches do not take them, and one made before does not leave', async () => {
  const holder = unique('Brtnzw Klmvqx')
  const first = await aNewWithdrawal(product, 20, { account: held(holder) })
  await maker.client.call(withdrawalPass, { ids: [first] })
  const { batchId, approvalId } = await maker.client.call(payoutBatchSave, {
    lines: [{ source: 'withdrawal', id: first }],
  })
  await approve(approvalId!)
  const second = await aNewWithdrawal(product, 20, { account: held(holder) })
  await maker.client.call(withdrawalPass, { ids: [second] })
  const third = await aNewWithdrawal(product, 20, { account: held(holder) })
  await imported(unique('EU '), [`E1,Person,"${holder}","","",EU,xx`])
  // The round finds accounts approved earlier.
  await screen()
  expect(await maker.client.refused(payoutBatchSend, { batchId: batchId!, format: 'csv' })).toMatchObject({
    code: 1000002,
    reason: 'payout.listed',
  })
  expect((await admin.call(payoutBatchInfo, { batchId: batchId! })).state).toBe('approved')
  expect(codes(await maker.client.call(withdrawalPass, { ids: [third] }))).toEqual(['1000002 sanctions.open'])
  expect(codes(await maker.client.call(payoutBatchSave, { lines: [{ source: 'withdrawal', id: second }] }))).toEqual([
    '1000002 sanctions.open',
  ])
  await sql`update finance.withdrawal set state = 'failure' where id = ${second}`.execute(product.database)
  const proofFileId = await aProof(product)
  expect(
    await maker.client.refused(withdrawalManual, { withdrawalId: second, reference: 'R', proofFileId }),
  ).toMatchObject({ code: 1000002, reason: 'sanctions.open' })
})

test('a confirmed one is never paid, also when the list ends; only two members of staff can revoke that', async () => {
  const { guildId, weeks } = await payableGuild(product, admin, [3_000])
  const name = unique('OFAC ')
  const leader = unique('Gvrdzk Wplmtn')
  await sql`update guilds.guild set leader_name = ${leader} where id = ${guildId}`.execute(product.database)
  const { listId } = await imported(name, [`O1,Person,"${leader}","","",SDN,xx`])
  // Not screened before the payment: the payment screens.
  expect(codes(await pay(maker.client, weeks))).toEqual(['1000002 sanctions.open'])
  await screen()
  const [hit] = await hitsOf(`guild:${guildId}`)
  const decided = await maker.client.call(calls.sanctionsHitDecide, {
    ids: [hit!.id],
    decision: 'confirm',
    reason: 'same birthday',
  })
  await approve(decided.approvalId!)
  expect(codes(await pay(maker.client, weeks))).toEqual(['1000002 sanctions.confirmed'])
  const ending = await maker.client.call(calls.sanctionsEnd, { listId, reason: 'not needed' })
  expect(await maker.client.refused(calls.sanctionsEnd, { listId, reason: 'again' })).toMatchObject({
    code: 20000,
    reason: 'approval.waits',
  })
  await approve(ending.approvalId)
  expect((await admin.call(calls.sanctionsListList, { name })).records[0]).toMatchObject({ state: 'ended' })
  expect((await admin.call(calls.sanctionsEntryList, { name: leader })).records).toEqual([])
  expect(codes(await pay(maker.client, weeks))).toEqual(['1000002 sanctions.confirmed'])
  const back = await maker.client.call(calls.sanctionsHitDecide, {
    ids: [hit!.id],
    decision: 'clear',
    reason: 'mistaken',
  })
  await approve(back.approvalId!)
  expect(codes(await pay(maker.client, weeks))).toEqual([null])
})

test('the end of a version that another replaced meanwhile is not approved', async () => {
  const name = unique('EU ')
  const [one, two] = ['1,Person,"Grmbl Zwxk","","",EU,xx', '2,Person,"Vrtk Plmn","","",EU,xx']
  const { listId } = await imported(name, [one])
  const { approvalId } = await maker.client.call(calls.sanctionsEnd, { listId, reason: 'not needed' })
  await imported(name, [one, two])
  const { outcomes } = await approve(approvalId)
  const why = reasonText('approval.done', {}, 'en')
  expect(outcomes).toMatchObject([{ ok: false, errorCode: 20000, reason: 'approval.notApplied', params: { why } }])
  const { records } = await admin.call(calls.sanctionsListList, { name })
  expect(records.map(({ state, entries }) => [state, entries])).toEqual([
    ['in force', 2],
    ['replaced', 1],
  ])
  expect(await maker.client.refused(calls.sanctionsEnd, { listId, reason: 'not needed' })).toMatchObject({
    code: 20000,
    fields: ['listId'],
    reason: 'sanctions.state',
  })
})

test('a file of more bytes than a list may have is refused, however many parts it comes in', async () => {
  const { listId } = await admin.call(calls.sanctionsStart, { name: unique('XL '), fileName: 'x.csv' })
  await sql`update finance.sanctions_list set bytes = ${1024 ** 3} where id = ${listId}`.execute(product.database)
  const answer = await sendPart(listId, header)
  expect(answer).toMatchObject({ errorCode: 1000002, detail: [{ field: 'file', reason: 'statement.tooLong' }] })
  expect((await admin.call(calls.sanctionsListList, {})).records[0]).toMatchObject({ state: 'loading', entries: 0 })
})

test('a list that only grows is in force at once; one that removes entries waits for a second member of staff', async () => {
  const name = unique('UK ')
  const [one, two] = [unique('Xqzwv Bnmtr'), unique('Plkjh Gfdsq')]
  const wallet = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  expect(await imported(name, [`1,Person,"${one}","","",UK,xx`])).toMatchObject({ state: 'in force', entries: 1 })
  // The same file again adds nothing.
  const { listId } = await admin.call(calls.sanctionsStart, { name, fileName: 'x.csv' })
  expect(await refusedPart(listId, `${header}1,Person,"${one}","","",UK,xx`)).toBe(20000)
  const grown = [`1,Person,"${one}","","",UK,xx`, `2,CryptoWallet,${wallet},"","",UK,xx`]
  expect(await imported(name, grown)).toMatchObject({ state: 'in force', entries: 2 })
  expect((await admin.call(calls.sanctionsEntryList, { number: wallet, listName: name })).records).toMatchObject([
    { reference: '2', addresses: [wallet] },
  ])
  const smaller = await imported(name, [`3,Person,"${two}","","",UK,xx`])
  expect(smaller).toMatchObject({ state: 'waiting', entries: 1 })
  // Until then the previous version applies.
  expect((await admin.call(calls.sanctionsEntryList, { name: one })).records).toHaveLength(1)
  expect((await admin.call(calls.sanctionsEntryList, { name: two })).records).toEqual([])
  expect(await admin.refused(calls.sanctionsStart, { name, fileName: 'y.csv' })).toMatchObject({
    code: 20000,
    reason: 'sanctions.loading',
  })
  await approve(smaller.approvalId!)
  expect((await admin.call(calls.sanctionsListList, { name })).records.map(({ state }) => state)).toEqual([
    'in force',
    'replaced',
    'discarded',
    'replaced',
  ])
  expect((await admin.call(calls.sanctionsEntryList, { name: two })).records).toHaveLength(1)

  // What is no longer in force is emptied in parts, and the list in force is not touched.
  const { database } = product
  const entries = async (state: string) =>
    (
      await sql<{ count: number }>`
        select count(*)::int as count from finance.sanctions_entry e
          join finance.sanctions_list l on l.id = e.list_id where (l.state = 'in force') = ${state === 'in force'}`.execute(
        database,
      )
    ).rows[0]!.count
  const inForce = await entries('in force')
  expect(await entries('former')).toBeGreaterThan(2)
  while (await inTransaction(database, (tx) => emptyNext(tx, 1)));
  expect(await entries('former')).toBe(0)
  expect(await entries('in force')).toBe(inForce)
})

test('a file that is not a list is refused, and nothing of it is stored', async () => {
  const send = async (text: string) => {
    const { listId } = await admin.call(calls.sanctionsStart, { name: unique('Bad '), fileName: 'x.csv' })
    return refusedPart(listId, text)
  }
  expect(await send('who,when\na,b\n')).toBe(1000002)
  expect(await send(header)).toBe(1000002)
  expect(await send(`${header}1,Person,A Bcdefgh\n1,Person,B Cdefghi\n`)).toBe(1000002)
})
