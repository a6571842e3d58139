// Decisions on the withdrawal desk that can be undone: what counts at once, what happens only at their moment, and what comes between.
import { home } from '@greenroom/contract/access'
import { payoutBatchSave } from '@greenroom/contract/payoutBatches'
import { approvalList } from '@greenroom/contract/system'
import { stopOff, stopOn } from '@greenroom/contract/systemStops'
import { userBan, userUnban } from '@greenroom/contract/users'
import * as calls from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { setClock } from '../../../../test/clock.ts'
import { giveEffectNow } from '../../../../test/decisions.ts'
import { setParam } from '../../../../test/params.ts'
import { type Made, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { parkedWork } from '../../../jobs/index.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { aNewWithdrawal } from './withdrawals.fixture.ts'

let product: TestProduct
let admin: Client
let other: Made
beforeAll(async () => {
  product = await startProduct()
  await connect(product, { endpoint: 'https://app.example/commands' })
  admin = await product.administrator()
  other = await reviewer()
  await setClock(product, product.clock.now())
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

const reviewer = () => person(product, { permissions: { 'finance.withdraw': 3, 'finance.payout': 3 } })
const later = (seconds: number) => setClock(product, { laterBySeconds: seconds })
const of = (withdrawalId: string) => admin.call(calls.withdrawalInfo, { withdrawalId })
const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined; reason?: string | undefined }[] }) =>
  outcomes.map(({ errorCode, reason }) => (errorCode === undefined ? null : `${errorCode} ${reason ?? ''}`.trim()))

const undoSeconds = 10
const pass = (client: Client, id: string) => client.call(calls.withdrawalPass, { ids: [id], undoSeconds })
const refuse = (client: Client, id: string) =>
  client.call(calls.withdrawalRefuse, { ids: [id], reason: 'own gifts', undoSeconds })
type Undoable = { undo?: { decisionId: string; effectiveAt: string } | undefined }
const undo = (client: Client, { undo: one }: Undoable) =>
  client.call(calls.withdrawalUndo, { decisionId: one!.decisionId })
const notUndone = (client: Client, { undo: one }: Undoable) =>
  client.refused(calls.withdrawalUndo, { decisionId: one!.decisionId })

/** What leaves the platform or moves money: entries of the ledger, commands, requests. */
async function happened() {
  const { rows } = await sql`
    select (select count(*)::int from ledger.entry) as entries, (select count(*)::int from bridge.command) as commands,
           (select count(*)::int from access.approval) as requests`.execute(product.database)
  return rows[0]
}
/** The operations logged about it, the newest first. */
const logged = async (withdrawalId: string) =>
  (
    await sql<{ operation: string }>`
      select operation from log.readable where target = ${`withdrawal ${withdrawalId}`} order by at desc, id desc`.execute(
      product.database,
    )
  ).rows.map(({ operation }) => operation)
/** What this account passed alone, in cents. */
const countedAlone = async (staffId: number) =>
  Number(
    (
      await sql<{ sum: string }>`
        select coalesce(sum(amount), 0) as sum from access.alone
         where staff_id = ${staffId} and taken_back_at is null`.execute(product.database)
    ).rows[0]!.sum,
  )
const story = async (withdrawalId: string) => (await of(withdrawalId)).story.map(({ what }) => what)

