// Users who pay by USDT: a deposit at their address becomes an order of the gateway `usdt`, paid and credited at once, at
// `tokens_per_usd`. Debts are repaid first, as with any gateway. A deposit that its chain lost, and a wrong match, refund the whole order: no
// payer can claim it back, so it is never a chargeback.

import { sql } from 'kysely'
import { type Command, send, walletChanged } from '../../../bridge/index.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import {
  type AccountKey,
  balancesOfUsers,
  type Item,
  type Leg,
  type Outcome,
  ofPlatform,
  paid,
  post,
  walletsAfter,
} from '../../../ledger/index.ts'
import type { Params } from '../../../params/index.ts'
import type { DepositPayer, FinalDeposit, Unpaid, Within } from '../../chain/index.ts'
import { peopleOf } from '../../users/index.ts'
import * as claims from '../chargebacks/chargebacks.posted.ts'
import { payeesOf } from '../finance.queries.ts'
import * as legs from './recharges.legs.ts'
import { lockOrders, markFirst, returnId, saveOrders } from './recharges.queries.ts'
import { depositActor, depositOrderId, type Order, type Return, standingReturn } from './recharges.rules.ts'

const usdtGateway = 'usdt'
const orderOf = ({ id }: Pick<FinalDeposit, 'id'>) => depositOrderId(id)
const fxUsd = ofPlatform('fx', 'USD')
const fxUsdt = ofPlatform('fx', 'USDT')
const gateway = ofPlatform('cash.gateway', 'USD')
const cashOf = ({ chain }: FinalDeposit) => ofPlatform(`cash.usdt.${chain}`, 'USDT')

/** The legs of an order whose cash is USDT: through `fx` instead of the gateway's account. */
const inUsdt = (of: readonly Leg[], deposit: FinalDeposit, sign: 1n | -1n): Leg[] => [
  ...of.map((leg) => (leg.account.name === gateway.name ? { ...leg, account: fxUsd } : leg)),
  { account: cashOf(deposit), amount: -sign * deposit.usdtMicros },
  { account: fxUsdt, amount: sign * deposit.usdtMicros },
]

const accountsOf = (named: readonly AccountKey[], deposit: FinalDeposit) => [
  ...named.filter(({ name }) => name !== gateway.name),
  fxUsd,
  fxUsdt,
  cashOf(deposit),
]

type Made = { order: Order; deposit: FinalDeposit }

const itemOf = ({ order, deposit }: Made, kind: 'recharge' | 'refund', at: Date) => ({
  id: derivedId(at, 'order', order.id, kind),
  kind,
  phase: 'single' as const,
  reference: `order ${order.id}`,
  occurredAt: at,
  request: { to: order.user_id, tokens: order.tokens, usdtMicros: deposit.usdtMicros },
})

const rechargeItem = (made: Made, owes: boolean): Item => ({
  ...itemOf(made, 'recharge', made.deposit.at),
  accounts: accountsOf(legs.rechargeAccounts(made.order.user_id!, owes), made.deposit),
  decide: (balances) => inUsdt(legs.rechargeLegs(made.order, owes ? balances : undefined), made.deposit, 1n),
})

/** `complete`: only while the user has all its tokens (60001); otherwise the rest is owed. */
const refundItem = (made: Made, at: Date, { complete }: { complete: boolean }): Item => ({
  ...itemOf(made, 'refund', at),
  accounts: accountsOf(legs.refundAccounts(made.order.user_id!), made.deposit),
  decide: (balances) =>
    complete && balances.available(paid(made.order.user_id!)) < made.order.tokens
      ? 60001
      : inUsdt(legs.refundLegs(balances, made.order), made.deposit, -1n),
})

const onAccount = (outcome: Outcome, purpose: string): bigint =>
  outcome.status === 'accepted'
    ? outcome.legs.reduce((sum, leg) => (leg.account.purpose === purpose ? sum + leg.amount : sum), 0n)
    : 0n

