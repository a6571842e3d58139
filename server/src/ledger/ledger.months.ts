// Months of the books: which are closed, and the two steps that close one (docs/ledger.md, Months).
import { type Selectable, sql } from 'kysely'
import type { Database, DB, Reader, Transaction } from '../kit/database/database.ts'

/** A month that is closed or closing; `month` is its first day as text. Bounds are half-open. */
export type ClosedMonth = Omit<Selectable<DB['ledger.month']>, 'month' | 'state' | 'xid'> & {
  month: string
  state: 'closing' | 'closed'
}

/** Closed and closing months, oldest first. Everything before the last one's end is closed. */
export async function closedMonths(reader: Reader): Promise<ClosedMonth[]> {
  const { rows } = await sql<ClosedMonth>`
    select to_char(month, 'YYYY-MM') as month, starts_at, ends_at, state, asked_by, approved_by, approved_at, closed_at
      from ledger.month order by starts_at`.execute(reader)
  return rows
}

/** The quarter of an hour of the first folded entry; undefined if nothing is folded yet. */
export async function firstBooked(reader: Reader): Promise<Date | undefined> {
  const { rows } = await sql<{ slot: Date | null }>`select min(slot) as slot from ledger.booked`.execute(reader)
  return rows[0]?.slot ?? undefined
}

export type Closing = { month: string; startsAt: Date; endsAt: Date; askedBy: string; approvedBy: string; at: Date }

/**
 * Starts closing a month: from the commit on, nothing is booked into it.
 *
 * @throws a check violation unless it follows the month closed last, has ended, and two members of staff agree.
 */
export const closeMonth = (tx: Transaction, of: Closing) =>
  sql`select ledger.close_month(${`${of.month}-01`}::date, ${of.startsAt}, ${of.endsAt}, ${of.askedBy}, ${of.approvedBy}, ${of.at})`.execute(
    tx,
  )

/** Completes the closing of months into which no running transaction can post. @returns how many. */
export async function finishClosing(database: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ closed: bigint }>`select ledger.finish_closing(${now}) as closed`.execute(database)
  return Number(rows[0]?.closed ?? 0n)
}
