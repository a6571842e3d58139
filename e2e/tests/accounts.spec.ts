import { login } from '@greenroom/contract/access'
import { staffInfo, staffStatus } from '@greenroom/contract/systemStaff'
import { checkAccessibility } from '../harness/accessibility.ts'
import { act, drawer, listRead, rowOf, search } from '../harness/list.ts'
import { hire, signIn, unique } from '../harness/people.ts'
import { alert, status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { errorText } from '../harness/texts.ts'

test('an account added without a password shows a generated one once, which logs it in', async ({
  page,
  server,
  signedIn,
}) => {
  await signedIn('administrator')
  const name = unique('new-')
  await page.goto('/sys/user')
  await page.getByRole('button', { name: 'Add account' }).click()
  const form = drawer(page, 'Add account')
  await form.getByRole('textbox', { name: 'Account' }).fill('no good name')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('3 to 50 letters, digits, dots, dashes or underscores.', { exact: true })).toBeVisible()
  await form.getByRole('textbox', { name: 'Account' }).fill(name)
  await form.getByRole('combobox', { name: 'Roles' }).click()
  await page.getByRole('option', { name: 'Analyst' }).click()
  await page.keyboard.press('Escape')
  await checkAccessibility(page)
  await form.getByRole('button', { name: 'Save' }).click()

  const shown = drawer(page, `${name} was added`)
  await expect(shown.getByText('The password is shown only now.')).toBeVisible()
  const password = await shown.locator('[data-secret]').innerText()
  await checkAccessibility(page)
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await server.as().login(name, password)
  await search(page, 'Search', name)
  await expect(rowOf(page, name)).toContainText('Analyst')
  await expect(rowOf(page, name)).toContainText('Normal')
})

test('an account is disabled with a reason and enabled again', async ({ page, server, signedIn }) => {
  await signedIn('administrator')
  const person = await signIn(server, 'reader')
  await page.goto('/sys/user')
  await search(page, 'Search', person.username)
  await act(page, rowOf(page, person.username), 'Disable')
  const question = page.getByRole('dialog', { name: 'Disable' })
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(question.getByText(/Required|reason/i).first()).toBeVisible()
  await question.getByLabel('Reason').fill('left the company')
  await checkAccessibility(page)
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(rowOf(page, person.username)).toContainText('Disabled')
  const refused = await server.as().send(login, { username: person.username, password: person.password })
  expect(refused).toMatchObject({ errorCode: 12006 })
  await act(page, rowOf(page, person.username), 'Enable')
  await expect(rowOf(page, person.username)).toContainText('Normal')
})

test('a new password is shown once and ends every session of the account', async ({ page, server, signedIn }) => {
  await signedIn('administrator')
  const person = await signIn(server, 'reader')
  await page.goto('/sys/user')
  await search(page, 'Search', person.username)
  await act(page, rowOf(page, person.username), 'Reset password')
  const question = page.getByRole('dialog', { name: 'Reset password' })
  await question.getByLabel('Reason').fill('forgotten')
  await question.getByRole('button', { name: 'Reset password' }).click()
  const password = await page.locator('[data-secret]').innerText()
  await server.as().login(person.username, password)
  expect(await person.client.send(staffInfo, { userId: person.userId })).toMatchObject({ errorCode: 10007 })
})

test('the phone is masked in the list, and the second factor is shown', async ({ page, server, signedIn }) => {
  await signedIn('administrator')
  const phone = `139${Date.now().toString().slice(-8)}`
  const person = await hire(server, { read: ['system.log'], secondFactor: 'sms' }, { phone })
  await page.goto('/sys/user')
  await search(page, 'Search', person.username)
  await expect(rowOf(page, person.username)).toContainText(`+86 139****${phone.slice(-4)}`)
  await expect(rowOf(page, person.username)).toContainText('SMS')
  await expect(page.locator('body')).not.toContainText(phone)
})

test('the sessions of several accounts are ended at once; failures give the reason', async ({
  page,
  server,
  signedIn,
}) => {
  await signedIn('administrator')
  const tag = unique('batch')
  const online = await hire(server, 'reader', { name: `${tag}-a` })
  const client = await server.as().login(online.username, online.password)
  await hire(server, 'reader', { name: `${tag}-b` })
  await page.goto('/sys/user')
  await search(page, 'Search', tag)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const bar = page.getByRole('toolbar', { name: 'Actions on the selected rows' })
  await expect(bar.getByText('2 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'End sessions' }).click()
  const question = page.getByRole('dialog', { name: 'End sessions' })
  await expect(question.getByText('1 row is skipped')).toBeVisible()
  await expect(question.getByText('It has no open session.')).toBeVisible()
  await checkAccessibility(page)
  await question.getByLabel('Reason').fill('end of the shift')
  await question.getByRole('button', { name: 'End sessions' }).click()
  await expect(status(page, /^Sessions of .+ ended/)).toBeVisible()
  expect(await client.send(staffInfo, { userId: online.userId })).toMatchObject({ errorCode: 10007 })
})

test('the caller’s own account and the administrator are protected', async ({ page, signedIn }) => {
  const person = await signedIn('administrator')
  await page.goto('/sys/user')
  await search(page, 'Search', person.username)
  await rowOf(page, person.username)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menuitem', { name: /^Delete account/ })).toBeDisabled()
  await expect(page.getByText("That's your own account.").first()).toBeVisible()
})

test('the role alone decides the visible menus', async ({ page, signedIn }) => {
  const person = await signedIn({ read: ['system.user'] })
  await page.goto('/sys/user')
  await listRead(page)
  await expect(page.getByRole('button', { name: 'Add account' })).toBeDisabled()
  const refused = await person.client.send(staffStatus, {
    ids: [1],
    status: 0,
    reason: 'x',
  })
  expect(refused).toMatchObject({ errorCode: 10026 })
  await page.goto('/sys/log')
  await expect(page.getByRole('heading', { name: /You don't have access to System \/ Operation log/ })).toBeVisible()
})

test('a revoked right takes effect at the next click: the server refuses and the page says so', async ({
  page,
  server,
  signedIn,
}) => {
  const person = await signedIn({ write: ['system.user'] })
  const other = await hire(server, { read: ['system.user'] })
  await page.goto('/sys/user')
  await search(page, 'Search', other.username)
  // The filtered answer has arrived: the server notices the next change first.
  await expect(page.getByText('1–1 of 1', { exact: true })).toBeVisible()
  await server.query('update access.role_menu set permission = 1 where menu_id = 20100 and role_id > 9')
  await act(page, rowOf(page, other.username), 'Disable')
  const question = page.getByRole('dialog', { name: 'Disable' })
  await question.getByLabel('Reason').fill('too late')
  // Another process's change takes effect within a second.
  await expect
    .poll(() => person.client.send(staffStatus, { ids: [999_999], status: 0, reason: 'nobody' }))
    .toMatchObject({ errorCode: 10026 })
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(alert(page, errorText(10026)).first()).toBeVisible()
  await expect(question.getByLabel('Reason')).toHaveValue('too late')
})
