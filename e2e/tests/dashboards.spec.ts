// What every dashboard promises: spans at one click, each chart as a table, a file and a picture, definitions with formulas, the records
// behind a figure, and a printed page.
import { readFileSync } from 'node:fs'
import { type DashboardKey, dashboardKeys, dashboards } from '@greenroom/contract/dashboards'
import { screens } from '@greenroom/contract/screens'
import type { Download, Locator, Page } from '@playwright/test'
import { series } from '../../web/src/charts/chartColours.ts'
import { aBroadcaster } from '../harness/broadcaster.ts'
import { figuresFolded } from '../harness/folded.ts'
import { drawer } from '../harness/list.ts'
import type { Server } from '../harness/server.ts'
import { expect, test } from '../harness/test.ts'
import { textsOf } from '../harness/texts.ts'

/** Opens the dashboard when the user's broadcast is counted. */
async function openCounted(page: Page, server: Server, path: string, tile = 'Broadcasts'): Promise<void> {
  await figuresFolded(server)
  await page.goto(path)
  await expect(tileOf(page, tile).locator('bdi').first()).not.toHaveText(/^[0–]/)
}
const tileOf = (page: Page, name: string): Locator =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('the latest week, month and three months at one click, and any other span', async ({ page, server, signedIn }) => {
  await aBroadcaster(server)
  await signedIn('administrator')
  await page.goto('/data/live')
  const spans = page.getByRole('group', { name: 'Days', exact: true })
  const figure = page.getByRole('region', { name: 'Length of views' })
  const days = figure.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await figure.getByText('Table').click()
  await expect(days).toHaveCount(7)
  await expect(spans.getByRole('button', { name: 'Last 7 days', pressed: true })).toBeVisible()
  for (const [name, count] of [
    ['Last 30 days', 30],
    ['Last 90 days', 90],
    ['Last 7 days', 7],
  ] as const) {
    await spans.getByRole('button', { name }).click()
    await expect(days).toHaveCount(count)
    await expect(days.first()).toContainText(dayBefore(count - 1))
    await expect(days.last()).toContainText(dayBefore(0))
    await expect(spans.getByRole('button', { pressed: true })).toHaveText(name)
  }
  await page.getByRole('search').getByRole('button', { name: 'Days' }).first().click()
  await page.getByRole('textbox', { name: 'From' }).fill(dayBefore(400))
  await page.getByRole('textbox', { name: 'To' }).fill(dayBefore(390))
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(days).toHaveCount(11)
  await expect(days.first()).toContainText(dayBefore(400))
  await expect(spans.getByRole('button', { pressed: true })).toHaveCount(0)
})

test('without a choice, every dashboard shows the last week, and retention the cohorts of a month', async ({
  page,
  server,
  signedIn,
}) => {
  await aBroadcaster(server)
  await signedIn('administrator')
  const shown = page.getByRole('group', { name: 'Days', exact: true }).getByRole('button', { pressed: true })
  for (const kind of dashboardKeys) {
    const answer = figuresOf(page, kind)
    await page.goto(screens[dashboards[kind].menu].path)
    const { result } = (await (await answer).json()) as { result: Answer }
    expect([result.days.length, result.days[0], result.days.at(-1)], kind).toEqual([7, dayBefore(6), dayBefore(0)])
    await expect(shown).toHaveText('Last 7 days')
  }
  const asked = page.waitForRequest((request) => request.url().includes('/data/cohorts'))
  await page.goto(screens['indicators.retention'].path)
  expect((await asked).url()).not.toMatch(/TimeStr|days/)
  await expect(shown).toHaveText('Last 30 days')
})

/** The figures that the dashboard asks for next; the one shown before may still be asking for its own. */
const figuresOf = (page: Page, kind: DashboardKey) =>
  page.waitForResponse((response) => new RegExp(`/data/figures\\?.*kind=${kind}(&|$)`).test(response.url()))

type Answer = { days: string[]; figures: Record<string, (number | null)[]>; totals: Record<string, number | null> }

/** Saves a chart's file, by another click if need be: Chromium drops the eleventh download of a page within a second. */
async function saved(page: Page, title: string): Promise<Download> {
  const name = `${title.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`
  const button = page.getByRole('button', { name: `Save ${title} as a file`, exact: true })
  let file: Download | undefined
  await expect(async () => {
    const predicate = (download: Download) => download.suggestedFilename() === name
    const saving = page.waitForEvent('download', { predicate, timeout: 1_000 })
    await Promise.all([saving, button.click()])
    file = await saving
  }).toPass()
  return file!
}

