import { startServer } from '../harness/server.ts'
import { expectHome, logInWith } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

test.describe('at the first start', () => {
  test('the password printed on the console logs the administrator in', async ({ page }) => {
    const server = await startServer({ ADMIN_PASSWORD: '' })
    const [, name = '', password = ''] = /Log in as (\S+) with password (\S+)/.exec(server.output()) ?? []
    expect(server.output()).toContain('This password is shown only now.')

    await page.goto(server.url)
    await expect(page).toHaveURL(/\/login$/)
    await logInWith(page, name, password)
    await expectHome(page, name)
    // Code is prefetched while the user reads: without a server that would fail.
    await page.goto('about:blank')
    await server.stop()
  })
})
