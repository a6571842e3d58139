// A new installation without an app: its administrator invites a colleague, and from then on two decide.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
      const server = await startServer({ BRIDGE_ALLOW_PRIVATE: 'on' }, 'new')
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

const signScript = fileURLToPath(new URL('../../bridge-client/examples/sign.sh', import.meta.url))

/** Runs lines in a folder that has what they need, as somebody who pastes them does. */
async function paste(lines: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-setup-'))
  copyFileSync(signScript, join(folder, 'sign.sh'))
  const child = spawn('sh', ['-e', '-c', lines], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  await once(child, 'close')
  rmSync(folder, { recursive: true })
  return output
}

/** An endpoint that takes every command. */
async function anEndpoint(): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => response.writeHead(204).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
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

  await page.getByRole('region', { name: 'Set up this installation' }).getByRole('link', { name: 'Go on' }).click()
  await expect(page.getByRole('heading', { name: 'Set up this installation' })).toBeVisible()
  const step = (text: RegExp) => page.getByRole('button', { name: text })
  await expect(step(/^Secure your account Done/)).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'These are right' }).click()
  await expect(step(/^Time zone, rate and countries Done/)).toBeVisible()

  await step(/^Connect your app/).click()
  const endpoint = await anEndpoint()
  await page.getByRole('textbox', { name: 'Name of the app' }).fill('The app')
  await page.getByRole('textbox', { name: 'Endpoint for commands' }).fill(endpoint.url)
  await page.getByRole('button', { name: 'Make the client' }).click()
  await page.getByRole('button', { name: 'Fetch the secret' }).click()
  const secret = await page.locator('[data-secret]').innerText()
  await expect(page.getByText('Waiting for your first event…')).toBeVisible()
  const lines = await page.locator('pre[aria-label="Ready lines"]').innerText()
  expect(lines).toContain(secret)
  await checkAccessibility(page)
  const wrong = lines.replace('"sex":"woman"', '"sex":"other"')
  await expect.poll(() => paste(wrong)).toContain('10009')
  await expect(page.getByText('Rejected last')).toBeVisible()
  await expect(page.getByText(/sex/).first()).toBeVisible()
  expect(await paste(lines)).toContain('accepted')
  await expect(page.getByText('First accepted')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test command' }).click()
  await expect(page.getByText('Came back')).toBeVisible()
  await expect(step(/^Connect your app Done/)).toBeVisible()
  endpoint.close()

  await step(/^Bring what exists Open/).click()
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await page.getByRole('textbox', { name: 'Why it is skipped' }).fill('there is nothing yet')
  await page.keyboard.press('Enter')
  await expect(step(/^Bring what exists Skipped/)).toBeVisible()
  await page.goto('/setup?lang=cn')
  await expect(page.getByRole('heading', { name: '系统初始设置' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^对接应用 已完成/ })).toBeVisible()
  await page.goto('/setup?lang=en')

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
