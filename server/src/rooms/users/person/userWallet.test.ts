import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../test/database.ts'
import { settled } from '../../../../test/settled.ts'
import { type Database, inTransaction, openDatabase } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { balancesOfUsers, bonus, boundedSpan, type Item, ofPlatform, paid, post, promo } from '../../../ledger/index.ts'
import { walletsOf } from './userWallet.queries.ts'
import { foldWallets } from './userWallet.rounds.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 4 })
})
afterAll(() => database.destroy())

const at = new Date('2026-11-20T10:00:30Z')
const issue = ofPlatform('issue', 'TOKEN')
const issueBonus = ofPlatform('issue', 'BONUS')
const burn = ofPlatform('burn', 'TOKEN')

const move = (kind: string, legs: { account: ReturnType<typeof paid>; amount: bigint }[]): Item => ({
  id: newId(at),
  kind,
  phase: 'single',
  reference: kind,
  occurredAt: at,
  request: { kind },
  accounts: legs.map((leg) => leg.account),
  decide: () => legs,
})
const give = (user: bigint, tokens: bigint, to = paid) =>
  move('recharge', [
    { account: issue, amount: -tokens },
    { account: to(user), amount: tokens },
  ])
const earn = (user: bigint, amount: bigint) =>
  move('gift', [
    { account: issueBonus, amount: -amount },
    { account: bonus(user), amount },
  ])
const spend = (user: bigint, tokens: bigint) =>
  move('gift', [
    { account: paid(user), amount: -tokens },
    { account: burn, amount: tokens },
  ])
const posted = (...items: Item[]) => inTransaction(database, (tx) => post(tx, 'test', at, items))
const fold = async () => {
  await settled(database)
  while (await foldWallets(database, at));
}
const known = (id: number) =>
  sql`insert into users.app_user (id, nickname, created_at) values (${id}, '', ${at})`.execute(database)

test('wallets follow the ledger, once and exactly', async () => {
  await known(1)
  await posted(give(1n, 500n), give(1n, 50n, promo), earn(1n, 7n))
  await fold()
  expect((await walletsOf(database, [1n, 99n])).get(1n)).toEqual({
    userId: 1n,
    paidTokens: 500n,
    promoTokens: 50n,
    tokens: 550n,
    bonus: 7n,
  })
  await posted(spend(1n, 200n))
  await fold()
  await fold()
  expect((await walletsOf(database, [1n])).get(1n)).toMatchObject({ paidTokens: 300n, tokens: 350n })
})

test('a wallet may exist before its user', async () => {
  await posted(give(2n, 10n))
  await fold()
  await known(2)
  expect((await walletsOf(database, [2n])).get(2n)).toMatchObject({ paidTokens: 10n })
})

test('a long span is read in parts that together cover it', async () => {
  for (let user = 11n; user < 20n; user++) await posted(give(user, user), earn(user, 1n))
  await settled(database)
  const horizon = await sql<{ to: string }>`select kit.horizon()::text as "to"`.execute(database)
  let span = { from: '0', to: horizon.rows[0]!.to }
  const end = span.to
  let parts = 0
  while (BigInt(span.from) < BigInt(end)) {
    const part = await boundedSpan(database, span, 3)
    expect(BigInt(part.to)).toBeGreaterThan(BigInt(part.from))
    span = { from: part.to, to: end }
    parts += 1
  }
  expect(span.from).toBe(end)
  expect(parts).toBeGreaterThan(5)
  await fold()
  const ids = [11n, 15n, 19n]
  const [wallets, exact] = [await walletsOf(database, ids), await balancesOfUsers(database, ids)]
  for (const id of ids) expect(wallets.get(id)?.paidTokens).toBe(exact.get(id)?.paidTokens)
})
