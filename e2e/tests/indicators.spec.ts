// The dashboards: figures by day, compared, explained, noted, in both languages.
import { checkAccessibility } from '../harness/accessibility.ts'
import { drawer } from '../harness/list.ts'
import type { Server } from '../harness/server.ts'
import { expect, test } from '../harness/test.ts'

let lastId = 7_600_000

/** A woman who registered three days ago, was there on each day since, and broadcast two days ago. */
async function aBroadcaster(server: Server): Promise<{ id: number; name: string }> {
  const id = ++lastId
  const name = `Figure ${id}`
  await server.query(
    `insert into users.app_user (id, nickname, sex, country, channel, created_at, registered_at)
     values ($1, $2, 'woman', 'BR', 'tube', now(), now() - interval '3 days')`,
    [id, name],
  )
  await server.query(
    `insert into users.active_day (day, user_id, first_at, seconds, platform, online_at)
     select ((now() - n * interval '1 day') at time zone 'UTC')::date, $1, now() - n * interval '1 day', 600, 'ios', now()
       from generate_series(0, 3) n`,
    [id],
  )
  await server.query(
    `insert into live.session (id, user_id, started_at, ended_at, heard_at)
     values ($1, $2, now() - interval '2 days', now() - interval '47 hours', now())`,
    [`figures-${id}`, id],
  )
  return { id, name }
}

test('a dashboard from its tiles to the users behind, what changed, a note and its table', async ({
  page,
  server,
  signedIn,
}) => {
  const { name } = await aBroadcaster(server)
  await signedIn('administrator')
  await page.goto('/data/live?compare=before&country=BR')
  const broadcasters = page.getByRole('button', { name: 'Users: Broadcasters' })
  await expect(async () => {
    await page.reload()
    await expect(page.locator('dl > div').filter({ hasText: 'Broadcasts' }).locator('bdi').first()).not.toHaveText('0')
  }).toPass()
  await broadcasters.click()
  await expect(drawer(page, 'Users: Broadcasters').getByRole('link', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'What changed: Broadcasts' }).click()
  await expect(drawer(page, 'What changed: Broadcasts')).toContainText('0 before')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add note' }).click()
  await drawer(page, 'Add note').getByRole('textbox', { name: 'Note' }).fill('New gifts')
  await drawer(page, 'Add note').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Notes on these days' })).toContainText('New gifts')
  await expect(page.locator('[data-chart="drawn"]').first()).toBeVisible()
  const figure = page.getByRole('region', { name: 'Length of views' })
  await figure.getByText('Table').click()
  await expect(figure.getByRole('columnheader', { name: 'Over 60 s' })).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Delete note: New gifts' }).click()
  await expect(page.getByRole('list', { name: 'Notes on these days' })).toBeHidden()
})

test('retention and the platform in Chinese', async ({ page, server, signedIn }) => {
  await aBroadcaster(server)
  await signedIn('administrator')
  await page.goto('/data/retention?country=BR&lang=cn')
  const heat = page.getByRole('region', { name: '按群组日期的留存' })
  await heat.getByText('表格').click()
  await expect(async () => {
    await page.reload()
    await heat.getByText('表格').click()
    await expect(heat.getByRole('row').nth(1)).toContainText('100%', { timeout: 2_000 })
  }).toPass()
  await page.goto('/data/overall?country=BR')
  await expect(page.getByText('日活', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: '活跃用户' })).toBeVisible()
})
