// A working day of each built-in role with its own rights only: its tasks work and reach the app, a checker decides
// what needs approval, and nothing else is accessible.
import { userGrant, userNoteSave } from '@greenroom/contract/users'
import type { Browser, Page } from '@playwright/test'
import type { App, ReceivedCommand } from '../harness/app.ts'
import { sharedAppTest } from '../harness/appTest.ts'
import { type AppUser, appUser } from '../harness/appUsers.ts'
import { act, confirm, drawer, listRead, rowOf, rows, search } from '../harness/list.ts'
import { signIn, unique } from '../harness/people.ts'
import { reachesOnlyItsOwn, type SeededRole } from '../harness/seeded.ts'
import type { Server } from '../harness/server.ts'
import { status, visit } from '../harness/shell.ts'
import { expect } from '../harness/test.ts'
import { openQueue, tiles } from '../harness/workbench.ts'

const test = sharedAppTest

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Waits until the app receives this command. */
const hears = (app: App, type: ReceivedCommand['type'], data: Record<string, unknown>) =>
  expect
    .poll(() => app.received.filter((command) => command.type === type))
    .toContainEqual(
      expect.objectContaining({
        data: expect.objectContaining(data),
      }),
    )

/** Another staff member of a role, in another browser window. */
async function beside(browser: Browser, server: Server, role: SeededRole) {
  const person = await signIn(server, { seeded: role })
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1920, height: 1000 } })
  await context.addCookies([{ name: 'Admin-Token', value: person.token, url: server.url }])
  return { person, page: await context.newPage(), close: () => context.close() }
}

async function findUser(page: Page, user: AppUser): Promise<void> {
  if (!page.url().includes('/user/list')) await visit(page, '/user/list')
  await search(page, 'ID or nickname', String(user.id))
  await expect(rows(page)).toHaveCount(1)
}

/** What a row's menu offers and allows. */
async function offeredFor(page: Page, user: AppUser): Promise<string[]> {
  await findUser(page, user)
  const opener = rowOf(page, String(user.id)).getByRole('button', { name: /^Actions for/ })
  if ((await opener.count()) === 0) return []
  await opener.click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  const items = page.getByRole('menuitem').and(page.locator(':not([data-disabled]):not([aria-disabled="true"])'))
  const names = await items.allInnerTexts()
  await page.keyboard.press('Escape')
  return names.map((name) => name.split('\n')[0] ?? '')
}

/** Requests more tokens than the limit, by the list's action. */
async function askForTokens(page: Page, user: AppUser, reason: string): Promise<void> {
  await findUser(page, user)
  await act(page, rowOf(page, String(user.id)), 'Grant')
  const grant = dialog(page, 'Grant tokens')
  await grant.getByLabel('Tokens').fill('150000')
  await grant.getByLabel('Reason').fill(reason)
  await grant.getByRole('button', { name: 'Grant tokens' }).click()
  await expect(grant).toBeHidden()
  await expect(status(page, 'Sent for approval').first()).toBeVisible()
}

