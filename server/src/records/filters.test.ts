import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { Context } from '../kit/calls/context.ts'
import type { DB } from '../kit/database/database.ts'
import { equals, flag, narrow, search, span, spanOfIds } from './filters.ts'

/** Compiles queries without running them. */
const database = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const context = { timeZone: 'Asia/Shanghai' } as Context

type Payload = Partial<{ id: number; on: boolean; q: string; startTimeStr: string; endTimeStr: string }>

const filters = {
  id: equals('p.id'),
  on: flag('p.on'),
  q: search(['p.name'], (text) => equals('p.code')(text, context, {})),
  ...span('p.at'),
}

const requested = (payload: Payload, by: object = filters) => {
  const query = database.selectFrom('users.app_user as p').select('p.id')
  const { sql, parameters } = narrow(query, by, payload, context).compile()
  return { where: sql.split(' where ')[1], parameters }
}

test('filters by the sent fields, in the order of the filters', () => {
  expect(requested({})).toEqual({ where: undefined, parameters: [] })
  expect(requested({ on: false, id: 5 })).toEqual({ where: '"p"."id" = $1 and not "p"."on"', parameters: [5] })
  expect(requested({ on: true }).where).toBe('"p"."on"')
})

test('a search groups its alternatives, and takes wildcards literally', () => {
  expect(requested({ q: '50%', id: 1 })).toEqual({
    where: '"p"."id" = $1 and ("p"."name" ilike $2 or "p"."code" = $3)',
    parameters: [1, '%50\\%%', '50%'],
  })
})

test('a span is half-open in the platform’s zone, and a single day is the entire day', () => {
  const day = requested({ startTimeStr: '2026-01-01', endTimeStr: '2026-01-01' })
  expect(day.where).toBe('"p"."at" >= $1 and "p"."at" < $2')
  expect(day.parameters).toEqual([new Date('2025-12-31T16:00:00Z'), new Date('2026-01-01T16:00:00Z')])
})

test('a span of ids is bounded by the ids of its times', () => {
  const { where, parameters } = requested({ startTimeStr: '2026-01-01', endTimeStr: '2026-01-01' }, spanOfIds('p.id'))
  expect(where).toBe('"p"."id" >= $1 and "p"."id" < $2')
  expect(parameters).toEqual(['019b7523-3400-7000-8000-000000000000', '019b7a49-9000-7000-8000-000000000000'])
})

test('refuses a reversed span, and a day that does not exist', () => {
  expect(() => requested({ startTimeStr: '2026-01-02', endTimeStr: '2026-01-01' })).toThrow(
    expect.objectContaining({
      code: 10009,
      detail: [expect.objectContaining({ field: 'endTimeStr', reason: 'time.order' })],
    }),
  )
  expect(() => requested({ startTimeStr: '2026-02-30' })).toThrow(
    expect.objectContaining({
      code: 10009,
      detail: [expect.objectContaining({ field: 'startTimeStr', reason: 'time.invalid' })],
    }),
  )
})
