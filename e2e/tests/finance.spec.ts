import { languageChoose } from '@greenroom/contract/access'
import { usdtInMatch } from '@greenroom/contract/chain'
import { reasonText } from '@greenroom/contract/reasonTexts'
import { depositsExplained, depositUnmatched } from '@greenroom/contract/sentences/chain'
import { checkAccessibility } from '../harness/accessibility.ts'
import { approveAsAnother } from '../harness/bridgeClient.ts'
import { act, grid, rowOf, rows } from '../harness/list.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { textsOf } from '../harness/texts.ts'

let last = 7_800_000

/** Someone with a paid order. */
async function anOrder(server: Server, usdCents = 499) {
  const id = ++last
  await server.query(
    `insert into users.app_user (id, nickname, sex, channel, created_at)
     values ($1::bigint, 'A buyer with a rather long nickname ' || $1::bigint, 'man', 'adnet', now())`,
    [id],
  )
  await server.query(
    `insert into finance.recharge_order (id, user_id, product, tokens, promo_tokens, usd_cents, fee_usd_cents, gateway,
                                         gateway_reference, state, created_at, paid_at, recharge_id)
     values ('ord-' || $1::bigint, $1::bigint, 'coins-500', 500, 20, $2::bigint, 15, 'card', 'pay_' || $1::bigint, 'success',
             now() - interval '2 minutes', now() - interval '1 minute',
             -- Credited long ago: nothing here is reconciled with the ledger.
             ('01900000-0000-7000-8000-' || lpad(($1::bigint)::text, 12, '0'))::uuid)`,
    [id, usdCents],
  )
  return { userId: id, orderId: `ord-${id}` }
}

test('an order is found, its history shown, and it is refunded with a reason', async ({ page, server, signedIn }) => {
  const { orderId } = await anOrder(server)
  await signedIn('administrator')
  await page.goto(`/finance/recharge?orderId=${orderId}`)
  await expect(rows(page)).toHaveCount(1)
  await page.goto(`/finance/recharge?orderId=${orderId}&drawer=order:${orderId}`)
  const drawer = page.getByRole('dialog', { name: orderId })
  await expect(drawer.getByText('Created in the app')).toBeVisible()
  await expect(drawer.getByText('pay_')).not.toHaveCount(0)
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await act(page, rowOf(page, orderId), 'Refund')
  const question = page.getByRole('dialog')
  await question.getByRole('textbox').fill('bought twice')
  await question.getByRole('button', { name: 'Refund' }).click()
  await expect(status(page, `Refund of order ${orderId} requested from the app: $4.99`)).toBeVisible()
  await expect(grid(page).getByText('Sent to the app')).toBeVisible()
})

