// What holders log in with: a passkey of Chromium's own authenticator, and the page of it in the pseudo-language.
import { clientSave } from '@greenroom/contract/clients'
import { noticeUnread } from '@greenroom/contract/told'
import { checkAccessibility } from '../harness/accessibility.ts'
import { hire, signIn, unique } from '../harness/people.ts'
import { drawInPseudo } from '../harness/pseudo.ts'
import { expectHome, logInWith, status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { sidewaysScroll, wide } from '../harness/widths.ts'

// Texts of no language, and an authenticator, must not be kept for the next test.
test.use({ ownContext: true })

test('a passkey is added on My security and logs in without a password', async ({ page, server }) => {
  const person = await hire(server, 'reader')
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // Browsers make no passkey for an address of digits: this machine is known by its name, too.
  const origin = server.url.replace('127.0.0.1', 'localhost')
  await page.goto(`${origin}/login`)
  await logInWith(page, person.username, person.password)
  await expectHome(page, person.username)
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await page.getByRole('menuitem', { name: 'My security' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name', { exact: true }).fill('Work laptop')
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(status(page, 'The passkey was added')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Work laptop' })).toContainText('Not used yet')

  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  // Where the session ended, as after any log-in.
  await expect(page).toHaveURL(/\/account\/security$/)
  await expect(page.getByRole('listitem').filter({ hasText: 'Work laptop' })).toContainText('Last used')
  await expect(page.getByRole('cell', { name: 'Passkey' })).toBeVisible()
})

test('at an address where passkeys do not work, My security says where they do', async ({ page, signedIn }) => {
  await signedIn('reader')
  await page.goto('/account/security')
  await expect(page.getByText('Passkeys of this installation work at localhost only. Open it there.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
})

test('My security is translated, accessible, and fits a desktop and a phone', async ({ page, signedIn }) => {
  await signedIn('administrator')
  const pseudo = await drawInPseudo(page)
  await page.goto('/account/security')
  await expect(page.getByRole('table')).toHaveCount(2)
  await checkAccessibility(page, 'My security', 'screen')
  for (const dir of ['rtl', 'ltr']) expect(await page.evaluate(sidewaysScroll, dir), `scrolling in ${dir}`).toBe(0)
  expect(await pseudo.faultsIn(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(wide)).toBeUndefined()
  // The bar cuts a long name, which the heading says whole.
  expect(await pseudo.faultsIn(page, 'main'), 'texts on a phone').toEqual([])
})

test('the bell tells those who may decide of a request and leads to it; everyone chooses what they are told', async ({
  page,
  server,
  signedIn,
}) => {
  const maker = await signIn(server, 'administrator')
  const me = await signedIn('administrator')
  await maker.client.call(clientSave, { name: unique('App ') })
  await expect.poll(async () => (await me.client.call(noticeUnread, {})).unread).toBe(1)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await checkAccessibility(page)
  await page.getByRole('menuitem', { name: /asks for a decision/ }).click()
  await expect(page).toHaveURL(/\/sys\/approval\?drawer=show/)
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  await page.goto('/account/security')
  const wanted = page.getByRole('checkbox', { name: /^Requests to decide.*: Bell$/ })
  await wanted.uncheck()
  await page.getByRole('checkbox', { name: 'Quiet hours' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(status(page, 'Your choice was saved')).toBeVisible()
  await page.reload()
  await expect(wanted).not.toBeChecked()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('22:00')
})
