import { liveForbid, liveForbiddenList } from '@greenroom/contract/live'
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { type AppUser, appUser } from '../harness/appUsers.ts'
import { act, choose, drawer, listRead, rowOf, rows, search } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import type { Server } from '../harness/server.ts'
import { expect, test } from '../harness/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** A user who is live. */
async function onAir(server: Server, nickname = unique('Star ')): Promise<AppUser & { liveId: string }> {
  const user = await appUser(server, { nickname })
  const liveId = `live-${user.id}`
  await server.query(
    `insert into live.session (id, user_id, title, rate, started_at, heard_at, last_seen_at)
     values ($1, $2, 'Good evening', 60, now() - interval '10 minutes', now() + interval '1 hour', now())`,
    [liveId, user.id],
  )
  await server.query(
    `insert into live.broadcaster (user_id, sessions, seconds, gift_tokens, last_started_at)
     values ($1, 3, 5400, 700, now() - interval '10 minutes')`,
    [user.id],
  )
  return { ...user, liveId }
}

const bans = async (server: Server, userId: number) =>
  (await (await server.administrator()).call(liveForbiddenList, { userId })).records

test('a broadcaster is banned with the suggested escalation step, and goes off the air', async ({
  page,
  server,
  signedIn,
}) => {
  const star = await onAir(server)
  await server.query(
    `insert into live.forbid (id, user_id, hours, until, reason, at, by, ended, ended_at)
     values (kit.uuid_at(now() - interval '2 days')::text::uuid, $1, 1, now() - interval '47 hours', 'Smoking',
             now() - interval '2 days', 'admin', 'expired', now() - interval '47 hours')`,
    [star.id],
  )
  await signedIn('administrator')
  await page.goto('/live/users')
  await search(page, 'User ID', String(star.id))
  await expect(rows(page)).toContainText('Live')
  await expect(rows(page)).toContainText('1:30:00')
  await checkAccessibility(page)
  await act(page, rows(page).first(), 'Ban from broadcasting')
  const form = dialog(page, 'Ban from broadcasting')
  await expect(
    form.getByText('1 broadcast ban and 0 warnings in the last 90 days. The escalation steps suggest: 3 hours.'),
  ).toBeVisible()
  await expect(form.getByLabel('Duration')).toHaveValue('3')
  await form.getByRole('button', { name: 'Ban from broadcasting' }).click()
  await expect(form.getByText('Required', { exact: true })).toBeVisible()
  await form.getByLabel('Reason').fill('Nudity')
  await checkAccessibility(page)
  await page.keyboard.press('Control+Enter')
  await expect(rows(page)).toContainText("Can't broadcast")
  await expect(rows(page)).not.toContainText('Live')
  expect(await bans(server, star.id)).toMatchObject([{ hours: 3, reason: 'Nudity', state: 'effective' }, { hours: 1 }])

  // The user's record, opened from the list by keyboard.
  await page.getByRole('grid', { name: 'Records' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const record = drawer(page, star.nickname)
  await expect(
    record.getByText('2 broadcast bans and 0 warnings in the last 90 days. The escalation steps suggest: 12 hours.'),
  ).toBeVisible()
  await expect(record.getByText('Nudity')).toBeVisible()
  await checkAccessibility(page)
  await record.getByRole('link', { name: 'Broadcasts', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/live/records\\?userId=${star.id}`))
  await expect(rows(page)).toHaveCount(1)
})

test('a ban is shown with the escalation steps, lifted, and shown on the user page', async ({
  page,
  server,
  signedIn,
}) => {
  const star = await onAir(server)
  await (await server.administrator()).call(liveForbid, {
    ids: [star.id],
    hours: 0,
    reason: 'Minors on the air',
    liveId: star.liveId,
  })
  await signedIn('administrator')
  await page.goto(`/live/forbidden?userId=${star.id}`)
  await listRead(page)
  await expect(rows(page)).toContainText('Permanent')
  await expect(rows(page)).toContainText('In force')
  await checkAccessibility(page)
  await rows(page).first().getByRole('link').first().click()
  const ban = drawer(page, 'Broadcast ban')
  await expect(ban.getByText('The escalation steps suggest: Permanent.')).toBeVisible()
  await expect(ban.getByText(star.liveId).first()).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await act(page, rows(page).first(), 'Lift broadcast ban')
  await dialog(page, 'Lift broadcast ban').getByLabel('Reason').fill('Another person')
  await page.keyboard.press('Control+Enter')
  await expect(rows(page)).toContainText('Lifted')
  await expect(rows(page)).toContainText('Another person')
  await choose(page, 'Status', 'In force')
  await expect(page.getByText('No matching rows')).toBeVisible()

  await page.goto(`/user/detail/${star.id}?tab=forbids`)
  const panel = page.getByRole('tabpanel', { name: 'Broadcast bans' })
  await expect(panel.getByText('Minors on the air')).toBeVisible()
  await expect(panel.getByText('Lifted')).toBeVisible()
  await checkAccessibility(page)
})

test('a pasted list names unknown users, and those already banned', async ({ page, server, signedIn }) => {
  const [one, two] = [await appUser(server), await appUser(server)]
  await (await server.administrator()).call(liveForbid, { ids: [two.id], hours: 168, reason: 'Before' })
  await signedIn('administrator')
  await page.goto('/live/forbidden')
  await page.getByRole('button', { name: 'Ban from broadcasting by list' }).click()
  const form = drawer(page, 'Ban from broadcasting by list')
  await form.getByLabel('User IDs').fill(`${one.id}\n${two.id}, 77\n${one.id}`)
  await expect(form.getByText('3 users. 1 duplicate removed.')).toBeVisible()
  await form.getByLabel('Duration').selectOption({ label: '24 hours' })
  await form.getByLabel('Reason').fill('A ring')
  await form.getByRole('button', { name: 'Ban from broadcasting' }).click()
  await expect(form.getByText('1 unknown ID')).toBeVisible()
  await expect(form.getByText('Line 2: 77')).toBeVisible()
  await checkAccessibility(page)
  await form.getByRole('button', { name: 'Remove these from the list' }).click()
  await form.getByRole('button', { name: 'Ban from broadcasting' }).click()
  const report = dialog(page, 'Ban from broadcasting: partly done')
  await expect(report.getByText('1 succeeded, 1 failed.')).toBeVisible()
  await expect(report.getByRole('row').filter({ hasText: String(two.id) })).toContainText(
    'Already banned from broadcasting',
  )
  await report.getByRole('button', { name: 'Close' }).last().click()
  await expect(rowOf(page, String(one.id))).toContainText('24 hours')
})

test('many are banned at once, with one outcome each', async ({ page, server, signedIn }) => {
  const name = unique('Batch')
  const stars = [await onAir(server, `${name} 1`), await onAir(server, `${name} 2`), await onAir(server, `${name} 3`)]
  await (await server.administrator()).call(liveForbid, { ids: [stars[1]!.id], hours: 0, reason: 'Before' })
  await signedIn('administrator')
  await page.goto('/live/users')
  await search(page, 'Nickname begins with', name)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Ban from broadcasting', exact: true }).click()
  const form = dialog(page, 'Ban from broadcasting')
  await expect(
    form.getByText(`${name} 2 (${stars[1]!.id}): Already banned permanently from broadcasting.`),
  ).toBeVisible()
  await expect(form.getByText(/^Users are at different steps/)).toBeVisible()
  await form.getByLabel('Reason').fill('A ring')
  await form.getByRole('button', { name: 'Ban from broadcasting (2)' }).click()
  await expect(rowOf(page, "Can't broadcast")).toHaveCount(3)
})

test('a read-only account sees why not', async ({ page, server, signedIn }) => {
  const star = await onAir(server)
  await (await server.administrator()).call(liveForbid, { ids: [star.id], hours: 24, reason: 'Before' })
  await signedIn('reader')
  await page.goto(`/live/forbidden?userId=${star.id}`)
  await listRead(page)
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menuitem', { name: /^Lift broadcast ban/ })).toHaveAttribute('aria-disabled', 'true')
})

test('in Chinese', async ({ page, server, signedIn }) => {
  const star = await onAir(server)
  await signedIn('administrator')
  await page.goto(`/live/users?lang=cn&userId=${star.id}`)
  const row = page.getByRole('row').filter({ hasText: String(star.id) })
  await expect(row).toContainText('直播中')
  await page.getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+B')
  const form = dialog(page, '禁播')
  await expect(form.getByText('最近 90 天内禁播 0 次、警告 0 次。累进处罚建议：1 小时。')).toBeVisible()
  await form.getByLabel('时长').selectOption({ label: '3 天' })
  await form.getByRole('textbox').fill('直播中吸烟')
  await page.keyboard.press('Control+Enter')
  await expect(row).toContainText('禁播中')
  await page.goto(`/live/forbidden?userId=${star.id}`)
  await expect(page.getByRole('row').filter({ hasText: '直播中吸烟' })).toContainText('3 天')
  await expect(page.getByRole('row').filter({ hasText: '直播中吸烟' })).toContainText('生效中')
})
