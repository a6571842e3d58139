// A top-up agent on a phone: applies, is approved, buys by bank transfer, verifies the session, sells, and requests a return.
import { checkAccessibility } from '../harness/accessibility.ts'
import { appUser } from '../harness/appUsers.ts'
import { act, rowOf } from '../harness/list.ts'
import { type Person, unique } from '../harness/people.ts'
import { pictureFile } from '../harness/picture.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { errorText } from '../harness/texts.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1366, height: 768 }

/** Signs in the account created by the approval, with the password of `like`. */
async function accountOf(server: Server, userId: string, like: Person) {
  const [found] = await server.query<{ username: string; phone: string; agent_id: number }>(
    `update access.staff s set password_hash = l.password_hash from topup_agents.agent g, access.staff l
      where g.id = s.agent_id and g.user_id = $1 and l.id = $2 returning s.username, s.phone, s.agent_id`,
    [userId, like.userId],
  )
  const { username, phone, agent_id } = found!
  return { phone, agentId: agent_id, token: (await server.as().login(username, like.password)).token }
}

test('from the application to the first sale on a phone, and back', async ({ page, server, signedIn, complaints }) => {
  test.slow()
  complaints.allow(/sell\/save.*ERR_FAILED|ERR_FAILED.*sell\/save/)
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
  await page.goto('/RechargeAgent?pc')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter a phone number or an e-mail address.')
  await page.getByLabel('Contact').fill('lin@mail.example')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Under review')).toBeVisible()
  await checkAccessibility(page, 'the application')

  await page.setViewportSize(desk)
  await signedIn({ seeded: 'Finance maker' })
  await page.goto(`/finance/agents?userId=${userId}`)
  await act(page, rowOf(page, userId), 'Approve')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(status(page, 'approved')).toBeVisible()
  const account = await accountOf(server, userId, leader)

  const asAgent = async () => {
    await page.context().addCookies([{ name: 'Admin-Token', value: account.token, url: server.url }])
    await page.setViewportSize(phone)
  }
  await asAgent()
  await page.goto('/RechargeAgent/buy')
  await page.getByLabel('Amount (USD)').fill('5')
  await page.getByRole('button', { name: 'Report transfer' }).click()
  await expect(page.getByRole('alert')).toHaveText('$10.00 to $100,000.00.')
  await page.getByLabel('Amount (USD)').fill('400')
  await page.getByLabel('Bank reference').fill('FT 4711')
  await page.getByLabel('Picture of the receipt').setInputFiles([pictureFile('receipt.png', 600)])
  await checkAccessibility(page, 'buying')
  await page.getByRole('button', { name: 'Report transfer' }).click()
  await expect(page.getByText('Reported. Finance will check it.')).toBeVisible()
  await expect(page.getByRole('link', { name: '1 transfer is waiting for Finance.' })).toBeVisible()

  await page.setViewportSize(desk)
  await signedIn({ seeded: 'Finance maker' })
  await page.goto(`/finance/agentTrades?kind=purchases&agentId=${account.agentId}`)
  await expect(rowOf(page, 'FT 4711').getByRole('link', { name: 'Receipt' })).toBeVisible()
  await act(page, rowOf(page, 'FT 4711'), 'Credit')
  await page.getByRole('dialog').getByRole('button', { name: 'Credit' }).click()
  await expect(status(page, '400')).toBeVisible()

  await asAgent()
  const buyer = await appUser(server, { nickname: unique('Somebody whose nickname goes on and on ') })
  await page.goto('/RechargeAgent/sell')
  await expect(page.getByText('Stock: 44,000')).toBeVisible()
  await page.getByLabel('User ID').fill('77')
  await expect(page.getByText(errorText(21001))).toBeVisible()
  await page.getByLabel('User ID').fill(String(buyer.id))
  await page.getByLabel('Tokens').fill('1999')
  await expect(page.getByRole('alert')).toHaveText('2,000 to 1,000,000 tokens per sale.')
  await page.getByLabel('Tokens').fill('5000')
  const confirm = page.getByRole('button', { name: /^Sell 5,000 tokens to Somebody/ })
  await confirm.click()
  // The session's first sale needs a code, which goes to the account's own phone.
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect.poll(() => server.sms(account.phone).length).toBe(1)
  await page.getByLabel('Code', { exact: true }).fill(server.sms(account.phone)[0]?.code ?? '')
  await checkAccessibility(page, 'proving')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('heading', { name: 'Sold' })).toBeVisible()
  await expect(page.getByText('Stock: 39,000')).toBeVisible()
  await checkAccessibility(page, 'the receipt')

  // An answer that is lost, and a second press: one sale.
  await page.getByRole('button', { name: 'Next sale' }).click()
  await page.getByLabel('User ID').fill(String(buyer.id))
  await page.getByLabel('Tokens').fill('2000')
  await expect(page.getByRole('button', { name: /^Sell 2,000/ })).toBeEnabled()
  await page.route('**/RechargeAgent/sell/save', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: /^Sell 2,000/ }).click()
  await expect(page.getByText("No response. Press again: it won't be sold twice.")).toBeVisible()
  await page.unroute('**/RechargeAgent/sell/save')
  await page.getByRole('button', { name: /^Sell 2,000/ }).click()
  await expect(page.getByText('Stock: 37,000')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)

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