test('a pass counts as made at once, and does nothing before its moment', async () => {
  const { client, username } = await reviewer()
  const id = await aNewWithdrawal(product)
  await client.call(calls.withdrawalClaim, { size: 1, sort: 'waiting' })
  const before = await happened()
  const answer = await pass(client, id)
  expect(answer).toMatchObject({
    outcomes: [{ id, ok: true }],
    undo: { effectiveAt: new Date(product.clock.now().getTime() + 10_000).toISOString() },
  })
  expect(answer.approvalId).toBeUndefined()
  await giveEffectNow(product)
  await later(9)
  await giveEffectNow(product)
  expect(await happened()).toEqual(before)
  // Everybody sees it as decided: nobody decides it again or pays it, its account as little as another.
  for (const one of [client, other.client]) {
    expect(codes(await pass(one, id))).toEqual(['20000 withdrawal.decided'])
    expect(codes(await refuse(one, id))).toEqual(['20000 withdrawal.decided'])
    const claimed = await one.call(calls.withdrawalClaim, { size: 20, sort: 'waiting' })
    expect(claimed.withdrawals.map(({ withdrawalId }) => withdrawalId)).not.toContain(id)
    const batch = await one.call(payoutBatchSave, { lines: [{ source: 'withdrawal', id }] })
    expect(codes(batch)).toEqual(['50002 payout.notPassed'])
  }
  expect(codes(await admin.call(calls.withdrawalRelease, { ids: [id], reason: 'no' }))).toEqual(['50002'])
  expect(await of(id)).toMatchObject({
    state: 'in review',
    decidedBy: username,
    decision: { verb: 'pass', by: username, effectiveAt: answer.undo!.effectiveAt },
    can: { pass: 'decided', refuse: 'decided' },
  })
  await later(1)
  expect(await notUndone(client, answer)).toMatchObject({ code: 20000, reason: 'undo.over' })
  await giveEffectNow(product)
  expect(await of(id)).toMatchObject({ state: 'withdrawing', decidedBy: username, decision: null, notInEffect: null })
  expect(await notUndone(client, answer)).toMatchObject({ code: 20000, reason: 'undo.over' })
  expect(await logged(id)).toEqual(['withdrawal.pass', 'withdrawal.pass'])
  expect((await story(id)).slice(0, 3)).toEqual(['requested', 'decided', 'passed'])
  const batch = await other.client.call(payoutBatchSave, { lines: [{ source: 'withdrawal', id }] })
  expect(codes(batch)).toEqual([null])
})

test('undone in time, it is in review again and claimed by its account; a second time changes nothing', async () => {
  const { client } = await reviewer()
  const id = await aNewWithdrawal(product)
  const before = await happened()
  const answer = await refuse(client, id)
  await later(9)
  expect(await notUndone(other.client, answer)).toMatchObject({ code: 10026, reason: 'undo.notYours' })
  expect(await undo(client, answer)).toEqual({ withdrawalId: id })
  expect(await undo(client, answer)).toEqual({ withdrawalId: id })
  await later(60)
  await giveEffectNow(product)
  expect(await undo(client, answer)).toEqual({ withdrawalId: id })
  expect(await happened()).toEqual(before)
  expect(await of(id)).toMatchObject({ state: 'in review', decision: null, decidedBy: '', can: { pass: 'claimed' } })
  const mine = await client.call(calls.withdrawalClaim, { size: 1, sort: 'waiting' })
  expect(mine.withdrawals.map(({ withdrawalId }) => withdrawalId)).toContain(id)
  expect(await logged(id)).toEqual(['withdrawal.undo', 'withdrawal.refuse'])
  expect(await story(id)).toEqual(['requested', 'decided', 'undone'])
  // An old undo does not take the next decision back.
  const next = await pass(client, id)
  expect(await undo(client, answer)).toEqual({ withdrawalId: id })
  expect((await of(id)).decision).toMatchObject({ verb: 'pass' })
  expect(await undo(client, next)).toEqual({ withdrawalId: id })
})

test('a refusal returns the bonus at its moment', async () => {
  const id = await aNewWithdrawal(product)
  const { user, reserved } = await of(id)
  const answer = await refuse(other.client, id)
  expect((await of(id)).reserved).toBe(reserved)
  await later(10)
  await giveEffectNow(product)
  expect(await of(id)).toMatchObject({ user, state: 'audit failed', stateReason: 'own gifts', reserved: 0 })
  expect(await notUndone(other.client, answer)).toMatchObject({ reason: 'undo.over' })
})

test('several at once, and without undo seconds, take effect at once', async () => {
  const { client } = await reviewer()
  const ids = [await aNewWithdrawal(product), await aNewWithdrawal(product)]
  const both = await client.call(calls.withdrawalPass, { ids, undoSeconds })
  expect([both.undo, (await of(ids[0]!)).state]).toEqual([undefined, 'withdrawing'])
  for (const seconds of [undefined, 0]) {
    const id = await aNewWithdrawal(product)
    const { undo: none } = await client.call(calls.withdrawalRefuse, {
      ids: [id],
      reason: 'no',
      ...(seconds !== undefined && { undoSeconds: seconds }),
    })
    expect([none, (await of(id)).state]).toEqual([undefined, 'audit failed'])
  }
  const id = await aNewWithdrawal(product)
  expect(await client.refused(calls.withdrawalPass, { ids: [id], undoSeconds: 11 })).toMatchObject({
    code: 10009,
    fields: ['undoSeconds'],
    reason: 'field.tooLarge',
  })
  expect(
    await client.refused(calls.withdrawalUndo, { decisionId: '01900000-0000-7000-8000-000000000000' }),
  ).toMatchObject({
    code: 10032,
  })
})

