// The audit desk on realistic items: the simulated app's users submit them through the bridge.
import type { Browser, Page } from '@playwright/test'
import { newId } from '../../server/src/kit/random.ts'
import { checkAccessibility } from '../harness/accessibility.ts'
import { simulatedTest } from '../harness/appTest.ts'
import { signIn } from '../harness/people.ts'
import type { Server } from '../harness/server.ts'
import { expect } from '../harness/test.ts'
import {
  inFocus,
  openQueue,
  openTiles,
  pictureShown,
  pressAndMove,
  queueRead,
  reviewIn,
  reviewsOn,
  tiles,
  workbench,
} from '../harness/workbench.ts'

const test = simulatedTest()

/** Decisions of a kind by item id, one row each. */
const decisionsOf = (server: Server, kind: string) =>
  server.query<{ itemId: string; decision: string; by: string }>(
    `select item_id as "itemId", decision, decided_name as by from audits.review where kind = $1 and state = 'done'`,
    [kind],
  )

/** A second reviewer in another browser. */
async function another(browser: Browser, server: Server) {
  const person = await signIn(server, 'administrator')
  const context = await browser.newContext()
  const cookies = { 'Admin-Token': person.token, 'File-Url': encodeURIComponent('/files/') }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.url })))
  return { person, page: await context.newPage(), close: () => context.close() }
}

/** How many items the header says the reviewer holds. */
const heldIn = async (page: Page) => Number(await workbench(page).locator('dd').nth(1).textContent())

const single = (page: Page) => page.keyboard.press('v')

test('60 photos are decided by keyboard alone', async ({ page, server, app, signedIn }) => {
  await app.submit('photo', 60)
  const me = await signedIn('administrator')
  await openQueue(page, '/audit/photo')
  await single(page)
  await pictureShown(page)
  // As fast as the keyboard goes. Every tenth fails.
  for (let pressed = 0; pressed < 60; ) {
    await expect.poll(() => heldIn(page)).toBeGreaterThan(0)
    const until = Math.min(60, pressed + 10, pressed + (await heldIn(page)))
    for (; pressed < until; pressed++) {
      if (pressed % 10 === 9) {
        await page.keyboard.press('f')
        await page.keyboard.press('1')
      } else await page.keyboard.press('p')
    }
  }
  await expect(page.getByText('The queue is empty')).toBeVisible()
  await expect.poll(async () => (await decisionsOf(server, 'photo')).length).toBe(60)
  const decided = await decisionsOf(server, 'photo')
  expect(new Set(decided.map(({ itemId }) => itemId)).size).toBe(60)
  expect(decided.filter(({ decision }) => decision === 'failed')).toHaveLength(6)
  expect(new Set(decided.map(({ by }) => by))).toEqual(new Set([me.username]))

  // The last one can be undone, although the queue is done.
  await page.keyboard.press('u')
  await expect(inFocus(page)).toBeVisible()
  await expect.poll(async () => (await decisionsOf(server, 'photo')).length).toBe(59)
  await page.keyboard.press('p')
  await expect(page.getByText('The queue is empty')).toBeVisible()
  await expect.poll(async () => (await decisionsOf(server, 'photo')).length).toBe(60)
})

test('200 library pictures are decided by keyboard alone in Chinese, one screen at a time', async ({
  page,
  server,
  app,
  signedIn,
}) => {
  await app.submit('library', 200)
  await signedIn('administrator')
  await openQueue(page, '/audit/library?lang=cn')
  await page.getByRole('textbox', { name: '每屏数量' }).fill('40')
  await page.getByRole('listbox').focus()
  await expect(tiles(page)).toHaveCount(40)
  let left = 200
  for (let screen = 0; screen < 5; screen++) {
    await expect(openTiles(page)).toHaveCount(40)
    // The first three fail, each for its own reason; the rest pass together.
    for (const key of ['1', '2', '4']) {
      await page.keyboard.press('f')
      await expect(page.getByRole('dialog', { name: /^.+ 不通过的原因$/ })).toBeVisible()
      await page.keyboard.press(key)
    }
    await expect(openTiles(page)).toHaveCount(37)
    await page.keyboard.press('a')
    await expect(page.getByRole('button', { name: /^通过 \(37\)/ })).toBeVisible()
    await page.keyboard.press('p')
    left -= 40
    await expect.poll(async () => (await decisionsOf(server, 'library')).length, { timeout: 30_000 }).toBe(200 - left)
  }
  await expect(page.getByText('没有待审核项目')).toBeVisible()
  const decided = await decisionsOf(server, 'library')
  expect(decided.filter(({ decision }) => decision === 'failed')).toHaveLength(15)
})

