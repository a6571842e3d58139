// What is unusual about a request, in the light of earlier ones.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { newId } from '../../../kit/random.ts'
import { aPromoter } from '../../promotion/promotion.fixture.ts'
import { aboutOf } from './approvalList.about.ts'

let product: TestProduct
let staff: number[]
const dayMs = 86_400_000
const newDays = 30

beforeAll(async () => {
  product = await startProduct()
  const made = ['maker.1', 'checker.1'].map((username) => ({
    username,
    password_hash: 'none',
    created_at: product.clock.now(),
  }))
  const rows = await product.database.insertInto('access.staff').values(made).returning('id').execute()
  staff = rows.map(({ id }) => id)
})
afterAll(() => product.close())

const daysAgo = (days: number) => new Date(product.clock.now().getTime() - days * dayMs)

let users = 7_000_000n
async function user(registeredDaysAgo: number): Promise<bigint> {
  users += 1n
  const at = daysAgo(registeredDaysAgo)
  await product.database
    .insertInto('users.app_user')
    .values({ id: users, nickname: `Someone ${users}`, created_at: at, registered_at: at })
    .execute()
  return users
}

/** A request of `kind` about these users, with their cents; decided in this state. */
async function request(
  state: 'pending' | 'approved' | 'refused',
  days: number,
  parties: [bigint, number][],
  kind = 'user.grant',
) {
  const id = newId(daysAgo(days))
  const done = state !== 'pending'
  await sql`
    insert into access.approval (id, kind, subject, payload, reason, state, maker_id, created_at, expires_at, checker_id, decided_at, texts)
    values (${id}, ${kind}, ${id}, '{}', 'why', ${state}, ${staff[0]!}, ${daysAgo(days)}, ${daysAgo(-1)},
            ${done ? staff[1]! : null}, ${done ? daysAgo(days) : null}, '{"en": "Asks"}')`.execute(product.database)
  for (const [party, cents] of parties)
    await sql`
      insert into access.approval_party (approval_id, kind, party, usd_cents)
      values (${id}, 'user', ${party}, ${cents})`.execute(product.database)
  return id
}
const unusual = async (id: string) => (await aboutOf(product.database, id, newDays)).unusual

it('the first of a kind, whatever was refused or of another kind before', async () => {
  const one = await user(90)
  await request('refused', 3, [[one, 100]])
  await request('approved', 3, [[one, 100]], 'user.deduct')
  expect(await unusual(await request('pending', 1, [[one, 100]]))).toEqual([
    { why: 'first', kind: 'user', id: Number(one) },
  ])
  await request('approved', 0.5, [[one, 100]])
  expect(await unusual(await request('pending', 0, [[one, 100]]))).toEqual([])
})

it('who joined within the days of the parameter, by the moment of the request', async () => {
  const [today, recent, old] = [await user(1), await user(30), await user(31)]
  for (const one of [today, recent, old]) await request('approved', 1, [[one, 100]])
  const id = await request('pending', 0.5, [
    [today, 300],
    [recent, 200],
    [old, 100],
  ])
  expect(await unusual(id)).toEqual([
    { why: 'new', kind: 'user', id: Number(today), days: 0 },
    { why: 'new', kind: 'user', id: Number(recent), days: 29 },
  ])
})

it('more than three times the mean of the earlier ones, not three times', async () => {
  const [one, other] = [await user(90), await user(90)]
  await request('approved', 5, [
    [one, 100],
    [other, 200],
  ])
  await request('approved', 4, [
    [one, 300],
    [other, 200],
  ])
  const id = await request('pending', 0, [
    [one, 601],
    [other, 600],
  ])
  expect(await unusual(id)).toEqual([
    { why: 'more', kind: 'user', id: Number(one), usdCents: 601, meanUsdCents: 200, earlier: 2 },
  ])
  // The parties are named, those with most money first.
  const { users: named } = await aboutOf(product.database, id, newDays)
  expect(named.map(({ userId }) => userId)).toEqual([Number(one), Number(other)])
})

it('names a promoter, who is new with their first request', async () => {
  const promoterId = await aPromoter(await product.administrator())
  const id = await request('pending', 0, [])
  await sql`insert into access.approval_party (approval_id, kind, party, usd_cents) values (${id}, 'promoter', ${promoterId}, 100)`.execute(
    product.database,
  )
  const { promoters, unusual: found } = await aboutOf(product.database, id, newDays)
  expect(promoters).toEqual([{ promoterId, name: expect.stringMatching(/^Promoter/) }])
  expect(found).toEqual([
    { why: 'first', kind: 'promoter', id: promoterId },
    { why: 'new', kind: 'promoter', id: promoterId, days: 0 },
  ])
})
