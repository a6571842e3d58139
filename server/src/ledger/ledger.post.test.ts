import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'
import { disableCache } from './cache.ts'
import { at, burn, deferred, gift, grant, hold, recharge, resolve, revenue } from './items.fixture.ts'
import { type AccountKey, bonus, paid, promo } from './ledger.accounts.ts'
import { post } from './ledger.post.ts'
import type { Item, Outcome } from './ledger.types.ts'
import { verifyLedger } from './ledger.verify.ts'

describe.each(['on', 'off'])('with the cache %s', (cache) => {
  let database: Database
  beforeAll(async () => {
    database = openDatabase((await freshDatabase()).url, { max: 12 })
    if (cache === 'off') disableCache(database)
  })
  afterAll(async () => {
    await database.destroy()
  })

  let lastUser = 0n
  let user = 0n
  beforeEach(() => {
    user = ++lastUser
  })

  const run = (...items: Item[]): Promise<Outcome[]> => inTransaction(database, (tx) => post(tx, 'test', at, items))

  async function balance(key: AccountKey) {
    const row = await database
      .selectFrom('ledger.account')
      .select(['posted', 'reserved', 'cost_micros', 'version'])
      .where('owner', '=', key.owner)
      .where('purpose', '=', key.purpose)
      .executeTakeFirst()
    return row ?? { posted: 0n, reserved: 0n, cost_micros: 0n, version: 0n }
  }

  describe('a batch', () => {
    it('takes promotional tokens first, then paid ones with their cost', async () => {
      await run(recharge(1_000n, 9_000_000n, user), grant(300n, user))
      expect(await run(gift(400n, 9_001n, user))).toEqual([expect.objectContaining({ status: 'accepted' })])
      expect(await balance(promo(user))).toMatchObject({ posted: 0n })
      expect(await balance(paid(user))).toMatchObject({ posted: 900n, cost_micros: 8_100_000n })
      expect(await balance(bonus(9_001n))).toMatchObject({ posted: 160n })
    })

    it('accepts and refuses each on its own, in order, within one statement', async () => {
      const outcomes = await run(
        recharge(100n, 0n, user),
        gift(60n, 9_002n, user),
        gift(60n, 9_002n, user),
        gift(40n, 9_002n, user),
      )
      expect(outcomes.map((o) => (o.status === 'refused' ? o.code : o.status))).toEqual([
        'accepted',
        'accepted',
        60001,
        'accepted',
      ])
      expect(await balance(paid(user))).toMatchObject({ posted: 0n, version: 3n })
    })

    it('remembers a refusal, and answers a repeat as the first time', async () => {
      const poor = gift(60n, 9_003n, user)
      expect(await run(poor)).toEqual([{ id: poor.id, status: 'refused', code: 60001, remembered: false }])
      await run(recharge(1_000n, 0n, user))
      expect(await run(poor)).toEqual([{ id: poor.id, status: 'refused', code: 60001, remembered: true }])
      const rich = gift(60n, 9_003n, user)
      expect(await run(rich, rich)).toEqual([
        expect.objectContaining({ id: rich.id, status: 'accepted' }),
        { id: rich.id, status: 'duplicate' },
      ])
      expect(await run(rich)).toEqual([{ id: rich.id, status: 'duplicate' }])
      expect(await balance(paid(user))).toMatchObject({ posted: 940n })
    })

    it('refuses an id that is sent again with other content', async () => {
      const first = recharge(10n, 0n, user)
      await run(first)
      expect(await run({ ...recharge(11n, 0n, user), id: first.id })).toEqual([
        expect.objectContaining({ code: 10027 }),
      ])
    })
  })

  describe('holds', () => {
    it('reserve, post and void, each once', async () => {
      await run(recharge(100n, 0n, user), grant(30n, user))
      const held = hold(50n, user)
      await run(held)
      expect(await balance(promo(user))).toMatchObject({ posted: 30n, reserved: 30n })
      expect(await balance(paid(user))).toMatchObject({ posted: 100n, reserved: 20n })
      expect(await run(gift(81n, 9_004n, user))).toEqual([expect.objectContaining({ code: 60001 })])
      expect(await run(resolve('post', held.id, user))).toEqual([expect.objectContaining({ status: 'accepted' })])
      expect(await run(resolve('void', held.id, user))).toEqual([expect.objectContaining({ code: 20000 })])
      expect(await balance(paid(user))).toMatchObject({ posted: 80n, reserved: 0n })
    })

    it('are resolved once when many try at the same time', async () => {
      await run(recharge(100n, 0n, user))
      const held = hold(100n, user)
      await run(held)
      const tries = Array.from({ length: 10 }, (_, index) => resolve(index % 2 === 0 ? 'post' : 'void', held.id, user))
      const outcomes = (await Promise.all(tries.map((item) => run(item)))).flat()
      expect(outcomes.filter((outcome) => outcome.status === 'accepted')).toHaveLength(1)
      expect(await balance(paid(user))).toMatchObject({ reserved: 0n })
    })
  })

  it('makes one transfer for N clients that send one id', async () => {
    await run(recharge(100n, 0n, user))
    const item = gift(30n, 9_005n, user)
    const settled = await Promise.allSettled(Array.from({ length: 12 }, () => run(item)))
    const outcomes = settled.flatMap((s) => (s.status === 'fulfilled' ? s.value : []))
    expect(settled.flatMap((s) => (s.status === 'rejected' ? [String(s.reason)] : []))).toEqual([])
    expect(outcomes).toHaveLength(12)
    expect(outcomes.filter((outcome) => outcome.status === 'accepted')).toHaveLength(1)
    expect(await balance(paid(user))).toMatchObject({ posted: 70n })
  })

  describe('holds within a batch', () => {
    it('are made and resolved in it, once each', async () => {
      await run(recharge(100n, 900_000n, user), grant(30n, user))
      const held = hold(50n, user)
      const freed = hold(40n, user)
      const outcomes = await run(
        held,
        freed,
        gift(41n, 9_010n, user),
        resolve('post', held.id, user),
        resolve('void', freed.id, user),
        resolve('void', held.id, user),
        gift(80n, 9_010n, user),
        gift(1n, 9_010n, user),
      )
      expect(outcomes.map((o) => (o.status === 'refused' ? o.code : o.status))).toEqual([
        'accepted',
        'accepted',
        60001,
        'accepted',
        'accepted',
        20000,
        'accepted',
        60001,
      ])
      expect(await balance(promo(user))).toMatchObject({ posted: 0n, reserved: 0n })
      expect(await balance(paid(user))).toMatchObject({ posted: 0n, reserved: 0n, cost_micros: 0n })
      expect(await verifyLedger(database)).toEqual([])
    })

    it('see those before them', async () => {
      await run(recharge(100n, 0n, user))
      const first = hold(60n, user)
      const second = hold(60n, user)
      const outcomes = await run(first, second, resolve('post', first.id, user))
      expect(outcomes.map((o) => o.status)).toEqual(['accepted', 'refused', 'accepted'])
      const third = hold(40n, user)
      expect(await run(third, resolve('void', third.id, user))).toHaveLength(2)
      expect(await balance(paid(user))).toMatchObject({ posted: 40n, reserved: 0n })
    })

    it('a refused resolution leaves its hold open', async () => {
      await run(recharge(100n, 0n, user))
      const held = hold(60n, user)
      const no: Item = { ...resolve('post', held.id, user), decide: () => 1000002 }
      const outcomes = await run(held, no, resolve('void', held.id, user))
      expect(outcomes.map((o) => o.status)).toEqual(['accepted', 'refused', 'accepted'])
      expect(await balance(paid(user))).toMatchObject({ posted: 100n, reserved: 0n })
    })
  })

  describe('the USD value of a batch', () => {
    const written = (kind: string, reference: string) =>
      database
        .selectFrom('ledger.entry as e')
        .innerJoin('ledger.transfer as t', 't.id', 'e.transfer_id')
        .innerJoin('ledger.account as a', 'a.id', 'e.account_id')
        .select(['a.purpose', 'e.amount', 't.reference'])
        .where('t.kind', '=', kind)
        .where('t.reference', '=', reference)
        .orderBy('e.line')
        .execute()

    it('is one transfer for each kind, summed over the accepted items', async () => {
      await run(recharge(1_000n, 9_000_000n, user))
      const poor = gift(10_000n, 9_011n, user)
      const held = hold(100n, user)
      await run(gift(10n, 9_011n, user), poor, gift(20n, 9_011n, user), gift(30n, 9_011n, user), held)
      expect(await written('gift.usd', '3 × gift')).toEqual([
        { purpose: 'deferredTokens', amount: -540_000n, reference: '3 × gift' },
        { purpose: 'revenue', amount: 540_000n, reference: '3 × gift' },
      ])
      expect(await written('call.usd', held.reference)).toEqual([])
      await run(resolve('post', held.id, user))
      expect(await written('call.usd', held.reference)).toMatchObject([{ amount: -900_000n }, { amount: 900_000n }])
      expect(await balance(paid(user))).toMatchObject({ posted: 840n, cost_micros: 7_560_000n })
    })

    it('leaves out sums of zero, and is not posted again with a duplicate', async () => {
      await run(grant(100n, user), recharge(100n, 1_000_000n, user))
      const free = gift(50n, 9_012n, user)
      await run(free)
      expect(await written('gift.usd', free.reference)).toEqual([])
      const costly = gift(100n, 9_012n, user)
      await run(costly, costly)
      await run(costly)
      expect(await written('gift.usd', costly.reference)).toHaveLength(2)
    })

    it('is on platform accounts only', async () => {
      await run(recharge(100n, 0n, user))
      const wrong: Item = { ...gift(1n, 9_013n, user), usd: () => [{ account: paid(user), amount: 1n }] }
      await expect(run(wrong)).rejects.toThrow(/platform/)
    })

    it('fails as a whole when it does not sum to zero', async () => {
      await run(recharge(100n, 1_000_000n, user))
      const wrong: Item = { ...gift(1n, 9_013n, user), usd: () => [{ account: revenue, amount: 1n }] }
      await expect(run(wrong)).rejects.toThrow(/unbalanced/)
      const right: Item = {
        ...gift(1n, 9_013n, user),
        usd: () => [
          { account: revenue, amount: 1n },
          { account: deferred, amount: -1n },
        ],
      }
      expect(await run(right)).toMatchObject([{ status: 'accepted' }])
    })
  })

  it('moves the cost of tokens with their leg', async () => {
    const other = user + 70_000n
    await run(recharge(300n, 3_000_001n, user))
    const move: Item = {
      ...gift(100n, other, user),
      kind: 'sale',
      accounts: [paid(user), paid(other)],
      decide: () => [
        { account: paid(user), amount: -100n, costMicros: -1_000_000n },
        { account: paid(other), amount: 100n, costMicros: 1_000_000n },
      ],
      usd: () => [],
    }
    const [outcome] = await run(move)
    expect(outcome).toMatchObject({ after: [{ posted: 200n }, { posted: 100n }] })
    expect(await balance(paid(user))).toMatchObject({ posted: 200n, cost_micros: 2_000_001n })
    expect(await balance(paid(other))).toMatchObject({ posted: 100n, cost_micros: 1_000_000n })
    // The database refuses to take more cost than there is.
    const much: Item = {
      ...move,
      id: newId(at),
      decide: () => [
        { account: paid(user), amount: -1n, costMicros: -9_000_000n },
        { account: burn, amount: 1n },
      ],
      accounts: [paid(user), burn],
    }
    await expect(run(much)).rejects.toThrow(/cost_micros/)
    expect(await verifyLedger(database)).toEqual([])
  })

  it('treats an id in upper case as the same id', async () => {
    await run(recharge(100n, 0n, user))
    const item = gift(10n, 9_014n, user)
    await run(item)
    expect(await run({ ...item, id: item.id.toUpperCase() })).toMatchObject([{ status: 'duplicate' }])
  })

  it('forgets the ids of accounts whose creation was rolled back', async () => {
    const item = recharge(100n, 0n, user)
    await expect(
      inTransaction(database, async (tx) => {
        await post(tx, 'test', at, [item])
        throw new Error('and then')
      }),
    ).rejects.toThrow('and then')
    expect(await run(item)).toMatchObject([{ status: 'accepted' }])
    expect(await balance(paid(user))).toMatchObject({ posted: 100n })
    // An account that was cached under another's id is recognised by its name.
    expect(await run(gift(1n, 9_015n, user), recharge(1n, 0n, 9_016n))).toHaveLength(2)
  })
})
