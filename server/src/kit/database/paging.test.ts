import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { Refusal } from '../calls/refusal.ts'
import { type Database, openDatabase } from './database.ts'
import { type Keyset, type PageRequest, pageOf, type Sort } from './paging.ts'

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
          const page = await pageOf({ database }, query(), keyset, { size, sort, after }, {})
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

describe('a sort of which rows may have no value', () => {
  type Moment = { code: string; at: number | null }
  const byCode: Sort<Moment> = { column: 'm.code', type: 'text', of: (row) => row.code }
  const moments: Keyset<Moment> = {
    sorts: { at: { column: 'm.at', type: 'int', nullable: true, of: (row) => row.at } },
    defaultSort: 'at',
    id: byCode,
    defaultSize: 20,
  }
  const from = () => database.selectFrom(sql<Moment>`moments`.as('m')).select(['m.code', 'm.at'])
  const pageAt = (request: PageRequest) => pageOf<Moment>({ database }, from(), moments, request, {})
  const add = (rows: readonly Moment[]) =>
    sql`insert into moments select * from jsonb_populate_recordset(null::moments, ${JSON.stringify(rows)}::jsonb)`.execute(
      database,
    )
  beforeAll(async () => {
    await sql`create table moments (code text primary key, at int)`.execute(database)
  })

  /** Half of the values are missing, and of the others half are equal. */
  const value = fc.oneof(fc.constant(null), fc.constant(null), fc.constant(5), fc.integer({ min: 0, max: 9 }))
  const rows = (prefix: string, most: number) =>
    fc.array(value, { maxLength: most }).map((all) => all.map((at, index) => ({ code: `${prefix}${index}`, at })))

  it('walks every row exactly once while others arrive, those without a value last', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows('m', 30),
        fc.array(rows('n', 3), { maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('at', '-at'),
        async (first, arriving, size, sort) => {
          await sql`truncate moments`.execute(database)
          await add(first)
          const seen: Moment[] = []
          let after: string | undefined
          for (let at = 0; ; at++) {
            const page = await pageAt({ size, sort, after })
            expect(page.records.length).toBeLessThanOrEqual(size)
            seen.push(...page.records)
            if (!page.next) break
            after = page.next
            await add((arriving[at] ?? []).map((row) => ({ ...row, code: `${row.code}-${at}` })))
          }
          const codes = seen.map(({ code }) => code)
          expect(new Set(codes).size).toBe(codes.length)
          expect(codes).toEqual(expect.arrayContaining(first.map(({ code }) => code)))
          const valued = seen.flatMap(({ at }) => at ?? [])
          expect(seen.map(({ at }) => at)).toEqual([...valued, ...seen.flatMap(({ at }) => (at === null ? [at] : []))])
          const ascending = valued.toSorted((a, b) => a - b)
          expect(valued).toEqual(sort === 'at' ? ascending : ascending.toReversed())
        },
      ),
      { numRuns: 60 },
    )
  })

  it('has the same pages by number', async () => {
    await sql`truncate moments`.execute(database)
    await add([3, null, 1, null, null, 3, 2].map((at, index) => ({ code: `m${index}`, at })))
    for (const [sort, order] of [
      ['at', 'm2 m6 m0 m5 m1 m3 m4'],
      ['-at', 'm5 m0 m6 m2 m4 m3 m1'],
    ] as const) {
      const pages: string[] = []
      for (const current of [1, 2, 3, 4])
        pages.push(...(await pageAt({ size: 2, sort, current })).records.map(({ code }) => code))
      expect(pages.join(' ')).toBe(order)
    }
  })

  it('is refused without the declaration: rows would be lost', async () => {
    const at: Sort<Moment> = { column: 'm.at', type: 'int', of: (row) => row.at as number }
    const keyless = { ...moments, sorts: { at } }
    await expect(pageOf<Moment>({ database }, from(), keyless, { size: 1, sort: '-at' }, {})).rejects.toThrow(
      '-at is sorted by as if it always had a value',
    )
    const { next } = await pageAt({ size: 5, sort: '-at' })
    await expect(pageOf<Moment>({ database }, from(), keyless, { sort: '-at', after: next }, {})).rejects.toMatchObject(
      {
        code: 10009,
        detail: [{ field: 'after', reason: 'list.cursor' }],
      },
    )
  })
})

it('returns the same page by number and by cursor', async () => {
  const first = await pageOf({ database }, query(), keyset, { size: 30 }, {})
  const byCursor = await pageOf({ database }, query(), keyset, { size: 30, after: first.next }, {})
  const byNumber = await pageOf({ database }, query(), keyset, { size: 30, current: 2 }, {})
  expect(byCursor).toEqual(byNumber)
  expect(byCursor.current).toBe(2)
})

it.each([
  ['an unknown sort', { sort: 'name_en; drop table' }, 'sort'],
  ['the name of an object property as sort', { sort: 'toString' }, 'sort'],
  ['an invalid cursor', { after: 'nonsense' }, 'after'],
])('refuses %s', async (_, request, field) => {
  await expect(pageOf({ database }, query(), keyset, request, {})).rejects.toMatchObject({
    code: 10009,
    detail: [{ field, reason: field === 'sort' ? 'field.oneOf' : 'list.cursor' }],
  })
})

it('refuses a cursor of other filters or another sort', async () => {
  const { next } = await pageOf({ database }, query(), keyset, { size: 5 }, { q: 'a' })
  await expect(pageOf({ database }, query(), keyset, { after: next }, { q: 'b' })).rejects.toBeInstanceOf(Refusal)
  await expect(
    pageOf({ database }, query(), keyset, { after: next, sort: '-sort' }, { q: 'a' }),
  ).rejects.toBeInstanceOf(Refusal)
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
  const { next } = await pageOf({ database }, query(), keyset, { size: 5 }, {})
  const cursor = { ...JSON.parse(Buffer.from(next!, 'base64url').toString()), ...forged }
  const after = Buffer.from(JSON.stringify(cursor)).toString('base64url')
  await expect(pageOf({ database }, query(), keyset, { after }, {})).rejects.toMatchObject({
    code: 10009,
    detail: [{ field: 'after', reason: 'list.cursor' }],
  })
})

it('counts exactly up to 10,000 and marks larger totals as estimates', async () => {
  const many = () =>
    database
      .selectFrom(sql<Row>`(select i::text as code, i as sort from generate_series(1, 20000) i)`.as('c'))
      .select(['c.code', 'c.sort'])
  const page = await pageOf({ database }, many() as never, keyset, { size: 10 }, {})
  expect(page.totalIsEstimate).toBe(true)
  expect(page.total).toBeGreaterThan(10_000)
  const exact = await pageOf({ database }, query(), keyset, { size: 10 }, {})
  expect(exact).not.toHaveProperty('totalIsEstimate')
})

it('skips counting above the limit when the lower bound is known', async () => {
  const uncountable = query().where(sql<boolean>`1 / (sort - sort) > 0`)
  const many = { counted: uncountable, estimated: query(), atLeast: async () => 70_000 }
  const page = await pageOf({ database }, query(), keyset, { size: 10 }, { of: 'many' }, many)
  expect(page).toMatchObject({ total: 70_000, totalIsEstimate: true })
  const exact = await pageOf({ database }, query(), keyset, { size: 10 }, {}, { atLeast: async () => 10_000 })
  expect(exact.total).toBe((await pageOf({ database }, query(), keyset, { size: 10 }, {})).total)
  expect(exact).not.toHaveProperty('totalIsEstimate')
})
