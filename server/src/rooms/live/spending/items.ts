// Transfers for what is spent: at once, held, posted and voided.
import type { Item } from '../../../ledger/index.ts'
import { accountsOf, holdingLegs, postingLegs, type Spending, spendingLegs, usdOf, voidingLegs } from './rules.ts'

/** What a transfer is called and belongs to. `reference` is `call <id>`, `gift <id>`, `live <id>`, `text <id>`. */
export type Cause = { id: string; kind: 'gift' | 'text' | 'room' | 'call'; reference: string; at: Date }

const base = (cause: Cause, spending: Spending) => ({
  id: cause.id,
  kind: cause.kind,
  reference: cause.reference,
  occurredAt: cause.at,
  request: { from: spending.from, to: spending.to, tokens: spending.tokens },
  accounts: accountsOf(spending),
})

/** Takes the tokens at once. */
export const spend = (cause: Cause, spending: Spending): Item => ({
  ...base(cause, spending),
  phase: 'single',
  decide: (balances) => spendingLegs(balances, spending),
  usd: (legs) => usdOf(legs, spending.bonusPerUsd),
})

/** Reserves them; nothing is earned yet. */
export const hold = (cause: Cause, spending: Spending): Item => ({
  ...base(cause, spending),
  phase: 'hold',
  decide: (balances) => holdingLegs(balances, spending),
})

/** Takes what the hold reserved. */
export const postHold = (cause: Cause, spending: Spending, holdId: string): Item => ({
  ...base(cause, spending),
  phase: 'post',
  holdId,
  decide: (balances, held) => postingLegs(balances, spending, held),
  usd: (legs) => usdOf(legs, spending.bonusPerUsd),
})

/** Lets go of what the hold reserved. */
export const voidHold = (cause: Cause, spending: Spending, holdId: string): Item => ({
  ...base(cause, spending),
  phase: 'void',
  holdId,
  decide: (_, held) => voidingLegs(held),
})
