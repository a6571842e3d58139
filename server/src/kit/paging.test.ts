import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Database, openDatabase } from './database.ts'
import { type Keyset, pageOf, type Sort } from './paging.ts'
import { Refusal } from './refusal.ts'

type Row = { code: string; sort: number }

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 2 })
  // Many rows share a sort value, so the id must break ties.
  await sql`update system.country set sort = sort % 7`.execute(database)
})
afterAll(async () => {
  await database.destroy()
})

const id: Sort<Row> = { column: 'c.code', type: 'text', of: (row) => row.code }
const keyset: Keyset<Row> = {
  sorts: { code: id, sort: { column: 'c.sort', type: 'int', of: (row) => row.sort } },
  defaultSort: 'sort',
  id,
  defaultSize: 20,
}
const query = () => database.selectFrom('system.country as c').select(['c.code', 'c.sort'])

it('walks every row exactly once, for any size and sort', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 120 }),
      fc.constantFrom('code', '-code', 'sort', '-sort'),
      async (size, sort) => {
        const seen: Row[] = []
        let after: string | undefined
        for (;;) {
          const page = await pageOf(database, query(), keyset, { size, sort, after }, {})
          expect(page.total).toBe(249)
          expect(page.pages).toBe(Math.ceil(249 / size))
          seen.push(...page.records)
          if (!page.next) break
          after = page.next
        }
        expect(new Set(seen.map((row) => row.code)).size).toBe(249)
        expect(seen).toHaveLength(249)
        const key = (row: Row) => (sort.endsWith('code') ? row.code : `${row.sort}${row.code}`)
        const sorted = seen.map(key).toSorted((a, b) => (a < b ? -1 : 1))
        expect(seen.map(key)).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted)
      },
    ),
    { numRuns: 12 },
  )
})

it('returns the same page by number and by cursor', async () => {
  const first = await pageOf(database, query(), keyset, { size: 30 }, {})
  const byCursor = await pageOf(database, query(), keyset, { size: 30, after: first.next }, {})
  const byNumber = await pageOf(database, query(), keyset, { size: 30, current: 2 }, {})
  expect(byCursor).toEqual(byNumber)
  expect(byCursor.current).toBe(2)
})

it.each([
  ['an unknown sort', { sort: 'name_en; drop table' }, 'sort'],
  ['the name of an object property as sort', { sort: 'toString' }, 'sort'],
  ['an invalid cursor', { after: 'nonsense' }, 'after'],
])('refuses %s', async (_, request, field) => {
  await expect(pageOf(database, query(), keyset, request, {})).rejects.toMatchObject({
    code: 10009,
    detail: [{ field }],
  })
})

it('refuses a cursor of other filters or another sort', async () => {
  const { next } = await pageOf(database, query(), keyset, { size: 5 }, { q: 'a' })
  await expect(pageOf(database, query(), keyset, { after: next }, { q: 'b' })).rejects.toBeInstanceOf(Refusal)
  await expect(pageOf(database, query(), keyset, { after: next, sort: '-sort' }, { q: 'a' })).rejects.toBeInstanceOf(
    Refusal,
  )
})

it.each([
  ['a number beyond its type', { v: 2 ** 31 }],
  ['a text for a number', { v: '1; drop table x' }],
  ['an embedded line break', { v: '1\n[request] forged' }],
  ['a list', { v: [1] }],
  ['no id', { i: null }],
  ['an id with NUL', { i: 'a\0b' }],
  ['a lone surrogate', { i: '\ud800' }],
  ['no page', { p: -1 }],
  ['an invalid total', { t: 'many' }],
])('refuses this list’s cursor with %s', async (_, forged) => {
  const { next } = await pageOf(database, query(), keyset, { size: 5 }, {})
  const cursor = { ...JSON.parse(Buffer.from(next!, 'base64url').toString()), ...forged }
  const after = Buffer.from(JSON.stringify(cursor)).toString('base64url')
  await expect(pageOf(database, query(), keyset, { after }, {})).rejects.toMatchObject({
    code: 10009,
    detail: [{ field: 'after' }],
  })
})

it('counts exactly up to 10,000 and marks larger totals as estimates', async () => {
  const many = () =>
    database
      .selectFrom(sql<Row>`(select i::text as code, i as sort from generate_series(1, 20000) i)`.as('c'))
      .select(['c.code', 'c.sort'])
  const page = await pageOf(database, many() as never, keyset, { size: 10 }, {})
  expect(page.totalIsEstimate).toBe(true)
  expect(page.total).toBeGreaterThan(10_000)
  const exact = await pageOf(database, query(), keyset, { size: 10 }, {})
  expect(exact).not.toHaveProperty('totalIsEstimate')
})

it('skips counting above the limit when the lower bound is known', async () => {
  const uncountable = query().where(sql<boolean>`1 / (sort - sort) > 0`)
  const many = { counted: uncountable, estimated: query(), atLeast: async () => 70_000 }
  const page = await pageOf(database, query(), keyset, { size: 10 }, { of: 'many' }, many)
  expect(page).toMatchObject({ total: 70_000, totalIsEstimate: true })
  const exact = await pageOf(database, query(), keyset, { size: 10 }, {}, { atLeast: async () => 10_000 })
  expect(exact.total).toBe((await pageOf(database, query(), keyset, { size: 10 }, {})).total)
  expect(exact).not.toHaveProperty('totalIsEstimate')
})
