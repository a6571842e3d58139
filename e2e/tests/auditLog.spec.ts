import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { decidedItem } from '../harness/audits.ts'
import { act, choose, drawer, grid, listRead, makeCurrent, rowOf, rows, search } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { png } from '../harness/picture.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

/** The server would ask the app for the pictures; here each is a grey square for requests with a token. */
async function withPictures(page: Page): Promise<() => string[]> {
  const requested: string[] = []
  await page.route('**/cms/audit/picture?*', async (route) => {
    const { token } = await route.request().allHeaders()
    requested.push(`${token ? 'with' : 'without'} a token: ${new URL(route.request().url()).search}`)
    await route.fulfill({ contentType: 'image/png', body: png(64, 90) })
  })
  return () => requested
}

// Before it is filtered, a list shows other tests' data, with pictures.
test.beforeEach(({ page }) => withPictures(page).then(() => {}))

test('a passed item fails later: the user is notified by a template, and the history shows it', async ({
  page,
  server,
  signedIn,
}) => {
  const { itemId, nickname } = await decidedItem(server, { pictures: 2 })
  const { username } = await signedIn('administrator')
  const requested = await withPictures(page)
  await page.goto('/audit/log')
  await search(page, 'Item ID', itemId)
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, nickname)).toContainText('Passed')
  await expect(rowOf(page, nickname).getByRole('img', { name: 'Picture 2' })).toBeVisible()
  await expect(rowOf(page, nickname).locator('img')).toHaveCount(2)
  expect(requested()).toContain(`with a token: ?kind=photo&id=${itemId}&index=1`)
  expect(requested().filter((line) => line.startsWith('without'))).toEqual([])

  await act(page, rowOf(page, nickname), 'Fail')
  const question = page.getByRole('dialog', { name: 'Fail' })
  await question.getByRole('button', { name: 'Fail' }).click()
  await expect(question.getByRole('radio', { name: /Unclear picture/ })).toBeVisible()
  await expect(question.getByText('Required', { exact: true })).toBeVisible()
  // Only what the photo queue offers.
  await expect(question.getByRole('radio', { name: /Insulting/ })).toHaveCount(0)
  await checkAccessibility(page)
  await question.getByRole('radio', { name: /Unclear picture/ }).check()
  await question.getByLabel('Note').fill('seen by chance')
  await question.getByRole('button', { name: 'Fail' }).click()
  await expect(status(page, new RegExp(`^Photo of ${nickname} \\(\\d+\\) failed`))).toBeVisible()
  await listRead(page)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Overturned')

  await rows(page).first().getByRole('gridcell').nth(4).click()
  const item = drawer(page, new RegExp(nickname))
  const history = item.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(history).toHaveCount(2)
  await expect(history.first()).toContainText(username)
  await expect(history.first()).toContainText('The picture is blurred, too dark or cut off.')
  await expect(history.first()).toContainText('seen by chance')
  await expect(history.last()).toContainText('First review')
  await checkAccessibility(page)

  await item.getByRole('button', { name: 'Pass' }).click()
  const pass = page.getByRole('dialog', { name: 'Pass' })
  await pass.getByRole('button', { name: 'Pass' }).click()
  await expect(history).toHaveCount(3)
  await expect(item.getByRole('button', { name: 'Fail' })).toBeEnabled()
})

