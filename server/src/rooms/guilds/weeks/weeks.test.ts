// Weeks in the database, as time passes and the zone changes.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { weekAt } from './weeks.queries.ts'
import { ensureWeeks } from './weeks.service.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
  await sql`truncate guilds.week cascade`.execute(product.owner)
})
afterAll(() => product.close())

const at = (text: string) => new Date(text)
const all = async () =>
  (
    await sql<{ week: string; starts_at: Date; ends_at: Date }>`
      select to_char(week, 'YYYY-MM-DD') as week, starts_at, ends_at from guilds.week order by starts_at`.execute(
      product.database,
    )
  ).rows

test('weeks exist from six weeks back, are consecutive, and a change of the zone only moves the end of the running one', async () => {
  const { database } = product
  expect(await ensureWeeks(database, at('2026-11-18T12:00:00Z'), 'UTC')).toBe(true)
  expect(await ensureWeeks(database, at('2026-11-18T12:00:00Z'), 'UTC')).toBe(false)
  const before = await all()
  expect(before.map(({ week }) => week)).toEqual([
    '2026-10-05',
    '2026-10-12',
    '2026-10-19',
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
  ])
  expect(await ensureWeeks(database, at('2026-11-19T12:00:00Z'), 'Asia/Shanghai')).toBe(true)
  await ensureWeeks(database, at('2026-11-24T12:00:00Z'), 'Asia/Shanghai')
  const after = await all()
  expect(after.slice(0, 6)).toEqual(before.slice(0, 6))
  expect(after.slice(6)).toEqual([
    { week: '2026-11-16', starts_at: at('2026-11-16T00:00:00Z'), ends_at: at('2026-11-22T16:00:00Z') },
    { week: '2026-11-23', starts_at: at('2026-11-22T16:00:00Z'), ends_at: at('2026-11-29T16:00:00Z') },
  ])
  expect((await weekAt(database, at('2026-11-22T16:00:00Z')))?.week).toBe('2026-11-23')
  expect((await weekAt(database, at('2026-11-22T15:59:59.999Z')))?.week).toBe('2026-11-16')
  expect(await weekAt(database, at('2026-01-01T00:00:00Z'))).toBeUndefined()
})

test('a zone in which Monday has already begun leaves the running week unchanged', async () => {
  const { database } = product
  // Sunday 18:00 UTC is Monday in Kiritimati; that Monday began at 10:00 UTC.
  await ensureWeeks(database, at('2026-11-29T15:00:00Z'), 'Pacific/Kiritimati')
  expect((await weekAt(database, at('2026-11-29T15:00:00Z')))?.week).toBe('2026-11-23')
  await ensureWeeks(database, at('2026-11-29T17:00:00Z'), 'Pacific/Kiritimati')
  expect(await weekAt(database, at('2026-11-29T17:00:00Z'))).toEqual({
    week: '2026-11-30',
    startsAt: at('2026-11-29T16:00:00Z'),
    endsAt: at('2026-12-06T10:00:00Z'),
  })
})