test('the file of every chart holds the figures that the server answered', async ({ page, server, signedIn }) => {
  await aBroadcaster(server)
  await signedIn('administrator')
  await openCounted(page, server, '/data/live?country=BR')
  const t = textsOf('en', 'indicators')
  for (const kind of dashboardKeys) {
    const answer = figuresOf(page, kind)
    await page.goto(`${screens[dashboards[kind].menu].path}?country=BR`)
    const { result } = (await (await answer).json()) as { result: Answer }
    for (const { key, as, figures } of dashboards[kind].charts) {
      const title = t(`charts.${key}`)
      const file = await saved(page, title)
      const rows = readFileSync(await file.path(), 'utf8')
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split('\r\n')
        .map((line) =>
          line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, '')),
        )
        .map((cells) => cells.slice(0, (as === 'funnel' ? 1 : figures.length) + 1))
      const written = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value))
      const expected =
        as === 'funnel'
          ? [
              [t('axis.step'), t('axis.total')],
              ...figures.map((figure) => [t(`figures.${figure}`), written(result.totals[figure])]),
            ]
          : [
              [t('axis.day'), ...figures.map((figure) => t(`figures.${figure}`))],
              ...result.days.map((day, at) => [day, ...figures.map((figure) => written(result.figures[figure]![at]))]),
            ]
      expect(rows, `${kind} ${key}`).toEqual(expected)
    }
  }
})

/** Counts the picture's pixels of each colour, and its size. */
const pixelsOf = (page: Page, png: Buffer, colours: readonly string[]) =>
  page.evaluate(
    async ([data, wanted]) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]))
      const paper = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      paper.drawImage(image, 0, 0)
      const { data: bytes } = paper.getImageData(0, 0, image.width, image.height)
      const counts = new Map<string, number>()
      for (let at = 0; at < bytes.length; at += 4) {
        const colour = `#${[0, 1, 2].map((part) => bytes[at + part]!.toString(16).padStart(2, '0')).join('')}`
        counts.set(colour, (counts.get(colour) ?? 0) + 1)
      }
      return { size: [image.width, image.height], found: wanted.map((colour) => counts.get(colour) ?? 0) }
    },
    [png.toString('base64'), colours] as const,
  )

test.describe('a picture', () => {
  test.use({ ownContext: true })

  for (const scheme of ['light', 'dark'] as const)
    test(`of a chart has its title, days, filters, source and figures, in the ${scheme} page's colours`, async ({
      page,
      server,
      signedIn,
    }) => {
      const { id } = await aBroadcaster(server)
      // More broadcasts than broadcasters, so that one line does not hide the other.
      await server.query(
        `insert into live.session (id, user_id, started_at, ended_at, heard_at)
         values ($1, $2, now() - interval '3 days', now() - interval '71 hours', now())`,
        [`second-${id}`, id],
      )
      await signedIn('administrator')
      await page.addInitScript((of) => {
        localStorage.setItem('theme', of)
        const drawing = CanvasRenderingContext2D.prototype
        const fillText = Object.getOwnPropertyDescriptor(drawing, 'fillText')!.value as typeof drawing.fillText
        const written: string[] = []
        Object.assign(window, { written })
        drawing.fillText = function (text, ...rest) {
          written.push(text)
          return fillText.call(this, text, ...rest)
        }
      }, scheme)
      await openCounted(page, server, '/data/live?country=BR&sex=woman')
      const title = 'Broadcasters and broadcasts'
      await expect(page.getByRole('region', { name: title }).locator('[data-chart="drawn"]')).toBeVisible()
      await page.evaluate(() => ((window as unknown as { written: string[] }).written.length = 0))
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: `Save ${title} as a picture` }).click()
      const file = await saving
      expect(file.suggestedFilename()).toBe('Broadcasters-and-broadcasts.png')
      const written = await page.evaluate(() => (window as unknown as { written: string[] }).written)
      for (const text of [title, `${dayBefore(6)} to ${dayBefore(0)}`, 'Brazil · Women', 'Broadcasters', 'Broadcasts'])
        expect(written).toContain(text)
      expect(written.at(-1)).toMatch(/^Greenroom, .+, as of .+ \(UTC\)$/)
      // The first two lines of the chart, in the page's palette.
      const lines = series[scheme].slice(0, 2)
      const { size, found } = await pixelsOf(page, readFileSync(await file.path()), lines)
      expect(size[0]).toBe(2_400)
      for (const count of found) expect(count).toBeGreaterThan(200)
      const others = { light: [series.dark[0]], dark: [series.light[0]] }[scheme]
      expect((await pixelsOf(page, readFileSync(await file.path()), others)).found).toEqual([0])
    })
})

test('a figure has its definition, with its formula on a line of its own', async ({ page, server, signedIn }) => {
  await aBroadcaster(server)
  await signedIn('administrator')
  await page.goto('/data/calls')
  await tileOf(page, 'Average length').locator('dt').getByText('Average length', { exact: true }).focus()
  const tip = page.getByRole('tooltip')
  await expect(
    tip.locator('div').filter({ hasText: 'The average length of a call of at least 10 seconds.' }).last(),
  ).toHaveText('The average length of a call of at least 10 seconds.')
  await expect(tip.getByText('= total length ÷ calls of 10 s or more', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'What Lengths of calls counts' }).click()
  const counted = drawer(page, 'What is counted: Lengths of calls')
  for (const text of [
    'Answered calls shorter than 30 seconds, including those under 10 seconds, which the total length leaves out.',
    '= number of answered calls with length < 30 s',
    '= number of calls with 30 s ≤ length ≤ 120 s',
  ])
    await expect(counted.getByText(text, { exact: true })).toBeVisible()
})

