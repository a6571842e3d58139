// Banners, activities and adverts through the product's calls, and the commands to the app.
import * as official from '@greenroom/contract/official'
import { type Planned, stateAt } from '@greenroom/contract/shown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { anUpload } from '../../../../test/official.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

let product: TestProduct
let admin: Client
let app: BridgeConnection
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  app = await connect(product, { endpoint: 'http://127.0.0.1:9/commands' })
})
afterAll(() => product.close())

let sort = 0
const banner = async (over: object = {}) => ({
  kind: 'banner' as const,
  name: `Banner ${++sort}`,
  pictureId: await anUpload(product, 'banner'),
  position: 'home' as const,
  sort,
  ...over,
})
const advert = (over: object = {}) => ({
  kind: 'advert' as const,
  name: `Advert ${++sort}`,
  texts: { en: 'Double tokens' },
  position: 'ticker' as const,
  sort,
  ...over,
})
const save = async (payload: Awaited<ReturnType<typeof banner>> | ReturnType<typeof advert>) =>
  (await admin.call(official.placementSave, payload)).id

const commandsOf = async (key: string) => {
  const row = await product.database
    .selectFrom('bridge.command')
    .select('data')
    .where('subject', '=', `config:${key}`)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.data as { version: number; value: Record<string, { name?: string }[]> } | undefined
}

