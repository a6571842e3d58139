// A withdrawal from the app's request to its proof, in both languages: decided on the desk by keys, put into a batch, approved by a second
// member of staff, exported as a file, and its result entered. And a chargeback, from the bank to its write-off.
import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import type { App } from '../harness/app.ts'
import { appTest } from '../harness/appTest.ts'
import { act, rowOf } from '../harness/list.ts'
import { pictureFile } from '../harness/picture.ts'
import type { Server } from '../harness/server.ts'
import { expect } from '../harness/test.ts'
import { type Language, textsOf } from '../harness/texts.ts'

const test = appTest()

const [fan, mei, lin] = [7_610_001, 7_610_002, 7_610_003]
/** Who withdraws in Chinese. */
const [hua, na] = [7_610_004, 7_610_005]

/** Users as the app sends them; all women may be paid. */
async function people(server: Server, app: App): Promise<void> {
  if ((await server.query('select 1 from users.app_user where id = $1', [fan])).length > 0) return
  for (const [userId, nickname, sex] of [
    [fan, 'Fan', 'man'],
    [mei, 'Mei of the desk', 'woman'],
    [lin, 'Lin', 'woman'],
    [hua, 'Hua of the desk', 'woman'],
    [na, 'Na', 'woman'],
  ] as const)
    await app.send({
      type: 'user.registered',
      data: { userId, nickname, sex, country: 'BR', language: 'en', deviceId: `d${userId}`, platform: 'ios' },
    })
  await server.query(
    `update users.app_user set certified = true, birthday = '1990-01-01', registered_at = now() - interval '1 year' where id = any($1)`,
    [[mei, lin, hua, na]],
  )
  await bought(app, 'wd-order', 40_000)
  const gift = (receiverId: number) =>
    ({ type: 'gift.sent', data: { giftId: 1, senderId: fan, receiverId, count: 1, tokens: 10_000 } }) as const
  await app.send(gift(mei), gift(lin), gift(hua), gift(na))
}

const bought = (app: App, orderId: string, tokens: number) =>
  app.send(
    {
      type: 'recharge.created',
      data: { orderId, userId: fan, product: 'coins', tokens, promoTokens: 0, usdCents: tokens, gateway: 'card' },
    },
    { type: 'recharge.paid', data: { orderId, gatewayReference: `pay-${orderId}`, feeUsdCents: 30 } },
  )

const asks = (app: App, userId: number, bonus: number) =>
  app.send({
    type: 'withdrawal.requested',
    data: {
      withdrawalId: `wd-${userId}`,
      userId,
      bonus,
      account: { kind: 'bank', holder: 'A', bankName: 'First Bank', accountNumber: `622200001111${userId}` },
    },
  })

const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first()

async function chooseIn(page: Page, row: Locator, action: string): Promise<void> {
  await row.locator('[data-row-menu]').click()
  await page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click()
}

/** The second member of staff approves what waits. */
async function approve(page: Page, of: string, language: Language): Promise<void> {
  const t = textsOf(language, 'system')
  await page.goto(`/sys/approval?tab=all&lang=${language}`)
  const request = rowWith(page, of)
  await chooseIn(page, request, t('actions.approval.approve'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('actions.approval.approve') })
    .click()
  await expect(request).not.toContainText(t('options.approval.pending'))
}

test.beforeAll(({ server, app }) => people(server, app))

