// The monitor wall in a real browser, with rooms that the app reports through the bridge.
import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import type { App } from '../harness/app.ts'
import { sharedAppTest } from '../harness/appTest.ts'
import type { Server } from '../harness/server.ts'
import { countShifts, shifted } from '../harness/shift.ts'
import { expect } from '../harness/test.ts'

// Needs an app of its own that receives commands; earlier broadcasts would be on this wall.
const test = sharedAppTest.extend<{ clean: undefined }>({
  clean: [
    async ({ server }, use) => {
      await server.query(`update live.session set ended_at = now(), ended_by = 'app' where ended_at is null`)
      await use(undefined)
    },
    { auto: true },
  ],
})

let last = 6_000_000
type Room = { liveId: string; userId: number; name: string }

/** A user goes live; the pictures are on this server, which the content security policy allows. */
async function goLive(app: App, server: Server, score: number): Promise<Room> {
  const userId = ++last
  const [liveId, name] = [`wall-${userId}`, `Host ${userId}`]
  await app.send({
    type: 'user.registered',
    data: {
      userId,
      nickname: name,
      sex: 'woman',
      country: 'BR',
      language: 'en',
      platform: 'android',
      deviceId: `device-${userId}`,
    },
  })
  await app.send({ type: 'live.started', data: { liveId, userId, title: 'Good evening', rate: 60 } })
  await snapshot(app, server, liveId, score, 1)
  return { liveId, userId, name }
}

const snapshot = (app: App, server: Server, liveId: string, score: number, turn: number) =>
  app.send({
    type: 'live.snapshot',
    data: { liveId, url: `${server.url}/icon.svg?${turn}`, score, labels: score > 0.5 ? ['skin'] : [] },
  })

