import { approvalDecide, approvalList } from '@greenroom/contract/system'
import { userBan, userDetail, userGrant } from '@greenroom/contract/users'
import type { Locator } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { appUser, seenOn } from '../harness/appUsers.ts'
import { choose, drawer, listRead, rowOf, rows, search } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import type { Server } from '../harness/server.ts'
import { alert, status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { errorText } from '../harness/texts.ts'
import { dialog, openFromList } from '../harness/userPage.ts'

const promoOf = async (server: Server, userId: number) => {
  const { user } = await (await server.administrator()).call(userDetail, { userId })
  return user.wallet.promoTokens
}

test('a user is found by a part of their nickname or by their id', async ({ page, server, signedIn }) => {
  const name = unique('Zoë ')
  const user = await appUser(server, { nickname: `${name} Long 名字 💫` })
  await appUser(server, { nickname: `no ${name.slice(0, -2)}` })
  await signedIn('administrator')
  await page.goto('/user/list')
  await search(page, 'ID or nickname', name.slice(2).toLowerCase())
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(String(user.id))
  await expect(rows(page)).toContainText('Brazil')
  await search(page, 'ID or nickname', String(user.id))
  await expect(rows(page)).toContainText(name)
})

test('a pasted list drops duplicates and names invalid and unknown ids', async ({ page, server, signedIn }) => {
  const [one, two] = [await appUser(server), await appUser(server)]
  await signedIn('administrator')
  await page.goto('/user/list')
  await page.getByRole('button', { name: 'Grant by list' }).click()
  const form = drawer(page, 'Grant by list')
  await form.getByLabel('User IDs').fill(`${one.id}, ${two.id}\n${one.id}\nabc\n987654321`)
  await expect(form.getByText('3 users. 1 duplicate removed.')).toBeVisible()
  await expect(form.getByText('Line 3: abc')).toBeVisible()
  await form.getByRole('button', { name: 'Remove these from the list' }).click()
  await form.getByLabel('Tokens', { exact: false }).last().fill('500')
  await form.getByLabel('Reason').fill('The outage of Monday')
  await expect(form.getByText('3 users × 500 tokens = 1,500 tokens')).toBeVisible()
  await form.getByRole('button', { name: 'Grant tokens' }).click()
  await expect(form.getByText('No such user: 987654321.')).toBeVisible()
  await expect(form.getByText('Line 3: 987654321')).toBeVisible()
  expect(await promoOf(server, one.id)).toBe(0)
  await checkAccessibility(page)

  await form.getByRole('button', { name: 'Remove these from the list' }).click()
  await form.getByRole('button', { name: 'Grant tokens' }).click()
  await expect(status(page, '500 tokens each granted to')).toBeVisible()
  expect(await promoOf(server, one.id)).toBe(500)
  expect(await promoOf(server, two.id)).toBe(500)
  await status(page, '500 tokens each granted to').getByRole('button', { name: 'Undo' }).click()
  await expect(async () => expect(await promoOf(server, two.id)).toBe(0)).toPass()
})

test('a grant above the limit waits for approval', async ({ page, server, signedIn }) => {
  const user = await appUser(server)
  const maker = await signedIn('administrator')
  await openFromList(page, user)
  await page.keyboard.press('Shift+G')
  const grant = dialog(page, 'Grant tokens')
  await grant.getByLabel('Tokens').fill('150000')
  await grant.getByLabel('Reason').fill('Won the tournament')
  await grant.getByRole('button', { name: 'Grant tokens' }).click()
  await status(page, 'Sent for approval').getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/\/requests\?drawer=show/)
  await expect(page.getByRole('dialog').getByText('Won the tournament').first()).toBeVisible()
  expect(await promoOf(server, user.id)).toBe(0)

  const checker = await server.administrator()
  const { records } = await checker.call(approvalList, { state: 'pending', maker: maker.username })
  expect(records).toHaveLength(1)
  await checker.call(approvalDecide, { ids: [records[0]!.approvalId], decision: 'approve', reason: 'Seen the result' })
  await page.goto(`/user/detail/${user.id}`)
  await expect(page.getByText('150,000').first()).toBeVisible()
})

