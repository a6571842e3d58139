import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startProduct, type TestProduct } from '../../../test/product.ts'
import { type Context, contextOf, type Staff } from '../../kit/calls/context.ts'
import { noParties } from '../../kit/calls/parties.ts'
import { because, refuseBecause } from '../../kit/calls/refusal.ts'
import { lineIn, record } from '../../log/index.ts'
import { type Approvals, approvalById, defineApproval, openApprovals } from './index.ts'

let product: TestProduct
let approvals: Approvals
const people: Staff[] = []
let finished = 0

const staff = (id: number, username: string): Staff => ({
  id,
  username,
  sessionId: '',
  language: 'en',
  unionId: null,
  agentId: null,
  roleIds: [1],
  administrator: true,
  permissions: new Map(),
})

const contextFor = (caller: Staff): Context =>
  contextOf({
    call: approvalDecide,
    requestId: '',
    ip: '',
    userAgent: '',
    language: 'en',
    timeZone: 'UTC',
    database: product.database,
    caller,
    clock: product.clock,
  })

/** Renames a country. A name starting with "no" is refused after the write; one with "crash" throws an error. */
const rename = defineApproval({
  kind: 'client.save',
  menu: 'system.country',
  payload: z.object({ name: z.string() }),
  concerns: noParties,
  stillValid: async (_, { payload }) => (payload.name === 'gone' ? because('approval.gone') : null),
  async apply(tx, context, { subject, payload: { name } }) {
    await tx
      .updateTable('system.country')
      .set({ texts: { en: name } })
      .where('code', '=', subject)
      .execute()
    await record(tx, context, {
      operation: 'country.update',
      target: `country ${subject}`,
      content: { en: name, cn: name },
      before: null,
      after: { name },
    })
    if (name.startsWith('no')) throw refuseBecause(10027, 'name', 'role.name')
    if (name === 'crash') throw new Error('broken')
  },
  applied: async () => {
    finished++
  },
})

beforeAll(async () => {
  product = await startProduct({}, { servers: 2 })
  approvals = openApprovals({ hours: () => 1, rates: () => ({ tokensPerUsd: 100, usdtUsdCents: 100 }) })
  approvals.connect([rename])
  for (const username of ['maker', 'checker']) {
    const row = await product.database
      .insertInto('access.staff')
      .values({ username, password_hash: 'none', created_at: product.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await product.database.insertInto('access.staff_role').values({ staff_id: row.id, role_id: 1 }).execute()
    people.push(staff(row.id, username))
  }
})
afterAll(() => product.close())

const request = (subject: string, name: string) => ({
  kind: 'client.save' as const,
  subject,
  payload: { name },
  before: null,
  after: { name },
  reason: 'why',
  title: { en: `Rename ${subject} to ${name}`, cn: `将 ${subject} 改名为 ${name}` },
})
const ask = (subject: string, name: string) => {
  const context = contextFor(people[0]!)
  return context.tx(async (tx) => (await approvals.askOrAct(tx, context, request(subject, name))).approvalId)
}
const approve = (ids: string[]) =>
  approvals.decide(contextFor(people[1]!), { ids, decision: 'approve', reason: undefined })
const nameOf = async (code: string) =>
  (await product.database.selectFrom('system.country').select('texts').where('code', '=', code).executeTakeFirst())
    ?.texts.en
const stateOf = async (id: string) => (await approvalById(product.database, id))?.state
const renames = async () =>
  (
    await product.database
      .selectFrom('log.readable')
      .select('content')
      .where('operation', '=', 'country.update')
      .orderBy('id')
      .execute()
  ).map((entry) => lineIn(entry.content, 'en'))

it('a request that is refused when applied leaves only its failure, and does not affect the others', async () => {
  const ids = [await ask('FR', 'First'), await ask('DE', 'no, taken'), await ask('ES', 'gone'), await ask('IT', 'Last')]
  const germany = await nameOf('DE')
  const { outcomes } = await approve(ids)
  expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, false, false, true])
  expect(outcomes[1]).toMatchObject({
    errorCode: 20000,
    errorMsg: 'could not be applied: another role has this name, or one that looks like it',
  })
  expect(outcomes[2]?.errorMsg).toContain('its subject no longer exists')
  expect(await Promise.all(['FR', 'DE', 'IT'].map(nameOf))).toEqual(['First', germany, 'Last'])
  expect(await Promise.all(ids.map(stateOf))).toEqual(['approved', 'failed', 'failed', 'approved'])
  expect((await approvalById(product.database, ids[1]!))?.decision_reason).toContain(
    'another role has this name, or one that looks like it\u001f已有同名或形似名称的角色',
  )
  expect((await renames()).toSorted()).toEqual(['First', 'Last'])
  expect(finished).toBe(1)
})

it('of two that ask the same at one moment, one waits and the other is told so', async () => {
  let second: Promise<unknown> | undefined
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      product.database,
    )
    return rows.length
  }
  const context = contextFor(people[0]!)
  await context.tx(async (tx) => {
    await approvals.askOrAct(tx, context, request('FI', 'First'))
    second = ask('FI', 'Other').catch((error: unknown) => error)
    await expect.poll(waiting).toBe(1)
  })
  expect(await second).toMatchObject({ code: 20000, detail: [{ reason: 'approval.waitsNow' }] })
})

it('an unexpected error rolls back the whole decision', async () => {
  const ids = [await ask('PT', 'Second'), await ask('SE', 'crash')]
  const portugal = await nameOf('PT')
  await expect(approve(ids)).rejects.toThrow('broken')
  expect(await nameOf('PT')).toBe(portugal)
  expect(await Promise.all(ids.map(stateOf))).toEqual(['pending', 'pending'])
  expect(finished).toBe(1)
})

it('allows one pending request per subject, and only registered kinds', async () => {
  await ask('NO', 'Once')
  await expect(ask('NO', 'Twice')).rejects.toMatchObject({ code: 20000, detail: [{ reason: 'approval.waits' }] })
  const context = contextFor(people[0]!)
  const requested = {
    kind: 'param.set' as const,
    subject: 'x',
    payload: {},
    before: null,
    after: null,
    reason: 'why',
    title: { en: 'x', cn: 'x' },
  }
  await expect(context.tx((tx) => approvals.askOrAct(tx, context, requested))).rejects.toThrow('not defined')
})

it('tells each caller how many they may decide', async () => {
  const count = async (who: Staff) => (await approvals.waitingFor(product.database, who, product.clock.now())).count
  const waiting = await product.database
    .selectFrom('access.approval')
    .select('id')
    .where('state', '=', 'pending')
    .execute()
  expect(waiting.length).toBeGreaterThan(0)
  expect(await count(people[1]!)).toBe(waiting.length)
  expect(await count(people[0]!)).toBe(0)
  expect(await count({ ...people[1]!, administrator: false, permissions: new Map([['system.approval', 3]]) })).toBe(0)
})
