// The pure model of money above the ledger: what each person and guild has, what is due to whom, what was paid, and what each account of
// staff did alone. It knows the rules of docs/money.md and docs/guilds.md, and nothing of accounts, transfers or transactions.
import { type Benefits, noBenefits } from './benefitModel.ts'
import { noneDue, type Promoted } from './promoterModel.ts'
import type { Weeks } from './weekModel.ts'

export type User = { paid: bigint; promo: bigint; debt: bigint; bonus: bigint; held: bigint }

/** `state`: what counts now. A chargeback that was won leaves the order paid, and it may be given back again. */
export type Order = {
  id: string
  user: number
  tokens: bigint
  cents: bigint
  state: 'paid' | 'refunded' | 'charged back'
  /** The refund that staff asked of the app, and not yet answered. */
  asked: string | null
  /** It was charged back and won before. */
  wonBefore: boolean
}

export type Withdrawal = {
  id: string
  user: number
  bonus: bigint
  state: 'in review' | 'passed' | 'batched' | 'failed' | 'ended'
  passedBy: string | null
  /** Who entered that its payment failed: another one pays it by hand, or releases it. */
  failedBy: string | null
  /** What it repaid, as it passed, of what its user owed; the rest is paid. */
  debt: bigint
}

export type Purchase = {
  id: string
  kind: 'bank' | 'salary'
  micros: bigint
  tokens: bigint
  state: 'in review' | 'credited' | 'reversed' | 'refused'
}
export type Sale = { id: string; user: number; tokens: bigint; back: 'none' | 'asked' | 'agreed' | 'refused' }
/** Tokens that staff gave or took, and of which kind. */
export type Grant = {
  id: string
  direction: 'grant' | 'deduct'
  user: number
  promo: bigint
  paid: bigint
  state: 'given' | 'taken back'
}

/** A payment of USDT to a person's address. `raw`: the signed transaction. `block`: where it is. */
export type Deposit = {
  user: number
  micros: bigint
  raw: string
  block: number
  state: 'gone' | 'credited' | 'vanished'
}

/** A guild's request for a part of its payable. */
export type Request = { id: number; guild: number; cents: bigint; state: 'in review' | 'agreed' | 'refused' | 'paid' }

/** A batch of payouts, all of one source. `payouts`: by the source's id, once known. */
export type Batch = {
  id: number
  source: 'withdrawal' | 'guild.request' | 'guild.week'
  lines: { id: string; cents: bigint; guild: number | null }[]
  state: 'waiting' | 'approved' | 'sent' | 'ended'
  maker: string
}

/** A guild's money in cents: approved weeks, oldest first, and what of them was paid or spent on stock. */
export type Purse = { approved: { id: number; week: string; cents: bigint }[]; paid: bigint }

/** A request for a second member of staff; `apply` is what its approval does to the model. */
export type Pending = {
  id: string
  kind: string
  maker: string
  expiresAt: number
  /** Null once something else made it impossible. */
  possible: () => boolean
  apply: () => void | Promise<void>
  ended: () => void
}

/** What one account decided without a second one. `cents` in the kind's unit. */
export type Alone = { kind: AloneKind; by: string; amount: bigint; at: number; key: string; undone: boolean }
export type AloneKind = 'pass' | 'pay' | 'purchase' | 'refund' | 'grant' | 'tokenDeduction' | 'deduction'

export type Model = {
  users: User[]
  stock: bigint
  stockDebt: bigint
  /** By month, since a slice's rate depends on what was bought before it. */
  bought: Map<string, bigint>
  gatewayMicros: bigint
  bankMicros: bigint
  usdtMicros: bigint
  orders: Order[]
  deposits: Deposit[]
  withdrawals: Withdrawal[]
  purchases: Purchase[]
  sales: Sale[]
  grants: Grant[]
  requests: Request[]
  batches: Batch[]
  purses: Map<number, Purse>
  pending: Map<string, Pending>
  alone: Alone[]
  weeks: Weeks
  benefits: Benefits
  promoted: Promoted
  /** People who delete their account; no other act knows of them. */
  leavers: number[]
  /** Those who were erased, and when; a later registration is a new life. */
  gone: Map<number, number>
  /** Closed months, with their trial balance as it was then. */
  closed: Map<string, string>
  /** A role of accounts; each change is a version. */
  role: { rights: ReadonlySet<string>; version: number }
}

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Tokens for whole cents, one cent at a time: 1 per cent, and 10 to 25 % more by the month's purchases before that cent. */
export function tokensForCents(monthMicros: bigint, cents: bigint): bigint {
  const rateAt = (micros: bigint) =>
    micros < 1_000_000_000n ? 10n : micros < 5_000_000_000n ? 15n : micros < 20_000_000_000n ? 20n : 25n
  let hundredths = 0n
  for (let cent = 0n; cent < cents; cent++) hundredths += rateAt(monthMicros + cent * 10_000n)
  return cents + hundredths / 100n
}

