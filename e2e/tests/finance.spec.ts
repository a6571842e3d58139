import { checkAccessibility } from '../harness/accessibility.ts'
import { act, grid, rowOf, rows } from '../harness/list.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

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
  await expect(status(page, `Refund of order ${orderId} requested from the app: 4.99 USD`)).toBeVisible()
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

test('a deposit that left its chain is an alarm on Home until it is explained', async ({ page, server, signedIn }) => {
  const transaction = `0x${String(++last).padStart(64, 'a')}`
  await server.query(
    `insert into chain.deposit (id, chain, transaction, ordinal, block_number, block_hash, at, from_address, address,
                                usdt_micros, state, reason, detected_at, settled_at, missing_since, vanished_at)
     values (uuidv7(), 'erc20', $1, 0, 100, $1, now(), '0x' || repeat('1', 40), '0x' || repeat('2', 40), 31000000, 'unmatched',
             'usdt.unknownAddress', now(), now(), now(), now())`,
    [transaction],
  )
  await signedIn('administrator')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /Vanished deposits/ }).click()
  await expect(page).toHaveURL(/vanished=true&unexplained=true/)
  await expect(rowOf(page, '31.00')).toContainText('Vanished')
  await act(page, rowOf(page, '31.00'), 'Explain')
  const question = page.getByRole('dialog')
  await question.getByRole('textbox').fill('a reorganisation; nobody was credited')
  await question.getByRole('button', { name: 'Explain' }).click()
  await expect(status(page, '1 vanished deposit explained')).toBeVisible()
  await expect(rowOf(page, '31.00')).toHaveCount(0)
})