test('it counts for the limit of its account from its decision on, until it is undone', async () => {
  const { client } = await reviewer()
  const limit = product.params.integer('payout_approval_usd')
  const [first, second] = [await aNewWithdrawal(product, limit), await aNewWithdrawal(product)]
  const counted = await pass(client, first)
  expect(counted.asks).toBeUndefined()
  const above = await pass(client, second)
  expect(above).toMatchObject({ asks: true, undo: {} })
  expect(above.approvalId).toBeUndefined()
  await undo(client, above)
  await undo(client, counted)
  expect((await pass(client, second)).asks).toBeUndefined()
  await later(10)
  await giveEffectNow(product)
  expect((await of(second)).state).toBe('withdrawing')
})

test('one above the limit is requested at its moment, and not a moment before', async () => {
  const { client, username } = await reviewer()
  const id = await aNewWithdrawal(product, product.params.integer('payout_approval_usd') + 1)
  const before = await happened()
  const answer = await pass(client, id)
  expect(answer).toMatchObject({ asks: true })
  await later(9)
  await giveEffectNow(product)
  expect(await happened()).toEqual(before)
  expect((await admin.call(approvalList, { maker: username })).records).toEqual([])
  await later(1)
  await giveEffectNow(product)
  const [request] = (await admin.call(approvalList, { maker: username })).records
  expect(request).toMatchObject({ state: 'pending', kind: 'withdrawal.pass', maker: username })
  expect(await of(id)).toMatchObject({ state: 'in review', approvalId: request!.approvalId, can: { pass: 'waits' } })
})

test('what forbids it in between returns it to review, with the reason where it is read', async () => {
  const { client, username, staffId } = await reviewer()
  const id = await aNewWithdrawal(product)
  const answer = await pass(client, id)
  const { user } = await of(id)
  await admin.call(userBan, { ids: [user.userId], kind: 'id', hours: 24, reason: 'fraud' })
  const before = await happened()
  await later(10)
  await giveEffectNow(product)
  expect(await of(id)).toMatchObject({
    state: 'in review',
    decision: null,
    notInEffect: { verb: 'pass', by: username, why: 'held back because of a ban: fraud' },
    claimedBy: username,
  })
  expect(await happened()).toEqual(before)
  expect((await logged(id))[0]).toBe('decision.refused')
  expect((await story(id)).at(-1)).toBe('notInEffect')
  expect(await notUndone(client, answer)).toMatchObject({ code: 20000, reason: 'undo.refused' })
  // It is not counted for the limit, and can be decided again.
  expect(await countedAlone(staffId)).toBe(0)
  await admin.call(userUnban, { ids: [user.userId], reason: 'a mistake' })
  await client.call(calls.withdrawalPass, { ids: [id] })
  expect(await of(id)).toMatchObject({ state: 'withdrawing', notInEffect: null })
})

test('a stop switch that is put on in between keeps it from passing, and lets a refusal take effect', async () => {
  const { client } = await reviewer()
  const [passed, refused] = [await aNewWithdrawal(product), await aNewWithdrawal(product)]
  await pass(client, passed)
  await refuse(client, refused)
  const { stopId } = await admin.call(stopOn, { kind: 'withdrawals', reason: 'the bank called' })
  const now = await aNewWithdrawal(product)
  expect(codes(await pass(client, now))).toEqual(['1000002 stop.withdrawals'])
  await later(10)
  await giveEffectNow(product)
  await admin.call(stopOff, { stopId, reason: 'settled' })
  const { state, notInEffect } = await of(passed)
  expect([state, notInEffect?.why]).toEqual(['in review', expect.stringContaining('the bank called')])
  expect((await of(refused)).state).toBe('audit failed')
})

