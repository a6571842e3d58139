// Claims under time and outages: a claim expires, is renewed while the reviewer works, is released while they are away;
// a picture that cannot be loaded; an appeal.
import { auditClaim, auditDecide } from '@greenroom/contract/audits'
import type { Page } from '@playwright/test'
import { newId } from '../../server/src/kit/random.ts'
import type { AppEvent } from '../harness/app.ts'
import { appTest } from '../harness/appTest.ts'
import { signIn } from '../harness/people.ts'
import type { Server } from '../harness/server.ts'
import { expect } from '../harness/test.ts'
import { inFocus, openQueue, openTiles, pictureShown, reviewIn, workbench } from '../harness/workbench.ts'

const test = appTest()
// The page's clock is stopped.
test.use({ ownContext: true })

let last = 6_800_000

/** A user with pending pictures of a kind. */
function submitted(kind: 'photo' | 'avatar' | 'cover', pictureUrls: string[], language = 'en') {
  const userId = ++last
  const items = pictureUrls.map((url) => ({ itemId: `${kind}-${newId(new Date())}`, url }))
  const events: AppEvent[] = [
    {
      type: 'user.registered',
      data: {
        userId,
        nickname: `Vera ${userId}`,
        sex: 'woman',
        country: 'BR',
        language,
        platform: 'ios',
        deviceId: `d-${userId}`,
      },
    },
    ...items.map(
      ({ itemId, url }): AppEvent => ({
        type: 'media.submitted',
        data: { itemId, userId, kind, url, score: 0.5, labels: [] },
      }),
    ),
  ]
  return { userId, items, events }
}

const heldBy = async (server: Server, userId: number) =>
  (await server.query(`select 1 from audits.review where claimed_by = $1 and state = 'waiting'`, [userId])).length

/** Advances the page's clock only; the server's is unaffected. */
const minutes = (page: Page, count: number) => page.clock.runFor(count * 60_000)

test('an expired claim says so and decides nothing; one press claims items again', async ({
  page,
  server,
  app,
  signedIn,
}) => {
  await app.send(
    ...submitted(
      'photo',
      [60, 90, 120].map((grey) => app.picture(grey)),
    ).events,
  )
  const me = await signedIn({ write: ['audits.photo'] })
  await page.clock.install()
  await openQueue(page, '/audit/photo')
  await expect(openTiles(page)).toHaveCount(3)
  await minutes(page, 11)
  await expect(page.getByText('Your claim has expired')).toBeVisible()
  await expect.poll(() => heldBy(server, me.userId)).toBe(0)
  // Keys have no effect meanwhile.
  await page.keyboard.press('p')
  const again = page.getByRole('button', { name: 'Claim items' })
  await expect(again).toBeFocused()
  // By the server's time again: on the page's clock the new claim would have expired already, and be given back at the next tick.
  await page.clock.setSystemTime(Date.now())
  await page.keyboard.press('Enter')
  await expect(openTiles(page)).toHaveCount(3)
  expect(await heldBy(server, me.userId)).toBe(3)
  expect(await server.query(`select 1 from audits.review where kind = 'photo' and state = 'done'`)).toEqual([])
})

test('a reviewer who works keeps their claims, however long it takes', async ({ page, server, app, signedIn }) => {
  await app.send(
    ...submitted(
      'cover',
      [60, 90, 120, 150].map((grey) => app.picture(grey)),
    ).events,
  )
  const me = await signedIn({ write: ['audits.cover'] })
  await page.clock.install()
  await openQueue(page, `/audit/cover?userId=${last}`)
  await expect(openTiles(page)).toHaveCount(4)
  // As if the claim were seven minutes old: less than four are left, and the reviewer works.
  await server.query(`update audits.review set claimed_until = now() + interval '3 minutes' where claimed_by = $1`, [
    me.userId,
  ])
  await minutes(page, 7)
  await page.keyboard.press('j')
  await minutes(page, 0.1)
  await expect
    .poll(
      async () =>
        (
          await server.query(
            `select 1 from audits.review where claimed_by = $1 and claimed_until > now() + interval '9 minutes'`,
            [me.userId],
          )
        ).length,
    )
    .toBe(4)
  await expect(openTiles(page)).toHaveCount(4)
})

