// Entries as the Flow area lists them: newest first by when they happened, which the ids of their transfers carry.
import { limits } from '@greenroom/contract/limits'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB, Reader } from '../kit/database/database.ts'
import { type Keyset, type Page, type PageRequest, pageOf, positionOf, type Reading } from '../kit/database/paging.ts'
import { bookedEntries } from './booked.ts'
import { allOf, type EntryFilters, entrySource, ofAccount, plainEntries } from './entrySource.ts'
import type { Currency } from './ledger.accounts.ts'
import type { Phase } from './ledger.types.ts'

/** One entry with its transfer and its account. */
export type Entry = {
  transfer_id: string
  line: number
  kind: string
  phase: Phase
  reference: string
  owner: string
  purpose: string
  currency: Currency
  amount: bigint
  reserved: bigint
  posted_after: bigint | null
  reserved_after: bigint | null
  actor: string
  occurred_at: Date
  booked_at: Date
  recorded_at: Date
}

const keyset: Keyset<Entry> = {
  sorts: { occurredAt: { column: 'e.transfer_id', type: 'uuid', of: (row) => row.transfer_id } },
  defaultSort: '-occurredAt',
  id: { column: 'e.line', type: 'smallint', of: (row) => row.line },
  defaultSize: 20,
}

export const entryColumns = [
  'e.transfer_id',
  'e.line',
  't.kind',
  't.phase',
  't.reference',
  'a.owner',
  'a.purpose',
  'e.currency',
  'e.amount',
  'e.reserved',
  'e.posted_after',
  'e.reserved_after',
  't.actor',
  't.occurred_at',
  't.booked_at',
  'e.recorded_at',
] as const

/** Joins rows of `ledger.entry` with their transfers and accounts. */
const joined = (reader: Reader, rows: RawBuilder<unknown>) =>
  reader
    .selectFrom(sql<Selectable<DB['ledger.entry']>>`(${rows})`.as('e'))
    .innerJoin('ledger.transfer as t', 't.id', 'e.transfer_id')
    .innerJoin('ledger.account as a', 'a.id', 'e.account_id')
    .select(entryColumns)

/**
 * One page of entries, newest first. Finds the page's rows along an index first and joins only those: as a single join, the
 * planner scans millions.
 *
 * @param filters as the caller sent them; the cursor is only valid with the same ones.
 */
export async function entryPage(
  from: Reading,
  where: EntryFilters,
  request: PageRequest,
  filters: unknown,
): Promise<Page<Entry>> {
  const { database: reader, whole } = from
  const descends = (request.sort ?? keyset.defaultSort).startsWith('-')
  const size = request.size ?? keyset.defaultSize
  const position = positionOf(request.after, 'uuid', 'smallint')
  // Only a first page counts.
  const counts = position === undefined && !whole
  const [found, exact] = await Promise.all([
    entrySource(reader, where),
    counts ? bookedEntries(reader, where) : undefined,
  ])
  const passed = position === undefined && request.current !== undefined ? (request.current - 1) * size : 0
  const page = whole ? found() : found({ descends, limit: passed + size + 1, position })
  const counted = reader.selectFrom(sql<{ line: number }>`(${found()})`.as('e')).select('e.line')
  const estimated = reader.selectFrom(sql<{ line: number }>`(${plainEntries(where)})`.as('e')).select('e.line')
  return pageOf(from, joined(reader, page).$castTo<Entry>(), keyset, request, filters, {
    exact,
    counted,
    estimated,
    atLeast: () => entriesAtLeast(reader, where),
  })
}

/**
 * A known lower bound of how many entries match, so that frequent ones need not be counted; 0 where accounts don't count them. An
 * account's version counts its entries, and folded days count those of platform accounts. As nothing is ever deleted, these
 * are at most too small.
 */
export async function entriesAtLeast(reader: Reader, where: EntryFilters): Promise<number> {
  const { kind, kinds, reference, span, booked } = where
  if ((kind ?? kinds ?? reference ?? span?.from ?? span?.to ?? booked) !== undefined) return 0
  const conditions = allOf(ofAccount(where))
  // By currency alone, owned accounts have no index; platform accounts have enough entries.
  const isOfOwners = where.owner !== undefined || where.purpose !== undefined
  const { rows } = await sql<{ entries: number }>`
    select coalesce((
             select sum(version)
               from (select version from ledger.account a where ${conditions} and not derived
                      limit ${isOfOwners ? limits.exactTotal + 1 : 0}) owned), 0)::float8
         + coalesce((
             select sum(f.entries) from ledger.account a join ledger.folded f on f.account_id = a.id
              where a.derived and a.owner = 'platform' and ${conditions}), 0)::float8 as entries`.execute(reader)
  return rows[0]!.entries
}
