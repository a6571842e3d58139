// The app's recharge events. An order, its payment and its refund may arrive in any order: money is posted once its predecessors are known.
import { stoppedOf, takeBackAlone } from '../../../access/index.ts'
import { type AnyHandler, type Arrived, defineHandler, type Verdict } from '../../../bridge/index.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { type Item, type Outcome, walletsAfter } from '../../../ledger/index.ts'
import * as claims from '../chargebacks/chargebacks.posted.ts'
import { knownUsers } from '../finance.queries.ts'
import { endRefunds } from '../orders/orders.queries.ts'
import * as legs from './recharges.legs.ts'
import { lockOrders, markFirst, returnId, saveOrders } from './recharges.queries.ts'
import * as rules from './recharges.rules.ts'

const types = ['recharge.created', 'recharge.paid', 'recharge.failed', 'recharge.refunded'] as const
type RechargeEvent = Arrived<(typeof types)[number]>

/** Orders as read, and after the events. */
type Memory = { read: Map<string, rules.Order>; orders: Map<string, rules.Order>; posted: Set<bigint> }
type State = { memory: Memory; happening: rules.Happening; due: Due[] }
/** `id`: the transfer's. */
type Due = { due: rules.Due; id: string }
/** What planning needs in addition to the order: who owes, and what was written off of each return. */
type Debts = { owing: ReadonlySet<bigint>; writtenOff: ReadonlyMap<string, bigint> }

function happeningOf({ type, at, data }: RechargeEvent, channels: ReadonlyMap<bigint, string>): rules.Happening {
  switch (type) {
    case 'recharge.created':
      return {
        what: 'created',
        at,
        userId: BigInt(data.userId),
        product: data.product,
        tokens: BigInt(data.tokens),
        promoTokens: BigInt(data.promoTokens),
        usdCents: BigInt(data.usdCents),
        gateway: data.gateway,
        channel: channels.get(BigInt(data.userId)) ?? '',
        // Both or neither.
        currency: data.amountMinor === undefined ? null : (data.currency ?? null),
        amountMinor: data.currency === undefined || data.amountMinor === undefined ? null : BigInt(data.amountMinor),
      }
    case 'recharge.paid':
      return {
        what: 'paid',
        at,
        gatewayReference: data.gatewayReference,
        feeUsdCents: BigInt(data.feeUsdCents),
        payerReference: data.payerReference ?? '',
      }
    case 'recharge.failed':
      return { what: 'failed', at, reason: data.reason }
    case 'recharge.refunded':
      if (data.outcome === 'failed') return { what: 'refundFailed', at }
      return data.outcome === 'reversed'
        ? { what: 'chargebackReversed', at }
        : { what: 'refunded', at, kind: data.kind, id: returnId(data.orderId, data.kind, at) }
  }
}

function itemOf(order: rules.Order, { due, id }: Due, at: Date, { owing, writtenOff }: Debts): Item {
  const userId = order.user_id!
  const base = {
    id,
    phase: 'single',
    reference: `order ${order.id}`,
    occurredAt: at,
    request: { to: order.user_id, tokens: order.tokens, promo: order.promo_tokens, usdCents: order.usd_cents },
  } as const
  if (due.what === 'recharge') {
    const owes = owing.has(userId)
    const accounts = legs.rechargeAccounts(userId, owes)
    return {
      ...base,
      kind: 'recharge',
      accounts,
      decide: (balances) => legs.rechargeLegs(order, owes ? balances : undefined),
    }
  }
  const accounts = legs.refundAccounts(userId)
  return due.what === 'refund'
    ? {
        ...base,
        kind: order.returns.find(({ id: of }) => of === due.of)!.kind,
        accounts,
        decide: (balances) => legs.refundLegs(balances, order),
      }
    : {
        ...base,
        kind: 'chargeback.reverse',
        accounts,
        decide: (balances) => legs.reverseLegs(balances, order, writtenOff.get(due.of) ?? 0n),
      }
}

