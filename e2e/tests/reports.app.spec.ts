import { reportClaim, reportDecide, reportList } from '@greenroom/contract/auditReports'
import { userDetail } from '@greenroom/contract/users'
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import type { App, AppEvent } from '../harness/app.ts'
import { appTest } from '../harness/appTest.ts'
import { listRead, rowOf, rows } from '../harness/list.ts'
import { signIn } from '../harness/people.ts'
import { countShifts, shifted } from '../harness/shift.ts'
import { expect } from '../harness/test.ts'

const test = appTest()

let last = 6_400_000

const onAir = (userId: number, liveId: string): AppEvent => ({
  type: 'live.started',
  data: { liveId, userId, title: 'Tonight', rate: 0 },
})

/** A user with reports against them, oldest first. */
async function reported(app: App, name: string, texts: string[], options: { liveId?: string } = {}) {
  const userId = ++last
  const nickname = `${name} ${userId}`
  const before = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await app.send(
    {
      type: 'user.registered',
      at: before(120),
      data: {
        userId,
        nickname,
        sex: 'woman',
        country: 'BR',
        language: 'zh',
        platform: 'android',
        deviceId: `phone-${userId}`,
      },
    },
    {
      type: 'dynamic.posted',
      at: before(60),
      data: {
        dynamicId: `post-${userId}`,
        userId,
        text: 'Write to me at 555-0199',
        pictureUrls: [app.picture(60)],
        topics: [],
      },
    },
    ...(options.liveId === undefined ? [] : [onAir(userId, options.liveId)]),
    ...texts.map(
      (text, at): AppEvent => ({
        type: 'report.created',
        at: before(30 - at),
        data: {
          reportId: `report-${userId}-${at}`,
          reporterId: ++last,
          userId,
          reason: 'abuse',
          text,
          evidenceUrls: [app.picture(120), app.picture(200)],
          dynamicId: `post-${userId}`,
        },
      }),
    ),
  )
  return { userId, nickname, ids: texts.map((_, at) => `report-${userId}-${at}`) }
}

const cases = (page: Page, name = 'Claimed users') => page.getByRole('navigation', { name })
const bar = (page: Page) => page.getByRole('region', { name: 'Decision' })
const cardOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

async function deskOf(page: Page, userId: number): Promise<void> {
  await page.goto(`/audit/report?userId=${userId}`)
  await expect(cases(page).getByRole('button')).toHaveCount(1)
}

