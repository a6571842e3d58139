// How a list and a user's page fill the screen; `screens.spec.ts` measures every screen.
import { appUser, longestBans } from '../harness/appUsers.ts'
import { columnsOf, listRead, measured } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { expect, test } from '../harness/test.ts'
import { wide } from '../harness/widths.ts'

test('a user’s page fits a phone', async ({ page, server, signedIn }) => {
  const user = await appUser(server, { nickname: unique('A nickname that is as long as they get ') })
  await signedIn('administrator')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/user/detail/${user.id}`)
  await page.getByRole('button', { name: 'Enable actions' }).click()
  await expect(page.getByRole('button', { name: 'Grant tokens' })).toBeVisible()
  await expect.poll(() => page.evaluate(wide)).toBeUndefined()
  const wallet = page.locator('dl[aria-label=Wallet]')
  await expect.poll(() => wallet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

test('a user’s name, actions and parts stay in view', async ({ page, server, signedIn }) => {
  const user = await appUser(server)
  await signedIn('administrator')
  await page.setViewportSize({ width: 1366, height: 500 })
  await page.goto(`/user/detail/${user.id}`)
  await page.getByRole('button', { name: 'Enable actions' }).click()
  const staying = [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('button', { name: 'Grant tokens' }),
    page.getByRole('tab', { name: 'Notes' }),
  ]
  await expect(staying[1]!).toBeVisible()
  await page.mouse.move(600, 300)
  await page.mouse.wheel(0, 5_000)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  for (const one of staying) await expect(one).toBeInViewport({ ratio: 1 })
})

test('columns are hidden before the table scrolls, and shown again when chosen', async ({ page, server, signedIn }) => {
  // Columns are as wide as what they hold: with the longest states, not all fit.
  await longestBans(server)
  await appUser(server, { nickname: unique('A nickname that is as long as they get ') })
  await signedIn('administrator')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/user/list')
  await listRead(page)
  await expect(page.getByRole('columnheader', { name: 'Channel' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Channel' }).check()
  await expect(page.getByRole('columnheader', { name: 'Channel' })).toBeVisible()
  await page.getByRole('button', { name: 'Reset to default' }).click()
  await expect(page.getByRole('columnheader', { name: 'Channel' })).toHaveCount(0)
})

test('a list without a match shows its headings whole', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/user/list?channel=no-such-channel')
  await expect(page.getByText('No matching rows')).toBeVisible()
  const cut = () =>
    page
      .locator('[role=columnheader][data-column]')
      .evaluateAll((heads) =>
        heads.flatMap((head) =>
          [head, ...head.querySelectorAll('*')].some(
            ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
          )
            ? [head.textContent]
            : [],
        ),
      )
  await expect.poll(cut).toEqual([])
})

test('the longest state of a user has its time whole on a notebook', async ({ page, server, signedIn }) => {
  await longestBans(server)
  await signedIn('administrator')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/user/list')
  await listRead(page)
  await measured(page)
  await expect.poll(() => columnsOf(page)).toEqual({ over: 0, cut: 0 })
})

test('a column is as wide as its edge is dragged, also after a reload, until a double click', async ({
  page,
  signedIn,
}) => {
  await signedIn('administrator')
  await page.goto('/sys/country')
  await listRead(page)
  await measured(page)
  const head = page.getByRole('columnheader', { name: 'Region' })
  const width = async () => Math.round((await head.boundingBox())!.width)
  const [usual, edge] = [await width(), head.locator('> [aria-hidden]').last()]
  const { x, y } = (await edge.boundingBox())!
  await page.mouse.move(x + 3, y + 5)
  await page.mouse.down()
  await page.mouse.move(x + 63, y + 5, { steps: 4 })
  await page.mouse.up()
  await expect.poll(width).toBe(usual + 60)
  await page.reload()
  await listRead(page)
  await expect.poll(width).toBe(usual + 60)
  await edge.dblclick()
  await expect.poll(width).toBe(usual)
})

test('filters take one line, the rest under More filters; / focuses the search and Enter opens a result', async ({
  page,
  signedIn,
}) => {
  await signedIn('administrator')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/user/list')
  await listRead(page)
  const bar = page.getByRole('search')
  await expect.poll(async () => (await bar.boundingBox())!.height).toBeLessThan(50)
  await page.keyboard.press('/')
  await expect(bar.getByRole('textbox', { name: 'ID or nickname' })).toBeFocused()
  await page.keyboard.press('Escape')
  const country = bar.getByRole('button', { name: 'Country' })
  const more = bar.getByRole('button', { name: /^More filters/ })
  await measured(page)
  if (!(await country.isVisible())) await more.click()
  await country.click()
  await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused()
  await page.keyboard.type('braz')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/country=BR/)
})
