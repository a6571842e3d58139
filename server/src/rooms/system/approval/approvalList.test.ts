import { home } from '@greenroom/contract/access'
import {
  approvalCancel,
  approvalDecide,
  approvalInfo,
  approvalList,
  paramList,
  paramSet,
} from '@greenroom/contract/system'
import { roleSave } from '@greenroom/contract/systemStaff'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { staffAccount } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { lapseApprovals } from '../../../access/index.ts'

let product: TestProduct
let maker: Client
let checker: Client
const key = 'login_failures'
const reason = 'because'

beforeAll(async () => {
  product = await startProduct()
  maker = await product.administrator()
  await staffAccount(product, { username: 'checker', password: 'Check-er-1', roleIds: [1] })
  checker = await product.login('checker', 'Check-er-1')
})
afterAll(() => product.close())
// Withdraws requests that a test left pending.
beforeEach(async () => {
  const { records } = await maker.call(approvalList, { state: 'pending' })
  if (records.length > 0) await maker.call(approvalCancel, { ids: records.map((row) => row.approvalId) })
})

const param = async () => (await maker.call(paramList, { q: key })).records[0]!
let value = 20
/** Requests a change to another value. */
async function ask(): Promise<{ approvalId: string; value: string }> {
  const { version } = await param()
  value = value === 90 ? 20 : value + 1
  const { approvalId } = await maker.call(paramSet, { key, value: String(value), version, reason })
  return { approvalId: approvalId!, value: String(value) }
}
const read = async (approvalId: string) => (await maker.call(approvalInfo, { approvalId })).approval
const decide = (client: Client, ids: string[], decision: 'approve' | 'refuse', why?: string) =>
  client.call(approvalDecide, { ids, decision, reason: why })
const expire = (approvalId: string) =>
  product.database
    .updateTable('access.approval')
    .set({ expires_at: new Date(product.clock.now().getTime() - 1_000) })
    .where('id', '=', approvalId)
    .execute()
const operationsOn = async (approvalId: string) =>
  (
    await product.database
      .selectFrom('log.readable')
      .select(['operation', 'username'])
      .where('target', '=', `approval ${approvalId}`)
      .orderBy('id')
      .execute()
  ).map((entry) => [entry.operation, entry.username])

/** An account with read-write access to these menus that is no administrator. */
let made = 0
async function someone(menuIds: number[], readMenuIds: number[] = []): Promise<Client> {
  const username = `someone.${++made}`
  const { roleId } = await maker.call(roleSave, { roleName: username, menuIds, readMenuIds })
  await staffAccount(product, { username, password: 'Some-one-1', roleIds: [roleId] })
  return product.login(username, 'Some-one-1')
}

describe('reading', () => {
  it('shows pending approvals to makers and checkers, each with their permitted actions', async () => {
    const { approvalId, value: proposed } = await ask()
    const mine = await read(approvalId)
    expect(mine).toMatchObject({
      kind: 'param.set',
      subject: key,
      after: { value: proposed },
      reason,
      state: 'pending',
      maker: 'admin',
      checker: null,
      decidedAt: null,
      can: { approve: 'yourself', refuse: 'yourself', cancel: true },
    })
    expect(Date.parse(mine.expiresAt) - Date.parse(mine.createdAt)).toBe(72 * 3_600_000)
    const theirs = (await checker.call(approvalInfo, { approvalId })).approval
    expect(theirs.can).toEqual({
      approve: true,
      refuse: true,
      cancel: 'notMaker',
      ask: true,
      answer: 'notMaker',
    })
    const unknown = { approvalId: '01890000-0000-7000-8000-000000000000' }
    expect(await checker.refused(approvalInfo, unknown)).toMatchObject({ code: 10032 })
    expect(await operationsOn(approvalId)).toEqual([['approval.ask', 'admin']])
  })

  it('filters by state, kind, maker and day', async () => {
    const { approvalId } = await ask()
    const total = async (filters: object) => (await maker.call(approvalList, filters)).total
    expect(await total({ state: 'pending' })).toBe(1)
    expect(await total({ state: 'pending', kind: 'param.set', maker: 'ADM' })).toBe(1)
    expect(await total({ state: 'pending', maker: 'checker' })).toBe(0)
    expect(await total({ kind: 'nothing.else' })).toBe(0)
    expect(await total({ endTimeStr: '2020-01-01' })).toBe(0)
    expect((await maker.call(approvalList, { size: 1 })).records[0]?.approvalId).toBe(approvalId)
  })

  it('Home counts what the caller may decide', async () => {
    await ask()
    const lineOf = async (client: Client) => (await client.call(home, {})).todo.find((line) => line.key === 'approvals')
    expect(await lineOf(checker)).toMatchObject({
      key: 'approvals',
      count: 1,
      href: '/sys/approval',
      alarm: false,
    })
    expect(await lineOf(maker)).toBe(undefined)
    // The Approvals menu alone is not enough to decide this one.
    expect(await lineOf(await someone([20_109]))).toBe(undefined)
  })
})

