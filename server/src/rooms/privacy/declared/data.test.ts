// Every column that could hold a word about somebody is declared, and every declaration names what is there.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkedColumns, readCheckedColumns } from '../../../../test/checkedColumns.ts'
import { freshDatabase } from '../../../../test/database.ts'
import { type Database, openDatabase } from '../../../kit/database/database.ts'
import { definitions } from '../../../params/params.definitions.ts'
import { erasuresOf } from '../erase/erase.statements.ts'
import { columnsOf, fateOf, personalData, secretsOf } from './data.declared.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 1 })
})
afterAll(() => database.destroy())

type Column = { table: string; column: string; holdsWords: boolean }

const own = `n.nspname not in ('pg_catalog', 'information_schema', 'public', 'jobs', 'pg_toast')`

async function allColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select n.nspname || '.' || c.relname as table, a.attname as column,
           format_type(coalesce(nullif(t.typelem, 0), t.oid), null)
             in ('text', 'character varying', 'character', 'json', 'jsonb', 'inet', 'cidr', 'bytea', 'name') as "holdsWords"
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and ${sql.raw(own)}`.execute(
    database,
  )
  return rows
}

/** Columns whose check lists their values hold nothing else. */
async function listed(): Promise<Set<string>> {
  const { rows } = await sql.raw<Parameters<typeof readCheckedColumns>[0][number]>(checkedColumns).execute(database)
  return new Set(readCheckedColumns(rows).map(({ table, column }) => `${table}.${column}`))
}

test('each column that can hold words is declared', async () => {
  const [columns, states] = [await allColumns(), await listed()]
  expect(columns.length).toBeGreaterThan(1_500)
  const undeclared = columns
    .filter(
      ({ table, column, holdsWords }) => holdsWords && !states.has(`${table}.${column}`) && !fateOf(table, column),
    )
    .map(({ table, column }) => `${table}.${column}`)
  expect(undeclared).toEqual([])
})

test('each table is declared, and no declaration names what is not there', async () => {
  const columns = await allColumns()
  const tables = Map.groupBy(columns, ({ table }) => table)
  expect(Object.keys(personalData).toSorted()).toEqual([...tables.keys()].toSorted())
  const strange = Object.entries(personalData).flatMap(([table, data]) => {
    const there = new Set(tables.get(table)?.map(({ column }) => column))
    return [...columnsOf(data), ...secretsOf(data)]
      .filter((column) => !there.has(column))
      .map((column) => `${table}.${column}`)
  })
  expect(strange).toEqual([])
  const params = Object.entries(personalData).flatMap(([table, { until }]) =>
    until && 'param' in until && !(until.param in definitions) ? [table] : [],
  )
  expect(params).toEqual([])
})

test('each statement of an erasure is one that PostgreSQL takes', async () => {
  const erasures = erasuresOf(7n)
  expect(erasures.length).toBeGreaterThan(40)
  for (const { table, sql: statement } of erasures)
    await database
      .transaction()
      .execute(async (tx) => {
        await sql`select set_config('privacy.erasing', 'on', true)`.execute(tx)
        await sql.raw(statement).execute(tx)
      })
      .catch((error: unknown) => {
        throw new Error(`${table}: ${statement}`, { cause: error })
      })
})
