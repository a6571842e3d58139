// Decisions on requests that can be undone: what others see meanwhile, and what comes of them at their moment.
import { home } from '@greenroom/contract/access'
import * as calls from '@greenroom/contract/system'
import { stopOff, stopOn } from '@greenroom/contract/systemStops'
import { withdrawalInfo, withdrawalPass } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock } from '../../../../test/clock.ts'
import { giveEffectNow } from '../../../../test/decisions.ts'
import { everyMenu, type Made, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { lapseApprovals, nextDecision } from '../../../access/index.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { aNewWithdrawal } from '../../finance/withdrawals/withdrawals.fixture.ts'

let product: TestProduct
let admin: Client
let maker: Made
let checker: Made
let other: Made
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  maker = await account()
  checker = await account()
  other = await account()
  await setClock(product, product.clock.now())
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

const account = () => person(product, { permissions: everyMenu(3) })
const key = 'login_failures'
const later = (seconds: number) => setClock(product, { laterBySeconds: seconds })
const read = async (approvalId: string) => (await admin.call(calls.approvalInfo, { approvalId })).approval
const valueNow = async () => (await admin.call(calls.paramList, { q: key })).records[0]!.value
let value = 20
/** A request to change a parameter; what was decided before has taken effect, and what waited is withdrawn. */
async function asked(): Promise<string> {
  await later(10)
  await giveEffectNow(product)
  const { records } = await maker.client.call(calls.approvalMine, { state: 'pending' })
  if (records.length > 0)
    await maker.client.call(calls.approvalCancel, { ids: records.map(({ approvalId }) => approvalId) })
  const { version } = (await admin.call(calls.paramList, { q: key })).records[0]!
  value = value === 90 ? 20 : value + 1
  const sent = { key, value: String(value), version, reason: 'tests' }
  return (await maker.client.call(calls.paramSet, sent)).approvalId!
}
const decide = (client: Client, id: string, decision: 'approve' | 'refuse' = 'approve') =>
  client.call(calls.approvalDecide, { ids: [id], decision, reason: 'looked at', undoSeconds: 10 })
const undo = (client: Client, { undo: one }: Awaited<ReturnType<typeof decide>>) =>
  client.call(calls.approvalUndo, { decisionId: one!.decisionId })
const notUndone = (client: Client, { undo: one }: Awaited<ReturnType<typeof decide>>) =>
  client.refused(calls.approvalUndo, { decisionId: one!.decisionId })
const why = ({ outcomes: [one] }: Awaited<ReturnType<typeof decide>>) => [one!.errorCode, one!.reason]
const logged = async (approvalId: string) =>
  (
    await sql<{ operation: string }>`
      select operation from log.readable where target = ${`approval ${approvalId}`} order by at desc, id desc`.execute(
      product.database,
    )
  ).rows.map(({ operation }) => operation)

test('an approval counts as given at once, and does nothing before its moment', async () => {
  const id = await asked()
  const before = await valueNow()
  const pending = async () =>
    (await other.client.call(home, {})).todo.find(({ key: line }) => line === 'approvals')?.count ?? 0
  const waiting = await pending()
  await later(1)
  const answer = await decide(checker.client, id)
  expect(answer).toMatchObject({ outcomes: [{ id, ok: true }], undo: { decisionId: expect.any(String) } })
  await later(9)
  expect((await nextDecision(product.database))?.getTime()).toBeGreaterThan(product.clock.now().getTime())
  expect(await giveEffectNow(product)).toEqual([])
  expect(await valueNow()).toBe(before)
  // Everybody sees it as decided, and nobody decides it again or withdraws it: no second decision, by the same account as little as another.
  expect(await read(id)).toMatchObject({
    state: 'approved',
    checker: checker.username,
    effectiveAt: answer.undo!.effectiveAt,
    can: { approve: 'decided', refuse: 'decided', cancel: 'decided' },
  })
  for (const client of [checker.client, other.client])
    for (const decision of ['approve', 'refuse'] as const)
      expect(why(await decide(client, id, decision))).toEqual([20000, 'approval.decidedBy'])
  const { outcomes } = await maker.client.call(calls.approvalCancel, { ids: [id] })
  expect(outcomes).toMatchObject([{ ok: false, errorCode: 20000, reason: 'approval.decidedBy' }])
  for (const state of ['pending', 'approved'] as const) {
    const { records } = await admin.call(calls.approvalList, { state, size: 200 })
    expect(records.some(({ approvalId }) => approvalId === id)).toBe(state === 'approved')
  }
  expect(await pending()).toBe(waiting - 1)
  await later(1)
  expect(await notUndone(checker.client, answer)).toMatchObject({ code: 20000, reason: 'undo.over' })
  expect((await nextDecision(product.database))?.getTime()).toBeLessThanOrEqual(product.clock.now().getTime())
  expect(await giveEffectNow(product)).toEqual([])
  expect(await nextDecision(product.database)).toBe(null)
  expect(await valueNow()).toBe(String(value))
  expect(await read(id)).toMatchObject({ state: 'approved', checker: checker.username, effectiveAt: null })
  expect(await notUndone(checker.client, answer)).toMatchObject({ code: 20000, reason: 'undo.over' })
  expect(await logged(id)).toEqual(['approval.decide', 'approval.decide', 'approval.ask'])
})

test('undone in time, it is pending again for everybody; a second time changes nothing', async () => {
  const id = await asked()
  const before = await valueNow()
  await later(1)
  const answer = await decide(checker.client, id, 'refuse')
  await later(1)
  expect(await read(id)).toMatchObject({ state: 'refused', decisionReason: 'looked at' })
  expect(await notUndone(other.client, answer)).toMatchObject({ code: 10026, reason: 'undo.notYours' })
  for (let times = 0; times < 2; times++) expect(await undo(checker.client, answer)).toEqual({ approvalId: id })
  await later(60)
  await giveEffectNow(product)
  expect(await undo(checker.client, answer)).toEqual({ approvalId: id })
  expect(await read(id)).toMatchObject({ state: 'pending', checker: null, decidedAt: null, effectiveAt: null })
  expect(await logged(id)).toEqual(['approval.undo', 'approval.decide', 'approval.ask'])
  expect(await valueNow()).toBe(before)
  expect((await decide(other.client, id)).undo).toBeDefined()
  expect(
    await checker.client.refused(calls.approvalUndo, { decisionId: '01900000-0000-7000-8000-000000000000' }),
  ).toMatchObject({ code: 10032 })
})

test('a decided request is neither asked nor answered about; undone, its open question waits again', async () => {
  const id = await asked()
  const questions = async () =>
    (await maker.client.call(home, {})).todo.find(({ key: line }) => line === 'questions')?.count ?? 0
  const before = await questions()
  await other.client.call(calls.approvalAsk, { approvalId: id, question: 'What for?' })
  expect([await questions(), (await read(id)).asked]).toEqual([before + 1, true])
  await later(1)
  const answer = await decide(checker.client, id)
  const refused = [
    await other.client.refused(calls.approvalAsk, { approvalId: id, question: 'And?' }),
    await maker.client.refused(calls.approvalAnswer, { approvalId: id, answer: 'For tests' }),
  ]
  for (const one of refused) expect(one).toMatchObject({ code: 20000, reason: 'approval.decidedBy' })
  expect(await read(id)).toMatchObject({ asked: false, can: { ask: 'decided', answer: 'decided' } })
  const { records } = await maker.client.call(calls.approvalMine, { state: 'asked' })
  expect([await questions(), records.map(({ approvalId }) => approvalId)]).toEqual([before, []])
  await undo(checker.client, answer)
  expect([await questions(), (await read(id)).asked]).toEqual([before + 1, true])
  await maker.client.call(calls.approvalAnswer, { approvalId: id, answer: 'For tests' })
  expect(await questions()).toBe(before)
})

test('several at once, and without undo seconds, take effect at once', async () => {
  const id = await asked()
  const [second] = [await aPass()]
  const both = await checker.client.call(calls.approvalDecide, {
    ids: [id, second],
    decision: 'approve',
    undoSeconds: 10,
  })
  expect(both.undo).toBeUndefined()
  expect([await valueNow(), (await read(second)).state]).toEqual([String(value), 'approved'])
  const refused = await asked()
  await checker.client.call(calls.approvalDecide, { ids: [refused], decision: 'refuse', reason: 'no' })
  expect(await read(refused)).toMatchObject({ state: 'refused', effectiveAt: null })
})

/** A request to pass a withdrawal above the limit. */
async function aPass(): Promise<string> {
  const id = await aNewWithdrawal(product, product.params.integer('payout_approval_usd') + 1)
  return (await maker.client.call(withdrawalPass, { ids: [id] })).approvalId!
}

test('what would be refused now is refused now: nothing waits for an effect that it cannot have', async () => {
  const id = await asked()
  await sql`update system.param set version = version + 1 where key = ${key}`.execute(product.database)
  const answer = await decide(checker.client, id)
  expect([answer.undo, (await read(id)).state]).toEqual([undefined, 'failed'])
  const pass = await aPass()
  const { stopId } = await admin.call(stopOn, { kind: 'withdrawals', reason: 'the bank called' })
  expect(why(await decide(checker.client, pass))).toEqual([1000002, 'stop.withdrawals'])
  await admin.call(stopOff, { stopId, reason: 'settled' })
  expect(why(await decide(maker.client, pass))).toEqual([10026, 'approval.yourself'])
  expect((await read(pass)).state).toBe('pending')
})

test('nothing is left of trying out an approval', async () => {
  const pass = await aPass()
  const traces = async () =>
    (
      await sql`
        select (select count(*)::int from ledger.entry) as entries, (select count(*)::int from bridge.command) as commands,
               (select count(*)::int from finance.withdrawal where state = 'withdrawing') as passed,
               (select count(*)::int from log.readable) as logged`.execute(product.database)
    ).rows[0] as { logged: number }
  const before = await traces()
  await decide(checker.client, pass)
  expect(await traces()).toEqual({ ...before, logged: before.logged + 1 })
})

test('a stop switch in between leaves it pending, and says why where it is read', async () => {
  const pass = await aPass()
  const answer = await decide(checker.client, pass)
  const { stopId } = await admin.call(stopOn, { kind: 'withdrawals', reason: 'the bank called' })
  await later(10)
  expect(await giveEffectNow(product)).toEqual([])
  await admin.call(stopOff, { stopId, reason: 'settled' })
  expect(await read(pass)).toMatchObject({
    state: 'pending',
    notInEffect: { by: checker.username, why: expect.stringContaining('the bank called') },
  })
  expect((await logged(pass))[0]).toBe('decision.refused')
  expect(await notUndone(checker.client, answer)).toMatchObject({ code: 20000, reason: 'undo.refused' })
  await checker.client.call(calls.approvalDecide, { ids: [pass], decision: 'approve' })
  expect(await read(pass)).toMatchObject({ state: 'approved', notInEffect: null })
})

test('what no longer stands at its moment fails, as when it is decided then', async () => {
  const id = await asked()
  await decide(checker.client, id)
  await sql`update system.param set version = version + 1 where key = ${key}`.execute(product.database)
  await later(10)
  expect(await giveEffectNow(product)).toEqual([])
  expect(await read(id)).toMatchObject({ state: 'failed', checker: checker.username })
})

test('a checker or maker who lost the right in between has nothing applied', async () => {
  const [without, made] = [await person(product, { permissions: everyMenu(3) }), await asked()]
  await decide(without.client, made)
  await sql`delete from access.role_menu where role_id = ${without.roleId}`.execute(product.database)
  await later(10)
  await giveEffectNow(product)
  expect(await read(made)).toMatchObject({ state: 'pending', notInEffect: { why: 'your role is read-only' } })
})

test('one that would expire first takes effect at once; one decided in time takes effect after its expiry', async () => {
  const expireIn = (id: string, seconds: number) =>
    product.database
      .updateTable('access.approval')
      .set({ expires_at: new Date(product.clock.now().getTime() + seconds * 1_000) })
      .where('id', '=', id)
      .execute()
  const soon = await asked()
  await expireIn(soon, 5)
  expect((await decide(checker.client, soon)).undo).toBeUndefined()
  expect((await read(soon)).state).toBe('approved')
  const inTime = await asked()
  await expireIn(inTime, 30)
  await decide(checker.client, inTime)
  // Nobody was there to give it effect.
  await later(3_600)
  await lapseApprovals(product.database, product.clock)
  expect((await read(inTime)).state).toBe('approved')
  const again = {
    key,
    value: '19',
    version: (await admin.call(calls.paramList, { q: key })).records[0]!.version,
    reason: 'x',
  }
  expect(await maker.client.refused(calls.paramSet, again)).toMatchObject({ code: 20000, reason: 'approval.waits' })
  await giveEffectNow(product)
  expect([(await read(inTime)).state, await valueNow()]).toEqual(['approved', String(value)])
})

test('of an undo and its moment, one happens', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await asked()
    const answer = await decide(checker.client, id)
    await later(9.999)
    const { clock } = product
    const at = { ...product, clock: { ...clock, now: () => new Date(clock.now().getTime() + 1) } }
    const [taken] = await Promise.all([
      checker.client.send(calls.approvalUndo, { decisionId: answer.undo!.decisionId }),
      giveEffectNow(at),
      giveEffectNow(at),
    ])
    expect((await read(id)).state).toBe(taken.code === 200 ? 'pending' : 'approved')
    await later(1)
  }
})

test('a withdrawal whose approval can be undone is not passed', async () => {
  const id = await aNewWithdrawal(product, product.params.integer('payout_approval_usd') + 1)
  const { approvalId } = await maker.client.call(withdrawalPass, { ids: [id] })
  await decide(checker.client, approvalId!)
  expect(await admin.call(withdrawalInfo, { withdrawalId: id })).toMatchObject({
    state: 'in review',
    can: { pass: 'waits' },
  })
  await later(10)
  await giveEffectNow(product)
  expect(await admin.call(withdrawalInfo, { withdrawalId: id })).toMatchObject({ state: 'withdrawing' })
})