test('Moderator: passes a photo, warns a room, bans, hides a post', async ({ page, server, app, signedIn }) => {
  const author = await appUser(server, { nickname: unique('Author ') })
  const itemId = unique('photo-')
  await app.send(
    {
      type: 'media.submitted',
      data: { itemId, userId: author.id, kind: 'photo', url: app.picture(90), score: 0.5, labels: [] },
    },
    { type: 'live.started', data: { liveId: `live-${author.id}`, userId: author.id, title: 'Good evening', rate: 60 } },
    {
      type: 'dynamic.posted',
      data: { dynamicId: `post-${author.id}`, userId: author.id, text: 'Buy followers', pictureUrls: [], topics: [] },
    },
  )
  const me = await signedIn({ seeded: 'Moderator' })
  await openQueue(page, `/audit/photo?userId=${author.id}`)
  await expect(tiles(page)).toHaveCount(1)
  await page.keyboard.press('p')
  await hears(app, 'audit.decided', { itemId, decision: 'passed' })

  await visit(page, '/live/monitor')
  await page.getByRole('article').filter({ hasText: author.nickname }).focus()
  await page.keyboard.press('w')
  await expect(page.getByRole('dialog', { name: `Warn ${author.nickname}` }).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await hears(app, 'live.warned', { userId: author.id })

  await visit(page, '/community/dynamic')
  await search(page, 'Author ID', String(author.id))
  await confirm(page, rowOf(page, 'Buy followers'), 'Hide', 'Advertising')
  await hears(app, 'content.removed', { userId: author.id })

  await findUser(page, author)
  await act(page, rowOf(page, String(author.id)), 'Ban')
  await dialog(page, 'Ban').getByLabel('Reason').fill('Threats')
  await dialog(page, 'Ban').getByRole('button', { name: 'Ban', exact: true }).click()
  await hears(app, 'user.banned', { userId: author.id, reason: 'Threats' })
  expect(await offeredFor(page, author)).not.toContain('Grant tokens')
  await reachesOnlyItsOwn(page, me.client, 'Moderator')
})

test('Customer service: helps a user, requests many tokens, and sees the outcome', async ({
  page,
  browser,
  server,
  app,
  signedIn,
}) => {
  const user = await appUser(server, { phone: '13812345678' })
  const me = await signedIn({ seeded: 'Customer service' })
  await page.goto('/user/list')
  await findUser(page, user)
  await rowOf(page, String(user.id)).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Show the phone number' }).click()
  await dialog(page, 'Show the phone number').getByLabel('Reason').fill('Asked to be called back')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/138\s?12345678/)).toBeVisible()
  await me.client.call(userNoteSave, { userId: user.id, text: 'Called back' })

  const reason = unique('Outage ')
  await askForTokens(page, user, reason)
  await visit(page, '/requests')
  await expect(rowOf(page, reason)).toContainText('Pending')

  const checker = await beside(browser, server, 'Finance checker')
  await checker.page.goto('/sys/approval?tab=all')
  await confirm(checker.page, rowOf(checker.page, reason), 'Approve')
  await hears(app, 'wallet.changed', { userId: user.id })
  await checker.close()
  await page.reload()
  await expect(rowOf(page, reason)).toContainText('Approved')
  await reachesOnlyItsOwn(page, me.client, 'Customer service')
})

test('Operations: publishes a version, changes a country, pins a post', async ({ page, server, app, signedIn }) => {
  const author = await appUser(server)
  await app.send({
    type: 'dynamic.posted',
    data: { dynamicId: `post-${author.id}`, userId: author.id, text: 'Fine weather', pictureUrls: [], topics: [] },
  })
  const me = await signedIn({ seeded: 'Operations' })
  const name = unique('App')
  await page.goto('/sys/version')
  await page.getByRole('button', { name: 'Add version' }).click()
  const form = drawer(page, 'Add version')
  await form.getByRole('textbox', { name: 'App' }).fill(name)
  await form.getByRole('textbox', { name: 'Build' }).fill('7')
  await form.getByRole('textbox', { name: 'Name' }).fill('1.7')
  await form.getByLabel('Update address').fill('https://example.com/app')
  await form.getByLabel("What's new").fill('Faster.')
  await form.getByRole('button', { name: 'Save' }).click()
  await hears(app, 'version.published', { app: name, build: 7 })

  await visit(page, '/sys/country')
  await search(page, 'Search', 'Portugal')
  await confirm(page, rowOf(page, 'Portugal'), 'Disable')
  await hears(app, 'config.changed', { key: 'countries' })

  await visit(page, '/community/dynamic')
  await search(page, 'Author ID', String(author.id))
  await act(page, rowOf(page, 'Fine weather'), 'Pin')
  await hears(app, 'config.changed', { key: 'community' })
  expect(await offeredFor(page, author)).toEqual([])
  await reachesOnlyItsOwn(page, me.client, 'Operations')
})

test('Finance maker: requests tokens, cancels one request, and decides none', async ({
  page,
  browser,
  server,
  app,
  signedIn,
}) => {
  const user = await appUser(server)
  const me = await signedIn({ seeded: 'Finance maker' })
  await page.goto('/dashboard')
  const [prize, mistaken] = [unique('Prize '), unique('Mistake ')]
  await askForTokens(page, user, mistaken)
  await visit(page, '/requests')
  await act(page, rowOf(page, mistaken), 'Cancel request')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  await expect(rowOf(page, mistaken)).toContainText('Cancelled')
  await askForTokens(page, user, prize)

  const checker = await beside(browser, server, 'Finance checker')
  await checker.page.goto('/sys/approval?tab=all')
  await confirm(checker.page, rowOf(checker.page, prize), 'Reject', 'No such prize')
  await expect(rowOf(checker.page, prize)).toContainText('Rejected')
  await checker.close()
  await page.goto('/requests')
  await rowOf(page, prize).getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toContainText('No such prize')
  expect(app.received.filter(({ data }) => data['userId'] === user.id)).toEqual([])
  await reachesOnlyItsOwn(page, me.client, 'Finance maker')
})

