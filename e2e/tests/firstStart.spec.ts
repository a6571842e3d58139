import { expectHome, logInWith } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

test('at the first start, the password printed on the console logs the administrator in', async ({ page, server }) => {
  expect(server.output()).toContain('This password is shown only now.')
  const { name, password } = server.printed
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await logInWith(page, name, password)
  await expectHome(page, name)
})
