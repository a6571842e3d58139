// A recharge built from the app's events in any order, and the postings due once enough is known. Pure.
export type Order = {
  id: string
  user_id: bigint | null
  product: string
  tokens: bigint
  promo_tokens: bigint
  usd_cents: bigint
  gateway: string
  gateway_reference: string
  fee_usd_cents: bigint
  state: string
  refund: string
  failure_reason: string
  created_at: Date | null
  paid_at: Date | null
  failed_at: Date | null
  refunded_at: Date | null
  recharge_id: string | null
  refund_id: string | null
  debt_tokens: bigint
  channel: string
  currency: string | null
  amount_minor: bigint | null
  payer_reference: string
  reversed_at: Date | null
  reverse_id: string | null
}

/** The order that a user's deposit of USDT makes. */
export const depositOrderId = (depositId: string): string => `usdt-${depositId}`
/** Who posted what its chain decided; a match is undone in the name of who requested it. */
export const depositActor = 'usdt'
/** Only its chain, and undoing its match, give such an order back: no gateway of the app can. */
export const isOfDeposit = (orderId: string): boolean => /^usdt-[0-9a-f]{8}-[0-9a-f]{4}-/.test(orderId)

export type Happening =
  | {
      what: 'created'
      at: Date
      userId: bigint
      product: string
      tokens: bigint
      promoTokens: bigint
      usdCents: bigint
      gateway: string
      /** The buyer's channel. */
      channel: string
      currency: string | null
      amountMinor: bigint | null
    }
  | { what: 'paid'; at: Date; gatewayReference: string; feeUsdCents: bigint; payerReference: string }
  | { what: 'failed'; at: Date; reason: string }
  | { what: 'refunded'; at: Date; kind: 'refund' | 'chargeback' }
  /** The gateway refused a refund requested by staff. */
  | { what: 'refundFailed'; at: Date }
  /** The gateway decided a chargeback for the platform. */
  | { what: 'chargebackReversed'; at: Date }

/** Applies an event to the order. The first of a kind counts; a paid order can no longer fail. */
export function merge(order: Order, happening: Happening): Order {
  switch (happening.what) {
    case 'created':
      if (order.created_at !== null) return order
      return {
        ...order,
        user_id: happening.userId,
        product: happening.product,
        tokens: happening.tokens,
        promo_tokens: happening.promoTokens,
        usd_cents: happening.usdCents,
        gateway: happening.gateway,
        channel: happening.channel,
        currency: happening.currency,
        amount_minor: happening.amountMinor,
        created_at: happening.at,
      }
    case 'paid':
      if (order.paid_at !== null) return order
      return {
        ...order,
        state: 'success',
        failure_reason: '',
        paid_at: happening.at,
        gateway_reference: happening.gatewayReference,
        fee_usd_cents: happening.feeUsdCents,
        payer_reference: happening.payerReference,
      }
    case 'failed':
      if (order.failed_at !== null) return order
      return order.paid_at !== null
        ? { ...order, failed_at: happening.at }
        : { ...order, failed_at: happening.at, state: 'failure', failure_reason: happening.reason }
    case 'refunded':
      if (order.refunded_at !== null) return order
      return { ...order, refund: happening.kind, refunded_at: happening.at }
    case 'refundFailed':
      return order
    case 'chargebackReversed':
      return order.reversed_at !== null ? order : { ...order, reversed_at: happening.at }
  }
}

/** Another order under the same id. */
export const contradicts = (order: Order, happening: Happening): boolean =>
  happening.what === 'created' &&
  order.created_at !== null &&
  (order.user_id !== happening.userId ||
    order.tokens !== happening.tokens ||
    order.promo_tokens !== happening.promoTokens ||
    order.usd_cents !== happening.usdCents)

export type Due = 'recharge' | 'refund' | 'reverse'

/** The postings that are due now, in order. */
export function dueOf(order: Order): Due[] {
  if (order.created_at === null || order.paid_at === null) return []
  const due: Due[] = order.recharge_id === null ? ['recharge'] : []
  if (order.refunded_at !== null && order.refund_id === null) due.push('refund')
  // Only a chargeback can be reversed; a refund is final.
  if (order.refund === 'chargeback' && order.reversed_at !== null && order.reverse_id === null) due.push('reverse')
  return due
}

/** A chargeback of an order that was refunded before: both share one cap, so that no money moves. */
export const isOverCap = (order: Order, happening: Happening): boolean =>
  happening.what === 'refunded' && happening.kind === 'chargeback' && order.refund === 'refund'

/** The money waits for the missing events. */
export const isPending = (order: Order): boolean =>
  (order.paid_at !== null && order.recharge_id === null) || (order.refunded_at !== null && order.refund_id === null)

type Repaid = { userId: bigint; tokens: bigint }

/**
 * Repayments of remaining debts by recharges and reversals: a reversal settles the user's whole debt, and what its own chargeback still
 * owed (`released`) is no repayment.
 */
export function repaidBeyond<R extends Repaid>(
  recharges: readonly R[],
  reversals: readonly R[],
  released: ReadonlyMap<bigint, bigint>,
): R[] {
  const left = new Map(released)
  // Newest first: repayments of a chargeback that was reversed later are released with it.
  const kept = [...recharges, ...reversals].toReversed().map((one) => {
    const free = left.get(one.userId) ?? 0n
    const off = free < one.tokens ? free : one.tokens
    left.set(one.userId, free - off)
    return { ...one, tokens: one.tokens - off }
  })
  return kept.toReversed().filter(({ tokens }) => tokens > 0n)
}
