// Transfers for spending tokens: charged at once, held, posted, voided.
import type { Item } from '../../../ledger/index.ts'
import {
  accountsOf,
  freeAccounts,
  freeLegs,
  holdingLegs,
  postingLegs,
  type Spending,
  spendingLegs,
  usdOf,
  voidingLegs,
} from './spending.rules.ts'

/** A transfer's id, kind and reference. `reference` is `call <id>`, `gift <id>`, `live <id>`, `text <id>`. */
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

/** A free minute: promotional tokens are issued and spent at once, whatever the payer has. */
export const spendFree = (cause: Cause, spending: Spending): Item => ({
  ...base(cause, spending),
  phase: 'single',
  accounts: freeAccounts(spending),
  decide: () => freeLegs(spending),
  usd: (legs) => usdOf(legs, spending.bonusPerUsd),
})

/** Holds the tokens; nothing is earned yet. */
export const hold = (cause: Cause, spending: Spending): Item => ({
  ...base(cause, spending),
  phase: 'hold',
  decide: (balances) => holdingLegs(balances, spending),
})

/** Posts the hold. */
export const postHold = (cause: Cause, spending: Spending, holdId: string): Item => ({
  ...base(cause, spending),
  phase: 'post',
  holdId,
  decide: (balances, held) => postingLegs(balances, spending, held),
  usd: (legs) => usdOf(legs, spending.bonusPerUsd),
})

/** Voids the hold. */
export const voidHold = (cause: Cause, spending: Spending, holdId: string): Item => ({
  ...base(cause, spending),
  phase: 'void',
  holdId,
  decide: (_, held) => voidingLegs(held),
})