/** Tokens that arrive repay debts first. */
function arrive(user: User, tokens: bigint): void {
  const repaid = least(user.debt, tokens)
  user.debt -= repaid
  user.paid += tokens - repaid
}

/** Taken as far as there are paid tokens; the rest is owed. */
function takeTokens(user: User, tokens: bigint): void {
  const taken = least(tokens, user.paid)
  user.paid -= taken
  user.debt += tokens - taken
}

export function pay(model: Model, order: Order, feeCents: bigint): void {
  arrive(model.users[order.user]!, order.tokens)
  model.gatewayMicros += (order.cents - feeCents) * 10_000n
  model.orders.push(order)
}

/** Taken back as far as there are tokens; the rest is owed. What was given back, and not won again, is not given back twice. */
export function giveBack(model: Model, order: Order, kind: 'refund' | 'chargeback'): void {
  if (order.state !== 'paid') return
  takeTokens(model.users[order.user]!, order.tokens)
  model.gatewayMicros -= order.cents * 10_000n
  order.state = kind === 'refund' ? 'refunded' : 'charged back'
}

/** A chargeback decided for the platform: the order counts as paid again. */
export function win(model: Model, order: Order): void {
  if (order.state !== 'charged back') return
  arrive(model.users[order.user]!, order.tokens)
  model.gatewayMicros += order.cents * 10_000n
  order.state = 'paid'
  order.wonBefore = true
}

/** 1 USDT is 1 USD, and 1 USD 100 tokens. */
const tokensOf = ({ micros }: Deposit): bigint => micros / 10_000n

export function creditDeposit(model: Model, deposit: Deposit): void {
  arrive(model.users[deposit.user]!, tokensOf(deposit))
  model.usdtMicros += deposit.micros
  deposit.state = 'credited'
}

/** Its chain lost it: as an order that is refunded. */
export function loseDeposit(model: Model, deposit: Deposit): void {
  takeTokens(model.users[deposit.user]!, tokensOf(deposit))
  model.usdtMicros -= deposit.micros
  deposit.state = 'vanished'
}

/** Promotional tokens go first. @returns how many of the tokens were promotional; null if there are too few */
export function spend(user: User, tokens: bigint): bigint | null {
  if (user.paid + user.promo < tokens) return null
  const promo = least(user.promo, tokens)
  user.promo -= promo
  user.paid -= tokens - promo
  return promo
}

export const netOf = ({ bonus, debt }: Withdrawal): bigint => bonus - debt

/** Passed: what its user owes is taken first; a token and a bonus are a cent each. With nothing left it ends here. */
export function pass(model: Model, withdrawal: Withdrawal, by: string): void {
  const user = model.users[withdrawal.user]!
  withdrawal.debt = least(user.debt, withdrawal.bonus)
  user.debt -= withdrawal.debt
  withdrawal.passedBy = by
  withdrawal.state = 'passed'
  if (netOf(withdrawal) === 0n) end(model, withdrawal, 'paid')
}

/** A withdrawal ends: paid, or its bonus is free again, and what it repaid is owed again. */
export function end(model: Model, withdrawal: Withdrawal, how: 'paid' | 'released'): void {
  const user = model.users[withdrawal.user]!
  user.held -= withdrawal.bonus
  if (how === 'paid') {
    user.bonus -= withdrawal.bonus
    model.bankMicros -= netOf(withdrawal) * 10_000n
  } else user.debt += withdrawal.debt
  withdrawal.state = 'ended'
}

