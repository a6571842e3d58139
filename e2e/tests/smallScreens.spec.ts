import { whitelistChanged } from '@greenroom/contract/sentences/system'
import { approvalList } from '@greenroom/contract/system'
import { versionCalls } from '@greenroom/contract/systemRecords'
import { checkAccessibility } from '../harness/accessibility.ts'
import { approveAsAnother } from '../harness/bridgeClient.ts'
import { act, confirm, drawer, listRead, rowOf, search } from '../harness/list.ts'
import { signIn, unique } from '../harness/people.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { errorText } from '../harness/texts.ts'

test('the whitelist: an address waits for a second account, is then shown, refused a second time, and removed', async ({
  page,
  signedIn,
  server,
}) => {
  await signedIn('administrator')
  const value = `10.${Date.now() % 200}.${Math.floor(Math.random() * 250)}.0/24`
  await page.goto('/sys/whitelist')
  await expect(page.getByText(/Nothing here yet|of/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Add entry' }).click()
  const form = drawer(page, 'Add entry')
  await form.getByLabel('Address or network, such as 10.0.0.0/8').fill(value)
  await form.getByLabel('Note').fill('the office')
  await checkAccessibility(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, whitelistChanged([{ kind: 'ip', value }], 'added', 'request').en)).toBeVisible()
  await expect(rowOf(page, value)).toHaveCount(0)
  const checker = (await signIn(server, 'administrator')).client
  const { records } = await checker.call(approvalList, { kind: 'whitelist.change', state: 'pending' })
  const waiting = records.find(({ subject }) => subject === `ip ${value}`)!
  await approveAsAnother(server, waiting.approvalId)
  await page.reload()
  await expect(rowOf(page, value)).toContainText('No expiry')

  await page.getByRole('button', { name: 'Add entry' }).click()
  await form.getByLabel('Address or network, such as 10.0.0.0/8').fill(value)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(errorText(10027))).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.getByRole('button', { name: 'Discard' }).click()

  await confirm(page, rowOf(page, value), 'Remove entry', 'moved out')
  await expect(rowOf(page, value)).toHaveCount(0)
})

test('app versions: one is added with https only, edited, and a duplicate build is refused', async ({
  page,
  signedIn,
}) => {
  const person = await signedIn('administrator')
  const app = unique('App')
  await page.goto('/sys/version')
  await page.getByRole('button', { name: 'Add version' }).click()
  const form = drawer(page, 'Add version')
  await form.getByRole('textbox', { name: 'App' }).fill(app)
  await form.getByRole('textbox', { name: 'Build' }).fill('12')
  await form.getByRole('textbox', { name: 'Name' }).fill('2.14')
  await form.getByLabel('Update address').fill('http://example.com/app')
  await form.getByLabel("What's new").fill('Faster.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('An address starting with https://.')).toBeVisible()
  await form.getByLabel('Update address').fill('https://example.com/app')
  await checkAccessibility(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, `App version ${app} 2.14 (build 12) added`)).toBeVisible()
  await expect(rowOf(page, app)).toContainText('100%')

  await act(page, rowOf(page, app), 'Edit version')
  const edit = drawer(page, /^Edit version/)
  await edit.getByRole('slider').focus()
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, app)).toContainText('95%')
  const twice = { app, build: 12, name: '2.15', address: 'https://example.com/app', description: 'x', mandatory: false }
  expect(await person.client.send(versionCalls.save, { ...twice, sharePercent: 1 })).toMatchObject({ errorCode: 10027 })
})

test('countries: found in either language, disabled with an undo, and edited', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/country')
  await listRead(page)
  await search(page, 'Search', '法国')
  await expect(rowOf(page, 'Germany')).toHaveCount(0)
  await expect(rowOf(page, 'France')).toContainText('+33')
  await confirm(page, rowOf(page, 'France'), 'Disable')
  await expect(rowOf(page, 'France')).toContainText('Disabled')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'France')).toContainText('Enabled')

  await rowOf(page, 'France').getByRole('link').click()
  const form = drawer(page, 'Edit country: France')
  await form.getByLabel('Currency').fill('euro')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Three capital letters, such as CNY.')).toBeVisible()
  await form.getByLabel('Currency').fill('EUR')
  await form.getByLabel('Region').fill('Western Europe')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'France')).toContainText('Western Europe')
})

test('approvals: the empty state', async ({ page, signedIn }) => {
  await signedIn('reader')
  await page.goto('/sys/approval?approval=lapsed')
  await expect(page.getByText('No matching rows')).toBeVisible()
})
