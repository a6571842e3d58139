// The user list with more matches than are counted or collected first, and with few.
import type { Payload } from '@greenroom/contract/call'
import { userList } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

let product: TestProduct
let admin: Client

const count = 12_000
/** Users by number, in order of registration. */
const tokens = (n: number) => n % 100
const level = (n: number) => Math.floor(n / 1_000)

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  const now = product.clock.now()
  await sql`
    insert into users.app_user (id, nickname, sex, country, level, created_at, registered_at)
    select n, 'U' || n, 'man', (array['BR', 'CN'])[1 + n % 2], n / 1000, t.at, t.at
      from generate_series(1, ${count}::int) n
     cross join lateral (select ${now}::timestamptz - make_interval(secs => ${count}::int - n) as at) t`.execute(
    product.database,
  )
  await sql`update users.wallet set paid_tokens = user_id % 100`.execute(product.database)
  // Some known only to the ledger.
  await sql`
    insert into users.wallet (user_id, paid_tokens, changed_at)
    select 1000000 + n, 98, now() from generate_series(1, 20) n`.execute(product.database)
  await sql`analyze users.app_user`.execute(product.database)
  await sql`analyze users.wallet`.execute(product.database)
})
afterAll(() => product.close())

const cases: [string, Payload<typeof userList>, (n: number) => boolean][] = [
  ['many by their wallets', { tokensMin: 1 }, (n) => tokens(n) >= 1],
  ['many by their levels', { levelMin: 1 }, (n) => level(n) >= 1],
  ['counted, but not collected', { tokensMin: 40, levelMax: 9 }, (n) => tokens(n) >= 40 && level(n) <= 9],
  ['counted by their wallets', { tokensMin: 20 }, (n) => tokens(n) >= 20],
  ['few by their wallets', { tokensMin: 98 }, (n) => tokens(n) >= 98],
  ['few of long ago', { tokensMin: 50, levelMax: 1 }, (n) => tokens(n) >= 50 && level(n) <= 1],
]

test.each(cases)('%s', async (_, filters, fits) => {
  const fitting = Array.from({ length: count }, (_, index) => count - index).filter(fits)
  // The second time some of it is cached.
  for (let turn = 0; turn < 2; turn++) {
    const page = await admin.call(userList, { ...filters, size: 25 })
    expect(page.records.map(({ userId }) => userId)).toEqual(fitting.slice(0, 25))
    if (fitting.length > 10_000) {
      expect(page.totalIsEstimate).toBe(true)
      expect(page.total).toBeGreaterThan(10_000)
    } else {
      expect(page).not.toHaveProperty('totalIsEstimate')
      expect(page.total).toBe(fitting.length)
    }
    const next = await admin.call(userList, { ...filters, size: 25, after: page.next! })
    expect(next.records.map(({ userId }) => userId)).toEqual(fitting.slice(25, 50))
  }
})

test('equality filters share one plan and return the right rows for each value', async () => {
  for (let turn = 0; turn < 12; turn++) {
    const country = turn % 3 === 0 ? 'BR' : 'CN'
    const fitting = Array.from({ length: count }, (_, index) => count - index).filter(
      (n) => n % 2 === (country === 'CN' ? 1 : 0),
    )
    const page = await admin.call(userList, { sex: 'man', country, size: 25 })
    expect(page.records.map(({ userId }) => userId)).toEqual(fitting.slice(0, 25))
    expect(page.total).toBe(fitting.length)
    const next = await admin.call(userList, { sex: 'man', country, size: 25, after: page.next! })
    expect(next.records.map(({ userId }) => userId)).toEqual(fitting.slice(25, 50))
    expect((await admin.call(userList, { sex: 'woman', country, size: 25 })).records).toEqual([])
  }
})

test('levels that few recent users have, in both orders', async () => {
  await sql`update users.app_user set level = 0 where id > 11000`.execute(product.database)
  await sql`update users.app_user set level = 10 where id = 11000`.execute(product.database)
  const fitting = Array.from({ length: 10_001 }, (_, index) => 1_000 + index)
  for (const [sort, expected] of [
    ['registeredAt', fitting],
    ['-registeredAt', fitting.toReversed()],
  ] as const) {
    const filters = { levelMin: 1, levelMax: 10, sort, size: 25 }
    const page = await admin.call(userList, filters)
    const next = await admin.call(userList, { ...filters, after: page.next! })
    const third = await admin.call(userList, { ...filters, current: 3 })
    const shown = [page, next, third].flatMap(({ records }) => records.map(({ userId }) => userId))
    expect(shown).toEqual(expected.slice(0, 75))
  }
})
