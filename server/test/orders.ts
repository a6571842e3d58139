// What pages are ordered by, from the queries that read them.
import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, sql } from 'kysely'
import { vi } from 'vitest'
import { type Database, inTransaction } from '../src/kit/database/database.ts'

export type Watched = <T>(work: () => Promise<T>) => Promise<{ made: T; queries: CompiledQuery[] }>

/** Runs work, and tells which built queries it executed. */
export function watchQueries(database: Database): Watched {
  const running = new AsyncLocalStorage<CompiledQuery[]>()
  const execute = database.executeQuery.bind(database)
  vi.spyOn(database, 'executeQuery').mockImplementation((query) => {
    running.getStore()?.push(query as CompiledQuery)
    return execute(query as CompiledQuery) as never
  })
  return async (work) => {
    const queries: CompiledQuery[] = []
    return { made: await running.run(queries, work), queries }
  }
}

export type Ordered = { query: CompiledQuery; alias: string; column: string; table: string | undefined }

/** A column, or the English of its texts by language, which are always there. */
const first = / order by (?:"(\w+)"\."(\w+)"|\("(\w+)"\."(\w+)" ->> 'en'\))[^)]* limit /

/** The page's query, and the column that it is ordered by first. */
export function orderedBy(queries: readonly CompiledQuery[]): Ordered | undefined {
  for (const query of queries) {
    const [, ofColumn, plain, ofTexts, texts] = first.exec(query.sql) ?? []
    const [alias, column] = [ofColumn ?? ofTexts, plain ?? texts]
    if (alias === undefined || column === undefined) continue
    const from = new RegExp(`(?:from|join) "(\\w+)"\\."(\\w+)" as "${alias}"`).exec(query.sql)
    return { query, alias, column, table: from ? `${from[1]}.${from[2]}` : undefined }
  }
  return undefined
}

/** The columns of tables that may lack a value. */
export async function nullableColumns(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select n.nspname || '.' || c.relname || '.' || a.attname as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where not a.attnotnull and a.attnum > 0`.execute(database)
  return new Set(rows.map(({ name }) => name))
}

/** Whether the query names only rows with a value. */
export const saysSo = ({ query, alias, column }: Ordered): boolean =>
  query.sql.includes(`"${alias}"."${column}" is not null`)

type Plan = { 'Node Type': string; 'Parent Relationship'?: string; Plans?: Plan[] }

const sortsIn = (plan: Plan): boolean =>
  plan['Node Type'].endsWith('Sort') ||
  (plan.Plans ?? []).some((one) => !/SubPlan|InitPlan/.test(one['Parent Relationship'] ?? '') && sortsIn(one))

/** Whether a query sorts rows although it would rather read any index. */
export const sortsRows = (database: Database, query: CompiledQuery): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    const explain = CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters])
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(explain)
    return sortsIn(rows[0]!['QUERY PLAN'][0]!.Plan)
  })
