// Accounts that a transaction holds before it decides (`holdAccounts`), with the cache on and off.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database/database.ts'
import { balancesOfUsers } from './balances.ts'
import { disableCache } from './cache.ts'
import { at, gift, recharge } from './items.fixture.ts'
import { bonus, paid, promo } from './ledger.accounts.ts'
import { post } from './ledger.post.ts'
import { verifyLedger } from './ledger.verify.ts'
import { holdAccounts } from './store.ts'

describe.each(['on', 'off'])('with the cache %s', (cache) => {
  let database: Database
  beforeAll(async () => {
    database = openDatabase((await freshDatabase()).url, { max: 4 })
    if (cache === 'off') disableCache(database)
  })
  afterAll(() => database.destroy())

  let user = 0n
  const receiver = 9_201n
  beforeEach(async () => {
    user++
    await inTransaction(database, (tx) => post(tx, 'test', at, [recharge(100n, 900_000n, user)]))
  })
  const paidOf = async () => (await balancesOfUsers(database, [user])).get(user)?.paidTokens

  it('returns balances; accounts that don’t exist are left out, or created', async () => {
    await inTransaction(database, async (tx) => {
      const held = await holdAccounts(tx, [paid(user), bonus(user)])
      expect([...held]).toEqual([[paid(user).name, { posted: 100n, reserved: 0n, costMicros: 900_000n }]])
      const made = await holdAccounts(tx, [paid(user), bonus(user)], { make: true })
      expect(made.get(bonus(user).name)).toEqual({ posted: 0n, reserved: 0n, costMicros: 0n })
    })
  })

  it('posts several batches on what it holds', async () => {
    await inTransaction(database, async (tx) => {
      await holdAccounts(tx, [paid(user)])
      for (const [tokens, outcome] of [
        [60n, { status: 'accepted' }],
        [60n, { status: 'refused', code: 60001 }],
        [40n, { status: 'accepted' }],
      ] as const)
        expect(await post(tx, 'test', at, [gift(tokens, receiver, user)])).toMatchObject([outcome])
      expect((await holdAccounts(tx, [paid(user)])).get(paid(user).name)).toMatchObject({ posted: 0n })
    })
    expect(await paidOf()).toBe(0n)
    expect(await verifyLedger(database)).toEqual([])
  })

  it('an id that exists is a duplicate, and what was held stays right', async () => {
    const item = gift(30n, receiver, user)
    await inTransaction(database, (tx) => post(tx, 'test', at, [item]))
    await inTransaction(database, async (tx) => {
      await holdAccounts(tx, [paid(user)])
      expect(await post(tx, 'test', at, [item, gift(70n, receiver, user)])).toMatchObject([
        { status: 'duplicate' },
        { status: 'accepted' },
      ])
    })
    expect(await paidOf()).toBe(0n)
    expect(await verifyLedger(database)).toEqual([])
  })

  it('keeps others waiting until the transaction ends, and forgets what was rolled back', async () => {
    const spend = () => inTransaction(database, (tx) => post(tx, 'test', at, [gift(80n, receiver, user)]))
    let spending: ReturnType<typeof spend> | undefined
    await inTransaction(database, async (tx) => {
      await holdAccounts(tx, [paid(user), promo(user), bonus(receiver)], { make: true })
      spending = spend()
      await vi.waitFor(async () => expect(await waiting()).toBe(1), 10_000)
      expect(await post(tx, 'test', at, [gift(50n, receiver, user)])).toMatchObject([{ status: 'accepted' }])
      throw new Error('rolled back')
    }).catch((error: Error) => expect(error.message).toBe('rolled back'))
    expect(await spending).toMatchObject([{ status: 'accepted' }])
    expect(await paidOf()).toBe(20n)
    expect(await verifyLedger(database)).toEqual([])
  })

  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
    return rows[0]!.count
  }
})
