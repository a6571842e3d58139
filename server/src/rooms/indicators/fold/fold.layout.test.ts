// Measures are stored by position: the order only grows, and what was stored before a measure existed has 0 of it.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../test/database.ts'
import { foldAll } from '../../../../test/settled.ts'
import { wallNow } from '../../../kit/clock.ts'
import { type Database, inTransaction, openDatabase } from '../../../kit/database/database.ts'
import { currentLayout, grownSince, keepLayout, type Layout } from './fold.layout.ts'
import { foldIndicators } from './fold.service.ts'

let database: Database
const now = wallNow()
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 4 })
  await sql`insert into users.app_user (id, nickname, created_at, registered_at, sex, country, channel, platform)
    values (1, 'n1', now(), now() - interval '9 days', 'woman', 'BR', 'a', 'ios')`.execute(database)
})
afterAll(() => database.destroy())

const stored = JSON.parse(readFileSync(new URL('layout.json', import.meta.url), 'utf8')) as Layout

test('layout.json has every measure in the stored order; new ones are added at its end', () => {
  expect(grownSince(stored, currentLayout()), 'add them at the end of their subject in layout.json').toEqual([])
  expect(currentLayout()).toEqual(stored)
})

test('an order that moves or loses a measure is refused, one that grows is not', () => {
  const before = { call: ['users', 'calls'] }
  expect(grownSince(before, before)).toEqual([])
  expect(grownSince(before, { call: ['users', 'calls', 'tokens'], text: ['users'] })).toEqual(['call', 'text'])
  for (const call of [['calls', 'users'], ['users', 'seconds', 'calls'], ['users'], []])
    expect(() => grownSince(before, { call })).toThrow('new measures go to the end')
  expect(() => grownSince(before, {})).toThrow('now missing')
})

const view = (id: string, seconds: number) => sql`
  insert into live.view (id, live_id, user_id, seconds, at) values (${id}, 'l', 1, ${seconds}, ${now}::timestamptz - interval '1 hour')`
const stateOf = async () => {
  await foldAll(database, () => foldIndicators({ database, now, zone: 'UTC' }))
  const { rows } = await sql<{ m: string[] }>`
    select m from indicators.cell where subject = 'view' and rollup = 'all' union all
    select m from indicators.user_day where subject = 'view'`.execute(database)
  return rows.map(({ m }) => m.map(Number))
}

test('arrays from before a measure was added are counted on, and counted again', async () => {
  await view('v1', 50).execute(database)
  const before = await stateOf()
  expect(before).toHaveLength(2)
  expect(before[0]).toEqual(before[1])
  // As a version stored them that had one measure less.
  const width = currentLayout()['view']!.length
  for (const table of ['cell', 'user_day'])
    await sql`update ${sql.table(`indicators.${table}`)} set m = m[1:${sql.lit(width - 1)}] where subject = 'view'`.execute(
      database,
    )
  await sql`update indicators.layout set measures = measures[1:${sql.lit(width - 1)}] where subject = 'view'`.execute(
    database,
  )
  await view('v2', 70).execute(database)
  for (const row of await stateOf()) {
    expect(row).toHaveLength(width)
    expect(row.every(Number.isFinite)).toBe(true)
  }
  // A new process finds that the layout has grown, and has the days counted again.
  expect(await inTransaction(database, (tx) => keepLayout(tx, '2000-01-01'))).toBe(true)
  expect(await inTransaction(database, (tx) => keepLayout(tx, '2000-01-01'))).toBe(false)
  const after = await stateOf()
  expect(after[0]).toEqual(after[1])
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from indicators.layout`.execute(database)
  expect(rows[0]!.n).toBe(Object.keys(currentLayout()).length)
})
