import { versionCalls } from '@greenroom/contract/systemRecords'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'

let product: TestProduct
let admin: Client

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

const fields = {
  name: '2.4.0',
  address: 'https://example.com/app.apk',
  description: 'Faster calls',
  mandatory: false,
  sharePercent: 20,
}
const add = (app: string, build: number, more: Partial<typeof fields> = {}) =>
  admin.call(versionCalls.save, { app, build, ...fields, ...more })

const listed = async (payload: { app?: string; q?: string; mandatory?: boolean; sort?: string } = {}) =>
  (await admin.call(versionCalls.list, payload)).records

test('versions are listed newest first', async () => {
  await add('Alpha', 10)
  const { id } = await add('Alpha', 11, { name: '2.4.1', mandatory: true })
  const rows = await listed({ app: 'Alpha' })
  expect(rows.map((row) => row.build)).toEqual([11, 10])
  expect(rows[0]).toMatchObject({
    id,
    app: 'Alpha',
    name: '2.4.1',
    mandatory: true,
    sharePercent: 20,
    createdBy: 'admin',
    version: 1,
  })
  expect(rows[0]?.can).toEqual({ update: true, delete: true })
  expect((await listed({ app: 'Alpha', sort: 'build' })).map((row) => row.build)).toEqual([10, 11])
})

test('a build is unique, and above the newest of its app', async () => {
  await add('Beta', 10)
  expect(await admin.refused(versionCalls.save, { app: 'Beta', build: 10, ...fields })).toEqual({
    code: 10027,
    fields: ['build'],
    reason: 'version.exists',
  })
  expect(await admin.refused(versionCalls.save, { app: 'Beta', build: 9, ...fields })).toEqual({
    code: 10009,
    fields: ['build'],
    reason: 'version.newest',
  })
  await add('Gamma', 9)
})

test.each([
  ['name', '2.x', 'field.invalid'],
  ['name', '7', 'field.invalid'],
  ['address', 'http://example.com/app.apk', 'field.invalid'],
  ['address', 'app.apk', 'field.invalid'],
  ['description', '', 'field.required'],
  ['sharePercent', 101, 'field.tooLarge'],
  ['sharePercent', -1, 'field.tooSmall'],
  ['build', 0, 'field.tooSmall'],
])('refuses %s %s', async (field, value, reason) => {
  expect(await admin.refused(versionCalls.save, { app: 'Delta', build: 1, ...fields, [field]: value })).toEqual({
    code: 10009,
    fields: expect.arrayContaining([field]),
    reason,
  })
})

test('a batch deletes existing versions; their builds are free again', async () => {
  const { id } = await add('Zeta', 5)
  expect(await admin.refused(versionCalls.delete, { ids: [id], reason: '' })).toEqual({
    code: 11004,
    fields: ['reason'],
  })
  const { outcomes } = await admin.call(versionCalls.delete, { ids: [999_999, id], reason: 'crashes' })
  expect(outcomes).toMatchObject([
    { id: 999_999, ok: false, errorCode: 10032 },
    { id, ok: true },
  ])
  await add('Zeta', 5)
})

test('filters by name, description and build', async () => {
  await add('Eta', 4_711, { name: '9.9.9', description: 'Purple everywhere' })
  const found = async (q: string) => (await listed({ q })).map((row) => row.app)
  expect(await found('9.9.')).toEqual(['Eta'])
  expect(await found('PURPLE')).toEqual(['Eta'])
  expect(await found('4711')).toEqual(['Eta'])
  expect(await found('471')).toEqual([])
  expect((await listed({ mandatory: true })).every((row) => row.mandatory)).toBe(true)
})
