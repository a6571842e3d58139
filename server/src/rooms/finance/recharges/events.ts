// What the app tells of recharges. An order, its payment and its refund may arrive in any order: the money waits until
// what comes before it is known.
import { type AnyHandler, type Arrived, defineHandler, type Verdict } from '../../../bridge/index.ts'
import { derivedId } from '../../../kit/random.ts'
import { type Item, type Outcome, walletsAfter } from '../../../ledger/index.ts'
import { endRefunds } from '../orders/queries.ts'
import { knownUsers } from '../queries.ts'
import { lockOrders, markFirst, saveOrders } from './queries.ts'
import * as rules from './rules.ts'

const types = ['recharge.created', 'recharge.paid', 'recharge.failed', 'recharge.refunded'] as const
type RechargeEvent = Arrived<(typeof types)[number]>

/** Orders as they are read, and as the events leave them. */
type Memory = { read: Map<string, rules.Order>; orders: Map<string, rules.Order>; posted: Set<bigint> }
type State = { memory: Memory; happening: rules.Happening; due: Due[] }
type Due = { what: 'recharge' | 'refund'; id: string }

function happeningOf({ type, at, data }: RechargeEvent): rules.Happening {
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
      }
    case 'recharge.paid':
      return { what: 'paid', at, gatewayReference: data.gatewayReference, feeUsdCents: BigInt(data.feeUsdCents) }
    case 'recharge.failed':
      return { what: 'failed', at, reason: data.reason }
    case 'recharge.refunded':
      return data.outcome === 'failed' ? { what: 'refundFailed', at } : { what: 'refunded', at, kind: data.kind }
  }
}

function itemOf(order: rules.Order, due: Due, at: Date): Item {
  const base = {
    id: due.id,
    phase: 'single',
    reference: `order ${order.id}`,
    occurredAt: at,
    request: { to: order.user_id, tokens: order.tokens, promo: order.promo_tokens, usdCents: order.usd_cents },
  } as const
  return due.what === 'recharge'
    ? {
        ...base,
        kind: 'recharge',
        accounts: rules.rechargeAccounts(order.user_id!),
        decide: () => rules.rechargeLegs(order),
      }
    : {
        ...base,
        kind: order.refund,
        accounts: rules.refundAccounts(order.user_id!),
        decide: (balances) => rules.refundLegs(balances, order),
      }
}

/** The order with the transfers that were made. */
function settle(order: rules.Order, due: readonly Due[], outcomes: readonly Outcome[]): rules.Order {
  let after = order
  for (const [index, { what, id }] of due.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined || outcome.status === 'refused') continue
    if (what === 'recharge') after = { ...after, recharge_id: id }
    else {
      const owed =
        outcome.status === 'accepted' ? outcome.legs.find(({ account }) => account.purpose === 'debt') : undefined
      after = { ...after, refund_id: id, debt_tokens: owed ? -owed.amount : 0n }
    }
  }
  return after
}

/** Gateways give back a part; the product does not: tokens could not be told apart. */
const isPartial = (event: RechargeEvent, order: rules.Order): boolean =>
  event.type === 'recharge.refunded' &&
  event.data.usdCents !== undefined &&
  order.created_at !== null &&
  BigInt(event.data.usdCents) !== order.usd_cents

/** The refund that staff asked for and this event answers. */
const endedBy = (event: RechargeEvent) =>
  event.type === 'recharge.refunded' && event.data.kind === 'refund'
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

export const rechargeHandler: AnyHandler = defineHandler<(typeof types)[number], State>({
  types,
  plan: async ({ tx }, arrived) => {
    const events = arrived as RechargeEvent[]
    const read = await lockOrders(tx, [...new Set(events.map(({ data }) => data.orderId))])
    const users = await knownUsers(
      tx,
      events.flatMap((event) => (event.type === 'recharge.created' ? [BigInt(event.data.userId)] : [])),
    )
    const known = new Map(read.map((order) => [order.id, order]))
    const memory: Memory = { read: known, orders: new Map(known), posted: new Set() }
    const assumed = new Map(known)
    return events.map((event) => {
      const happening = happeningOf(event)
      const before = assumed.get(event.data.orderId)!
      if (happening.what === 'created' && !users.has(happening.userId))
        return { refuse: 21001, why: `no user ${happening.userId}` }
      if (isPartial(event, before))
        return { refuse: 1000002, why: 'only the whole price of an order can be given back' }
      if (rules.contradicts(before, happening)) return { refuse: 10027, why: `order ${before.id} was made otherwise` }
      const order = rules.learn(before, happening)
      const due = rules
        .dueOf(order)
        .map((what): Due => ({ what, id: derivedId(event.at, 'order', order.id, what, event.id) }))
      assumed.set(order.id, {
        ...order,
        recharge_id: due.find(({ what }) => what === 'recharge')?.id ?? order.recharge_id,
        refund_id: due.find(({ what }) => what === 'refund')?.id ?? order.refund_id,
      })
      return { items: due.map((one) => itemOf(order, one, event.at)), state: { memory, happening, due } }
    })
  },
  settle: async ({ tx }, settled) => {
    const verdicts = settled.map(({ event, state: { memory, happening, due }, outcomes }): Verdict => {
      const order = settle(rules.learn(memory.orders.get(event.data.orderId)!, happening), due, outcomes)
      memory.orders.set(order.id, order)
      if (due.some(({ what }) => what === 'recharge') && order.user_id !== null) memory.posted.add(order.user_id)
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
      await endRefunds(
        tx,
        settled.flatMap(({ event }) => endedBy(event as RechargeEvent)),
      )
    }
    return verdicts
  },
})