describe('a placement', () => {
  it('is added disabled, edited, and refuses invalid input', async () => {
    const id = await save(await banner({ countries: ['BR', 'BR'], link: 'app://recharge', to: '2030-01-01' }))
    const { placement } = await admin.call(official.placementInfo, { kind: 'banner', id })
    expect(placement).toMatchObject({ state: 'inactive', enabled: false, countries: ['BR'], link: 'app://recharge' })
    const wrong = async (over: object) => admin.refused(official.placementSave, await banner(over))
    expect(await wrong({ position: 'ticker' })).toMatchObject({
      code: 10009,
      fields: ['position'],
      reason: 'placement.position',
    })
    expect(await wrong({ pictureId: await anUpload(product, 'activity') })).toMatchObject({ fields: ['pictureId'] })
    expect(await wrong({ link: 'javascript:alert(1)' })).toMatchObject({
      code: 10009,
      fields: ['link'],
      reason: 'field.invalid',
    })
    expect(await wrong({ link: 'http://plain.example' })).toMatchObject({
      code: 10009,
      fields: ['link'],
      reason: 'field.invalid',
    })
    expect(await wrong({ from: '2026-02-02', to: '2026-02-02' })).toMatchObject({
      code: 10009,
      fields: ['to'],
      reason: 'placement.period',
    })
    expect(await wrong({ sort: placement.sort })).toMatchObject({
      code: 90002,
      fields: ['sort'],
      reason: 'placement.sort',
    })
    const other = { ...(await banner()), id, version: placement.version }
    await admin.call(official.placementUpdate, other)
    expect(await admin.refused(official.placementUpdate, other)).toMatchObject({ code: 20000, reason: 'stale.by' })
  })

  it('has an English text, and texts of at most 100 characters', async () => {
    const wrong = (texts: object) => admin.refused(official.placementSave, advert({ texts }))
    expect(await wrong({ en: 'x'.repeat(101) })).toMatchObject({ code: 90001, fields: ['texts'] })
    expect(await wrong({ en: 'x', pt: '字'.repeat(101) })).toMatchObject({ code: 90001 })
    expect(await wrong({ pt: 'oi' })).toMatchObject({ code: 10009, fields: ['texts'], reason: 'placement.noText' })
    await save(advert({ texts: { en: '😀'.repeat(50), pt: '' } }))
  })

  it('belongs to its screen: another kind’s id is not found, another menu’s is refused', async () => {
    const id = await save(await banner())
    const { client } = await person(product, { permissions: { 'official.advert': 3 } })
    expect(await client.refused(official.placementList, { kind: 'banner' })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    expect(await client.refused(official.placementInfo, { kind: 'advert', id })).toMatchObject({
      code: 10032,
      reason: 'record.none',
    })
    const { outcomes } = await client.call(official.placementEnable, { kind: 'advert', ids: [id], enabled: true })
    expect(outcomes).toMatchObject([{ ok: false, errorCode: 10032 }])
    expect(
      await client.refused(official.placementOrder, { kind: 'banner', position: 'home', ids: [id] }),
    ).toMatchObject({ code: 10026, reason: 'menu.missing' })
  })

  it('is found by its state, which the list and the pure function agree on', async () => {
    const periods = [{}, { from: '2030-01-01' }, { to: '2020-01-01' }, { from: '2020-01-01', to: '2030-01-01' }]
    const ids: number[] = []
    for (const period of periods) ids.push(await save(await banner(period)), await save(await banner(period)))
    await admin.call(official.placementEnable, {
      kind: 'banner',
      ids: ids.filter((_, index) => index % 2 === 0),
      enabled: true,
    })
    const all = (await admin.call(official.placementList, { kind: 'banner', size: 200 })).records
    const now = product.clock.now().getTime()
    for (const state of ['inactive', 'effective', 'expired'] as const) {
      const found = (await admin.call(official.placementList, { kind: 'banner', state, size: 200 })).records
      const expected = all.filter((row) => stateAt(row as Planned, now) === state).map(({ id }) => id)
      expect(found.map(({ id }) => id)).toEqual(expected)
      expect(new Set(found.map((row) => row.state))).toEqual(new Set([state]))
    }
  })
})

describe('the order of a position', () => {
  it('is set in one call, and refused if it is stale', async () => {
    const position = 'profile' as const
    const ids: number[] = []
    for (let n = 0; n < 3; n++) ids.push(await save(await banner({ position })))
    const turned = ids.toReversed()
    await admin.call(official.placementOrder, { kind: 'banner', position, ids: turned })
    const { records } = await admin.call(official.placementList, { kind: 'banner', position })
    expect(records.map(({ id, sort: place }) => [id, place])).toEqual(turned.map((id, index) => [id, index + 1]))
    for (const wrong of [ids.slice(1), [...ids, ids[0]!], [ids[0]!, ids[0]!, ids[1]!]])
      expect(await admin.refused(official.placementOrder, { kind: 'banner', position, ids: wrong })).toMatchObject({
        code: 20000,
        reason: 'placement.order',
      })
  })
})

describe('commands to the app', () => {
  it('contain the complete set with a rising version, including future ones, not expired ones', async () => {
    const future = await save(await banner({ position: 'recharge', from: '2031-01-01' }))
    const past = await save(await banner({ position: 'recharge', to: '2020-01-01' }))
    const before = (await commandsOf('banners'))?.version ?? 0
    await admin.call(official.placementEnable, { kind: 'banner', ids: [future, past], enabled: true })
    const { version, value } = (await commandsOf('banners'))!
    expect(version).toBe(before + 1)
    const ids = (value as unknown as { banners: { bannerId: number }[] }).banners.map(({ bannerId }) => bannerId)
    expect(ids).toContain(future)
    expect(ids).not.toContain(past)
    expect((await app.state('banners')).json()).toEqual({ version, ...value })
  })

  it('are preceded by a preview that names those of which not all fit', async () => {
    const names = ['One profile', 'Two profiles']
    const ids = []
    for (const name of names) ids.push(await save(await banner({ name, position: 'profile', to: '2031-01-01' })))
    const clashes = async () =>
      (await admin.call(official.placementShown, { kind: 'banner', position: 'profile' })).clashes
    await admin.call(official.placementEnable, { kind: 'banner', ids: ids.slice(0, 1), enabled: true })
    expect(await clashes()).toEqual([])
    await admin.call(official.placementEnable, { kind: 'banner', ids, enabled: true })
    expect((await clashes()).map((clash) => clash.names)).toEqual([names])
  })

  it('agree with the preview for a viewer', async () => {
    const english = await save(advert({ position: 'chat', texts: { en: 'Hello', pt: 'Olá' }, countries: ['BR'] }))
    await admin.call(official.placementEnable, { kind: 'advert', ids: [english], enabled: true })
    const shown = async (over: object) =>
      (await admin.call(official.placementShown, { kind: 'advert', position: 'chat', ...over })).shown
    expect(await shown({ country: 'BR', language: 'pt' })).toMatchObject([{ text: 'Olá' }])
    expect(await shown({ country: 'BR', language: 'ru' })).toMatchObject([{ text: 'Hello' }])
    expect(await shown({ country: 'FR' })).toEqual([])
    expect((await app.state('adverts')).json()).toMatchObject({ adverts: [{ texts: { en: 'Hello', pt: 'Olá' } }] })
    const { outcomes } = await admin.call(official.placementDelete, { kind: 'advert', ids: [english], reason: 'over' })
    expect(outcomes).toMatchObject([{ errorCode: 90006, reason: 'record.enabled' }])
  })
})
