// What is particular to the whitelist; `records/declared.test.ts` tests the rest.
import type { Payload } from '@greenroom/contract/call'
import { approvalDecide, approvalInfo } from '@greenroom/contract/system'
import { whitelistCalls } from '@greenroom/contract/systemRecords'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyMenu, person } from '../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { inTransaction } from '../../kit/database/database.ts'
import { textOf } from '../../kit/time.ts'

let product: TestProduct
let admin: Client
let second: Client

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  second = (await person(product, { permissions: everyMenu(3) })).client
  await product.database
    .insertInto('users.app_user')
    .values({ id: 880001n, nickname: 'Ana', created_at: product.clock.now() })
    .execute()
})
afterAll(() => product.close())

const { info, list, save, update } = whitelistCalls
type Entry = Payload<typeof save>
const approve = async (...ids: string[]) => (await second.call(approvalDecide, { ids, decision: 'approve' })).outcomes
/** The entry's id; a second account approves it if it waits. */
const add = async (kind: Entry['kind'], value: string, more: Partial<Entry> = {}): Promise<number> => {
  const { id, approvalId } = await admin.call(save, { kind, value, ...more })
  if (id !== undefined) return id
  expect(await approve(approvalId!)).toMatchObject([{ ok: true }])
  return (await newest()).id
}
const newest = () =>
  product.database.selectFrom('system.whitelist').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
const refused = (kind: Entry['kind'], value: string, more: Partial<Entry> = {}) =>
  admin.refused(save, { kind, value, ...more })
const shown = async (id: number) => (await admin.call(info, { id })).entry
const setEnd = (id: number, at: Date) =>
  product.database.updateTable('system.whitelist').set({ expires_at: at }).where('id', '=', id).execute()

test('an address is normalised and unique', async () => {
  const id = await add('ip', '198.51.100.77/24')
  expect(await shown(id)).toMatchObject({ value: '198.51.100.0/24', note: '', state: 'effective', expiresAt: null })
  expect(await refused('ip', '198.51.100.0/24')).toEqual({ code: 10027, fields: ['value'], reason: 'whitelist.exists' })
  // The same value of another kind is no duplicate.
  await add('device', '198.51.100.0/24')
})

test.each(['0.0.0.0/1', '10.0.0.0/8', '172.16.0.0/15', '2000::/3', '2001:db8::/47', '::ffff:10.0.0.0/104'])(
  'refuses %s, which would disable second factors',
  async (value) => {
    expect(await admin.send(save, { kind: 'ip', value })).toMatchObject({
      errorCode: 10009,
      detail: [{ field: 'value', reason: 'whitelist.tooWide' }],
    })
    // Other kinds have no width.
    await add('device', value)
  },
)

test('accepts networks of one organisation', async () => {
  const values = ['10.20.0.0/16', '2001:db8:20::/48']
  for (const value of values) await add('ip', value)
  const { rows } = await sql<{ value: string }>`
    select value from system.whitelist where value = any(${values}) order by value`.execute(product.database)
  expect(rows.map(({ value }) => value)).toEqual(values)
})

test('a wide network from before the limit keeps its end', async () => {
  const id = await add('ip', '10.21.0.0/16')
  await product.database.updateTable('system.whitelist').set({ value: '11.0.0.0/8' }).where('id', '=', id).execute()
  const still = { id, version: 1, note: 'still' }
  expect(await admin.refused(update, still)).toEqual({ code: 10009, fields: ['value'], reason: 'whitelist.tooWide' })
  await setEnd(id, new Date('2021-01-01T00:00:00Z'))
  expect(await admin.refused(update, { ...still, expiresAtStr: '2999-01-01' })).toMatchObject({
    code: 10009,
    reason: 'whitelist.tooWide',
  })
  await admin.call(update, { ...still, expiresAtStr: '2021-01-01 00:00:00' })
})

