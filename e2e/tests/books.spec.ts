// A month of the books is closed by two members of staff, one in English, one in Chinese; then nothing can be posted into it.
import { userGrant } from '@greenroom/contract/users'
import { checkAccessibility } from '../harness/accessibility.ts'
import { appUser } from '../harness/appUsers.ts'
import { act, choose, listRead, rowOf } from '../harness/list.ts'
import { signIn, unique } from '../harness/people.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

/** The first instants of last month and of this one. */
const [last, current] = [1, 0].map((ago) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1))
}) as [Date, Date]
const nameOf = (at: Date) => at.toISOString().slice(0, 7)

test('a closed month refuses postings; its figures link to their entries, in both languages', async ({
  page,
  server,
  signedIn,
}) => {
  const user = await appUser(server)
  const admin = await signIn(server, 'administrator')
  await admin.client.call(userGrant, { ids: [user.id], tokens: 1_234, kind: 'reward', reason: 'a prize' })
  // A transfer booked last month.
  await server.query(
    `insert into ledger.booked (slot, holder, purpose, currency, debit, credit, entries)
     values ($1, 'platform', 'promo', 'TOKEN', 0, 0, 0) on conflict do nothing`,
    [last.toISOString()],
  )

  const maker = await signedIn({ seeded: 'Finance maker' })
  await page.goto('/finance/books')
  // Other tests of this worker grant tokens too.
  const promo = rowOf(page, 'Promotional tokens').getByRole('link').last()
  await expect(promo).toHaveText(/^\d[\d,]*$/)
  expect(Number((await promo.innerText()).replaceAll(',', ''))).toBeGreaterThanOrEqual(1_234)
  await expect(page.getByText('Balanced').first()).toBeVisible()
  await checkAccessibility(page)
  await promo.click()
  await listRead(page)
  await expect(rowOf(page, `user:${user.id}`)).toContainText('1,234')
  await page.getByRole('link', { name: 'Profit and loss' }).click()
  await expect(page.getByRole('row', { name: /^Revenue/ })).toBeVisible()

  await page.getByRole('link', { name: 'Months' }).click()
  const reason = unique('Settled ')
  await act(page, rowOf(page, nameOf(last)), 'Close the month')
  const question = page.getByRole('dialog')
  await expect(question.getByRole('alert')).toBeVisible()
  await question.getByLabel('Reason').fill(reason)
  await question.getByRole('button', { name: 'Close the month' }).click()
  await expect(status(page, `Close the books of ${nameOf(last)}`)).toBeVisible()
  await expect(rowOf(page, nameOf(last))).toContainText('Pending approval')

  const checker = await signedIn({ seeded: 'Finance checker' })
  await page.goto('/sys/approval?lang=cn')
  const request = page.getByRole('row').filter({ hasText: reason })
  await request.locator('[data-row-menu]').click()
  await page.getByRole('menuitem', { name: '通过' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '通过' }).click()
  await page.goto('/finance/books?tab=months')
  const closed = page.getByRole('row').filter({ hasText: nameOf(last) })
  await expect(async () => {
    await page.reload()
    await expect(closed).toContainText('已结账', { timeout: 1_000 })
  }).toPass()
  await expect(closed).toContainText(maker.username)
  await expect(closed).toContainText(checker.username)

  // The database refuses any posting into it.
  await expect(
    server.query(
      `insert into ledger.transfer (id, request_hash, kind, phase, reference, actor, occurred_at, booked_at, recorded_at)
       values (kit.uuid_at($1), '\\x00', 'test', 'single', '', 'test', $1, $1, now())`,
      [new Date(last.getTime() + 86_400_000).toISOString()],
    ),
  ).rejects.toThrow(/closed month/)
  await page.goto(`/finance/books?month=${nameOf(last)}`)
  await expect(page.getByText('已结账').first()).toBeVisible()
})

test('a month prints as one sheet', async ({ page, signedIn }) => {
  await signedIn('reader')
  await page.goto('/finance/books?tab=sheet')
  await expect(page.getByRole('heading', { name: `Books of ${nameOf(current)}` })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(3)
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Back to the books' }).click()
  await choose(page, 'Currency', 'Bonus')
  await expect(page).toHaveURL(/currency=BONUS/)
})
