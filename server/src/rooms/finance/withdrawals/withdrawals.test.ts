// The withdrawal desk over HTTP: claims, the risk panel, passing with and without a second member of staff, and every refusal.
import { home } from '@greenroom/contract/access'
import { riskReasons } from '@greenroom/contract/statesAndKinds'
import { approvalDecide } from '@greenroom/contract/system'
import { userBan, userUnban } from '@greenroom/contract/users'
import * as calls from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { balancesOfUsers, verifyLedger } from '../../../ledger/index.ts'
import { aProof } from '../../guilds/payouts/guildPayouts.fixture.ts'
import { holdForBan } from '../index.ts'
import { aNewWithdrawal, anEarner, aWithdrawal, bankOf } from './withdrawals.fixture.ts'

let product: TestProduct
let admin: Client
let checker: Client
let checkerName: string
beforeAll(async () => {
  product = await startProduct()
  await connect(product, { endpoint: 'https://app.example/commands' })
  admin = await product.administrator()
  const second = await person(product, { permissions: { 'finance.withdraw': 1, 'system.approval': 3 } })
  checker = second.client
  checkerName = second.username
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

const desk = async () => (await person(product, { permissions: { 'finance.withdraw': 3 } })).client
const of = async (withdrawalId: string, client = admin) => client.call(calls.withdrawalInfo, { withdrawalId })
const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined; reason?: string | undefined }[] }) =>
  outcomes.map(({ errorCode, reason }) => (errorCode === undefined ? null : `${errorCode} ${reason ?? ''}`.trim()))
const statesSent = async (withdrawalId: string) =>
  (
    await sql<{ state: string }>`
      select data->>'state' as state from bridge.command
       where type = 'withdrawal.changed' and data->>'withdrawalId' = ${withdrawalId} order by id`.execute(
      product.database,
    )
  ).rows.map(({ state }) => state)
const holds = async (userId: number) => {
  const found = (await balancesOfUsers(product.database, [BigInt(userId)])).get(BigInt(userId))
  return [Number(found?.bonus ?? 0n), Number(found?.reservedBonus ?? 0n)]
}
/** A withdrawal that failed at the bank, passed by someone else. */
async function failed(usd = 20): Promise<string> {
  const id = await aNewWithdrawal(product, usd)
  await sql`update finance.withdrawal set state = 'failure', state_reason = 'no such account' where id = ${id}`.execute(
    product.database,
  )
  return id
}

test('filtered by the time of payment, whenever they were requested', async () => {
  const userId = await anEarner(product, 4_000)
  const id = await aWithdrawal(product, userId)
  const paid = async (startTimeStr: string, endTimeStr: string) => {
    const filter = { userId, moment: 'paid' as const, startTimeStr, endTimeStr }
    return (await admin.call(calls.withdrawalList, filter)).records.map((one) => one.withdrawalId)
  }
  await sql`
    update finance.withdrawal set state = 'success', requested_at = '2026-03-01T04:00Z', ended_at = '2026-03-05T04:00Z'
     where id = ${id}`.execute(product.database)
  expect(await paid('2026-03-05', '2026-03-05')).toEqual([id])
  expect(await paid('2026-03-01', '2026-03-04')).toEqual([])
  expect(await paid('2026-03-06', '2026-03-09')).toEqual([])
})

test('withdrawals of each risk reason are read by an index of their own', async () => {
  for (const reason of riskReasons) {
    const plan = await product.database.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<{ 'QUERY PLAN': unknown }>`
        explain (format json) select id from finance.withdrawal where risk_reasons @> array[${sql.lit(reason)}]
         order by requested_at desc, id desc`.execute(tx)
    })
    expect(JSON.stringify(plan.rows)).toContain(`"withdrawal_risk_${reason.toLowerCase()}"`)
  }
})

test('the list finds by every filter; details show the history; readers change nothing', async () => {
  const userId = await anEarner(product, 4_000)
  const id = await aWithdrawal(product, userId)
  for (const filter of [
    { userId },
    { withdrawalId: id, state: 'in review' as const },
    { userId, method: 'bank' as const },
    { userId, held: false },
    { userId, usdMin: 20, usdMax: 21 },
  ])
    expect((await admin.call(calls.withdrawalList, filter)).records.map((one) => one.withdrawalId)).toEqual([id])
  expect((await admin.call(calls.withdrawalList, { userId, held: true })).records).toEqual([])
  expect((await admin.call(calls.withdrawalList, { userId, risk: 'circle' })).records).toEqual([])
  const found = await of(id, checker)
  expect(found).toMatchObject({
    user: { userId },
    bonus: 2_000,
    usdCents: 2_000,
    balance: 4_000,
    reserved: 2_000,
    account: { kind: 'bank', lastFour: bankOf(userId).kind === 'bank' ? String(userId).slice(-4) : '' },
    story: [{ what: 'requested' }],
    riskReasons: ['first'],
    can: { pass: 'readOnly', refuse: 'readOnly', reveal: 'readOnly' },
  })
  expect(await admin.refused(calls.withdrawalInfo, { withdrawalId: 'none' })).toMatchObject({ code: 50001 })
})

