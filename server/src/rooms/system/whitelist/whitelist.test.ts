import { whitelistCalls } from '@greenroom/contract/systemRecords'
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

const one = async (id: number) => {
  const { records } = await admin.call(whitelistCalls.list, { size: 200 })
  return records.find((entry) => entry.id === id)
}

test('an address is normalised and unique', async () => {
  const { id } = await admin.call(whitelistCalls.save, { kind: 'ip', value: '198.51.100.77/24', note: 'office' })
  expect(await one(id)).toMatchObject({
    kind: 'ip',
    value: '198.51.100.0/24',
    note: 'office',
    state: 'effective',
    expiresAt: null,
    createdBy: 'admin',
    version: 1,
    can: { update: true, delete: true },
  })
  expect(await admin.refused(whitelistCalls.save, { kind: 'ip', value: '198.51.100.0/24' })).toEqual({
    code: 10027,
    fields: ['value'],
  })
  // The same value of another kind is no duplicate.
  await admin.call(whitelistCalls.save, { kind: 'device', value: '198.51.100.0/24' })
})

test('refuses networks so wide that they would disable second factors', async () => {
  for (const value of ['0.0.0.0/1', '10.0.0.0/8', '172.16.0.0/15', '2000::/3', '2001:db8::/47', '::ffff:10.0.0.0/104'])
    expect(await admin.send(whitelistCalls.save, { kind: 'ip', value })).toMatchObject({
      errorCode: 10009,
      detail: [{ field: 'value', reason: 'whitelist.tooWide' }],
    })
  for (const value of ['10.20.0.0/16', '2001:db8:20::/48']) await admin.call(whitelistCalls.save, { kind: 'ip', value })
  // Other kinds have no width.
  await admin.call(whitelistCalls.save, { kind: 'device', value: '10.0.0.0/8' })
})

test('a wide network from before the limit keeps its end', async () => {
  const at = product.clock.now()
  const { id } = await product.database
    .insertInto('system.whitelist')
    .values({
      kind: 'ip',
      value: '11.0.0.0/8',
      note: '',
      created_by: 'x',
      created_at: at,
      updated_by: 'x',
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await admin.refused(whitelistCalls.update, { id, version: 1, note: 'still' })).toEqual({
    code: 10009,
    fields: ['value'],
  })
  const past = new Date(at.getTime() - 1_000)
  await product.database.updateTable('system.whitelist').set({ expires_at: past }).where('id', '=', id).execute()
  expect(await admin.refused(whitelistCalls.update, { id, version: 1, expiresAtStr: '2999-01-01' })).toMatchObject({
    code: 10009,
  })
  await admin.call(whitelistCalls.delete, { ids: [id], reason: 'wide' })
})

test('refuses invalid values and unknown users', async () => {
  expect(await admin.refused(whitelistCalls.save, { kind: 'ip', value: 'everywhere' })).toEqual({
    code: 10009,
    fields: ['value'],
  })
  expect(await admin.refused(whitelistCalls.save, { kind: 'user', value: 'Ana' })).toEqual({
    code: 10009,
    fields: ['value'],
  })
  expect(await admin.refused(whitelistCalls.save, { kind: 'user', value: '880002' })).toEqual({
    code: 21001,
    fields: ['value'],
  })
  await admin.call(whitelistCalls.save, { kind: 'user', value: '880001' })
})

test('of concurrent additions of one value, one succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => admin.send(whitelistCalls.save, { kind: 'device', value: 'race' })),
  )
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.code === 500 && answer.errorCode === 10027)).toHaveLength(5)
})

test('an end is in the future; a day means the whole day', async () => {
  expect(await admin.refused(whitelistCalls.save, { kind: 'device', value: 'd1', expiresAtStr: '2020-01-01' })).toEqual(
    {
      code: 10009,
      fields: ['expiresAtStr'],
    },
  )
  expect(await admin.refused(whitelistCalls.save, { kind: 'device', value: 'd1', expiresAtStr: '2093-02-30' })).toEqual(
    {
      code: 10009,
      fields: ['expiresAtStr'],
    },
  )
  const { id } = await admin.call(whitelistCalls.save, { kind: 'device', value: 'd1', expiresAtStr: '2093-02-03' })
  expect((await one(id))?.expiresAt).toBe('2093-02-04T00:00:00.000Z')
  await admin.call(whitelistCalls.update, { id, version: 1, note: 'for ever' })
  expect(await one(id)).toMatchObject({ note: 'for ever', expiresAt: null, version: 2 })
})

test('an expired entry shows its state, can be filtered by it, and keeps its end if the note is edited', async () => {
  const { id } = await admin.call(whitelistCalls.save, {
    kind: 'device',
    value: 'd2',
    expiresAtStr: '2093-01-01 00:00:00',
  })
  await product.database
    .updateTable('system.whitelist')
    .set({ expires_at: new Date('2021-01-01T00:00:00Z') })
    .where('id', '=', id)
    .execute()
  const expired = await admin.call(whitelistCalls.list, { state: 'expired' })
  expect(expired.records.map((entry) => entry.id)).toEqual([id])
  expect(expired.records[0]?.state).toBe('expired')
  const effective = await admin.call(whitelistCalls.list, { state: 'effective', size: 200 })
  expect(effective.records.map((entry) => entry.id)).not.toContain(id)
  expect(effective.total + expired.total).toBe((await admin.call(whitelistCalls.list, {})).total)

  await admin.call(whitelistCalls.update, { id, version: 1, note: 'gone', expiresAtStr: '2021-01-01 00:00:00' })
  expect(
    await admin.refused(whitelistCalls.update, { id, version: 2, note: 'gone', expiresAtStr: '2021-01-02 00:00:00' }),
  ).toEqual({
    code: 10009,
    fields: ['expiresAtStr'],
  })
})

test('a batch of unknown ids leaves no trace', async () => {
  const count = () => product.database.selectFrom('log.entry').select('id').execute()
  const before = (await count()).length
  const { outcomes } = await admin.call(whitelistCalls.delete, { ids: [999_998], reason: 'x' })
  expect(outcomes).toMatchObject([{ id: 999_998, ok: false, errorCode: 10032 }])
  expect(await count()).toHaveLength(before)
})

test('filters by kind and by part of value or note, with wildcards as plain text', async () => {
  await admin.call(whitelistCalls.save, { kind: 'device', value: '100% sure', note: 'Zebra_1' })
  const found = async (payload: Parameters<typeof admin.call<typeof whitelistCalls.list>>[1]) =>
    (await admin.call(whitelistCalls.list, payload)).records.map((entry) => entry.value)
  expect(await found({ q: '0% s' })).toEqual(['100% sure'])
  expect(await found({ q: 'zebra_' })).toEqual(['100% sure'])
  expect(await found({ q: 'zebra%' })).toEqual([])
  expect(await found({ kind: 'user' })).toEqual(['880001'])
})
