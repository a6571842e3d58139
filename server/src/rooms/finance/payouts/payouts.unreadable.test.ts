// A payout account that can't be decrypted concerns its row alone: it is shown with its reason and is not paid; the others are.

import * as calls from '@greenroom/contract/payoutBatches'
import { weekPay } from '@greenroom/contract/payouts'
import { approvalDecide } from '@greenroom/contract/system'
import { withdrawalPass } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { aProof, finance, payableGuild } from '../../guilds/payouts/guildPayouts.fixture.ts'
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

/** A sealed text of another row: it is bound to its own, as one under a key that is lost. */
const another = () => product.seals.seal('{}', 'another row')
const poisonGuild = (guildId: number) =>
  sql`update guilds.payout_account set sealed = ${another()} where guild_id = ${guildId}`.execute(product.database)
const poisonUser = (withdrawalId: string) =>
  sql`update finance.payee_account a set sealed = ${another()} from finance.withdrawal w
       where w.id = ${withdrawalId} and a.id = w.account_id`.execute(product.database)

const reason = 'payout.accountUnreadable'
const listed = async () =>
  new Map((await maker.call(calls.payableList, {})).payables.map((row) => [`${row.source}:${row.id}`, row]))

test('it is listed, shown and batched beside the others, for guilds and users', async () => {
  const [lost, fine] = [await payableGuild(product, admin, [2_000]), await payableGuild(product, admin, [3_000])]
  const [lostUser, fineUser] = [await aNewWithdrawal(product, 20), await aNewWithdrawal(product, 30)]
  await maker.call(withdrawalPass, { ids: [lostUser, fineUser] })
  await poisonGuild(lost.guildId)
  await poisonUser(lostUser)
  const rows = await listed()
  const bad = [`guild.week:${lost.weeks[0]}`, `withdrawal:${lostUser}`]
  const good = [`guild.week:${fine.weeks[0]}`, `withdrawal:${fineUser}`]
  for (const name of bad) expect(rows.get(name)).toMatchObject({ usdCents: 0, owedCents: 2_000, why: [{ reason }] })
  for (const name of good) expect(rows.get(name)).toMatchObject({ usdCents: 3_000, why: [] })

  const lines = [...bad, ...good].map((name) => {
    const { source, id } = rows.get(name)!
    return { source, id }
  })
  const shown = await maker.call(calls.payoutBatchPreview, { lines })
  const made = await maker.call(calls.payoutBatchSave, { lines })
  for (const { outcomes } of [shown, made]) {
    expect(outcomes.filter(({ ok }) => !ok).map(({ id, errorCode, reason: why }) => [id, errorCode, why])).toEqual(
      expect.arrayContaining(bad.map((name) => [name, 1000002, reason])),
    )
    expect(outcomes.filter(({ ok }) => ok).map(({ id }) => id)).toEqual(expect.arrayContaining(good))
  }
  expect([...(await listed()).keys()].filter((name) => [...bad, ...good].includes(name)).toSorted()).toEqual(
    bad.toSorted(),
  )
})

test('it is not passed, nor paid by hand; the others of the call are', async () => {
  const [lostUser, fineUser] = [await aNewWithdrawal(product, 20), await aNewWithdrawal(product, 30)]
  await poisonUser(lostUser)
  const passed = await maker.call(withdrawalPass, { ids: [lostUser, fineUser] })
  expect(passed.outcomes.map(({ id, ok, reason: why }) => [id, ok, why])).toEqual([
    [lostUser, false, reason],
    [fineUser, true, undefined],
  ])
  const [lost, fine] = [await payableGuild(product, admin, [2_000]), await payableGuild(product, admin, [3_000])]
  await poisonGuild(lost.guildId)
  const payer = (await finance(product)).client
  const paid = await payer.call(weekPay, {
    ids: [lost.weeks[0]!, fine.weeks[0]!],
    proofFileId: await aProof(product),
    reference: 'FT-1',
  })
  expect(paid.outcomes.map(({ ok, reason: why }) => [ok, why])).toEqual([
    [false, reason],
    [true, undefined],
  ])
})

test('of a batch nothing leaves while one of its accounts is lost', async () => {
  const { weeks } = await payableGuild(product, admin, [4_000])
  const { approvalId, batchId } = await maker.call(calls.payoutBatchSave, {
    lines: [{ source: 'guild.week', id: String(weeks[0]) }],
  })
  const checker = (await person(product, { permissions: everyMenu(3) })).client
  await checker.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })
  await sql`update finance.payout set sealed = ${another()} where batch_id = ${batchId!}`.execute(product.database)
  expect(await maker.refused(calls.payoutBatchSend, { batchId: batchId!, format: 'csv' })).toMatchObject({
    code: 1000002,
    reason: 'payout.unreadableOf',
  })
  expect((await maker.call(calls.payoutBatchInfo, { batchId: batchId! })).sentTimes).toBe(0)
  await maker.call(calls.payoutBatchDrop, { batchId: batchId!, reason: 'lost key' })
})
