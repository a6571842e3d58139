import { languageChoose, logout, menuNav, sessionEnd, sessionList, userInfo } from '@greenroom/contract/access'
import { menuKeys, rootMenuIds, screens } from '@greenroom/contract/screens'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProduct, type TestProduct } from '../../../test/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

it('tells the administrator who they are, and grants 3 on every screen that exists', async () => {
  const admin = await product.administrator()
  const { user, platform } = await admin.call(userInfo, {})
  expect(user).toMatchObject({ username: 'admin', status: 1, unionId: null, roles: [{ roleName: 'Administrator' }] })
  expect(user.permissions).toEqual(Object.fromEntries(menuKeys.map((key) => [key, 3])))
  expect(platform.timeZone).toBe('UTC')
})

it('shows only roots with a screen below, in sidebar order', async () => {
  const { menuList } = await (await product.administrator()).call(menuNav, {})
  const order = rootMenuIds.filter((id) => menuList.some((entry) => entry.id === id))
  expect(menuList.map((entry) => entry.id)).toEqual(order)
  expect(menuList[0]?.sysMenus.map((entry) => entry.key)).toContain('system.log')
  const known = new Set<string>(Object.values(screens).map(({ path }) => path))
  const shown = menuList.flatMap((root) => root.sysMenus.map(({ url }) => url))
  expect(shown.filter((url) => !known.has(url))).toEqual([])
})

it('ends the session on log-out', async () => {
  const client = await product.administrator()
  await client.call(logout, {})
  expect(await client.refused(userInfo, {})).toMatchObject({ code: 10007 })
})

it('lists the caller’s sessions and ends one; other accounts’ sessions are not found', async () => {
  const [one, other] = [await product.administrator(), await product.administrator()]
  const mine = (await other.call(sessionList, {})).sessions.find((session) => session.current)!
  await one.call(sessionEnd, { sessionId: mine.sessionId })
  expect(await other.refused(userInfo, {})).toMatchObject({ code: 10007 })
  expect((await one.call(sessionList, {})).sessions.map((s) => s.sessionId)).not.toContain(mine.sessionId)
  for (const sessionId of [mine.sessionId, 'nonsense'])
    expect(await one.refused(sessionEnd, { sessionId })).toMatchObject({ code: 10032 })
})

it('answers in the chosen language', async () => {
  const admin = await product.administrator()
  await admin.call(languageChoose, { language: 'cn' })
  expect((await admin.call(menuNav, {})).menuList[0]?.name).toBe('系统')
  await admin.call(languageChoose, { language: 'en' })
  expect((await admin.call(menuNav, {})).menuList[0]?.name).toBe('System')
})
