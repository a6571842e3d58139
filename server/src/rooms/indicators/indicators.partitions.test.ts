// Figures that split a whole are one partition: on random records, each is in exactly one part, and none outside the whole.
import { dashboards, figureUnits } from '@greenroom/contract/dashboards'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { type Database, openDatabase } from '../../kit/database/database.ts'
import { definitions } from './figures/figures.definitions.ts'
import { callsThat, entriesThat, partitions } from './indicators.conditions.ts'

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
  viewerDays: fc.record({
    seconds: fc.option(fc.oneof(fc.nat(9_000), fc.constantFrom(0, 1_799, 1_800, 1_801, 3_599, 3_600, 3_601))),
  }),
}
const aliases = {
  calls: sql`c(answered_at timestamptz, ended_at timestamptz, seconds int, kind text, end_reason text)`,
  matches: sql`m(outcome text)`,
  views: sql`v(seconds int)`,
  viewerDays: sql`d(seconds int)`,
}

it.each(Object.entries(partitions))('%s', async (_, { of, whole, parts }) => {
  const some = fc.sample<object>(records[of] as fc.Arbitrary<object>, { numRuns: 2_000, seed: 7 })
  const conditions = sql.join(
    Object.values(parts).map((part) => sql`coalesce(${part}, false)::int`),
    sql` + `,
  )
  const { rows } = await sql<{ whole: boolean; parts: number; n: number; example: unknown }>`
    select coalesce(${whole}, false) as whole, ${conditions} as parts, count(*)::int as n,
           min(row_to_json(${sql.raw(of === 'viewerDays' ? 'd' : of[0]!)})::text) as example
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as ${aliases[of]}
     group by 1, 2`.execute(database)
  expect(rows.filter((row) => row.parts !== (row.whole ? 1 : 0))).toEqual([])
  expect(rows.some((row) => row.whole)).toBe(true)
})

/** The measures of each split: a partition's parts, kinds of entries, or columns of one row. */
const splits: readonly (readonly string[])[] = [
  ...Object.entries(partitions).map(([name, { of, parts }]) =>
    Object.keys(parts)
      // The answered ones are a chart of their own.
      .filter((part) => name !== 'outcomes' || part !== 'answered')
      .map((part) => `${{ calls: 'call', matches: 'match', views: 'view', viewerDays: 'view' }[of]}.${part}`),
  ),
  ['tokens.fromRecharges', 'tokens.fromAgents', 'tokens.promotional'],
  ['tokens.gift', 'tokens.call', 'tokens.room', 'tokens.text'],
  ['live.giftTokens', 'live.roomTokens'],
]

const stacked = Object.entries(dashboards).flatMap(([dashboard, { charts }]) =>
  charts.filter(({ as }) => as === 'stacked').map((chart) => ({ name: `${dashboard} ${chart.key}`, chart })),
)

it.each(stacked)('the stacked chart $name shows one whole split, each part once', ({ chart }) => {
  const measures = chart.figures.flatMap((figure) => {
    const definition = definitions[figure]
    // A rate beside the parts is a line.
    return figureUnits[figure] === 'share' ? [] : ['sum' in definition ? definition.sum : figure]
  })
  expect(splits.map((split) => split.toSorted())).toContainEqual(measures.toSorted())
})

it('every bucket of calls is a part of a partition', () => {
  const parts = Object.values(partitions).flatMap(({ of, parts }) => (of === 'calls' ? Object.keys(parts) : []))
  expect(parts.toSorted()).toEqual(Object.keys(callsThat).toSorted())
})

it('an entry counts in one of the sums that charts stack', () => {
  const sums = splits.flatMap((split) => {
    const names = split.flatMap((one) => (one.startsWith('tokens.') ? [one.slice(7)] : []))
    return names.length === 0 ? [] : [names as (keyof typeof entriesThat)[]]
  })
  expect(sums).toHaveLength(2)
  for (const names of sums) {
    const kinds = names.flatMap((name) => {
      const entries = entriesThat[name]
      return 'kinds' in entries ? entries.kinds : []
    })
    expect(new Set(kinds).size).toBe(kinds.length)
  }
})
