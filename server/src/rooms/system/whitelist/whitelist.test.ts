// What is particular to the whitelist; `records/declared.test.ts` tests the rest.
import type { Payload } from '@greenroom/contract/call'
import { whitelistCalls } from '@greenroom/contract/systemRecords'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

let product: TestProduct
let admin: Client

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  await product.database
    .insertInto('users.app_user')
    .values({ id: 880001n, nickname: 'Ana', created_at: product.clock.now() })
    .execute()
})
afterAll(() => product.close())

const { info, list, save, update } = whitelistCalls
type Entry = Payload<typeof save>
const add = async (kind: Entry['kind'], value: string, more: Partial<Entry> = {}) =>
  (await admin.call(save, { kind, value, ...more })).id
const refused = (kind: Entry['kind'], value: string, more: Partial<Entry> = {}) =>
  admin.refused(save, { kind, value, ...more })
const shown = async (id: number) => (await admin.call(info, { id })).entry
const setEnd = (id: number, at: Date) =>
  product.database.updateTable('system.whitelist').set({ expires_at: at }).where('id', '=', id).execute()

test('an address is normalised and unique', async () => {
  const id = await add('ip', '198.51.100.77/24')
  expect(await shown(id)).toMatchObject({ value: '198.51.100.0/24', note: '', state: 'effective', expiresAt: null })
  expect(await refused('ip', '198.51.100.0/24')).toEqual({ code: 10027, fields: ['value'] })
  // The same value of another kind is no duplicate.
  await add('device', '198.51.100.0/24')
})

test.each(['0.0.0.0/1', '10.0.0.0/8', '172.16.0.0/15', '2000::/3', '2001:db8::/47', '::ffff:10.0.0.0/104'])(
  'refuses %s, which would disable second factors',
  async (value) => {
    const detail = [{ field: 'value', reason: 'whitelist.tooWide' }]
    expect(await admin.send(save, { kind: 'ip', value })).toMatchObject({ errorCode: 10009, detail })
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
  expect(await admin.refused(update, still)).toEqual({ code: 10009, fields: ['value'] })
  await setEnd(id, new Date('2021-01-01T00:00:00Z'))
  expect(await admin.refused(update, { ...still, expiresAtStr: '2999-01-01' })).toMatchObject({ code: 10009 })
  await admin.call(update, { ...still, expiresAtStr: '2021-01-01 00:00:00' })
})

test.each([
  ['ip', 'everywhere', 10009],
  ['user', 'Ana', 10009],
  ['user', '880002', 21001],
] as const)('refuses %s %s', async (kind, value, code) => {
  expect(await refused(kind, value)).toEqual({ code, fields: ['value'] })
})

test('accepts a user of the app', async () => {
  expect(await shown(await add('user', '0880001'))).toMatchObject({ value: '880001' })
})

test('an end is in the future; a day means the whole day', async () => {
  for (const expiresAtStr of ['2020-01-01', '2093-02-30'])
    expect(await refused('device', 'd1', { expiresAtStr })).toEqual({ code: 10009, fields: ['expiresAtStr'] })
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
  expect(await admin.refused(update, other)).toEqual({ code: 10009, fields: ['expiresAtStr'] })
})

test('is found by part of value or note, with wildcards as plain text', async () => {
  const id = await add('device', '100% sure', { note: 'Zebra_1' })
  const found = async (q: string) => (await admin.call(list, { q })).records.map((entry) => entry.id)
  expect([await found('0% s'), await found('zebra_'), await found('zebra%')]).toEqual([[id], [id], []])
})
