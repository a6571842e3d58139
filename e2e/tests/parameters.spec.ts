import { paramList } from '@greenroom/contract/system'
import { checkAccessibility } from '../harness/accessibility.ts'
import { act, confirm, drawer, listRead, rowOf, search } from '../harness/list.ts'
import { signIn, unique } from '../harness/people.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

test('a parameter is changed with a reason, its history shows both values, and it is reverted', async ({
  page,
  signedIn,
}) => {
  await signedIn('administrator')
  await page.goto('/sys/param')
  await search(page, 'Search', 'export_keep_hours')
  await rowOf(page, 'export_keep_hours').getByRole('link').click()
  const form = drawer(page, 'Exports are kept')
  const value = form.getByRole('textbox', { name: 'Value' })
  await value.fill('999')
  await form.getByLabel('Reason').fill('longer holidays')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Between 1 and 168.')).toBeVisible()
  await value.fill('48')
  await checkAccessibility(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, 'Parameter export_keep_hours changed from')).toBeVisible()
  await expect(rowOf(page, 'export_keep_hours')).toContainText('48')

  await act(page, rowOf(page, 'export_keep_hours'), 'History')
  const history = drawer(page, /^History/)
  await expect(history.getByText('longer holidays')).toBeVisible()
  await checkAccessibility(page)
})

test('a sensitive one waits for a checker: the maker may not decide, another approves', async ({
  page,
  server,
  signedIn,
  browser,
}) => {
  await signedIn('administrator')
  await page.goto('/sys/param')
  await search(page, 'Search', 'approval_hours')
  await rowOf(page, 'approval_hours').getByRole('link').click()
  const form = drawer(page, 'Approvals expire after')
  await form.getByRole('textbox', { name: 'Value' }).fill('96')
  const reason = unique('long weekend ')
  await form.getByLabel('Reason').fill(reason)
  await form.getByRole('button', { name: 'Request approval' }).click()
  await expect(
    status(page, 'Sent for approval: Change parameter approval_hours from 72 to 96. Nothing has changed yet.'),
  ).toBeVisible()
  await expect(rowOf(page, 'approval_hours')).toContainText('pending approval')

  await page.goto('/sys/approval?tab=all')
  await rowOf(page, reason).getByRole('link').click()
  const shown = page.getByRole('dialog')
  await expect(shown.getByRole('heading', { name: 'Change parameter approval_hours from 72 to 96' })).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await checkAccessibility(page)

  const checker = await signIn(server, 'administrator')
  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await other.context().addCookies([{ name: 'Admin-Token', value: checker.token, url: server.url }])
  await other.goto('/sys/approval?tab=all')
  await act(other, rowOf(other, reason), 'Approve')
  await other.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
  await expect(rowOf(other, reason)).toContainText('Approved')
  const { records } = await checker.client.call(paramList, { q: 'approval_hours' })
  expect(records.find(({ key }) => key === 'approval_hours')?.value).toBe('96')
  await other.context().close()
})

test('a request is refused with a reason', async ({ page, server, signedIn }) => {
  await signedIn('administrator')
  const maker = await signIn(server, 'administrator')
  const { paramSet } = await import('@greenroom/contract/system')
  const { records } = await maker.client.call(paramList, { q: 'login_failures' })
  const subject = unique('stricter ')
  await maker.client.call(paramSet, {
    key: 'login_failures',
    value: '12',
    version: records[0]?.version ?? 1,
    reason: subject,
  })
  await page.goto('/sys/approval?tab=all')
  await act(page, rowOf(page, subject), 'Reject')
  const question = page.getByRole('dialog', { name: 'Reject' })
  await question.getByLabel('Reason').fill('not now')
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(rowOf(page, subject)).toContainText('Rejected')
})

test('staff add a parameter, and only added ones can be deleted', async ({ page, signedIn }) => {
  await signedIn('administrator')
  const key = unique('own_')
  await page.goto('/sys/param?drawer=add:')
  const form = drawer(page, 'Add parameter')
  await form.getByLabel('Key').fill(key)
  await form.getByLabel('English name').fill('Ours')
  await form.getByLabel('Chinese name').fill('我们的')
  await form.getByRole('textbox', { name: 'Value' }).fill('a value')
  await form.getByRole('switch', { name: 'Available to the app' }).check({ force: true })
  await checkAccessibility(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, `Parameter ${key} added, set to a value`)).toBeVisible()
  await search(page, 'Search', key)
  await confirm(page, rowOf(page, key), 'Delete parameter', 'a try')
  await expect(page.getByText('No matching rows')).toBeVisible()
  await search(page, 'Search', 'login_freeze_minutes')
  await listRead(page)
  await rowOf(page, 'login_freeze_minutes')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menuitem', { name: /^Delete parameter/ })).toBeDisabled()
})
