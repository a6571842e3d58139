// Packing moves cells, and changes none.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../test/database.ts'
import { type Database, openDatabase } from '../../../kit/database/database.ts'
import { type Packed, type Packing, pack, packingDue } from './fold.cluster.ts'
import { dayPlus } from './fold.rules.ts'

let database: Database
const [first, today] = ['2026-07-01', '2026-11-25']
const days = 148

beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 3 })
  // As the fold writes them: day by day.
  for (let at = 0; at < days; at++) {
    await sql`
      insert into indicators.cell (subject, rollup, day, country, channel, sex, platform, old, m)
      select s, 'country sex', ${first}::date + ${at}::int, 'C' || c, '*', x, '*', false, array[${at}, c, 0, 0, 0]::bigint[]
        from unnest(array['active', 'payment']) s, generate_series(1, 60) c, unnest(array['man', 'woman']) x
      union all select 'active', 'all', ${first}::date + ${at}::int, '*', '*', '*', '*', false, array[${at}]::bigint[]`.execute(
      database,
    )
    await sql`
      insert into indicators.people (kind, rollup, day, country, channel, sex, platforms, firsts, ge)
      select 'active', 'country', ${first}::date + ${at}::int, 'C' || c, '*', '*', 7, ${at}::int, array_fill(c, array[93])
        from generate_series(1, 60) c`.execute(database)
  }
})
afterAll(() => database.destroy())

const cells = async () => {
  const { rows } = await sql<{ cells: string; people: string }>`
    select (select md5(string_agg(c::text, ',' order by c::text)) from indicators.cell c) as cells,
           (select md5(string_agg(p::text, ',' order by p::text)) from indicators.people p) as people`.execute(database)
  return rows[0]
}

/** The number of pages that hold the days of one cell. */
const pages = async (from: string, to: string) => {
  const { rows } = await sql<{ cells: number; people: number }>`
    select (select count(distinct (ctid::text::point)[0])::int from indicators.cell
             where subject = 'payment' and rollup = 'country sex' and country = 'C7' and sex = 'man' and day between ${from} and ${to}) as cells,
           (select count(distinct (ctid::text::point)[0])::int from indicators.people
             where kind = 'active' and country = 'C7' and day between ${from} and ${to}) as people`.execute(database)
  return rows[0]!
}

test('the days of a month are stored together, as are those of a week, and no cell changes', async () => {
  const before = await cells()
  expect(await pages('2026-07-01', '2026-07-31')).toEqual({ cells: 31, people: 31 })
  while (await pack(database, today));
  const month = await pages('2026-07-01', '2026-07-31')
  expect(month.cells).toBeLessThanOrEqual(2)
  expect(month.people).toBeLessThanOrEqual(3)
  expect((await pages('2026-11-09', '2026-11-15')).cells).toBeLessThanOrEqual(2)
  // The last days are still being counted.
  expect((await pages('2026-11-23', '2026-11-25')).cells).toBe(3)
  expect(await cells()).toEqual(before)
  expect(await pack(database, today)).toBe(false)
})

test('each day is packed by week, and once by month when no late fact changes it any more', () => {
  const done: Packing[] = []
  const packed: Packed = {}
  for (let day = first; day <= dayPlus(today, 400); day = dayPlus(day, 1))
    for (let due = packingDue(packed, first, day); due; due = packingDue(packed, first, day)) {
      expect(dayPlus(due.to, due.by === 'month' ? 92 : 2) <= day).toBe(true)
      packed[due.by] = due.to
      done.push(due)
    }
  for (const by of ['week', 'month'] as const) {
    const own = done.filter((one) => one.by === by)
    expect(own.length).toBeGreaterThan(10)
    for (const [at, { from }] of own.entries()) if (at > 0) expect(from).toBe(dayPlus(own[at - 1]!.to, 1))
    expect(own[0]!.from <= first).toBe(true)
  }
})

test('years of history are packed by months first, and only their last weeks by week', () => {
  const packed: Packed = {}
  const done: string[] = []
  for (let due = packingDue(packed, '2025-01-10', today); due; due = packingDue(packed, '2025-01-10', today)) {
    packed[due.by] = due.to
    done.push(`${due.by} ${due.from}`)
  }
  expect(done.slice(0, 2)).toEqual(['month 2025-01-01', 'month 2025-02-01'])
  expect(done.filter((one) => one.startsWith('month')).at(-1)).toBe('month 2026-07-01')
  expect(done.filter((one) => one.startsWith('week'))[0]).toBe('week 2026-07-27')
  expect(done.at(-1)).toBe('week 2026-11-16')
})