test('no two members of staff hold the same; riskiest first; returned ones go to others', async () => {
  const [one, two] = [await desk(), await desk()]
  const filters = { method: 'e-wallet' as const }
  const account = (n: number) => ({ kind: 'e-wallet' as const, provider: 'GCash', holder: 'A', account: `0917000${n}` })
  const ids: string[] = []
  for (let n = 0; n < 5; n++)
    ids.push(await aNewWithdrawal(product, 20, { account: account(n), accountAge: n === 3 ? 48 : 1_000 }))
  const [mine, theirs] = await Promise.all(
    [one, two].map((client) => client.call(calls.withdrawalClaim, { size: 2, sort: 'risk', ...filters })),
  )
  const held = [...mine!.withdrawals, ...theirs!.withdrawals].map(({ withdrawalId }) => withdrawalId)
  expect(new Set(held).size).toBe(4)
  // The two-day-old account is the riskiest.
  expect([mine, theirs].some((answer) => answer!.withdrawals[0]?.withdrawalId === ids[3])).toBe(true)
  const first = mine!.withdrawals[0]!.withdrawalId
  expect(codes(await two.call(calls.withdrawalPass, { ids: [first] }))).toEqual(['20000 withdrawal.claimed'])
  expect((await of(first, two)).can.pass).toBe('claimed')
  // Claimed again: the same ones.
  expect(
    (await one.call(calls.withdrawalClaim, { size: 2, sort: 'risk', ...filters })).withdrawals.map(
      (w) => w.withdrawalId,
    ),
  ).toEqual(mine!.withdrawals.map((w) => w.withdrawalId))
  expect(await one.call(calls.withdrawalGiveBack, { ids: [first], skip: true })).toEqual({ givenBack: 1 })
  const next = await one.call(calls.withdrawalClaim, { size: 4, sort: 'waiting', ...filters })
  expect(next.withdrawals.map((w) => w.withdrawalId)).not.toContain(first)
  expect(
    (await two.call(calls.withdrawalClaim, { size: 5, sort: 'waiting', ...filters })).withdrawals.map(
      (w) => w.withdrawalId,
    ),
  ).toContain(first)
  await Promise.all([one, two].map((client) => client.call(calls.withdrawalGiveBack, {})))
  // One person's alone.
  const { userId } = (await of(ids[4]!, one)).user
  const asked = { size: 5, sort: 'risk' as const, userId }
  expect((await one.call(calls.withdrawalClaim, asked)).withdrawals.map((w) => w.withdrawalId)).toEqual([ids[4]])
  await one.call(calls.withdrawalGiveBack, {})
})

test('passed and refused: state, hold, command, history', async () => {
  const client = await desk()
  const [yes, no] = [await anEarner(product, 3_000), await anEarner(product, 3_000)]
  const [passed, refused] = [await aWithdrawal(product, yes), await aWithdrawal(product, no)]
  expect(codes(await client.call(calls.withdrawalPass, { ids: [passed] }))).toEqual([null])
  expect(await of(passed)).toMatchObject({ state: 'withdrawing', can: { pass: 'state', release: true } })
  expect(await holds(yes)).toEqual([3_000, 2_000])
  expect(await client.refused(calls.withdrawalRefuse, { ids: [refused], reason: '' })).toMatchObject({ code: 11004 })
  expect(codes(await client.call(calls.withdrawalRefuse, { ids: [refused], reason: 'own gifts' }))).toEqual([null])
  expect(await of(refused)).toMatchObject({ state: 'audit failed', stateReason: 'own gifts' })
  expect(await holds(no)).toEqual([3_000, 0])
  expect([await statesSent(passed), await statesSent(refused)]).toEqual([['withdrawing'], ['audit failed']])
  expect((await of(refused)).story.map(({ what }) => what)).toEqual(['requested', 'refused'])
  // One outcome each: unknown, in another state, done.
  const third = await aNewWithdrawal(product)
  expect(codes(await client.call(calls.withdrawalPass, { ids: ['none', passed, third] }))).toEqual([
    '50001',
    '50002',
    null,
  ])
})