const onAccount = (outcome: Outcome | undefined, purpose: string): bigint =>
  outcome?.status === 'accepted'
    ? outcome.legs.reduce((sum, leg) => (leg.account.purpose === purpose ? sum + leg.amount : sum), 0n)
    : 0n

/** The order with its posted transfers. */
function settle(order: rules.Order, due: readonly Due[], outcomes: readonly Outcome[]): rules.Order {
  let after = order
  for (const [index, one] of due.entries()) {
    const outcome = outcomes[index]
    if (outcome?.status === 'accepted') after = rules.posted(after, one.due, one.id, -onAccount(outcome, 'debt'))
  }
  return after
}

/** Gateways support partial refunds; the product does not, because tokens are indistinguishable. */
const isPartial = (event: RechargeEvent, order: rules.Order): boolean =>
  event.type === 'recharge.refunded' &&
  event.data.usdCents !== undefined &&
  order.created_at !== null &&
  BigInt(event.data.usdCents) !== order.usd_cents

/** The refund requested by staff that this event answers. */
const endedBy = (event: RechargeEvent) =>
  event.type === 'recharge.refunded' && event.data.kind === 'refund' && event.data.outcome !== 'reversed'
    ? [
        {
          orderId: event.data.orderId,
          refundId: event.data.refundId ?? null,
          failed: event.data.outcome === 'failed',
          reason: event.data.reason ?? '',
          at: event.at,
        },
      ]
    : []

const nothing = { usdCents: 0n, takenTokens: 0n, debtTokens: 0n }

type Settled = { event: RechargeEvent; state: State; outcomes: readonly Outcome[] }

/** Chargebacks, debts and repayments resulting from the posted transfers, in the same transaction. */
async function settleClaims(tx: Transaction, settled: readonly Settled[]): Promise<void> {
  const arrived: claims.Arrived[] = []
  const reversed: claims.Reversed[] = []
  const repaid: claims.Repaid[] = []
  const settledDebt: claims.Repaid[] = []
  for (const { event, state, outcomes } of settled) {
    const order = state.memory.orders.get(event.data.orderId)!
    if (order.user_id === null) continue
    const userId = order.user_id
    const claim = { orderId: order.id, userId, payerReference: order.payer_reference }
    for (const [index, { due, id }] of state.due.entries()) {
      const outcome = outcomes[index]
      if (outcome?.status !== 'accepted') continue
      const onDebt = onAccount(outcome, 'debt')
      if (due.what === 'recharge') {
        if (onDebt > 0n) repaid.push({ userId, tokens: onDebt, orderId: order.id, transferId: id, at: event.at })
        continue
      }
      const of = order.returns.find((one) => one.id === due.of)!
      if (due.what === 'refund' && (of.kind === 'chargeback' || onDebt < 0n))
        arrived.push({
          ...claim,
          id: of.id,
          kind: of.kind,
          usdCents: order.usd_cents,
          takenTokens: -onAccount(outcome, 'paid'),
          debtTokens: -onDebt,
          transferId: id,
          at: of.at,
        })
      if (due.what === 'reverse') {
        reversed.push({ id: of.id, transferId: id, at: of.reversed_at ?? event.at })
        settledDebt.push({ userId, tokens: onDebt, orderId: order.id, transferId: id, at: event.at })
      }
    }
    for (const { id, at, wonAt } of rules.overCap(order)) {
      arrived.push({ ...claim, ...nothing, id, kind: 'chargeback', transferId: null, at })
      // Nothing of a refunded order was charged back.
      if (wonAt) reversed.push({ id, transferId: null, at: wonAt })
    }
  }
  await claims.addArrived(tx, arrived)
  const released = await claims.reverseArrived(tx, reversed)
  await claims.repay(tx, rules.repaidBeyond(repaid, settledDebt, released))
}

