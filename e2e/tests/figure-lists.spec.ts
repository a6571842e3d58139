// The lists behind figures that count other things than the days' facts of users: views, users who returned or left, installs, and what ran at
// the peak. Each has as many rows as its figure says; half of them in Chinese.
import type { Locator, Page } from '@playwright/test'
import { aBroadcaster } from '../harness/broadcaster.ts'
import { figuresFolded } from '../harness/folded.ts'
import { drawer } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import type { Server } from '../harness/server.ts'
import { expect, test } from '../harness/test.ts'
import { type Language, textsOf } from '../harness/texts.ts'

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const spanOf = (from: number, to: number) => `day=${dayBefore(from)}..${dayBefore(to)}`
const tileOf = (page: Page, name: string): Locator =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
const valueOf = (page: Page, name: string) => tileOf(page, name).locator('bdi').first()

type Place = { page: Page; server: Server }

/** Opens the dashboard, whose figure is this. */
async function openWith({ page, server }: Place, path: string, tile: string, value: string): Promise<void> {
  await figuresFolded(server)
  await page.goto(path)
  await expect(valueOf(page, tile)).toHaveText(value)
}

/** Opens what a tile or a chart counts, and returns the drawer. */
async function openList(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click()
  return drawer(page, name)
}

/** Rows below the header. */
const rowsIn = (opened: Locator) => opened.getByRole('row').filter({ has: opened.page().getByRole('cell') })

/** Women of a channel of their own, who were active this many days ago. */
async function women(server: Server, ...days: number[][]): Promise<{ channel: string; names: string[] }> {
  const [channel, names] = [unique('lists-'), [] as string[]]
  for (const active of days) {
    const { id, name } = await aBroadcaster(server)
    names.push(name)
    await server.query('delete from live.session where user_id = $1', [id])
    await server.query('delete from users.active_day where user_id = $1', [id])
    await server.query(
      `update users.app_user set channel = $2, registered_at = now() - interval '60 days' where id = $1`,
      [id, channel],
    )
    await server.query(
      `insert into users.active_day (day, user_id, first_at, seconds, platform, online_at)
       select ((now() - n * interval '1 day') at time zone 'UTC')::date, $1, now() - n * interval '1 day', 600, 'ios', now()
         from unnest($2::int[]) n`,
      [id, active],
    )
  }
  return { channel, names }
}

const wordsIn = (language: Language) => {
  const t = textsOf(language, 'indicators')
  const people = (figure: string) => t('people.title', { figure: t(`figures.${figure}`) })
  const listOf = (kind: string, figure: string) =>
    t('lists.title', { list: t(`lists.${kind}`), figure: t(`figures.${figure}`) })
  return { t, people, listOf }
}

test('views open from the viewers, and from the chart of their lengths (en)', async ({ page, server, signedIn }) => {
  const { t, people, listOf } = wordsIn('en')
  const { channel, names } = await women(server, [3])
  const broadcaster = await aBroadcaster(server)
  const seconds = [3, 7, 45]
  for (const [index, length] of seconds.entries())
    await server.query(
      `insert into live.view (id, live_id, user_id, seconds, at)
         select $1 || id, $2, id, $3, now() - interval '2 days' from users.app_user where channel = $4`,
      [`${channel}-${index}-`, `figures-${broadcaster.id}`, length, channel],
    )
  await signedIn('administrator')
  await openWith({ page, server }, `/data/live?channel=${channel}&lang=en`, t('figures.viewers'), '1')
  const views = await openList(page, listOf('views', 'viewers'))
  await expect(rowsIn(views)).toHaveCount(seconds.length)
  await expect(views.getByRole('link', { name: broadcaster.name })).toHaveCount(seconds.length)
  await expect(views.getByRole('link', { name: names[0]! })).toHaveCount(seconds.length)
  await page.keyboard.press('Escape')
  await expect(rowsIn(await openList(page, people('viewers')))).toHaveCount(1)
  await page.keyboard.press('Escape')

  const chart = page.getByRole('region', { name: t('charts.stays') })
  await page.getByRole('button', { name: t('counts.open', { title: t('charts.stays') }), exact: true }).click()
  const short = await openList(page, listOf('views', 'viewsTo10'))
  await expect(rowsIn(short)).toHaveCount(2)
  await rowsIn(short)
    .first()
    .getByRole('link', { name: t('records.open'), exact: true })
    .click()
  await expect(page).toHaveURL(new RegExp(`/live/records\\?drawer=record:figures-${broadcaster.id}`))
  await expect(page.getByRole('dialog')).toContainText(broadcaster.name)
  await page.goBack()
  await expect(short).toBeVisible()
  await page.keyboard.press('Escape')
  await chart.getByText('Table').click()
  await expect(
    chart
      .getByRole('row')
      .filter({ hasText: dayBefore(2) })
      .getByRole('cell')
      .first(),
  ).toHaveText('2')
})

test('users who returned, and users who left, open from their figures (cn)', async ({ page, server, signedIn }) => {
  const { t, people } = wordsIn('cn')
  // The first one leaves and returns, the second one never pauses for seven days, the third one returns.
  const { channel, names } = await women(server, [20, 3], [20, 15, 10, 4, 3], [30, 3])
  await signedIn('administrator')
  const path = `/data/oldWomen?channel=${channel}&lang=cn`
  await openWith({ page, server }, `${path}&${spanOf(3, 3)}`, t('figures.returning'), '2')
  const returned = rowsIn(await openList(page, people('returning')))
  await expect(returned).toHaveCount(2)
  for (const name of [names[0]!, names[2]!]) await expect(returned.filter({ hasText: name })).toContainText('1')
  await page.keyboard.press('Escape')

  // Of four days of users, one was the last before a pause.
  await openWith({ page, server }, `${path}&${spanOf(22, 9)}`, t('figures.churn'), '25%')
  const left = rowsIn(await openList(page, people('churn')))
  await expect(left).toHaveCount(1)
  await expect(left).toContainText(names[0]!)
})