/** The order with its refund, and that refund. */
function refunded(order: Order, at: Date, outcome: Outcome): { order: Order; refund: Return } {
  const refund: Return = {
    id: returnId(order.id, 'refund', at),
    kind: 'refund',
    at,
    counts: true,
    transfer_id: outcome.id,
    debt_tokens: -onAccount(outcome, 'debt'),
    reversed_at: null,
    reverse_id: null,
  }
  return { order: { ...order, returns: [...order.returns, refund] }, refund }
}

/** The order of a deposit: whole cents, and whole tokens for them. */
export function orderOfDeposit(order: Order, deposit: FinalDeposit, tokensPerUsd: number, centsPerUsdt: number): Order {
  const usdCents = (deposit.usdtMicros * BigInt(centsPerUsdt)) / 1_000_000n
  return {
    ...order,
    user_id: BigInt(deposit.payerId),
    product: 'USDT',
    tokens: (usdCents * BigInt(tokensPerUsd)) / 100n,
    usd_cents: usdCents,
    gateway: usdtGateway,
    gateway_reference: deposit.transaction,
    state: 'success',
    created_at: deposit.at,
    paid_at: deposit.at,
  }
}

const commandsOf = (orders: readonly Order[], state: string, outcomes: readonly Outcome[]): Command[] => [
  ...orders.map(
    (order): Command => ({
      type: 'recharge.changed',
      subject: `order:${order.id}`,
      data: { orderId: order.id, userId: Number(order.user_id), state },
    }),
  ),
  ...walletsAfter(outcomes).map(walletChanged),
]

/** Creates and credits the orders of these deposits. @returns the transfers, by deposit. */
async function credited(tx: Transaction, now: Date, params: Params, deposits: readonly FinalDeposit[]) {
  const read = new Map((await lockOrders(tx, deposits.map(orderOf))).map((order) => [order.id, order]))
  const rates = [params.integer('tokens_per_usd'), params.integer('usdt_usd_cents')] as const
  const made = deposits.map((deposit) => ({
    deposit,
    order: orderOfDeposit(read.get(orderOf(deposit))!, deposit, ...rates),
  }))
  const owing = await claims.debtors(
    tx,
    made.map(({ order }) => order.user_id!),
  )
  const outcomes = await post(
    tx,
    depositActor,
    now,
    made.map((one) => rechargeItem(one, owing.has(one.order.user_id!))),
  )
  const saved = made.map(({ order }, index): Order => ({ ...order, recharge_id: outcomes[index]!.id }))
  await saveOrders(tx, saved)
  await markFirst(tx, [...new Set(saved.map(({ user_id }) => user_id!))])
  await claims.repay(
    tx,
    saved.flatMap((order, index) => {
      const { id } = outcomes[index]!
      const tokens = onAccount(outcomes[index]!, 'debt')
      return tokens > 0n
        ? [{ userId: order.user_id!, tokens, orderId: order.id, transferId: id, at: order.paid_at! }]
        : []
    }),
  )
  await send(tx, now, commandsOf(saved, 'success', outcomes))
  return new Map(deposits.map(({ id }, index) => [id, outcomes[index]!.id]))
}

/** The credited order of this deposit that was not given back, locked. */
async function creditedOrder(tx: Transaction, deposit: FinalDeposit): Promise<Order | undefined> {
  const [order] = await lockOrders(tx, [orderOf(deposit)])
  return order && order.recharge_id !== null && !standingReturn(order) ? order : undefined
}

type CreditResult = { ok: true; transferId: string } | { ok: false; reason: 'usdt.frozenPayer' | 'usdt.unknownPayer' }

/** Orders of these amounts that nobody paid, at the value of 1 USDT in cents. */
async function unpaidOrders(reader: Reader, usdtCents: number, within: Within): Promise<Unpaid[]> {
  const cents = (micros: bigint) => (micros * BigInt(usdtCents)) / 1_000_000n
  const { rows } = await sql<{ payerId: number; orderId: string; cents: bigint; at: Date }>`
    select user_id::int as "payerId", id as "orderId", usd_cents as cents, created_at as at from finance.recharge_order
     where state = 'not paid' and user_id is not null
       and usd_cents between ${cents(within.leastMicros)} and ${cents(within.mostMicros)}
       and created_at between ${within.from} and ${within.to}
     order by created_at desc limit 200`.execute(reader)
  return rows.map(({ cents: usdCents, ...row }) => ({
    ...row,
    usdtMicros: (usdCents * 1_000_000n) / BigInt(usdtCents),
  }))
}

