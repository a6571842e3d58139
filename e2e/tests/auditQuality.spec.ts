import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { decidedItem } from '../harness/audits.ts'
import { act, rowOf, rows } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first()

test('charts of the queues, each described in words, shown as a table and saved as a file', async ({
  page,
  server,
  signedIn,
}) => {
  for (let n = 0; n < 4; n++) await decidedItem(server, { kind: n % 2 ? 'cover' : 'photo', decided: 5 + n * 40 })
  await signedIn('administrator')
  await page.goto('/audit/quality')
  await expect(page.locator('[data-chart=drawn]')).toHaveCount(3)
  const chart = page.getByRole('img', { name: /^Arrived and decided\. .* to .*Arrived: from 0 to \d/ })
  await expect(chart).toBeVisible()
  await expect(page.getByText('Reviews that became due and reviews that were decided, by hour')).toBeVisible()
  await checkAccessibility(page)

  const shown = page.getByRole('radiogroup', { name: 'Show Arrivals by queue and hour of the day as' })
  await shown.getByText('Table').click()
  const table = page.getByRole('table', { name: 'Arrivals by queue and hour of the day' })
  await expect(table.getByRole('row')).toHaveCount(10)
  await expect(table.getByRole('row', { name: /^Live covers/ })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save Arrivals by queue and hour of the day as a file' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Arrivals-by-queue-and-hour-of-the-day.csv')
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
  // The last one is empty.
  expect(lines).toHaveLength(11)
  expect(lines[0]).toMatch(/^\uFEFFQueue,00,01,/)
  await checkAccessibility(page)
})

test('a preset span, and one queue, in the address', async ({ page, signedIn }) => {
  await signedIn('reader')
  await page.goto('/audit/quality')
  await expect(figure(page, 'Queues').getByRole('row')).toHaveCount(10)
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('Today').click()
  await expect(page).toHaveURL(/during=\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}/)
  await page.getByRole('search').getByRole('button', { name: 'Queue' }).click()
  await page.getByRole('option', { name: 'Live covers' }).click()
  await expect(figure(page, 'Queues').getByRole('row')).toHaveCount(2)
  // The other parts use the same data.
  await page.getByRole('link', { name: 'Reviewers' }).click()
  await expect(page).toHaveURL(/tab=reviewers.*kind=cover/)
})

test('reviewers are compared, sorted by any figure, and saved', async ({ page, server, signedIn }) => {
  const [an, bo] = [unique('an-'), unique('bo-')]
  await decidedItem(server, { by: an, disagrees: unique('second-') })
  await decidedItem(server, { by: an, decided: 12 })
  await decidedItem(server, { by: bo, state: 'failed' })
  await signedIn('administrator')
  await page.goto('/audit/quality?tab=reviewers')
  const table = page.getByRole('table', { name: 'Reviewers' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })
  await expect(row(an)).toContainText('0%')
  await expect(row(an).getByRole('cell').first()).toHaveText('2')
  await expect(row(bo)).toContainText('0:20')
  const first = () => table.getByRole('row').nth(1).getByRole('rowheader').textContent()
  await table.getByRole('button', { name: 'Failed' }).click()
  await expect(table.getByRole('columnheader', { name: 'Failed' })).toHaveAttribute('aria-sort', 'descending')
  await table.getByRole('button', { name: 'Reviewer' }).click()
  await expect(table.getByRole('columnheader', { name: 'Reviewer' })).toHaveAttribute('aria-sort', /ending/)
  const down = await first()
  await table.getByRole('button', { name: 'Reviewer' }).click()
  await expect.poll(first).not.toBe(down)
  await checkAccessibility(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save Reviewers as a file' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain(`\n${an},2,2,0,`)
})

test('if two reviewers disagreed, a supervisor decides', async ({ page, server, signedIn }) => {
  const { nickname } = await decidedItem(server, { by: unique('one-'), disagrees: unique('two-') })
  await signedIn('administrator')
  await page.goto('/audit/quality?tab=disagreements')
  await expect(rowOf(page, nickname)).toContainText('Passed')
  await expect(rowOf(page, nickname)).toContainText('Failed')
  await act(page, rowOf(page, nickname), 'Fail')
  const question = page.getByRole('dialog', { name: 'Fail' })
  await question.getByRole('radio', { name: /Unclear picture/ }).check()
  await question.getByRole('button', { name: 'Fail' }).click()
  await expect(status(page, new RegExp(`^Photo of ${nickname} \\(\\d+\\) failed`))).toBeVisible()
  await checkAccessibility(page)
  await rowOf(page, nickname).getByRole('gridcell').nth(4).click()
  await expect(page.getByRole('dialog').getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(3)
  await expect(rows(page)).not.toHaveCount(0)
})

test('the figures in Chinese', async ({ page, server, signedIn }) => {
  await decidedItem(server)
  await signedIn('administrator')
  await page.goto('/audit/quality?lang=cn')
  await expect(page.getByRole('heading', { name: '积压与等待时长' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^新增与已审\. .*新增: 从 0 到/ })).toBeVisible()
  await page.getByRole('link', { name: '审核员' }).click()
  await expect(page.getByRole('columnheader', { name: '一致率' })).toBeVisible()
})
