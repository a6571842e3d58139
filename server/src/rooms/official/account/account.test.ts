import * as official from '@greenroom/contract/official'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { appUser } from '../../users/people.fixture.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

it('is a user of the app, once, with staff who may write as it', async () => {
  const userId = Number(await appUser(product))
  const { staff } = await admin.call(official.officialWriters, {})
  const writer = staff.find(({ username }) => username === 'admin')!
  const { id } = await admin.call(official.officialAccountSave, { userId, title: 'Care', writerIds: [writer.staffId] })
  const again = { userId, title: 'Care again', writerIds: [] }
  expect(await admin.refused(official.officialAccountSave, again)).toMatchObject({ code: 10027, fields: ['userId'] })
  expect(await admin.refused(official.officialAccountSave, { ...again, userId: 999_999_999 })).toMatchObject({
    code: 10032,
  })
  expect(
    await admin.refused(official.officialAccountUpdate, { id, version: 1, title: 'Care', writerIds: [999_999] }),
  ).toMatchObject({ code: 10009, fields: ['writerIds'] })
  const { account } = await admin.call(official.officialAccountInfo, { id })
  expect(account).toMatchObject({ person: { userId }, writers: [writer], enabled: true })
  const app = await connect(product)
  expect((await app.state('accounts')).json()).toEqual({ version: 1, accounts: [{ userId, title: 'Care' }] })
  await admin.call(official.officialAccountEnable, { ids: [id], enabled: false })
  expect((await app.state('accounts')).json()).toEqual({ version: 2, accounts: [] })
})

it('is changed only by those who may write there', async () => {
  const { client } = await person(product, { permissions: { 'official.account': 1 } })
  const { records } = await client.call(official.officialAccountList, { q: 'Care' })
  expect(records[0]!.can).toEqual({ update: 'readOnly', enable: 'readOnly', disable: 'readOnly' })
  expect(await client.refused(official.officialAccountEnable, { ids: [records[0]!.id], enabled: true })).toMatchObject({
    code: 10026,
  })
})