describe('deciding', () => {
  it('applies the change on approval, and logs who decided', async () => {
    const { approvalId, value: proposed } = await ask()
    expect((await decide(checker, [approvalId], 'approve')).outcomes).toEqual([{ id: approvalId, ok: true }])
    expect((await param()).value).toBe(proposed)
    expect(product.params.text(key)).toBe(proposed)
    expect(await read(approvalId)).toMatchObject({
      state: 'approved',
      checker: 'checker',
      decidedAt: expect.any(String),
      version: 2,
      can: { approve: 'decided', refuse: 'decided', cancel: 'decided' },
    })
    expect(await operationsOn(approvalId)).toEqual([
      ['approval.ask', 'admin'],
      ['approval.decide', 'checker'],
    ])
  })

  it('changes nothing if it is rejected, with a reason', async () => {
    const { approvalId } = await ask()
    const before = await param()
    expect(await checker.refused(approvalDecide, { ids: [approvalId], decision: 'refuse' })).toEqual({
      code: 11004,
      fields: ['reason'],
      reason: 'reason.missing',
    })
    await decide(checker, [approvalId], 'refuse', 'not this week')
    expect(await read(approvalId)).toMatchObject({ state: 'refused', decisionReason: 'not this week' })
    expect(await param()).toMatchObject({ value: before.value, version: before.version, pendingApprovalId: null })
  })

  it('is refused to the maker by the rules, and by the database itself', async () => {
    const { approvalId } = await ask()
    const { outcomes } = await decide(maker, [approvalId], 'approve')
    expect(outcomes).toMatchObject([{ ok: false, errorCode: 10026, reason: 'approval.yourself' }])
    expect((await decide(maker, [approvalId], 'refuse', reason)).outcomes).toMatchObject([
      { errorCode: 10026, reason: 'approval.yourself' },
    ])
    expect((await read(approvalId)).state).toBe('pending')
    await expect(
      sql`update access.approval set state = 'approved', checker_id = maker_id, decided_at = created_at
           where id = ${approvalId}`.execute(product.database),
    ).rejects.toThrow('four_eyes')
  })

  it('also needs the menu of the subject', async () => {
    const { approvalId } = await ask()
    const approvalsAlone = await someone([20_109])
    expect((await approvalsAlone.call(approvalInfo, { approvalId })).approval.can.approve).toBe('otherMenu')
    const alone = await decide(approvalsAlone, [approvalId], 'approve')
    expect(alone.outcomes).toMatchObject([{ ok: false, errorCode: 10026, reason: 'approval.otherMenu' }])
    const reader = await someone([20_104], [20_109])
    expect((await reader.call(approvalInfo, { approvalId })).approval.can.approve).toBe('readOnly')
    expect(await reader.refused(approvalDecide, { ids: [approvalId], decision: 'approve' })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    // Deciding requires read access to the subject's menu; changing it directly is another right.
    const readsParams = await someone([20_109], [20_104])
    expect((await decide(readsParams, [approvalId], 'approve')).outcomes).toMatchObject([{ ok: true }])
  })

  it('happens once, however many decide concurrently', async () => {
    const checkers = await Promise.all(Array.from({ length: 4 }, () => someone([20_109, 20_104])))
    const { approvalId } = await ask()
    const before = await param()
    const answers = await Promise.all([
      ...checkers.map((client, at) => decide(client, [approvalId], at % 2 ? 'refuse' : 'approve', reason)),
      maker.call(approvalCancel, { ids: [approvalId] }),
    ])
    const outcomes = answers.flatMap((answer) => answer.outcomes)
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome.errorCode === 20000)).toHaveLength(4)
    const { state, checker: by, maker: requested } = await read(approvalId)
    const message = outcomes.find((outcome) => !outcome.ok)?.errorMsg
    expect(message).toContain(`${state} by ${by ?? requested} at `)
    expect((await param()).version).toBe(before.version + (state === 'approved' ? 1 : 0))
    await expect(
      sql`update access.approval set decision_reason = 'another' where id = ${approvalId}`.execute(product.database),
    ).rejects.toThrow("can't be changed")
  })

  it('fails if the change is no longer valid when it is approved', async () => {
    const { approvalId } = await ask()
    // No call changes a sensitive parameter without an approval; an operator can, in the database.
    await sql`insert into system.param (key, type, value, built_in, updated_at, updated_by, version)
              values (${key}, 'integer', '11', true, now(), 'operator', 50)
              on conflict (key) do update set value = '11', updated_by = 'operator', version = 50`.execute(
      product.database,
    )
    const { outcomes } = await decide(checker, [approvalId], 'approve')
    expect(outcomes).toMatchObject([{ ok: false, errorCode: 20000, reason: 'approval.notApplied' }])
    expect(outcomes[0]?.errorMsg).toContain('changed by operator')
    expect(await read(approvalId)).toMatchObject({ state: 'failed', checker: 'checker' })
    expect((await read(approvalId)).decisionReason).toContain('changed by operator')
    expect(await param()).toMatchObject({ value: '11', version: 50 })
    expect(await operationsOn(approvalId)).toEqual([
      ['approval.ask', 'admin'],
      ['approval.decide', 'checker'],
    ])
  })

  it('returns one outcome for each of a batch', async () => {
    const one = await ask()
    const { version } = (await maker.call(paramList, { q: 'approval_hours' })).records[0]!
    const requested = await maker.call(paramSet, { key: 'approval_hours', value: '71', version, reason })
    const unknown = '01890000-0000-7000-8000-000000000000'
    const { outcomes } = await decide(checker, [unknown, one.approvalId, requested.approvalId!], 'approve')
    expect(outcomes.map(({ id, ok, errorCode }) => [id, ok, errorCode])).toEqual([
      [unknown, false, 10032],
      [one.approvalId, true, undefined],
      [requested.approvalId, true, undefined],
    ])
    const again = await decide(checker, [one.approvalId], 'refuse', reason)
    expect(again.outcomes).toMatchObject([{ ok: false, errorCode: 20000, reason: 'approval.decidedBy' }])
    expect(again.outcomes[0]?.errorMsg).toContain('approved by checker at')
    expect(await checker.refused(approvalDecide, { ids: [], decision: 'approve' })).toEqual({
      code: 10009,
      fields: ['ids'],
      reason: 'batch.empty',
    })
  })
})

