// Money is conserved over random orders, refunds, chargebacks, gifts, withdrawals, payout batches, purchases, sales, returns and salary
// deductions, through the real calls and on a real database: all balances equal those of a small model, and the books agree.
import * as portal from '@greenroom/contract/agentPortal'
import * as trades from '@greenroom/contract/agentTrades'
import { flowReconcile } from '@greenroom/contract/flow'
import * as batches from '@greenroom/contract/payoutBatches'
import { approvalDecide } from '@greenroom/contract/system'
import * as calls from '@greenroom/contract/withdrawals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { banEffects } from '../src/app/effects.ts'
import {
  agentBalances,
  balanceAt,
  balancesOfUsers,
  foldPlatform,
  guildBalances,
  ofPlatform,
  verifyLedger,
  verifyNew,
} from '../src/ledger/index.ts'
import { flowRounds } from '../src/rooms/flow/index.ts'
import { ensureWeeks } from '../src/rooms/guilds/weeks/service.ts'
import { aPurchaseProof, aUser, leadingAgent, type TestAgent } from '../src/rooms/topup-agents/agents.fixture.ts'
import { usersRounds } from '../src/rooms/users/index.ts'
import { type BridgeConnection, connect, type Sent } from './bridge.ts'
import * as money from './moneyModel.ts'
import { person } from './people.ts'
import { type Client, startProduct, type TestProduct } from './product.ts'
import { settled } from './settled.ts'

const payableCents = 60_000n
const people = 3

let product: TestProduct
let admin: Client
let passer: Client
let maker: Client
let checker: Client
/** Only approves batches, since an account that passed one of a batch's lines may not approve it. */
let approver: Client
let app: BridgeConnection
let agent: TestAgent
let guildId: number
let users: number[]
const model = money.aModel(people, payableCents)
const seen = new Map<string, number>()
/** How often each thing happened: a run without payments would prove nothing. */
const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)

beforeAll(async () => {
  product = await startProduct()
  app = await connect(product)
  admin = await product.administrator()
  await ensureWeeks(product.database, product.clock.now(), 'UTC')
  const made = async (permissions: object) => (await person(product, { permissions })).client
  passer = await made({ 'finance.withdraw': 3, 'finance.agents': 3, 'finance.agentTrades': 3 })
  maker = await made({ 'finance.payout': 3 })
  checker = await made({ 'finance.payout': 1, 'finance.withdraw': 1, 'finance.agentTrades': 1, 'system.approval': 3 })
  approver = await made({ 'finance.payout': 1, 'system.approval': 3 })
  ;({ agent, guildId } = await leadingAgent(product, Number(payableCents)))
  users = await Promise.all(Array.from({ length: people }, () => aUser(product)))
  await sql`update users.app_user set sex = 'woman' where id = any(${users}::bigint[])`.execute(product.database)
})
afterAll(() => product.close())

