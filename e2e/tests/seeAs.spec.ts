// An administrator asks who may do what, and looks as others do.
import { checkAccessibility } from '../harness/accessibility.ts'
import { act, drawer, rowOf, search } from '../harness/list.ts'
import { hire } from '../harness/people.ts'
import { sidebar } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

test('an administrator sees as a colleague does, marked on every page, and does nothing', async ({
  page,
  server,
  signedIn,
}) => {
  const colleague = await hire(server, { read: ['users.list'], write: ['system.country'] })
  await signedIn('administrator')
  await page.goto('/sys/user')
  await search(page, 'Search', colleague.username)
  await act(page, rowOf(page, colleague.username), 'Show rights')
  const rights = drawer(page, `Rights of ${colleague.username}`)
  await expect(rights.getByRole('row', { name: /System \/ Countries Read and write/ })).toBeVisible()
  await expect(rights.getByText('It decides no requests.')).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')

  await act(page, rowOf(page, colleague.username), 'See as this account')
  const bar = page.getByRole('status').filter({ hasText: `as the account ${colleague.username} does` })
  await expect(bar).toBeVisible()
  await expect(sidebar(page).getByRole('button', { name: 'Finance' })).toHaveCount(0)
  await page.goto('/sys/country')
  await expect(bar).toBeVisible()
  await checkAccessibility(page)
  const first = page.getByRole('row').nth(1)
  await act(page, first, 'Disable')
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText(`you only look as ${colleague.username}`).first()).toBeVisible()
  await page.goto('/sys/user')
  await expect(page.getByRole('heading', { name: /System \/ Accounts/ })).toBeVisible()

  await bar.getByRole('button', { name: 'Stop' }).click()
  await expect(bar).toHaveCount(0)
  await page.goto('/sys/user')
  await expect(page.getByRole('button', { name: 'Add account' })).toBeVisible()
})

test('who can: a screen, an operation, and a request with those who decide it', async ({ page, server, signedIn }) => {
  const colleague = await hire(server, { read: ['finance.withdraw'], write: ['system.approval'] })
  await signedIn('administrator')
  await page.goto('/sys/user?drawer=whoCan:')
  const who = drawer(page, 'Who can…')
  await who.getByRole('combobox', { name: 'Screen' }).fill('Withdrawal audit')
  await page.getByRole('option', { name: 'Finance / Withdrawal audit' }).click()
  await expect(who.getByRole('row', { name: new RegExp(`${colleague.username} Read `) })).toBeVisible()
  await who.getByText('Request', { exact: true }).click()
  await who.getByRole('combobox', { name: 'Request' }).click()
  await page.getByRole('option', { name: 'Withdrawal', exact: true }).click()
  await expect(who.getByText(/accounts? may decide it/)).toBeVisible()
  await checkAccessibility(page)
})
