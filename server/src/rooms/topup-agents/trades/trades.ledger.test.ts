// Purchases, sales and their reversals against a small model: tokens match the model, their cost is deferred as long as someone holds them,
// and every transfer nets to zero.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AccountKey,
  agentDebt,
  type Balance,
  type Balances,
  type Item,
  ofPlatform,
  paid,
  stock,
} from '../../../ledger/index.ts'
import { tiersOf, tokensFor } from '../topupAgents.tiers.ts'
import { buyingBack, crediting, reversing, selling, takingBack, writingOff } from './trades.ledger.ts'

const agentId = 1001
const users = [1n, 2n, 3n]
const tiers = tiersOf([10, 15, 20, 25, 30], [1_000, 5_000, 20_000, 50_000])

/** Balances as the ledger keeps them: refuses balances below zero, except debts and platform accounts. */
function aLedger() {
  const held = new Map<string, Balance>()
  const zero: Balance = { posted: 0n, reserved: 0n, costMicros: 0n }
  const of = (key: AccountKey): Balance => held.get(key.name) ?? zero
  const balances: Balances = { of, available: (key) => of(key).posted - of(key).reserved }
  return {
    of,
    /** The legs, or the code if it was refused. */
    post(item: Item) {
      const decided = item.decide(balances, [])
      if (typeof decided === 'number') return decided
      const sums = new Map<string, bigint>()
      for (const { account, amount, costMicros = 0n } of decided) {
        const { posted, costMicros: cost } = of(account)
        held.set(account.name, { ...zero, posted: posted + amount, costMicros: cost + costMicros })
        sums.set(account.currency, (sums.get(account.currency) ?? 0n) + amount)
        expect(item.accounts.map(({ name }) => name)).toContain(account.name)
      }
      expect([...sums.values()].filter((sum) => sum !== 0n)).toEqual([])
      return decided
    },
  }
}

const step = fc.oneof(
  fc.record({ do: fc.constant('buy' as const), usdCents: fc.integer({ min: 1_000, max: 3_000_000 }) }),
  fc.record({
    do: fc.constant('sell' as const),
    user: fc.nat({ max: users.length - 1 }),
    tokens: fc.integer({ min: 2_000, max: 1_000_000 }),
  }),
  fc.record({
    do: fc.constant('spend' as const),
    user: fc.nat({ max: users.length - 1 }),
    percent: fc.nat({ max: 100 }),
  }),
  fc.record({ do: fc.constant('back' as const), which: fc.nat({ max: 40 }) }),
  fc.record({ do: fc.constant('reverse' as const), which: fc.nat({ max: 40 }) }),
)

const own = stock(agentId)
const [burn, deferred, revenue] = [
  ofPlatform('burn', 'TOKEN'),
  ofPlatform('deferredTokens', 'USD'),
  ofPlatform('revenue', 'USD'),
]

