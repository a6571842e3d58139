// What a user owes is taken from withdrawals: examples, and random interleavings of one user's orders, returns, debts and withdrawals against
// a model of a few whole numbers.
import { chargebackInfo, chargebackList, chargebackSettle } from '@greenroom/contract/chargebacks'
import { flowReconcile } from '@greenroom/contract/flow'
import {
  payableList,
  payoutBatchInfo,
  payoutBatchResult,
  payoutBatchSave,
  payoutBatchSend,
} from '@greenroom/contract/payoutBatches'
import { approvalDecide } from '@greenroom/contract/system'
import * as calls from '@greenroom/contract/withdrawals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BridgeConnection, connect, type Sent } from '../../../../test/bridge.ts'
import { giveEffectNow } from '../../../../test/decisions.ts'
import { setParam } from '../../../../test/params.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { balancesOfUsers, verifyLedger } from '../../../ledger/index.ts'
import { aProof } from '../../guilds/payouts/guildPayouts.fixture.ts'
import { appUser } from '../../users/people.fixture.ts'
import { aWithdrawal, earn } from './withdrawals.fixture.ts'

let product: TestProduct
let bridge: BridgeConnection
let admin: Client
let desk: Client
let payer: Client
let checker: Client
let proofFileId: string
beforeAll(async () => {
  product = await startProduct()
  bridge = await connect(product, { endpoint: 'https://app.example/commands' })
  admin = await product.administrator()
  desk = (await person(product, { permissions: { 'finance.withdraw': 3, 'finance.payout': 3 } })).client
  payer = (await person(product, { permissions: { 'finance.withdraw': 3 } })).client
  checker = (await person(product, { permissions: { 'finance.payout': 1, 'system.approval': 3 } })).client
  proofFileId = await aProof(product)
  // Four eyes are tested elsewhere.
  await setParam(product, 'payout_approval_usd', 1_000_000)
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

let user = 0
let moment = 0
let serial = 0
/** An adult, registered long ago. */
async function aWoman(): Promise<number> {
  const id = await appUser(product)
  await sql`
    update users.app_user set birthday = '1990-01-01', certified = true, sex = 'woman', registered_at = now() - interval '400 days'
     where id = ${id}`.execute(product.database)
  // The risk panel is tested elsewhere.
  await sql`insert into system.whitelist (kind, value, created_by, created_at, updated_by, updated_at)
    values ('withdrawal', ${String(id)}, 'test', now(), 'test', now())`.execute(product.database)
  return id
}
beforeEach(async () => {
  user = await aWoman()
})
/** Each event has a moment of its own. */
const at = () => new Date(product.clock.now().getTime() - 3_600_000 + ++moment * 10)
const send = (type: string, data: object, when = at()) => bridge.accepted({ type, at: when, data } as Sent)

async function bought(tokens: number): Promise<string> {
  const orderId = `wdd-${++serial}`
  const price = { tokens, promoTokens: 0, usdCents: tokens }
  await send('recharge.created', { orderId, userId: user, product: 'coins', gateway: 'card', ...price })
  await send('recharge.paid', { orderId, gatewayReference: `g-${orderId}`, feeUsdCents: 0 })
  return orderId
}
const back = (orderId: string, kind: 'refund' | 'chargeback', when = at()) =>
  send('recharge.refunded', { orderId, kind }, when)
const won = (orderId: string, when = at()) =>
  send('recharge.refunded', { orderId, kind: 'chargeback', outcome: 'reversed' }, when)
/** Tokens leave the wallet. */
async function spend(tokens: number): Promise<void> {
  await send('text.charged', { senderId: user, receiverId: await aWoman(), tokens })
}
async function owing(tokens: number): Promise<string> {
  const orderId = await bought(tokens)
  await spend(tokens)
  await back(orderId, 'chargeback')
  return orderId
}
async function asked(usd: number): Promise<string> {
  await earn(product, user, usd * 100)
  return aWithdrawal(product, user, { usd })
}
const of = (withdrawalId: string) => admin.call(calls.withdrawalInfo, { withdrawalId })
const pass = (ids: string[]) => desk.call(calls.withdrawalPass, { ids })
const release = (id: string) => desk.call(calls.withdrawalRelease, { ids: [id], reason: 'account closed' })
/** Its payment failed at the bank. */
const fails = (id: string) =>
  sql`update finance.withdrawal set state = 'failure' where id = ${id}`.execute(product.database)
const none = { paidTokens: 0n, debtTokens: 0n, bonus: 0n, reservedBonus: 0n }
const balances = async () => (await balancesOfUsers(product.database, [BigInt(user)])).get(BigInt(user)) ?? none
const debtNow = async () => Number((await balances()).debtTokens)
const usdOf = async (reference: string) => {
  const { rows } = await sql<{ purpose: string; amount: number }>`
    select a.purpose, sum(e.amount)::float8 as amount from ledger.entry e
      join ledger.transfer t on t.id = e.transfer_id join ledger.account a on a.id = e.account_id
     where t.reference = ${reference} and e.currency = 'USD' group by 1 having sum(e.amount) <> 0`.execute(
    product.database,
  )
  return Object.fromEntries(rows.map(({ purpose, amount }) => [purpose, amount]))
}
const commands = async (id: string) =>
  (
    await sql<{ data: object }>`
      select data from bridge.command where type = 'withdrawal.changed' and data->>'withdrawalId' = ${id} order by id`.execute(
      product.database,
    )
  ).rows.map(({ data }) => data)
/** Checks of money that compare at once, without rounds. */
async function expectReconciled(): Promise<void> {
  const { checks } = await admin.call(flowReconcile, {})
  const money = new Set([
    'orderStates',
    'refundCash',
    'chargebackCash',
    'wonCash',
    'chargebacks',
    'withdrawalCash',
    'withdrawalBonus',
    'withdrawalDebts',
    'withdrawalStates',
    'payouts',
    'batches',
  ])
  const found = checks.filter(({ key }) => money.has(key))
  expect(found.map(({ key }) => key).toSorted()).toEqual([...money].toSorted())
  // Withdrawals that were set to failed by hand are as the desk leaves them.
  expect(
    found.flatMap(({ key, differences }) => differences.map(({ subject, left, right }) => [key, subject, left, right])),
  ).toEqual([])
}

test('what she owes is taken as it passes: the batch, the file and the bank pay the rest', async () => {
  const orderId = await owing(700)
  const id = await asked(20)
  expect(await of(id)).toMatchObject({
    usdCents: 2_000,
    debtUsdCents: 0,
    netUsdCents: 2_000,
    owedTokens: 700,
    owedUsdCents: 700,
  })
  await pass([id])
  expect(await of(id)).toMatchObject({
    state: 'withdrawing',
    debtTokens: 700,
    debtUsdCents: 700,
    netUsdCents: 1_300,
    owedTokens: 0,
  })
  expect(await commands(id)).toMatchObject([
    { state: 'withdrawing', debtTokens: 700, debtUsdCents: 700, netUsdCents: 1_300 },
  ])
  expect(await debtNow()).toBe(0)
  const [claim] = (await admin.call(chargebackList, { orderId })).records
  expect(claim).toMatchObject({ state: 'recovered', repaidTokens: 700, owedTokens: 0 })
  // One amount, one owner: a recharge finds nothing to repay.
  await bought(100)
  expect(await balances()).toMatchObject({ paidTokens: 100n, debtTokens: 0n })
  const { payables } = await admin.call(payableList, { source: 'withdrawal' })
  expect(payables.find((one) => one.id === id)).toMatchObject({ usdCents: 1_300 })
  const { batchId, approvalId } = await desk.call(payoutBatchSave, { lines: [{ source: 'withdrawal', id }] })
  await checker.call(approvalDecide, { ids: [approvalId!], decision: 'approve', reason: '' })
  const file = await desk.call(payoutBatchSend, { batchId: batchId!, format: 'csv' })
  expect(Buffer.from(file.base64, 'base64').toString()).toContain(',13.00,')
  const { payouts } = await desk.call(payoutBatchInfo, { batchId: batchId! })
  const results = [{ payoutId: payouts[0]!.payoutId, outcome: 'paid', reference: 'B-1', reason: '' }] as const
  await desk.call(payoutBatchResult, { batchId: batchId!, results: [...results] })
  expect(await of(id)).toMatchObject({ state: 'success', balance: 0, reserved: 0 })
  expect(await usdOf(`withdrawal ${id}`)).toEqual({
    bonusLiability: -20_000_000,
    chargebackLoss: 7_000_000,
    'cash.bank': 13_000_000,
  })
  await expectReconciled()
})

test('where nothing is left it ends without a payout; several of one user share the debt', async () => {
  await owing(2_500)
  const [one, two, three] = [await asked(10), await asked(20), await asked(10)]
  await pass([one, two, three])
  const taken = await Promise.all([one, two, three].map(of))
  expect(taken.map(({ state, debtUsdCents, netUsdCents }) => [state, debtUsdCents, netUsdCents])).toEqual([
    ['success', 1_000, 0],
    ['withdrawing', 1_500, 500],
    ['withdrawing', 0, 1_000],
  ])
  expect(taken[0]!.can).toMatchObject({ release: 'state', manual: 'state' })
  const { payables } = await admin.call(payableList, { source: 'withdrawal' })
  expect(payables.map((row) => row.id)).not.toContain(one)
  expect(await usdOf(`withdrawal ${one}`)).toEqual({ bonusLiability: -10_000_000, chargebackLoss: 10_000_000 })
  await expectReconciled()
})

test('a failure keeps it, a release gives it back: the debt is owed again, also of a chargeback that was won meanwhile', async () => {
  const orderId = await owing(700)
  const [failedOne, back] = [await asked(10), await asked(10)]
  await pass([failedOne])
  await fails(failedOne)
  expect(await debtNow()).toBe(0)
  await release(failedOne)
  expect(await of(failedOne)).toMatchObject({ debtUsdCents: 0, netUsdCents: 1_000, balance: 2_000, reserved: 1_000 })
  expect(await debtNow()).toBe(700)
  const claim = async () => (await admin.call(chargebackList, { orderId })).records[0]!
  expect(await claim()).toMatchObject({ state: 'debt', repaidTokens: 0, owedTokens: 700 })
  await pass([back])
  await won(orderId)
  // What the withdrawal repaid is the user's again, as tokens; released, the user owes it.
  expect(await balances()).toMatchObject({ paidTokens: 700n, debtTokens: 0n })
  await release(back)
  expect(await balances()).toMatchObject({ paidTokens: 700n, debtTokens: 700n, bonus: 2_000n, reservedBonus: 0n })
  const { story } = await admin.call(chargebackInfo, { chargebackId: (await claim()).chargebackId })
  expect(story.map(({ what, tokens }) => [what, tokens])).toEqual([
    ['arrived', 700],
    ['repaid', 700],
    ['undone', 700],
    ['repaid', 700],
    ['reversed', 0],
    ['undone', 700],
  ])
  expect(await usdOf(`withdrawal ${back}`)).toEqual({})
  await expectReconciled()
  // What a won one owes again is written off by two like any other, and it stays won.
  const { chargebackId } = await claim()
  const writes = (await person(product, { permissions: { 'finance.chargeback': 3 } })).client
  const { approvalId } = await writes.call(chargebackSettle, {
    ids: [chargebackId],
    decision: 'writeOff',
    reason: 'gone',
  })
  expect((await admin.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })).outcomes).toMatchObject([
    { ok: true },
  ])
  expect(await claim()).toMatchObject({ state: 'reversed', owedTokens: 0, can: { writeOff: 'nothingOwed' } })
  expect(await debtNow()).toBe(0)
  await expectReconciled()
})

