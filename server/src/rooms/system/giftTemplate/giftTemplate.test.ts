import type { Payload } from '@greenroom/contract/call'
import {
  giftTemplateDelete,
  giftTemplateEnable,
  giftTemplateInfo,
  giftTemplateList,
  giftTemplateSave,
  giftTemplateUpdate,
} from '@greenroom/contract/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { newId } from '../../../kit/random.ts'
import { picturesInUse } from './pictures.ts'

let product: TestProduct
let admin: Client
let pictures: string[]

/** What uploading leaves behind. */
async function upload(count: number, purpose = 'giftPicture', mime = 'image/webp'): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: newId(product.clock.now()),
    purpose,
    mime,
    bytes: 10,
    width: 4,
    height: 4,
    sha256: Buffer.alloc(32),
    storage_key: 'none',
    created_at: product.clock.now(),
  }))
  await product.database.insertInto('files.file').values(rows).execute()
  return rows.map((row) => row.id)
}

beforeAll(async () => {
  product = await startProduct({ PUBLIC_URL: 'https://admin.example.com' })
  admin = await product.administrator()
  pictures = await upload(12)
})
afterAll(() => product.close())

const template = (more: Partial<Payload<typeof giftTemplateSave>> = {}): Payload<typeof giftTemplateSave> => ({
  name: 'Spring',
  scene: 'dynamic',
  pictureIds: pictures.slice(0, 6),
  ...more,
})
const add = async (more: Partial<Payload<typeof giftTemplateSave>> = {}) =>
  (await admin.call(giftTemplateSave, template(more))).id
const info = async (id: number) => (await admin.call(giftTemplateInfo, { id })).template
const codeOf = async (more: Partial<Payload<typeof giftTemplateSave>>) =>
  admin.refused(giftTemplateSave, template(more))

test('a template is kept with its pictures in order, and is not enabled', async () => {
  const order = pictures.slice(2, 8).toReversed()
  const id = await add({ pictureIds: order, remark: 'for May' })
  expect(await info(id)).toMatchObject({
    id,
    name: 'Spring',
    scene: 'dynamic',
    enabled: false,
    remark: 'for May',
    updatedBy: 'admin',
    version: 1,
    pictures: order.map((fileId) => ({ fileId, url: `https://admin.example.com/files/${fileId}.webp` })),
    can: { update: true, enable: true, disable: 'already', delete: true },
  })
  expect(await admin.refused(giftTemplateInfo, { id: 999_999 })).toMatchObject({ code: 10032 })
})

test('a name is neither empty nor over 20 characters', async () => {
  expect(await codeOf({ name: '' })).toEqual({ code: 70001, fields: ['name'] })
  expect(await codeOf({ name: 'x'.repeat(21) })).toEqual({ code: 70001, fields: ['name'] })
  expect(await codeOf({ name: 'a\u0000b' })).toEqual({ code: 70001, fields: ['name'] })
  await add({ name: '🎁'.repeat(20) })
})

test('there are 6 to 10 pictures, an even count, each uploaded as one, each once', async () => {
  const fault = async (pictureIds: string[]) => admin.refused(giftTemplateSave, template({ pictureIds }))
  expect(await fault(pictures.slice(0, 5))).toEqual({ code: 70004, fields: ['pictureIds'] })
  expect(await fault([])).toEqual({ code: 70004, fields: ['pictureIds'] })
  expect(await fault(pictures.slice(0, 12))).toEqual({ code: 70005, fields: ['pictureIds'] })
  expect(await fault(pictures.slice(0, 7))).toEqual({ code: 70006, fields: ['pictureIds'] })
  expect((await fault([...pictures.slice(0, 5), 'no id'])).code).toBe(70007)
  expect(await fault([...pictures.slice(0, 5), pictures[0]!])).toEqual({ code: 70007, fields: ['pictureIds'] })
  // The same id in capitals is the same picture.
  expect(await fault([...pictures.slice(0, 5), pictures[0]!.toUpperCase()])).toMatchObject({ code: 70007 })
  const stranger = newId(product.clock.now())
  expect(await fault([...pictures.slice(0, 5), stranger])).toMatchObject({ code: 70007 })
  const [avatar] = await upload(1, 'avatar')
  expect(await fault([...pictures.slice(0, 5), avatar!])).toMatchObject({ code: 70007 })
})