const tiles = (page: Page): Locator => page.getByRole('article')
const tile = (page: Page, { name }: Room): Locator => tiles(page).filter({ hasText: name })
const order = (page: Page) => tiles(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-id')))
const away = (page: Page) => page.mouse.move(5, 5)

test('a new room appears by itself, and so do its changes', async ({ page, app, server, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/live/monitor')
  await expect(page.getByText('Nothing is live')).toBeVisible()
  const calm = await goLive(app, server, 0.2)
  await expect(tile(page, calm)).toContainText('Risk 20%')
  const risky = await goLive(app, server, 0.9)
  await expect(tiles(page)).toHaveCount(2)
  await expect.poll(() => order(page)).toEqual([risky.liveId, calm.liveId])
  await app.send({ type: 'live.heartbeat', data: { liveId: calm.liveId, viewers: 17 } })
  await expect(tile(page, calm)).toContainText('17 viewers')
  await snapshot(app, server, calm.liveId, 0.95, 2)
  await expect.poll(() => order(page)).toEqual([calm.liveId, risky.liveId])
  await expect(tile(page, calm).locator('img[data-newest]')).toHaveAttribute('src', /icon\.svg\?2/)
  await app.send({
    type: 'report.created',
    data: {
      reportId: `report-${risky.userId}`,
      reporterId: calm.userId,
      userId: risky.userId,
      reason: 'nudity',
      text: 'Look at this',
      evidenceUrls: [],
      liveId: risky.liveId,
    },
  })
  await tile(page, risky).getByRole('button', { name: '1 report' }).click()
  const large = page.getByRole('dialog', { name: risky.name })
  await expect(large).toContainText('Look at this')
  await expect(large.getByRole('link', { name: 'Record', exact: true })).toHaveAttribute(
    'href',
    new RegExp(risky.liveId),
  )
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await app.send({ type: 'live.ended', data: { liveId: risky.liveId, reason: 'left' } })
  await away(page)
  await page.keyboard.press('Escape')
  await expect(tiles(page)).toHaveCount(1)
})

test('the wall does not move while it loads, nor when changes wait', async ({ page, app, server, signedIn }) => {
  await signedIn('administrator')
  const rooms = [await goLive(app, server, 0.9), await goLive(app, server, 0.5), await goLive(app, server, 0.1)]
  await page.setViewportSize({ width: 1366, height: 768 })
  await countShifts(page)
  await page.goto('/live/monitor')
  await expect(tiles(page)).toHaveCount(3)
  await page.keyboard.press('ArrowRight')
  await expect(tile(page, rooms[0]!)).toBeFocused()
  await snapshot(app, server, rooms[2]!.liveId, 0.95, 2)
  await expect(page.getByRole('button', { name: /^Show \d+ change/ })).toBeVisible()
  expect(await shifted(page)).toBeLessThan(0.05)
  // Escape from a room keeps its tile and the wall still.
  await page.keyboard.press('Enter')
  const large = page.getByRole('dialog', { name: rooms[0]!.name })
  await expect(large).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(tile(page, rooms[0]!)).toBeFocused()
  await expect(page.getByRole('button', { name: /^Show \d+ change/ })).toBeVisible()
})

test('by keyboard: warned, banned with the suggested step, stopped', async ({ page, app, server, signedIn }) => {
  await signedIn('administrator')
  const [one, two, three] = [
    await goLive(app, server, 0.9),
    await goLive(app, server, 0.5),
    await goLive(app, server, 0.1),
  ]
  await page.goto('/live/monitor')
  await expect(tiles(page)).toHaveCount(3)
  // Keys do nothing without a selected tile.
  await page.keyboard.press('w')
  await expect(page.getByText('Point at a tile first, or select one')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(tile(page, one)).toBeFocused()
  await page.keyboard.press('w')
  await expect(page.getByRole('dialog', { name: `Warn ${one.name}` }).locator(':focus')).toHaveCount(1)
  // A digit selects and sends nothing.
  await page.keyboard.press('3')
  await page.keyboard.press('2')
  const warn = page.getByRole('dialog', { name: `Warn ${one.name} (${one.userId})` })
  await expect(warn.getByRole('radio', { name: 'Against the dress code' })).toBeChecked()
  expect(app.received.filter(({ type, data }) => type === 'live.warned' && data['userId'] === one.userId)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${one.name} (${one.userId}) warned`)).toBeVisible()
  await expect(tile(page, one)).toContainText('Warned 1×')

  await expect(tile(page, one)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+B')
  const forbid = page.getByRole('dialog', { name: `${two.name} (${two.userId}) and ban from broadcasting` })
  await expect(forbid.getByLabel('Duration')).toHaveValue('1')
  await expect(forbid).toContainText('Suggested by the escalation steps: 1 hour')
  // Outside the dialog, a digit chooses the size of the wall.
  await expect(forbid.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(`Broadcast ended; ${two.name} (${two.userId}) banned from broadcasting for 1 hour`),
  ).toBeVisible()
  await expect(tile(page, two)).toContainText('Ended')

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+Q')
  await page.getByLabel('Other reason').fill('not a live picture')
  await page.keyboard.press('Enter')
  await expect(tile(page, three)).toContainText('Ended')
  // Tiles keep their places while one is selected.
  expect(await order(page)).toEqual([one.liveId, two.liveId, three.liveId])
  // The end may be reported after the first refresh: the tile stays until the next one.
  await expect(async () => {
    await page.keyboard.press('r')
    await expect(tiles(page)).toHaveCount(1, { timeout: 1_000 })
  }).toPass({ timeout: 15_000 })

  const received = (type: string, userId: number) =>
    app.received.filter((command) => command.type === type && command.data['userId'] === userId)
  await expect
    .poll(() => received('live.stopped', three.userId))
    .toMatchObject([{ data: { reason: 'not a live picture' } }])
  await expect.poll(() => received('live.forbidden', two.userId)).toHaveLength(1)
  await expect
    .poll(() => received('live.warned', one.userId))
    .toMatchObject([{ data: { reason: 'Against the dress code' } }])
})

test('nothing moves under the pointer; pending changes are counted', async ({ page, app, server, signedIn }) => {
  await signedIn('administrator')
  const rooms = [
    await goLive(app, server, 0.7),
    await goLive(app, server, 0.6),
    await goLive(app, server, 0.5),
    await goLive(app, server, 0.4),
  ]
  await page.goto('/live/monitor')
  await expect(tiles(page)).toHaveCount(4)
  // As many places as rooms: a free one would take the newest.
  await page.keyboard.press('2')
  await expect(page.getByRole('radio', { name: '4', exact: true })).toBeChecked()
  await expect(tiles(page)).toHaveCount(4)
  const before = rooms.map(({ liveId }) => liveId)
  await expect.poll(() => order(page)).toEqual(before)
  await tile(page, rooms[2]!).hover()
  const newest = await goLive(app, server, 0.99)
  await expect(page.getByRole('button', { name: 'Show 1 change' })).toBeVisible()
  await app.send({ type: 'live.ended', data: { liveId: rooms[1]!.liveId, reason: 'left' } })
  await expect(tile(page, rooms[1]!)).toContainText('Ended')
  await snapshot(app, server, rooms[3]!.liveId, 0.8, 2)
  await expect(tile(page, rooms[3]!)).toContainText('Risk 80%')
  expect(await order(page)).toEqual(before)
  await away(page)
  await expect.poll(() => order(page)).toEqual([newest.liveId, rooms[3]!.liveId, rooms[0]!.liveId, rooms[2]!.liveId])
  await expect(page.getByRole('button', { name: /wait/ })).toHaveCount(0)
})

test('offline and back: reported quietly, then up to date by itself', async ({
  page,
  app,
  server,
  signedIn,
  complaints,
  context,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED/, /request failed/)
  await signedIn('administrator')
  const first = await goLive(app, server, 0.5)
  await page.goto('/live/monitor')
  await expect(tile(page, first)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Connection lost')).toBeVisible({ timeout: 45_000 })
  const second = await goLive(app, server, 0.6)
  await app.send({ type: 'live.ended', data: { liveId: first.liveId, reason: 'left' } })
  await context.setOffline(false)
  await expect(tile(page, second)).toBeVisible()
  await expect(page.getByText('Connection lost')).toHaveCount(0)
  await expect(tile(page, first)).toHaveCount(0)
})

test('one stream per browser: the second tab shares the first one’s, and takes over when it closes', async ({
  page,
  app,
  server,
  signedIn,
  context,
}) => {
  const lines: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/cms/push')) lines.push(request.url())
  })
  await signedIn('administrator')
  await page.goto('/live/monitor')
  await expect(page.getByText('Nothing is live')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/live/monitor')
  await expect(other.getByText('Nothing is live')).toBeVisible()
  const first = await goLive(app, server, 0.5)
  for (const tab of [page, other]) await expect(tile(tab, first)).toBeVisible()
  expect(lines).toHaveLength(1)
  await page.close()
  await expect.poll(() => lines.length).toBe(2)
  const second = await goLive(app, server, 0.6)
  await expect(tile(other, second)).toBeVisible()
})

test('a read-only account sees no actions; an account without the menu sees nothing', async ({
  page,
  app,
  server,
  signedIn,
}) => {
  const room = await goLive(app, server, 0.5)
  await signedIn({ read: ['live.monitor'] })
  await page.goto('/live/monitor')
  await tile(page, room).hover()
  await expect(page.getByRole('button', { name: 'Warn' })).toHaveCount(0)
  await page.keyboard.press('w')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await signedIn({ read: ['live.records'] })
  await page.goto('/live/monitor')
  await expect(tiles(page)).toHaveCount(0)
})

test('the wall passes the accessibility rules, and fits the window', async ({ page, app, server, signedIn }) => {
  await signedIn('administrator')
  for (let at = 0; at < 5; at++) await goLive(app, server, at / 5)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/live/monitor?lang=cn')
  await expect(tiles(page)).toHaveCount(5)
  await page.keyboard.press('5')
  await expect(page.getByRole('radio', { name: '25', exact: true })).toBeChecked()
  await expect(page.getByText('5 个进行中')).toBeVisible()
  const { scrolled, window } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollHeight,
    window: innerHeight,
  }))
  expect(scrolled).toBeLessThanOrEqual(window)
  await checkAccessibility(page)
  await page.goto('/live/monitor?lang=en&country=FR')
  await expect(page.getByText('No matching rows')).toBeVisible()
})

test('with 16 rooms on 1366 × 768 a tile is mostly picture, and the riskiest are the largest', async ({
  page,
  app,
  server,
  signedIn,
}) => {
  await signedIn('administrator')
  const rooms: Room[] = []
  for (let at = 0; at < 16; at++) rooms.push(await goLive(app, server, at / 16))
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/live/monitor')
  await expect(tiles(page)).toHaveCount(16)
  // They are laid out once their room is measured.
  const boxesOf = () =>
    tiles(page).evaluateAll((all) =>
      all.map((one) => {
        const { width, height } = one.getBoundingClientRect()
        const picture = Math.min(width, (height * 9) / 16) * Math.min(height, (width * 16) / 9)
        return { id: one.getAttribute('data-id'), area: width * height, share: picture / (width * height) }
      }),
    )
  await expect.poll(async () => Math.min(...(await boxesOf()).map(({ share }) => share))).toBeGreaterThanOrEqual(0.7)
  const boxes = await boxesOf()
  const riskiest = boxes.find(({ id }) => id === rooms.at(-1)!.liveId)!
  expect(riskiest.area).toBeGreaterThan(0.99 * Math.max(...boxes.map(({ area }) => area)))
  // The whole tile opens: its upper corner is picture, whatever the text below says.
  await tile(page, rooms.at(-1)!).click({ position: { x: 12, y: 60 } })
  await expect(page.getByRole('dialog', { name: rooms.at(-1)!.name })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(riskiest.area).toBeGreaterThan(3 * Math.min(...boxes.map(({ area }) => area)))
  await page.setViewportSize({ width: 390, height: 844 })
  const tooWide = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => one.className.toString()),
    )
  await expect.poll(tooWide).toEqual([])
})
