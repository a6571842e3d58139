import type { Payload } from '@greenroom/contract/call'
import { giftTemplateCalls, giftTemplateGifts } from '@greenroom/contract/systemRecords'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { someGifts } from '../../../../test/gifts.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

let product: TestProduct
let admin: Client
let gifts: number[]

beforeAll(async () => {
  product = await startProduct({ PUBLIC_URL: 'https://admin.example.com' })
  admin = await product.administrator()
  gifts = await someGifts(product, 12)
})
afterAll(() => product.close())

const template = (
  more: Partial<Payload<typeof giftTemplateCalls.save>> = {},
): Payload<typeof giftTemplateCalls.save> => ({
  name: 'Spring',
  scene: 'dynamic',
  giftIds: gifts.slice(0, 6),
  ...more,
})
const add = async (more: Partial<Payload<typeof giftTemplateCalls.save>> = {}) =>
  (await admin.call(giftTemplateCalls.save, template(more))).id
const info = async (id: number) => (await admin.call(giftTemplateCalls.info, { id })).template
const codeOf = async (more: Partial<Payload<typeof giftTemplateCalls.save>>) =>
  admin.refused(giftTemplateCalls.save, template(more))

test('a template is kept with its gifts in order, and is not enabled', async () => {
  const order = gifts.slice(2, 8).toReversed()
  const id = await add({ giftIds: order, remark: 'for May' })
  expect(await info(id)).toMatchObject({
    id,
    name: 'Spring',
    scene: 'dynamic',
    enabled: false,
    remark: 'for May',
    updatedBy: 'admin',
    version: 1,
    gifts: order.map((giftId) => ({
      giftId,
      names: { en: `Gift ${giftId}`, cn: `礼物 ${giftId}` },
      price: 10,
      state: 'effective',
      picture: { url: expect.stringMatching(/^https:\/\/admin\.example\.com\/files\/.+\.webp$/) },
    })),
    can: { update: true, enable: true, disable: 'already', delete: true },
  })
  expect(await admin.refused(giftTemplateCalls.info, { id: 999_999 })).toMatchObject({ code: 10032 })
})

test('a name is neither empty nor over 20 characters', async () => {
  expect(await codeOf({ name: '' })).toEqual({ code: 70001, fields: ['name'] })
  expect(await codeOf({ name: 'x'.repeat(21) })).toEqual({ code: 70001, fields: ['name'] })
  expect(await codeOf({ name: 'a\u0000b' })).toEqual({ code: 70001, fields: ['name'] })
  await add({ name: '🎁'.repeat(20) })
})

test('there are 6 to 10 gifts, an even count, each of the catalogue, each once', async () => {
  const fault = async (giftIds: number[]) => admin.refused(giftTemplateCalls.save, template({ giftIds }))
  expect(await fault(gifts.slice(0, 5))).toEqual({ code: 70004, fields: ['giftIds'] })
  expect(await fault([])).toEqual({ code: 70004, fields: ['giftIds'] })
  expect(await fault(gifts.slice(0, 12))).toEqual({ code: 70005, fields: ['giftIds'] })
  expect(await fault(gifts.slice(0, 7))).toEqual({ code: 70006, fields: ['giftIds'] })
  expect(await fault([...gifts.slice(0, 5), gifts[0]!])).toEqual({ code: 70007, fields: ['giftIds'] })
  expect((await fault([...gifts.slice(0, 5), 'no id' as never])).code).toBe(70007)
  expect(await fault([...gifts.slice(0, 5), 999_999])).toEqual({ code: 90003, fields: ['giftIds'] })
})

test('a template shows the gifts as the catalogue has them now', async () => {
  const id = await add({ name: 'Follows' })
  const { database } = product
  await database.updateTable('official.gift').set({ enabled: false }).where('id', '=', gifts[0]!).execute()
  await database.updateTable('official.gift').set({ name_en: 'Tulip' }).where('id', '=', gifts[1]!).execute()
  const { gifts: shown } = await info(id)
  expect(shown[0]).toMatchObject({ giftId: gifts[0], state: 'inactive' })
  expect(shown[1]).toMatchObject({ names: { en: 'Tulip' } })
  const offered = (await admin.call(giftTemplateGifts, {})).gifts
  expect(offered.map(({ giftId }) => giftId)).toEqual(gifts)
  expect(offered[1]).toEqual(shown[1])
})

