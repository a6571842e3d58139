import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { settled } from '../../test/settled.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database.ts'
import { newId } from '../kit/random.ts'
import { bonus, definitionOf, nameOf, ofPlatform, paid, promo } from './accounts.ts'
import type { Leg } from './balances.ts'
import { type Item, type Outcome, post } from './post.ts'
import { takeTokens, takingLegs } from './split.ts'
import { verifyLedger } from './verify.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 12 })
})
afterAll(async () => {
  await database.destroy()
})

const at = new Date('2026-11-20T10:00:00Z')
let lastUser = 0n
let user = 0n
beforeEach(() => {
  user = ++lastUser
})

const burn = ofPlatform('burn', 'TOKEN')
const issue = ofPlatform('issue', 'TOKEN')

const recharge = (tokens: bigint, costMicros: bigint, to = user, id = newId(at)): Item => ({
  id,
  kind: 'recharge',
  phase: 'single',
  reference: `order ${id}`,
  occurredAt: at,
  request: { to, tokens, costMicros },
  accounts: [paid(to), issue],
  decide: () => [
    { account: issue, amount: -tokens },
    { account: paid(to), amount: tokens, costMicros },
  ],
})

const grant = (tokens: bigint, to = user): Item => ({
  ...recharge(tokens, 0n, to),
  kind: 'grant',
  accounts: [promo(to), issue],
  decide: () => [
    { account: issue, amount: -tokens },
    { account: promo(to), amount: tokens },
  ],
})

const gift = (tokens: bigint, receiver: bigint, from = user, id = newId(at)): Item => ({
  id,
  kind: 'gift',
  phase: 'single',
  reference: `gift ${id}`,
  occurredAt: at,
  request: { from, receiver, tokens },
  accounts: [paid(from), promo(from), bonus(receiver), burn, ofPlatform('issue', 'BONUS')],
  decide: (balances) => {
    const taken = takeTokens(balances, from, tokens)
    if (!taken) return 60001
    const earned = (tokens * 40n) / 100n
    const legs: Leg[] = [...takingLegs(from, taken), { account: burn, amount: tokens }]
    if (earned > 0n)
      legs.push(
        { account: ofPlatform('issue', 'BONUS'), amount: -earned },
        { account: bonus(receiver), amount: earned },
      )
    return legs
  },
})

const hold = (tokens: bigint, from = user, id = newId(at)): Item => ({
  id,
  kind: 'call',
  phase: 'hold',
  reference: `call ${id}`,
  occurredAt: at,
  request: { from, tokens },
  accounts: [paid(from), promo(from)],
  decide: (balances) => {
    const taken = takeTokens(balances, from, tokens)
    if (!taken) return 60001
    return takingLegs(from, taken).map((leg) => ({ account: leg.account, amount: 0n, reserved: -leg.amount }))
  },
})

const resolve = (phase: 'post' | 'void', holdId: string, from = user, id = newId(at)): Item => ({
  id,
  kind: 'call',
  phase,
  holdId,
  reference: `call ${holdId}`,
  occurredAt: at,
  request: { holdId },
  accounts: [paid(from), promo(from), burn],
  decide: (_, held) => {
    const total = held.reduce((sum, leg) => sum + (leg.reserved ?? 0n), 0n)
    if (phase === 'void') return held.map((leg) => ({ account: leg.account, amount: 0n, reserved: -leg.reserved! }))
    return [
      ...held.map((leg) => ({ account: leg.account, amount: -leg.reserved!, reserved: -leg.reserved! })),
      { account: burn, amount: total },
    ]
  },
})

const run = (...items: Item[]): Promise<Outcome[]> => inTransaction(database, (tx) => post(tx, 'test', at, items))

