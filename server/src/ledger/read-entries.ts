// Entries as the Flow area lists them: newest first, by the moment they happened, which their transfers' ids carry.
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB, Reader } from '../kit/database.ts'
import { type Keyset, type Page, type PageRequest, pageOf } from '../kit/paging.ts'
import { idAt } from '../kit/random.ts'
import type { Span } from '../kit/time.ts'
import type { Currency } from './accounts.ts'
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

export type EntryFilters = {
  owner?: string | undefined
  purpose?: string | undefined
  currency?: Currency | undefined
  kind?: string | undefined
  reference?: string | undefined
  span?: Span | undefined
}

const keyset: Keyset<Entry> = {
  sorts: { occurredAt: { column: 'e.transfer_id', type: 'uuid', of: (row) => row.transfer_id } },
  defaultSort: '-occurredAt',
  id: { column: 'e.line', type: 'smallint', of: (row) => row.line },
  defaultSize: 20,
}

/** So few accounts are each read along their own index, and merged. */
const fewAccounts = 24
/** Entries of accounts that together have so few are all fetched; of more, enough lie near the top. */
const fewEntries = 20_000
/** More accounts than that are not counted. */
const manyAccounts = 10_000

type Source = { from: RawBuilder<unknown>; filtered: boolean } | 'nothing'

const everything = sql`ledger.entry`

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

/** Where to read from, so that the newest rows are found without walking past all others. */
async function sourceOf(reader: Reader, { owner, purpose, currency }: EntryFilters): Promise<Source> {
  if (owner === undefined && purpose === undefined && currency === undefined)
    return { from: everything, filtered: true }
  let query = reader.selectFrom('ledger.account').select(['id', 'version', 'derived'])
  if (owner !== undefined) query = query.where('owner', '=', owner)
  if (purpose !== undefined) query = query.where('purpose', '=', purpose)
  if (currency !== undefined) query = query.where('currency', '=', currency)
  const accounts = await query.limit(manyAccounts + 1).execute()
  if (accounts.length === 0) return 'nothing'
  if (accounts.length <= fewAccounts) {
    const each = accounts.map(({ id }) => sql`select * from ledger.entry where account_id = ${id}`)
    return { from: sql`(${sql.join(each, sql` union all `)})`, filtered: true }
  }
  // The version of an account that keeps one is the number of its entries.
  const entries = accounts.reduce((sum, { version }) => sum + version, 0n)
  if (accounts.length > manyAccounts || entries > fewEntries || accounts.some(({ derived }) => derived))
    return { from: everything, filtered: false }
  const ids = accounts.map(({ id }) => id)
  return { from: sql`(select * from ledger.entry where account_id = any(${ids}::bigint[]) offset 0)`, filtered: true }
}

/**
 * One page of entries, newest first.
 *
 * @param filters as the caller sent them; they bind the cursor.
 */
export async function entryPage(
  reader: Reader,
  where: EntryFilters,
  request: PageRequest,
  filters: unknown,
): Promise<Page<Entry>> {
  const source = await sourceOf(reader, where)
  const from = source === 'nothing' ? sql`(select * from ledger.entry where false)` : source.from
  let query = reader
    .selectFrom(sql<Selectable<DB['ledger.entry']>>`${from}`.as('e'))
    // Each entry has both; as left joins they cost nothing where rows are only counted.
    .leftJoin('ledger.transfer as t', 't.id', 'e.transfer_id')
    .leftJoin('ledger.account as a', 'a.id', 'e.account_id')
    .select(columns)
  if (source !== 'nothing' && !source.filtered) {
    if (where.owner !== undefined) query = query.where('a.owner', '=', where.owner)
    if (where.purpose !== undefined) query = query.where('a.purpose', '=', where.purpose)
    if (where.currency !== undefined) query = query.where('e.currency', '=', where.currency)
  }
  if (where.kind !== undefined) query = query.where('t.kind', '=', where.kind)
  if (where.reference !== undefined) query = query.where('t.reference', '=', where.reference)
  // The id is the moment: a span of time is a span of partitions and of the index.
  if (where.span?.from) query = query.where('e.transfer_id', '>=', idAt(where.span.from))
  if (where.span?.to) query = query.where('e.transfer_id', '<', idAt(where.span.to))
  return pageOf(reader, query.$castTo<Entry>(), keyset, request, filters)
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