test('one template is enabled in a scene', async () => {
  const one = await add({ scene: 'live', name: 'One' })
  const other = await add({ scene: 'live', name: 'Other' })
  const elsewhere = await add({ scene: 'call' })
  await admin.call(giftTemplateCalls.turn, { id: one, version: 1, enabled: true })
  await admin.call(giftTemplateCalls.turn, { id: elsewhere, version: 1, enabled: true })
  expect(await admin.refused(giftTemplateCalls.turn, { id: other, version: 1, enabled: true })).toEqual({
    code: 90006,
    fields: ['enabled'],
  })
  expect(await admin.refused(giftTemplateCalls.turn, { id: one, version: 2, enabled: true })).toEqual({
    code: 20000,
    fields: ['enabled'],
  })
  expect((await info(one)).can).toEqual({ update: true, enable: 'already', disable: true, delete: 'inUse' })
  await admin.call(giftTemplateCalls.turn, { id: one, version: 2, enabled: false })
  await admin.call(giftTemplateCalls.turn, { id: other, version: 1, enabled: true })
  const { records } = await admin.call(giftTemplateCalls.list, { enabled: true, scene: 'live' })
  expect(records.map((row) => row.id)).toEqual([other])
  expect(await admin.refused(giftTemplateCalls.turn, { id: 999_999, version: 1, enabled: true })).toMatchObject({
    code: 10032,
  })
})

test('of many enabled at once in a scene, one is', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => add({ scene: 'chat', name: `Race ${index}` })))
  const answers = await Promise.all(
    ids.map((id) => admin.send(giftTemplateCalls.turn, { id, version: 1, enabled: true })),
  )
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.code === 500 && answer.errorCode === 90006)).toHaveLength(5)
  const { records } = await admin.call(giftTemplateCalls.list, { enabled: true, scene: 'chat' })
  expect(records).toHaveLength(1)
})

test('an enabled one can be edited, but neither moved to another scene nor deleted', async () => {
  await product.database.updateTable('system.gift_template').set({ enabled: false }).execute()
  const id = await add({ scene: 'live', name: 'In use' })
  await admin.call(giftTemplateCalls.turn, { id, version: 1, enabled: true })
  await admin.call(giftTemplateCalls.update, {
    id,
    version: 2,
    ...template({ scene: 'live', name: 'Still in use', giftIds: gifts.slice(0, 8) }),
  })
  expect(await info(id)).toMatchObject({ name: 'Still in use', enabled: true, version: 3 })
  expect(await admin.refused(giftTemplateCalls.update, { id, version: 3, ...template({ scene: 'call' }) })).toEqual({
    code: 90006,
    fields: ['scene'],
  })
  const free = await add({ name: 'Free' })
  expect(await admin.refused(giftTemplateCalls.delete, { ids: [id, free], reason: '' })).toEqual({
    code: 11004,
    fields: ['reason'],
  })
  const { outcomes } = await admin.call(giftTemplateCalls.delete, { ids: [id, free, 999_999], reason: 'old' })
  expect(outcomes).toMatchObject([
    { id, ok: false, errorCode: 90006 },
    { id: free, ok: true },
    { id: 999_999, ok: false, errorCode: 10032 },
  ])
  const entry = await product.database
    .selectFrom('log.entry')
    .selectAll()
    .where('operation', '=', 'giftTemplate.delete')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ target: `giftTemplate ${free}`, reason: 'old', before: { name: 'Free' }, after: null })
})

test('a stale write learns who was faster', async () => {
  const id = await add({ name: 'First' })
  await admin.call(giftTemplateCalls.update, { id, version: 1, ...template({ name: 'Second' }) })
  const stale = await admin.send(giftTemplateCalls.update, { id, version: 1, ...template({ name: 'Third' }) })
  expect(stale).toMatchObject({
    code: 500,
    errorCode: 20000,
    detail: [
      { field: 'version', message: expect.stringContaining('changed by admin at') },
      { field: 'name', message: 'is now "Second"' },
    ],
  })
  expect(await admin.refused(giftTemplateCalls.turn, { id, version: 1, enabled: true })).toMatchObject({ code: 20000 })
  expect(await admin.refused(giftTemplateCalls.update, { id: 999_999, version: 1, ...template() })).toMatchObject({
    code: 10032,
  })
})

test('finds by name and remark, sorts by name, and shows a reader no verbs', async () => {
  await add({ name: 'Quetzal' })
  await add({ name: 'Quokka', remark: 'smiles' })
  const { client } = await person(product, { permissions: { 'system.giftTemplate': 1 } })
  const { records } = await client.call(giftTemplateCalls.list, { q: 'qu', sort: '-name' })
  expect(records.map((row) => row.name)).toEqual(['Quokka', 'Quetzal'])
  expect(records[0]?.can).toEqual({ update: 'readOnly', enable: 'readOnly', disable: 'readOnly', delete: 'readOnly' })
  expect((await client.call(giftTemplateCalls.list, { q: 'SMILES' })).records).toHaveLength(1)
})