test('a recharge races the pass for the same debt: one of them repays it', async () => {
  for (let round = 0; round < 8; round++) {
    user = await aWoman()
    await owing(500)
    const id = await asked(10)
    await Promise.all([pass([id]), bought(500)])
    const { debtTokens, netUsdCents } = await of(id)
    const { paidTokens, debtTokens: owed } = await balances()
    expect([
      [0, 1_000, 0n, 0n],
      [500, 500, 500n, 0n],
    ]).toContainEqual([debtTokens, netUsdCents, paidTokens, owed])
  }
  await expectReconciled()
})

test('a chargeback between a decision and its moment is taken first, as if it had come before the decision', async () => {
  const id = await asked(10)
  const { undo } = await desk.call(calls.withdrawalPass, { ids: [id], undoSeconds: 10 })
  await owing(400)
  expect(await of(id)).toMatchObject({ debtTokens: 0, netUsdCents: 1_000 })
  await sql`
    update access.decision set decided_at = decided_at - interval '1 day', effective_at = effective_at - interval '1 day'
     where id = ${undo!.decisionId}`.execute(product.database)
  expect(await giveEffectNow(product)).toEqual([])
  expect(await of(id)).toMatchObject({ state: 'withdrawing', debtTokens: 400, netUsdCents: 600 })
  expect(await debtNow()).toBe(0)
  await expectReconciled()
})

