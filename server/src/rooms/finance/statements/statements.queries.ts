// Statements, their lines and mappings. Platform data: guild and agent callers find none.
import type { Parsed } from '@greenroom/contract/call'
import type { statementLineList, statementList, statementMappingList } from '@greenroom/contract/statements'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { plainArray, textArray } from '../../../kit/database/arrays.ts'
import { type DB, type Reader, runPrepared, type Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import type { Line } from './statements.reading.ts'

export type Statement = Selectable<DB['finance.statement']>
export type Mapping = Selectable<DB['finance.statement_mapping']>
/** Days as text, because a date has no zone. */
export type StatementRow = Statement & { from_text: string; to_text: string }

export const mappingById = (reader: Reader, id: number): Promise<Mapping | undefined> =>
  reader.selectFrom('finance.statement_mapping').selectAll().where('id', '=', id).executeTakeFirst()

const mappings: Keyset<Mapping> = {
  sorts: { name: { column: 'm.name', type: 'text', of: (row) => row.name } },
  defaultSort: 'name',
  id: { column: 'm.id', type: 'int', of: (row) => row.id },
  defaultSize: 50,
}
const mappingFilters: Filters<typeof statementMappingList> = { gateway: equals('m.gateway') }
export const mappingPage = (context: Context, payload: Parsed<typeof statementMappingList>) =>
  narrowedPage<Mapping, typeof payload>(
    context,
    context.database.selectFrom('finance.statement_mapping as m').selectAll('m').where(visible(context.scope)),
    mappingFilters,
    mappings,
    payload,
  )

const keyset: Keyset<StatementRow> = {
  sorts: { madeAt: { column: 's.made_at', type: 'timestamptz', of: (row) => row.made_at } },
  defaultSort: '-madeAt',
  id: { column: 's.id', type: 'int', of: (row) => row.id },
  defaultSize: 20,
}
const filters: Filters<typeof statementList> = {
  gateway: equals('s.gateway'),
  state: equals('s.state'),
  ...span('s.made_at'),
}
const texts = [
  sql<string>`to_char(s.from_day, 'YYYY-MM-DD')`.as('from_text'),
  sql<string>`to_char(s.to_day, 'YYYY-MM-DD')`.as('to_text'),
] as const

/** One page of statements, the newest first. */
export const statementPage = (context: Context, payload: Parsed<typeof statementList>) =>
  narrowedPage<StatementRow, typeof payload>(
    context,
    context.database
      .selectFrom('finance.statement as s')
      .selectAll('s')
      .select([...texts])
      .where(visible(context.scope)),
    filters,
    keyset,
    payload,
  )

export const statementById = (context: Context, id: number): Promise<StatementRow | undefined> =>
  context.database
    .selectFrom('finance.statement as s')
    .selectAll('s')
    .select([...texts])
    .where(visible(context.scope))
    .where('s.id', '=', id)
    .executeTakeFirst()

export const lockStatement = (tx: Transaction, id: number): Promise<Statement | undefined> =>
  tx.selectFrom('finance.statement').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Serialises beginning statements of a gateway. */
export const holdGateway = (tx: Transaction, gateway: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`statements of ${gateway}`}, 0))`.execute(tx)

export const openOf = (tx: Transaction, gateway: string): Promise<Statement | undefined> =>
  tx
    .selectFrom('finance.statement')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('state', 'in', ['loading', 'matching', 'draft'])
    .forNoKeyUpdate()
    .executeTakeFirst()

export const setState = (tx: Transaction, id: number, state: Statement['state'], reason: string, at: Date) =>
  tx
    .updateTable('finance.statement')
    .set({ state, state_reason: reason, touched_at: at, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const addStatement = async (tx: Transaction, row: Insertable<DB['finance.statement']>): Promise<number> =>
  (await tx.insertInto('finance.statement').values(row).returning('id').executeTakeFirstOrThrow()).id

/** The statement that already has this file; null if none. */
export const sameFile = async (tx: Transaction, hash: Buffer): Promise<number | null> =>
  (
    await tx
      .selectFrom('finance.statement')
      .select('id')
      .where('hash', '=', hash)
      .where('state', 'in', ['matching', 'draft', 'confirmed'])
      .executeTakeFirst()
  )?.id ?? null

export const saveLoaded = (tx: Transaction, id: number, loaded: Partial<Insertable<DB['finance.statement']>>) =>
  tx.updateTable('finance.statement').set(loaded).where('id', '=', id).execute()

/** Stores lines in one statement; a time without a zone is in the platform's. */
export const addLines = (
  tx: Transaction,
  { statementId, zone, first, lines }: { statementId: number; zone: string; first: number; lines: readonly Line[] },
) =>
  // Parsed once a connection: a file of a million lines comes in hundreds of slices.
  runPrepared(
    tx,
    sql`
    insert into finance.statement_line (statement_id, line, reference, amount_minor, currency, fee_minor, at, fault, result)
    select ${statementId}, ${first}::int + l.n::int - 1, l.reference, l.amount, l.currency,
           l.fee, case when length(l.at) > 19 then l.at::timestamptz else l.at::timestamp at time zone ${zone} end,
           l.fault, case when l.fault <> '' then 'unreadable' end
      from unnest(${textArray(lines.map((l) => l.reference))}::text[], ${plainArray(lines.map((l) => l.amountMinor))}::bigint[],
                  ${textArray(lines.map((l) => l.currency))}::text[], ${plainArray(lines.map((l) => l.feeMinor))}::bigint[],
                  ${textArray(lines.map((l) => l.at))}::text[], ${textArray(lines.map((l) => l.fault))}::text[])
           with ordinality as l(reference, amount, currency, fee, at, fault, n)`,
  )

export type LineRow = Selectable<DB['finance.statement_line']> & { order_id: string | null; item: string | null }

const lines: Keyset<LineRow> = {
  sorts: { line: { column: 'l.line', type: 'int', of: (row) => row.line } },
  defaultSort: 'line',
  id: { column: 'l.line', type: 'int', of: (row) => row.line },
  defaultSize: 50,
}
const lineFilters: Filters<typeof statementLineList> = {
  statementId: equals('l.statement_id'),
  result: (result) => (result === 'agreed' ? sql`l.result is null` : sql`l.result = ${result}`),
  reference: equals('l.reference'),
}
export const linePage = (context: Context, payload: Parsed<typeof statementLineList>) =>
  narrowedPage<LineRow, typeof payload>(
    context,
    context.database
      .selectFrom('finance.statement_line as l')
      .leftJoin('finance.statement_match as m', (join) =>
        join.onRef('m.statement_id', '=', 'l.statement_id').onRef('m.line', '=', 'l.line'),
      )
      .selectAll('l')
      .select([
        sql<string | null>`coalesce(m.order_id, l.suggested_id)`.as('order_id'),
        sql<string | null>`coalesce(m.item, l.suggested_item)`.as('item'),
      ])
      .where(visible(context.scope)),
    lineFilters,
    lines,
    payload,
  )

export const lockMapping = (tx: Transaction, id: number): Promise<Mapping | undefined> =>
  tx.selectFrom('finance.statement_mapping').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Changes a mapping, or adds one. @throws a unique violation of `statement_mapping_name`. */
export const saveMapping = (
  tx: Transaction,
  id: number | undefined,
  values: Insertable<DB['finance.statement_mapping']>,
): Promise<{ id: number }> =>
  id === undefined
    ? tx.insertInto('finance.statement_mapping').values(values).returning('id').executeTakeFirstOrThrow()
    : tx
        .updateTable('finance.statement_mapping')
        .set(values)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirstOrThrow()
