import type { Page } from '@playwright/test'
import { breadcrumb, goBySidebar, sidebar } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

const statusCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')?.value

test('the menu leads to screens, and the breadcrumb shows the current one', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard$/)
  await goBySidebar(page, 'System', 'Operation log')
  await expect(page).toHaveURL(/\/sys\/log/)
  await expect(breadcrumb(page).getByRole('listitem')).toHaveText(['Home', 'System', 'Operation log'])
  await expect(sidebar(page).getByRole('link', { name: 'Operation log' })).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveTitle(/Operation log/)
  await breadcrumb(page).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a submenu closes and opens on click', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/role')
  const submenu = sidebar(page).getByRole('button', { name: 'System', exact: true })
  await expect(submenu).toHaveAttribute('aria-expanded', 'true')
  await submenu.click()
  await expect(sidebar(page).getByRole('link', { name: 'Roles' })).toBeHidden()
  await submenu.click()
  await expect(sidebar(page).getByRole('link', { name: 'Roles' })).toBeVisible()
})

test('collapsed to icons it stays so after a reload, by the cookie sidebarStatus', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Collapse the menu' }).click()
  await expect(page.getByLabel('Search the menu')).toBeHidden()
  await expect.poll(() => statusCookie(page)).toBe('0')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand the menu' })).toBeVisible()
  await expect(page.getByLabel('Search the menu')).toBeHidden()
  await page.getByRole('button', { name: 'Expand the menu' }).click()
  await expect(page.getByLabel('Search the menu')).toBeVisible()
  await expect.poll(() => statusCookie(page)).toBe('1')
})

test('when collapsed, hovering over an icon shows what is below it', async ({ page, server, signedIn }) => {
  await signedIn('administrator')
  await page.context().addCookies([{ name: 'sidebarStatus', value: '0', url: server.url }])
  await page.goto('/dashboard')
  await sidebar(page).getByRole('button', { name: 'System' }).hover()
  await page.getByRole('menuitem', { name: 'Countries' }).click()
  await expect(page).toHaveURL(/\/sys\/country/)
})

test('searching the menu opens what matches and hides the rest', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/dashboard')
  await page.getByLabel('Search the menu').fill('white')
  await expect(sidebar(page).getByRole('link')).toHaveText(['Whitelist'])
  await page.getByLabel('Search the menu').fill('no such thing')
  await expect(sidebar(page).getByText('No matching menus.')).toBeVisible()
  await page.getByLabel('Search the menu').press('Escape')
  await expect(sidebar(page).getByRole('button', { name: 'System', exact: true })).toBeVisible()
})

test('a menu with a single screen shows that screen directly', async ({ page, signedIn }) => {
  await signedIn({ read: ['system.country'] })
  await page.goto('/dashboard')
  await expect(sidebar(page).getByRole('link')).toHaveText(['Countries'])
  await expect(sidebar(page).getByRole('button')).toHaveCount(0)
})

test('the address of a submenu leads to its first screen', async ({ page, signedIn }) => {
  await signedIn({ read: ['system.country', 'system.version'] })
  await page.goto('/dashboard')
  await goBySidebar(page, 'System', 'App versions')
  await expect(page).toHaveURL(/\/sys\/version/)
})

test.describe('narrower than 1,024 pixels', () => {
  test.use({ viewport: { width: 1000, height: 800 } })

  test('the menu is closed, overlays the page, and closes on navigation or a click outside', async ({
    page,
    signedIn,
  }) => {
    await signedIn('administrator')
    await page.goto('/dashboard')
    await expect(sidebar(page)).not.toBeInViewport()
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await expect(sidebar(page)).toBeInViewport()
    await page.mouse.click(900, 600)
    await expect(sidebar(page)).not.toBeInViewport()

    await page.getByRole('button', { name: 'Open the menu' }).click()
    await goBySidebar(page, 'System', 'Roles')
    await expect(page).toHaveURL(/\/sys\/role/)
    await expect(sidebar(page)).not.toBeInViewport()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1000)
  })

  test('widening the window brings the menu back beside the page', async ({ page, signedIn }) => {
    await signedIn('administrator')
    await page.goto('/dashboard')
    await page.setViewportSize({ width: 1200, height: 800 })
    await expect(sidebar(page)).toBeInViewport()
    await page.setViewportSize({ width: 1023, height: 800 })
    await expect(sidebar(page)).not.toBeInViewport()
  })
})
