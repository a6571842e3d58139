// Every state in the database either waits for someone, who then has a line on Home, or is declared to wait for no one. Every line has a
// text in both languages.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { homeTodos } from '../src/app/app.todos.ts'
import { startProduct, type TestProduct } from './product.ts'
import { beyondStates, waits } from './waits.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

/** Columns of states that no row of their own has: copies, sums, another server's answer, and an account's right to log in. */
const notStates = new Set([
  'access.staff.status',
  'audits.review.before_state',
  'bridge.delivery.last_status',
  'guilds.settlement_sum.state',
])
const keys = homeTodos({} as never).map(({ key }) => key)

test('each state of each table is declared', async () => {
  const { rows } = await sql<{ column: string; text: string | null }>`
    select c.table_schema || '.' || c.table_name || '.' || c.column_name as column, pg_get_constraintdef(k.oid) as text
      from information_schema.columns c
      join pg_attribute a on a.attrelid = (c.table_schema || '.' || c.table_name)::regclass and a.attname = c.column_name
      left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
     where c.column_name ~ '(^|_)(state|status)$' and c.table_schema not in ('pg_catalog', 'information_schema', 'pgboss')`.execute(
    product.database,
  )
  const found = rows
    .filter(({ column }) => !notStates.has(column))
    .map(
      ({ column, text }) =>
        [column, [...(text ?? '').matchAll(/'([^']+)'::text/g)].map(([, state]) => state!)] as const,
    )
  expect(found.length).toBeGreaterThan(40)
  const declared = Object.entries(waits).map(([column, states]) => [column, Object.keys(states)] as const)
  const asMap = (all: (readonly [string, readonly string[]])[]) =>
    Object.fromEntries(all.map(([column, states]) => [column, states.toSorted()] as const))
  expect(asMap(declared)).toEqual(asMap(found))
})

test('each that waits has a line of Home, and no line counts what nobody declared', () => {
  const named = Object.values(waits).flatMap((states) =>
    Object.values(states).flatMap((one) => ('lines' in one ? one.lines : [])),
  )
  expect(named.filter((key) => !keys.includes(key))).toEqual([])
  expect(keys.filter((key) => !named.includes(key) && !(key in beyondStates))).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
})

test.each(['en', 'cn'])('each line has its text: %s', (language) => {
  const file = new URL(`../../contract/texts/${language}/home.json`, import.meta.url)
  const { todo } = JSON.parse(readFileSync(file, 'utf8')) as { todo: object }
  const textOf = (key: string) =>
    key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], todo)
  expect(keys.filter((key) => typeof textOf(key) !== 'string')).toEqual([])
})
