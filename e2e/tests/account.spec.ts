import { logout, userInfo } from '@greenroom/contract/access'
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { hire } from '../harness/people.ts'
import { expectHome, logInWith, status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { errorText } from '../harness/texts.ts'

const openUserMenu = (page: Page) => page.getByRole('button', { name: /^Account menu of/ }).click()

test('the user menu offers Home, Change Password and Log out', async ({ page, signedIn }) => {
  const person = await signedIn('administrator')
  await page.goto('/sys/log')
  await openUserMenu(page)
  await expect(page.getByRole('menuitem', { name: 'Change Password' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Home' }).click()
  await expectHome(page, person.username)
})

test('Log out ends the session on the server too and reloads the page', async ({ page, signedIn }) => {
  const person = await signedIn('administrator')
  await page.goto('/dashboard')
  await page.evaluate(() => Object.assign(window, { before: true }))
  await openUserMenu(page)
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.waitForFunction(() => !('before' in window))
  expect((await page.context().cookies()).find(({ name }) => name === 'Admin-Token')).toBeUndefined()
  expect(await person.client.send(userInfo, {})).toMatchObject({ errorCode: 10007 })
})

test('changing the password says exactly what is missing, and the new one works at the next log-in', async ({
  page,
  server,
}) => {
  const person = await hire(server, 'reader')
  await page.goto('/login')
  await logInWith(page, person.username, person.password)
  await openUserMenu(page)
  await page.getByRole('menuitem', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  const [old, fresh, again] = [
    dialog.getByRole('textbox', { name: 'Old password', exact: true }),
    dialog.getByRole('textbox', { name: 'New password', exact: true }),
    dialog.getByRole('textbox', { name: 'New password again', exact: true }),
  ]
  const send = () => dialog.getByRole('button', { name: 'Confirm' }).click()

  await send()
  await expect(dialog.getByText('Necessary Filling')).toBeVisible()
  await expect(dialog.getByText('Please enter a new password')).toBeVisible()
  await expect(dialog.getByText('Please confirm the new password again')).toBeVisible()
  await checkAccessibility(page)

  await old.fill(person.password)
  await fresh.fill(person.password)
  await again.fill('something else')
  await send()
  await expect(dialog.getByText('The new password does not match the old one')).toBeVisible()
  await expect(dialog.getByText('New password input is inconsistent, please confirm!')).toBeVisible()

  await fresh.fill('onlyletters')
  await again.fill('onlyletters')
  await send()
  await expect(dialog.getByText(errorText(12007))).toBeVisible()

  await old.fill('Wr0ng-password')
  await fresh.fill('N3w-password')
  await again.fill('N3w-password')
  await send()
  await expect(dialog.getByText(errorText(12005))).toBeVisible()
  await expect(fresh).toHaveValue('N3w-password')

  await old.fill(person.password)
  await send()
  await expect(status(page, 'successful opeartion')).toBeVisible()
  await expect(dialog).toBeHidden()
  await server.as().login(person.username, 'N3w-password')
})

test('a session ended on the server leads to the log-in page with a message, and back again afterwards', async ({
  page,
  signedIn,
}) => {
  const person = await signedIn('administrator')
  await page.goto('/sys/log')
  await expect(page.getByRole('grid')).toBeVisible()
  await person.client.call(logout, {})
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('status').filter({ hasText: errorText(10007) })).toBeVisible()
  await logInWith(page, person.username, person.password)
  await expect(page).toHaveURL(/\/sys\/log$/)
})