async function balance(key: ReturnType<typeof paid>) {
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
    await run(recharge(1_000n, 9_000_000n), grant(300n))
    expect(await run(gift(400n, 9_001n))).toEqual([expect.objectContaining({ status: 'accepted' })])
    expect(await balance(promo(user))).toMatchObject({ posted: 0n })
    expect(await balance(paid(user))).toMatchObject({ posted: 900n, cost_micros: 8_100_000n })
    expect(await balance(bonus(9_001n))).toMatchObject({ posted: 160n })
  })

  it('accepts and refuses each on its own, in order, within one statement', async () => {
    const outcomes = await run(recharge(100n, 0n), gift(60n, 9_002n), gift(60n, 9_002n), gift(40n, 9_002n))
    expect(outcomes.map((o) => (o.status === 'refused' ? o.code : o.status))).toEqual([
      'accepted',
      'accepted',
      60001,
      'accepted',
    ])
    expect(await balance(paid(user))).toMatchObject({ posted: 0n, version: 3n })
  })

  it('remembers a refusal, and answers a repeat as the first time', async () => {
    const poor = gift(60n, 9_003n)
    expect(await run(poor)).toEqual([{ id: poor.id, status: 'refused', code: 60001, remembered: false }])
    await run(recharge(1_000n, 0n))
    expect(await run(poor)).toEqual([{ id: poor.id, status: 'refused', code: 60001, remembered: true }])
    const rich = gift(60n, 9_003n)
    expect(await run(rich, rich)).toEqual([
      { id: rich.id, status: 'accepted' },
      { id: rich.id, status: 'duplicate' },
    ])
    expect(await run(rich)).toEqual([{ id: rich.id, status: 'duplicate' }])
    expect(await balance(paid(user))).toMatchObject({ posted: 940n })
  })

  it('refuses an id that comes again with other content', async () => {
    const first = recharge(10n, 0n)
    await run(first)
    expect(await run({ ...recharge(11n, 0n), id: first.id })).toEqual([expect.objectContaining({ code: 10027 })])
  })
})

describe('holds', () => {
  it('reserve, post and void, each once', async () => {
    await run(recharge(100n, 0n), grant(30n))
    const held = hold(50n)
    await run(held)
    expect(await balance(promo(user))).toMatchObject({ posted: 30n, reserved: 30n })
    expect(await balance(paid(user))).toMatchObject({ posted: 100n, reserved: 20n })
    expect(await run(gift(81n, 9_004n))).toEqual([expect.objectContaining({ code: 60001 })])
    expect(await run(resolve('post', held.id))).toEqual([expect.objectContaining({ status: 'accepted' })])
    expect(await run(resolve('void', held.id))).toEqual([expect.objectContaining({ code: 20000 })])
    expect(await balance(paid(user))).toMatchObject({ posted: 80n, reserved: 0n })
  })

  it('are resolved once when many try at the same time', async () => {
    await run(recharge(100n, 0n))
    const held = hold(100n)
    await run(held)
    const tries = Array.from({ length: 10 }, (_, index) => resolve(index % 2 === 0 ? 'post' : 'void', held.id))
    const outcomes = (await Promise.all(tries.map((item) => run(item)))).flat()
    expect(outcomes.filter((outcome) => outcome.status === 'accepted')).toHaveLength(1)
    expect(await balance(paid(user))).toMatchObject({ reserved: 0n })
  })
})

it('makes one transfer of N clients that send one id', async () => {
  await run(recharge(100n, 0n))
  const item = gift(30n, 9_005n)
  const settled = await Promise.allSettled(Array.from({ length: 12 }, () => run(item)))
  const outcomes = settled.flatMap((s) => (s.status === 'fulfilled' ? s.value : []))
  expect(outcomes).toHaveLength(12)
  expect(outcomes.filter((outcome) => outcome.status === 'accepted')).toHaveLength(1)
  expect(await balance(paid(user))).toMatchObject({ posted: 70n })
})

it('agrees with a ten-line model under random commands', async () => {
  const people = [1n, 2n, 3n].map((n) => 5_000n + n)
  const who = fc.constantFrom(...people)
  const command = fc.oneof(
    fc.record({ do: fc.constant('recharge' as const), who, tokens: fc.bigInt(1n, 500n) }),
    fc.record({ do: fc.constant('grant' as const), who, tokens: fc.bigInt(1n, 200n) }),
    fc.record({ do: fc.constant('gift' as const), who, to: who, tokens: fc.bigInt(1n, 400n) }),
  )
  const model = new Map(people.map((id) => [id, { paid: 0n, promo: 0n, bonus: 0n }]))
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 60 }), async (commands) => {
      const expected = commands.map((c) => {
        const wallet = model.get(c.who)!
        if (c.do === 'recharge') wallet.paid += c.tokens
        else if (c.do === 'grant') wallet.promo += c.tokens
        else if (wallet.paid + wallet.promo < c.tokens) return 60001
        else {
          const free = c.tokens < wallet.promo ? c.tokens : wallet.promo
          wallet.promo -= free
          wallet.paid -= c.tokens - free
          model.get(c.to)!.bonus += (c.tokens * 40n) / 100n
        }
        return 'accepted'
      })
      const items = commands.map((c) =>
        c.do === 'recharge'
          ? recharge(c.tokens, c.tokens * 10_000n, c.who)
          : c.do === 'grant'
            ? grant(c.tokens, c.who)
            : gift(c.tokens, c.to, c.who),
      )
      const outcomes = await run(...items)
      expect(outcomes.map((o) => (o.status === 'refused' ? o.code : o.status))).toEqual(expected)
      for (const [id, wallet] of model) {
        expect((await balance(paid(id))).posted).toBe(wallet.paid)
        expect((await balance(promo(id))).posted).toBe(wallet.promo)
        expect((await balance(bonus(id))).posted).toBe(wallet.bonus)
      }
    }),
    { numRuns: 25 },
  )
  expect(await verifyLedger(database)).toEqual([])
})

