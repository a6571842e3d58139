// A month of the books is closed by two members of staff, in both languages; then it takes nothing more.
import { booksMonthList } from '@greenroom/contract/books'
import { userGrant } from '@greenroom/contract/users'
import { checkAccessibility } from '../harness/accessibility.ts'
import { appUser } from '../harness/appUsers.ts'
import { choose } from '../harness/list.ts'
import { signIn, unique } from '../harness/people.ts'
import { expect, test } from '../harness/test.ts'
import { textsOf } from '../harness/texts.ts'

/** The first instant of the month `ago` months ago. */
const monthAgo = (ago: number): Date => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1))
}
const nameOf = (at: Date) => at.toISOString().slice(0, 7)

test('a closed month refuses; its figures open their entries (cn)', async ({ page, server, signedIn }) => {
  const language = 'cn'
  const [t, system] = [textsOf(language, 'finance'), textsOf(language, 'system')]
  const month = monthAgo(1)
  const rowWith = (text: string) => page.getByRole('row').filter({ hasText: text })
  const user = await appUser(server)
  const admin = await signIn(server, 'administrator')
  await admin.client.call(userGrant, { ids: [user.id], tokens: 1_234, kind: 'reward', reason: 'a prize' })
  // Something was booked in that month.
  await server.query(
    `insert into ledger.booked (slot, holder, purpose, currency, debit, credit, entries)
   values ($1, 'platform', 'promo', 'TOKEN', 0, 0, 0) on conflict do nothing`,
    [month.toISOString()],
  )

  const maker = await signedIn({ seeded: 'Finance maker' })
  await page.goto(`/finance/books?lang=${language}`)
  // Other tests of this worker grant tokens too.
  const promo = rowWith(t('books.names.user.promo')).getByRole('link').last()
  await expect(promo).toHaveText(/^\d[\d,]*$/)
  expect(Number((await promo.innerText()).replaceAll(',', ''))).toBeGreaterThanOrEqual(1_234)
  await expect(page.getByText(t('books.balances')).first()).toBeVisible()
  await checkAccessibility(page)
  await promo.click()
  await expect(rowWith(`user:${user.id}`)).toContainText('1,234')
  await page.getByRole('link', { name: t('books.tabs.profit') }).click()
  await expect(
    page.getByRole('row', { name: new RegExp(`^${t('books.names.platform.revenue')}`) }).first(),
  ).toBeVisible()

  await page.getByRole('link', { name: t('books.tabs.months') }).click()
  const reason = unique('Settled ')
  // The month before ends with its first instant.
  const row = page.getByRole('row', { name: new RegExp(`^${nameOf(month)}`) })
  await row.locator('[data-row-menu]').click()
  await page.getByRole('menuitem', { name: t('actions.books.close') }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByRole('alert')).toBeVisible()
  await question.getByRole('textbox').fill(reason)
  await question.getByRole('button', { name: t('actions.books.close') }).click()
  await expect(row).toContainText(t('books.states.asked'))

  const checker = await signedIn({ seeded: 'Finance checker' })
  await page.goto(`/sys/approval?tab=all&lang=${language}`)
  await rowWith(reason).locator('[data-row-menu]').click()
  await page.getByRole('menuitem', { name: system('actions.approval.approve') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: system('actions.approval.approve') })
    .click()
  await expect
    .poll(async () => {
      const { months } = await admin.client.call(booksMonthList, {})
      return months.find((one) => one.month === nameOf(month))?.state
    })
    .toBe('closed')
  await page.goto('/finance/books?tab=months')
  await expect(row).toContainText(t('books.states.closed'))
  await expect(row).toContainText(maker.username)
  await expect(row).toContainText(checker.username)

  // The database refuses any posting into it.
  await expect(
    server.query(
      `insert into ledger.transfer (id, request_hash, kind, phase, reference, actor, occurred_at, booked_at, recorded_at)
     values (kit.uuid_at($1), '\\x00', 'test', 'single', '', 'test', $1, $1, now())`,
      [new Date(month.getTime() + 86_400_000).toISOString()],
    ),
  ).rejects.toThrow(/closed month/)
  await page.goto(`/finance/books?month=${nameOf(month)}`)
  await expect(page.getByText(t('books.states.closed')).first()).toBeVisible()
})

test('a month prints as one sheet', async ({ page, signedIn }) => {
  await signedIn('reader')
  await page.goto('/finance/books?tab=sheet')
  await expect(page.getByRole('heading', { name: `Books of ${nameOf(monthAgo(0))}` })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(3)
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Back to the books' }).click()
  await choose(page, 'Currency', 'Bonus')
  await expect(page).toHaveURL(/currency=BONUS/)
})
