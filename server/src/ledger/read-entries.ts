// Entries as the Flow area lists them: newest first, by the moment they happened, which their transfers' ids carry.
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB, Reader } from '../kit/database.ts'
import { wholeOf } from '../kit/frozen.ts'
import { type Keyset, type Page, type PageRequest, pageOf, positionOf } from '../kit/paging.ts'
import type { Currency } from './accounts.ts'
import { entriesAtLeast } from './entry-count.ts'
import { type EntryFilters, entrySource, plainEntries } from './entry-source.ts'
import type { Phase } from './post.ts'

/** One leg of one transfer, with what its transfer and its account say. */
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
  recorded_at: Date
}

const keyset: Keyset<Entry> = {
  sorts: { occurredAt: { column: 'e.transfer_id', type: 'uuid', of: (row) => row.transfer_id } },
  defaultSort: '-occurredAt',
  id: { column: 'e.line', type: 'smallint', of: (row) => row.line },
  defaultSize: 20,
}

const columns = [
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
  'e.recorded_at',
] as const

/** One of entries' rows as `select` gives it, joined with what its transfer and its account say. */
const joined = (reader: Reader, rows: RawBuilder<unknown>) =>
  reader
    .selectFrom(sql<Selectable<DB['ledger.entry']>>`(${rows})`.as('e'))
    .innerJoin('ledger.transfer as t', 't.id', 'e.transfer_id')
    .innerJoin('ledger.account as a', 'a.id', 'e.account_id')
    .select(columns)

/**
 * One page of entries, newest first. The page's rows are found first, along the index that serves, and only those are joined:
 * told all at once, the planner walks past millions.
 *
 * @param filters as the caller sent them; they bind the cursor.
 */
export async function entryPage(
  reader: Reader,
  where: EntryFilters,
  request: PageRequest,
  filters: unknown,
): Promise<Page<Entry>> {
  const found = await entrySource(reader, where)
  const descends = (request.sort ?? keyset.defaultSort).startsWith('-')
  const size = request.size ?? keyset.defaultSize
  const position = positionOf(request.after, 'uuid', 'smallint')
  const passed = position === undefined && request.current !== undefined ? (request.current - 1) * size : 0
  const page = wholeOf(reader) ? found() : found({ descends, limit: passed + size + 1, position })
  const counted = reader.selectFrom(sql<{ line: number }>`(${found()})`.as('e')).select('e.line')
  const estimated = reader.selectFrom(sql<{ line: number }>`(${plainEntries(where)})`.as('e')).select('e.line')
  return pageOf(reader, joined(reader, page).$castTo<Entry>(), keyset, request, filters, {
    counted,
    estimated,
    atLeast: () => entriesAtLeast(reader, where),
  })
}

export type TransferInfo = {
  transfer: {
    id: string
    kind: string
    phase: Phase
    hold_id: string | null
    reference: string
    refused: number | null
    actor: string
    occurred_at: Date
    recorded_at: Date
  }
  /** The transfer that resolved this hold. */
  resolvedBy: string | null
  entries: Entry[]
}

/** A transfer with all its legs in their order, or undefined when there is none. */
export async function transferById(reader: Reader, id: string): Promise<TransferInfo | undefined> {
  const transfer = await reader
    .selectFrom('ledger.transfer')
    .select(['id', 'kind', 'phase', 'hold_id', 'reference', 'refused', 'actor', 'occurred_at', 'recorded_at'])
    .where('id', '=', id)
    .$narrowType<{ phase: Phase }>()
    .executeTakeFirst()
  if (!transfer) return undefined
  const [entries, resolution] = await Promise.all([
    reader
      .selectFrom('ledger.entry as e')
      .innerJoin('ledger.transfer as t', 't.id', 'e.transfer_id')
      .innerJoin('ledger.account as a', 'a.id', 'e.account_id')
      .select(columns)
      .where('e.transfer_id', '=', id)
      .orderBy('e.line')
      .$castTo<Entry>()
      .execute(),
    reader.selectFrom('ledger.hold_resolution').select('transfer_id').where('hold_id', '=', id).executeTakeFirst(),
  ])
  return { transfer, resolvedBy: resolution?.transfer_id ?? null, entries }
}