for (const [language, paid, refused] of [
  ['en', { id: mei, name: 'Mei of the desk' }, lin],
  ['cn', { id: hua, name: 'Hua of the desk' }, na],
] as const) {
  const [t, lang] = [textsOf(language, 'finance'), `lang=${language}`]

  test(`a withdrawal from request to proof, by keys and by two members of staff (${language})`, async ({
    page,
    context,
    server,
    app,
    signedIn,
  }) => {
    await asks(app, paid.id, 2_000)
    await asks(app, refused, 3_000)
    await server.query(`update finance.payee_account set first_used_at = now() - interval '9 days'`)

    const maker = await signedIn({ seeded: 'Finance maker' })
    const asMaker = () => context.addCookies([{ name: 'Admin-Token', value: maker.token, url: server.url }])
    await page.goto(`/finance/withdraw?order=waiting&${lang}`)
    const desk = page.getByRole('region', { name: t('withdraw.one'), exact: true })
    const risk = page.getByRole('region', { name: t('withdraw.riskPanel') })
    await expect(desk).toContainText(paid.name)
    await expect(desk).toContainText(`${t('options.method.bank')} …${String(paid.id).slice(-4)}`)
    await expect(risk).toContainText(t('risk.fewSenders', { percent: 100, senders: 1 }))
    await expect(risk.getByRole('link', { name: t('withdraw.evidence', { number: 1 }) })).toHaveAttribute(
      'href',
      new RegExp(`/live/gifts\\?receiverId=${paid.id}`),
    )
    if (language === 'en') await checkAccessibility(page)
    // The other one is refused: not without a reason.
    await page.keyboard.press('j')
    await expect(desk).toContainText('$30.00')
    await page.keyboard.press('f')
    await expect(page.getByText(t('withdraw.reasonMissing'))).toBeVisible()
    await page.keyboard.type('own gifts')
    await page.keyboard.press('Enter')
    const bar = page.getByRole('region', { name: t('withdraw.decide'), exact: true })
    await expect(bar.getByRole('status')).toContainText('30.00')
    await expect(desk).toContainText(paid.name)
    // Nothing is sent to the app before its moment: a decision is taken back by key, and made again.
    await page.keyboard.press('p')
    await expect(bar.getByRole('status')).toContainText('20.00')
    await expect(page.getByText(t('withdraw.empty'))).toBeVisible()
    await page.keyboard.press('u')
    await expect(desk).toContainText(paid.name)
    await expect(bar.getByRole('status')).toContainText(paid.name)
    expect(app.received.filter(({ data }) => data['withdrawalId'] === `wd-${paid.id}`)).toEqual([])
    await page.keyboard.press('p')
    await expect(page.getByText(t('withdraw.empty'))).toBeVisible()
    if (language === 'en') await checkAccessibility(page)
    // Its seconds are over.
    await server.query("update kit.clock set platform_at = platform_at + interval '11 seconds'")

    await page.goto('/finance/payout')
    const ready = rowWith(page, paid.name)
    await expect(async () => {
      await page.reload()
      await expect(ready).toContainText(t('options.method.bank'), { timeout: 2_000 })
    }).toPass()
    await chooseIn(page, ready, t('actions.payout.make'))
    const making = page.getByRole('dialog')
    // What will be made, before it is: by method, with the payees and their ids.
    await expect(making.getByRole('status')).toContainText(
      t('payout.batchPart', { lines: '1', method: t('options.method.bank'), amount: '$20.00' }),
    )
    await expect(making).toContainText(String(paid.id))
    if (language === 'en') await checkAccessibility(page)
    await making.getByRole('button', { name: t('actions.payout.make') }).click()
    await expect(ready).toHaveCount(0)
    await expect(page.getByRole('list', { name: t('payout.underway') })).toContainText('$20.00')

    await signedIn({ seeded: 'Finance checker' })
    await approve(page, '20.00', language)
    await page.goto('/finance/payout?tab=batches')
    const batch = rowWith(page, '$20.00')
    await expect(batch).toContainText(t('options.method.bank'))
    if (language === 'en') await checkAccessibility(page)

    await asMaker()
    await page.goto(`/finance/payout?tab=batches&${lang}`)
    await batch.dblclick()
    const shown = page.getByRole('dialog', { name: t('payout.batch') })
    await shown.getByRole('button', { name: t('actions.payout.send'), exact: true }).click()
    const sending = page.getByRole('dialog')
    const download = page.waitForEvent('download')
    await sending.getByRole('button', { name: t('payout.take'), exact: true }).click()
    const file = await download
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString()).toContain(`622200001111${paid.id}`)
    // Back on the batch, whose next step is its result.
    await expect(shown.getByRole('button', { name: t('actions.payout.result'), exact: true })).toBeVisible()
    if (language === 'en') await checkAccessibility(page)
    await page.keyboard.press('Escape')
    await chooseIn(page, batch, t('actions.payout.send'))
    await expect(sending.getByText(t('payout.again.title'))).toBeVisible()
    if (language === 'en') await checkAccessibility(page)
    await page.keyboard.press('Escape')

    await chooseIn(page, batch, t('actions.payout.result'))
    const results = page.getByRole('dialog')
    await results.getByText(t('options.payoutState.paid'), { exact: true }).click()
    await results.getByLabel(t('payout.referenceOf', { name: paid.name })).fill(`FT-${paid.id}`)
    await results.locator('input[type=file][accept*="image"]').setInputFiles([pictureFile('receipt.png', 600)])
    await expect(results.locator('img')).toBeVisible()
    if (language === 'en') await checkAccessibility(page)
    await results.getByRole('button', { name: t('payout.takeResults') }).click()
    await expect(batch).toContainText(t('options.batchState.done'))

    await page.goto(`/finance/withdraw?tab=all&drawer=withdrawal:wd-${paid.id}`)
    const drawer = page.getByRole('dialog')
    await expect(drawer).toContainText(`FT-${paid.id}`)
    await expect(drawer.getByRole('link', { name: t('withdraw.openProof'), exact: true })).toBeVisible()
    await expect
      .poll(() =>
        app.received.filter(({ data }) => data['withdrawalId'] === `wd-${paid.id}`).map(({ data }) => data['state']),
      )
      .toEqual(['withdrawing', 'success'])
    // Its total is in the user's statistics, which link back here.
    await page.goto(`/finance/userStat?userId=${paid.id}`)
    const stat = rowWith(page, paid.name)
    await expect(async () => {
      await page.reload()
      await expect(stat).toContainText('$20.00', { timeout: 2_000 })
    }).toPass()
    if (language === 'en') await checkAccessibility(page)
    await stat.getByRole('link', { name: '$20.00' }).click()
    await expect(rowWith(page, `wd-${paid.id}`)).toContainText(t('options.withdrawalState.success'))
    await page.goto('/dashboard?lang=en')
  })
}

test('a chargeback: the debt, kept as debt, written off by two members of staff', async ({ page, app, signedIn }) => {
  for (const orderId of ['cb-1', 'cb-2']) {
    await bought(app, orderId, 500)
    await app.send({ type: 'text.charged', data: { senderId: fan, receiverId: mei, tokens: 500 } })
  }
  for (const orderId of ['cb-1', 'cb-2'])
    await app.send({ type: 'recharge.refunded', data: { orderId, kind: 'chargeback' } })
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
  await approve(page, 'cb-2', 'cn')
  await page.goto('/finance/chargeback?orderId=cb-2')
  await expect(page.getByRole('row').filter({ hasText: 'cb-2' })).toContainText('已核销')
  await page.goto(`/user/detail/${fan}?panel=chargebacks`)
  await checkAccessibility(page)
})
