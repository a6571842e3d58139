// Every list fits the smallest screen that staff use, and what leaders and agents open fits a phone.
import { screens } from '@greenroom/contract/screens'
import { appUser } from '../harness/appUsers.ts'
import { grid, listRead } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { visit } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

const withoutList = ['/live/monitor', '/audit/quality']
const isQueue = (path: string) => path.startsWith('/audit/') && !['/audit/log', '/audit/template'].includes(path)

test('the default columns of every list fit 1366 × 768, and no time is cut', async ({ page, server, signedIn }) => {
  test.slow()
  await appUser(server, { nickname: unique('A nickname that is as long as they get ') })
  await signedIn('administrator')
  await page.setViewportSize({ width: 1366, height: 768 })
  const wrong: string[] = []
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const { path } of Object.values(screens)) {
    if (withoutList.includes(path) || isQueue(path)) continue
    await visit(page, path)
    await listRead(page)
    const [over, cut] = await grid(page).evaluate((element) => [
      element.scrollWidth - element.clientWidth,
      [...element.querySelectorAll('time')]
        .map((time) => time.closest('[role=gridcell]')!)
        .filter((cell) => cell.scrollWidth > cell.clientWidth).length,
    ])
    if (over !== 0 || cut !== 0) wrong.push(`${path}: ${over} px over, ${cut} times cut`)
  }
  expect(wrong).toEqual([])
})

test('columns are dropped before the table scrolls, and come back when they are chosen', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/user/list')
  await listRead(page)
  await expect(page.getByRole('columnheader', { name: 'Channel' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Channel' }).check()
  await expect(page.getByRole('columnheader', { name: 'Channel' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to how it came' }).click()
  await expect(page.getByRole('columnheader', { name: 'Channel' })).toHaveCount(0)
})

test('filters take one line, the rest under More filters; / goes to the search and Enter takes what is found', async ({
  page,
  signedIn,
}) => {
  await signedIn('administrator')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/user/list')
  await listRead(page)
  const bar = page.getByRole('search')
  expect((await bar.boundingBox())!.height).toBeLessThan(50)
  await page.keyboard.press('/')
  await expect(bar.getByRole('textbox', { name: 'Id or nickname' })).toBeFocused()
  await page.keyboard.press('Escape')
  const country = bar.getByRole('button', { name: 'Country' })
  if (!(await country.isVisible())) await bar.getByRole('button', { name: /^More filters/ }).click()
  await country.click()
  await page.keyboard.type('braz')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/country=BR/)
})