test('what never passes: a ban, a new account, an unverified age, a store reviewer', async () => {
  const client = await desk()
  const fresh = await aNewWithdrawal(product, 20, { accountAge: 23 })
  const [banned, young, reviewer] = [
    await anEarner(product, 2_000),
    await anEarner(product, 2_000),
    await anEarner(product, 2_000),
  ]
  const ids = [fresh]
  for (const userId of [banned, young, reviewer]) ids.push(await aWithdrawal(product, userId))
  await sql`update users.app_user set birthday = current_date - interval '17 years' where id = ${young}`.execute(
    product.database,
  )
  await sql`update users.app_user set market_audit = true where id = ${reviewer}`.execute(product.database)
  await admin.call(userBan, { ids: [banned], kind: 'id', hours: 24, reason: 'fraud' })
  expect(codes(await client.call(calls.withdrawalPass, { ids }))).toEqual([
    '1000002 withdrawal.accountWaits',
    '1000002 withdrawal.held',
    '1000002 withdrawal.underAge',
    '1000002 withdrawal.marketAudit',
  ])
  await admin.call(userUnban, { ids: [banned], reason: 'a mistake' })
  expect(codes(await client.call(calls.withdrawalPass, { ids: [ids[1]!] }))).toEqual([null])
})

test('amounts above the limit, including what the maker passed alone in a day, wait for a second member of staff', async () => {
  const maker = await person(product, { permissions: { 'finance.withdraw': 3, 'system.approval': 3 } })
  const client = maker.client
  const big = await aNewWithdrawal(product, 510)
  const { approvalId } = await client.call(calls.withdrawalPass, { ids: [big] })
  expect(await of(big)).toMatchObject({ state: 'in review', approvalId, can: { pass: 'waits', refuse: 'waits' } })
  expect(codes(await client.call(calls.withdrawalRefuse, { ids: [big], reason: 'x' }))).toEqual([
    '20000 withdrawal.waits',
  ])
  const own = await client.call(approvalDecide, { ids: [approvalId!], decision: 'approve', reason: '' })
  expect(own.outcomes[0]).toMatchObject({ ok: false })
  await checker.call(approvalDecide, { ids: [approvalId!], decision: 'approve', reason: '' })
  expect(await of(big)).toMatchObject({ state: 'withdrawing', decidedBy: maker.username, approvalId: null })
  const { story } = await of(big)
  expect(story.map(({ what, by }) => [what, by])).toEqual([
    ['requested', ''],
    ['passed', maker.username],
    ['approved', checkerName],
  ])
  // The second one exceeds what the maker may pass alone in a day; what two passed does not count.
  const [half, rest] = [await aNewWithdrawal(product, 300), await aNewWithdrawal(product, 300)]
  const left = async () => (await client.call(calls.withdrawalClaim, { size: 1, sort: 'waiting' })).aloneLeftCents
  expect(await left()).toBe(50_000)
  expect((await client.call(calls.withdrawalPass, { ids: [half] })).approvalId).toBeUndefined()
  expect(await left()).toBe(20_000)
  await client.call(calls.withdrawalGiveBack, {})
  const waits = await client.call(calls.withdrawalPass, { ids: [rest] })
  await checker.call(approvalDecide, { ids: [waits.approvalId!], decision: 'refuse', reason: 'look again' })
  expect(await of(rest)).toMatchObject({ state: 'in review', approvalId: null, can: { pass: true } })
  // Banned while it waits: it does not pass.
  const again = await client.call(calls.withdrawalPass, { ids: [rest] })
  const userId = BigInt((await of(rest)).user.userId)
  await inTransaction(product.database, (tx) => holdForBan(tx, product.clock.now(), [userId], 'fraud'))
  const { outcomes } = await checker.call(approvalDecide, { ids: [again.approvalId!], decision: 'approve', reason: '' })
  expect(outcomes[0]).toMatchObject({ ok: false, errorCode: 20000, reason: 'approval.notApplied' })
  expect(await of(rest)).toMatchObject({ state: 'in review', held: 'fraud' })
})

