// The parts of the shell, as a user finds them.
import { expect, type Locator, type Page } from '@playwright/test'
import { eitherText } from './texts.ts'

export const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Main menu' })
export const tabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Open views' })
export const breadcrumb = (page: Page): Locator =>
  page.getByRole('navigation', { name: eitherText('shell', 'breadcrumb') })

/** Notifications: failures are alerts, successes are statuses. */
export const alert = (page: Page, text: string | RegExp): Locator => page.getByRole('alert').filter({ hasText: text })
export const status = (page: Page, text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text })

/** Opens a screen through the sidebar. */
export async function goBySidebar(page: Page, submenu: string, name: string): Promise<void> {
  const parent = sidebar(page).getByRole('button', { name: submenu, exact: true })
  if ((await parent.getAttribute('aria-expanded')) === 'false') await parent.click()
  await sidebar(page).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

/** Navigates inside the page like a link, without loading it again. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  // Tab and view change together: until then the previous view is shown.
  await expect(page.locator(`nav a[aria-current="page"][href^="${path}"]`).last()).toBeVisible()
}

/** Fills in the log-in page and submits it. */
export async function logInWith(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Account').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** A six-digit code, one digit per box; the last one submits it. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(code)
}

export async function expectHome(page: Page, username: string): Promise<void> {
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: `Hello, ${username}` })).toBeVisible()
}
