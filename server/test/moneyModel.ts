// A model of all paths of money, in a few lines of whole numbers: the balances of users, an agent and a guild, and the platform's cash. It
// knows nothing of accounts, transfers or transactions.

export type User = { paid: bigint; debt: bigint; bonus: bigint; held: bigint }
export type Order = {
  id: string
  user: number
  tokens: bigint
  cents: bigint
  /** One that was won is as paid as before. */
  state: 'paid' | 'refund' | 'chargeback'
  won?: true
}
export type Withdrawal = {
  id: string
  user: number
  bonus: bigint
  state: 'in review' | 'passed' | 'batched' | 'failed' | 'ended'
}
export type Purchase = {
  id: string
  kind: 'bank' | 'salary'
  micros: bigint
  tokens: bigint
  state: 'credited' | 'reversed'
}
export type Sale = { id: string; user: number; tokens: bigint; back: boolean }

export type Model = {
  users: User[]
  stock: bigint
  stockDebt: bigint
  monthMicros: bigint
  payableCents: bigint
  gatewayMicros: bigint
  bankMicros: bigint
  orders: Order[]
  withdrawals: Withdrawal[]
  purchases: Purchase[]
  sales: Sale[]
}

export const aModel = (users: number, payableCents: bigint): Model => ({
  users: Array.from({ length: users }, () => ({ paid: 0n, debt: 0n, bonus: 0n, held: 0n })),
  stock: 0n,
  stockDebt: 0n,
  monthMicros: 0n,
  payableCents,
  gatewayMicros: 0n,
  bankMicros: 0n,
  orders: [],
  withdrawals: [],
  purchases: [],
  sales: [],
})

const least = (a: bigint, b: bigint) => (a < b ? a : b)

/** Tokens for whole cents, one cent at a time: 1 per cent, and 10 to 30 % more by the month's purchases before that cent. */
export function tokensForCents(monthMicros: bigint, cents: bigint): { tokens: bigint; extra: bigint } {
  const rateAt = (micros: bigint) =>
    micros < 1_000_000_000n ? 10n : micros < 5_000_000_000n ? 15n : micros < 20_000_000_000n ? 20n : 25n
  let hundredths = 0n
  for (let cent = 0n; cent < cents; cent++) hundredths += rateAt(monthMicros + cent * 10_000n)
  const extra = hundredths / 100n
  return { tokens: cents + extra, extra }
}

/** An order is paid: debts first, the rest into the wallet. */
export function pay(model: Model, order: Order, feeCents: bigint): void {
  const user = model.users[order.user]!
  const repaid = least(user.debt, order.tokens)
  user.debt -= repaid
  user.paid += order.tokens - repaid
  model.gatewayMicros += (order.cents - feeCents) * 10_000n
  model.orders.push(order)
}

/** Taken back as far as there are tokens; the rest is owed. Refund and chargeback share one cap: the second moves nothing. */
export function giveBack(model: Model, order: Order, kind: 'refund' | 'chargeback'): void {
  if (order.state !== 'paid') return
  const user = model.users[order.user]!
  const reversed = least(order.tokens, user.paid)
  user.paid -= reversed
  user.debt += order.tokens - reversed
  model.gatewayMicros -= order.cents * 10_000n
  order.state = kind
}

/** A chargeback decided for the platform: debts first again. */
export function win(model: Model, order: Order): void {
  if (order.state !== 'chargeback') return
  const user = model.users[order.user]!
  const settled = least(user.debt, order.tokens)
  user.debt -= settled
  user.paid += order.tokens - settled
  model.gatewayMicros += order.cents * 10_000n
  order.state = 'paid'
}

/** @returns the code with which it is refused, or null */
export function give(model: Model, from: number, to: number, tokens: bigint): 60001 | null {
  if (model.users[from]!.paid < tokens) return 60001
  model.users[from]!.paid -= tokens
  model.users[to]!.bonus += (tokens * 40n) / 100n
  return null
}

export function askFor(model: Model, withdrawal: Withdrawal): 60002 | null {
  const user = model.users[withdrawal.user]!
  if (user.bonus - user.held < withdrawal.bonus) return 60002
  user.held += withdrawal.bonus
  model.withdrawals.push(withdrawal)
  return null
}

/** A withdrawal ends: paid, or its bonus is free again. */
export function end(model: Model, withdrawal: Withdrawal, paid: boolean): void {
  const user = model.users[withdrawal.user]!
  user.held -= withdrawal.bonus
  if (paid) {
    user.bonus -= withdrawal.bonus
    model.bankMicros -= withdrawal.bonus * 10_000n
  }
  withdrawal.state = 'ended'
}

export function buy(model: Model, purchase: Purchase): void {
  model.stock += purchase.tokens
  model.monthMicros += purchase.micros
  if (purchase.kind === 'bank') model.bankMicros += purchase.micros
  else model.payableCents -= purchase.micros / 10_000n
  model.purchases.push(purchase)
}

export function reverse(model: Model, purchase: Purchase): 60001 | null {
  const returned = least(purchase.tokens, model.stock)
  if (purchase.kind === 'salary' && returned < purchase.tokens) return 60001
  model.stock -= returned
  model.stockDebt += purchase.micros - (purchase.micros * returned) / purchase.tokens
  model.monthMicros -= purchase.micros
  if (purchase.kind === 'bank') model.bankMicros -= purchase.micros
  else model.payableCents += purchase.micros / 10_000n
  purchase.state = 'reversed'
  return null
}

export function sell(model: Model, user: number, tokens: bigint): 60001 | null {
  if (model.stock < tokens) return 60001
  model.stock -= tokens
  model.users[user]!.paid += tokens
  return null
}

/** As far as it is unspent. */
export function takeBack(model: Model, sale: Sale): 60001 | null {
  const back = least(sale.tokens, model.users[sale.user]!.paid)
  if (back === 0n) return 60001
  model.users[sale.user]!.paid -= back
  model.stock += back
  sale.back = true
  return null
}
