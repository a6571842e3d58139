import { officialAccountCalls, officialWriters } from '@greenroom/contract/official'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../../../test/bridge.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { appUser } from '../users/people.fixture.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

it('is a user of the app, once, with staff who may write as it', async () => {
  const userId = Number(await appUser(product))
  const { staff } = await admin.call(officialWriters, {})
  const writer = staff.find(({ username }) => username === 'admin')!
  const { id } = await admin.call(officialAccountCalls.save, {
    userId,
    title: 'Care',
    writerIds: [writer.staffId],
  })
  const again = { userId, title: 'Care again', writerIds: [] }
  expect(await admin.refused(officialAccountCalls.save, again)).toMatchObject({
    code: 10027,
    fields: ['userId'],
    reason: 'account.taken',
  })
  expect(await admin.refused(officialAccountCalls.save, { ...again, userId: 999_999_999 })).toMatchObject({
    code: 10032,
    reason: 'account.person',
  })
  expect(
    await admin.refused(officialAccountCalls.update, { id, version: 1, title: 'Care', writerIds: [999_999] }),
  ).toMatchObject({ code: 10009, fields: ['writerIds'], reason: 'account.writers' })
  const { account } = await admin.call(officialAccountCalls.info, { id })
  expect(account).toMatchObject({ person: { userId }, writers: [writer], enabled: true })
  const file = await admin.send(officialAccountCalls.list, { export: 'csv' })
  const { url } = (file as unknown as { result: { url: string } }).result
  const { body } = await product.app.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') })
  expect(body).toMatch(/,admin(,|\r)/)
  const app = await connect(product)
  expect((await app.state('accounts')).json()).toEqual({ version: 1, accounts: [{ userId, title: 'Care' }] })
  await admin.call(officialAccountCalls.enable, { ids: [id], enabled: false })
  expect((await app.state('accounts')).json()).toEqual({ version: 2, accounts: [] })
})
