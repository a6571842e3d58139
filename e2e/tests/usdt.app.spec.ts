// USDT on a real chain (anvil): an agent's deposit is confirmed and becomes stock, in both languages; withdrawals are paid by
// instructions, proved by the chain.
import { usdtHealth, walletConfirm, walletRegister } from '@greenroom/contract/chain'
import { withdrawalPass } from '@greenroom/contract/withdrawals'
import { type Anvil, startAnvil } from '../../server/src/rooms/chain/anvil.fixture.ts'
import { checkAccessibility } from '../harness/accessibility.ts'
import { type App, connectApp } from '../harness/app.ts'
import { approveAsAnother } from '../harness/bridgeClient.ts'
import { act, rowOf, rows } from '../harness/list.ts'
import { signIn, unique } from '../harness/people.ts'
import { type Server, startServer } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { test as base, expect, leaveFor } from '../harness/test.ts'
import { textsOf } from '../harness/texts.ts'

/** Of "test test … junk", whose address 0 is anvil's usual first. */
const publicKey =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP'
const [address0, address5] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
]
const phone = { width: 390, height: 844 }
/** A user's payout account. */
const theirs = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const test = base.extend<{}, { anvil: Anvil; app: App }>({
  anvil: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from this pattern which fixtures are wanted
    async ({}, use) => {
      const anvil = await startAnvil()
      await use(anvil)
      anvil.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ anvil }, use) => {
      const server = await startServer({
        BRIDGE_ALLOW_PRIVATE: 'on',
        ETHEREUM_NODES: anvil.url,
        ETHEREUM_XPUB: publicKey,
        ETHEREUM_USDT: anvil.shownToken,
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  app: [
    async ({ server }, use) => {
      const app = await connectApp(server)
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
})

/** Gives the account an approved agent, whose stock is empty. */
async function approvedAgent(server: Server, staffId: number): Promise<void> {
  const userId = 6_400_000 + staffId
  await server.query(
    `with person as (
       insert into users.app_user (id, nickname, country, created_at) values ($1::bigint, 'An agent', 'BR', now()) returning id
     ), asked as (
       insert into topup_agents.application (user_id, contact, note, state, applied_at, decided_at, decided_by)
       select id, '', '', 'approved', now(), now(), 'test' from person returning user_id)
     insert into topup_agents.agent (id, user_id, approved_at) overriding system value select $2::int, user_id, now() from asked`,
    [userId, staffId],
  )
}

/** An adult with earned bonus who withdraws 20 USD to an address known for days; passed by another member of staff. */
async function passedWithdrawal(server: Server, app: App): Promise<{ withdrawalId: string }> {
  const [payer, anchor] = [7_700_001, 7_700_002]
  const at = new Date(Date.now() - 3_600_000)
  const person = { country: 'BR', language: 'pt', platform: 'ios', deviceId: unique('d') } as const
  const withdrawalId = unique('wd-')
  await app.send(
    { type: 'user.registered', at, data: { userId: payer, nickname: 'Payer', sex: 'man', ...person } },
    { type: 'user.registered', at, data: { userId: anchor, nickname: 'Ana', sex: 'woman', ...person } },
    {
      type: 'recharge.created',
      at,
      data: {
        orderId: `o-${payer}`,
        userId: payer,
        product: 'p',
        tokens: 20_000,
        promoTokens: 0,
        usdCents: 20_000,
        gateway: 'card',
      },
    },
    { type: 'recharge.paid', at, data: { orderId: `o-${payer}`, gatewayReference: 'r', feeUsdCents: 0 } },
  )
  await app.send({
    type: 'gift.sent',
    at,
    data: { giftId: 1, senderId: payer, receiverId: anchor, count: 1, tokens: 20_000 },
  })
  await server.query(
    `update users.app_user set birthday = '1995-05-05', certified = true, registered_at = now() - interval '90 days'
      where id = $1`,
    [anchor],
  )
  await app.send({
    type: 'withdrawal.requested',
    data: { withdrawalId, userId: anchor, bonus: 2_000, account: { kind: 'usdt.erc20', address: theirs } },
  })
  await server.query(`update finance.payee_account set first_used_at = now() - interval '3 days' where user_id = $1`, [
    anchor,
  ])
  const { client } = await signIn(server, { seeded: 'Finance maker' })
  const { approvalId } = await client.call(withdrawalPass, { ids: [withdrawalId] })
  if (approvalId) await approveAsAnother(server, approvalId)
  return { withdrawalId }
}

test.beforeAll(async ({ anvil, server }) => {
  const admin = await signIn(server, 'administrator')
  await admin.client.call(walletConfirm, { chain: 'erc20', address0, address5 })
  await anvil.mine(20)
  await expect
    .poll(async () => (await admin.client.call(usdtHealth, {})).chains.find(({ chain }) => chain === 'erc20')?.block)
    .toBeGreaterThan(0)
  await expect
    .poll(async () => (await server.query('select 1 from chain.address')).length, { timeout: 20_000 })
    .toBeGreaterThan(9)
})

test('an agent’s USDT becomes stock (cn)', async ({ page, context, anvil, server, signedIn }) => {
  const [portal, finance] = [textsOf('cn', 'topup-agents'), textsOf('cn', 'finance')]
  const usdt = 160
  test.slow()
  // The agent asks for an address of their own, on a phone.
  await page.setViewportSize(phone)
  const agent = await signedIn({ seeded: 'Top-up agent' })
  await approvedAgent(server, agent.userId)
  await page.goto('/RechargeAgent/buy?lang=cn')
  await page.getByRole('button', { name: portal('usdt.make', { chain: 'ERC20' }) }).click()
  await expect(page.getByRole('button', { name: portal('usdt.copy') })).toBeVisible()
  const [given] = await server.query<{ address: string }>(
    `select address from chain.address where owner_kind = 'agent' and owner_id = $1`,
    [agent.userId],
  )
  await expect(page.getByText(new RegExp(given!.address, 'i'))).toBeVisible()
  await checkAccessibility(page, 'the address')

  // Staff see its confirmations rise, and the credit.
  await anvil.pay(given!.address, usdt)
  await anvil.mine(3)
  await page.setViewportSize({ width: 1366, height: 768 })
  await signedIn({ seeded: 'Finance maker' })
  await page.goto('/finance/usdtIn?lang=cn')
  const deposit = page.getByRole('row').filter({ hasText: `${usdt}.00` })
  await expect(deposit).toContainText(finance('options.depositState.confirming'))
  await expect(deposit).toContainText('/12')
  await checkAccessibility(page)
  await anvil.mine(12)
  await expect(deposit).toContainText(finance('options.depositState.credited'))

  // 100 tokens a USDT, and 10 % extra.
  const tokens = (usdt * 110).toLocaleString('en')
  await leaveFor(context, server)
  await context.addCookies([{ name: 'Admin-Token', value: agent.token, url: server.url }])
  await page.setViewportSize(phone)
  await page.goto('/RechargeAgent/MyToken?lang=cn')
  await expect(page.getByRole('grid').getByText(portal('options.movementKind.purchase'), { exact: true })).toBeVisible()
  await expect(page.getByText(tokens).first()).toBeVisible()
  await page.goto('/RechargeAgent/details?tab=purchases&lang=cn')
  const purchase = page.getByRole('row').filter({ hasText: `$${usdt}.00` })
  await expect(purchase).toContainText(portal('options.purchaseState.credited'))
  await checkAccessibility(page, 'the purchase')
  await page.goto('/RechargeAgent/sell?lang=cn')
  await expect(page.getByText(`${portal('sell.stock')}${tokens}`)).toBeVisible()
  await page.goto('/RechargeAgent?lang=en')
})

test('a withdrawal is paid in USDT by an instruction that the chain proves', async ({
  page,
  anvil,
  server,
  app,
  signedIn,
}) => {
  test.slow()
  const admin = await signIn(server, 'administrator')
  // Passed withdrawals become a batch; with its approval, instructions.
  const treasury = anvil.shownAccounts[0]!
  const requested = { chain: 'erc20' as const, address: treasury, name: 'Payouts', reason: 'ours' }
  await approveAsAnother(server, (await admin.client.call(walletRegister, requested)).approvalId)
  await passedWithdrawal(server, app)
  await signedIn({ seeded: 'Finance maker' })
  await page.goto('/finance/payout')
  await act(page, rowOf(page, '$20.00'), 'Create batch')
  await page.getByRole('dialog').getByRole('button', { name: 'Create batch' }).click()
  await expect(status(page, 'Payout batch')).toBeVisible()
  await signedIn({ seeded: 'Finance checker' })
  await page.goto('/sys/approval?tab=all')
  await act(page, rowOf(page, 'Payout batch').first(), 'Approve')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(rowOf(page, 'Payout batch').first()).toContainText('Approved')

  await signedIn({ seeded: 'Finance maker' })
  await page.goto('/finance/usdtOut')
  const instruction = rows(page).first()
  await expect(instruction).toContainText('Signing')
  const file = page.waitForEvent('download')
  await act(page, instruction, 'Export for the wallet$')
  await page.getByRole('dialog').getByRole('button', { name: 'Export for the wallet' }).click()
  expect((await file).suggestedFilename()).toContain('erc20')
  const number = (await instruction.getByRole('gridcell').nth(1).innerText()).trim()
  const hash = await anvil.pay(theirs, 20)
  await page.getByRole('button', { name: 'Enter transactions' }).click()
  const form = page.getByRole('dialog', { name: 'Enter transactions' })
  await form.getByRole('textbox', { name: 'Transactions' }).fill(`${number} ${hash}`)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(instruction).toContainText('Broadcast')
  await anvil.mine(14)
  await expect(instruction).toContainText('Success')
  await checkAccessibility(page)
  await page.goto('/finance/payout?tab=batches&drawer=batch:1')
  const batch = page.getByRole('dialog', { name: /Payout batch/ })
  await expect(batch.getByText('Done', { exact: true }).first()).toBeVisible()
  await expect(batch.getByText('Paid', { exact: true }).first()).toBeVisible()
})