test.each([
  ['ip', 'everywhere', 10009, 'whitelist.ip'],
  ['user', 'Ana', 10009, 'whitelist.userId'],
  ['withdrawal', '10.0.0.1', 10009, 'whitelist.userId'],
  ['user', '880002', 21001, 'whitelist.user'],
] as const)('refuses %s %s', async (kind, value, code, reason) => {
  expect(await refused(kind, value)).toEqual({ code, fields: ['value'], reason })
})

test('accepts a user of the app', async () => {
  expect(await shown(await add('user', '0880001'))).toMatchObject({ value: '880001' })
})

test('an end is in the future; a day means the whole day', async () => {
  for (const [expiresAtStr, reason] of [
    ['2020-01-01', 'time.past'],
    ['2093-02-30', 'time.invalid'],
  ] as const)
    expect(await refused('device', 'd1', { expiresAtStr })).toEqual({ code: 10009, fields: ['expiresAtStr'], reason })
  const id = await add('device', 'd1', { expiresAtStr: '2093-02-03' })
  expect((await shown(id)).expiresAt).toBe('2093-02-04T00:00:00.000Z')
  await admin.call(update, { id, version: 1, note: 'for ever' })
  expect(await shown(id)).toMatchObject({ note: 'for ever', expiresAt: null, version: 2 })
})

test('an expired entry is shown and found as such, and keeps its end if the note is edited', async () => {
  const id = await add('device', 'd2', { expiresAtStr: '2093-01-01 00:00:00' })
  await setEnd(id, new Date('2021-01-02T00:00:00Z'))
  const { records } = await admin.call(list, { state: 'expired' })
  expect(records.find((entry) => entry.id === id)).toMatchObject({ state: 'expired' })
  await admin.call(update, { id, version: 1, note: 'gone', expiresAtStr: '2021-01-02 00:00:00' })
  const other = { id, version: 2, note: 'gone', expiresAtStr: '2021-01-03 00:00:00' }
  expect(await admin.refused(update, other)).toEqual({ code: 10009, fields: ['expiresAtStr'], reason: 'time.past' })
})

test('is found by part of value or note, with wildcards as plain text', async () => {
  const id = await add('device', '100% sure', { note: 'Zebra_1' })
  const found = async (q: string) => (await admin.call(list, { q })).records.map((entry) => entry.id)
  expect([await found('0% s'), await found('zebra_'), await found('zebra%')]).toEqual([[id], [id], []])
})