test('the risk panel says why, with links to the evidence; the whitelist skips its hold', async () => {
  const client = await desk()
  const device = `shared-${newId(product.clock.now())}`
  const account = {
    kind: 'bank' as const,
    holder: 'B',
    bankName: 'B',
    accountNumber: '6222000011112222',
    swift: undefined,
  }
  const [one, other] = [
    await anEarner(product, 2_000, { devices: [device] }),
    await anEarner(product, 2_000, { devices: [device] }),
  ]
  const id = await aWithdrawal(product, one, { account })
  await aWithdrawal(product, other, { account: { ...account, holder: 'Another' } })
  const at = product.clock.now()
  const gift = (from: number, to: number, tokens: number) =>
    sql`insert into live.gift (id, at, gift_id, sender_id, receiver_id, count, tokens, promo_tokens, bonus)
      values (${newId(at)}, ${at}, 1, ${from}, ${to}, 1, ${tokens}, 0, ${tokens})`.execute(product.database)
  await gift(other, one, 5_000)
  await gift(one, other, 100)
  await sql`insert into finance.recharge_order (id, user_id, tokens, usd_cents, gateway, state, refund, created_at, paid_at, refunded_at)
    values (${`cb-${one}`}, ${other}, 100, 100, 'card', 'success', 'chargeback', ${at}, ${at}, ${at})`.execute(
    product.database,
  )
  // One that was won says nothing against its payer.
  await sql`insert into finance.recharge_order (id, user_id, tokens, usd_cents, gateway, state, refund, created_at, paid_at, refunded_at, reversed_at)
    values (${`won-${one}`}, ${one}, 100, 100, 'card', 'success', 'chargeback', ${at}, ${at}, ${at}, ${at})`.execute(
    product.database,
  )
  await sql`insert into audits.report (id, reporter_id, user_id, reason, reported_at)
    values (${`r-${one}`}, ${other}, ${one}, 'fraud', ${at})`.execute(product.database)
  const found = await of(id)
  expect(found.risks.map(({ reason, figures, evidence }) => [reason, figures, evidence])).toEqual([
    ['sharedAccount', { users: 1 }, `/finance/withdraw?tab=all&userId=${other}`],
    ['circle', { tokens: 5_000, percent: 100 }, `/live/gifts?receiverId=${one}&senderId=${other}`],
    ['chargebacks', { orders: 1 }, `/finance/recharge?refund=chargeback&orderMoment=refunded&userId=${other}`],
    ['sharedDevices', { users: 1 }, `/user/device?device=${device}`],
    ['fewSenders', { percent: 100, senders: 1 }, `/live/gifts?receiverId=${one}&senderId=${other}`],
    ['reports', { reports: 1 }, `/audit/report?tab=all&userId=${one}`],
    ['first', {}, `/finance/withdraw?tab=all&userId=${one}`],
  ])
  expect(found).toMatchObject({ riskScore: 100, riskHeld: true, whitelisted: false })
  expect((await client.call(calls.withdrawalPass, { ids: [id] })).approvalId).toEqual(expect.any(String))
  const { approvalId } = await of(id)
  await checker.call(approvalDecide, { ids: [approvalId!], decision: 'refuse', reason: 'x' })
  await sql`insert into system.whitelist (kind, value, created_by, created_at, updated_by, updated_at)
    values ('withdrawal', ${String(one)}, 'test', ${at}, 'test', ${at})`.execute(product.database)
  expect(await of(id)).toMatchObject({ riskScore: 100, riskHeld: false, whitelisted: true })
  expect(await client.call(calls.withdrawalPass, { ids: [id] })).toEqual({ outcomes: [{ id, ok: true }] })
})

test('after a failure: paid by hand with proof, entered by one and approved by another, or released', async () => {
  const [one, two] = [await desk(), await desk()]
  const [paid, back] = [await failed(), await failed()]
  const proofFileId = await aProof(product)
  expect(
    await one.refused(calls.withdrawalManual, { withdrawalId: 'none', reference: 'R', proofFileId }),
  ).toMatchObject({ code: 50001 })
  expect(
    await one.refused(calls.withdrawalManual, { withdrawalId: paid, reference: 'R', proofFileId: newId(new Date()) }),
  ).toMatchObject({ code: 10009, reason: 'payout.noProof' })
  const { approvalId } = await one.call(calls.withdrawalManual, { withdrawalId: paid, reference: 'R-1', proofFileId })
  expect(await of(paid)).toMatchObject({ state: 'failure', approvalId, can: { manual: 'waits', release: 'waits' } })
  await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
  const found = await of(paid)
  expect(found).toMatchObject({ state: 'manual processing successful', reference: 'R-1', balance: 0, reserved: 0 })
  expect(found.proofUrl).toContain(proofFileId)
  expect(
    await one.refused(calls.withdrawalManual, { withdrawalId: paid, reference: 'R-2', proofFileId }),
  ).toMatchObject({ code: 50002 })
  expect(codes(await two.call(calls.withdrawalRelease, { ids: [back, paid], reason: 'account closed' }))).toEqual([
    null,
    '50002',
  ])
  expect(await of(back)).toMatchObject({
    state: 'failure',
    balance: 2_000,
    reserved: 0,
    can: { manual: 'state', release: 'state' },
  })
  expect((await of(back)).releasedAt).toEqual(expect.any(String))
  expect(codes(await two.call(calls.withdrawalRelease, { ids: [back], reason: 'again' }))).toEqual(['50002'])
})

