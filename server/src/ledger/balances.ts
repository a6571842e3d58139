// What a decision sees of the accounts: balances that follow each accepted transfer of the same batch.
import type { AccountKey } from './accounts.ts'

/** Credit-positive, in the smallest unit. `available` is what is posted and not reserved. */
export type Balance = { posted: bigint; reserved: bigint; costMicros: bigint }

/** One side of a transfer on one account. Credit is positive. */
export type Leg = { account: AccountKey; amount: bigint; reserved?: bigint; costMicros?: bigint }

export type Balances = {
  of(key: AccountKey): Balance
  available(key: AccountKey): bigint
}

export const nothing: Balance = { posted: 0n, reserved: 0n, costMicros: 0n }

/** An account's balance after a leg. */
export const balanceAfter = (before: Balance, { amount, reserved, costMicros }: Leg): Balance => ({
  posted: before.posted + amount,
  reserved: reserved ? before.reserved + reserved : before.reserved,
  costMicros: costMicros ? before.costMicros + costMicros : before.costMicros,
})
