// Slow answers, an unavailable server, and work in progress in the meantime: nothing is lost and nothing wrong is done.
import { userDeduct, userGrant } from '@greenroom/contract/users'
import type { Page, Route } from '@playwright/test'
import { appUser } from '../harness/appUsers.ts'
import { act, drawer, grid, listRead, rowOf, rows, search } from '../harness/list.ts'
import { signIn, unique } from '../harness/people.ts'
import { alert, status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

const offline = [
  /ERR_INTERNET_DISCONNECTED/,
  /ERR_CONNECTION_REFUSED/,
  /ERR_FAILED/,
  /request failed/,
  /Failed to fetch/,
]

/** Holds back a path's calls until released. */
async function holdBack(page: Page, path: string) {
  let letGo = () => {}
  const free = new Promise<void>((resolve) => (letGo = resolve))
  let held = 0
  await page.route(path, async (route: Route) => {
    held++
    await free
    await route.continue()
  })
  return { letGo, isHeld: () => expect.poll(() => held).toBe(1) }
}

test('a deduction draft is restored as a deduction', async ({ page, server, signedIn }) => {
  const user = await appUser(server)
  const admin = await server.administrator()
  await admin.call(userGrant, { ids: [user.id], tokens: 700, kind: 'reward', reason: 'for a test' })
  await signedIn('administrator')
  await page.goto('/user/list?drawer=grantByList')
  const form = drawer(page, 'Grant by list')
  await form.getByText('Deduct tokens').click()
  await form.getByLabel('User IDs').fill(String(user.id))
  await form.getByLabel('Tokens', { exact: false }).last().fill('200')
  await form.getByLabel('Reason').fill('Sold for cash')
  await page.reload()
  await expect(form.getByText('Your earlier input was restored.')).toBeVisible()
  const requested = page.waitForRequest((request) => request.method() === 'POST' && /grant|deduct/i.test(request.url()))
  await form
    .getByRole('button', { name: /tokens$/ })
    .last()
    .click()
  expect((await requested).url()).toContain(userDeduct.path)
})

test('a form being sent stays until the answer, and a late answer closes nothing else', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/role?drawer=add')
  const form = drawer(page, 'Add role')
  await form.getByLabel('Role name').fill(unique('Slow '))
  await form.getByRole('button', { name: 'Countries: Read', exact: true }).click()
  const slow = await holdBack(page, '**/sys/role/save')
  await form.getByRole('button', { name: 'Save' }).click()
  await slow.isHeld()
  await page.keyboard.press('Escape')
  await expect(form).toBeVisible()

  // Left another way: the answer must not lead back, and the drawer is closed on return.
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search or jump to' }).fill('Countries')
  await page.getByRole('button', { name: 'Countries System', exact: true }).click()
  await listRead(page)
  slow.letGo()
  await expect(status(page, /^Role .* added$/)).toBeVisible()
  await expect(page).toHaveURL(/\/sys\/country$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/sys\/role$/)
  await expect(form).toBeHidden()
})

for (const when of ['at once', 'later'] as const)
  test(`an answer between two views closes the first one’s drawer for a user who goes back ${when}`, async ({
    page,
    signedIn,
  }) => {
    await signedIn('administrator')
    // The answer arrives just as the address changes.
    await page.addInitScript((atOnce) => {
      const ask = window.fetch.bind(window)
      const go = history.pushState.bind(history)
      let handOver = () => {}
      const left = new Promise<void>((resolve) => (handOver = resolve))
      window.fetch = async (...of) => {
        const response = await ask(...of)
        if (!response.url.endsWith('/sys/role/save')) return response
        const body: unknown = await response.json()
        Object.assign(window, { isAnswered: true })
        await left
        return Object.assign(new Response(), { json: () => Promise.resolve(body) })
      }
      history.pushState = (...of) => {
        go(...of)
        if (!String(of[2]).startsWith('/sys/country')) return
        handOver()
        if (atOnce) queueMicrotask(() => history.back())
      }
    }, when === 'at once')
    await page.goto('/sys/role?drawer=add')
    const form = drawer(page, 'Add role')
    await form.getByLabel('Role name').fill(unique('Between '))
    await form.getByRole('button', { name: 'Countries: Read', exact: true }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await page.waitForFunction(() => 'isAnswered' in window)
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Search or jump to' }).fill('Countries')
    await page.getByRole('button', { name: 'Countries System', exact: true }).click()
    await expect(status(page, /^Role .* added$/)).toBeVisible()
    if (when === 'later') {
      await expect(grid(page)).toContainText('Brazil')
      await page.goBack()
    }
    await expect(page).toHaveURL(/\/sys\/role$/)
    await expect(form).toBeHidden()
    // The script stays with its page: the next test gets another.
    await page.close()
  })

test('a note typed while the previous one is being sent is kept', async ({ page, server, signedIn }) => {
  const user = await appUser(server)
  await signedIn('administrator')
  await page.goto('/user/list')
  await search(page, 'ID or nickname', String(user.id))
  await rowOf(page, String(user.id)).getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Notes' }).click()
  const field = page.getByLabel('New note')
  await field.fill('The first')
  const slow = await holdBack(page, '**/note/save')
  await page.getByRole('button', { name: 'Add' }).click()
  await slow.isHeld()
  await field.fill('The second')
  slow.letGo()
  await expect(page.getByRole('article').filter({ hasText: 'The first' }).last()).toBeVisible()
  await expect(field).toHaveValue('The second')
  await page.reload()
  await expect(field).toHaveValue('The second')
})

test('a second note is saved like the first', async ({ page, server, signedIn }) => {
  const user = await appUser(server)
  await signedIn('administrator')
  await page.goto('/user/list')
  await search(page, 'ID or nickname', String(user.id))
  await rowOf(page, String(user.id)).getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await page.getByLabel('New note').fill('The first')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'The first' }).last()).toBeVisible()
  await page.getByLabel('New note').fill('The second')
  await page.reload()
  await expect(page.getByLabel('New note')).toHaveValue('The second')
})