test('installs open from their figure, with the first user of each device (en)', async ({ page, server, signedIn }) => {
  const { t, listOf } = wordsIn('en')
  const { channel, names } = await women(server, [2])
  const device = (of: number) => `${channel}-${of}`
  await server.query(
    `insert into promotion.install (device_id, channel, platform, country, at)
       select $1 || '-' || n, $1, case n when 3 then 'android' else 'ios' end, 'BR', now() - n * interval '1 day'
         from generate_series(1, 3) n`,
    [channel],
  )
  await server.query(
    `insert into users.device (id, platform, first_seen_at, last_seen_at) values ($1, 'ios', now(), now())`,
    [device(2)],
  )
  await server.query(
    `with registered as (update users.app_user set device_id = $1 where channel = $2 returning id)
       insert into users.user_device (user_id, device_id, first_seen_at, last_seen_at) select id, $1, now(), now() from registered`,
    [device(2), channel],
  )
  await signedIn('administrator')
  const path = `/data/overall?channel=${channel}&lang=en`
  await openWith({ page, server }, path, t('figures.installs'), '3')
  const opened = await openList(page, listOf('installs', 'installs'))
  await expect(rowsIn(opened)).toHaveCount(3)
  await expect(opened.getByText(t('records.ofInstalls'))).toBeVisible()
  const second = rowsIn(opened).filter({ hasText: device(2) })
  for (const shown of [channel, names[0]!, 'iOS', 'Brazil']) await expect(second).toContainText(shown)
  await second.getByRole('link', { name: t('records.open'), exact: true }).click()
  await expect(page).toHaveURL(/\/user\/device\?drawer=users:/)
  await expect(page.getByRole('dialog')).toContainText(names[0]!)

  await openWith({ page, server }, `${path}&platform=android`, t('figures.installs'), '1')
  await openList(page, listOf('installs', 'installs'))
  await expect(rowsIn(opened)).toHaveCount(1)
  // Devices have no sex: neither the figure nor the list is known then.
  await openWith({ page, server }, `${path}&sex=woman`, t('figures.installs'), '–')
  await openList(page, listOf('installs', 'installs'))
  await expect(opened).toContainText(t('state.none'))

  await signedIn({ read: ['indicators.overall', 'promotion.channel'] })
  await openWith({ page, server }, path, t('figures.installs'), '3')
  await openList(page, listOf('installs', 'installs'))
  await expect(rowsIn(opened)).toHaveCount(3)
  await expect(opened).not.toContainText(names[0]!)
  await expect(opened.getByRole('link')).toHaveCount(0)

  await signedIn({ read: ['indicators.overall'] })
  await openWith({ page, server }, path, t('figures.installs'), '3')
  await expect(page.getByRole('button', { name: listOf('installs', 'installs'), exact: true })).toHaveCount(0)
  await page.goto(`${path}&drawer=records:installs`)
  await expect(page.getByRole('dialog')).not.toContainText(channel)
})

test('the peak opens the broadcasts that ran at its moment, which it names (cn)', async ({
  page,
  server,
  signedIn,
}) => {
  const { t, listOf } = wordsIn('cn')
  // The peak is the whole platform's, so it is of a day that no other test has broadcasts on.
  const daysAgo = 75
  const names: string[] = []
  for (const [from, to] of [
    [60, 120],
    [90, 180],
    [130, 150],
    [140, 145],
    [150, 300],
  ] as const) {
    const { id, name } = await aBroadcaster(server)
    names.push(name)
    await server.query(
      `insert into live.session (id, user_id, started_at, ended_at, heard_at)
         select $1, $2, day + $4 * interval '1 minute', day + $5 * interval '1 minute', now()
           from (select date_trunc('day', now(), 'UTC') - $3 * interval '1 day' as day) d`,
      [`peak-${id}`, id, daysAgo, from, to],
    )
  }
  await signedIn('administrator')
  const path = `/data/live?${spanOf(daysAgo, daysAgo)}&lang=cn`
  await openWith({ page, server }, path, t('figures.peakBroadcasts'), '3')
  const opened = await openList(page, listOf('broadcasts', 'peakBroadcasts'))
  await expect(rowsIn(opened)).toHaveCount(3)
  for (const name of names.slice(1, 4)) await expect(opened.getByRole('link', { name })).toBeVisible()
  await expect(opened.getByText(t('records.ofPeak', { time: `${dayBefore(daysAgo)} 02:20:00` }))).toBeVisible()
  await page.keyboard.press('Escape')

  await openWith({ page, server }, `${path}&country=BR`, t('figures.peakBroadcasts'), '–')
  await openList(page, listOf('broadcasts', 'peakBroadcasts'))
  await expect(opened).toContainText(t('state.none'))
  await signedIn({ read: ['indicators.live'] })
  await openWith({ page, server }, path, t('figures.peakBroadcasts'), '3')
  await expect(page.getByRole('button', { name: listOf('broadcasts', 'peakBroadcasts'), exact: true })).toHaveCount(0)
})