test('two reviewers never hold the same item, and a late decision names who decided before', async ({
  page,
  browser,
  server,
  app,
  signedIn,
}) => {
  await app.submit('cover', 60)
  await signedIn('administrator')
  const other = await another(browser, server)
  await openQueue(page, '/audit/cover')
  await expect(tiles(page)).toHaveCount(12)
  // The claim expires: someone else holds what this reviewer sees.
  const held = await reviewIn(page)
  await server.query(`update audits.review set claimed_by = $2 where id = $1`, [held, other.person.userId])
  await openQueue(other.page, `${server.url}/audit/cover`)
  await expect(tiles(other.page)).toHaveCount(12)
  const mine = new Set(await reviewsOn(page))
  const theirs = await reviewsOn(other.page)
  expect(theirs.filter((id) => mine.has(id))).toEqual([held])
  await expect.poll(() => reviewIn(other.page)).toBe(held)
  await other.page.keyboard.press('p')
  await expect
    .poll(
      async () => (await server.query(`select 1 from audits.review where id = $1 and state = 'done'`, [held])).length,
    )
    .toBe(1)
  await pressAndMove(page, 'p')
  const notice = page.getByRole('alert').filter({ hasText: '1 decision was not applied' })
  await expect(notice).toContainText(`Decided by ${other.person.username}: passed.`)
  await checkAccessibility(page)
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toHaveCount(0)
  await other.close()
})

test('a batch shows the outcome of each item', async ({ page, server, app, signedIn }) => {
  await app.submit('official', 12)
  await signedIn('administrator')
  await openQueue(page, '/audit/official')
  await expect(tiles(page).first()).toBeVisible()
  const [first, second] = await reviewsOn(page)
  const [admin] = await server.query<{ id: number }>(`select id from access.staff where username = 'admin'`)
  await server.query(`update audits.review set claimed_by = $2 where id = $1`, [second, admin?.id])
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog', { name: 'Why do 3 items fail?' })).toBeVisible()
  await page.keyboard.press('7')
  const report = page.getByRole('dialog', { name: 'Fail: partly done' })
  await expect(report).toContainText('2 succeeded, 1 failed.')
  await expect(report).toContainText('Claimed by admin.')
  await checkAccessibility(page)
  await report.getByRole('button', { name: 'Close' }).last().click()
  expect((await decisionsOf(server, 'official')).length).toBe(2)

  // One key undoes all of it.
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await decisionsOf(server, 'official')).length).toBe(0)
  await expect.poll(() => reviewIn(page)).toBe(first)
})

test('a lost connection neither loses nor doubles a decision', async ({
  page,
  context,
  server,
  app,
  signedIn,
  complaints,
}) => {
  await app.submit('avatar', 40)
  await signedIn('administrator')
  await openQueue(page, '/audit/avatar')
  await single(page)
  await pictureShown(page)
  complaints.allow(/ERR_INTERNET_DISCONNECTED/, /request failed/)
  await pressAndMove(page, 'p')
  await expect.poll(async () => (await decisionsOf(server, 'avatar')).length).toBe(1)
  await context.setOffline(true)
  for (const key of ['p', 'p', 'p']) await pressAndMove(page, key)
  await page.keyboard.press('f')
  await pressAndMove(page, '2')
  const bar = page.getByRole('alert').filter({ hasText: 'The connection is lost.' })
  await expect(bar).toContainText('4 decisions will be sent')
  // A queued decision is undone before it was sent, and made again.
  await page.keyboard.press('u')
  await expect(bar).toContainText('3 decisions will be sent')
  await pressAndMove(page, 'p')
  expect((await decisionsOf(server, 'avatar')).length).toBe(1)
  await context.setOffline(false)
  await expect(bar).toHaveCount(0)
  await expect.poll(async () => (await decisionsOf(server, 'avatar')).length).toBe(5)
  const decided = await decisionsOf(server, 'avatar')
  expect(decided.every(({ decision }) => decision === 'passed')).toBe(true)
  expect(new Set(decided.map(({ itemId }) => itemId)).size).toBe(5)
  await page.keyboard.press('p')
  await expect.poll(async () => (await decisionsOf(server, 'avatar')).length).toBe(6)
})