test('a row of posts opens by its text, its author by the name, in a new tab with the filters', async ({
  page,
  server,
  signedIn,
}) => {
  const user = await appUser(server)
  await server.query(
    `insert into community.dynamic (id, user_id, text, posted_at) values ('one-' || $1::bigint, $1, 'Hello there', now())`,
    [user.id],
  )
  await signedIn('administrator')
  await page.goto('/community/dynamic')
  await search(page, 'Author ID', String(user.id))
  await expect(page.locator('a a')).toHaveCount(0)
  const text = rows(page).getByRole('link', { name: 'Hello there' })
  await text.hover()
  await text.dispatchEvent('pointerdown')
  await expect(text).toHaveAttribute('href', new RegExp(`userId=${user.id}`))
  await rows(page).getByRole('link', { name: user.nickname }).click()
  await expect(page).toHaveURL(new RegExp(`/user/detail/${user.id}$`))
})

test('a ban while offline shows a clear message, and stale data shows its time', async ({
  page,
  server,
  context,
  signedIn,
  complaints,
}) => {
  complaints.allow(...offline)
  const user = await appUser(server)
  await signedIn('administrator')
  await page.goto('/user/list')
  await search(page, 'ID or nickname', String(user.id))
  await act(page, rowOf(page, String(user.id)), 'Ban')
  const ban = page.getByRole('dialog', { name: 'Ban' })
  await ban.getByLabel('Reason').fill('Threats')
  await context.setOffline(true)
  await ban.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(ban.getByRole('alert')).toContainText("The server can't be reached.")
  await expect(status(page, /Data shown is from \d\d:\d\d or earlier/)).toBeVisible()
  await context.setOffline(false)
  await expect(status(page, /Data shown is from/)).toHaveCount(0)
  await ban.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(rowOf(page, String(user.id))).toContainText('Banned: account')
})

// In a context of their own: code that an earlier test loaded would come from the renderer's memory, where no route stops it.
test.describe('code that cannot be loaded', () => {
  test.use({ ownContext: true })

  test('a password that could not be shown is not generated', async ({ page, server, signedIn, complaints }) => {
    complaints.allow(...offline)
    await signedIn('administrator')
    const person = await signIn(server, 'reader')
    await page.goto('/sys/user')
    await search(page, 'Search', person.username)
    await act(page, rowOf(page, person.username), 'Reset password')
    const question = page.getByRole('dialog', { name: 'Reset password' })
    await question.getByLabel('Reason').fill('forgotten')
    // After a deploy the old build's files are gone; calls still work.
    await page.route(/\.js$/, (route) => route.abort())
    await question.getByRole('button', { name: 'Reset password' }).click()
    await expect(question.getByRole('alert')).toContainText('reload the page')
    await server.as().login(person.username, person.password)
  })

  test('a drawer that fails to read says so instead of waiting or claiming that nothing is there', async ({
    page,
    signedIn,
    complaints,
  }) => {
    complaints.allow(...offline)
    await signedIn('administrator')
    for (const [path, call, name] of [
      ['/sys/role?drawer=add', '/sys/role/menus', 'Add role'],
      ['/flow/reconcile?drawer=check:texts', '/flow/reconcile', 'Check'],
    ] as const) {
      await page.route(`**/cms${call}*`, (route) => route.abort())
      await page.goto(path)
      const drawer = page.getByRole('dialog', { name })
      await expect(drawer.getByRole('alert')).toBeVisible()
      await expect(drawer.getByText('Record not found')).toHaveCount(0)
    }
  })

  test('a page that could not begin says so, and begins by itself once its files are there', async ({
    page,
    signedIn,
    complaints,
  }) => {
    complaints.allow(...offline)
    await signedIn('administrator')
    await page.route(/\/assets\/base-[^/]*\.js$/, (route) => route.abort())
    await page.goto('/sys/role')
    await expect(status(page, 'Greenroom is being updated.')).toBeVisible()
    await page.unrouteAll()
    await listRead(page)
    await expect(rows(page).first()).toBeVisible()
  })

  test('a page asks to be reloaded once the server’s contract has changed', async ({ page, signedIn }) => {
    await signedIn('administrator')
    await page.route('**/cms/sys/menu/nav', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-greenroom-outdated': '1' } })
    })
    await page.goto('/sys/role')
    const asked = status(page, 'Greenroom has been updated.')
    await expect(asked).toBeVisible()
    await page.unrouteAll()
    await asked.getByRole('button', { name: 'Reload the page' }).click()
    await listRead(page)
    await expect(asked).toHaveCount(0)
  })

  test('a screen whose code failed to load is retried automatically', async ({ page, signedIn, complaints }) => {
    complaints.allow(...offline)
    await signedIn('administrator')
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.route(/(\.js$|\.json$|readyz|\/cms\/)/, (route) => route.abort())
    await goToCountries(page)
    await expect(alert(page, "Couldn't load this screen")).toBeVisible()
    await expect(page.getByText('dynamically imported')).toHaveCount(0)
    await page.unrouteAll()
    await listRead(page)
    await expect(rows(page).first()).toBeVisible()
    await expect(grid(page)).toContainText('Brazil')
  })
})

const goToCountries = async (page: Page) => {
  await page.evaluate(() => {
    history.pushState(null, '', '/sys/country')
    dispatchEvent(new PopStateEvent('popstate'))
  })
}