let serial = 0
const approve = async (approvalId: string, by = checker) =>
  expect(code(await by.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' }))).toBeNull()
/** One of these, or undefined if there are none. */
const some = <T>(all: readonly T[], which: number): T | undefined => all[which % Math.max(1, all.length)]
const code = ({ outcomes }: { outcomes: { errorCode?: number | undefined }[] }) => outcomes[0]?.errorCode ?? null
const send = async (event: Sent) => {
  const [answer] = await app.send([event])
  return answer!.status === 'rejected' ? answer!.errorCode : null
}

const steps = {
  async order({ user, tokens }: Step) {
    const order: money.Order = {
      id: `o-${++serial}`,
      user,
      tokens: BigInt(tokens),
      cents: BigInt(tokens),
      state: 'paid',
    }
    const { id: orderId } = order
    await app.send([
      {
        type: 'recharge.created',
        data: {
          orderId,
          userId: users[user]!,
          product: 'coins',
          tokens,
          promoTokens: 0,
          usdCents: tokens,
          gateway: 'card',
        },
      },
      { type: 'recharge.paid', data: { orderId, gatewayReference: `g-${orderId}`, feeUsdCents: 15 } },
    ] as Sent[])
    money.pay(model, order, 15n)
  },
  async giveBack({ which, kind }: Step) {
    const order = some(model.orders, which)
    if (!order) return
    await app.accepted({ type: 'recharge.refunded', data: { orderId: order.id, kind } })
    if (order.state !== 'paid') count('over the cap')
    if (order.state === 'paid' && order.won) count('returned again')
    money.giveBack(model, order, kind)
    count(kind)
  },
  async win({ which }: Step) {
    const order = some(
      model.orders.filter(({ state }) => state === 'chargeback'),
      which,
    )
    if (!order) return
    await app.accepted({
      type: 'recharge.refunded',
      data: { orderId: order.id, kind: 'chargeback', outcome: 'reversed' },
    })
    money.win(model, order)
    order.won = true
    count('won')
  },
  async gift({ user, other, tokens }: Step) {
    const to = (user + 1 + (other % (people - 1))) % people
    const data = { giftId: 1, senderId: users[user]!, receiverId: users[to]!, count: 1, tokens }
    const refused = money.give(model, user, to, BigInt(tokens))
    expect(await send({ type: 'gift.sent', data } as Sent)).toBe(refused)
    count(refused ? 'gift refused' : 'gift')
  },
  async withdraw({ user, which }: Step) {
    const bonus = 1_000 * (1 + (which % 4))
    const withdrawal: money.Withdrawal = { id: `w-${++serial}`, user, bonus: BigInt(bonus), state: 'in review' }
    const account = {
      kind: 'e-wallet' as const,
      provider: 'Pay',
      holder: 'Ana Lima',
      account: `pay-${user}@mail.example`,
    }
    const refused = money.askFor(model, withdrawal)
    const data = { withdrawalId: withdrawal.id, userId: users[user]!, bonus, account }
    expect(await send({ type: 'withdrawal.requested', data })).toBe(refused)
    // The account is not new.
    await sql`update finance.payee_account set first_used_at = first_used_at - interval '9 days'`.execute(
      product.database,
    )
  },
  async decide({ which, yes }: Step) {
    const withdrawal = some(
      model.withdrawals.filter(({ state }) => state === 'in review'),
      which,
    )
    if (!withdrawal) return
    if (!yes) {
      expect(code(await passer.call(calls.withdrawalRefuse, { ids: [withdrawal.id], reason: 'no' }))).toBeNull()
      money.end(model, withdrawal, false)
      return count('refused')
    }
    const passed = await passer.call(calls.withdrawalPass, { ids: [withdrawal.id] })
    expect(code(passed)).toBeNull()
    if (passed.approvalId) await approve(passed.approvalId)
    withdrawal.state = 'passed'
  },
  async batch({ which }: Step) {
    const ready = model.withdrawals.filter(({ state }) => state === 'passed')
    if (ready.length === 0) return
    const lines = ready.map(({ id }) => ({ source: 'withdrawal' as const, id }))
    const { batchId, approvalId } = await maker.call(batches.payoutBatchSave, { lines })
    await approve(approvalId!, approver)
    await maker.call(batches.payoutBatchSend, { batchId: batchId!, format: 'csv' })
    const { payouts } = await admin.call(batches.payoutBatchInfo, { batchId: batchId! })
    const results = payouts.map(({ payoutId }, index) =>
      (which >> index) % 4 === 0
        ? { payoutId, outcome: 'failed' as const, reference: '', reason: 'closed' }
        : { payoutId, outcome: 'paid' as const, reference: `B-${payoutId}`, reason: '' },
    )
    // Sent twice concurrently: only one counts.
    const both = await Promise.all(
      [1, 2].map(() => maker.call(batches.payoutBatchResult, { batchId: batchId!, results })),
    )
    expect(both.flatMap(({ outcomes }) => outcomes).filter(({ ok }) => ok)).toHaveLength(results.length)
    for (const [index, { id }] of payouts.entries()) {
      const withdrawal = model.withdrawals.find((one) => one.id === id)!
      if (results[index]!.outcome === 'paid') money.end(model, withdrawal, true)
      else withdrawal.state = 'failed'
      count(results[index]!.outcome)
    }
  },
  async release({ which }: Step) {
    const withdrawal = some(
      model.withdrawals.filter(({ state }) => state === 'failed'),
      which,
    )
    if (!withdrawal) return
    expect(code(await passer.call(calls.withdrawalRelease, { ids: [withdrawal.id], reason: 'closed' }))).toBeNull()
    money.end(model, withdrawal, false)
    count('released')
  },
  async buy({ tokens }: Step) {
    const usdCents = 1_000 + tokens * 4
    const reference = `FT ${++serial}`
    const proofFileId = await aPurchaseProof(product)
    const { purchaseId } = await agent.account.client.call(portal.agentPurchaseSave, {
      usdCents,
      reference,
      proofFileId,
    })
    const { approvalId } = await passer.call(trades.agentPurchaseDecide, { ids: [purchaseId], decision: 'credit' })
    if (approvalId) await approve(approvalId)
    bought(purchaseId, 'bank', usdCents)
    count('bank')
  },
  async deduct({ tokens }: Step) {
    const usdCents = 100 + tokens * 2
    const sent = { usdCents, key: crypto.randomUUID() }
    const client = agent.account.client
    if (BigInt(usdCents) < 1_000n) return
    if (BigInt(usdCents) > model.payableCents) {
      // 1000002 if the week has no open amount.
      expect([11005, 1000002]).toContain((await client.refused(portal.agentSalaryDeduct, sent)).code)
      return count('salary refused')
    }
    const { purchaseId } = await client.call(portal.agentSalaryDeduct, sent)
    bought(purchaseId, 'salary', usdCents)
    count('salary')
  },
  async reverse({ which }: Step) {
    const purchase = some(
      model.purchases.filter(({ state }) => state === 'credited'),
      which,
    )
    if (!purchase) return
    const sent = { purchaseId: purchase.id, reason: 'bounced' }
    const refused = money.reverse(model, purchase)
    if (refused) {
      expect(await passer.refused(trades.agentPurchaseReverse, sent)).toMatchObject({ code: refused })
      return count('reversal refused')
    }
    const { approvalId } = await passer.call(trades.agentPurchaseReverse, sent)
    if (approvalId) await approve(approvalId)
    count('reversed')
  },
  async sell({ user, tokens }: Step) {
    const sent = { userId: users[user]!, tokens: 2_000 + tokens, key: crypto.randomUUID() }
    const before = await stockNow()
    const refused = money.sell(model, user, BigInt(sent.tokens))
    if (refused) {
      expect(await agent.account.client.refused(portal.agentSell, sent)).toMatchObject({ code: refused })
      return count('sale refused')
    }
    // A second submission sells nothing more.
    const [{ saleId }] = [
      await agent.account.client.call(portal.agentSell, sent),
      await agent.account.client.call(portal.agentSell, sent),
    ]
    model.sales.push({ id: saleId, user, tokens: BigInt(sent.tokens), back: false })
    // The tokens leave with the average price of the stock; the last ones with all of it.
    const { costMicros = 0n } = before ?? {}
    const goes = before!.stock === BigInt(sent.tokens) ? costMicros : (costMicros * BigInt(sent.tokens)) / before!.stock
    expect((await stockNow())?.costMicros ?? 0n).toBe(costMicros - goes)
    count('sale')
  },
  async askBack({ which }: Step) {
    const sale = some(
      model.sales.filter(({ back }) => !back),
      which,
    )
    if (!sale) return
    await agent.account.client.call(portal.agentAskBack, { saleId: sale.id, reason: 'the wrong person' })
    const refused = money.takeBack(model, sale)
    const decide = (agree: boolean) =>
      passer.call(trades.agentBackDecide, { ids: [sale.id], agree, reason: 'so it is' })
    expect(code(await decide(true))).toBe(refused)
    if (refused) await decide(false)
    sale.back = true
    count(refused ? 'back refused' : 'back')
  },
}

function bought(id: string, kind: 'bank' | 'salary', usdCents: number): void {
  const { tokens, extra } = money.tokensForCents(model.monthMicros, BigInt(usdCents))
  expect(extra * 100n).toBeLessThanOrEqual((tokens - extra) * 30n)
  money.buy(model, { id, kind, micros: BigInt(usdCents) * 10_000n, tokens, state: 'credited' })
}
const stockNow = async () => (await agentBalances(product.database, [agent.agentId])).get(agent.agentId)

type Step = {
  do: keyof typeof steps
  user: number
  other: number
  tokens: number
  which: number
  kind: 'refund' | 'chargeback'
  yes: boolean
}
const frequent = ['order', 'gift', 'gift', 'withdraw', 'decide', 'sell', 'buy'] as const
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[]), ...frequent),
  user: fc.nat(people - 1),
  other: fc.nat(people - 1),
  tokens: fc.integer({ min: 100, max: 9_000 }),
  which: fc.nat(1_000),
  kind: fc.constantFrom('refund', 'chargeback'),
  yes: fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
})