describe('withdrawing', () => {
  it('is only for the maker', async () => {
    const { approvalId } = await ask()
    const theirs = await checker.call(approvalCancel, { ids: [approvalId] })
    expect(theirs.outcomes).toMatchObject([{ ok: false, errorCode: 10026, reason: 'approval.notMaker' }])
    await maker.call(approvalCancel, { ids: [approvalId], reason: 'changed my mind' })
    expect(await read(approvalId)).toMatchObject({
      state: 'cancelled',
      checker: null,
      decidedAt: expect.any(String),
      decisionReason: 'changed my mind',
    })
    const again = await maker.call(approvalCancel, { ids: [approvalId, '01890000-0000-7000-8000-000000000000'] })
    expect(again.outcomes).toMatchObject([{ errorCode: 20000, reason: 'approval.decidedBy' }, { errorCode: 10032 }])
    expect((await decide(checker, [approvalId], 'approve')).outcomes).toMatchObject([
      { errorCode: 20000, reason: 'approval.decidedBy' },
    ])
  })
})

describe('expiring', () => {
  it('is shown once the time is over, before the round has run', async () => {
    const { approvalId } = await ask()
    await expire(approvalId)
    const seen = await read(approvalId)
    expect(seen).toMatchObject({
      state: 'lapsed',
      decidedAt: seen.expiresAt,
      can: { approve: 'lapsed', cancel: 'lapsed' },
    })
    const ids = async (state: 'pending' | 'lapsed') =>
      (await maker.call(approvalList, { state })).records.map((row) => row.approvalId)
    expect(await ids('pending')).not.toContain(approvalId)
    expect(await ids('lapsed')).toContain(approvalId)
    expect((await param()).pendingApprovalId).toBe(null)
  })

  it('is stored by a late decision, and logged without an actor', async () => {
    const { approvalId } = await ask()
    const before = await param()
    await expire(approvalId)
    const { outcomes } = await decide(checker, [approvalId], 'approve')
    expect(outcomes).toMatchObject([{ ok: false, errorCode: 20000, reason: 'approval.lapsed' }])
    expect(outcomes[0]?.errorMsg).toContain('expired at')
    expect((await param()).value).toBe(before.value)
    expect(await operationsOn(approvalId)).toEqual([
      ['approval.ask', 'admin'],
      ['approval.lapse', 'system'],
    ])
  })

  it('allows a new request', async () => {
    const { approvalId } = await ask()
    await expire(approvalId)
    const second = await ask()
    expect(await read(approvalId)).toMatchObject({ state: 'lapsed' })
    expect(await read(second.approvalId)).toMatchObject({ state: 'pending' })
  })

  it('is done by the round, once, by the platform’s clock', async () => {
    const { approvalId } = await ask()
    expect(await lapseApprovals(product.database, product.clock)).toBe(0)
    const later = { ...product.clock, now: () => new Date(product.clock.now().getTime() + 73 * 3_600_000) }
    const rounds = await Promise.all([lapseApprovals(product.database, later), lapseApprovals(product.database, later)])
    expect(rounds[0]! + rounds[1]!).toBe(1)
    expect(await read(approvalId)).toMatchObject({ state: 'lapsed', checker: null })
    expect(await operationsOn(approvalId)).toEqual([
      ['approval.ask', 'admin'],
      ['approval.lapse', 'system'],
    ])
  })
})

it('keeps the request unchanged', async () => {
  const { approvalId } = await ask()
  for (const change of [
    sql`update access.approval set payload = '{}' where id = ${approvalId}`,
    sql`update access.approval set maker_id = 2 where id = ${approvalId}`,
    sql`delete from access.approval where id = ${approvalId}`,
  ])
    await expect(change.execute(product.database)).rejects.toThrow("can't be changed")
})
