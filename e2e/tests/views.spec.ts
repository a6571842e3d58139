import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { drawer, grid, listRead, search } from '../harness/list.ts'
import { goBySidebar, tabs } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

type Kept = { kept?: HTMLElement }

/** Remembers the shown list's element, to check later whether it is still the same one. */
const keep = (page: Page) => grid(page).evaluate((element) => Object.assign(window, { kept: element }))
const isKept = (page: Page) => page.evaluate(() => (window as Kept).kept?.isConnected)

async function goByPalette(page: Page, name: string) {
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search or jump to' }).fill(name)
  await page.getByRole('button', { name: `${name} System`, exact: true }).click()
}

const gridScroll = (page: Page) => grid(page).evaluate((element) => element.scrollTop)

test('a half-filled form and the scroll position survive going away and back', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/country?size=200')
  await listRead(page)
  await grid(page).evaluate((element) => element.scrollTo({ top: 1500 }))
  await goBySidebar(page, 'System', 'Roles')
  await page.getByRole('button', { name: 'Add role' }).click()
  const form = drawer(page, 'Add role')
  await form.getByLabel('Role name').fill('half')
  await form.getByRole('button', { name: 'Countries: Read', exact: true }).click()

  // The drawer covers the tabs, so use the palette.
  await goByPalette(page, 'Countries')
  await expect(page).toHaveURL(/\/sys\/country\?size=200$/)
  await expect(form).toBeHidden()
  await expect.poll(() => gridScroll(page)).toBe(1500)
  await goByPalette(page, 'Roles')
  await expect(page).toHaveURL(/\/sys\/role\?drawer=add$/)
  await expect(form.getByLabel('Role name')).toHaveValue('half')
  await expect(form.getByRole('treeitem', { name: 'Countries: Read', exact: true })).toBeVisible()
  await expect(form.getByText('Your earlier input was restored.')).toBeHidden()
})

test('a user who scrolls before the rows outside the viewport are rendered stays there', async ({ page, signedIn }) => {
  await signedIn('administrator')
  const session = await page.context().newCDPSession(page)
  const slowDown = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })
  await slowDown(6)
  await page.goto('/sys/country?size=200')
  await grid(page).getByRole('gridcell').first().waitFor()
  await grid(page).evaluate((element) => element.scrollTo({ top: 1500 }))
  await expect(grid(page).locator('[aria-rowindex="50"]')).toBeVisible()
  expect(await gridScroll(page)).toBe(1500)
  await slowDown(1)
  await goBySidebar(page, 'System', 'Roles')
  await listRead(page)
  await slowDown(6)
  await tabs(page).getByRole('link', { name: 'Countries' }).click()
  // By its name: the roles may have a fiftieth row, too.
  await expect(grid(page).getByRole('gridcell', { name: 'Colombia', exact: true })).toBeVisible()
  expect(await gridScroll(page)).toBe(1500)
  // The next test has the same page.
  await session.detach()
})

test('a list is requested once, before the scripts of the page', async ({ page, signedIn }) => {
  await signedIn('administrator')
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto('/sys/log')
  await listRead(page)
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible()
  expect(paths.filter((path) => path === '/cms/sys/log/list')).toHaveLength(1)
  // Its texts come with it, not after the scripts.
  const before = paths.slice(0, paths.indexOf('/cms/sys/log/list'))
  expect(before.filter((path) => /\/(base\.en|system)-[\w-]+\.js$/.test(path))).toHaveLength(2)
})

test('one view besides the current one is kept: a third drops the first', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/country')
  await listRead(page)
  await keep(page)
  await goBySidebar(page, 'System', 'Roles')
  await listRead(page)
  expect(await isKept(page)).toBe(true)
  await goBySidebar(page, 'System', 'Whitelist')
  await expect.poll(() => isKept(page)).toBe(false)
})

test('each view keeps its scroll position', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.setViewportSize({ width: 1440, height: 320 })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
  // Content loaded late above would shift the position.
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 120))
  const at = await page.evaluate(() => window.scrollY)
  expect(at).toBeGreaterThan(0)
  await goBySidebar(page, 'System', 'Countries')
  await listRead(page)
  await tabs(page).getByRole('link', { name: 'Home' }).click()
  // Content loaded late above may have shifted it slightly, as for a real user.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(at / 2)
})

test('a tab keeps its whole address including filters, and closing it leads to its neighbour', async ({
  page,
  signedIn,
}) => {
  await signedIn('administrator')
  await page.goto('/sys/country')
  await search(page, 'Search', 'fran')
  await goBySidebar(page, 'System', 'Roles')
  await listRead(page)
  await tabs(page).getByRole('link', { name: 'Countries' }).click()
  await expect(page).toHaveURL(/\/sys\/country\?.*fran/)
  await expect(page.getByRole('search').getByRole('textbox', { name: 'Search' })).toHaveValue('fran')
  await tabs(page).getByRole('button', { name: 'Close Countries' }).click()
  await expect(page).toHaveURL(/\/sys\/role/)
  await expect(tabs(page).getByRole('link')).toHaveText(['Home', 'Roles'])
})

test('a view whose menu disables caching starts fresh', async ({ page, server, signedIn }) => {
  await signedIn('administrator')
  await server.query("update access.menu set cache_able = 0 where key = 'system.version'")
  try {
    await page.goto('/sys/version')
    await listRead(page)
    await keep(page)
    await goBySidebar(page, 'System', 'Roles')
    await listRead(page)
    await expect.poll(() => isKept(page)).toBe(false)
  } finally {
    await server.query("update access.menu set cache_able = 1 where key = 'system.version'")
  }
})

test('an address’s data is fetched while the session is still being checked', async ({ page, signedIn }) => {
  await signedIn('administrator')
  const { pages } = JSON.parse(await readFile(new URL('../../web/dist/preloads.json', import.meta.url), 'utf8'))
  const own: string[] = pages['/sys/log'].filter((file: string) => !pages['/sys/role'].includes(file))
  expect(own).not.toEqual([])
  const code = page.waitForRequest((request) => own.some((file) => request.url().endsWith(file)))
  await page.route('**/cms/sys/user/info/login*', async (route) => {
    await code
    await route.continue()
  })
  await page.goto('/sys/log')
  await listRead(page)
})

test('keys find the shown view, though a view that sorts before it was left open', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/country')
  await listRead(page)
  await goBySidebar(page, 'System', 'Roles')
  await listRead(page)
  // The row menu gives the focus back to this list's table, so that the next key works.
  await page.keyboard.press('j')
  await page.keyboard.press('.')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(grid(page)).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('search', { name: 'Filters' }).getByRole('textbox').first()).toBeFocused()
})
