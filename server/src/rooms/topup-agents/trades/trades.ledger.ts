// Ledger transfers of purchases and sales (docs/money.md, Ledger). Pure. Amounts are credit-positive: debiting cash is
// negative.
import {
  type AccountKey,
  agentDebt,
  agentPayable,
  type Balance,
  bonus,
  costOf,
  guildPayable,
  type Item,
  type Leg,
  ofPlatform,
  paid,
  promo,
  stock,
} from '../../../ledger/index.ts'

const issue = ofPlatform('issue', 'TOKEN')
const adjust = ofPlatform('adjust', 'TOKEN')
const deferred = ofPlatform('deferredTokens', 'USD')
const bank = ofPlatform('cash.bank', 'USD')
const [fxUsd, fxUsdt] = [ofPlatform('fx', 'USD'), ofPlatform('fx', 'USDT')]
const rounding = ofPlatform('rounding', 'USD')
const feeIncome = ofPlatform('feeIncome', 'USD')
const penalty = ofPlatform('penaltyIncome', 'USD')

const present = (legs: readonly Leg[]): Leg[] => legs.filter(({ amount }) => amount !== 0n)
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The source of a purchase's price. */
export type PaidFrom =
  | { kind: 'bank' }
  | { kind: 'usdt'; chain: 'trc20' | 'erc20'; usdtMicros: bigint }
  | { kind: 'salary'; guildId: number }

/** The paying side of `micros` of USD; `sign` -1 returns them there. USDT is booked as it came, its value through `fx`. */
function paying(from: PaidFrom, usdMicros: bigint, sign: 1n | -1n): Leg[] {
  const micros = sign * usdMicros
  if (from.kind === 'bank') return [{ account: bank, amount: -micros }]
  if (from.kind === 'salary') return [{ account: guildPayable(from.guildId), amount: -micros }]
  return [
    { account: ofPlatform(`cash.usdt.${from.chain}`, 'USDT'), amount: -sign * from.usdtMicros },
    { account: fxUsdt, amount: sign * from.usdtMicros },
    { account: fxUsd, amount: -micros },
  ]
}

/** A transfer of one agent. */
export type Cause = { id: string; agentId: number; reference: string; at: Date }
const base = ({ id, reference, at }: Cause) => ({ id, reference, occurredAt: at, phase: 'single' as const })

export type Bought = { usdMicros: bigint; tokens: bigint; from: PaidFrom }

/** Tokens into stock, with the price as their cost; 11005 if the guild's payable is too small. */
export function crediting(cause: Cause, { usdMicros, tokens, from }: Bought): Item {
  const pays = paying(from, usdMicros, 1n)
  return {
    ...base(cause),
    kind: 'agent.purchase',
    request: { agentId: cause.agentId, usdMicros, tokens, from },
    accounts: [issue, stock(cause.agentId), deferred, ...pays.map(({ account }) => account)],
    decide: (balances) =>
      from.kind === 'salary' && balances.available(guildPayable(from.guildId)) < usdMicros
        ? 11005
        : [
            { account: issue, amount: -tokens },
            { account: stock(cause.agentId), amount: tokens, costMicros: usdMicros },
            ...pays,
            { account: deferred, amount: usdMicros },
          ],
  }
}

/**
 * The part taken from stock when `tokens` bought for `usdMicros` are reversed: as many as are left, at their price. If the stock's cost is
 * less than that, or the stock is emptied, its entire cost.
 */
export function takenOf(
  balance: Pick<Balance, 'posted' | 'costMicros'>,
  bought: Pick<Bought, 'usdMicros' | 'tokens'>,
): { tokens: bigint; costMicros: bigint; debtMicros: bigint } {
  const tokens = least(bought.tokens, balance.posted)
  const price = (bought.usdMicros * tokens) / bought.tokens
  const costMicros = tokens === balance.posted ? balance.costMicros : least(price, balance.costMicros)
  return { tokens, costMicros, debtMicros: bought.usdMicros - price }
}

/**
 * Reverses a purchase: the price returns to its source; the stock gives the tokens that are left. The rest is taken from what is still owed to
 * the agent for stock bought back, and then owed by the agent. Differences by average cost are rounding. `complete`: only if all tokens are
 * there (60001).
 */