export const userDeposits = ({ params }: { params: Params }): DepositPayer => ({
  kind: 'user',
  namesOf: async (reader, userIds) => {
    const found = await peopleOf(reader, userIds.map(BigInt))
    return new Map([...found].map(([id, { nickname }]) => [Number(id), nickname]))
  },
  unpaid: (reader, within) => unpaidOrders(reader, params.integer('usdt_usd_cents'), within),
  mayHaveAddress: async (tx, userId) => {
    const payee = (await payeesOf(tx, new Date(0), [BigInt(userId)])).get(BigInt(userId))
    if (!payee) return 'usdt.unknownPayer'
    return payee.market_audit ? 'usdt.notThisPayer' : null
  },
  credit: async (tx, now, deposits) => {
    const ids = deposits.map(({ payerId }) => BigInt(payerId))
    const users = await payeesOf(tx, now, ids)
    const able = deposits.filter(({ payerId }) => users.get(BigInt(payerId))?.banned === null)
    const transfers = await credited(tx, now, params, able)
    return new Map(
      deposits.map(({ id, payerId }): [string, CreditResult] => {
        const transferId = transfers.get(id)
        if (transferId !== undefined) return [id, { ok: true, transferId }]
        return [id, { ok: false, reason: users.has(BigInt(payerId)) ? 'usdt.frozenPayer' : 'usdt.unknownPayer' }]
      }),
    )
  },
  vanished: async (tx, now, deposits) => {
    const read = new Map((await lockOrders(tx, deposits.map(orderOf))).map((order) => [order.id, order]))
    const found = deposits.flatMap((deposit): Made[] => {
      const order = read.get(orderOf(deposit))!
      return order.recharge_id === null || standingReturn(order) ? [] : [{ deposit, order }]
    })
    const outcomes = await post(
      tx,
      depositActor,
      now,
      found.map((one) => refundItem(one, now, { complete: false })),
    )
    const made = found.map(({ order }, index) => ({
      ...refunded(order, now, outcomes[index]!),
      outcome: outcomes[index]!,
    }))
    const saved = made.map(({ order }) => order)
    await saveOrders(tx, saved)
    // Debts, as of any order that is refunded after its tokens were spent.
    await claims.addArrived(
      tx,
      made
        .filter(({ refund }) => refund.debt_tokens > 0n)
        .map(({ order, refund, outcome }) => ({
          id: refund.id,
          orderId: order.id,
          kind: 'refund' as const,
          userId: order.user_id!,
          payerReference: order.payer_reference,
          usdCents: order.usd_cents,
          takenTokens: -onAccount(outcome, 'paid'),
          debtTokens: refund.debt_tokens,
          transferId: outcome.id,
          at: now,
        })),
    )
    await send(tx, now, commandsOf(saved, 'refunded', outcomes))
  },
  undo: {
    isUnspent: async (tx, deposit) => {
      const order = await creditedOrder(tx, deposit)
      if (!order) return false
      const userId = order.user_id!
      const balance = (await balancesOfUsers(tx, [userId])).get(userId)
      return (balance?.paidTokens ?? 0n) >= order.tokens
    },
    reverse: async (tx, { now, by }, deposit) => {
      const order = await creditedOrder(tx, deposit)
      if (!order) throw new Error(`order ${orderOf(deposit)} of a matched deposit is not credited`)
      const outcomes = await post(tx, by, now, [refundItem({ order, deposit }, now, { complete: true })])
      const [outcome] = outcomes
      if (outcome?.status === 'refused') throw refuseBecause(outcome.code, 'id', 'usdt.spent')
      const { order: undone } = refunded(order, now, outcome!)
      await saveOrders(tx, [undone])
      await send(tx, now, commandsOf([undone], 'refunded', outcomes))
    },
  },
})