test('an account that lost its right or was disabled in between no longer passes anything', async () => {
  const [lost, disabled] = [await reviewer(), await reviewer()]
  const ids = [await aNewWithdrawal(product), await aNewWithdrawal(product)]
  await pass(lost.client, ids[0]!)
  await pass(disabled.client, ids[1]!)
  await sql`delete from access.role_menu where role_id = ${lost.roleId}`.execute(product.database)
  await sql`update access.staff set status = 0 where id = ${disabled.staffId}`.execute(product.database)
  await later(10)
  await giveEffectNow(product)
  for (const [index, { username }] of [lost, disabled].entries())
    expect(await of(ids[index]!)).toMatchObject({
      state: 'in review',
      notInEffect: { why: `${username} no longer has the right to decide it` },
    })
})

test('what the risk panel holds by then is sent for approval instead, and is not counted as passed alone', async () => {
  const { client, staffId } = await reviewer()
  const id = await aNewWithdrawal(product)
  expect((await pass(client, id)).asks).toBeUndefined()
  // Its reason "first" is enough.
  const score = product.params.integer('withdrawal_hold_score')
  await setParam(product, 'withdrawal_hold_score', 1)
  await later(10)
  await giveEffectNow(product)
  await setParam(product, 'withdrawal_hold_score', score)
  expect(await of(id)).toMatchObject({ state: 'in review', approvalId: expect.any(String), notInEffect: null })
  expect(await countedAlone(staffId)).toBe(0)
})

test('after a restart, it can be undone and takes effect as before', async () => {
  const { client, token } = await reviewer()
  const [kept, taken] = [await aNewWithdrawal(product), await aNewWithdrawal(product)]
  await pass(client, kept)
  const answer = await pass(client, taken)
  product = await product.restarted()
  admin = await product.administrator()
  other = await reviewer()
  await undo(product.as(token), answer)
  await later(3_600)
  await giveEffectNow(product)
  expect([(await of(kept)).state, (await of(taken)).state]).toEqual(['withdrawing', 'in review'])
})

test('of an undo and its moment, one happens; of two servers, one gives it effect', async () => {
  const { client } = await reviewer()
  for (let round = 0; round < 4; round++) {
    const id = await aNewWithdrawal(product)
    const answer = await pass(client, id)
    // The undo's clock is at its last moment, the rounds' at the first after it.
    await later(9.999)
    const { database, clock, decisions } = product
    const at = { ...product, clock: { ...clock, now: () => new Date(clock.now().getTime() + 1) }, database, decisions }
    const [taken] = await Promise.all([
      client.send(calls.withdrawalUndo, { decisionId: answer.undo!.decisionId }),
      giveEffectNow(at),
      giveEffectNow(at),
    ])
    const { state, decision } = await of(id)
    expect([state, decision]).toEqual([taken.code === 200 ? 'in review' : 'withdrawing', null])
    const passed = (await logged(id)).filter((one) => one === 'withdrawal.pass').length
    expect(passed).toBe(taken.code === 200 ? 1 : 2)
    await later(1)
  }
})

test('one that fails is parked and shown, and the others take effect', async () => {
  const { client } = await reviewer()
  const [poisoned, sound] = [await aNewWithdrawal(product), await aNewWithdrawal(product)]
  const answer = await pass(client, poisoned)
  await pass(client, sound)
  // A defect that no rule refuses.
  await sql`update access.decision set subject = 'nothing' where id = ${answer.undo!.decisionId}`.execute(
    product.database,
  )
  await later(10)
  expect(await giveEffectNow(product)).toHaveLength(1)
  expect((await of(sound)).state).toBe('withdrawing')
  expect((await parkedWork(product.database)).work).toMatchObject([{ job: 'decisions', unit: answer.undo!.decisionId }])
  await sql`update access.decision set subject = ${poisoned} where id = ${answer.undo!.decisionId}`.execute(
    product.database,
  )
  await later(60)
  expect(await giveEffectNow(product)).toEqual([])
  expect((await of(poisoned)).state).toBe('withdrawing')
  expect((await parkedWork(product.database)).total).toBe(0)
})

test('Home counts what waits for a decision, without what is decided', async () => {
  const waiting = async () => (await admin.call(home, {})).todo.find(({ key }) => key === 'withdrawals')?.count ?? 0
  const id = await aNewWithdrawal(product)
  const before = await waiting()
  const answer = await pass(other.client, id)
  expect(await waiting()).toBe(before - 1)
  await undo(other.client, answer)
  expect(await waiting()).toBe(before)
})