/** A match of a user that found a partner yesterday. */
const aMatch = (server: Server, userId: number) =>
  server.query(
    `insert into live.match (id, user_id, requested_at, ended_at, outcome, waited_seconds)
     values ($1, $2, now() - interval '1 day', now() - interval '1 day', 'matched', 4)`,
    [`match-${userId}`, userId],
  )

test('a figure opens the records that it counts: under its filters, without marked accounts', async ({
  page,
  server,
  signedIn,
}) => {
  const { id, name } = await aBroadcaster(server)
  const marked = await aBroadcaster(server)
  await server.query(`update users.app_user set channel = 'opened', internal = id = $2 where id = any($1)`, [
    [id, marked.id],
    marked.id,
  ])
  await aMatch(server, id)
  await aMatch(server, marked.id)
  await signedIn('administrator')
  await openCounted(page, server, '/data/live?country=BR&channel=opened&platform=ios')
  await expect(tileOf(page, 'Broadcasts').locator('bdi').first()).toHaveText('1')
  await page.getByRole('button', { name: 'Broadcasts: Broadcasts' }).click()
  const opened = drawer(page, 'Broadcasts: Broadcasts')
  await expect(opened.getByRole('link', { name })).toBeVisible()
  await expect(opened.getByRole('row')).toHaveCount(2)
  await opened.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/live/records\\?drawer=record:figures-${id}`))
  await expect(page.getByRole('dialog')).toContainText(name)

  await openCounted(page, server, '/data/match?channel=opened', 'Requests')
  await page.getByRole('button', { name: 'Matches: Requests' }).click()
  const matches = drawer(page, 'Matches: Requests')
  await expect(matches.getByRole('row').filter({ hasText: name })).toContainText('Matched')
  await expect(matches.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Escape')

  // A figure of a chart alone.
  await page.goto('/data/overall?channel=opened')
  await page.getByRole('button', { name: 'What Bonus counts' }).click()
  await page.getByRole('button', { name: 'Entries: Bonus withdrawn' }).click()
  await expect(drawer(page, 'Entries: Bonus withdrawn')).toContainText('No data in these days')

  await signedIn({ read: ['indicators.live'] })
  await page.goto('/data/live?country=BR&channel=opened')
  await expect(tileOf(page, 'Broadcasts')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Broadcasts: Broadcasts' })).toHaveCount(0)
})

test.describe('on paper', () => {
  test.use({ ownContext: true })

  test('a dashboard shows all its figures and charts, without menu, bars and controls (cn)', async ({
    page,
    server,
    signedIn,
  }) => {
    const kind: DashboardKey = 'live'
    await aBroadcaster(server)
    await signedIn('administrator')
    const t = textsOf('cn', 'indicators')
    await openCounted(
      page,
      server,
      `${screens[dashboards[kind].menu].path}?country=BR&lang=cn`,
      t(`figures.${dashboards[kind].tiles[1]}`),
    )
    const charts = page.locator('[data-chart], [data-figure="empty"]')
    await expect(charts).toHaveCount(dashboards[kind].charts.length)
    await page.emulateMedia({ media: 'print' })
    for (const gone of [
      page.getByRole('navigation'),
      page.getByRole('banner'),
      page.getByRole('complementary'),
      page.getByRole('search'),
      page.locator('main').getByRole('button'),
      page.getByRole('radiogroup'),
    ])
      await expect(gone.filter({ visible: true })).toHaveCount(0)
    const main = page.locator('main')
    const span = t('board.span', { from: dayBefore(6), to: dayBefore(0) })
    await expect(main.getByText(`${span} · 巴西`)).toBeVisible()
    for (const figure of dashboards[kind].tiles) {
      const tile = tileOf(page, t(`figures.${figure}`))
      await expect(tile.locator('bdi').first()).toBeVisible()
    }
    // Nothing scrolls within the page, so that paper has every chart.
    for (const { key } of dashboards[kind].charts) {
      const chart = page.getByRole('region', { name: t(`charts.${key}`), exact: true })
      await expect(chart).toBeVisible()
      const isWhole = await chart.evaluate((element) => {
        const box = element.getBoundingClientRect()
        for (let outer = element.parentElement; outer; outer = outer.parentElement)
          if (getComputedStyle(outer).overflowY !== 'visible' && outer.getBoundingClientRect().bottom < box.bottom)
            return outer === document.documentElement || outer === document.body
        return true
      })
      expect(isWhole, `${kind} ${key}`).toBe(true)
    }
  })
})
