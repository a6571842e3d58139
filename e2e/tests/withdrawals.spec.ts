// A withdrawal from the app's request to its proof: decided on the desk by keyboard, put into a batch, approved by a second member of staff
// in Chinese, downloaded as a file, and its result entered. And a chargeback, from the bank's report to its write-off.
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import type { App } from '../harness/app.ts'
import { appTest } from '../harness/appTest.ts'
import { act, listRead, rowOf } from '../harness/list.ts'
import { pictureFile } from '../harness/picture.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect } from '../harness/test.ts'

const test = appTest()

const [fan, mei, lin] = [7_610_001, 7_610_002, 7_610_003]

/** Users reported by the app; both women can be paid. */
async function people(server: Server, app: App): Promise<void> {
  if ((await server.query('select 1 from users.app_user where id = $1', [fan])).length > 0) return
  for (const [userId, nickname, sex] of [
    [fan, 'Fan', 'man'],
    [mei, 'Mei of the desk', 'woman'],
    [lin, 'Lin', 'woman'],
  ] as const)
    await app.tell({
      type: 'user.registered',
      data: { userId, nickname, sex, country: 'BR', language: 'en', deviceId: `d${userId}`, platform: 'ios' },
    })
  await server.query(
    `update users.app_user set certified = true, birthday = '1990-01-01', registered_at = now() - interval '1 year' where id = any($1)`,
    [[mei, lin]],
  )
  await bought(app, 'wd-order', 20_000)
  const gift = (receiverId: number) =>
    ({ type: 'gift.sent', data: { giftId: 1, senderId: fan, receiverId, count: 1, tokens: 10_000 } }) as const
  await app.tell(gift(mei), gift(lin))
}

const bought = (app: App, orderId: string, tokens: number) =>
  app.tell(
    {
      type: 'recharge.created',
      data: { orderId, userId: fan, product: 'coins', tokens, promoTokens: 0, usdCents: tokens, gateway: 'card' },
    },
    { type: 'recharge.paid', data: { orderId, gatewayReference: `pay-${orderId}`, feeUsdCents: 30 } },
  )

const asks = (app: App, userId: number, bonus: number) =>
  app.tell({
    type: 'withdrawal.requested',
    data: {
      withdrawalId: `wd-${userId}`,
      userId,
      bonus,
      account: { kind: 'bank', holder: 'A', bankName: 'First Bank', accountNumber: `622200001111${userId}` },
    },
  })

/** The second member of staff approves pending requests, in Chinese. */
async function approveInChinese(page: Page, of: string): Promise<void> {
  await page.goto('/sys/approval?lang=cn')
  const request = page.getByRole('row').filter({ hasText: of }).first()
  await request.locator('[data-row-menu]').click()
  await page.getByRole('menuitem', { name: '通过' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '通过' }).click()
  await expect(request).not.toContainText('待审批')
}

test.beforeAll(({ server, app }) => people(server, app))