test('one template is enabled in a scene', async () => {
  const one = await add({ scene: 'live', name: 'One' })
  const other = await add({ scene: 'live', name: 'Other' })
  const elsewhere = await add({ scene: 'call' })
  await admin.call(giftTemplateEnable, { id: one, version: 1, enabled: true })
  await admin.call(giftTemplateEnable, { id: elsewhere, version: 1, enabled: true })
  expect(await admin.refused(giftTemplateEnable, { id: other, version: 1, enabled: true })).toEqual({
    code: 90006,
    fields: ['enabled'],
  })
  expect(await admin.refused(giftTemplateEnable, { id: one, version: 2, enabled: true })).toEqual({
    code: 20000,
    fields: ['enabled'],
  })
  expect((await info(one)).can).toEqual({ update: true, enable: 'already', disable: true, delete: 'inUse' })
  await admin.call(giftTemplateEnable, { id: one, version: 2, enabled: false })
  await admin.call(giftTemplateEnable, { id: other, version: 1, enabled: true })
  const { records } = await admin.call(giftTemplateList, { enabled: true, scene: 'live' })
  expect(records.map((row) => row.id)).toEqual([other])
  expect(await admin.refused(giftTemplateEnable, { id: 999_999, version: 1, enabled: true })).toMatchObject({
    code: 10032,
  })
})

test('of many enabled at once in a scene, one is', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => add({ scene: 'chat', name: `Race ${index}` })))
  const answers = await Promise.all(ids.map((id) => admin.send(giftTemplateEnable, { id, version: 1, enabled: true })))
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.code === 500 && answer.errorCode === 90006)).toHaveLength(5)
  const { records } = await admin.call(giftTemplateList, { enabled: true, scene: 'chat' })
  expect(records).toHaveLength(1)
})

test('an enabled one can be edited, but neither moved to another scene nor deleted', async () => {
  await product.database.updateTable('system.gift_template').set({ enabled: false }).execute()
  const id = await add({ scene: 'live', name: 'In use' })
  await admin.call(giftTemplateEnable, { id, version: 1, enabled: true })
  await admin.call(giftTemplateUpdate, {
    id,
    version: 2,
    ...template({ scene: 'live', name: 'Still in use', pictureIds: pictures.slice(0, 8) }),
  })
  expect(await info(id)).toMatchObject({ name: 'Still in use', enabled: true, version: 3 })
  expect(await admin.refused(giftTemplateUpdate, { id, version: 3, ...template({ scene: 'call' }) })).toEqual({
    code: 90006,
    fields: ['scene'],
  })
  const free = await add({ name: 'Free' })
  expect(await admin.refused(giftTemplateDelete, { ids: [id, free], reason: '' })).toEqual({
    code: 11004,
    fields: ['reason'],
  })
  const { outcomes } = await admin.call(giftTemplateDelete, { ids: [id, free, 999_999], reason: 'old' })
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
  await admin.call(giftTemplateUpdate, { id, version: 1, ...template({ name: 'Second' }) })
  const stale = await admin.send(giftTemplateUpdate, { id, version: 1, ...template({ name: 'Third' }) })
  expect(stale).toMatchObject({
    code: 500,
    errorCode: 20000,
    detail: [
      { field: 'version', message: expect.stringContaining('changed by admin at') },
      { field: 'name', message: 'is now "Second"' },
    ],
  })
  expect(await admin.refused(giftTemplateEnable, { id, version: 1, enabled: true })).toMatchObject({ code: 20000 })
  expect(await admin.refused(giftTemplateUpdate, { id: 999_999, version: 1, ...template() })).toMatchObject({
    code: 10032,
  })
})

test('finds by name and remark, sorts by name, and tells a reader that she may only read', async () => {
  await add({ name: 'Quetzal' })
  await add({ name: 'Quokka', remark: 'smiles' })
  const { client } = await person(product, { permissions: { 'system.giftTemplate': 1 } })
  const { records } = await client.call(giftTemplateList, { q: 'qu', sort: '-name' })
  expect(records.map((row) => row.name)).toEqual(['Quokka', 'Quetzal'])
  expect(records[0]?.can).toEqual({ update: 'readOnly', enable: 'readOnly', disable: 'readOnly', delete: 'readOnly' })
  expect((await client.call(giftTemplateList, { q: 'SMILES' })).records).toHaveLength(1)
})

test('pictures that a template shows are in use, others are not', async () => {
  const shown = await upload(6)
  const [free] = await upload(1)
  await add({ pictureIds: shown })
  const ask = (ids: string[]) => product.database.transaction().execute((tx) => picturesInUse(tx, ids))
  expect((await ask([...shown, free!])).toSorted()).toEqual(shown.toSorted())
  expect(await ask([free!])).toEqual([])
})