test('Finance checker: approves a maker’s request, follows it through ledger and log, grants nothing', async ({
  page,
  server,
  app,
  signedIn,
}) => {
  const user = await appUser(server)
  const maker = await signIn(server, { seeded: 'Finance maker' })
  const reason = unique('Tournament ')
  await maker.client.call(userGrant, { ids: [user.id], tokens: 150_000, kind: 'reward', reason })
  const me = await signedIn({ seeded: 'Finance checker' })
  await page.goto('/dashboard')
  await page
    .getByRole('navigation', { name: 'To do' })
    .getByRole('link', { name: /Approvals/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await visit(page, '/sys/approval?tab=all')
  await confirm(page, rowOf(page, reason), 'Approve')
  await hears(app, 'wallet.changed', { userId: user.id })

  await visit(page, '/flow/token')
  await search(page, 'User ID', String(user.id))
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('150,000')
  await visit(page, '/user/grant')
  await expect(rowOf(page, reason)).toContainText(maker.username)
  await visit(page, '/sys/log')
  await expect(rowOf(page, me.username).first()).toBeVisible()
  expect(await offeredFor(page, user)).toEqual([])
  await reachesOnlyItsOwn(page, me.client, 'Finance checker')
})

test('Analyst: reads every screen but the installation’s and changes nothing but own boards', async ({
  page,
  server,
  signedIn,
}) => {
  const user = await appUser(server)
  const me = await signedIn({ seeded: 'Analyst' })
  await page.goto('/dashboard')
  expect(await offeredFor(page, user)).toEqual([])
  for (const path of ['/sys/log', '/live/records', '/flow/daily', '/audit/log', '/community/topic']) {
    await visit(page, path)
    await listRead(page)
  }
  await visit(page, '/sys/country')
  await search(page, 'Search', 'France')
  await rowOf(page, 'France').getByRole('link').click()
  await expect(drawer(page, 'Edit country: France').getByRole('button', { name: 'Save' })).toHaveCount(0)
  await reachesOnlyItsOwn(page, me.client, 'Analyst')
})

for (const role of ['Guild leader', 'Top-up agent'] as const) {
  test(`${role}: Home, their own sessions, and none of the platform’s areas`, async ({ page, signedIn }) => {
    const me = await signedIn({ seeded: role })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: `Hello, ${me.username}` })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
    // A leader's own day; the platform's is for staff.
    await expect(page.getByText(/^Today$/)).toHaveCount(role === 'Guild leader' ? 1 : 0)
    await expect(page.getByText(/yesterday/i)).toHaveCount(0)
    await reachesOnlyItsOwn(page, me.client, role)
  })
}

test('Administrator: adds an account, requests a sensitive parameter change, reaches everything', async ({
  page,
  browser,
  server,
  signedIn,
}) => {
  const me = await signedIn({ seeded: 'Administrator' })
  const name = unique('new-')
  await page.goto('/sys/user')
  await page.getByRole('button', { name: 'Add account' }).click()
  const form = drawer(page, 'Add account')
  await form.getByRole('textbox', { name: 'Account' }).fill(name)
  await form.getByRole('combobox', { name: 'Roles' }).click()
  await page.getByRole('option', { name: 'Moderator' }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Save' }).click()
  const shown = drawer(page, `${name} was added`)
  const password = await shown.locator('[data-secret]').innerText()
  await server.as().login(name, password)
  await shown.getByRole('button', { name: 'I have copied it' }).click()

  await visit(page, '/sys/param')
  await search(page, 'Search', 'approval_hours')
  await rowOf(page, 'approval_hours').getByRole('link').click()
  const value = drawer(page, 'Approvals expire after')
  await value.getByRole('textbox', { name: 'Value' }).fill('96')
  const reason = unique('Long weekend ')
  await value.getByLabel('Reason').fill(reason)
  await value.getByRole('button', { name: 'Request approval' }).click()
  await expect(value).toBeHidden()
  await visit(page, '/sys/approval?tab=all')
  await rowOf(page, reason).getByRole('link').click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve' })).toBeDisabled()
  await page.keyboard.press('Escape')
  const second = await beside(browser, server, 'Administrator')
  await second.page.goto('/sys/approval?tab=all')
  await confirm(second.page, rowOf(second.page, reason), 'Approve')
  await expect(rowOf(second.page, reason)).toContainText('Approved')
  await second.close()
  await reachesOnlyItsOwn(page, me.client, 'Administrator')
})
