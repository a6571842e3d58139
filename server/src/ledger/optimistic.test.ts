// Optimistic posting: right also when the cached balances are out of date, or were never committed. Each pool stands for a
// server, with a cache of its own; the same cases pass without one.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database/database.ts'
import { balancesOfUsers } from './balances.ts'
import { cacheOf, disableCache } from './cache.ts'
import { at, gift, grant, hold, recharge, resolve } from './items.fixture.ts'
import { paid } from './ledger.accounts.ts'
import { batchAccount } from './ledger.plan.ts'
import { post } from './ledger.post.ts'
import type { Item, Outcome } from './ledger.types.ts'
import { verifyLedger } from './ledger.verify.ts'

describe.each(['on', 'off'])('with the cache %s', (cache) => {
  let one: Database
  let other: Database
  beforeAll(async () => {
    const { url } = await freshDatabase()
    one = openDatabase(url, { max: 8 })
    other = openDatabase(url, { max: 8 })
    if (cache === 'off') for (const server of [one, other]) disableCache(server)
  })
  afterAll(async () => {
    await one.destroy()
    await other.destroy()
  })

  let user = 0n
  beforeEach(() => {
    user++
  })

  const by = (server: Database, ...items: Item[]): Promise<Outcome[]> =>
    inTransaction(server, (tx) => post(tx, 'test', at, items))
  const summary = (outcomes: readonly Outcome[]) => outcomes.map((o) => (o.status === 'refused' ? o.code : o.status))
  const paidOf = async (userId: bigint) => (await balancesOfUsers(one, [userId])).get(userId)?.paidTokens

  it('decides on the balances another server left', async () => {
    await by(one, recharge(100n, 0n, user))
    await by(one, gift(10n, 9_001n, user))
    await by(other, gift(60n, 9_001n, user))
    // One server has 90 in its cache; the balance is 30.
    const [refused] = await by(one, gift(40n, 9_001n, user))
    expect(refused).toMatchObject({ status: 'refused', code: 60001 })
    await by(other, recharge(50n, 0n, user))
    // It has 30 in its cache, which would be refused; the balance is 80.
    expect(await by(one, gift(70n, 9_001n, user))).toMatchObject([
      { status: 'accepted', after: expect.arrayContaining([{ account: paid(user), posted: 10n, reserved: 0n }]) },
    ])
    expect(await paidOf(user)).toBe(10n)
  })

  it('forgets the balances of a transaction that was rolled back', async () => {
    await by(one, recharge(101n, 0n, user))
    await by(one, gift(1n, 9_002n, user))
    await expect(
      inTransaction(one, async (tx) => {
        await post(tx, 'test', at, [gift(90n, 9_002n, user)])
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(summary(await by(one, gift(80n, 9_002n, user)))).toEqual(['accepted'])
    expect(await paidOf(user)).toBe(20n)
  })

  it('answers a duplicate, and one with other content, from what is stored', async () => {
    await by(one, recharge(100n, 0n, user))
    const item = gift(10n, 9_003n, user)
    await by(one, item)
    expect(summary(await by(one, item, gift(1n, 9_003n, user), { ...gift(2n, 9_003n, user), id: item.id }))).toEqual([
      'duplicate',
      'accepted',
      10027,
    ])
    expect(summary(await by(other, item))).toEqual(['duplicate'])
    expect(await paidOf(user)).toBe(89n)
  })

  it('notices when the id of another account with the same balance is cached', async () => {
    const stranger = user + 500n
    await by(one, recharge(100n, 0n, user), recharge(100n, 0n, stranger))
    await by(one, recharge(1n, 0n, user), recharge(1n, 0n, stranger))
    const idOf = async (name: string) =>
      Number(
        (
          await one
            .selectFrom('ledger.account')
            .select('id')
            .where('owner', '=', name)
            .where('purpose', '=', 'paid')
            .executeTakeFirstOrThrow()
        ).id,
      )
    const wrong = await idOf(`user:${stranger}`)
    await inTransaction(one, async (tx) => {
      const cached = cacheOf(tx)
      cached.rememberId(paid(user).name, wrong)
      const account = { ...batchAccount(paid(user)), balance: { posted: 101n, reserved: 0n, costMicros: 0n } }
      cached.rememberBalances({ items: [], owned: new Map([[paid(user).name, account]]), platform: new Map() })
    })
    expect(summary(await by(one, recharge(7n, 0n, user)))).toEqual(['accepted'])
    expect([await paidOf(user), await paidOf(stranger)]).toEqual([108n, 101n])
  })

  it('is right about every balance when two servers post to the same accounts at once', async () => {
    const people = Array.from({ length: 6 }, (_, index) => 20_000n + user * 10n + BigInt(index))
    await by(one, ...people.map((id) => recharge(300n, 2_700_001n, id)), ...people.map((id) => grant(40n, id)))
    // Now both have all accounts in their caches.
    for (const server of [one, other]) await by(server, ...people.map((id) => gift(10n, id, id)))
    const left = new Map(people.map((id) => [id, 320n]))
    const server = fc.boolean()
    const who = fc.constantFrom(...people)
    const batch = fc.record({
      server,
      isRolledBack: fc.nat(5).map((n) => n === 0),
      gifts: fc.array(
        fc.record({ from: who, to: who, tokens: fc.bigInt(1n, 25n), isHeld: fc.nat(4).map((n) => n === 0) }),
        {
          minLength: 1,
          maxLength: 30,
        },
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 2, maxLength: 8 }), async (batches) => {
        await Promise.all(
          batches.map(async ({ server: isOther, isRolledBack, gifts }) => {
            const items = gifts.flatMap(({ from, to, tokens, isHeld }) => {
              if (!isHeld) return [gift(tokens, to, from)]
              const held = hold(tokens, from)
              return [held, resolve('post', held.id, from)]
            })
            const spent: [bigint, bigint][] = []
            const work = inTransaction(isOther ? other : one, async (tx) => {
              const outcomes = await post(tx, 'test', at, items)
              spent.length = 0
              for (const outcome of outcomes)
                if (outcome.status === 'accepted')
                  for (const { account, amount } of outcome.legs)
                    if (amount < 0n && account.owner.startsWith('user:') && account.currency === 'TOKEN')
                      spent.push([BigInt(account.owner.slice(5)), amount])
              if (isRolledBack) throw new Error('rolled back')
            })
            await work.then(
              () => {
                for (const [id, amount] of spent) left.set(id, left.get(id)! + amount)
              },
              (error: Error) => expect(error.message).toBe('rolled back'),
            )
          }),
        )
        const balances = await balancesOfUsers(one, people)
        for (const id of people) {
          const { paidTokens, promoTokens, reservedTokens } = balances.get(id)!
          expect([paidTokens + promoTokens, reservedTokens]).toEqual([left.get(id), 0n])
          expect(paidTokens >= 0n && promoTokens >= 0n).toBe(true)
        }
      }),
      { numRuns: 25 },
    )
    expect(await verifyLedger(one)).toEqual([])
  })
})
