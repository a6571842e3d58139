// Transfers with their legs: a page, newest first, or one by its id.
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../kit/database/anyOf.ts'
import type { Reader } from '../kit/database/database.ts'
import { type Keyset, type Page, type PageRequest, pageOf, positionOf, type Reading } from '../kit/database/paging.ts'
import { type Entry, entryColumns } from './entries.ts'
import { allOf, type EntryFilters, ofAccount, ofSpan, ofTransfer } from './entrySource.ts'
import type { Currency } from './ledger.accounts.ts'
import type { Phase } from './ledger.types.ts'

export type TransferLeg = { owner: string; currency: Currency; amount: number; reserved: number }

export type TransferRow = {
  id: string
  kind: string
  phase: Phase
  reference: string
  refused: number | null
  actor: string
  occurred_at: Date
  recorded_at: Date
  legs: TransferLeg[]
}

export type TransferFilters = Pick<EntryFilters, 'owner' | 'kind' | 'reference' | 'span'>

// The id carries the time: one index gives the order, and a span of time is a span of ids.
const keyset: Keyset<TransferRow> = {
  sorts: { occurredAt: { column: 't.id', type: 'uuid', of: (row) => row.id } },
  defaultSort: '-occurredAt',
  id: { column: 't.id', type: 'uuid', of: (row) => row.id },
  defaultSize: 20,
}

type Walk = { descends: boolean; limit: number; after: string | undefined }

/** Up to this many accounts are each walked along their index, which ends early; the transfers of more are all fetched. */
const mostWalked = 24

/**
 * Ids of the transfers that touch an account, along its index. Legs of one transfer are adjacent there, so `distinct` needs no
 * sort and stops at the limit.
 */
function touching(account: RawBuilder<unknown>, where: TransferFilters, walk: Walk | undefined): RawBuilder<unknown> {
  const way = sql.raw(walk?.descends === false ? 'asc' : 'desc')
  const past = sql.raw(walk?.descends === false ? '>' : '<')
  const conditions = [
    account,
    ...ofSpan(sql`e.transfer_id`, where),
    ...(walk?.after === undefined ? [] : [sql`e.transfer_id ${past} ${walk.after}::uuid`]),
    ...(where.kind === undefined && where.reference === undefined
      ? []
      : [sql`exists (select from ledger.transfer t where t.id = e.transfer_id and ${allOf(ofTransfer(where))})`]),
  ]
  return sql`(select distinct e.transfer_id as id from ledger.entry e where ${allOf(conditions)}
    ${walk ? sql`order by e.transfer_id ${way} limit ${walk.limit}` : sql``})`
}

/** Transfers that match. With an owner they are found through each of the owner's accounts, as many as the page may need. */
async function source(reader: Reader, where: TransferFilters, walk?: Walk): Promise<RawBuilder<unknown>> {
  const own = allOf([...ofTransfer(where), ...ofSpan(sql`t.id`, where)])
  if (where.owner === undefined) return sql`select t.* from ledger.transfer t where ${own}`
  const { rows } = await sql<{
    id: bigint
  }>`select id from ledger.account a where ${allOf(ofAccount({ owner: where.owner }))}`.execute(reader)
  if (rows.length === 0) return sql`select t.* from ledger.transfer t where false`
  const accounts = rows.map(({ id }) => sql`e.account_id = ${id}`)
  const ids =
    rows.length > mostWalked
      ? touching(sql`e.account_id = ${anyOf(rows.map(({ id }) => id))}`, where, undefined)
      : sql.join(
          accounts.map((account) => touching(account, where, walk)),
          sql` union `,
        )
  return sql`select t.* from (${ids}) found join ledger.transfer t on t.id = found.id`
}

/** The legs of a transfer as one value, read only for the rows of the page. */
const legs = sql<TransferLeg[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('owner', a.owner, 'currency', e.currency,
                                               'amount', e.amount, 'reserved', e.reserved) order by e.line), '[]')
    from ledger.entry e join ledger.account a on a.id = e.account_id
   where e.transfer_id = t.id)`

/**
 * One page of transfers, newest first.
 *
 * @param filters as the caller sent them; the cursor is only valid with the same ones.
 */
export async function transferPage(
  from: Reading,
  where: TransferFilters,
  request: PageRequest,
  filters: unknown,
): Promise<Page<TransferRow>> {
  const { database: reader } = from
  const size = request.size ?? keyset.defaultSize
  const position = positionOf(request.after, 'uuid', 'uuid')
  const passed = position === undefined && request.current !== undefined ? (request.current - 1) * size : 0
  const walk: Walk = {
    descends: (request.sort ?? keyset.defaultSort).startsWith('-'),
    limit: passed + size + 1,
    after: position === undefined ? undefined : String(position.id),
  }
  const [page, all] = await Promise.all([source(reader, where, walk), source(reader, where)])
  const query = reader
    .selectFrom(sql<Omit<TransferRow, 'legs'>>`(${page})`.as('t'))
    .select(['t.id', 't.kind', 't.phase', 't.reference', 't.refused', 't.actor', 't.occurred_at', 't.recorded_at'])
    .select(legs.as('legs'))
  const counted = reader.selectFrom(sql<{ id: string }>`(${all})`.as('t')).select('t.id')
  return pageOf(from, query.$castTo<TransferRow>(), keyset, request, filters, { counted })
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

/** A transfer with all its entries in order, or undefined. */
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
      .select(entryColumns)
      .where('e.transfer_id', '=', id)
      .orderBy('e.line')
      .$castTo<Entry>()
      .execute(),
    reader.selectFrom('ledger.hold_resolution').select('transfer_id').where('hold_id', '=', id).executeTakeFirst(),
  ])
  return { transfer, resolvedBy: resolution?.transfer_id ?? null, entries }
}

/** Those of the owners who have no account. */
export async function withoutAccount(reader: Reader, owners: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select o.owner from unnest(${[...owners]}::text[]) as o(owner)
     where not exists (select from ledger.account a where a.owner = o.owner)`.execute(reader)
  return rows.map(({ owner }) => owner)
}
