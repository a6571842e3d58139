// The user list over HTTP: every filter against a manual scan, every order page by page.
import type { Payload } from '@greenroom/contract/call'
import { userList } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { nicknamed } from './nicknames.ts'

let product: TestProduct
let admin: Client

const count = 130
const day = 86_400_000

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  const now = product.clock.now()
  await sql`
    insert into users.app_user (id, nickname, sex, country, channel, level, vip_type, risk_level, state, certified,
      market_audit, security, internal, online, created_at, registered_at, last_online_at, birthday, phone, email, area_code)
    select 1000 + n, (array['Ann', 'anna', 'BEA', 'A_b', 'Äbc', '1000'])[1 + n % 6] || n, (array['man', 'woman', 'none'])[1 + n % 3],
           (array['CN', 'BR'])[1 + n % 2], (array['tv', ''])[1 + n % 2], n % 10, (array['', 'gold'])[1 + n % 2], n % 4,
           (array['normal', 'ban ID', 'normal', 'ban both'])[1 + n % 4], n % 5 = 0, n % 7 = 0, n % 11 = 0, n % 13 = 0,
           n % 3 = 0, t.at, case when n % 17 = 0 then null else t.at end,
           case when n % 6 = 0 then null else t.at + interval '1 day' end,
           case when n % 4 = 0 then null else date '2000-01-01' - n * 20 end, '13800001234', 'a@example.com', '86'
      from generate_series(1, ${count}::int) n
      -- Few moments, so that ties are cut by the id.
      cross join lateral (select ${now}::timestamptz - make_interval(days => 2 + n % 9) as at) t`.execute(
    product.database,
  )
  await sql`update users.wallet set paid_tokens = user_id % 7, promo_tokens = user_id % 3, bonus = user_id % 5`.execute(
    product.database,
  )
})
afterAll(() => product.close())

type Filters = Payload<typeof userList>
async function everyone(filters: Filters) {
  const records = []
  let after: string | undefined
  do {
    const page = await admin.call(userList, { size: 37, ...filters, ...(after && { after }) })
    records.push(...page.records)
    after = page.next
  } while (after !== undefined)
  return records
}

describe('every order', () => {
  test.each(['registeredAt', 'lastOnlineAt', 'userId', 'level', 'riskLevel', 'tokens', 'bonus'])(
    '%s shows each user once, in both directions',
    async (sort) => {
      const up = await everyone({ sort })
      const down = await everyone({ sort: `-${sort}` })
      expect(new Set(up.map((user) => user.userId)).size).toBe(count)
      expect(up).toHaveLength(count)
      expect(down.map((user) => user.userId)).toEqual(up.map((user) => user.userId).toReversed())
      if (sort !== 'lastOnlineAt' && sort !== 'registeredAt') {
        const values = up.map((user) => user[sort as 'level'])
        expect(values).toEqual(values.toSorted((a, b) => a - b))
      }
    },
  )

  test('another one is refused', async () => {
    expect(await admin.refused(userList, { sort: 'phone' })).toEqual({
      code: 10009,
      fields: ['sort'],
      reason: 'field.oneOf',
    })
  })

  test('a cursor belongs to its filters', async () => {
    const { next } = await admin.call(userList, { size: 10 })
    expect(await admin.refused(userList, { size: 10, after: next, sex: 'man' })).toMatchObject({
      code: 10009,
      reason: 'list.cursor',
    })
  })
})