test('a payment by hand of any amount waits for a second one, whoever passed the withdrawal', async () => {
  const passer = await person(product, { permissions: { 'finance.withdraw': 3, 'system.approval': 3 } })
  const id = await aNewWithdrawal(product)
  await passer.client.call(calls.withdrawalPass, { ids: [id] })
  await sql`update finance.withdrawal set state = 'failure' where id = ${id}`.execute(product.database)
  const proofFileId = await aProof(product)
  const enter = (by: Client, reference: string) =>
    by.call(calls.withdrawalManual, { withdrawalId: id, reference, proofFileId })
  const decide = async (by: Client, approvalId: string, decision: 'approve' | 'refuse') =>
    codes(await by.call(approvalDecide, { ids: [approvalId], decision, reason: 'x' }))
  // Who passed it enters it; not a cent leaves before another approves.
  const first = await enter(passer.client, 'R-8')
  expect(await of(id, passer.client)).toMatchObject({ state: 'failure', approvalId: first.approvalId, reserved: 2_000 })
  expect(await decide(passer.client, first.approvalId, 'approve')).toEqual(['10026 approval.yourself'])
  expect(await decide(checker, first.approvalId, 'refuse')).toEqual([null])
  // Another enters it; who passed it approves.
  const maker = await person(product, { permissions: { 'finance.withdraw': 3 } })
  const { approvalId } = await enter(maker.client, 'R-9')
  expect(await decide(passer.client, approvalId, 'approve')).toEqual([null])
  const found = await of(id)
  expect(found).toMatchObject({ state: 'manual processing successful', reference: 'R-9' })
  expect(found.story.slice(-2).map(({ what, by }) => [what, by])).toEqual([
    ['manual', maker.username],
    ['approved', passer.username],
  ])
})

test('the full account is revealed with a logged reason; the database and the bridge keep it sealed', async () => {
  const userId = await anEarner(product, 2_000)
  const id = await aWithdrawal(product, userId)
  expect(await checker.refused(calls.withdrawalReveal, { withdrawalId: id, reason: 'x' })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  const { account } = await (await desk()).call(calls.withdrawalReveal, { withdrawalId: id, reason: 'the bank asks' })
  expect(account).toMatchObject({ kind: 'bank', accountNumber: `6222${String(userId).padStart(12, '0')}` })
  const { rows } = await sql<{ all: string }>`
    select (select string_agg(a::text, ' ') from finance.payee_account a) ||
           (select string_agg(e::text, ' ') from log.readable e) as all`.execute(product.database)
  expect(rows[0]!.all).not.toContain(`6222${String(userId).padStart(12, '0')}`)
})

test('N concurrent members of staff: one decision; Home counts pending ones', async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, desk))
  const ids = await Promise.all(Array.from({ length: 3 }, () => aNewWithdrawal(product)))
  expect((await admin.call(home, {})).todo.find(({ key }) => key === 'withdrawals')?.count).toBeGreaterThanOrEqual(3)
  const answers = await Promise.all(
    clients.map((client, n) =>
      n % 2 === 0
        ? client.call(calls.withdrawalPass, { ids })
        : client.call(calls.withdrawalRefuse, { ids: ids.toReversed(), reason: 'x' }),
    ),
  )
  const done = answers.flatMap(({ outcomes }) => outcomes.filter(({ ok }) => ok).map((one) => one.id))
  expect(new Set(done)).toEqual(new Set(ids))
  expect(done).toHaveLength(ids.length)
  for (const id of ids) expect(await statesSent(id)).toHaveLength(1)
})

test('guild leaders and agents have no access', async () => {
  const { client } = await person(product, { permissions: everyMenu(3), agentId: 7 })
  const id = await aNewWithdrawal(product)
  expect(await client.refused(calls.withdrawalList, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
  expect(await client.refused(calls.withdrawalPass, { ids: [id] })).toMatchObject({
    code: 10026,
    reason: 'account.kind',
  })
  expect(await client.refused(calls.withdrawalReveal, { withdrawalId: id, reason: 'x' })).toMatchObject({
    code: 10026,
    reason: 'account.kind',
  })
})
