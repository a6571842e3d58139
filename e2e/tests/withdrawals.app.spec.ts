// A day of payouts, the maker in English and the checker in Chinese: withdrawals from the app's request to their proof, with what both see and
// what the books say at each step. And a chargeback, from the bank to its write-off.
import { flowReconcile } from '@greenroom/contract/flow'
import { payoutBatchInfo, payoutBatchList, payoutBatchResult, payoutBatchSend } from '@greenroom/contract/payoutBatches'
import { payoutAccountSave } from '@greenroom/contract/payouts'
import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import type { App } from '../harness/app.ts'
import { appTest } from '../harness/appTest.ts'
import { aGuild } from '../harness/guilds.ts'
import { act, confirm, rowOf, rows } from '../harness/list.ts'
import { signIn } from '../harness/people.ts'
import { pictureFile } from '../harness/picture.ts'
import { picture } from '../harness/pictures.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect } from '../harness/test.ts'
import { type Language, textsOf } from '../harness/texts.ts'

const test = appTest()

const [fan, mei, lin, hua, na] = [7_610_001, 7_610_002, 7_610_003, 7_610_004, 7_610_005]
const names = new Map([
  [fan, 'Fan'],
  [mei, 'Mei of the desk'],
  [lin, 'Lin'],
  [hua, 'Hua of the desk'],
  [na, 'Na'],
])
const screen = { width: 1366, height: 768 }

/** Users as the app sends them; all women may be paid. */
async function people(server: Server, app: App): Promise<void> {
  if ((await server.query('select 1 from users.app_user where id = $1', [fan])).length > 0) return
  for (const [userId, nickname] of names) {
    const sex = userId === fan ? 'man' : 'woman'
    await app.send({
      type: 'user.registered',
      data: { userId, nickname, sex, country: 'BR', language: 'en', deviceId: `d${userId}`, platform: 'ios' },
    })
  }
  await server.query(
    `update users.app_user set certified = true, birthday = '1990-01-01', registered_at = now() - interval '1 year' where id = any($1)`,
    [[mei, lin, hua, na]],
  )
  await bought(app, 'wd-order', 230_000)
  const gift = (receiverId: number, tokens: number) =>
    ({ type: 'gift.sent', data: { giftId: 1, senderId: fan, receiverId, count: 1, tokens } }) as const
  await app.send(gift(mei, 10_000), gift(lin, 10_000), gift(hua, 200_000), gift(na, 10_000))
}

const bought = (app: App, orderId: string, tokens: number) =>
  app.send(
    {
      type: 'recharge.created',
      data: { orderId, userId: fan, product: 'coins', tokens, promoTokens: 0, usdCents: tokens, gateway: 'card' },
    },
    { type: 'recharge.paid', data: { orderId, gatewayReference: `pay-${orderId}`, feeUsdCents: 30 } },
  )

const accountOf = (userId: number) => `622200001111${userId}`

const asks = (app: App, userId: number, bonus: number, kind: 'bank' | 'e-wallet') =>
  app.send({
    type: 'withdrawal.requested',
    data: {
      withdrawalId: `wd-${userId}`,
      userId,
      bonus,
      account:
        kind === 'bank'
          ? { kind, holder: 'A', bankName: 'First Bank', accountNumber: accountOf(userId) }
          : { kind, provider: 'Paywell', holder: 'A', account: accountOf(userId) },
    },
  })

const states = (state: string, ...userIds: number[]) =>
  Object.fromEntries(userIds.map((userId) => [`wd-${userId}`, state]))

/** What the books say: the bonus that withdrawals hold, the USD micros that left the bank, and where each withdrawal is. */
async function books(server: Server): Promise<Record<string, number | string>> {
  const [sums] = await server.query<{ held: string; bank: string }>(
    `select (select coalesce(sum(reserved), 0) from ledger.account where purpose = 'bonus') as held,
            (select coalesce(sum(e.amount), 0) from ledger.entry e join ledger.account a on a.id = e.account_id
              where a.purpose = 'cash.bank') as bank`,
  )
  const all = await server.query<{ id: string; state: string }>('select id, state from finance.withdrawal')
  return {
    held: Number(sums!.held),
    bank: Number(sums!.bank),
    ...Object.fromEntries(all.map(({ id, state }) => [id, state])),
  }
}

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

