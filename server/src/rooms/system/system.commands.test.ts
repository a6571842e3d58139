// Commands to the app when staff change its configuration: the complete set with a version, in the transaction of the change.
import type { StateName } from '@greenroom/contract/bridge.schema'
import { commandData } from '@greenroom/contract/bridgeCommands.schema'
import { approvalDecide, paramAdd, paramDelete, paramSet } from '@greenroom/contract/system'
import { countryCalls, giftTemplateCalls, versionCalls } from '@greenroom/contract/systemRecords'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BridgeConnection, connect } from '../../../test/bridge.ts'
import { someGifts } from '../../../test/gifts.ts'
import { person } from '../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { commandsOn } from '../users/people.fixture.ts'

let product: TestProduct
let admin: Client
let app: BridgeConnection

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  app = await connect(product, { endpoint: 'https://app.invalid/commands' })
})
afterAll(() => product.close())

/** All commands about a subject, in order. */
const commandsAbout = (subject: string) => commandsOn(product, subject)

/** The last command of a key equals the state that the app would read; its version is the number of changes. */
async function expectSent(key: Extract<StateName, 'parameters' | 'gifts' | 'countries'>, times: number) {
  const commands = await commandsAbout(`config:${key}`)
  expect(commands.map(({ data }) => commandData['config.changed'].parse(data).version)).toEqual(
    Array.from({ length: times }, (_, index) => index + 1),
  )
  const { version, ...value } = (await app.state(key)).json()
  expect(version).toBe(times)
  expect(commands.at(-1)).toEqual({ type: 'config.changed', data: { key, version, value } })
}

describe('parameters', () => {
  test('needed by the front end are sent, others are not', async () => {
    await admin.call(paramSet, { key: 'sms_per_hour', value: '7', version: 1, reason: 'x' })
    expect(await commandsAbout('config:parameters')).toEqual([])

    const own = { type: 'text', nameEn: 'Motto', nameCn: '标语' } as const
    await admin.call(paramAdd, { key: 'hidden', value: 'a', frontEndNeeded: false, ...own })
    expect(await commandsAbout('config:parameters')).toEqual([])
    await admin.call(paramAdd, { key: 'motto', value: 'a', frontEndNeeded: true, ...own })
    await expectSent('parameters', 1)
    await admin.call(paramSet, { key: 'motto', value: 'b', version: 1, reason: 'x' })
    await expectSent('parameters', 2)
    await admin.call(paramDelete, { key: 'motto', reason: 'x' })
    await expectSent('parameters', 3)
  })

  test('that need two members of staff are sent when the second approves', async () => {
    const before = (await commandsAbout('config:parameters')).length
    const change = { key: 'platform_time_zone', value: 'America/Sao_Paulo', version: 1, reason: 'x' }
    const { approvalId } = await admin.call(paramSet, change)
    expect(await commandsAbout('config:parameters')).toHaveLength(before)
    const second = await person(product, { permissions: { 'system.approval': 3, 'system.param': 3 } })
    await second.client.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })
    await expectSent('parameters', before + 1)
    const read = (await app.state('parameters')).json()
    expect(read.parameters).toContainEqual({ key: 'platform_time_zone', type: 'timeZone', value: 'America/Sao_Paulo' })
  })
})

test('countries are sent while enabled, and when enabled or disabled', async () => {
  const { records } = await admin.call(countryCalls.list, { q: 'BR' })
  const country = records.find(({ code }) => code === 'BR')!
  const { code, diallingCode, currency, region, sort, names } = country
  const update = (nameEn: string, version: number) =>
    admin.call(countryCalls.update, {
      code,
      diallingCode,
      currency,
      region,
      sort,
      nameEn,
      nameCn: names.cn,
      version,
    })
  await update('Brasil', 1)
  await expectSent('countries', 1)
  await admin.call(countryCalls.enable, { codes: ['BR', 'FR'], enabled: false })
  await expectSent('countries', 2)
  // Nothing that the app reads.
  await update('Brazil', 3)
  await admin.call(countryCalls.enable, { codes: ['BR'], enabled: false })
  await expectSent('countries', 2)
  await admin.call(countryCalls.enable, { codes: ['BR', 'FR'], enabled: true })
  await expectSent('countries', 3)
})

test('two concurrent changes are sent one after the other, the later one with both', async () => {
  const before = (await commandsAbout('config:countries')).length
  await Promise.all(
    ['DE', 'ES', 'IT', 'PT'].map((code) => admin.call(countryCalls.enable, { codes: [code], enabled: false })),
  )
  await expectSent('countries', before + 4)
})

test('gift templates are sent when one is enabled, edited while enabled, or disabled', async () => {
  const giftIds = await someGifts(product, 6)
  const fields = { name: 'Spring', scene: 'dynamic', giftIds } as const
  const { id } = await admin.call(giftTemplateCalls.save, fields)
  await admin.call(giftTemplateCalls.update, { id, version: 1, ...fields, name: 'May' })
  expect(await commandsAbout('config:gifts')).toEqual([])
  await admin.call(giftTemplateCalls.turn, { id, version: 2, enabled: true })
  await expectSent('gifts', 1)
  await admin.call(giftTemplateCalls.update, { id, version: 3, ...fields, name: 'June' })
  await expectSent('gifts', 2)
  await admin.call(giftTemplateCalls.turn, { id, version: 4, enabled: false })
  await expectSent('gifts', 3)
})

test('the newest version of an app is sent when it is added, edited, or becomes newest after a deletion', async () => {
  const fields = { name: '2.4.0', address: 'https://example.com/app', description: 'x', mandatory: false }
  const add = async (build: number) =>
    (await admin.call(versionCalls.save, { app: 'Told', build, ...fields, sharePercent: 10 })).id
  const builds = async () =>
    (await commandsAbout('app:Told')).map(({ type, data }) => {
      expect(type).toBe('version.published')
      const { build, sharePercent } = commandData['version.published'].parse(data)
      return [build, sharePercent]
    })
  const [first, second] = [await add(1), await add(2)]
  await admin.call(versionCalls.update, { id: second, version: 1, ...fields, sharePercent: 50 })
  expect(await builds()).toEqual([
    [1, 10],
    [2, 10],
    [2, 50],
  ])
  await admin.call(versionCalls.update, { id: first, version: 1, ...fields, sharePercent: 90 })
  await admin.call(versionCalls.delete, { ids: [second], reason: 'crashes' })
  expect((await builds()).slice(3)).toEqual([[1, 90]])
  const commands = (await commandsAbout('app:Told')).at(-1)!.data
  expect((await app.state('versions')).json().versions).toContainEqual(commands)
})
