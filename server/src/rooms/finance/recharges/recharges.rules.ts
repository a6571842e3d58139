// A recharge built from the app's events in any order, and the postings due once enough is known. Pure.

export type ReturnKind = 'refund' | 'chargeback'

/** A refund or chargeback of an order. */
export type Return = {
  id: string
  kind: ReturnKind
  at: Date
  /** False if nothing of the price was left to return then: another return stood. */
  counts: boolean
  /** The ledger's transfer; null while the money waits. */
  transfer_id: string | null
  /** Tokens that it could not take back. */
  debt_tokens: bigint
  /** A chargeback that the gateway decided for the platform: when, and the ledger's transfer. */
  reversed_at: Date | null
  reverse_id: string | null
}

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
  failure_reason: string
  created_at: Date | null
  paid_at: Date | null
  failed_at: Date | null
  recharge_id: string | null
  channel: string
  currency: string | null
  amount_minor: bigint | null
  payer_reference: string
  /** In order of arrival; see `judged`. */
  returns: readonly Return[]
  /** Moments at which the gateway decided a chargeback for the platform. */
  reversals: readonly Date[]
}

/** The order that a user's deposit of USDT makes. */
export const depositOrderId = (depositId: string): string => `usdt-${depositId}`
/** The log's actor: the chain, for what the chain decided; the requester, for a match that is undone. */
export const depositActor = 'usdt'
/** Such an order is returned only by its chain or by undoing its match: no gateway of the app can. */
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
  /** `id`: the return's. */
  | { what: 'refunded'; at: Date; kind: ReturnKind; id: string }
  /** The gateway refused a refund requested by staff. */
  | { what: 'refundFailed'; at: Date }
  /** The gateway decided a chargeback for the platform. */
  | { what: 'chargebackReversed'; at: Date }

/**
 * Whether an order that arrives as created is one that a stop of its gateway keeps out. One that exists, was paid or failed already, or was created
 * before the stop is a fact.
 */
export const isKeptOut = (order: Order, createdAt: Date, stoppedSince: Date): boolean =>
  createdAt >= stoppedSince && order.created_at === null && order.paid_at === null && order.failed_at === null

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
    case 'refunded': {
      const { kind, at, id } = happening
      if (order.returns.some((one) => one.id === id)) return order
      const added: Return = { ...unposted, id, kind, at, counts: false }
      return judged({ ...order, returns: [...order.returns, added] })
    }
    case 'refundFailed':
      return order
    case 'chargebackReversed': {
      const { at } = happening
      if (order.reversals.some((one) => one.getTime() === at.getTime())) return order
      return judged({ ...order, reversals: [...order.reversals, at] })
    }
  }
}

const unposted = { transfer_id: null, debt_tokens: 0n, reversed_at: null, reverse_id: null } as const

/**
 * Which returns count, and which of them were won, by the moments of all that is known: what may be returned is what is not returned at
 * that moment. So any order of arrival ends alike; but what was posted counts permanently, and an earlier return that arrives after it counts
 * only if it was won before.
 */
export function judged(order: Order): Order {
  type Fact = { at: number; of: Return | null }
  const facts: Fact[] = [
    ...order.returns.map((of): Fact => ({ at: of.at.getTime(), of })),
    ...order.reversals.map((at): Fact => ({ at: at.getTime(), of: null })),
  ].toSorted(
    (a, b) =>
      a.at - b.at || Number(a.of === null) - Number(b.of === null) || (a.of && b.of ? (a.of.id < b.of.id ? -1 : 1) : 0),
  )
  const judgements = new Map<string, Pick<Return, 'counts' | 'reversed_at'>>()
  let standing: Return | null = null
  for (const [place, { at, of }] of facts.entries()) {
    if (of === null) {
      if (standing?.kind !== 'chargeback') continue
      judgements.set(standing.id, { counts: true, reversed_at: new Date(at) })
      standing = null
      continue
    }
    const later = facts.slice(place + 1)
    const won = of.kind === 'chargeback' ? later.findIndex((fact) => fact.of === null) : -1
    const until = won === -1 ? later : later.slice(0, won)
    // A posted return may not be left without room.
    const isOut = of.transfer_id === null && until.some((fact) => fact.of?.transfer_id)
    const counts = standing === null && !isOut
    judgements.set(of.id, { counts, reversed_at: null })
    if (counts) standing = of
  }
  return { ...order, returns: order.returns.map((one) => ({ ...one, ...judgements.get(one.id)! })) }
}

/** The return that stands; undefined if the whole price may be returned. */
export const standingReturn = (order: Pick<Order, 'returns'>): Return | undefined =>
  order.returns.find(({ counts, reversed_at }) => counts && reversed_at === null)

/** The return that an order shows: the one that stands, else the newest that counted. */
export const shownReturn = (order: Pick<Order, 'returns'>): Return | undefined =>
  standingReturn(order) ??
  order.returns.filter(({ counts }) => counts).toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]

/** Another order under the same id. */
export const contradicts = (order: Order, happening: Happening): boolean =>
  happening.what === 'created' &&
  order.created_at !== null &&
  (order.user_id !== happening.userId ||
    order.tokens !== happening.tokens ||
    order.promo_tokens !== happening.promoTokens ||
    order.usd_cents !== happening.usdCents)

/** A posting that is due; `of`: the return's id. */
export type Due = { what: 'recharge' } | { what: 'refund' | 'reverse'; of: string }

/** The postings that are due now, in order. */
export function dueOf(order: Order): Due[] {
  if (order.created_at === null || order.paid_at === null) return []
  const due: Due[] = order.recharge_id === null ? [{ what: 'recharge' }] : []
  const counted = order.returns.filter(({ counts }) => counts).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (const { id, transfer_id, reversed_at, reverse_id } of counted) {
    if (transfer_id === null) due.push({ what: 'refund', of: id })
    // Only a chargeback can be reversed; a refund is final.
    if (reversed_at !== null && reverse_id === null) due.push({ what: 'reverse', of: id })
  }
  return due
}

/** The order with a posting of what was due. */
export function posted(order: Order, due: Due, transferId: string, debtTokens: bigint): Order {
  if (due.what === 'recharge') return { ...order, recharge_id: transferId }
  const set = due.what === 'refund' ? { transfer_id: transferId, debt_tokens: debtTokens } : { reverse_id: transferId }
  return { ...order, returns: order.returns.map((one) => (one.id === due.of ? { ...one, ...set } : one)) }
}

/**
 * Chargebacks of a refunded order, and when each was won: both share one cap, so that no money moves. Another one before that is the same
 * case.
 */
export function overCap(order: Order): { id: string; at: Date; wonAt: Date | null }[] {
  if (standingReturn(order)?.kind !== 'refund') return []
  const claims = order.returns.filter(({ kind, counts }) => kind === 'chargeback' && !counts)
  const wins = order.reversals.toSorted((a, b) => a.getTime() - b.getTime())
  const cases: { id: string; at: Date; wonAt: Date | null }[] = []
  for (const { id, at } of claims.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const last = cases.at(-1)
    if (last && (last.wonAt === null || last.wonAt > at)) continue
    cases.push({ id, at, wonAt: wins.find((moment) => moment >= at) ?? null })
  }
  return cases
}

/** The money waits for the missing events. */
export const isPending = (order: Order): boolean =>
  (order.paid_at !== null && order.recharge_id === null) ||
  order.returns.some(({ counts, transfer_id }) => counts && transfer_id === null)

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
