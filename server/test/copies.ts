// Copies of a table's rows, for tests of lists: what they are sorted by is equal in half of the copies, and missing in the other half where
// it may be.
import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { type Database, inTransaction, type Transaction } from '../src/kit/database/database.ts'

type Column = { name: string; type: string; nullable: boolean }
type TableOf = {
  table: string
  columns: Column[]
  /** The columns of each unique index. */
  unique: (string[] | null)[]
  /** Where a column's values come from. */
  references: Record<string, { table: string; column: string }>
}

const source = new URL('../src/', import.meta.url)
/** Every column that some list may be sorted by, from any table. */
const sortedBy = new Set(
  globSync('**/*.ts', { cwd: source })
    .filter((file) => !/\.(test|fixture|suite)\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(new URL(file, source), 'utf8').matchAll(/column: '\w+\.(\w+)'/g)])
    .map(([, name]) => name!),
)

/** Tables with rows, besides those of the system and of what seals itself. */
async function filledTables(database: Database): Promise<TableOf[]> {
  const { rows } = await sql<TableOf>`
    select c.oid::regclass::text as table,
           (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'nullable', not a.attnotnull))
              from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
           coalesce((select jsonb_agg((select jsonb_agg(a.attname) from pg_attribute a
                                        where a.attrelid = c.oid and a.attnum > 0
                                          and split_part(split_part(pg_get_indexdef(i.indexrelid), ' USING ', 2), ' WHERE ', 1) ~ ('\\m' || a.attname || '\\M')))
              from pg_index i where i.indrelid = c.oid and i.indisunique), '[]') as unique,
           coalesce((select jsonb_object_agg(a.attname, jsonb_build_object('table', k.confrelid::regclass::text, 'column', f.attname))
              from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
              join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
             where k.conrelid = c.oid and k.contype = 'f' and cardinality(k.conkey) = 1), '{}') as references
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname not in ('pg_catalog', 'information_schema', 'jobs', 'public', 'kit', 'log', 'ledger')
       and c.oid::regclass::text not in ('access.session', 'access.role_menu', 'access.menu', 'system.country', 'access.staff_role', 'promotion.payout_account')
     order by 1`.execute(database)
  const filled: TableOf[] = []
  for (const row of rows) {
    const { rows: found } = await sql`select 1 from ${sql.raw(row.table)} limit 1`.execute(database)
    if (found.length > 0) filled.push(row)
  }
  return filled
}

/** The value of copy `i` in a column that must differ, or undefined if no rule gives one. */
function another({ table, references }: TableOf, { name, type }: Column): string | undefined {
  const reference = references[name]
  if (reference && reference.table !== table)
    return `(select r.${reference.column} from ${reference.table} r where not exists (select from ${table} x where x.${name} = r.${reference.column})
              order by 1 desc offset i - 1 limit 1)`
  switch (type) {
    case 'text':
      return `o.${name} || '~' || salt || '-' || i`
    case 'integer':
    case 'bigint':
    case 'smallint':
      return `(select max(${name}) from ${table}) + i`
    case 'uuid':
      return `uuidv7() `
    case 'bytea':
      return `sha256((salt || i)::bytea)`
    case 'timestamp with time zone':
      return `o.${name} - (i * interval '1 second')`
    case 'date':
      return `o.${name} - 7 * i::int`
    default:
      return undefined
  }
}

const order = ['uuid', 'bigint', 'integer', 'text', 'bytea', 'date', 'timestamp with time zone', 'smallint']
const rank = (of: TableOf, column: Column) =>
  order.indexOf(column.type) +
  (of.references[column.name] ? 100 : 0) +
  (/^(version|kind|state|scene|model|currency|purpose|type|chain|source)$/.test(column.name) ? 50 : 0)

/** The columns that differ between copies, one of each unique index at least. */
function differing(of: TableOf): Column[] {
  const chosen = new Map<string, Column>()
  for (const names of of.unique) {
    // An index on an expression names no column.
    if (names === null) continue
    if (names.some((name) => chosen.has(name))) continue
    const [best] = of.columns
      .filter(({ name, type }) => names.includes(name) && order.includes(type))
      .toSorted((a, b) => rank(of, a) - rank(of, b))
    if (best) chosen.set(best.name, best)
  }
  return [...chosen.values()]
}

