// Users' days and minutes beyond retention are deleted, and their sums stay.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../test/database.ts'
import { type Database, openDatabase } from '../../../kit/database/database.ts'
import { forgetOld } from './fold.queries.ts'

let database: Database
const now = new Date('2026-11-20T12:00:00Z')
const newest = '2026-11-20'

beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 2 })
  // Days that are kept for late facts (92), those that the cohorts before them still read (31 more), and one before.
  for (const daysAgo of [0, 91, 123, 124])
    await sql`
      with d as (select ${newest}::date - ${daysAgo}::int as day), s as (select unnest(array['active', 'view']) as subject)
      , days as (
        insert into indicators.user_day (subject, day, user_id, country, channel, sex, platform, old, m, minutes, amounts)
        select subject, day, 1, 'BR', 'a', 'man', 'ios', false, '{1}', '{}', '{}' from d, s)
      insert into indicators.cell (subject, rollup, day, country, channel, sex, platform, old, m)
      select subject, 'all', day, '*', '*', '*', '*', false, '{1}' from d, s`.execute(database)
  for (const daysAgo of [1, 9, 11])
    await sql`insert into indicators.course (subject, minute, users, amount)
      values ('active', ${now}::timestamptz - ${daysAgo}::int * interval '1 day', 1, 0)`.execute(database)
})
afterAll(() => database.destroy())

const left = async () => {
  const days = await sql<{ ago: number }>`
    select distinct ${newest}::date - day as ago from indicators.user_day order by 1`.execute(database)
  const minutes = await sql<{ count: number }>`select count(*)::int as count from indicators.course`.execute(database)
  const cells = await sql<{ count: number }>`select count(*)::int as count from indicators.cell`.execute(database)
  return { days: days.rows.map(({ ago }) => ago), minutes: minutes.rows[0]!.count, cells: cells.rows[0]!.count }
}

test('users’ days are deleted once no late fact can change them, and their sums stay; minutes once Home no longer compares them', async () => {
  await forgetOld(database, now)
  expect(await left()).toEqual({ days: [0, 91, 123], minutes: 2, cells: 8 })
})

test('while nothing happens, no more days are deleted: late facts may still arrive for the last ones', async () => {
  await forgetOld(database, new Date(now.getTime() + 200 * 86_400_000))
  expect(await left()).toEqual({ days: [0, 91, 123], minutes: 0, cells: 8 })
})