test('several items of one state fail together; one of another state is left out and says why', async ({
  page,
  server,
  signedIn,
}) => {
  const tag = unique('batch')
  const [a, b] = [await decidedItem(server, { by: tag }), await decidedItem(server, { by: tag, kind: 'cover' })]
  const failed = await decidedItem(server, { by: tag, state: 'failed' })
  await signedIn('administrator')
  await page.goto('/audit/log')
  await search(page, 'Decided by', tag)
  // The address changes before the screen: a selection made in between is dropped, as it was made under another filter.
  await expect(page.getByRole('search').getByRole('button', { name: 'Clear (1 active)' })).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await grid(page).focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar').getByRole('button', { name: 'Fail' }).click()
  const question = page.getByRole('dialog', { name: 'Fail' })
  await expect(question.getByText('Already failed.')).toBeVisible()
  await question.getByRole('radio', { name: /Against the rules/ }).check()
  await question.getByRole('button', { name: 'Fail (2)' }).click()
  await expect(status(page, /^Items of .+ and .+ failed/)).toBeVisible()
  const states = await server.query<{ id: string; state: string }>(
    'select id, state from audits.item where id = any ($1) order by id',
    [[a.itemId, b.itemId, failed.itemId]],
  )
  expect(states.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
})

test('the slower reviewer sees that someone else has changed it', async ({ page, server, signedIn }) => {
  const { itemId, nickname } = await decidedItem(server)
  await signedIn('administrator')
  await page.goto('/audit/log')
  await search(page, 'Item ID', itemId)
  await act(page, rowOf(page, nickname), 'Fail')
  const question = page.getByRole('dialog', { name: 'Fail' })
  await question.getByRole('radio', { name: /Unclear picture/ }).check()
  await server.query(`update audits.item set state = 'failed', decided_by = 'another' where id = $1`, [itemId])
  await question.getByRole('button', { name: 'Fail' }).click()
  const report = page.getByRole('dialog', { name: 'Fail: not done' })
  await expect(report.getByText('20000')).toBeVisible()
  await expect(report.getByText(nickname)).toBeVisible()
})

test('without the supervisor right, passed items may be failed, but failed ones not passed', async ({
  page,
  server,
  signedIn,
}) => {
  const tag = unique('review')
  const passed = await decidedItem(server, { by: tag })
  const failed = await decidedItem(server, { by: tag, state: 'failed' })
  await signedIn({ write: ['audits.log', 'audits.photo'], read: ['audits.quality'] })
  await page.goto('/audit/log')
  await search(page, 'Decided by', tag)
  await makeCurrent(rowOf(page, failed.nickname))
  await page.keyboard.press('p')
  await expect(page.getByText('Only supervisors can pass failed items')).toBeVisible()
  await makeCurrent(rowOf(page, passed.nickname))
  await page.keyboard.press('Shift+F')
  await expect(page.getByRole('dialog', { name: 'Fail' }).getByRole('radio', { name: /Unclear/ })).toBeVisible()
})

test('every filter narrows the log and stays in the address', async ({ page, server, signedIn }) => {
  const tag = unique('filter')
  const photo = await decidedItem(server, { by: tag })
  const cover = await decidedItem(server, { by: tag, kind: 'cover', state: 'failed', text: 'Come and see' })
  await signedIn('reader')
  await page.goto(`/audit/log?decidedBy=${tag}`)
  await expect(rows(page)).toHaveCount(2)
  await choose(page, 'Queue', 'Live covers')
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, cover.nickname)).toContainText('Come and see')
  await page.getByRole('search').getByRole('button', { name: 'Remove the filter Queue' }).click()
  await choose(page, 'Current state', 'Passed')
  await expect(rowOf(page, photo.nickname)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await choose(page, 'Decision', 'Failed')
  await expect(page.getByText('No matching rows')).toBeVisible()
})

test('the log in Chinese', async ({ page, server, signedIn }) => {
  const { itemId, nickname } = await decidedItem(server, { pictures: 1 })
  await signedIn('administrator')
  await page.goto(`/audit/log?lang=cn&itemId=${itemId}`)
  const row = page.getByRole('row').filter({ hasText: nickname })
  await expect(row).toContainText('通过')
  await expect(row).toContainText('初审')
  await makeCurrent(row)
  await page.keyboard.press('Shift+F')
  const question = page.getByRole('dialog', { name: '不通过' })
  await question.getByRole('radio', { name: /图片不清晰/ }).check()
  await question.getByRole('button', { name: '不通过' }).click()
  await expect(page.getByRole('row').filter({ hasText: '改判' })).toBeVisible()
})
