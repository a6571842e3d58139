// The leader's Home and the daily report on a phone, in both languages.
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { unique } from '../harness/people.ts'
import type { Server } from '../harness/server.ts'
import { expect, test } from '../harness/test.ts'

/** Nothing scrolls the page sideways. */
const fits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0)

/** A link is made, opened by somebody without an account, and says who asked. */
async function invitesByLink(page: Page, server: Server, { guild, anchor }: { guild: number; anchor: string }) {
  const links = page.getByRole('region', { name: 'Invite anchors' })
  await links.getByRole('button', { name: 'Make the link' }).click()
  const address = (await links.getByText(/\/j\/[a-z2-7]{16}$/).textContent()) ?? ''
  const guest = await page.context().newPage()
  await guest.goto(address.replace(/^https?:\/\/[^/]+/, server.url))
  await guest.getByLabel('Your ID in the app').fill(anchor)
  await guest.getByRole('button', { name: 'Send' }).click()
  await expect(guest.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await checkAccessibility(guest, 'the page of a link')
  await guest.close()
  await page.reload()
  await expect(links).toContainText('Times opened: 1')
  await expect(links.getByRole('listitem')).toContainText('Joined')
  await server.query('delete from guilds.link_request where guild_id = $1', [guild])
}

test('a leader sees the running week, the next level and anchors close to a step, and opens a day’s anchors', async ({
  page,
  server,
  signedIn,
}) => {
  const { userId } = await signedIn({ seeded: 'Guild leader' })
  const nickname = unique('Anchor ')
  const [made] = await server.query<{ guild: number; anchor: string }>(
    `with anchor as (
       insert into users.app_user (id, nickname, created_at, registered_at) values ($1::bigint + 8000000, $2, now(), now()) returning id
     ), guild as (select union_id as id from access.staff where id = $1),
     member as (
       insert into guilds.member (guild_id, user_id, state, since)
       select guild.id, anchor.id, 'active', now() - interval '40 days' from guild, anchor
     )
     select guild.id as guild, anchor.id::text as anchor from guild, anchor`,
    [userId, nickname],
  )
  const { guild, anchor } = made!
  // The fold recalculates a new member, so insert rows afterwards. What another process wrote, as this test did, it notices only after five
  // seconds.
  await expect
    .poll(async () => (await server.query('select from guilds.refold where user_id = $1', [anchor])).length, {
      timeout: 45_000,
    })
    .toBe(0)
  await server.query(
    `select guilds.add_figures(array[$1::int], array[w.week], array[(now() at time zone 'UTC')::date], array[$2::bigint],
       array[2100], array[0], array[3], array[2], array[45000], array[0], array[0], array[0], array[450000000], array[400000000])
       from (select week from guilds.week order by week desc limit 1) w`,
    [guild, anchor],
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today).toContainText('$450.00')
  await expect(today.getByRole('listitem').filter({ hasText: nickname })).toContainText(
    '25 min live or 20 min on calls missing',
  )
  await expect(today).toContainText(`Within reach today: ${nickname}, 10 min more each.`)
  const [card] = await Promise.all([
    page.waitForEvent('download'),
    today.getByRole('button', { name: 'Share as picture' }).click(),
  ])
  expect(card.suggestedFilename()).toMatch(/^Today-\d{4}-\d\d-\d\d\.png$/)
  await invitesByLink(page, server, { guild, anchor })
  const week = page.getByRole('region', { name: 'This week' })
  await expect(week).toContainText('45,000')
  await expect(week).toContainText('$100.00 more base to level 2 (8%), which earns $20.00 more.')
  const close = page.getByRole('region', { name: 'Close to a valid day or a salary step' })
  await expect(close).toContainText(nickname)
  await expect(close).toContainText('25 more minutes live today, or 20 min on calls, make the day valid.')
  await fits(page)
  await checkAccessibility(page, 'the leader’s Home')

  await page.goto('/sociatyManage/everyDayReport')
  const day = page.getByRole('row').filter({ hasText: '45,000' })
  await expect(day).toBeVisible()
  await fits(page)
  await checkAccessibility(page, 'the daily report')
  await day.getByRole('link').first().click()
  await expect(page).toHaveURL(/everyDayReportDetail\/\d+-\d{4}-\d\d-\d\d/)
  await expect(page.getByRole('row').filter({ hasText: nickname })).toBeVisible()
  await fits(page)
  await checkAccessibility(page, 'a day by anchor')

  await page.goto('/dashboard?lang=cn')
  await expect(page.getByRole('region', { name: '本周' })).toContainText(
    '基数再增加 $100.00 即可升至 2 级（8%），可多得 $20.00。',
  )
  await expect(page.getByText('今日再直播 25 分钟或再通话 20 分钟即为有效天。')).toBeVisible()
  await fits(page)
  await page.goto('/sociatyManage/weekReport?lang=cn')
  await expect(page.getByRole('row').filter({ hasText: '45,000' })).toContainText('进行中')
  await page.getByRole('link', { name: '主播' }).click()
  await expect(page.getByRole('row').filter({ hasText: nickname })).toBeVisible()
  await fits(page)
  for (const path of ['LevelTwoGuildDaily', 'LevelTwoGuildWeek']) {
    await page.goto(`/GuildManagement/${path}?lang=cn`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await fits(page)
  }
})