test('a grant is reversed from its line in the wallet; more tokens than there are cannot be deducted', async ({
  page,
  server,
  signedIn,
}) => {
  const user = await appUser(server)
  const administrator = await server.administrator()
  await administrator.call(userGrant, { ids: [user.id], tokens: 700, kind: 'reward', reason: 'for a test' })
  await signedIn('administrator')
  await openFromList(page, user)
  await expect(page.getByRole('tabpanel').getByText('+700')).toBeVisible()
  await page.keyboard.press('Shift+D')
  const deduct = dialog(page, 'Deduct tokens')
  await deduct.getByLabel('Tokens').fill('701')
  await deduct.getByLabel('Reason').fill('Too much')
  await deduct.getByRole('button', { name: 'Deduct tokens' }).click()
  const report = dialog(page, 'Deduct tokens: not done')
  await expect(report.getByText(errorText(60001))).toBeVisible()
  await report.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'Reverse' }).click()
  await dialog(page, 'Reverse').getByLabel('Reason').fill('Given to the wrong person')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('tabpanel').getByText('Grant reversed')).toBeVisible()
  expect(await promoOf(server, user.id)).toBe(0)
})

test('contact details are masked; revealing them is logged', async ({ page, server, signedIn }) => {
  const user = await appUser(server, { phone: '13812345678', email: 'somebody@example.com' })
  const person = await signedIn('administrator')
  await openFromList(page, user)
  await expect(page.getByText('13812345678')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the phone number' }).click()
  await dialog(page, 'Show the phone number').getByLabel('Reason').fill('She asked to be called back')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/138\s?12345678/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: user.nickname })).toBeVisible()
  await expect(page.getByText(/138\s?12345678/)).toHaveCount(0)

  await page.goto(`/user/contact?userId=${user.id}`)
  await listRead(page)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('She asked to be called back')
  await expect(rows(page)).toContainText(person.username)
})

test('a user is held and is to be deleted by two, and the list says what that waits for', async ({
  page,
  server,
  signedIn,
}) => {
  const user = await appUser(server)
  await signedIn('administrator')
  await openFromList(page, user)
  await page.getByRole('tab', { name: 'Data', exact: true }).click()
  await expect(page.getByText('Nobody has asked to delete this user.')).toBeVisible()
  await page.getByRole('button', { name: 'Place a legal hold' }).click()
  await page.getByLabel('Reason').fill('A court asks')
  await page.getByRole('button', { name: 'Place a legal hold' }).click()
  await expect(page.getByRole('table', { name: 'Legal holds' })).toContainText('A court asks')
  await page.getByRole('button', { name: 'Delete this user' }).click()
  await page.getByLabel('Reason').fill('She wrote to us')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Delete this user' }).click()
  await page.getByRole('link', { name: 'A deletion waits for another member of staff' }).click()
  await expect(page).toHaveURL(/\/sys\/approval/)

  await server.query(
    `insert into privacy.deletion (id, user_id, asked_at, due_at, waits) values (uuidv7(), $1, now(), now(), '{hold}')`,
    [user.id],
  )
  await page.goto(`/user/deletions?userId=${user.id}`)
  await listRead(page)
  await expect(rows(page)).toContainText('Legal hold')
  await expect(page.getByRole('table', { name: 'How long data is kept' })).toContainText('5 years')
})

