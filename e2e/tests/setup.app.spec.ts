// A new installation without an app: its administrator invites a colleague, and from then on two decide.
import type { Browser, Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { checkAccessibility } from '../harness/accessibility.ts'
import { drawer } from '../harness/list.ts'
import { startServer } from '../harness/server.ts'
import { expectHome, logInWith, status, typeCode } from '../harness/shell.ts'
import { test as base, expect } from '../harness/test.ts'

const test = base.extend<{}, {}>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from this pattern which fixtures are wanted
    async ({}, use) => {
      const server = await startServer({}, 'new')
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Binds an authenticator on the page that shows its code. */
async function bind(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/googleCode$/)
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  await typeCode(page, generateSync({ secret, epoch: Math.floor(Date.now() / 1000) }))
}

/** Somebody else, at another computer. */
const elsewhere = async (browser: Browser) => (await browser.newContext()).newPage()

test('the administrator invites a colleague, who comes in with a factor; then two decide', async ({
  page,
  server,
  browser,
}) => {
  const { name, password } = server.printed
  await page.goto('/')
  await logInWith(page, name, password)
  await bind(page)
  await expectHome(page, name)

  await page.goto('/sys/user')
  await page.getByRole('button', { name: 'Invite colleague' }).click()
  const form = drawer(page, 'Invite colleague')
  await form.getByRole('textbox', { name: 'Account' }).fill('anna')
  await form.getByRole('combobox', { name: 'Roles' }).click()
  await page.getByRole('option', { name: 'Administrator' }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Make the link' }).click()
  const link = await page.locator('[data-secret]').innerText()
  expect(link).toContain('/invite#')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'I have copied it' }).click()

  const anna = await elsewhere(browser)
  await anna.goto(link)
  await expect(anna.getByRole('heading', { name: 'Welcome to Greenroom' })).toBeVisible()
  await expect(anna.getByLabel('Account')).toHaveValue('anna')
  await checkAccessibility(anna)
  await anna.getByRole('textbox', { name: 'New password', exact: true }).fill('Right-p4ss')
  await anna.getByRole('textbox', { name: 'New password again' }).fill('Right-p4ss')
  await anna.keyboard.press('Enter')
  await bind(anna)
  await expectHome(anna, 'anna')
  await expect(anna.getByText('Set-up ended: admin and anna have logged in with a second factor').first()).toBeVisible()
  await anna.goto(link)
  await anna.reload()
  await expect(anna.getByRole('heading', { name: 'Already used' })).toBeVisible()
  await checkAccessibility(anna)
  await anna.context().close()

  await page.goto('/sys/user')
  await page.getByRole('button', { name: 'Invite colleague' }).click()
  await form.getByRole('textbox', { name: 'Account' }).fill('ben')
  await form.getByRole('combobox', { name: 'Roles' }).click()
  await page.getByRole('option', { name: 'Finance maker' }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Make the link' }).click()
  await expect(status(page, /ben/)).toBeVisible()
  const second = await page.locator('[data-secret]').innerText()
  const ben = await elsewhere(browser)
  await ben.goto(second)
  await expect(ben.getByRole('heading', { name: 'Waits for approval' })).toBeVisible()
  await ben.goto(`${server.url}/invite#nobody`)
  await ben.reload()
  await expect(ben.getByRole('heading', { name: 'Unknown link' })).toBeVisible()
  await ben.context().close()
})
