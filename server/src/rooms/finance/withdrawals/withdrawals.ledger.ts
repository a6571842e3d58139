// What ends a withdrawal's hold in the ledger (docs/money.md, Ledger). Pure.
import { type AccountKey, bonus, type Item, ofPlatform } from '../../../ledger/index.ts'
import { paidFrom } from '../payouts/payouts.legs.ts'
import type { PaidOnChain } from '../payouts/payouts.source.ts'
import { accountsOf } from './withdrawals.rules.ts'

/** `netCents`: what is paid; the rest was taken for a debt as it passed. */
export type Held = { id: string; userId: bigint; bonus: bigint; netCents: bigint; holdId: string }

const microsPerCent = 10_000n
const liability = ofPlatform('bonusLiability', 'USD')
const redeemed = ofPlatform('redeem', 'BONUS')

const base = (row: Held, id: string, at: Date) => ({
  id,
  kind: 'withdrawal',
  holdId: row.holdId,
  reference: `withdrawal ${row.id}`,
  occurredAt: at,
})

/** Posts the hold, and takes the money from where it was paid. */
export function payItem(row: Held, id: string, at: Date, onChain: PaidOnChain | null): Item {
  const account = bonus(row.userId)
  const micros = row.netCents * microsPerCent
  const cash = paidFrom(onChain, micros)
  const accounts: AccountKey[] = [...accountsOf(row.userId), redeemed, liability, ...cash.map((leg) => leg.account)]
  return {
    ...base(row, id, at),
    phase: 'post',
    request: { paid: row.bonus, usdCents: row.netCents },
    accounts,
    decide: () => [
      { account, amount: -row.bonus, reserved: -row.bonus },
      { account: redeemed, amount: row.bonus },
      ...(micros === 0n ? [] : [{ account: liability, amount: -micros }, ...cash]),
    ],
  }
}

/** Voids the hold. */
export const releaseItem = (row: Held, id: string, at: Date): Item => ({
  ...base(row, id, at),
  phase: 'void',
  request: { released: row.bonus },
  accounts: accountsOf(row.userId),
  decide: (_, held) => held.map(({ account, reserved }) => ({ account, amount: 0n, reserved: -(reserved ?? 0n) })),
})
