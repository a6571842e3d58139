import { checkAccessibility } from '../harness/accessibility.ts'
import { act, grid, rowOf } from '../harness/list.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

/** A banner that is shown now. */
async function aBanner(server: Server, name: string, sort: number) {
  await server.query(
    `with file as (
       insert into files.file (id, purpose, mime, bytes, width, height, sha256, storage_key, created_at)
       values (uuidv7(), 'banner', 'image/png', 1, 1, 1, '\\x00', $1, now()) returning id)
     insert into official.placement (kind, name, picture_id, position, sort, enabled, created_by, created_at, updated_by, updated_at)
     select 'banner', $1, id, 'profile', $2::int, true, 'admin', now(), 'admin', now() from file`,
    [name, sort],
  )
}

test('banners are put in order by keys, and the phone shows the first', async ({
  page,
  server,
  signedIn,
  complaints,
}) => {
  // Their pictures are rows without files.
  complaints.allow(/HTTP 404: .*\/files\//, /status of 404 .*\/files\//)
  await server.query(`delete from official.placement`)
  for (const [index, name] of ['First banner', 'Second banner', 'Third banner'].entries())
    await aBanner(server, name, index + 1)
  await signedIn('administrator')
  await page.goto('/official/banner?position=profile')
  await expect(grid(page).getByText('Third banner')).toBeVisible()
  const preview = page.getByRole('complementary', { name: 'What a user sees now' })
  await preview.getByLabel('Position').click()
  await page.getByRole('option', { name: 'Profile page' }).click()
  await expect(preview.getByText('More than 1 at once for one user')).toBeVisible()
  await expect(preview.getByText('First banner', { exact: true }).first()).toBeVisible()
  await preview.getByRole('button', { name: 'Move Third banner, number 3' }).focus()
  await page.keyboard.press('Home')
  await preview.getByRole('button', { name: 'Save order' }).click()
  await expect(status(page, '3 banners of the profile page put in order')).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Move Third banner, number 1' })).toBeVisible()
  await checkAccessibility(page)
})

test('a message goes from its audience to its curve; in Chinese', async ({ page, server, signedIn }) => {
  await server.query(
    `insert into users.app_user (id, nickname, sex, created_at)
     select 7900000 + n, 'Reader ' || n, 'woman', now() from generate_series(1, 3) n on conflict do nothing`,
  )
  await signedIn('administrator')
  await page.goto('/official/message?lang=cn&drawer=add')
  const form = page.getByRole('dialog')
  await form.getByLabel('名称').fill('春季问候')
  await form.getByLabel('English 内容').fill('Spring is here')
  await form.getByRole('combobox', { name: '受众' }).click()
  await page.getByRole('option', { name: '指定用户' }).click()
  await form.getByLabel('用户 ID').fill('7900001, 7900002, 7900003, 5')
  await form.getByText('立即发送', { exact: true }).click()
  await form.getByRole('button', { name: '立即发送' }).click()
  await expect(form.getByText('发送前请先统计受众人数。')).toBeVisible()
  await form.getByRole('button', { name: '统计受众人数' }).click()
  await expect(form.getByText('共 4 位用户。')).toBeVisible()
  await expect(form.getByText('1 个 ID 不存在。')).toBeVisible()
  await checkAccessibility(page)
  await form.getByRole('button', { name: '发送给 4 位用户' }).click()
  const row = page.getByRole('row').filter({ hasText: '春季问候' })
  await expect(row.getByText('发送中')).toBeVisible()
  // As the app would leave it: it took the message, two devices reported it, one user read it.
  await server.query(`update official.recipient set state = 'handed' where state = 'waiting'`)
  await server.query(
    `with message as (
       update official.message set state = 'sent', sent = 3, finished_at = now()
        where name = '春季问候' and size = 4 and failed = 1 returning id)
     insert into official.tick (message_id, minute, sent, delivered, read)
     select id, date_trunc('minute', now()), 3, 2, 1 from message`,
  )
  await page.goto('/official/message?lang=en')
  await act(page, rowOf(page, '春季问候'), 'Progress and figures')
  const shown = page.getByRole('dialog')
  await expect(shown.getByText('3 sent, 100 %')).toBeVisible()
  await expect(shown.getByRole('heading', { name: 'Sent, delivered and read' })).toBeVisible()
  await expect(shown.getByText('No such user').first()).toBeVisible()
  await checkAccessibility(page)
})
