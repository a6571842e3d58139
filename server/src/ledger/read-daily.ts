// What moved by day and kind, for those who fold it.
import { sql } from 'kysely'
import type { Database, Reader } from '../kit/database.ts'
import type { Currency } from './accounts.ts'
import { type Part, within } from './part.ts'

/** Credit-positive sums over the accounts of people and agents. */
export type DayFlow = { day: string; currency: Currency; kind: string; in: bigint; out: bigint; transfers: bigint }

/** What was written within the part, by the day in `zone` on which it happened. A transfer is never cut by one. */
export async function flowsByDay(reader: Reader, part: Part, zone: string): Promise<DayFlow[]> {
  const { rows } = await sql<DayFlow>`
    select to_char(t.occurred_at at time zone ${zone}, 'YYYY-MM-DD') as day, e.currency, t.kind,
           coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as "in",
           coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as "out",
           count(distinct e.transfer_id) as transfers
      from (select account_id, transfer_id, currency, amount
              from ledger.entry where version is not null and amount <> 0 and ${within(part)}) e
      join ledger.account a on a.id = e.account_id and (a.owner like 'user:%' or a.owner like 'agent:%')
      join ledger.transfer t on t.id = e.transfer_id
     group by 1, 2, 3`.execute(reader)
  return rows
}

/** Folds the platform's own accounts into their days, as far as is new; @returns how many entries. */
export async function foldPlatform(database: Database): Promise<number> {
  const { rows } = await sql<{ entries: bigint }>`select ledger.fold() as entries`.execute(database)
  return Number(rows[0]?.entries ?? 0n)
}
