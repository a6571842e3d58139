// Home tells a leader and an agent on a phone what to do; an error of the front end is seen beside the bridge.
import { checkAccessibility } from '../harness/accessibility.ts'
import { grid, rowOf } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { expect, test } from '../harness/test.ts'

const phone = { width: 390, height: 844 }

test('a leader’s Home says what to do, and leads to it', async ({ page, server, signedIn }) => {
  const { userId } = await signedIn({ seeded: 'Guild leader' })
  await server.query(
    `update guilds.guild set state = 'normal', approved_at = now() - interval '9 days', warned_day = 7, members = 0
      where id = (select union_id from access.staff where id = $1)`,
    [userId],
  )
  await page.setViewportSize(phone)
  await page.goto('/dashboard')
  const todo = page.getByRole('navigation', { name: 'To do' })
  await expect(todo.getByRole('link', { name: /Invite anchors.*Until/ })).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0)
  await checkAccessibility(page)
  await todo.getByRole('link', { name: /Invite anchors/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('an agent’s Home says what was refused', async ({ page, server, signedIn }) => {
  const { userId } = await signedIn({ seeded: 'Top-up agent' })
  const of = [userId, 7_700_000 + userId]
  await server.query(
    `insert into users.app_user (id, nickname, created_at) values ($2, 'Agent ' || $1::text, now()) on conflict do nothing`,
    of,
  )
  await server.query(
    `insert into topup_agents.application (user_id, contact, note, state, applied_at) select $2, 'a test', $1::text, 'approved', now()`,
    of,
  )
  await server.query(
    `insert into topup_agents.agent (id, user_id, approved_at) overriding system value
     select agent_id, $2, now() from access.staff where id = $1`,
    of,
  )
  await server.query(
    `insert into topup_agents.purchase (id, agent_id, kind, state, usd_micros, reference, asked_at, asked_by, decided_at, reason)
     select uuidv7(), agent_id, 'bank', 'refused', 50000000, $2, now(), 'a test', now(), 'no proof' from access.staff where id = $1`,
    [userId, unique('TRX')],
  )
  await page.setViewportSize(phone)
  await page.goto('/dashboard')
  const line = page
    .getByRole('navigation', { name: 'To do' })
    .getByRole('link', { name: /Rejected purchases this week/ })
  await expect(line).toContainText('1')
  await checkAccessibility(page)
  await line.click()
  // A phone's block has no room for the reference.
  await expect(grid(page)).toContainText('$50.00')
})

test('an error of a screen arrives beside the bridge, without what was typed', async ({
  page,
  signedIn,
  complaints,
}) => {
  complaints.allow(/./)
  await signedIn('administrator')
  const secret = unique('Typed ')
  await page.route('**/cms/data/today*', (route) => route.fulfill({ json: { code: 200, result: {} } }))
  const reported = page.waitForRequest('**/cms/sys/error/report')
  await page.goto('/dashboard')
  await reported
  await page.unroute('**/cms/data/today*')
  await page.goto('/sys/log')
  await page.getByRole('textbox').first().fill(secret)
  const again = page.waitForResponse('**/cms/sys/error/report')
  await page.evaluate((typed) => void Promise.reject(new Error(`not understood: ${typed}`)), secret)
  await again
  await page.goto('/sys/bridge?tab=errors')
  await expect(rowOf(page, 'not understood: …').first()).toContainText('Unhandled')
  await expect(rowOf(page, '/dashboard').first()).toContainText('Screen failed')
  await expect(grid(page)).not.toContainText(secret)
  await rowOf(page, '/dashboard').first().click()
  await expect(page.getByRole('dialog').getByRole('group', { name: 'Stack' })).toBeVisible()
})