test('a case is closed by keyboard alone: view, mark false reports, ban; the app gets the command', async ({
  page,
  server,
  app,
  signedIn,
}) => {
  const her = await reported(app, 'Loud', ['She threatened me', 'I do not like her'])
  await signedIn({ write: ['audits.report'] })
  await deskOf(page, her.userId)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(cardOf(page, 'I do not like her')).toHaveAttribute('aria-current', 'true')
  await expect(cardOf(page, 'I do not like her')).toContainText('1 report made, 0 false')
  await expect(cardOf(page, 'She threatened me')).toContainText('Write to me at 555-0199')
  const record = page.getByRole('complementary', { name: 'Record of the reported user' })
  await expect(record).toContainText('Reports')
  await expect(page.getByRole('complementary', { name: 'Record of the reporter' })).toBeVisible()
  // The pictures came through the server: two of evidence, one of the post.
  await expect(cardOf(page, 'I do not like her').locator('img')).toHaveCount(3)
  await checkAccessibility(page)

  await page.keyboard.press('z')
  await expect(page.getByRole('img', { name: 'Picture 1 of 3' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('region', { name: 'Picture 2 of 3' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: /^Picture/ })).toHaveCount(0)

  await page.keyboard.press('x')
  await expect(cardOf(page, 'I do not like her').getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(cardOf(page, 'She threatened me')).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('4')
  await expect(bar(page).getByRole('radio', { name: /Ban ID and device/ })).toBeChecked()
  await page.keyboard.press('+')
  await expect(bar(page).getByRole('combobox', { name: 'Duration' })).toHaveValue('48')
  // Nothing closes without a reason: Enter focuses it.
  await page.keyboard.press('Enter')
  await expect(bar(page).getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('Threats in a call')
  await page.keyboard.press('Enter')
  await expect(bar(page).getByRole('alert')).toContainText(
    `Ban ${her.nickname} (${her.userId}) with their devices for 48 hours and close 2 reports. You can undo this for 30 seconds.`,
  )
  await checkAccessibility(page)
  await page.keyboard.press('Enter')
  const who = `${her.nickname} (${her.userId})`
  await expect(page.getByText(`${who} with their devices banned for 48 hours; 2 reports closed`)).toBeVisible()
  await expect(page.getByText('No reports match')).toBeVisible()

  const { records } = await (await server.administrator()).call(reportList, { userId: her.userId })
  expect(records.map(({ reportId, action, isFalse }) => [reportId, action, isFalse])).toEqual([
    [her.ids[1], 'nothing', true],
    [her.ids[0], 'ban both', false],
  ])
  const { user } = await (await server.administrator()).call(userDetail, { userId: her.userId })
  expect(user.state).toBe('ban both')
  await expect.poll(() => app.received.filter(({ data }) => her.ids.includes(String(data['reportId']))).length).toBe(2)
  await expect
    .poll(() => app.received.some(({ type, data }) => type === 'user.banned' && data['userId'] === her.userId))
    .toBe(true)
})

test('a broadcast ban starts with the suggested step; a warning needs a text for the user; both by keyboard, in Chinese', async ({
  page,
  app,
  signedIn,
}) => {
  const her = await reported(app, '主播', ['她在直播中骂人'], { liveId: `live-${process.pid}` })
  await signedIn({ write: ['audits.report'] })
  await page.goto(`/audit/report?userId=${her.userId}`)
  await page.getByRole('button', { name: 'CN', exact: true }).click()
  await expect(cases(page, '已领取的被举报人').getByRole('button')).toHaveCount(1)
  await expect(cases(page, '已领取的被举报人')).toContainText('直播中')
  const decide = page.getByRole('region', { name: '处理', exact: true })
  // Enter belongs to the focused button.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('5')
  await expect(decide.getByRole('combobox', { name: '时长' })).toHaveValue('1')
  await expect(decide.getByRole('combobox', { name: '时长' })).toContainText('1 小时（建议）')

  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  const messages = page.getByRole('dialog', { name: '告知用户的内容' })
  await expect(messages.getByRole('radiogroup')).toBeFocused()
  await checkAccessibility(page)
  // The number of the reason, as in the queues; Enter goes on.
  await page.keyboard.press('9')
  await expect(messages).toBeHidden()
  await expect(decide.getByRole('textbox', { name: '原因' })).toHaveValue('违反平台规则')
  await page.keyboard.press('Enter')
  await expect(decide.getByRole('alert')).toContainText(`警告 ${her.nickname} (${her.userId})，并结案 1 条举报。`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`已警告 ${her.nickname} (${her.userId})；已结案 1 条举报`)).toBeVisible()
  await expect
    .poll(() => app.received.find(({ type, data }) => type === 'live.warned' && data['userId'] === her.userId))
    .toBeTruthy()
})

test('cases are claimed one after another; skipped ones go to other reviewers', async ({
  page,
  server,
  app,
  signedIn,
}) => {
  const [first, second] = [
    await reported(app, 'First', ['one', 'two', 'three']),
    await reported(app, 'Second', ['one', 'two']),
  ]
  const rita = await signedIn({ write: ['audits.report'] })
  await page.goto('/audit/report')
  await expect(cases(page).getByRole('button', { name: new RegExp(first.nickname) })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await page.keyboard.press('j')
  await expect(cases(page).getByRole('button', { name: new RegExp(second.nickname) })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await page.keyboard.press('k')
  await expect(cases(page).getByRole('button', { name: new RegExp(first.nickname) })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Skip')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('s')
  await expect(cases(page).getByRole('button', { name: new RegExp(first.nickname) })).toHaveCount(0)
  const other = await signIn(server, { write: ['audits.report'] })
  const { cases: theirs } = await other.client.call(reportClaim, { size: 20, sort: 'score' })
  expect(theirs.map(({ user }) => user.userId)).toEqual([first.userId])
  // All false: one key; closing without action is one press.
  await page.keyboard.press('Shift+X')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(`2 reports against ${second.nickname} (${second.userId}) closed without action`),
  ).toBeVisible()
  await expect(page.getByText('No open reports')).toBeVisible()
  await checkAccessibility(page)
  const answered = await rita.client.call(reportList, { userId: second.userId, isFalse: true })
  expect(answered.total).toBe(2)
})

test('a decision is undone in time, by key and by button, with the resulting ban', async ({
  page,
  server,
  app,
  signedIn,
}) => {
  const her = await reported(app, 'Undone', ['one', 'two'])
  await signedIn({ write: ['audits.report'] })
  await deskOf(page, her.userId)
  const admin = await server.administrator()
  const stateOf = async () => (await admin.call(userDetail, { userId: her.userId })).user.state
  const who = `${her.nickname} (${her.userId})`

  await page.keyboard.press('0')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`2 reports against ${who} closed without action`)).toBeVisible()
  await expect(page.getByText('No reports match')).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText(`Decision undone: 2 reports against ${who} open again`)).toBeVisible()
  await expect(cases(page).getByRole('button')).toHaveCount(1)
  // The previous choices are restored.
  await expect(bar(page).getByRole('radio', { name: /No action/ })).toBeChecked()

  // The previous choices may be restored a moment after the case.
  await expect(async () => {
    await page.keyboard.press('2')
    await expect(bar(page).getByRole('radio', { name: /No action/ })).not.toBeChecked({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('n')
  await page.keyboard.type('Threats')
  await expect(bar(page).getByRole('radio', { name: /No action/ })).not.toBeChecked()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('status').filter({ hasText: `${who} banned for 24 hours; 2 reports closed` }),
  ).toBeVisible()
  await expect.poll(stateOf).toBe('ban ID')
  await bar(page).getByRole('button', { name: 'Undo' }).click()
  await expect(cases(page).getByRole('button')).toHaveCount(1)
  await expect.poll(stateOf).toBe('normal')
  await expect
    .poll(
      () => app.received.filter(({ type, data }) => type === 'user.unbanned' && data['userId'] === her.userId).length,
    )
    .toBe(1)
})

test('a claim that went to another reviewer says who decided what, and closes nothing', async ({
  page,
  server,
  app,
  signedIn,
}) => {
  const her = await reported(app, 'Lost', ['spam'])
  await signedIn({ write: ['audits.report'] })
  await deskOf(page, her.userId)
  await server.query(`update audits.review set claimed_until = now() where user_id = $1 and kind = 'report'`, [
    her.userId,
  ])
  const ben = await signIn(server, { write: ['audits.report'] })
  const { cases: theirs } = await ben.client.call(reportClaim, { size: 1, sort: 'score', userId: her.userId })
  await ben.client.call(reportDecide, { reviewId: theirs[0]!.reviewId, reportIds: her.ids, action: 'nothing' })
  await page.keyboard.press('0')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was closed.' })).toContainText(
    `${ben.username} closed these reports: no action was taken.`,
  )
  await expect(bar(page).getByRole('button', { name: /Close/ })).toBeDisabled()
  await checkAccessibility(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('No reports match')).toBeVisible()
})

test('a ban that adds nothing closes nothing and says why', async ({ page, server, app, signedIn }) => {
  const her = await reported(app, 'Banned', ['again'])
  await signedIn({ write: ['audits.report'] })
  await deskOf(page, her.userId)
  await server.query(
    `insert into users.ban (id, user_id, kind, reason, by, at) values (gen_random_uuid(), $1, 'both', 'spam', 'x', now())`,
    [her.userId],
  )
  await page.keyboard.press('2')
  await page.keyboard.press('n')
  await page.keyboard.type('again')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(bar(page).getByRole('alert')).toContainText('Already banned')
  await expect(cases(page).getByRole('button')).toHaveCount(1)
})

test('the desk does not move while it loads', async ({ page, app, signedIn }) => {
  const her = await reported(app, 'Still', ['one', 'two'])
  await signedIn({ write: ['audits.report'] })
  await page.setViewportSize({ width: 1366, height: 768 })
  await countShifts(page)
  await deskOf(page, her.userId)
  await expect(page.getByRole('complementary', { name: 'Record of the reported user' })).toContainText('Reported 2×')
  await expect(cardOf(page, 'one').locator('img')).toHaveCount(3)
  expect(await shifted(page)).toBeLessThan(0.05)
})

test('a read-only account sees the list and no desk; all reports are found there', async ({ page, app, signedIn }) => {
  const her = await reported(app, 'Listed', ['one', 'two'])
  await signedIn({ read: ['audits.report'] })
  await page.goto('/audit/report')
  await expect(page.getByText('Your role has read-only access here.')).toBeVisible()
  await page.getByRole('link', { name: 'All reports' }).click()
  await listRead(page)
  await page.goto(`/audit/report?tab=all&userId=${her.userId}`)
  await listRead(page)
  await expect(rows(page)).toHaveCount(2)
  await expect(rowOf(page, 'one')).toContainText('Untreated')
  await checkAccessibility(page)
})