test('greetings are text, filters stay in the address, settings stay with the reviewer', async ({
  page,
  browser,
  server,
  app,
  signedIn,
}) => {
  await app.submit('greeting', 30)
  const me = await signedIn('administrator')
  await openQueue(page, '/audit/greeting')
  await expect(tiles(page)).toHaveCount(12)
  await checkAccessibility(page)
  await page.getByRole('textbox', { name: 'Items per screen' }).fill('20')
  await expect(tiles(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Greyscale' }).click()
  await page.getByRole('button', { name: 'Blur' }).click()
  await expect(page.getByRole('button', { name: /^View without blur/ })).toBeVisible()
  // The settings chosen before may be saved only now, on their own.
  const saved = page.waitForResponse(
    (response) =>
      response.url().includes('/audit/settings/save') && /sort\W+waiting/.test(response.request().postData() ?? ''),
  )
  await page.getByText('Oldest', { exact: true }).last().click()
  await saved
  await queueRead(page)
  await page.reload()
  await queueRead(page)
  await expect(tiles(page)).toHaveCount(20)
  await expect(page.getByRole('button', { name: 'Blur', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('radio', { name: 'Oldest' })).toBeChecked()
  const other = await another(browser, server)
  await openQueue(other.page, `${server.url}/audit/greeting`)
  await expect(other.page.getByRole('button', { name: 'Blur', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await other.close()

  await page.getByRole('button', { name: 'Risk score' }).click()
  await page.getByLabel('Minimum').fill('55')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/score=55\.\./)
  // The address changes before the queue does: counted again until both agree.
  await expect(async () => {
    const above = await server.query(
      `select 1 from audits.review where kind = 'greeting' and claimed_by = $1 and score >= 0.55 and state = 'waiting'`,
      [me.userId],
    )
    await expect(openTiles(page)).toHaveCount(above.length, { timeout: 1_000 })
  }).toPass()
  await page.getByRole('search').getByRole('textbox', { name: 'User ID' }).fill('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No items match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(tiles(page)).toHaveCount(20)

  await page.keyboard.press('Shift+S')
  await expect(page.getByText('You released all items')).toBeVisible()
  await expect
    .poll(async () => (await server.query(`select 1 from audits.review where claimed_by = $1`, [me.userId])).length)
    .toBe(0)
  await page.getByRole('button', { name: 'Claim items' }).click()
  await expect(tiles(page)).toHaveCount(20)
  // Leaving the screen releases the claims.
  await page.goto('/dashboard')
  await expect
    .poll(async () => (await server.query(`select 1 from audits.review where claimed_by = $1`, [me.userId])).length)
    .toBe(0)
})

test('one item: several pictures, zoom, rotation, the certified one beside it, the user’s record', async ({
  page,
  server,
  app,
  signedIn,
}) => {
  const [certification] = await app.submit('official', 1)
  const userId = Number(certification?.data['userId'])
  await app.send([
    {
      id: newId(new Date()),
      type: 'media.submitted',
      at: new Date().toISOString(),
      data: {
        itemId: `photo-of-${userId}`,
        userId,
        kind: 'basic',
        text: 'Singer, cat person',
        score: 0.7,
        labels: ['text'],
      },
    },
  ])
  await signedIn('administrator')
  await openQueue(page, `/audit/official?userId=${userId}`)
  await page.keyboard.press('Enter')
  await pictureShown(page)
  const thumbs = page.getByRole('group', { name: 'All pictures' }).getByRole('button')
  await expect(thumbs).toHaveCount(2)
  await page.keyboard.press('>')
  await expect(thumbs.nth(1)).toHaveAttribute('aria-pressed', 'true')
  const glass = workbench(page).locator('article [style*="transform"]').first()
  await page.keyboard.press('t')
  await expect(glass).toHaveAttribute('style', /rotate\(90deg\)/)
  await page.keyboard.press('z')
  await expect(glass).toHaveAttribute('style', /scale\([1-9][.\d]+\) rotate\(90deg\)/)
  await page.keyboard.press('Shift+Z')
  await expect(glass).toHaveAttribute('style', /scale\(1\) rotate\(0deg\)/)
  const record = page.getByRole('complementary', { name: 'User record' })
  await expect(record.getByText('Items of this user')).toBeVisible()
  await expect(record.getByRole('link')).toHaveAttribute('href', `/user/detail/${userId}`)
  await checkAccessibility(page)
  // The simulation may have sent another certification of this user.
  await expect(async () => {
    await page.keyboard.press('p')
    await expect(page.getByText('No items match')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect
    .poll(async () =>
      (await decisionsOf(server, 'official')).some(({ itemId }) => itemId === certification?.data['itemId']),
    )
    .toBe(true)

  // Once passed, it is shown beside the user's other pending items.
  await openQueue(page, `/audit/basic?userId=${userId}`)
  await expect(page.getByText('Singer, cat person')).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Fail, with a reason')).toBeVisible()
  await expect(help.getByText('Release all your items')).toBeVisible()
})

test('a read-only reviewer sees the queue’s size, and why nothing can be decided', async ({ page, app, signedIn }) => {
  await app.submit('cover', 5)
  await signedIn({ read: ['audits.cover'] })
  await openQueue(page, '/audit/cover')
  await expect(page.getByText('Only reviewers with write access can claim items')).toBeVisible()
  await expect(workbench(page).locator('dd').first()).not.toHaveText('0')
  const pass = page.getByRole('button', { name: 'Pass' })
  await expect(pass).toHaveAttribute('aria-disabled', 'true')
  await pass.focus()
  await expect(page.getByRole('tooltip')).toContainText('read-only access')
  await page.keyboard.press('Escape')
  await pass.blur()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await checkAccessibility(page)
})

test('what looks alike is gathered, decided and undone by keys; what is left out goes back', async ({
  page,
  server,
  app,
  signedIn,
}) => {
  const at = new Date().toISOString()
  const signs = ['', '!', ' 👉', '!!', ' .']
  const texts = [...Array.from({ length: 9 }, (_, n) => `Add me on Telegram${signs[n % 5]}`), 'I sing on Sundays']
  await app.send(
    texts.map((text, n) => {
      const data = { itemId: `wave-${n}`, userId: 9_700_000 + n, kind: 'basic', text, score: 0.9 - n / 100, labels: [] }
      return { id: newId(new Date()), type: 'media.submitted', at, data }
    }),
  )
  const looked = () => server.query(`select 1 from audits.look where item_id like 'wave-%' and due_at is null`)
  await expect.poll(async () => (await looked()).length).toBe(10)
  await signedIn('administrator')
  await openQueue(page, '/audit/basic')
  await expect(inFocus(page)).toContainText('8 more look like this')
  await page.keyboard.press('y')
  await expect(page.getByText('9 items that look alike')).toBeVisible()
  await expect(openTiles(page)).toHaveCount(9)
  await checkAccessibility(page)
  // The focused one is left out.
  await page.keyboard.press('x')
  await expect(page.getByText('8 selected are decided together')).toBeVisible()
  await page.keyboard.press('f')
  // Contact details or advertising.
  await page.keyboard.press('4')
  await expect(page.getByText('9 items that look alike')).toBeHidden()
  const failed = async () => (await decisionsOf(server, 'basic')).filter(({ decision }) => decision === 'failed').length
  await expect.poll(failed).toBe(8)
  await page.keyboard.press('u')
  await expect.poll(failed).toBe(0)
  await expect(page.getByText('8 items that look alike')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('8 items that look alike')).toBeHidden()
  // Then each is decided by itself again.
  await page.keyboard.press('p')
  await expect.poll(async () => (await decisionsOf(server, 'basic')).length).toBe(1)
})