describe('every filter', () => {
  const all = everyoneOnce()
  function everyoneOnce() {
    let known: Awaited<ReturnType<typeof everyone>> | undefined
    return async () => (known ??= await everyone({}))
  }
  type User = Awaited<ReturnType<typeof everyone>>[number]
  const days = (back: number) => new Date(product.clock.now().getTime() - back * day).toISOString().slice(0, 10)
  const cases: [string, () => Filters, (user: User) => boolean][] = [
    ['sex', () => ({ sex: 'woman' }), (u) => u.sex === 'woman'],
    ['country', () => ({ country: 'BR' }), (u) => u.country === 'BR'],
    ['channel', () => ({ channel: 'tv' }), (u) => u.channel === 'tv'],
    ['vipType', () => ({ vipType: 'gold' }), (u) => u.vipType === 'gold'],
    ['level', () => ({ levelMin: 3, levelMax: 6 }), (u) => u.level >= 3 && u.level <= 6],
    [
      'level, in the other direction',
      () => ({ levelMin: 3, levelMax: 6, sort: 'registeredAt' }),
      (u) => u.level >= 3 && u.level <= 6,
    ],
    ['levelMax alone', () => ({ levelMax: 2 }), (u) => u.level <= 2],
    ['risk', () => ({ riskMin: 2 }), (u) => u.riskLevel >= 2],
    ['state', () => ({ state: 'ban both' }), (u) => u.state === 'ban both'],
    ['normal', () => ({ state: 'normal' }), (u) => u.state === 'normal'],
    ['marketAudit', () => ({ flag: 'marketAudit' }), (u) => u.marketAudit],
    ['security', () => ({ flag: 'security' }), (u) => u.security],
    ['internal', () => ({ flag: 'internal' }), (u) => u.internal],
    ['certified', () => ({ flag: 'certified' }), (u) => u.certified],
    ['online', () => ({ online: true }), (u) => u.online],
    ['not online', () => ({ online: false }), (u) => !u.online],
    ['age', () => ({ ageMin: 28, ageMax: 30 }), (u) => u.age !== null && u.age >= 28 && u.age <= 30],
    ['tokens', () => ({ tokensMin: 3, tokensMax: 5 }), (u) => u.tokens >= 3 && u.tokens <= 5],
    ['bonus', () => ({ bonusMin: 1, bonusMax: 2 }), (u) => u.bonus === 1 || u.bonus === 2],
    ['bonus by tokens', () => ({ bonusMin: 2, sort: '-tokens' }), (u) => u.bonus >= 2],
    [
      'registered',
      () => ({ startTimeStr: days(8), endTimeStr: days(5) }),
      (u) =>
        u.registeredAt !== null && u.registeredAt.slice(0, 10) >= days(8) && u.registeredAt.slice(0, 10) <= days(5),
    ],
    [
      'last online',
      () => ({ onlineStartStr: days(6), onlineEndStr: days(3) }),
      (u) =>
        u.lastOnlineAt !== null && u.lastOnlineAt.slice(0, 10) >= days(6) && u.lastOnlineAt.slice(0, 10) <= days(3),
    ],
    ['a part in any case', () => ({ q: 'ANN' }), (u) => u.nickname.toLowerCase().includes('ann')],
    ['a beginning with a sign', () => ({ q: 'a_' }), (u) => u.nickname.toLowerCase().startsWith('a_')],
    ['a beginning beyond ASCII', () => ({ q: 'äB' }), (u) => u.nickname.toLowerCase().startsWith('äb')],
    [
      'an id, or a nickname that begins so',
      () => ({ q: '1005' }),
      (u) => u.userId === 1005 || u.nickname.startsWith('1005'),
    ],
    [
      'several',
      () => ({ sex: 'man', country: 'CN', online: true }),
      (u) => u.sex === 'man' && u.country === 'CN' && u.online,
    ],
  ]

  test.each(cases)('%s', async (_, filters, fits) => {
    const expected = (await all()).filter(fits).map((user) => user.userId)
    const found = await everyone(filters())
    const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b)
    expect(inOrder(found.map((user) => user.userId))).toEqual(inOrder(expected))
    expect(expected.length).toBeGreaterThan(0)
    expect((await admin.call(userList, { size: 1, ...filters() })).total).toBe(expected.length)
  })

  test('no match is an empty page', async () => {
    expect(await admin.call(userList, { q: 'nobody' })).toMatchObject({ records: [], total: 0, pages: 0 })
  })

  test('the maximum of a range is greater than its minimum', async () => {
    for (const [payload, field, reason] of [
      [{ ageMin: 30, ageMax: 20 }, 'ageMax', 'field.range'],
      [{ ageMin: 30, ageMax: 30 }, 'ageMax', 'field.range'],
      [{ levelMin: 3, levelMax: 3 }, 'levelMax', 'field.range'],
      [{ tokensMin: 3, tokensMax: 2 }, 'tokensMax', 'field.range'],
      [{ bonusMin: 3, bonusMax: 2 }, 'bonusMax', 'field.range'],
      [{ startTimeStr: '2026-02-02', endTimeStr: '2026-02-01' }, 'endTimeStr', 'time.order'],
    ] as const)
      expect(await admin.refused(userList, payload)).toEqual({ code: 10009, fields: [field], reason })
  })
})

describe('a row', () => {
  test('shows the reasons of refusals, and no phone or e-mail', async () => {
    const answer = await admin.send(userList, { size: 200 })
    expect(JSON.stringify(answer)).not.toMatch(/13800001234|a@example/)
    const reader = await person(product, { permissions: { 'users.list': 1 } })
    const { records } = await reader.client.call(userList, { size: 1 })
    expect(records[0]!.can).toMatchObject({ ban: 'readOnly', grant: 'readOnly', reveal: 'readOnly' })
  })

  test('is exported with its columns', async () => {
    const answer = await admin.send(userList, { export: 'csv', sort: 'userId' })
    const { url } = (answer as unknown as { result: { url: string } }).result
    const file = await product.app.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') })
    const lines = file.body.trim().split('\n')
    expect(lines).toHaveLength(count + 1)
    expect(lines[0]).toContain('Nickname')
    expect(file.body).not.toMatch(/13800001234|a@example/)
  })
})

describe('names and ids as they are pasted', () => {
  const own = { far: 9001, composed: 9002, other: 9003 }
  beforeAll(async () => {
    for (const [id, nickname] of [
      [own.far, '👑 小龙女'],
      [own.composed, 'Ren\u00e9e'],
      [own.other, '女龙'],
    ])
      await sql`insert into users.app_user (id, nickname, created_at) values (${id}, ${nickname}, ${product.clock.now()})`.execute(
        product.database,
      )
  })
  const found = async (q: string) => (await admin.call(userList, { q, size: 50 })).records.map(({ userId }) => userId)

  test('two Chinese characters find a name that has them side by side, along an index', async () => {
    expect(await found('龙女')).toEqual([own.far])
    expect(await found('龙 女')).toEqual([])
    const plan = await product.database.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return (await sql<{ 'QUERY PLAN': string }>`explain ${nicknamed('龙女')}`.execute(tx)).rows
    })
    expect(JSON.stringify(plan)).toContain('nickname_pairs')
  })

  test('an accent is found as one character and as two', async () => {
    expect(await found('Rene\u0301e')).toEqual([own.composed])
    expect(await found('Ren\u00e9e')).toEqual([own.composed])
  })

  test('ids of a pasted text find their users, and those that nobody has are named', async () => {
    const page = await admin.call(userList, { q: `#${own.far}\tluciana ${own.other}, 9999999` })
    expect(page.records.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual([own.far, own.other])
    expect(page.missing).toEqual({ q: [9999999] })
  })
})
