import { userGrant } from '@greenroom/contract/users'
import { checkAccessibility } from '../harness/accessibility.ts'
import { drawer, grid, listRead, rowOf, rows, search } from '../harness/list.ts'
import type { Server } from '../harness/server.ts'
import { expect, test } from '../harness/test.ts'

let lastId = 7_100_000

/** A user who was given tokens: one transfer with two entries. */
async function givenTokens(server: Server, tokens: number): Promise<number> {
  const userId = ++lastId
  await server.query(
    'insert into users.app_user (id, nickname, created_at, registered_at) values ($1, $2, now(), now())',
    [userId, `Flow ${userId}`],
  )
  const administrator = await server.administrator()
  const { outcomes } = await administrator.call(userGrant, {
    ids: [userId],
    tokens,
    kind: 'compensation',
    reason: 'for the flow',
  })
  expect(outcomes).toEqual([{ id: userId, ok: true }])
  return userId
}

test('every entry of a user is found by user id, and leads to its transfer', async ({ page, server, signedIn }) => {
  const userId = await givenTokens(server, 321)
  await signedIn('administrator')
  await page.goto('/flow/token')
  await search(page, 'User ID', String(userId))
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('321 Tokens')
  await expect(rows(page).getByRole('link', { name: String(userId) })).toBeVisible()
  await page.getByRole('navigation', { name: 'Views of the flow' }).getByRole('link', { name: 'Entries' }).click()
  await expect(page).toHaveURL(new RegExp(`userId=${userId}&tab=legs`))
  await listRead(page)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('+321')
  await expect(rows(page)).toContainText('Promotional tokens')
  await rows(page).getByRole('link').first().click()
  const transfer = drawer(page, 'Grant')
  await expect(transfer.getByRole('row')).toHaveCount(3)
  await expect(transfer.getByText('−321')).toBeVisible()
  await checkAccessibility(page)
})

test('a balance is shown as of a given time', async ({ page, server, signedIn }) => {
  const userId = await givenTokens(server, 55)
  await signedIn('administrator')
  await page.goto('/flow/token')
  await listRead(page)
  await page.keyboard.press('i')
  const balance = drawer(page, 'Balance at a given time')
  await balance.getByLabel('Owner').fill(String(userId))
  await balance.getByRole('combobox', { name: 'Account' }).click()
  await page.getByRole('option', { name: 'Promotional tokens' }).click()
  await balance.getByRole('button', { name: 'Show' }).click()
  await expect(balance.getByText('55', { exact: true })).toBeVisible()
})

test('a day shows its total, and links to its entries', async ({ page, server, signedIn }) => {
  await givenTokens(server, 77)
  await signedIn('administrator')
  await expect(async () => {
    await page.goto('/flow/daily')
    await listRead(page)
    await expect(rowOf(page, 'Grant').first()).toContainText('Tokens')
  }).toPass()
  await rowOf(page, 'Grant').filter({ hasText: 'Tokens' }).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/flow\/token\?tab=legs.*kind=grant/)
  await listRead(page)
  await expect(rows(page).first()).toContainText('Grant')
})

test('the reconciliation shows that everything agrees, and what each check compared', async ({
  page,
  server,
  signedIn,
}) => {
  await givenTokens(server, 10)
  await signedIn('administrator')
  await expect(async () => {
    // What differs is named first: a test that leaves money without its entries is found by it.
    await page.goto('/flow/reconcile?result=differs')
    await listRead(page)
    expect(await rows(page).allInnerTexts()).toEqual([])
    await page.goto('/flow/reconcile')
    await listRead(page)
    await expect(page.getByText('Everything agrees')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await rows(page).first().getByRole('gridcell').first().click()
  await expect(page.getByRole('dialog').getByText('Both sides agree.')).toBeVisible()
  await checkAccessibility(page)
})

test('in Chinese', async ({ page, server, signedIn }) => {
  const userId = await givenTokens(server, 12)
  await signedIn('administrator')
  await page.goto(`/flow/token?tab=legs&lang=cn&userId=${userId}`)
  await expect(grid(page).or(page.getByRole('grid'))).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '赠送代币' })).toHaveCount(1)
})
