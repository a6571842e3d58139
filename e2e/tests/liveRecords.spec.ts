import { checkAccessibility } from '../harness/accessibility.ts'
import { choose, drawer, grid, listRead, rowOf, rows, search } from '../harness/list.ts'
import { png } from '../harness/picture.ts'
import type { Server } from '../harness/server.ts'
import { expect, test } from '../harness/test.ts'

let last = 7_300_000

/** Two users, one's broadcast, a call between them and a gift in it. */
async function anEvening(server: Server) {
  const [woman, man] = [++last, ++last]
  await server.query(
    `insert into users.app_user (id, nickname, sex, created_at)
     values ($1::bigint, 'Live ' || $1::bigint, 'woman', now()), ($2::bigint, 'Live ' || $2::bigint, 'man', now())`,
    [woman, man],
  )
  await server.query(
    `insert into live.session (id, user_id, title, rate, started_at, ended_at, end_reason, heard_at, gift_tokens)
     values ($1, $2, 'An evening', 60, now() - interval '2 hours', now() - interval '1 hour', 'left', now(), 500)`,
    [`live-${woman}`, woman],
  )
  await server.query(
    `insert into live.call (id, caller_id, callee_id, kind, unit_price, requested_at, ended_at, heard_at)
     values ($1, $2, $3, 'video', 100, now() - interval '1 hour', now() - interval '59 minutes', now())`,
    [`call-${woman}`, man, woman],
  )
  await server.query(
    `insert into live.gift (id, at, gift_id, sender_id, receiver_id, count, tokens, promo_tokens, bonus, live_id)
     values (overlay(kit.uuid_at(now())::text placing substr(md5($1::bigint::text), 1, 12) from 25 for 12)::uuid, now(), 3, $2, $3, 5, 500, 0, 200, $4)`,
    [woman, man, woman, `live-${woman}`],
  )
  return { woman, man }
}

test('a broadcast is found by its broadcaster, and leads to its gifts', async ({ page, server, signedIn }) => {
  const { woman } = await anEvening(server)
  await signedIn('administrator')
  await page.goto('/live/records')
  await search(page, 'User ID', String(woman))
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Ended')
  await expect(rows(page)).toContainText('1:00:00')
  await checkAccessibility(page)
  await grid(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const record = drawer(page, 'An evening')
  await expect(record.getByText('No snapshot yet')).toBeVisible()
  await expect(record.getByText('No warnings')).toBeVisible()
  await checkAccessibility(page)
  await record.getByRole('link', { name: 'Gifts', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/live/gifts\\?liveId=live-${woman}`))
  await listRead(page)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('500')
})

test('a call shows its newest snapshot and the machine’s result', async ({ page, server, signedIn }) => {
  const { woman } = await anEvening(server)
  const url = 'https://media.example.com/call.png'
  await page.route(url, (route) => route.fulfill({ contentType: 'image/png', body: png(96) }))
  await server.query(
    `update live.call set snapshot_url = $2, snapshot_at = now(), risk_score = 0.87, labels = '{smoking}' where id = $1`,
    [`call-${woman}`, url],
  )
  await server.query(
    `insert into live.warning (id, user_id, call_id, reason, at, by)
     values (gen_random_uuid(), $1, $2, 'No smoking', now(), 'admin')`,
    [woman, `call-${woman}`],
  )
  await signedIn('administrator')
  await page.goto(`/live/calls?callId=call-${woman}&drawer=call:call-${woman}`)
  const call = drawer(page, 'Call')
  await expect(call.getByRole('img', { name: 'Newest snapshot' })).toHaveJSProperty('complete', true)
  await expect(call.getByText('87%')).toBeVisible()
  await expect(call.getByText('smoking', { exact: true })).toBeVisible()
  await expect(call.getByText('No smoking')).toBeVisible()
  await checkAccessibility(page)
})

test('calls are filtered by how they ended', async ({ page, server, signedIn }) => {
  const { man } = await anEvening(server)
  await signedIn('administrator')
  await page.goto('/live/calls')
  await search(page, 'Caller ID', String(man))
  await expect(rowOf(page, 'Not answered')).toHaveCount(1)
  await choose(page, 'Status', 'In progress')
  await expect(page.getByText('No matching rows')).toBeVisible()
})

test('records in Chinese', async ({ page, server, signedIn }) => {
  const { woman } = await anEvening(server)
  await signedIn('administrator')
  await page.goto(`/live/records?lang=cn&userId=${woman}`)
  await expect(page.getByRole('row').filter({ hasText: '已结束' })).toHaveCount(1)
})