test('a user’s page shows app data and staff actions, part by part', async ({ page, server, signedIn }) => {
  const [user, other] = [await appUser(server), await appUser(server)]
  const device = unique('device-')
  await seenOn(server, device, [user, other])
  await server.query(
    `insert into live.call (id, caller_id, callee_id, kind, unit_price, requested_at, answered_at, ended_at, end_reason, seconds, heard_at, tokens)
     values ($1, $2, $3, 'video', 60, now(), now(), now(), 'hung up', 391, now(), 420)`,
    [unique('call-'), user.id, other.id],
  )
  await server.query(
    `insert into live.session (id, user_id, title, rate, started_at, heard_at) values ($1, $2, 'Good evening', 60, now(), now())`,
    [unique('live-'), user.id],
  )
  await server.query(
    `insert into finance.recharge_order (id, user_id, product, tokens, usd_cents, gateway, state, created_at)
     values ($1, $2, 'tokens.1000', 1000, 999, 'google', 'success', now())`,
    [unique('order-'), user.id],
  )
  await server.query(
    `insert into audits.item (id, kind, user_id, text, submitted_at) values ($1, 'basic', $2, 'About myself', now())`,
    [unique('item-'), user.id],
  )
  await server.query(
    `insert into audits.report (id, reporter_id, user_id, reason, text, reported_at) values ($1, $2, $3, 'spam', 'Sends links', now())`,
    [unique('report-'), other.id, user.id],
  )
  await signedIn('administrator')
  await openFromList(page, user)
  const part = async (name: string, ...texts: (string | RegExp)[]) => {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
    for (const text of texts) await expect(page.getByRole('tabpanel').getByText(text).first()).toBeVisible()
  }
  await part('Wallet', 'No entries yet')
  await part('Calls', '6:31', other.nickname, '420')
  await part('Broadcasts', 'Good evening')
  await part('Gifts', 'No gifts sent or received')
  await part('Orders', 'tokens.1000', '$9.99')
  await part('Withdrawals', 'No withdrawals yet')
  await part('Content', 'About myself')
  await part('Reports', 'Sends links', other.nickname)
  await part('Devices', device, other.nickname)
  await part('Bans', 'Never banned')
  await part('Broadcast bans', 'Never banned from broadcasting')
  await part('Guild', 'Never a member of a guild')
  await expect(page).toHaveURL(/tab=guild/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Guild' })).toHaveAttribute('aria-selected', 'true')

  await page.goto(`/user/device?device=${device}`)
  await listRead(page)
  await expect(rows(page)).toContainText(other.nickname)
  await rows(page).getByRole('link', { name: user.nickname }).click()
  await expect(page.getByRole('heading', { level: 1, name: user.nickname })).toBeVisible()
})

test('notes are written, changed and deleted', async ({ page, server, signedIn }) => {
  const user = await appUser(server)
  await signedIn('administrator')
  await openFromList(page, user)
  await page.keyboard.press('n')
  await expect(page.getByLabel('New note')).toBeFocused()
  await page.keyboard.type('Asked twice about a refund')
  await page.keyboard.press('Control+Enter')
  const note = page.getByRole('article').filter({ hasText: 'Asked twice' }).last()
  await expect(note).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Notes' })).toContainText('1')
  await note.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit' }).fill('Asked three times')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Asked three times')).toBeVisible()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No notes yet')).toBeVisible()
})