test('a large refund waits for a second member of staff; in Chinese', async ({ page, server, signedIn }) => {
  const { orderId } = await anOrder(server, 60_000)
  await signedIn('administrator')
  await page.goto(`/finance/recharge?lang=cn&orderId=${orderId}`)
  await expect(page.getByRole('heading', { name: '充值订单' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: orderId })
  await row.locator('[data-row-menu]').click()
  await page.getByRole('menuitem', { name: '退款' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('textbox').fill('重复购买')
  await question.getByRole('button', { name: '退款' }).click()
  await expect(row.getByText('待审批')).toBeVisible()
})

/** An unmatched deposit of this many USDT. @returns its id and its transaction */
async function aDeposit(server: Server, usdt: number, { vanished }: { vanished: boolean }) {
  const transaction = `0x${String(++last).padStart(64, 'a')}`
  const [row] = await server.query<{ id: string }>(
    `insert into chain.deposit (id, chain, transaction, ordinal, block_number, block_hash, at, from_address, address,
                                usdt_micros, state, reason, detected_at, settled_at, missing_since, vanished_at)
     values (uuidv7(), 'erc20', $1, 0, 100, $1, now(), '0x' || repeat('1', 40), '0x' || repeat('2', 40), $2::bigint * 1000000,
             'unmatched', 'usdt.unknownAddress', now(), now(), $3::timestamptz, $3::timestamptz)
     returning id`,
    [transaction, usdt, vanished ? new Date().toISOString() : null],
  )
  return { id: row!.id, transaction }
}

/** Takes a test's deposit from its chain: the ledger has no entry of its arrival, and the reconciliation agrees in other tests. */
const leavesItsChain = (server: Server, id: number | string) =>
  server.query(
    `update chain.deposit set missing_since = now(), vanished_at = now(), explained_at = now(), explained_by = 'test' where id = $1`,
    [id],
  )

/** An approved agent without stock. */
async function anAgent(server: Server): Promise<number> {
  const [row] = await server.query<{ id: number }>(
    `with person as (
       insert into users.app_user (id, nickname, country, created_at) values ($1::bigint, 'A kiosk', 'BR', now()) returning id
     ), asked as (
       insert into topup_agents.application (user_id, contact, note, state, applied_at, decided_at, decided_by)
       select id, '', '', 'approved', now(), now(), 'test' from person returning user_id)
     insert into topup_agents.agent (user_id, approved_at) select user_id, now() from asked returning id`,
    [++last],
  )
  return row!.id
}

test('a deposit without an owner suggests who asked for that amount; staff choose, and see whom they chose', async ({
  page,
  server,
  signedIn,
}) => {
  const { id, transaction } = await aDeposit(server, 77, { vanished: false })
  await server.query(
    `with person as (
       insert into users.app_user (id, nickname, country, created_at) values ($1::bigint, 'Olivia', 'BR', now()) returning id)
     insert into finance.recharge_order (id, user_id, usd_cents, state, created_at)
     select 'order-of-olivia', id, 7700, 'not paid', now() - interval '4 minutes 20 seconds' from person`,
    [++last],
  )
  const userId = last
  await signedIn({ seeded: 'Finance maker' })
  await page.goto(`/finance/usdtIn?transaction=${transaction}`)
  await rowOf(page, '77.00').click()
  const drawer = page.getByRole('dialog', { name: /77\.00/ })
  const suggestions = drawer.getByRole('list', { name: 'Who may have paid it' })
  await expect(suggestions).toContainText('Olivia')
  await expect(suggestions).toContainText('4 minutes earlier')
  await checkAccessibility(page)
  await drawer.getByRole('button', { name: 'Match to a payer' }).click()
  const form = page.getByRole('dialog', { name: 'Match to a payer' })
  await form.getByRole('button', { name: 'Choose' }).click()
  await expect(form.getByLabel('Agent or user ID')).toHaveValue(String(userId))
  await expect(form.getByRole('status')).toHaveText('Olivia')
  await checkAccessibility(page)
  await form.getByLabel('Reason').fill('her order, four minutes earlier')
  await form.getByRole('button', { name: 'Match to a payer' }).click()
  await expect(form).toBeHidden()
  await expect(status(page, '77.00 USDT')).toBeVisible()
  await leavesItsChain(server, id)
})

test('a vanished deposit is an alarm until it is explained; two members of staff undo a wrong match, one in Chinese', async ({
  page,
  server,
  signedIn,
}) => {
  const usdt = 31
  const inLanguage = { en: textsOf('en', 'finance'), cn: textsOf('cn', 'finance') }
  await aDeposit(server, usdt, { vanished: true })
  const { id, transaction } = await aDeposit(server, usdt + 1, { vanished: false })
  const ownerId = await anAgent(server)
  const maker = await signedIn({ seeded: 'Finance maker' })
  const matched = { id, ownerKind: 'agent', ownerId, reason: 'a screenshot' } as const
  await approveAsAnother(server, (await maker.client.call(usdtInMatch, matched)).approvalId)

  await page.goto('/dashboard')
  await page.getByRole('link', { name: /Vanished deposits/ }).click()
  await expect(page).toHaveURL(/vanished=true&unexplained=true/)
  const vanished = rowOf(page, `${usdt}.00`)
  await expect(vanished).toContainText(inLanguage.en('usdt.vanished'))
  const explain = inLanguage.en('actions.deposit.explain')
  await act(page, vanished, explain)
  const question = page.getByRole('dialog')
  await question.getByRole('textbox').fill('a reorganisation; nobody was credited')
  await question.getByRole('button', { name: explain }).click()
  await expect(status(page, depositsExplained(1).en)).toBeVisible()
  await expect(vanished).toHaveCount(0)

  await page.goto(`/finance/usdtIn?transaction=${transaction}`)
  const deposit = rowOf(page, `${usdt + 1}.00`)
  await expect(deposit).toContainText(`${inLanguage.en('options.ownerKind.agent')} ${ownerId}`)
  const undo = inLanguage.en('actions.deposit.unmatch')
  await act(page, deposit, undo)
  const reason = `the other kiosk paid ${usdt}`
  await question.getByRole('textbox').fill(reason)
  await question.getByRole('button', { name: undo }).click()
  await expect(question).toBeHidden()
  await expect(deposit).toContainText(inLanguage.en('options.depositState.matched'))

  const checker = await signedIn({ seeded: 'Finance checker' })
  await checker.client.call(languageChoose, { language: 'cn' })
  await page.goto('/sys/approval?tab=all&lang=cn')
  const approve = textsOf('cn', 'system')('actions.approval.approve')
  const sum = { usdtMicros: (usdt + 1) * 1_000_000, owner: `agent ${ownerId}` }
  await expect(rowOf(page, reason)).toContainText(depositUnmatched('request', sum).cn)
  await act(page, rowOf(page, reason), approve)
  await question.getByRole('button', { name: approve }).click()
  await expect(question).toBeHidden()
  await page.goto(`/finance/usdtIn?transaction=${transaction}`)
  await expect(deposit).toContainText(inLanguage.cn('options.depositState.unmatched'))
  await expect(deposit).toContainText(new RegExp(reasonText('usdt.wrongPayer', {}, 'cn'), 'i'))
  await leavesItsChain(server, id)
})
