// A unit that fails is parked with its reason and tried again after growing pauses; the others go on.
import { parkedWorkList } from '@greenroom/contract/clients'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startProduct, type TestProduct } from '../../test/product.ts'
import { parkedWork, unitsOf } from './index.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())
beforeEach(() => sql`delete from kit.parked_work`.execute(product.database))

let now = new Date('2026-01-01T00:00:00Z')
const clock = { now: () => now }
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000))
const failures: string[] = []
const open = (job: string) => unitsOf({ database: product.database, clock }, job, (_, unit) => failures.push(unit))
const fail = (why: string) => () => Promise.reject(new Error(why))

test('of very many parked units the longest are shown, and all counted', async () => {
  await sql`
    insert into kit.parked_work (job, unit, reason, tries, since, last_at, next_at)
    select 'many', n::text, 'why', 1, now() - n * interval '1 s', now(), now() from generate_series(1, 201) n`.execute(
    product.database,
  )
  const { work, total } = await parkedWork(product.database)
  expect([work.length, work[0]!.unit, total]).toEqual([200, '201', 201])
})

test('a failing unit waits longer each time, is counted with its last reason, and leaves the list once it succeeds', async () => {
  const units = open('numbers')
  expect(await units.attempt('7', fail('first'))).toBeUndefined()
  expect(await units.attempt('8', async () => 'fine')).toBe('fine')
  expect(await units.parked()).toEqual(['7'])
  later(31)
  expect(await units.parked()).toEqual([])
  await units.attempt('7', fail('second\nof a user at ann@example.com'))
  later(31)
  // Twice as long.
  expect(await units.parked()).toEqual(['7'])
  const { work, total } = await (await product.administrator()).call(parkedWorkList, {})
  expect(total).toBe(1)
  expect(work).toMatchObject([{ job: 'numbers', unit: '7', tries: 2, reason: expect.stringContaining('second') }])
  expect(work[0]!.reason).not.toContain('ann@')
  // Another process, which does not know that it failed.
  expect(await open('numbers').attempt('7', async () => true)).toBe(true)
  expect((await parkedWork(product.database)).work).toEqual([])
  expect(failures).toEqual(['7', '7'])
})

test('an unreachable database is no unit’s fault', async () => {
  const unreachable = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  await expect(open('away').attempt('1', () => Promise.reject(unreachable))).rejects.toBe(unreachable)
  await expect(open('away').together([1, 2], String, () => Promise.reject(unreachable))).rejects.toBe(unreachable)
  expect((await parkedWork(product.database)).total).toBe(0)
})

test('a parked unit that succeeds together with others leaves the list', async () => {
  await open('pairs').attempt('1', fail('once'))
  await open('pairs').together([1, 2], String, async () => {})
  expect((await parkedWork(product.database)).total).toBe(0)
})

test('of units that are worked on together just the failing ones are parked, and all others are done', async () => {
  const ids = fc.uniqueArray(fc.nat(40), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(ids, fc.func(fc.boolean()), async (all, isBad) => {
      await sql`delete from kit.parked_work`.execute(product.database)
      const done = new Set<number>()
      await open('sets').together(all, String, async (some) => {
        if (some.some((id) => isBad(id))) throw new Error('bad')
        for (const id of some) done.add(id)
      })
      const { work } = await parkedWork(product.database)
      expect(new Set(work.map(({ unit }) => Number(unit)))).toEqual(new Set(all.filter((id) => isBad(id))))
      expect(done).toEqual(new Set(all.filter((id) => !isBad(id))))
    }),
    { numRuns: 25, endOnFailure: true },
  )
})