export function reversing(cause: Cause, bought: Bought, { complete }: { complete: boolean }): Item {
  const pays = paying(bought.from, bought.usdMicros, -1n)
  const own = stock(cause.agentId)
  const owes = agentDebt(cause.agentId)
  const owed = agentPayable(cause.agentId)
  return {
    ...base(cause),
    kind: 'agent.purchase.reverse',
    request: { agentId: cause.agentId, ...bought },
    accounts: [issue, own, owes, owed, deferred, rounding, ...pays.map(({ account }) => account)],
    decide: (balances) => {
      if (complete && balances.available(own) < bought.tokens) return 60001
      const { tokens, costMicros, debtMicros } = takenOf(balances.of(own), bought)
      const offset = least(debtMicros, balances.available(owed))
      return present([
        ...(tokens > 0n ? [{ account: own, amount: -tokens, costMicros: -costMicros }] : []),
        { account: issue, amount: tokens },
        ...pays,
        { account: deferred, amount: -costMicros },
        { account: owed, amount: -offset },
        { account: owes, amount: offset - debtMicros },
        { account: rounding, amount: costMicros + debtMicros - bought.usdMicros },
      ])
    },
  }
}

/** Tokens from stock into the buyer's wallet, with the average cost of the stock; 60001 if there are too few. */
export function selling(cause: Cause, { userId, tokens }: { userId: bigint; tokens: bigint }): Item {
  const own = stock(cause.agentId)
  return {
    ...base(cause),
    kind: 'agent.sale',
    request: { agentId: cause.agentId, userId, tokens },
    // Includes all wallet accounts, so that the app receives all balances.
    accounts: [own, paid(userId), promo(userId), bonus(userId)],
    decide: (balances) => {
      if (balances.available(own) < tokens) return 60001
      const costMicros = costOf(balances.of(own), tokens)
      return [
        { account: own, amount: -tokens, costMicros: -costMicros },
        { account: paid(userId), amount: tokens, costMicros },
      ]
    },
  }
}

export type Sold = { userId: bigint; tokens: bigint; costMicros: bigint }

/**
 * Returns the unspent part of a sale to stock, with its cost. If that empties a wallet whose tokens cost more, the rest becomes feeIncome,
 * as with deductions. 60001 if all is spent.
 */
export function takingBack(cause: Cause, { userId, tokens, costMicros }: Sold): Item {
  const own = stock(cause.agentId)
  const wallet = paid(userId)
  return {
    ...base(cause),
    kind: 'agent.sale.back',
    request: { agentId: cause.agentId, userId, tokens, costMicros },
    accounts: [own, wallet, promo(userId), bonus(userId), deferred, feeIncome],
    decide: (balances) => {
      const back = least(balances.available(wallet), tokens)
      if (back <= 0n) return 60001
      const held = balances.of(wallet)
      const comes = least((costMicros * back) / tokens, held.costMicros)
      const goes = back === held.posted ? held.costMicros : comes
      return present([
        { account: wallet, amount: -back, costMicros: -goes },
        { account: own, amount: back, costMicros: comes },
        { account: deferred, amount: comes - goes },
        { account: feeIncome, amount: goes - comes },
      ])
    },
  }
}

/** A cancelled agent's stock: its cost settles what the agent owes, and the rest is owed to them, or written off (fraud). */
function ending(cause: Cause, kind: 'agent.buyBack' | 'agent.writeOff', to: AccountKey, tokensTo: AccountKey): Item {
  const own = stock(cause.agentId)
  const owes = agentDebt(cause.agentId)
  return {
    ...base(cause),
    kind,
    request: { agentId: cause.agentId },
    accounts: [own, owes, deferred, to, tokensTo],
    decide: (balances) => {
      const { posted, costMicros } = balances.of(own)
      if (posted === 0n) return 60001
      const owed = -balances.of(owes).posted
      const settled = owed > 0n ? least(owed, costMicros) : 0n
      return present([
        { account: own, amount: -posted, costMicros: -costMicros },
        { account: tokensTo, amount: posted },
        { account: deferred, amount: -costMicros },
        { account: owes, amount: settled },
        { account: to, amount: costMicros - settled },
      ])
    },
  }
}

export const buyingBack = (cause: Cause): Item => ending(cause, 'agent.buyBack', agentPayable(cause.agentId), issue)
export const writingOff = (cause: Cause): Item => ending(cause, 'agent.writeOff', penalty, adjust)