/** The balances of the ledger and of the model. */
async function compare(): Promise<void> {
  const { database, clock } = product
  const balances = await balancesOfUsers(database, users.map(BigInt))
  const held = users.map((id) => {
    const { paidTokens = 0n, debtTokens = 0n, bonus = 0n, reservedBonus = 0n } = balances.get(BigInt(id)) ?? {}
    return { paid: paidTokens, debt: debtTokens, bonus, held: reservedBonus }
  })
  const cash = async (purpose: 'cash.gateway' | 'cash.bank' | 'deferredTokens') =>
    (await balanceAt(database, ofPlatform(purpose, 'USD'), clock.now()))?.posted ?? 0n
  const stock = await stockNow()
  expect({
    users: held,
    stock: stock?.stock ?? 0n,
    stockDebt: stock?.debt ?? 0n,
    payable: (await guildBalances(database, [guildId])).get(guildId)?.payable ?? 0n,
    gateway: -(await cash('cash.gateway')),
    bank: -(await cash('cash.bank')),
  }).toEqual({
    users: model.users,
    stock: model.stock,
    stockDebt: model.stockDebt,
    payable: model.payableCents * 10_000n,
    gateway: model.gatewayMicros,
    bank: model.bankMicros,
  })
  // The price of tokens is deferred exactly as long as somebody holds them.
  const { rows } = await sql<{ cost: bigint }>`
    select coalesce(sum(cost_micros), 0)::bigint as cost from ledger.account`.execute(database)
  expect(await cash('deferredTokens')).toBe(rows[0]!.cost)
}

