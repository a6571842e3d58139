// What a decision sees of the locked accounts: balances that follow each accepted transfer of the same batch.
import { type AccountKey, nameOf } from './accounts.ts'

/** Credit-positive, in the smallest unit. `available` is what is posted and not reserved. */
export type Balance = { posted: bigint; reserved: bigint; costMicros: bigint }

/** One side of a transfer on one account. Credit is positive. */
export type Leg = { account: AccountKey; amount: bigint; reserved?: bigint; costMicros?: bigint }

export type Balances = {
  of(key: AccountKey): Balance
  available(key: AccountKey): bigint
}

const nothing: Balance = { posted: 0n, reserved: 0n, costMicros: 0n }

/** @param known by name; what follows from a leg is put there. */
export function balancesOf(known: Map<string, Balance>) {
  const named = (name: string) => known.get(name) ?? nothing
  const of = (key: AccountKey) => named(nameOf(key))
  return {
    of,
    named,
    available(key: AccountKey): bigint {
      const { posted, reserved } = of(key)
      return posted - reserved
    },
    /** Of an account that somebody owns; the platform's keep none. */
    apply(name: string, leg: Leg): void {
      const before = named(name)
      known.set(name, {
        posted: before.posted + leg.amount,
        reserved: before.reserved + (leg.reserved ?? 0n),
        costMicros: before.costMicros + (leg.costMicros ?? 0n),
      })
    },
  }
}
