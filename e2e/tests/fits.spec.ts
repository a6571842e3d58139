// Every list fits the smallest screen that staff use, and the screens of leaders and agents fit a phone.
import { screens } from '@greenroom/contract/screens'
import { appUser } from '../harness/appUsers.ts'
import { grid, listRead } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { breadcrumb, visit } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

const withoutList = ['/live/monitor', '/audit/quality', '/finance/books', '/finance/withdraw']
/** Dashboards and the portal of agents are no lists. */
const isOther = (path: string) => /^\/(data|RechargeAgent)(\/|$)/.test(path)
const isQueue = (path: string) => path.startsWith('/audit/') && !['/audit/log', '/audit/template'].includes(path)

/** Pictures of other tests' rows, whose app is gone. */
const goneApps = [/HTTP 502: .*\/picture\?/, /status of 502 .*\/picture\?/]

test('the default columns of every list fit 1366 × 768, and no time is cut', async ({
  page,
  server,
  signedIn,
  complaints,
}) => {
  test.slow()
  complaints.allow(...goneApps)
  await appUser(server, { nickname: unique('A nickname that is as long as they get ') })
  await signedIn('administrator')
  await page.setViewportSize({ width: 1366, height: 768 })
  const wrong: string[] = []
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const { path } of Object.values(screens)) {
    if (withoutList.includes(path) || isQueue(path) || isOther(path)) continue
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

/** What extends beyond the page without scrolling by itself, and whether the whole page scrolls sideways. */
const wide = () => {
  const edge = document.documentElement.clientWidth
  const beyond = ({ left, right, width, height }: DOMRect) => width > 0 && height > 0 && (left < -1 || right > edge + 1)
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    ((getComputedStyle(element).overflowX !== 'visible' && !beyond(element.getBoundingClientRect())) ||
      scrolls(element.parentElement))
  const found = [...document.body.querySelectorAll('*')].find(
    (element) =>
      beyond(element.getBoundingClientRect()) &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !scrolls(element.parentElement),
  )
  const page = document.documentElement.scrollWidth - edge
  return page > 0 || found ? `${page} px over, first ${found?.outerHTML.slice(0, 120)}` : undefined
}

test('no screen is wider than a phone, and a list begins in its upper half', async ({
  page,
  server,
  signedIn,
  complaints,
}) => {
  test.slow()
  complaints.allow(...goneApps)
  const user = await appUser(server, { nickname: unique('A nickname that is as long as they get ') })
  await signedIn('administrator')
  await page.setViewportSize({ width: 390, height: 844 })
  const wrong: string[] = []
  const look = async (path: string) => {
    const found = await page.evaluate(wide)
    if (found) wrong.push(`${path}: ${found}`)
    const list = grid(page).filter({ visible: true })
    const top = (await list.count()) > 0 ? (await list.boundingBox())!.y : 0
    if (top > 844 / 2) wrong.push(`${path}: its list begins at ${top} px`)
  }
  await page.goto('/dashboard')
  for (const { path } of Object.values(screens)) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toHaveCount(1)
    await expect(page.locator('main [aria-busy=true]').filter({ visible: true })).toHaveCount(0)
    await expect(breadcrumb(page).getByRole('listitem').filter({ visible: true })).toHaveCount(1)
    await look(path)
  }
  await page.goto(`/user/detail/${user.id}`)
  await page.getByRole('button', { name: 'Enable actions' }).click()
  await expect(page.getByRole('button', { name: 'Grant tokens' })).toBeVisible()
  await look('a person')
  const wallet = page.locator('dl[aria-label=Wallet]')
  expect(await wallet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  expect(wrong).toEqual([])
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

test('columns are hidden before the table scrolls, and shown again when chosen', async ({ page, signedIn }) => {
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

test('filters take one line, the rest under More filters; / focuses the search and Enter opens a result', async ({
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