/** All reconciliation checks with differences, once all rounds have caught up. */
async function differing(): Promise<unknown[]> {
  const { database, clock, params } = product
  await settled(database)
  for (const round of [
    ...flowRounds({ database, clock, params }),
    ...usersRounds({ database, clock, params, effects: banEffects(params) }),
  ])
    await round.run(() => true)
  while ((await foldPlatform(database)) > 0);
  while (await verifyNew(database, clock.now()));
  const { checks } = await admin.call(flowReconcile, {})
  return checks.flatMap(({ key, differences }) => differences.map((one) => ({ key, ...one })))
}

const isExploring = process.env['EXPLORE_SEED'] !== undefined

test('all balances equal those of the model, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 60 }), async (all) => {
      for (const one of all) await steps[one.do](one)
      await compare()
    }),
    // All runs share one state, so nothing can be shrunk.
    { ...(!isExploring && { seed: 14 }), numRuns: 4, endOnFailure: true },
  )
  expect(await verifyLedger(product.database)).toEqual([])
  expect(await differing()).toEqual([])
  // With this seed all of them occur; other draws may miss a rare one.
  if (isExploring) return
  const rare = ['over the cap', 'won', 'failed', 'released', 'salary', 'refused', 'back']
  for (const what of ['refund', 'chargeback', 'gift', 'gift refused', 'paid', 'bank', 'reversed', 'sale', ...rare])
    expect(seen.get(what) ?? 0, what).toBeGreaterThan(0)
})
