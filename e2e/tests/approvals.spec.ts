// A checker's round by keys: three kinds of requests in words, one that is not theirs to decide, a decision undone in time, and a question that
// the maker answers.
import { clientSave } from '@greenroom/contract/clients'
import { paramList, paramSet } from '@greenroom/contract/system'
import { whitelistCalls } from '@greenroom/contract/systemRecords'
import { checkAccessibility } from '../harness/accessibility.ts'
import { drawer, rowOf } from '../harness/list.ts'
import { signIn, unique } from '../harness/people.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { textsOf } from '../harness/texts.ts'

test('a round at the approvals desk (en)', async ({ page, server, signedIn, browser }) => {
  const text = textsOf('en', 'approvals')
  const maker = await signIn(server, 'administrator')
  const name = unique('App ')
  const [param] = (
    await maker.client.call(paramList, {
      q: 'usdt_trc20_confirmations',
    })
  ).records
  const reason = unique('stricter ')
  await maker.client.call(paramSet, {
    key: param!.key,
    value: String(Number(param!.value) + 1),
    version: param!.version,
    reason,
  })
  await maker.client.call(clientSave, { name })
  const value = '192.0.2.71'
  await maker.client.call(whitelistCalls.save, { kind: 'ip', value, note: 'the office' })
  const me = await signedIn('administrator')
  const own = unique('Own ')
  await me.client.call(clientSave, { name: own })

  await page.goto('/sys/approval?lang=en')
  const list = page.getByRole('navigation', { name: text('desk.list') })
  const open = (of: string) => list.getByRole('button', { name: of }).click()
  const bar = page.getByRole('region', { name: text('desk.decide') })
  await open(own)
  await expect(bar.getByRole('note')).toContainText('admin')
  await expect(bar.getByRole('button', { name: text('desk.approve') })).toBeDisabled()
  await page.keyboard.press('a')
  await page.keyboard.press('r')
  await expect(bar.getByRole('textbox')).toBeHidden()
  await expect(list.getByRole('button', { name: own })).toBeVisible()

  await open(value)
  await expect(page.getByText('the office').first()).toBeVisible()
  await expect(page.getByText(text('words.whitelistKind.ip'), { exact: true }).first()).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('a')
  await expect(status(page, value)).toBeVisible()
  await expect(list.getByRole('button', { name: value })).toBeHidden()
  await page.keyboard.press('u')
  await expect(list.getByRole('button', { name: value })).toHaveAttribute('aria-current', 'true')
  await expect(bar.getByRole('status')).toContainText('Not approved')
  await page.keyboard.press('a')
  await expect(list.getByRole('button', { name: value })).toBeHidden()

  await open(param!.key)
  await expect(page.getByText(reason).first()).toBeVisible()
  await page.keyboard.press('r')
  await bar.getByRole('textbox', { name: text('desk.refuseReason') }).fill('not now')
  await page.keyboard.press('Enter')
  await expect(list.getByRole('button', { name: param!.key })).toBeHidden()

  await open(name)
  await page.keyboard.press('n')
  await bar.getByRole('textbox').fill('Whose phone is it?')
  await page.keyboard.press('Enter')
  await expect(list.getByRole('button', { name })).toContainText(text('questions.asked'))

  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await other.context().addCookies([{ name: 'Admin-Token', value: maker.token, url: server.url }])
  await other.goto('/?lang=en')
  await other.getByRole('link', { name: textsOf('en', 'home')('todo.questions') }).click()
  await rowOf(other, name).getByRole('link').click()
  const shown = drawer(other, name)
  await expect(shown.getByText('Whose phone is it?')).toBeVisible()
  await shown.getByRole('textbox', { name: text('questions.answer') }).fill('That of the night shift.')
  await shown.getByRole('button', { name: text('questions.send') }).click()
  await expect(status(other, text('questions.sent'))).toBeVisible()
  await other.context().close()

  await page.reload()
  await open(name)
  await expect(page.getByText('That of the night shift.')).toBeVisible()
  await page.keyboard.press('a')
  await expect(list.getByRole('button', { name })).toBeHidden()
})
