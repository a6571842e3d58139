import { viewDelete, viewList, viewSave } from '@greenroom/contract/access'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { anAccount, password } from '../access.accounts.fixture.ts'

let product: TestProduct
let mine: Client
let theirs: Client
beforeAll(async () => {
  product = await startProduct()
  mine = await product.login((await anAccount(product)).username, password)
  theirs = await product.login((await anAccount(product)).username, password)
})
afterAll(() => product.close())

/** An account with these menus. */
async function withMenus(menus: Record<string, 1 | 3>) {
  const { username } = await anAccount(product, { menus })
  return { username, client: await product.login(username, password) }
}

const view = { screen: '/sys/log', name: 'Mondays', query: 'q=a&size=50' }

it('saves, changes and deletes a view of one screen and one account', async () => {
  const saved = await mine.call(viewSave, view)
  expect(await mine.call(viewList, { screen: view.screen })).toEqual({ views: [saved] })
  expect(await mine.call(viewList, { screen: '/sys/user' })).toEqual({ views: [] })
  expect(await theirs.call(viewList, { screen: view.screen })).toEqual({ views: [] })
  const changed = await mine.call(viewSave, { ...view, viewId: saved.viewId, name: 'Tuesdays', query: '' })
  expect(changed).toEqual({ ...saved, name: 'Tuesdays', query: '' })
  await mine.call(viewDelete, { viewId: saved.viewId })
  expect(await mine.call(viewList, { screen: view.screen })).toEqual({ views: [] })
})

it('refuses a name the account already uses on the screen, also for concurrent saves', async () => {
  const name = 'Twice'
  const both = await Promise.all([mine.send(viewSave, { ...view, name }), mine.send(viewSave, { ...view, name })])
  expect(both.filter((answer) => answer.code === 200)).toHaveLength(1)
  expect(await mine.refused(viewSave, { ...view, name })).toEqual({
    code: 10027,
    fields: ['name'],
    reason: 'view.name',
  })
  await theirs.call(viewSave, { ...view, name })
})

it("hides other accounts' views", async () => {
  const { viewId } = await theirs.call(viewSave, { ...view, name: 'Theirs' })
  expect(await mine.refused(viewSave, { ...view, viewId })).toMatchObject({ code: 10032 })
  expect(await mine.refused(viewDelete, { viewId })).toMatchObject({ code: 10032 })
  expect((await theirs.call(viewList, { screen: view.screen })).views.map((v) => v.name)).toContain('Theirs')
})

it('shares a view with everyone who has the menu; they may use it but not change it', async () => {
  const screen = 'system.log'
  const owner = await withMenus({ 'system.log': 3 })
  const reader = await withMenus({ 'system.log': 1 })
  const other = await withMenus({ 'system.role': 3 })
  const shared = { screen, name: 'Bans', query: 'operation=users.ban', shared: true }
  const { viewId } = await owner.client.call(viewSave, shared)
  expect((await reader.client.call(viewList, { screen })).views).toEqual([
    { ...shared, viewId, owner: owner.username, mine: false, mayDelete: false },
  ])
  expect((await owner.client.call(viewList, { screen })).views).toMatchObject([{ viewId, mine: true, mayDelete: true }])
  expect((await other.client.call(viewList, { screen })).views).toEqual([])
  expect(await other.client.refused(viewSave, shared)).toMatchObject({ code: 10026, reason: 'menu.missing' })
  expect(await reader.client.refused(viewSave, { ...shared, viewId })).toMatchObject({ code: 10032 })
  expect(await reader.client.refused(viewDelete, { viewId })).toMatchObject({ code: 10032 })
  // No longer shared: only its owner sees it.
  await owner.client.call(viewSave, { ...shared, viewId, shared: false })
  expect((await reader.client.call(viewList, { screen })).views).toEqual([])
})

it('lets an administrator delete shared views, but no private ones', async () => {
  const screen = 'system.log'
  const owner = await withMenus({ 'system.log': 1 })
  const admin = await product.administrator()
  const view = { screen, query: 'q=1' }
  const shared = await owner.client.call(viewSave, { ...view, name: 'Shared', shared: true })
  const own = await owner.client.call(viewSave, { ...view, name: 'Own' })
  expect((await admin.call(viewList, { screen })).views).toMatchObject([{ viewId: shared.viewId, mayDelete: true }])
  expect(await admin.refused(viewDelete, { viewId: own.viewId })).toMatchObject({ code: 10032 })
  await admin.call(viewDelete, { viewId: shared.viewId })
  expect((await owner.client.call(viewList, { screen })).views).toMatchObject([{ viewId: own.viewId }])
})
