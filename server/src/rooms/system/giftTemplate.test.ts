// What is particular to gift templates; `records/declared.test.ts` tests the rest.
import type { Payload } from '@greenroom/contract/call'
import { giftTemplateCalls, giftTemplateGifts } from '@greenroom/contract/systemRecords'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { someGifts } from '../../../test/gifts.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'

let product: TestProduct
let admin: Client
let gifts: number[]

beforeAll(async () => {
  product = await startProduct({ PUBLIC_URL: 'https://admin.example.com' })
  admin = await product.administrator()
  gifts = await someGifts(product, 12)
})
afterAll(() => product.close())

type Template = Payload<typeof giftTemplateCalls.save>
const { info, list, save, turn, update } = giftTemplateCalls
const template = (more: Partial<Template> = {}): Template => ({
  name: 'Spring',
  scene: 'dynamic',
  giftIds: gifts.slice(0, 6),
  ...more,
})
const add = async (more: Partial<Template> = {}) => (await admin.call(save, template(more))).id
const shown = async (id: number) => (await admin.call(info, { id })).template
const refused = (more: Partial<Template>) => admin.refused(save, template(more))
const turned = (id: number, version: number, enabled: boolean) => admin.call(turn, { id, version, enabled })

test('a template is kept with its gifts in order, and is not enabled', async () => {
  const order = gifts.slice(2, 8).toReversed()
  const id = await add({ giftIds: order, remark: 'for May' })
  expect(await shown(id)).toMatchObject({
    enabled: false,
    remark: 'for May',
    gifts: order.map((giftId) => ({
      giftId,
      names: { en: `Gift ${giftId}`, cn: `礼物 ${giftId}` },
      price: 10,
      state: 'effective',
      picture: { url: expect.stringMatching(/^https:\/\/admin\.example\.com\/files\/.+\.webp$/) },
    })),
  })
  expect((await admin.call(list, { q: 'FOR MAY' })).records.map((row) => row.id)).toEqual([id])
})

test('a name has 1 to 20 characters, however many bytes they take', async () => {
  for (const name of ['', ' ', 'x'.repeat(21), 'a\u0000b'])
    expect(await refused({ name })).toEqual({ code: 70001, fields: ['name'] })
  for (const name of ['a', '礼'.repeat(20), '🎁'.repeat(20)]) await add({ name })
})

test('it has 6 to 10 different gifts of the catalogue, an even number', async () => {
  const five = gifts.slice(0, 5)
  for (const [code, reason, giftIds] of [
    [70004, 'gift.count', []],
    [70004, 'gift.count', five],
    [70005, 'gift.count', gifts],
    [70006, 'gift.count', gifts.slice(0, 7)],
    [70007, 'gift.twice', [...five, gifts[0]!]],
    [90003, 'gift.unknown', [...five, 999_999]],
  ] as const)
    expect(await refused({ giftIds: [...giftIds] })).toEqual({ code, fields: ['giftIds'], reason })
  const twice = await admin.send(giftTemplateCalls.save, template({ giftIds: [...five, gifts[0]!] }))
  expect(twice).toMatchObject({ detail: [{ field: 'giftIds', reason: 'gift.twice', params: { ids: [gifts[0]] } }] })
  expect(await refused({ giftIds: [...five, 'no id' as never] })).toMatchObject({
    code: 10009,
    reason: expect.stringMatching(/^field\./),
  })
})

test('a template shows the current gifts of the catalogue', async () => {
  const id = await add({ name: 'Follows' })
  const { database } = product
  await database.updateTable('official.gift').set({ enabled: false }).where('id', '=', gifts[0]!).execute()
  await database
    .updateTable('official.gift')
    .set({ texts: { en: 'Tulip' } })
    .where('id', '=', gifts[1]!)
    .execute()
  const now = (await shown(id)).gifts
  expect(now[0]).toMatchObject({ giftId: gifts[0], state: 'inactive' })
  expect(now[1]).toMatchObject({ names: { en: 'Tulip' } })
  const offered = (await admin.call(giftTemplateGifts, {})).gifts
  expect(offered.map(({ giftId }) => giftId)).toEqual(gifts)
  expect(offered[1]).toEqual(now[1])
})

test('one template is enabled in a scene; another is refused until it is disabled', async () => {
  const [one, other, elsewhere] = [await add({ scene: 'live' }), await add({ scene: 'live' }), await add()]
  await turned(one, 1, true)
  await turned(elsewhere, 1, true)
  const second = { id: other, version: 1, enabled: true }
  expect(await admin.refused(turn, second)).toEqual({ code: 90006, fields: ['enabled'], reason: 'gift.otherEnabled' })
  await turned(one, 2, false)
  await admin.call(turn, second)
  const { records } = await admin.call(list, { enabled: true, scene: 'live' })
  expect(records.map((row) => row.id)).toEqual([other])
})

test('of several enabled concurrently in a scene, one succeeds', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => add({ scene: 'chat' })))
  const answers = await Promise.all(ids.map((id) => admin.send(turn, { id, version: 1, enabled: true })))
  const codes = answers.map((answer) => (answer.code === 200 ? 200 : answer.errorCode))
  expect(codes.toSorted((a, b) => Number(a) - Number(b))).toEqual([200, 90006, 90006, 90006, 90006, 90006])
})

test('an enabled one can be edited, but neither moved to another scene nor deleted', async () => {
  const id = await add({ scene: 'call' })
  await turned(id, 1, true)
  const edited = template({ scene: 'call', giftIds: gifts.slice(0, 8) })
  await admin.call(update, { id, version: 2, ...edited })
  expect(await shown(id)).toMatchObject({ enabled: true, version: 3, can: { delete: 'inUse' } })
  expect(await admin.refused(update, { id, version: 3, ...template() })).toEqual({
    code: 90006,
    fields: ['scene'],
    reason: 'gift.moveFirst',
  })
  const { outcomes } = await admin.call(giftTemplateCalls.delete, { ids: [id], reason: 'old' })
  expect(outcomes).toMatchObject([{ id, ok: false, errorCode: 90006, reason: 'record.enabled' }])
})