describe('the database itself', () => {
  const accountId = async (key: ReturnType<typeof paid>) =>
    (
      await database
        .selectFrom('ledger.account')
        .select('id')
        .where('owner', '=', key.owner)
        .where('purpose', '=', key.purpose)
        .where('currency', '=', key.currency)
        .executeTakeFirstOrThrow()
    ).id
  const raw = (phase: string, legs: [bigint, bigint, bigint][]) =>
    sql`select ledger.post(array[${newId(at)}::uuid], array['\\x00'::bytea], array['test'], array[${phase}], array[null::uuid], array[''],
      array[null::int], array[${at}::timestamptz], 'test', ${at}, ${legs.map(() => 1)}::int[], ${legs.map((l) => l[0])}::bigint[],
      ${legs.map((l) => l[1])}::bigint[], ${legs.map((l) => l[2])}::bigint[], ${legs.map(() => 0)}::bigint[])`.execute(
      database,
    )

  it('refuses what does not net to zero, an overdraft, a foreign currency and a broken phase', async () => {
    await run(recharge(100n, 0n))
    const wallet = await accountId(paid(user))
    await run(gift(1n, 9_006n))
    const burned = await accountId(burn)
    const bonusIssue = await accountId(ofPlatform('issue', 'BONUS'))
    await expect(
      raw('single', [
        [wallet, -5n, 0n],
        [burned, 4n, 0n],
      ]),
    ).rejects.toThrow(/unbalanced/)
    await expect(
      raw('single', [
        [wallet, -500n, 0n],
        [burned, 500n, 0n],
      ]),
    ).rejects.toThrow(/overdraft/)
    await expect(
      raw('single', [
        [wallet, -5n, 0n],
        [bonusIssue, 5n, 0n],
      ]),
    ).rejects.toThrow(/unbalanced/)
    await expect(
      raw('single', [
        [wallet, -5n, 5n],
        [burned, 5n, 0n],
      ]),
    ).rejects.toThrow(/phase/)
    await expect(raw('hold', [[wallet, 0n, 500n]])).rejects.toThrow(/overdraft/)
  })

  it('refuses every change of what stands, on the tables and on their partitions', async () => {
    await run(recharge(100n, 0n))
    const partitions = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
      where inhparent in ('ledger.entry'::regclass, 'ledger.transfer'::regclass, 'ledger.hold_resolution'::regclass)`.execute(
      database,
    )
    const tables = [
      'ledger.entry',
      'ledger.transfer',
      'ledger.hold_resolution',
      ...partitions.rows.map((row) => row.name),
    ]
    expect(tables.length).toBe(3 + 3 * 5)
    for (const table of tables) {
      await expect(sql.raw(`delete from ${table}`).execute(database)).rejects.toThrow(/append-only/)
      await expect(sql.raw(`truncate ${table}`).execute(database)).rejects.toThrow(/append-only/)
    }
    await expect(sql`update ledger.entry set amount = amount + 1`.execute(database)).rejects.toThrow(/append-only/)
  })

  it('folds platform accounts once each, and finds them equal to their entries', async () => {
    await run(recharge(100n, 0n))
    await sql`select ledger.fold()`.execute(database)
    await run(recharge(50n, 0n))
    await settled(database)
    await Promise.all(Array.from({ length: 4 }, () => sql`select ledger.fold()`.execute(database)))
    const { rows } = await sql<{ folded: string; entries: string }>`
      select (select sum(credit - debit) from ledger.folded)::text as folded,
             (select sum(amount) from ledger.entry where version is null)::text as entries`.execute(database)
    expect(rows[0]!.folded).toBe(rows[0]!.entries)
  })
})

it('knows no account that the chart does not have', () => {
  expect(() => definitionOf({ owner: 'user:1', purpose: 'secret', currency: 'TOKEN' })).toThrow(
    nameOf({ owner: 'user:1', purpose: 'secret', currency: 'TOKEN' }),
  )
})
