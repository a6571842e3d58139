// What a decision sees of the locked accounts: balances that follow each accepted transfer of the same batch.
import { type AccountKey, nameOf } from './accounts.ts'

/** Credit-positive, in the smallest unit. `available` is what is posted and not reserved. */
export type Balance = { posted: bigint; reserved: bigint; costMicros: bigint }

/** One side of a transfer on one account. Credit is positive. */
export type Leg = { account: AccountKey; amount: bigint; reserved?: bigint; costMicros?: bigint }

export type Balances = {
  of(key: AccountKey): Balance
  available(key: AccountKey): bigint
  apply(legs: readonly Leg[]): void
}

const nothing: Balance = { posted: 0n, reserved: 0n, costMicros: 0n }

export function balancesOf(known: Map<string, Balance>): Balances {
  const of = (key: AccountKey) => known.get(nameOf(key)) ?? nothing
  return {
    of,
    available: (key) => of(key).posted - of(key).reserved,
    apply: (legs) => {
      for (const leg of legs) {
        const before = of(leg.account)
        known.set(nameOf(leg.account), {
          posted: before.posted + leg.amount,
          reserved: before.reserved + (leg.reserved ?? 0n),
          costMicros: before.costMicros + (leg.costMicros ?? 0n),
        })
      }
    },
  }
}
