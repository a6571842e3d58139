// Figures that split a whole are one partition: on random records, each is in exactly one part, and none outside the whole.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { type Database, openDatabase } from '../../kit/database.ts'
import { partitions } from './conditions.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 2 })
})
afterAll(() => database.destroy())

const moment = fc.option(fc.constant('2026-11-20T00:00:00Z'))
const seconds = fc.option(fc.oneof(fc.nat(200), fc.constantFrom(9, 10, 11, 29, 30, 31, 60, 61, 119, 120, 121)))
const records = {
  calls: fc.record({
    answered_at: moment,
    ended_at: moment,
    seconds,
    kind: fc.constantFrom('voice', 'video'),
    end_reason: fc.constantFrom('cancelled', 'declined', 'refused', 'no answer', 'timeout', 'busy', 'balance', 'x', ''),
  }),
  matches: fc.record({ outcome: fc.constantFrom('matched', 'cancelled', 'timeout', null) }),
  views: fc.record({ seconds }),
}
const aliases = {
  calls: sql`c(answered_at timestamptz, ended_at timestamptz, seconds int, kind text, end_reason text)`,
  matches: sql`m(outcome text)`,
  views: sql`v(seconds int)`,
}

it.each(Object.entries(partitions))('%s', async (_, { of, whole, parts }) => {
  const some = fc.sample<object>(records[of] as fc.Arbitrary<object>, { numRuns: 2_000, seed: 7 })
  const conditions = sql.join(
    Object.values(parts).map((part) => sql`coalesce(${part}, false)::int`),
    sql` + `,
  )
  const { rows } = await sql<{ whole: boolean; parts: number; n: number; example: unknown }>`
    select coalesce(${whole}, false) as whole, ${conditions} as parts, count(*)::int as n,
           min(row_to_json(${sql.raw(of[0]!)})::text) as example
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as ${aliases[of]}
     group by 1, 2`.execute(database)
  expect(rows.filter((row) => row.parts !== (row.whole ? 1 : 0))).toEqual([])
  expect(rows.some((row) => row.whole)).toBe(true)
})