type Act = { act: (typeof acts)[number]; amount: number; which: number }
const acts = [
  'buy',
  'buy',
  'spend',
  'refund',
  'chargeback',
  'chargeback',
  'won',
  'wonEarly',
  'ask',
  'ask',
  'pass',
  'pass',
  'fail',
  'pay',
  'release',
  'again',
] as const
type Order = { id: string; tokens: number; back: 'refund' | 'chargeback' | null }
type Withdrawal = { id: string; bonus: number; state: 'asked' | 'passed' | 'failed' | 'ended'; taken: number }

test('any interleaving agrees with a model of one user’s tokens, bonus, debt and cash', async () => {
  const done = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record<Act>({ act: fc.constantFrom(...acts), amount: fc.integer({ min: 1, max: 4 }), which: fc.nat(9) }),
        {
          minLength: 24,
          maxLength: 24,
        },
      ),
      async (steps) => {
        user = await aWoman()
        const model = { paid: 0, debt: 0, bonus: 0, held: 0, gateway: 0, bank: 0 }
        const orders: Order[] = []
        const withdrawals: Withdrawal[] = []
        let lastEvent: (() => Promise<unknown>) | null = null
        const giveBack = (order: Order, kind: 'refund' | 'chargeback') => {
          if (order.back !== null) return
          const taken = Math.min(order.tokens, model.paid)
          model.paid -= taken
          model.debt += order.tokens - taken
          model.gateway -= order.tokens
          order.back = kind
        }
        const win = (order: Order) => {
          if (order.back !== 'chargeback') return
          const settled = Math.min(order.tokens, model.debt)
          model.debt -= settled
          model.paid += order.tokens - settled
          model.gateway += order.tokens
          order.back = null
        }
        for (const { act, amount, which } of steps) {
          const order = orders[which % Math.max(1, orders.length)]
          const inState = (...states: Withdrawal['state'][]) => {
            const of = withdrawals.filter(({ state }) => states.includes(state))
            return of[which % Math.max(1, of.length)]
          }
          done.set(act, (done.get(act) ?? 0) + 1)
          if (act === 'buy') {
            const tokens = amount * 300
            orders.push({ id: await bought(tokens), tokens, back: null })
            const repaid = Math.min(tokens, model.debt)
            model.debt -= repaid
            model.paid += tokens - repaid
            model.gateway += tokens
          } else if (act === 'spend') {
            const tokens = Math.min(model.paid, amount * 250)
            if (tokens > 0) await spend(tokens)
            model.paid -= tokens
          } else if ((act === 'refund' || act === 'chargeback') && order) {
            const when = at()
            lastEvent = () => back(order.id, act, when)
            await lastEvent()
            giveBack(order, act)
          } else if (act === 'won' && order) {
            const when = at()
            lastEvent = () => won(order.id, when)
            await lastEvent()
            win(order)
          } else if (act === 'wonEarly' && order?.back === null) {
            // The reversal arrives before its chargeback.
            const [first, then] = [at(), at()]
            await won(order.id, then)
            await back(order.id, 'chargeback', first)
            giveBack(order, 'chargeback')
            win(order)
          } else if (act === 'again') await lastEvent?.()
          else if (act === 'ask') {
            withdrawals.push({ id: await asked(amount * 10), bonus: amount * 1_000, state: 'asked', taken: 0 })
            model.bonus += amount * 1_000
            model.held += amount * 1_000
          } else {
            const one =
              act === 'pass'
                ? inState('asked')
                : act === 'fail'
                  ? inState('passed')
                  : act === 'pay'
                    ? inState('failed')
                    : inState('passed', 'failed')
            if (!one) continue
            if (act === 'pass') {
              await pass([one.id])
              one.taken = Math.min(model.debt, one.bonus)
              model.debt -= one.taken
              one.state = one.taken === one.bonus ? 'ended' : 'passed'
              if (one.state === 'ended') {
                model.bonus -= one.bonus
                model.held -= one.bonus
              }
            } else if (act === 'fail') {
              await fails(one.id)
              one.state = 'failed'
            } else if (act === 'pay') {
              await payer.call(calls.withdrawalManual, { withdrawalId: one.id, reference: `R-${one.id}`, proofFileId })
              model.bonus -= one.bonus
              model.held -= one.bonus
              model.bank -= one.bonus - one.taken
              one.state = 'ended'
            } else if (act === 'release') {
              await release(one.id)
              model.debt += one.taken
              model.held -= one.bonus
              one.state = 'ended'
            }
          }
          const { paidTokens, debtTokens, bonus, reservedBonus } = await balances()
          expect([act, Number(paidTokens), Number(debtTokens), Number(bonus), Number(reservedBonus)]).toEqual([
            act,
            model.paid,
            model.debt,
            model.bonus,
            model.held,
          ])
        }
        const references = [
          ...orders.map(({ id }) => `order ${id}`),
          ...withdrawals.map(({ id }) => `withdrawal ${id}`),
        ]
        const { rows } = await sql<{ gateway: number; bank: number; owed: number }>`
          select coalesce(-sum(e.amount) filter (where a.purpose = 'cash.gateway') / 10000, 0)::float8 as gateway,
                 coalesce(-sum(e.amount) filter (where a.purpose = 'cash.bank') / 10000, 0)::float8 as bank,
                 (select coalesce(sum(owed_tokens), 0)::float8 from finance.chargeback where user_id = ${user}) as owed
            from ledger.transfer t join ledger.entry e on e.transfer_id = t.id join ledger.account a on a.id = e.account_id
           where t.reference = any(${references}::text[]) and e.currency = 'USD'`.execute(product.database)
        expect(rows[0]).toEqual({ gateway: model.gateway, bank: model.bank, owed: model.debt })
      },
    ),
    { numRuns: 8, seed: 30 },
  )
  expect(acts.filter((act) => !done.has(act))).toEqual([])
  await expectReconciled()
}, 30_000)
