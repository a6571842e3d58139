// The books' SQL. Sums and entries come from the ledger; platform only: the service refuses every other scope.

import type { booksTrial } from '@greenroom/contract/books'
import type { RecordOf } from '@greenroom/contract/call'
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { type Keyset, type Page, type PageRequest, pageOf, type Reading } from '../../../kit/database/paging.ts'

type TrialRow = RecordOf<typeof booksTrial> & { place: number }

const keyset: Keyset<TrialRow> = {
  sorts: { place: { column: 't.place', type: 'int', of: (row) => row.place } },
  defaultSort: 'place',
  id: { column: 't.place', type: 'int', of: (row) => row.place },
  defaultSize: 100,
}

/** Computed rows, for pages and exports. */
export function trialPage(
  from: Reading,
  rows: readonly RecordOf<typeof booksTrial>[],
  request: PageRequest,
  filters: unknown,
): Promise<Page<TrialRow>> {
  const placed = rows.map((row, place) => ({ ...row, place }))
  const query = from.database
    .selectFrom(
      sql<TrialRow>`jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)`.as<'t'>(
        sql`t(place int, "bookId" text, holder text, purpose text, currency text, normal text,
              opening float8, debit float8, credit float8, closing float8)`,
      ),
    )
    .selectAll()
  return pageOf(from, query.$castTo<TrialRow>(), keyset, request, filters)
}

/** Weeks that end in a span and are neither approved nor paid. */
export async function openWeeks(reader: Reader, from: Date, to: Date): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from guilds.settlement s join guilds.week w on w.week = s.week
     where s.state in ('draft', 'confirmed', 'disputed') and w.ends_at > ${from} and w.ends_at <= ${to}`.execute(reader)
  return rows[0]!.open
}

/** Deposits that arrived in a span and are still open (not credited, matched or rejected). */
export async function openDeposits(reader: Reader, from: Date, to: Date): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from chain.deposit
     where state in ('detected', 'confirming', 'unmatched') and at >= ${from} and at < ${to}`.execute(reader)
  return rows[0]!.open
}

/** Open statement differences: of lines and orders in a span, or of statements that begin in it. */
export async function openDifferences(reader: Reader, from: Date, to: Date): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from finance.statement_difference d join finance.statement s on s.id = d.statement_id
     where d.state = 'open' and coalesce(d.at, s.from_at) >= ${from} and coalesce(d.at, s.from_at) < ${to}`.execute(
    reader,
  )
  return rows[0]!.open
}