export const rechargeHandler: AnyHandler = defineHandler<(typeof types)[number], State>({
  types,
  plan: async ({ tx }, arrived) => {
    const events = arrived as RechargeEvent[]
    const read = await lockOrders(tx, [...new Set(events.map(({ data }) => data.orderId))])
    const users = await knownUsers(
      tx,
      events.flatMap((event) => (event.type === 'recharge.created' ? [BigInt(event.data.userId)] : [])),
    )
    const stops = await stoppedOf(
      tx,
      'gateway',
      events.flatMap((event) => (event.type === 'recharge.created' ? [event.data.gateway] : [])),
    )
    const known = new Map(read.map((order) => [order.id, order]))
    const memory: Memory = { read: known, orders: new Map(known), posted: new Set() }
    const assumed = new Map(known)
    const owing = await claims.debtors(tx, [
      ...users.keys(),
      ...read.flatMap(({ user_id }) => (user_id === null ? [] : [user_id])),
    ])
    const standing = read.flatMap((order) => rules.standingReturn(order)?.id ?? [])
    const debts: Debts = { owing, writtenOff: await claims.writtenOff(tx, standing) }
    return events.map((event) => {
      const happening = happeningOf(event, users)
      const before = assumed.get(event.data.orderId)!
      if (happening.what === 'created' && !users.has(happening.userId))
        return { refuse: 21001, why: `no user ${happening.userId}` }
      if (event.type === 'recharge.refunded' && rules.isOfDeposit(before.id))
        return { refuse: 1000002, why: 'an order by a deposit of USDT is refunded by its deposit only' }
      if (isPartial(event, before)) return { refuse: 1000002, why: 'only the full price of an order can be refunded' }
      if (happening.what === 'chargebackReversed' && (event.data as { kind?: string }).kind !== 'chargeback')
        return { refuse: 1000002, why: 'only a chargeback can be reversed' }
      if (rules.contradicts(before, happening))
        return { refuse: 10027, why: `order ${before.id} was created with other content` }
      const stop = happening.what === 'created' ? stops.get(happening.gateway) : undefined
      if (stop && rules.isKeptOut(before, event.at, stop.since)) return { refuse: 1000002, why: stop.why.message }
      const order = rules.merge(before, happening)
      const due = rules.dueOf(order).map((one): Due => {
        const of = one.what === 'recharge' ? [] : [one.of]
        return { due: one, id: derivedId(event.at, 'order', order.id, one.what, event.id, ...of) }
      })
      assumed.set(
        order.id,
        due.reduce((after, one) => rules.posted(after, one.due, one.id, 0n), order),
      )
      const items = due.map((one) => itemOf(order, one, event.at, debts))
      // A reversal may leave a debt that a later recharge of this chunk repays.
      if (due.some((one) => one.due.what === 'refund') && order.user_id !== null) owing.add(order.user_id)
      return { items, state: { memory, happening, due } }
    })
  },
  settle: async ({ tx, now }, settled) => {
    const verdicts = settled.map(({ event, state: { memory, happening, due }, outcomes }): Verdict => {
      const order = settle(rules.merge(memory.orders.get(event.data.orderId)!, happening), due, outcomes)
      memory.orders.set(order.id, order)
      if (due.some((one) => one.due.what === 'recharge') && order.user_id !== null) memory.posted.add(order.user_id)
      const balances = walletsAfter(outcomes)
      if (balances.length > 0) return { result: { balances } }
      const waits = (happening.what === 'paid' || happening.what === 'refunded') && rules.isPending(order)
      return waits ? { result: { pending: true } } : {}
    })
    const memory = settled[0]?.state.memory
    if (memory) {
      await saveOrders(
        tx,
        [...memory.orders.values()].filter((order) => memory.read.get(order.id) !== order),
      )
      await markFirst(tx, [...memory.posted])
      const failed = await endRefunds(
        tx,
        settled.flatMap(({ event }) => endedBy(event as RechargeEvent)),
      )
      await takeBackAlone(tx, now, 'refund', failed)
      // The rows' events are those of their plans, which the handler's type does not know.
      await settleClaims(tx, settled as unknown as Settled[])
    }
    return verdicts
  },
})