test('a day of maker and checker: reviewed by keys, asked, approved, paid by method, refused and paid again', async ({
  page,
  browser,
  server,
  app,
  signedIn,
}) => {
  const [t, lists] = [textsOf('en', 'finance'), textsOf('en', 'list')]
  const [tc, approvals] = [textsOf('cn', 'finance'), textsOf('cn', 'approvals')]
  await page.setViewportSize(screen)
  for (const [userId, bonus, kind] of [
    [mei, 2_000, 'bank'],
    [lin, 3_000, 'bank'],
    [hua, 60_000, 'bank'],
    [na, 4_000, 'e-wallet'],
  ] as const)
    await asks(app, userId, bonus, kind)
  await server.query(`update finance.payee_account set first_used_at = now() - interval '9 days'`)
  /** The seconds in which a decision can be undone are over. */
  const over = () => server.query("update kit.clock set platform_at = platform_at + interval '11 seconds'")
  const told = (userId: number) =>
    app.received.filter(({ data }) => data['withdrawalId'] === `wd-${userId}`).map(({ data }) => data['state'])

  const maker = await signedIn({ seeded: 'Finance maker' })
  const checker = await signIn(server, { seeded: 'Finance checker' })
  const context = await browser.newContext({ baseURL: server.url, viewport: screen, reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'Admin-Token', value: checker.token, url: server.url }])
  const second = await context.newPage()

  await test.step('the maker reviews by keys, and takes a decision back', async () => {
    await page.goto('/finance/withdraw?order=waiting&lang=en')
    const desk = page.getByRole('region', { name: t('withdraw.one'), exact: true })
    const risk = page.getByRole('region', { name: t('withdraw.riskPanel') })
    const bar = page.getByRole('region', { name: t('withdraw.decide'), exact: true })
    const said = bar.getByRole('status')
    await expect(desk).toContainText(names.get(mei)!)
    await expect(risk).toContainText(t('risk.fewSenders', { percent: 100, senders: 1 }))
    await expect(risk.getByRole('link', { name: t('withdraw.evidence', { number: 1 }) })).toHaveAttribute(
      'href',
      new RegExp(`/live/gifts\\?receiverId=${mei}`),
    )
    expect(await books(server)).toEqual({ held: 69_000, bank: 0, ...states('in review', mei, lin, hua, na) })
    await checkAccessibility(page)
    await picture(page, 'maker withdrawal desk')

    await page.keyboard.press('j')
    await expect(desk).toContainText('$30.00')
    await page.keyboard.press('k')
    await expect(desk).toContainText(names.get(mei)!)
    await page.keyboard.press('p')
    await expect(said).toContainText('20.00')
    await expect(desk).toContainText(names.get(lin)!)
    await picture(page, 'maker approved one, can undo')
    await page.keyboard.press('u')
    await expect(desk).toContainText(names.get(mei)!)
    await expect(said).toContainText(names.get(mei)!)
    // Nothing is told to the app, nor booked, before its moment.
    expect(told(mei)).toEqual([])
    expect(await books(server)).toEqual({ held: 69_000, bank: 0, ...states('in review', mei, lin, hua, na) })
    await picture(page, 'maker took it back')
    await page.keyboard.press('p')
    await expect(desk).toContainText('$30.00')
    // Not without a reason.
    await page.keyboard.press('f')
    await expect(page.getByText(t('withdraw.reasonMissing'))).toBeVisible()
    await page.keyboard.type('own gifts')
    await picture(page, 'maker writes why')
    await page.keyboard.press('Enter')
    await expect(said).toContainText('30.00')
    await expect(desk).toContainText(names.get(hua)!)
    // More than may be passed alone: the button says so.
    await expect(bar.getByRole('button', { name: t('withdraw.passHeld') })).toBeVisible()
    await page.keyboard.press('p')
    await expect(said).toContainText('600.00')
    await expect(desk).toContainText(names.get(na)!)
    await picture(page, 'maker sent one to the checker')
    await page.keyboard.press('p')
    await expect(page.getByText(t('withdraw.empty'))).toBeVisible()
    await picture(page, 'maker has reviewed all')
    await over()
    await expect
      .poll(() => books(server))
      .toEqual({
        held: 66_000,
        bank: 0,
        ...states('in review', hua),
        ...states('audit failed', lin),
        ...states('withdrawing', mei, na),
      })
  })

  const list = second.getByRole('navigation', { name: approvals('desk.list') })
  const decide = second.getByRole('region', { name: approvals('desk.decide') })
  const open = (of: string) => list.getByRole('button', { name: of }).first().click()

  await test.step('the checker is refused what they made themself, and asks the maker', async () => {
    const { guildId, name } = await aGuild(server)
    const account = {
      kind: 'bank',
      holder: 'Lin Yue',
      bankName: 'First Bank',
      accountNumber: '6222000011112222',
    } as const
    await checker.client.call(payoutAccountSave, { guildId, account })
    await second.goto('/sys/approval?lang=cn')
    // Most money at risk comes first.
    await expect(list.getByRole('button').first()).toContainText('600')
    await second.keyboard.press('j')
    await expect(list.getByRole('button', { name })).toHaveAttribute('aria-current', 'true')
    await expect(decide.getByRole('note')).not.toBeEmpty()
    await expect(decide.getByRole('button', { name: approvals('desk.approve') })).toBeDisabled()
    await second.keyboard.press('a')
    await second.keyboard.press('r')
    await expect(decide.getByRole('textbox')).toBeHidden()
    await expect(list.getByRole('button', { name })).toBeVisible()
    await picture(second, 'checker may not decide their own')
    await second.keyboard.press('k')
    await expect(list.getByRole('button').first()).toHaveAttribute('aria-current', 'true')
    await expect(second.getByText(names.get(hua)!).first()).toBeVisible()
    await checkAccessibility(second)
    await picture(second, 'checker approvals desk')
    await second.keyboard.press('n')
    await decide.getByRole('textbox').fill('她的礼物为什么只来自一位用户？')
    await second.keyboard.press('Enter')
    await expect(list.getByRole('button').first()).toContainText(approvals('questions.asked'))
    await picture(second, 'checker asked')
  })

  await test.step('the maker answers from Home', async () => {
    await page.goto('/dashboard?lang=en')
    const question = page.getByRole('link', { name: textsOf('en', 'home')('todo.questions') }).first()
    await expect(question).toBeVisible()
    await picture(page, 'maker Home with a question')
    await question.click()
    await rowOf(page, names.get(hua)!).getByRole('link').first().click()
    const shown = page.getByRole('dialog')
    await expect(shown.getByText('她的礼物为什么只来自一位用户？')).toBeVisible()
    await shown
      .getByRole('textbox', { name: textsOf('en', 'approvals')('questions.answer') })
      .fill('Her birthday party.')
    await picture(page, 'maker answers')
    await shown.getByRole('button', { name: textsOf('en', 'approvals')('questions.send') }).click()
    await expect(status(page, textsOf('en', 'approvals')('questions.sent'))).toBeVisible()
  })

  await test.step('the checker reads the answer and approves', async () => {
    await second.reload()
    await open('600')
    await expect(second.getByText('Her birthday party.')).toBeVisible()
    await picture(second, 'checker reads the answer')
    await second.keyboard.press('a')
    await expect(decide.getByRole('status')).toContainText('600.00')
    await picture(second, 'checker approved')
    await over()
    await expect.poll(() => books(server)).toMatchObject({ held: 66_000, ...states('withdrawing', mei, hua, na) })
  })

  const batchesNow = () => page.getByRole('list', { name: t('payout.underway') })
  await test.step('the maker makes batches by method', async () => {
    await page.goto('/finance/payout?lang=en')
    await expect(async () => {
      await page.reload()
      await expect(rows(page)).toHaveCount(3, { timeout: 2_000 })
    }).toPass()
    await page.getByRole('checkbox', { name: lists('table.choosePage') }).click()
    await picture(page, 'maker ready to pay')
    await page.getByRole('button', { name: t('actions.payout.make') }).click()
    const making = page.getByRole('dialog')
    for (const part of [
      { lines: '2', method: t('options.method.bank'), amount: '$620.00' },
      { lines: '1', method: t('options.method.e-wallet'), amount: '$40.00' },
    ])
      await expect(making.getByRole('status')).toContainText(t('payout.batchPart', part))
    await expect(making).toContainText(String(hua))
    await checkAccessibility(page)
    await picture(page, 'maker before making batches')
    await making.getByRole('button', { name: t('actions.payout.make') }).click()
    await expect(batchesNow()).toContainText('$620.00')
    await expect(batchesNow()).toContainText('$40.00')
    await expect(rows(page)).toHaveCount(0)
    await picture(page, 'maker batches under way')
    expect(await books(server)).toMatchObject({ held: 66_000, bank: 0 })
  })

  await test.step('the checker approves one batch and refuses the other with a reason', async () => {
    await second.reload()
    await open('620')
    await picture(second, 'checker batch')
    await second.keyboard.press('a')
    await expect(decide.getByRole('status')).toContainText('620.00')
    await open('40.00')
    await second.keyboard.press('r')
    await decide.getByRole('textbox', { name: approvals('desk.refuseReason') }).fill('电子钱包正在维护')
    await picture(second, 'checker writes why')
    await second.keyboard.press('Enter')
    await expect(decide.getByRole('status')).toContainText('40.00')
    await expect(list.getByRole('button', { name: '40.00' })).toHaveCount(0)
    await picture(second, 'checker has decided all')
    await over()
  })

  await test.step('the maker exports the file and enters the results', async () => {
    await page.goto('/finance/payout?tab=batches&lang=en')
    const batch = rows(page).filter({ hasText: '$620.00' })
    await expect(async () => {
      await page.reload()
      await expect(batch).toContainText(t('options.batchState.approved'), { timeout: 2_000 })
    }).toPass()
    await batch.click()
    const shown = page.getByRole('dialog', { name: t('payout.batch') })
    await expect(shown.getByRole('button', { name: t('actions.payout.send'), exact: true })).toBeVisible()
    await picture(page, 'maker approved batch')
    await shown.getByRole('button', { name: t('actions.payout.send'), exact: true }).click()
    const sending = page.getByRole('dialog')
    const download = page.waitForEvent('download')
    await sending.getByRole('button', { name: t('payout.take'), exact: true }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
    for (const userId of [mei, hua]) expect(Buffer.concat(chunks).toString()).toContain(accountOf(userId))
    // Back on the batch, whose next step is its results.
    await expect(shown.getByRole('button', { name: t('actions.payout.result'), exact: true })).toBeVisible()
    await picture(page, 'maker exported')
    await shown.getByRole('button', { name: t('actions.payout.result'), exact: true }).click()
    const results = page.getByRole('dialog')
    for (const userId of [mei, hua]) {
      const name = names.get(userId)!
      await results
        .getByRole('radiogroup', { name: t('payout.outcomeOf', { name }) })
        .getByText(t('options.payoutState.paid'), { exact: true })
        .click()
      await results.getByLabel(t('payout.referenceOf', { name })).fill(`FT-${userId}`)
    }
    await results.locator('input[type=file][accept*="image"]').setInputFiles([pictureFile('receipt.png', 600)])
    await expect(results.locator('img')).toBeVisible()
    await checkAccessibility(page)
    await picture(page, 'maker enters results')
    await results.getByRole('button', { name: t('payout.takeResults') }).click()
    await expect(batch).toContainText(t('options.batchState.done'))
    await picture(page, 'maker batches')
    expect(await books(server)).toEqual({
      held: 4_000,
      bank: 620_000_000,
      ...states('success', mei, hua),
      ...states('audit failed', lin),
      ...states('withdrawing', na),
    })
  })

  await test.step('what was refused is ready again, and is paid by a second batch', async () => {
    const refused = rows(page).filter({ hasText: '$40.00' })
    await expect(refused).toContainText(t('options.batchState.unapproved'))
    await refused.click()
    await expect(page.getByRole('dialog')).toContainText(t('payout.steps.refused'))
    await picture(page, 'maker refused batch')
    await page.keyboard.press('Escape')
    await confirm(page, refused, t('actions.payout.drop'), 'wallet is down')
    await expect(refused).toContainText(t('options.batchState.dropped'))
    await page.goto('/finance/payout?lang=en')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(names.get(na)!)
    await picture(page, 'maker ready again')
    await act(page, rows(page), t('actions.payout.make'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('actions.payout.make') })
      .click()
    await expect(batchesNow()).toContainText('$40.00')
    await second.reload()
    await open('40.00')
    await second.keyboard.press('a')
    await expect(decide.getByRole('status')).toContainText('40.00')
    await over()
    const [last] = (await maker.client.call(payoutBatchList, {})).records
    await expect
      .poll(async () => (await maker.client.call(payoutBatchInfo, { batchId: last!.batchId })).state)
      .toBe('approved')
    await maker.client.call(payoutBatchSend, { batchId: last!.batchId, format: 'csv' })
    const { payouts } = await maker.client.call(payoutBatchInfo, { batchId: last!.batchId })
    await maker.client.call(payoutBatchResult, {
      batchId: last!.batchId,
      results: payouts.map(({ payoutId }) => ({ payoutId, outcome: 'paid' as const, reference: 'W-1', reason: '' })),
    })
    await page.goto('/finance/payout?tab=batches&lang=en')
    await expect(rows(page)).toHaveCount(3)
    await picture(page, 'maker all batches')
  })

  await test.step('the user, the app and the books agree', async () => {
    await page.goto(`/finance/withdraw?tab=all&lang=en&drawer=withdrawal:wd-${hua}`)
    await expect(page.getByRole('dialog')).toContainText(`FT-${hua}`)
    await expect(
      page.getByRole('dialog').getByRole('link', { name: t('withdraw.openProof'), exact: true }),
    ).toBeVisible()
    // What the app was told is said in the reader's words.
    await expect(
      page.getByRole('dialog').getByText(t('options.withdrawalState.withdrawing'), { exact: true }),
    ).toBeVisible()
    await picture(page, 'maker withdrawal with its proof')
    await expect.poll(() => [mei, hua, na].map(told)).toEqual(Array(3).fill(['withdrawing', 'success']))
    await expect.poll(() => told(lin)).toEqual(['audit failed'])
    // Its total is in the user's statistics, which link back here.
    await page.goto(`/finance/userStat?userId=${hua}&lang=en`)
    const stat = rowWith(page, names.get(hua)!)
    await expect(async () => {
      await page.reload()
      await expect(stat).toContainText('$600.00', { timeout: 2_000 })
    }).toPass()
    await stat.getByRole('link', { name: '$600.00' }).click()
    await expect(rowWith(page, `wd-${hua}`)).toContainText(t('options.withdrawalState.success'))
    expect(await books(server)).toMatchObject({ held: 0, bank: 660_000_000 })
    const { checks } = await checker.client.call(flowReconcile, {})
    expect(checks.filter(({ left, right, differences }) => left !== right || differences.length > 0)).toEqual([])
    await second.goto('/flow/reconcile?lang=cn')
    await expect(second.getByText(textsOf('cn', 'flow')('reconcile.all'))).toBeVisible()
    await picture(second, 'checker reconcile')
    await second.goto('/sys/approval?tab=all&lang=cn')
    await expect(
      rows(second)
        .filter({ hasText: tc('options.method.bank') })
        .or(rows(second))
        .first(),
    ).toBeVisible()
    await picture(second, 'checker all requests')
    await page.goto('/dashboard?lang=en')
    await context.close()
  })
})

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