test('a user page opened from elsewhere is read-only at first; a read-only account sees a notice', async ({
  page,
  server,
  signedIn,
}) => {
  const user = await appUser(server, { nickname: unique('محمد ') })
  await signedIn('administrator')
  await page.goto(`/user/detail/${user.id}?tab=notes`)
  await expect(page.getByText('Read-only: opened from outside')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Grant tokens' })).toHaveCount(0)
  await checkAccessibility(page)
  // A right-to-left name is isolated, so that the id after it keeps its place.
  await expect(page).toHaveTitle(`\u2068${user.nickname}\u2069 (${user.id}) · Greenroom`)
  await expect(page.getByRole('button', { name: 'Enable actions' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByRole('button', { name: 'Grant tokens' })).toBeVisible()
  await checkAccessibility(page)
  // The choice is kept for the browser tab, whichever user is opened next.
  const other = await appUser(server)
  await page.goto(`/user/detail/${other.id}`)
  await expect(page.getByRole('button', { name: 'Grant tokens' })).toBeVisible()

  await signedIn('reader')
  await page.goto('/user/list')
  await search(page, 'ID or nickname', String(user.id))
  await rowOf(page, String(user.id)).getByRole('link').first().click()
  await expect(page.getByText('Your role has read-only access here.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show the phone number' })).toHaveCount(0)
})

test('an unknown id is not found, and users stay hidden without the right', async ({ page, signedIn, server }) => {
  const user = await appUser(server)
  await signedIn('administrator')
  await page.goto('/user/detail/999999999999')
  await expect(page.getByText('No such user')).toBeVisible()
  await signedIn({ write: ['system.role'] })
  await page.goto(`/user/detail/${user.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText("You don't have access")
})

test('the palette finds users', async ({ page, server, signedIn }) => {
  const user = await appUser(server, { nickname: unique('Palette ') })
  await signedIn('administrator')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(user.nickname)
  await page.getByRole('dialog').getByText(String(user.id)).click()
  await expect(page.getByRole('heading', { level: 1, name: user.nickname })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Grant tokens' })).toBeVisible()
})

/** Pastes as a person does: from a mail, or rows of a table. */
const paste = (field: Locator, text: string) =>
  field.evaluate((target, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('customer service pastes rows of a table and a mail, and finds everybody in them', async ({
  page,
  server,
  signedIn,
}) => {
  const [one, two] = [await appUser(server), await appUser(server)]
  await signedIn('administrator')
  await page.goto('/user/list')
  const row = (id: number) => `${id}\tluciana\tluciana@example.com\t45.00\t2026-11-02\r\n`
  await paste(page.getByLabel('ID or nickname'), `${row(one.id)}${row(two.id)}#999999999999`)
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: 'not found' })).toHaveText('1 of 3 not found: 999999999999.')

  await page.goto('/finance/recharge?userId=12a')
  await expect(page.getByText('Nothing is listed: “12a” isn’t an ID.')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  const mail = `Dear team,\nplease look at ${one.id} and ID: ${two.id}.\nThanks, Luciana (+62 812 3456 789)`
  await paste(page.getByRole('dialog').getByRole('textbox'), mail)
  for (const user of [one, two]) await expect(page.getByRole('dialog').getByText(String(user.id)).last()).toBeVisible()
})

test('filters narrow the list and stay in the address', async ({ page, server, signedIn }) => {
  const name = unique('Filter ')
  const user = await appUser(server, { nickname: name })
  const banned = await appUser(server, { nickname: `${name} banned` })
  await (await server.administrator()).call(userBan, { ids: [banned.id], kind: 'id', hours: 0, reason: 'for a test' })
  await signedIn('administrator')
  await page.goto('/user/list')
  await search(page, 'ID or nickname', name)
  await expect(rows(page)).toHaveCount(2)
  await choose(page, 'Status', 'Banned: account')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Permanent')
  await expect(page).toHaveURL(/state=ban(\+|%20)ID/)
  await choose(page, 'Status: Banned: account', 'Normal')
  await expect(rows(page)).toContainText(String(user.id))
  await expect(alert(page, /./)).toHaveCount(0)
})

test('in Chinese', async ({ page, server, signedIn }) => {
  const user = await appUser(server)
  await signedIn('administrator')
  await page.goto(`/user/list?lang=cn&q=${user.id}`)
  await expect(page.getByRole('row').filter({ hasText: String(user.id) })).toContainText('正常')
  await page.goto(`/user/detail/${user.id}?tab=bans`)
  await expect(page.getByText('从未被封禁')).toBeVisible()
  await expect(page.getByRole('tab', { name: '钱包' })).toBeVisible()
  await page.getByRole('button', { name: '启用操作' }).click()
  await expect(page.getByRole('button', { name: '扣除代币' })).toBeVisible()
})
