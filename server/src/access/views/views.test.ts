import { viewDelete, viewList, viewSave } from '@greenroom/contract/access'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { anAccount, password } from '../accounts.fixture.ts'

let product: TestProduct
let mine: Client
let hers: Client
beforeAll(async () => {
  product = await startProduct()
  mine = await product.login((await anAccount(product)).username, password)
  hers = await product.login((await anAccount(product)).username, password)
})
afterAll(() => product.close())

const view = { screen: '/sys/log', name: 'Mondays', query: 'q=a&size=50' }

it('saves, changes and deletes a view, of one screen and one person', async () => {
  const saved = await mine.call(viewSave, view)
  expect(await mine.call(viewList, { screen: view.screen })).toEqual({ views: [saved] })
  expect(await mine.call(viewList, { screen: '/sys/user' })).toEqual({ views: [] })
  expect(await hers.call(viewList, { screen: view.screen })).toEqual({ views: [] })
  const changed = await mine.call(viewSave, { ...view, viewId: saved.viewId, name: 'Tuesdays', query: '' })
  expect(changed).toEqual({ ...saved, name: 'Tuesdays', query: '' })
  await mine.call(viewDelete, { viewId: saved.viewId })
  expect(await mine.call(viewList, { screen: view.screen })).toEqual({ views: [] })
})

it('refuses a name she has on the screen, also when both come at once', async () => {
  const name = 'Twice'
  const both = await Promise.all([mine.send(viewSave, { ...view, name }), mine.send(viewSave, { ...view, name })])
  expect(both.filter((answer) => answer.code === 200)).toHaveLength(1)
  expect(await mine.refused(viewSave, { ...view, name })).toEqual({ code: 10027, fields: ['name'] })
  await hers.call(viewSave, { ...view, name })
})

it("has no views of others'", async () => {
  const { viewId } = await hers.call(viewSave, { ...view, name: 'Hers' })
  expect(await mine.refused(viewSave, { ...view, viewId })).toMatchObject({ code: 10032 })
  expect(await mine.refused(viewDelete, { viewId })).toMatchObject({ code: 10032 })
  expect((await hers.call(viewList, { screen: view.screen })).views.map((v) => v.name)).toContain('Hers')
})