export function credit(model: Model, purchase: Purchase, month: string): void {
  const before = model.bought.get(month) ?? 0n
  purchase.tokens = tokensForCents(before, purchase.micros / 10_000n)
  purchase.state = 'credited'
  model.bought.set(month, before + purchase.micros)
  model.stock += purchase.tokens
  if (purchase.kind === 'bank') model.bankMicros += purchase.micros
}

/** From stock, the rest is owed; a salary deduction only while all of it is unsold. @returns whether it is possible */
export function reverse(model: Model, purchase: Purchase): boolean {
  const returned = least(purchase.tokens, model.stock)
  if (purchase.kind === 'salary' && returned < purchase.tokens) return false
  model.stock -= returned
  model.stockDebt += purchase.micros - (purchase.micros * returned) / purchase.tokens
  if (purchase.kind === 'bank') model.bankMicros -= purchase.micros
  purchase.state = 'reversed'
  return true
}

export const purseOf = ({ purses }: Model, guild: number): Purse => {
  const found = purses.get(guild) ?? { approved: [], paid: 0n }
  purses.set(guild, found)
  return found
}
/** What a guild is owed. */
export const payable = (model: Model, guild: number): bigint => {
  const { approved, paid } = purseOf(model, guild)
  return approved.reduce((sum, { cents }) => sum + cents, 0n) - paid
}

/** What requests and batches of weeks hold of it. */
export const heldOf = ({ requests, batches }: Model, guild: number): bigint =>
  requests.reduce(
    (sum, one) =>
      one.guild === guild && (one.state === 'in review' || one.state === 'agreed') ? sum + one.cents : sum,
    0n,
  ) +
  batches.reduce(
    (sum, batch) =>
      batch.source !== 'guild.week' || batch.state === 'ended'
        ? sum
        : batch.lines.reduce((all, line) => (line.guild === guild ? all + line.cents : all), sum),
    0n,
  )

export function payGuild(model: Model, guild: number, cents: bigint): void {
  purseOf(model, guild).paid += cents
  model.bankMicros -= cents * 10_000n
}

export const inBatch = ({ batches }: Model, source: Batch['source'], id: string): boolean =>
  batches.some((one) => one.source === source && one.state !== 'ended' && one.lines.some((line) => line.id === id))

/** The unpaid part of each approved week, when weeks are paid oldest first. */
export function openWeeks(model: Model, guild: number): { id: number; week: string; cents: bigint }[] {
  const { approved, paid } = purseOf(model, guild)
  let left = paid
  return approved.map(({ id, week, cents }) => {
    const part = least(cents, left)
    left -= part
    return { id, week, cents: cents - part }
  })
}

export const emptyModel = (users: number): Model => ({
  users: Array.from({ length: users }, () => ({ paid: 0n, promo: 0n, debt: 0n, bonus: 0n, held: 0n })),
  stock: 0n,
  stockDebt: 0n,
  bought: new Map(),
  gatewayMicros: 0n,
  bankMicros: 0n,
  usdtMicros: 0n,
  orders: [],
  deposits: [],
  withdrawals: [],
  purchases: [],
  sales: [],
  grants: [],
  requests: [],
  batches: [],
  purses: new Map(),
  pending: new Map(),
  alone: [],
  weeks: { guilds: [], facts: new Map(), deductions: [] },
  benefits: noBenefits(),
  promoted: noneDue(0),
  leavers: [],
  gone: new Map(),
  closed: new Map(),
  role: { rights: new Set(), version: 1 },
})

const day = 86_400_000

/** What an account decided alone within 24 hours before `at`; `undone`: also what was undone since. */
export const aloneSum = (
  model: Model,
  { kind, by, at }: Pick<Alone, 'kind' | 'by' | 'at'>,
  undone: 'with undone' | 'without undone' = 'without undone',
): bigint =>
  model.alone.reduce((sum, one) => {
    const counts = one.kind === kind && one.by === by && one.at > at - day && one.at <= at
    return counts && (!one.undone || undone === 'with undone') ? sum + one.amount : sum
  }, 0n)

/** What was done alone under this key is taken back. */
export function undo(model: Model, key: string): void {
  for (const one of model.alone) if (one.key === key) one.undone = true
}