test('a withdrawal from request to proof, by keyboard and by two members of staff', async ({
  page,
  context,
  server,
  app,
  signedIn,
}) => {
  await asks(app, mei, 2_000)
  await asks(app, lin, 3_000)
  await server.query(`update finance.payee_account set first_used_at = now() - interval '9 days'`)

  const maker = await signedIn({ seeded: 'Finance maker' })
  const asMaker = () => context.addCookies([{ name: 'Admin-Token', value: maker.token, url: server.url }])
  await page.goto('/finance/withdraw?order=waiting')
  const desk = page.getByRole('region', { name: 'Withdrawal', exact: true })
  const risk = page.getByRole('region', { name: 'Risk' })
  await expect(desk).toContainText('Mei of the desk')
  await expect(desk).toContainText('Bank …0002')
  await expect(risk).toContainText('100 % of the gifts came from the largest senders (1)')
  await expect(risk.getByRole('link', { name: 'Evidence 1' })).toHaveAttribute(
    'href',
    /\/live\/gifts\?receiverId=7610002/,
  )
  await checkAccessibility(page)
  // Lin's is refused, which needs a reason.
  await page.keyboard.press('j')
  await expect(desk).toContainText('$30.00')
  await page.keyboard.press('f')
  await expect(page.getByText('A refusal needs a reason.')).toBeVisible()
  await page.keyboard.type('own gifts')
  await page.keyboard.press('Enter')
  await expect(status(page, '30.00 USD')).toBeVisible()
  await expect(desk).toContainText('Mei of the desk')
  await page.keyboard.press('p')
  await expect(status(page, '20.00 USD')).toBeVisible()
  await expect(page.getByText('No withdrawals to review')).toBeVisible()

  await page.goto('/finance/payout')
  await expect(rowOf(page, 'Mei of the desk')).toContainText('Bank')
  await act(page, rowOf(page, 'Mei of the desk'), 'Make a batch')
  await page.getByRole('dialog').getByRole('button', { name: 'Make a batch' }).click()
  await expect(rowOf(page, 'Mei of the desk')).toHaveCount(0)

  await signedIn({ seeded: 'Finance checker' })
  await approveInChinese(page, '20.00')
  await page.goto('/finance/payout?tab=batches')
  await expect(page.getByRole('row').filter({ hasText: '$20.00' })).toContainText('银行')
  await checkAccessibility(page)

  await asMaker()
  await page.goto('/finance/payout?tab=batches&lang=en')
  const batch = rowOf(page, '$20.00')
  await act(page, batch, 'Export as file')
  const sending = page.getByRole('dialog', { name: /Export batch/ })
  const download = page.waitForEvent('download')
  await sending.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await download
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toContain(`622200001111${mei}`)
  await act(page, batch, 'Export as file')
  await expect(sending.getByText('This batch was already exported')).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')

  await act(page, batch, 'Enter results')
  const results = page.getByRole('dialog', { name: /Results of batch/ })
  await results.getByText('Paid', { exact: true }).click()
  await results.getByLabel('Reference of the payment to Mei of the desk').fill('FT-4711')
  await results.locator('input[type=file][accept*="image"]').setInputFiles([pictureFile('receipt.png', 600)])
  await expect(results.locator('img')).toBeVisible()
  await checkAccessibility(page)
  await results.getByRole('button', { name: 'Save results' }).click()
  await expect(batch).toContainText('Done')

  await page.goto(`/finance/withdraw?tab=all&drawer=withdrawal:wd-${mei}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('FT-4711')
  await expect(drawer.getByRole('link', { name: 'Open', exact: true })).toBeVisible()
  await expect
    .poll(() => app.heard.filter(({ data }) => data['withdrawalId'] === `wd-${mei}`).map(({ data }) => data['state']))
    .toEqual(['withdrawing', 'success'])
  // Its total is in the user's statistics, which link back here.
  await page.goto(`/finance/userStat?userId=${mei}`)
  await expect(async () => {
    await page.reload()
    await listRead(page)
    await expect(rowOf(page, 'Mei of the desk')).toContainText('$20.00', { timeout: 1_000 })
  }).toPass()
  await checkAccessibility(page)
  await rowOf(page, 'Mei of the desk').getByRole('link', { name: '$20.00' }).click()
  await expect(rowOf(page, `wd-${mei}`)).toContainText('Success')
})

test('a chargeback: its debt is kept as debt, then written off by two members of staff', async ({
  page,
  app,
  signedIn,
}) => {
  for (const orderId of ['cb-1', 'cb-2']) {
    await bought(app, orderId, 500)
    await app.tell({ type: 'text.charged', data: { senderId: fan, receiverId: mei, tokens: 500 } })
  }
  for (const orderId of ['cb-1', 'cb-2'])
    await app.tell({ type: 'recharge.refunded', data: { orderId, kind: 'chargeback' } })
  await signedIn({ seeded: 'Finance maker' })
  await page.goto('/finance/chargeback?orderId=cb-2')
  const row = rowOf(page, 'cb-2')
  await expect(row).toContainText('Open')
  await checkAccessibility(page)
  const decide = async (action: string, reason: string) => {
    await act(page, row, action)
    const question = page.getByRole('dialog')
    await question.getByRole('textbox').fill(reason)
    await question.getByRole('button', { name: action }).click()
    await expect(question).toHaveCount(0)
  }
  await decide('Keep as debt', 'stolen card')
  await expect(row).toContainText('Debt')
  await decide('Write off', 'too little to go after')
  await row.getByText('cb-2').click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('stolen card')
  await checkAccessibility(page)
  await page.goto('/finance/chargeback?tab=repeated')
  await expect(rowOf(page, 'Fan').getByRole('link', { name: '2', exact: true })).toBeVisible()

  await signedIn({ seeded: 'Finance checker' })
  await approveInChinese(page, 'cb-2')
  await page.goto('/finance/chargeback?orderId=cb-2')
  await expect(page.getByRole('row').filter({ hasText: 'cb-2' })).toContainText('已核销')
  await page.goto(`/user/detail/${fan}?panel=chargebacks`)
  await checkAccessibility(page)
})