export type Copied = { table: string; why?: string }

/** Other copies of a table's rows than of its first one. */
export type Recipe = {
  /** Which row: a condition. */
  from?: string
  /** The columns that differ between copies, if not one of each unique index. */
  differs?: string[]
  /** What the copies have instead: expressions, in which `o` is the row and `i` the number of the copy. */
  sets?: Record<string, string>
}

/** Tables after those that they refer to. */
function referredFirst(tables: readonly TableOf[]): TableOf[] {
  const byName = new Map(tables.map((of) => [of.table, of]))
  const sorted = new Set<TableOf>()
  const passed = new Set<TableOf>()
  const visit = (of: TableOf) => {
    if (passed.has(of)) return
    passed.add(of)
    for (const { table } of Object.values(of.references)) {
      const referred = byName.get(table)
      if (referred) visit(referred)
    }
    sorted.add(of)
  }
  for (const of of tables) visit(of)
  return [...sorted]
}

/** Copies one row `equal` times as it is, and as often without a value for each of its columns that a list may be sorted by. */
async function copyRow(
  tx: Transaction,
  of: TableOf,
  { from, differs, sets = {} }: Recipe,
  { equal, salt }: { equal: number; salt: string },
): Promise<string | undefined> {
  const keys = differs ? of.columns.filter(({ name }) => differs.includes(name)) : differing(of)
  const values = new Map<string, string | undefined>([
    ...keys.map((column) => [column.name, another(of, column)] as const),
    ...Object.entries(sets),
  ])
  const blanks = of.columns.filter(({ name, nullable }) => nullable && sortedBy.has(name) && !values.has(name))
  const insert = (first: number, blank?: string) =>
    sql.raw(`
      insert into ${of.table} (${of.columns.map(({ name }) => name).join(', ')}) overriding system value
      select ${of.columns.map(({ name }) => (name === blank ? 'null' : (values.get(name) ?? `o.${name}`))).join(', ')}
        from (select * from ${of.table} where ${from ?? 'true'} order by 1 limit 1) o,
             generate_series(${first}, ${first + equal - 1}) i, (select '${salt}') s(salt)`)
  const tried = async (first: number, blank?: string): Promise<string | undefined> => {
    await sql`savepoint a_copy`.execute(tx)
    try {
      await insert(first, blank).execute(tx)
      return undefined
    } catch (error) {
      await sql`rollback to a_copy`.execute(tx)
      return (error as Error).message
    }
  }
  const why = await tried(1)
  let copied = equal
  if (why === undefined)
    for (const { name } of blanks) if ((await tried(copied + 1, name)) === undefined) copied += equal
  return why
}

/**
 * Copies a row of each table with rows, or those that its recipes name. Nothing is checked but what the table itself checks.
 *
 * @returns the tables, and why one has no copies.
 */
export async function copyRows(
  database: Database,
  recipes: Readonly<Record<string, readonly Recipe[]>>,
  of: { equal: number; salt: string },
): Promise<Copied[]> {
  const tables = referredFirst(await filledTables(database))
  return inTransaction(database, async (tx) => {
    const done: Copied[] = []
    for (const table of tables) {
      await sql.raw(`alter table ${table.table} disable trigger user`).execute(tx)
      for (const [at, recipe] of (recipes[table.table] ?? [{}]).entries()) {
        const why = await copyRow(tx, table, recipe, { ...of, salt: `${of.salt}${at}` })
        done.push({ table: table.table, ...(why !== undefined && { why }) })
      }
      await sql.raw(`alter table ${table.table} enable trigger user`).execute(tx)
      for (const { name } of differing(table).filter(({ type }) => /int/.test(type)))
        await sql`
          select setval(q, (select max(${sql.ref(name)}) from ${sql.table(table.table)})::bigint)
            from (select pg_get_serial_sequence(${table.table}, ${name}) as q) s where q is not null`.execute(tx)
    }
    return done
  })
}