test('tokens and their cost are conserved over purchases, sales, spending, returns and reversals', () => {
  const seen = { sold: 0, back: 0, reversed: 0, owed: 0 }
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), fc.boolean(), (steps, fraud) => {
      const ledger = aLedger()
      const model = { stock: 0n, users: users.map(() => 0n), month: 0n }
      const bought: { usdMicros: bigint; tokens: bigint; from: { kind: 'bank' } }[] = []
      const sales: { user: number; tokens: bigint; costMicros: bigint }[] = []
      const cause = () => ({ id: '0', agentId, reference: 'r', at: new Date(0) })
      const holds = () => {
        expect(ledger.of(own).posted).toBe(model.stock)
        expect(users.map((id) => ledger.of(paid(id)).posted)).toEqual(model.users)
        const costs = [own, ...users.map(paid)].map((key) => ledger.of(key))
        for (const { posted, costMicros } of costs) {
          expect(costMicros).toBeGreaterThanOrEqual(0n)
          if (posted === 0n) expect(costMicros).toBe(0n)
        }
        // The price of tokens is deferred exactly as long as someone holds them.
        expect(ledger.of(deferred).posted).toBe(costs.reduce((sum, { costMicros }) => sum + costMicros, 0n))
      }
      for (const one of steps) {
        if (one.do === 'buy') {
          const usdMicros = BigInt(one.usdCents) * 10_000n
          const { tokens, extra } = tokensFor(tiers, { monthMicros: model.month, usdMicros, tokensPerUsd: 100n })
          expect(extra * 100n).toBeLessThanOrEqual((tokens - extra) * 30n)
          const purchase = { usdMicros, tokens, from: { kind: 'bank' as const } }
          const before = ledger.of(own).costMicros
          ledger.post(crediting(cause(), purchase))
          expect(ledger.of(own).costMicros - before).toBe(usdMicros)
          bought.push(purchase)
          model.month += usdMicros
          model.stock += tokens
        } else if (one.do === 'sell') {
          const tokens = BigInt(one.tokens)
          const { posted, costMicros } = ledger.of(own)
          const legs = ledger.post(selling(cause(), { userId: users[one.user]!, tokens }))
          if (tokens > model.stock) expect(legs).toBe(60001)
          else {
            // The average price paid for the stock, rounded down; all of it if the stock is emptied.
            const cost = tokens === posted ? costMicros : (costMicros * tokens) / posted
            expect(costMicros - ledger.of(own).costMicros).toBe(cost)
            sales.push({ user: one.user, tokens, costMicros: cost })
            model.stock -= tokens
            model.users[one.user]! += tokens
            seen.sold++
          }
        } else if (one.do === 'spend') {
          const wallet = paid(users[one.user]!)
          const { posted, costMicros } = ledger.of(wallet)
          const tokens = (posted * BigInt(one.percent)) / 100n
          if (tokens === 0n) continue
          const cost = tokens === posted ? costMicros : (costMicros * tokens) / posted
          const accounts = [wallet, burn, deferred, revenue]
          ledger.post({
            ...selling(cause(), { userId: 1n, tokens: 1n }),
            accounts,
            decide: () => [
              { account: wallet, amount: -tokens, costMicros: -cost },
              { account: burn, amount: tokens },
              { account: deferred, amount: -cost },
              { account: revenue, amount: cost },
            ],
          })
          model.users[one.user]! -= tokens
        } else if (one.do === 'back') {
          const [sale] = sales.splice(one.which % Math.max(1, sales.length), 1)
          if (!sale) continue
          const left = model.users[sale.user]!
          const back = sale.tokens < left ? sale.tokens : left
          const legs = ledger.post(takingBack(cause(), { ...sale, userId: users[sale.user]! }))
          if (back === 0n) expect(legs).toBe(60001)
          else {
            model.users[sale.user]! -= back
            model.stock += back
            seen.back++
          }
        } else {
          const [purchase] = bought.splice(one.which % Math.max(1, bought.length), 1)
          if (!purchase) continue
          const returned = purchase.tokens < model.stock ? purchase.tokens : model.stock
          const owed = -ledger.of(agentDebt(agentId)).posted
          ledger.post(reversing(cause(), purchase, { complete: false }))
          const more = -ledger.of(agentDebt(agentId)).posted - owed
          // For sold tokens the agent owes their purchase price.
          expect(more).toBe(purchase.usdMicros - (purchase.usdMicros * returned) / purchase.tokens)
          model.stock -= returned
          seen.reversed++
          if (more > 0n) seen.owed++
        }
        holds()
      }
      // The end: the stock's cost settles the debt, and only the rest is owed to the agent, or written off.
      const { costMicros } = ledger.of(own)
      const debt = -ledger.of(agentDebt(agentId)).posted
      const legs = ledger.post(fraud ? writingOff(cause()) : buyingBack(cause()))
      if (model.stock === 0n) expect(legs).toBe(60001)
      else {
        const settled = debt < costMicros ? debt : costMicros
        expect(-ledger.of(agentDebt(agentId)).posted).toBe(debt - settled)
        model.stock = 0n
        holds()
      }
    }),
    { numRuns: 150 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20)
})
