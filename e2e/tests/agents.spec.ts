// A top-up agent on a phone, in both languages: applies, is approved, buys by bank transfer, verifies the session, sells, and
// requests a return.
import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { appUser } from '../harness/appUsers.ts'
import { act, rowOf } from '../harness/list.ts'
import { type Person, type Role, unique } from '../harness/people.ts'
import { pictureFile } from '../harness/picture.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect, leaveFor, test } from '../harness/test.ts'
import { errorText, type Language, textsOf } from '../harness/texts.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1366, height: 768 }

/** The account that approving made, with the password of `like`, and signed in. */
async function accountOf(server: Server, userId: string, like: Person) {
  const [found] = await server.query<{ username: string; phone: string; agent_id: number }>(
    `update access.staff s set password_hash = l.password_hash from topup_agents.agent g, access.staff l
      where g.id = s.agent_id and g.user_id = $1 and l.id = $2 returning s.username, s.phone, s.agent_id`,
    [userId, like.userId],
  )
  const { username, phone, agent_id } = found!
  return { phone, agentId: agent_id, token: (await server.as().login(username, like.password)).token }
}

type Tools = { page: Page; server: Server; signedIn: (role: Role) => Promise<Person> }

/** From the application to the first sale, on a phone; staff and agent use one language. */
async function firstSale({ page, server, signedIn }: Tools, language: Language) {
  const [t, finance] = [textsOf(language, 'topup-agents'), textsOf(language, 'finance')]
  const lang = `lang=${language}`
  /** The second button of its name confirms the question. */
  const decide = async (row: Locator, action: string) => {
    await row.locator('[data-row-menu]').click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const rowWith = (text: string) => page.getByRole('row').filter({ hasText: text })
  const leader = await signedIn({ seeded: 'Guild leader' })
  const [led] = await server.query<{ user_id: string }>(
    `update users.app_user set certified = true, birthday = '1990-01-01', area_code = '86', registered_at = now() - interval '9 days',
            phone = '138' || lpad((id % 100000000)::text, 8, '0')
      where id = (select leader_user_id from guilds.guild g join access.staff s on s.union_id = g.id where s.id = $1)
     returning id::text as user_id`,
    [leader.userId],
  )
  const userId = led!.user_id

  await page.setViewportSize(phone)
  await page.goto(`/RechargeAgent?pc&${lang}`)
  await page.getByRole('button', { name: t('apply.send') }).click()
  await expect(page.getByRole('alert')).toHaveText(t('apply.contactNeeded'))
  await page.getByLabel(t('apply.contact')).fill('lin@mail.example')
  await page.getByRole('button', { name: t('apply.send') }).click()
  await expect(page.getByText(t('application.underReview.name'))).toBeVisible()
  if (language === 'en') await checkAccessibility(page, 'the application')

  await page.setViewportSize(desk)
  await signedIn({ seeded: 'Finance maker' })
  await page.goto(`/finance/agents?userId=${userId}&${lang}`)
  await decide(rowWith(userId), finance('actions.agent.approve'))
  await expect(rowWith(userId)).toContainText(finance('options.agentState.approved'))
  const account = await accountOf(server, userId, leader)

  const asAgent = async () => {
    await leaveFor(page.context(), server)
    await page.context().addCookies([{ name: 'Admin-Token', value: account.token, url: server.url }])
    await page.setViewportSize(phone)
  }
  const reference = unique('FT ')
  // No space follows a full-width colon.
  const stockOf = (tokens: string) => `${t('sell.stock')}${language === 'cn' ? '' : ' '}${tokens}`
  await asAgent()
  await page.goto(`/RechargeAgent/buy?${lang}`)
  await page.getByLabel(t('bank.amount'), { exact: true }).fill('5')
  await page.getByRole('button', { name: t('bank.send') }).click()
  await expect(page.getByRole('alert')).toHaveText(t('bank.range', { min: '$10.00', max: '$100,000.00' }))
  await page.getByLabel(t('bank.amount'), { exact: true }).fill('400')
  await page.getByLabel(t('bank.reference')).fill(reference)
  await page.getByLabel(t('bank.proof')).setInputFiles([pictureFile('receipt.png', 600)])
  if (language === 'en') await checkAccessibility(page, 'buying')
  await page.getByRole('button', { name: t('bank.send') }).click()
  await expect(page.getByText(t('bank.sent'))).toBeVisible()
  await expect(page.getByText(t('buy.inReview', { count: 1 }))).toBeVisible()

  await page.setViewportSize(desk)
  await signedIn({ seeded: 'Finance maker' })
  await page.goto(`/finance/agentTrades?kind=purchases&agentId=${account.agentId}&${lang}`)
  await expect(rowWith(reference).getByRole('link', { name: finance('trades.proof') })).toBeVisible()
  await decide(rowWith(reference), finance('actions.purchase.credit'))
  await expect(rowWith(reference)).toContainText(finance('options.purchaseState.credited'))

  await asAgent()
  const buyer = await appUser(server, { nickname: unique('Somebody whose nickname goes on and on ') })
  await page.goto(`/RechargeAgent/sell?${lang}`)
  await expect(page.getByText(stockOf('44,000'))).toBeVisible()
  await page.getByLabel(t('sell.userId')).fill('77')
  await expect(page.getByText(errorText(21001, language))).toBeVisible()
  await page.getByLabel(t('sell.userId')).fill(String(buyer.id))
  await page.getByLabel(t('sell.amount')).fill('1999')
  await expect(page.getByRole('alert')).toHaveText(t('sell.range', { min: '2,000', max: '1,000,000' }))
  await page.getByLabel(t('sell.amount')).fill('5000')
  await page.getByRole('button', { name: t('sell.confirm', { name: buyer.nickname, tokens: '5,000' }) }).click()
  // The session's first sale needs a code, which goes to the account's own phone.
  await page.getByRole('button', { name: t('verify.ask') }).click()
  await expect.poll(() => server.sms(account.phone).length).toBe(1)
  await page.getByLabel(t('verify.code'), { exact: true }).fill(server.sms(account.phone)[0]?.code ?? '')
  if (language === 'en') await checkAccessibility(page, 'proving')
  await page.getByRole('button', { name: t('verify.send') }).click()
  await expect(page.getByRole('heading', { name: t('receipt.title') })).toBeVisible()
  await expect(page.getByText(stockOf('39,000'))).toBeVisible()
  if (language === 'en') await checkAccessibility(page, 'the receipt')
  return { account, asAgent, buyer }
}

test('from the application to the first sale on a phone, in Chinese', async ({ page, server, signedIn }) => {
  test.slow()
  const { buyer } = await firstSale({ page, server, signedIn }, 'cn')
  await page.goto('/RechargeAgent/details')
  await expect(page.getByRole('row').filter({ hasText: String(buyer.id) })).toContainText('5,000')
  await page.goto('/RechargeAgent?lang=en')
})

test('from the application to the first sale on a phone, and back', async ({ page, server, signedIn, complaints }) => {
  test.slow()
  complaints.allow(/sell\/save.*ERR_FAILED|ERR_FAILED.*sell\/save/)
  const { account, asAgent, buyer } = await firstSale({ page, server, signedIn }, 'en')

  // The picture of the receipt has a page that anybody can open.
  const shared = page.waitForResponse('**/RechargeAgent/sell/share')
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Share as picture' }).click(),
  ])
  expect(picture.suggestedFilename()).toBe('Receipt.png')
  const { code } = ((await (await shared).json()) as { result: { code: string } }).result
  const guest = await page.context().newPage()
  await guest.goto(`/r/${code}`)
  await expect(guest.getByRole('heading', { name: 'This receipt is true' })).toBeVisible()
  await expect(guest.getByText('5,000 tokens')).toBeVisible()
  await checkAccessibility(guest, 'the page of a receipt')
  await guest.close()

  // The next one is in the queue: a line of a chat, and the last customer with an amount of the row.
  await page.getByRole('button', { name: 'Next sale' }).click()
  await expect(page.getByText('Profit today')).toBeVisible()
  await page.getByRole('button', { name: 'Paste from a chat' }).click()
  await page.getByLabel('Message from the chat').fill(`id ${buyer.id} 7k please`)
  await page.getByLabel('Message from the chat').press('Enter')
  await expect(page.getByRole('button', { name: /^Sell 7,000/ })).toBeEnabled()
  await page.getByRole('list', { name: 'Last customers' }).getByRole('button').click()
  await expect(page.getByRole('button', { name: /^Sell 5,000/ })).toBeEnabled()
  await page.getByRole('group', { name: 'Amounts' }).getByRole('button', { name: '2,000', exact: true }).click()
  await checkAccessibility(page, 'selling')

  // An answer that is lost, and a second press: one sale.
  await expect(page.getByRole('button', { name: /^Sell 2,000/ })).toBeEnabled()
  await page.route('**/RechargeAgent/sell/save', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: /^Sell 2,000/ }).click()
  await expect(page.getByText("No answer. Press again: the tokens won't be sold twice.")).toBeVisible()
  await page.unroute('**/RechargeAgent/sell/save')
  await page.getByRole('button', { name: /^Sell 2,000/ }).click()
  await expect(page.getByText('Stock: 37,000')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)

  await page.getByRole('link', { name: 'All sales' }).click()
  await act(page, rowOf(page, '5,000'), 'Request return')
  await page.getByRole('dialog').getByLabel('Reason').fill('the wrong person')
  await page.getByRole('dialog').getByRole('button', { name: 'Request return' }).click()
  await expect(status(page, 'requested')).toBeVisible()

  await page.setViewportSize(desk)
  await signedIn({ seeded: 'Finance maker' })
  await page.goto(`/finance/agentTrades?agentId=${account.agentId}&backState=asked`)
  await act(page, rowOf(page, '5,000'), 'Approve return')
  await page.getByRole('dialog').getByLabel('Reason').fill('agreed with the buyer')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve return' }).click()
  await expect(status(page, 'returned by')).toBeVisible()
  await checkAccessibility(page, 'trades')

  // In Chinese, the same agent sees the result.
  await asAgent()
  await page.goto('/RechargeAgent/MyToken?lang=cn')
  await expect(page.getByRole('grid').getByText('撤回出售')).toBeVisible()
  await expect(page.getByText('42,000').first()).toBeVisible()
  await page.goto('/RechargeAgent/details?lang=cn')
  await expect(page.getByRole('grid').getByText('已撤回')).toBeVisible()
  await checkAccessibility(page, 'the details')
  await page.goto('/RechargeAgent?lang=en')
})
