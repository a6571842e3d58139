// What users spent, earned, paid and were paid, transfer by transfer: for folding, and for lists of the same entries.
import { type RawBuilder, sql } from 'kysely'
import { earningKinds } from './earnings.ts'
import type { EntryFilters } from './entrySource.ts'
import { type Part, within } from './newEntries.ts'

const spending = earningKinds
const earning = [...earningKinds, 'settlement.salary'] as const
/** Transfers whose money is taken from an order or a withdrawal. */
const ordered = ['recharge', 'refund', 'chargeback', 'chargeback.reverse', 'withdrawal'] as const

/** The entries behind the two figures that are counted from entries. */
export const countedEntries = {
  spent: { kinds: spending, currency: 'TOKEN', holder: 'user', moved: true },
  earned: { kinds: earning, currency: 'BONUS', holder: 'user', moved: true },
} as const satisfies Record<string, EntryFilters>

/**
 * A query of the part's transfers that count in users' sums: `user_id, transfer_id, kind, phase, reference, occurred_at, spent,
 * earned`, one row per transfer and user whose accounts it changed.
 */
export const movesOfUsers = (part: Part): RawBuilder<unknown> => sql`
  select substr(a.owner, 6)::bigint as user_id, f.transfer_id, t.kind, t.phase, t.reference, t.occurred_at,
         -sum(f.amount) filter (where t.kind = any(${[...spending]}::text[]) and a.currency = 'TOKEN') as spent,
         sum(f.amount) filter (where t.kind = any(${[...earning]}::text[]) and a.currency = 'BONUS') as earned
    from (select transfer_id, account_id, amount from ledger.entry
           where version is not null and amount <> 0 and ${within(part)} offset 0) f
   cross join lateral (select owner, currency from ledger.account where id = f.account_id offset 0) a
   cross join lateral (select kind, phase, reference, occurred_at from ledger.transfer where id = f.transfer_id offset 0) t
   where a.owner like 'user:%' and t.kind = any(${[...earning, ...ordered]}::text[])
   group by 1, 2, 3, 4, 5, 6`