test('a hidden tab releases its claims', async ({ page, server, app, signedIn }) => {
  await app.send(
    ...submitted(
      'avatar',
      [61, 91].map((grey) => app.picture(grey)),
    ).events,
  )
  const me = await signedIn({ write: ['audits.avatar'] })
  await page.clock.install()
  await openQueue(page, '/audit/avatar')
  await expect(openTiles(page).first()).toBeVisible()
  expect(await heldBy(server, me.userId)).toBeGreaterThanOrEqual(2)
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await minutes(page, 4)
  await expect(page.getByText('Your items were released while you were away')).toBeVisible()
  await expect.poll(() => heldBy(server, me.userId)).toBe(0)
})

test('a picture that the app does not return says why, and a key retries it', async ({
  page,
  app,
  complaints,
  signedIn,
}) => {
  complaints.allow(/HTTP 502/, /status of 502/)
  // No server listens there.
  const { events, userId } = submitted('cover', ['http://127.0.0.1:9/none.png'])
  await app.send(...events)
  await signedIn({ write: ['audits.cover'] })
  await openQueue(page, `/audit/cover?userId=${userId}`)
  await page.keyboard.press('Enter')
  await expect(inFocus(page).getByText('The app does not answer.').first()).toBeVisible()
  const requested = page.waitForResponse(/\/picture/)
  await page.keyboard.press('r')
  expect((await requested).status()).toBe(502)
  await expect(inFocus(page).getByText('No picture').first()).toBeVisible()
  // It can still be decided: a reviewer who can't see it refuses it.
  await page.keyboard.press('f')
  await page.keyboard.press('7')
  await expect(page.getByText('No items match')).toBeVisible()
})

test('an appeal goes to another reviewer with the user’s statement and the reason of the refusal, in Chinese', async ({
  page,
  server,
  app,
  signedIn,
}) => {
  const { userId, items, events } = submitted('photo', [app.picture(77)], 'zh')
  await app.send(...events)
  const first = await signIn(server, { write: ['audits.photo'] })
  const { reviews } = await server.as(first.token).call(auditClaim, { kind: 'photo', size: 40, sort: 'score', userId })
  await server.as(first.token).call(auditDecide, {
    kind: 'photo',
    ids: reviews.map(({ reviewId }) => reviewId),
    decision: 'failed',
    templateId: 2,
  })
  const text = `照片上的人就是我,${'请再看一遍。'.repeat(60)}`
  await app.send({
    type: 'appeal.created',
    data: { appealId: `appeal-${userId}`, userId, itemId: items[0]!.itemId, text },
  })
  await signedIn({ write: ['audits.photo'] })
  await openQueue(page, `/audit/photo?lang=cn&userId=${userId}`)
  await expect(openTiles(page).getByText('申诉')).toBeVisible()
  await page.keyboard.press('Enter')
  await pictureShown(page)
  const card = workbench(page).getByRole('region', { name: '申诉' })
  await expect(card).toContainText('照片上的人就是我')
  await expect(card).toContainText('请使用本人照片')
  const review = await reviewIn(page)
  await page.keyboard.press('p')
  await expect(page.getByText('没有符合条件的项目')).toBeVisible()
  await expect
    .poll(async () => await server.query(`select purpose, decision from audits.review where id = $1`, [review]))
    .toEqual([{ purpose: 'appeal', decision: 'passed' }])
  await expect
    // Commands of an earlier test may be delivered this late.
    .poll(() =>
      app.received
        .filter(({ type, data }) => type === 'audit.decided' && data['itemId'] === items[0]!.itemId)
        .map(({ data }) => data['decision']),
    )
    .toEqual(['failed', 'passed'])
})
