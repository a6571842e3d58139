import { whitelistCalls } from '@greenroom/contract/systemRecords'
import { banLogList, userDetail } from '@greenroom/contract/users'
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { type AppUser, appUser, seenOn } from '../harness/appUsers.ts'
import { act, choose, drawer, listRead, rowOf, rows, search } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

import { dialog, openFromList, profile } from '../harness/userPage.ts'

/** Users of this channel, with the ids after `from`. */
const raid = (server: Server, channel: string, { from, count }: { from: number; count: number }) =>
  server.query(
    `insert into users.app_user (id, nickname, channel, created_at, registered_at)
     select $2::int + i, 'Raider ' || i, $1, now(), now() from generate_series(1, $3::int) i`,
    [channel, from, count],
  )

/** Bans three users of this name from the list, one of them on the whitelist, so that the batch is partly done. */
async function banThree(page: Page, server: Server, name: string): Promise<AppUser[]> {
  const users = [
    await appUser(server, { nickname: `${name} 1` }),
    await appUser(server, { nickname: `${name} 2` }),
    await appUser(server, { nickname: `${name} 3` }),
  ]
  await (await server.administrator()).call(whitelistCalls.save, {
    kind: 'user',
    value: String(users[1]!.id),
    note: '',
  })
  await page.goto('/user/list')
  await search(page, 'ID or nickname', name)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Ban', exact: true }).click()
  const ban = dialog(page, 'Ban')
  await ban.getByLabel('Reason').fill('A ring of cheaters')
  await ban.getByRole('button', { name: 'Ban (3)' }).click()
  return users
}

test('a ban requires a reason, shows in the list and in the ban record, and is lifted there', async ({
  page,
  server,
  signedIn,
}) => {
  const user = await appUser(server)
  await signedIn('administrator')
  await page.goto('/user/list')
  await search(page, 'ID or nickname', String(user.id))
  await act(page, rowOf(page, String(user.id)), 'Ban')
  const ban = dialog(page, 'Ban')
  await ban.getByLabel('Duration').selectOption({ label: '3 days' })
  await ban.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(ban.getByText('Required', { exact: true })).toBeVisible()
  await checkAccessibility(page)
  await ban.getByLabel('Reason').fill('Threats in calls')
  await ban.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(rowOf(page, String(user.id))).toContainText('Banned: account')

  await page.goto(`/user/banLog?userId=${user.id}`)
  await listRead(page)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Threats in calls')
  await expect(rows(page)).toContainText('In force')
  await act(page, rows(page).first(), 'Lift the ban')
  await dialog(page, 'Lift the ban').getByLabel('Reason').fill('A mistake')
  await page.keyboard.press('Control+Enter')
  await expect(rows(page)).toContainText('Lifted')
  await expect(rows(page)).toContainText('A mistake')
})

test('a ban can be undone from its message', async ({ page, server, signedIn }) => {
  const user = await appUser(server)
  await signedIn('administrator')
  await openFromList(page, user)
  await page.keyboard.press('Shift+B')
  await dialog(page, 'Ban').getByLabel('Reason').fill('The wrong person')
  await page.keyboard.press('Control+Enter')
  await expect(profile(page).getByText('Banned: account').first()).toBeVisible()
  await expect(status(page, `${user.nickname} (${user.id}) banned for 24 hours`)).toBeVisible()
  await status(page, 'banned for').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('article').getByText('Normal', { exact: true })).toBeVisible()
  const { records } = await (await server.administrator()).call(banLogList, { userId: user.id })
  expect(records).toMatchObject([{ state: 'lifted' }])
})

test('many are banned at once, with one outcome each', async ({ page, server, signedIn }) => {
  await signedIn('administrator')
  const users = await banThree(page, server, unique('Batch '))
  const report = dialog(page, 'Ban: partly done')
  await expect(report.getByText('2 succeeded, 1 failed.')).toBeVisible()
  await expect(report.getByRole('row').filter({ hasText: String(users[1]!.id) })).toContainText(
    'On the whitelist: can only be banned individually.',
  )
  await report.getByRole('button', { name: 'Close' }).last().click()
  await expect(rowOf(page, 'Banned: account')).toHaveCount(2)
  await expect(rowOf(page, 'Normal')).toHaveCount(1)
})

test('the successful ones of a batch are undone at once from its report', async ({ page, server, signedIn }) => {
  await signedIn('administrator')
  const users = await banThree(page, server, unique('Undone '))
  const report = dialog(page, 'Ban: partly done')
  await expect(rowOf(page, 'Banned: account')).toHaveCount(2)
  await report.getByRole('button', { name: 'Undo 2 completed' }).click()
  await expect(report).toHaveCount(0)
  await expect(rowOf(page, 'Normal')).toHaveCount(3)
  for (const { id } of users) {
    const { user } = await (await server.administrator()).call(userDetail, { userId: id })
    expect(user.state).toBe('normal')
  }
})

test('a device is banned with all its users, and unbanned', async ({ page, server, signedIn }) => {
  const [one, two] = [await appUser(server), await appUser(server)]
  const device = unique('shared-')
  await seenOn(server, device, [one, two])
  await signedIn('administrator')
  await page.goto(`/user/device?device=${device}`)
  await act(page, rows(page).first(), 'Ban device')
  await dialog(page, 'Ban device').getByLabel('Reason').fill('A farm of accounts')
  await page.keyboard.press('Control+Enter')
  await expect(rows(page)).toContainText('Banned')
  await rows(page).getByRole('link').first().click()
  await expect(drawer(page, device).getByText('Banned: device')).toHaveCount(2)
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await act(page, rows(page).first(), 'Unban device')
  await dialog(page, 'Unban device').getByLabel('Reason').fill('A shop for phones')
  await page.keyboard.press('Control+Enter')
  await expect(rows(page)).toContainText('Normal')
})

test('all matching users are banned in the background, and the report stays', async ({ page, server, signedIn }) => {
  test.slow()
  const channel = unique('raid')
  await raid(server, channel, { from: 9_300_000, count: 260 })
  await signedIn('administrator')
  await page.goto(`/user/list?channel=${channel}`)
  await listRead(page)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: 'Select all 260 matching rows' }).click()
  const bar = page.getByRole('toolbar', { name: 'Actions on the selected rows' })
  await expect(bar).toContainText('All 260 matching rows are selected')
  await expect(bar.getByRole('button', { name: 'Grant tokens' })).toBeHidden()
  // It survives another page.
  await page.getByRole('button', { name: 'Next page' }).click()
  await listRead(page)
  await expect(bar).toContainText('All 260 matching rows are selected')
  await bar.getByRole('button', { name: 'Ban', exact: true }).click()
  const ban = dialog(page, 'Ban')
  await expect(ban).toContainText('all 260 matching rows')
  await ban.getByLabel('Reason').fill('A raid')
  await ban.getByRole('button', { name: 'Ban (260)' }).click()
  await expect(page.getByText('260 succeeded, 0 failed')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Show report' }).click()
  const report = page.getByRole('dialog')
  await expect(report).toContainText('260 in total: 260 succeeded, 0 failed')
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'A raid')).toContainText('Ended')
})

test('a selection is cleared when the filters change, with a message', async ({ page, server, signedIn }) => {
  const channel = unique('raid')
  await raid(server, channel, { from: 9_400_000, count: 3 })
  await signedIn('administrator')
  await page.goto(`/user/list?channel=${channel}`)
  await listRead(page)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await choose(page, 'Status', 'Normal')
  await expect(page.getByText('Selection cleared: the list changed.')).toBeVisible()
  await expect(page.getByText('3 selected')).toBeHidden()
})