describe('what exempts an address or a payee needs a second account', () => {
  const entriesNow = () => product.database.selectFrom('system.whitelist').selectAll().orderBy('id').execute()

  test.each(['ip', 'withdrawal'] as const)(
    'adding %s changes nothing until another account approves it',
    async (kind) => {
      const value = kind === 'ip' ? '192.0.2.1' : '880001'
      const before = await entriesNow()
      const { id, approvalId } = await admin.call(save, { kind, value, note: 'the office' })
      expect(id).toBeUndefined()
      expect(await entriesNow()).toEqual(before)
      expect(await admin.refused(save, { kind, value })).toMatchObject({ code: 20000, reason: 'approval.waits' })
      const own = await admin.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })
      expect(own.outcomes).toMatchObject([{ ok: false, errorCode: 10026, reason: 'approval.yourself' }])
      expect(await entriesNow()).toEqual(before)
      expect(await approve(approvalId!)).toMatchObject([{ ok: true }])
      expect(await newest()).toMatchObject({ kind, value, note: 'the office', created_by: 'admin' })
      const logged = await product.database
        .selectFrom('log.readable')
        .select(['operation', 'reason'])
        .where('operation', '=', 'whitelist.save')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(logged).toEqual({ operation: 'whitelist.save', reason: 'the office' })
    },
  )

  test('so does a later end; an earlier end, another note and the removal take effect at once', async () => {
    const id = await add('ip', '192.0.2.2', { expiresAtStr: '2093-06-01' })
    await admin.call(update, { id, version: 1, note: 'noted', expiresAtStr: '2093-06-01' })
    expect(await admin.call(update, { id, version: 2, note: 'noted', expiresAtStr: '2093-05-01' })).toEqual({})
    expect(await shown(id)).toMatchObject({ version: 3, expiresAt: '2093-05-02T00:00:00.000Z' })
    for (const expiresAtStr of ['2093-05-02', undefined]) {
      const { version } = await shown(id)
      const { approvalId } = await admin.call(update, {
        id,
        version,
        note: 'longer',
        ...(expiresAtStr && { expiresAtStr }),
      })
      expect(await shown(id)).toMatchObject({ version, note: expiresAtStr ? 'noted' : 'longer' })
      expect(await approve(approvalId!)).toMatchObject([{ ok: true }])
      const expiresAt = expiresAtStr ? '2093-05-03T00:00:00.000Z' : null
      expect(await shown(id)).toMatchObject({ version: version + 1, note: 'longer', expiresAt })
    }
    await admin.call(whitelistCalls.delete, { ids: [id], reason: 'moved out' })
    expect(await admin.refused(info, { id })).toMatchObject({ code: 10032, reason: 'record.none' })
  })

  test('is refused as a duplicate of one that arrives while it is applied', async () => {
    const value = '192.0.2.9'
    const { approvalId } = await admin.call(save, { kind: 'ip', value })
    const waiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        product.database,
      )
      return rows.length
    }
    let decided: ReturnType<typeof approve> | undefined
    await inTransaction(product.database, async (tx) => {
      const [by, at] = ['x', new Date()]
      await tx
        .insertInto('system.whitelist')
        .values({ kind: 'ip', value, created_by: by, created_at: at, updated_by: by, updated_at: at })
        .execute()
      decided = approve(approvalId!)
      await expect.poll(waiting).toBe(1)
    })
    expect(await decided).toMatchObject([{ ok: false, errorCode: 20000, reason: 'approval.notApplied' }])
    expect(await newest()).toMatchObject({ value, created_by: 'x' })
  })

  test('is not applied to an entry that changed meanwhile, nor if its end has passed, nor twice', async () => {
    const id = await add('ip', '192.0.2.3', { expiresAtStr: '2093-06-01' })
    const longer = await admin.call(update, { id, version: 1, note: '' })
    await admin.call(update, { id, version: 1, note: 'other', expiresAtStr: '2093-06-01' })
    const added = await admin.call(save, { kind: 'ip', value: '192.0.2.4' })
    await product.database
      .insertInto('system.whitelist')
      .values({
        kind: 'ip',
        value: '192.0.2.4',
        created_by: 'x',
        created_at: new Date(),
        updated_by: 'x',
        updated_at: new Date(),
      })
      .execute()
    const short = await admin.call(save, {
      kind: 'ip',
      value: '192.0.2.5',
      expiresAtStr: textOf(new Date(product.clock.now().getTime() + 60_000), 'UTC'),
    })
    const fine = await admin.call(save, { kind: 'ip', value: '192.0.2.6' })
    const ids = [longer, added, short, fine].map(({ approvalId }) => approvalId!)
    await sql`update kit.clock set platform_at = platform_at + interval '5 minutes'`.execute(product.database)
    await product.clock.refresh()
    expect((await approve(...ids)).map(({ ok, errorCode }) => [ok, errorCode])).toEqual([
      [false, 20000],
      [false, 20000],
      [false, 20000],
      [true, undefined],
    ])
    expect(await shown(id)).toMatchObject({ note: 'other', version: 2, expiresAt: '2093-06-02T00:00:00.000Z' })
    const { approval } = await admin.call(approvalInfo, { approvalId: ids[0]! })
    expect(approval.state).toBe('failed')
    expect(await newest()).toMatchObject({ value: '192.0.2.6' })
  })
})
