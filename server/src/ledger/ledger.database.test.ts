// The rules that the database enforces, no matter who calls.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { settled } from '../../test/settled.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'
import { at, burn, gift, hold, issue, issueBonus, postRaw, type RawLeg, recharge } from './items.fixture.ts'
import { type AccountKey, definitionOf, paid, platform } from './ledger.accounts.ts'
import { post } from './ledger.post.ts'
import type { Item, Outcome } from './ledger.types.ts'
import { verifyLedger } from './ledger.verify.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 12 })
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

describe('the database itself', () => {
  const accountId = async (key: AccountKey) =>
    (
      await database
        .selectFrom('ledger.account')
        .select('id')
        .where('owner', '=', key.owner)
        .where('purpose', '=', key.purpose)
        .where('currency', '=', key.currency)
        .executeTakeFirstOrThrow()
    ).id
  const raw = (phase: string, legs: RawLeg[]) => postRaw(database, phase, legs)

  // A few legs are written in one statement; with many, the platform's are written first. The rules are the same.
  it.each([
    ['few', 0],
    ['many', 70],
  ])(
    'with %s legs, refuses a sum that is not zero, an overdraft, another currency and an invalid phase',
    async (_, pairs) => {
      await run(recharge(100n, 0n, user))
      const wallet = await accountId(paid(user))
      await run(gift(1n, 9_006n, user))
      const burned = await accountId(burn)
      const issued = await accountId(issue)
      const bonusIssue = await accountId(issueBonus)
      const more = Array.from({ length: pairs }, (): RawLeg[] => [
        [burned, 1n, 0n],
        [issued, -1n, 0n],
      ]).flat()
      const before = await accountRow(wallet)
      const refused: [string, RawLeg[], RegExp][] = [
        [
          'single',
          [
            [wallet, -5n, 0n],
            [burned, 4n, 0n],
          ],
          /unbalanced/,
        ],
        [
          'single',
          [
            [wallet, -500n, 0n],
            [burned, 500n, 0n],
          ],
          /overdraft/,
        ],
        // Above the floor in the end, but below it in between.
        [
          'single',
          [
            [wallet, -500n, 0n],
            [burned, 500n, 0n],
            [burned, -500n, 0n],
            [wallet, 500n, 0n],
          ],
          /overdraft/,
        ],
        [
          'single',
          [
            [wallet, -5n, 0n],
            [bonusIssue, 5n, 0n],
          ],
          /unbalanced/,
        ],
        [
          'single',
          [
            [wallet, -5n, 5n],
            [burned, 5n, 0n],
          ],
          /phase/,
        ],
        ['hold', [[wallet, 0n, 0n]], /phase|check/],
        ['hold', [[burned, 0n, 5n]], /phase/],
        ['single', [[burned, 0n, 5n]], /phase/],
        ['hold', [[wallet, 0n, 500n]], pairs === 0 ? /overdraft/ : /overdraft|phase/],
        [
          'void',
          [
            [wallet, -1n, 0n],
            [burned, 1n, 0n],
          ],
          /phase/,
        ],
        [
          'single',
          [
            [wallet, -1n, 0n],
            [0n, 1n, 0n],
          ],
          /not as expected/,
        ],
      ]
      for (const [phase, legs, why] of refused)
        await expect(raw(phase, [...legs, ...more]), String(why)).rejects.toThrow(why)
      expect(await accountRow(wallet)).toEqual(before)
      await raw('single', [[wallet, -1n, 0n], [burned, 1n, 0n], ...more])
      expect(await accountRow(wallet)).toMatchObject({ posted: before.posted - 1n, version: before.version + 1n })
      expect(await verifyLedger(database)).toEqual([])
    },
  )

  const accountRow = (id: bigint) =>
    database
      .selectFrom('ledger.account')
      .select(['posted', 'reserved', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  it('refuses ambiguous arrays', async () => {
    await run(recharge(100n, 0n, user))
    await run(recharge(100n, 0n, user + 1_000n))
    const legs: RawLeg[] = [
      [await accountId(paid(user)), -5n],
      [await accountId(paid(user + 1_000n)), 5n],
    ]
    const [first, second] = legs.map(([id]) => id)
    const names = [paid(user).name, paid(user + 1_000n).name]
    const refused: [Parameters<typeof postRaw>[3], RegExp][] = [
      [{ accounts: '[0:1]={1,2}' }, /shapes/],
      // One user's balance must not become another's.
      [{ ids: `{${second},${first}}` }, /not as expected/],
      [{ ids: `{${second},${first}}`, names: `{${names.toReversed().join(',')}}` }, /not as expected/],
      [{ names: `{${names.toReversed().join(',')}}` }, /not as expected/],
      [{ ids: `[0:1]={${first},${second}}` }, /not as expected/],
      [{ ids: `{${first},${first}}` }, /not as expected/],
      [{ accounts: '{1,3}' }, /not found|null value|unbalanced/],
      // Legs out of order, of a transfer that does not exist, of none.
      [{ transfers: '{2,1}' }, /unbalanced|out of order/],
      [{ transfers: '{2,2}' }, /no partition|null value/],
      [{ transfers: '{1,null}' }, /unbalanced/],
      [{ transfers: '{1}' }, /shapes/],
    ]
    for (const [change, why] of refused)
      await expect(postRaw(database, 'single', legs, change), JSON.stringify(change)).rejects.toThrow(why)
    await postRaw(database, 'single', legs)
    expect(await verifyLedger(database)).toEqual([])
  })

  it('a posting is recognised in every language of the server', async () => {
    // A context's words are translated, so the call stack is no proof. Not every server has the locale.
    const { rows } = await sql<{ source: string; has: boolean }>`
      select string_agg(p.prosrc, '') as source,
             exists (select from pg_collation where collname ilike 'de_DE%' or collcollate ilike 'de_DE%') as has
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'ledger' and p.proname in ('is_posting', 'posting_mark')`.execute(database)
    expect(rows[0]!.source).toContain('ledger.posting_mark')
    expect(rows[0]!.source).not.toMatch(/pg_context|diagnostics/i)
  })

  it('a posting of many legs, whose platform legs are written first, is one posting', async () => {
    const owners = Array.from({ length: 150 }, (_, index) => BigInt(50_000 + index))
    const outcomes = await run(...owners.map((owner) => recharge(10n, 1n, owner)))
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['accepted']))
    expect(await verifyLedger(database)).toEqual([])
  })

  /** Only the owner of the tables can try this: to insert entries past the posting function, into the table or a partition. */
  describe.each(['ledger.entry', 'a partition'])('entries inserted directly into %s', (where) => {
    type Row = {
      account: bigint
      currency: string
      amount: bigint
      reserved?: bigint
      after?: [bigint, bigint, bigint]
    }
    const insert = async (transfer: string, rows: Row[]) => {
      const { rows: parts } = await sql<{ name: string }>`
        select tableoid::regclass::text as name from ledger.entry limit 1`.execute(database)
      const table = sql.raw(where === 'ledger.entry' ? where : parts[0]!.name)
      const line = (
        await sql<{ line: number }>`
        select coalesce(max(line), 0)::int as line from ledger.entry where transfer_id = ${transfer}`.execute(database)
      ).rows[0]!.line
      return sql`insert into ${table} (transfer_id, line, account_id, currency, amount, reserved, cost_micros, posted_after,
          reserved_after, version, recorded_at)
        values ${sql.join(
          rows.map(
            (
              { account, currency, amount, reserved = 0n, after },
              index,
            ) => sql`(${transfer}, ${line + index + 1}, ${account}, ${currency},
              ${amount}, ${reserved}, 0, ${after?.[0] ?? null}, ${after?.[1] ?? null}, ${after?.[2] ?? null}, ${at})`,
          ),
        )}`.execute(database)
    }
    const within = (phase: string, rows: (transfer: string) => Row[], holdId: string | null = null) =>
      database.transaction().execute(async (tx) => {
        const id = newId(at)
        await sql`insert into ledger.transfer (id, request_hash, kind, phase, hold_id, reference, actor, occurred_at, booked_at, recorded_at)
          values (${id}, '\\x00', 'test', ${phase}, ${holdId}, '', 'test', ${at}, ${at}, ${at})`.execute(tx)
        const straight = database
        database = tx
        try {
          await insert(id, rows(id))
        } finally {
          database = straight
        }
      })

    it('are checked whatever the session sets', async () => {
      await run(recharge(100n, 0n, user))
      const burned = await accountId(burn)
      const before = database
      await database.connection().execute(async (one) => {
        await sql`set ledger.posting = 'checked'`.execute(one)
        database = one
        try {
          const unbalanced = within('single', () => [{ account: burned, currency: 'TOKEN', amount: 1n }])
          await expect(unbalanced).rejects.toThrow(/unbalanced/)
        } finally {
          database = before
          await sql`reset ledger.posting`.execute(one)
        }
      })
    })

    it('are checked in the transaction of a posting, and with the mark of an earlier one', async () => {
      const { rows } = await sql<{ mark: string }>`
        select ledger.posting_mark(pg_current_xact_id()) as mark`.execute(database)
      const burned = await accountId(burn)
      const before = database
      for (const mark of [undefined, rows[0]!.mark])
        await expect(
          database.transaction().execute(async (tx) => {
            if (mark !== undefined) await sql`select set_config('ledger.posting', ${mark}, true)`.execute(tx)
            await post(tx, 'test', at, [recharge(100n, 0n, user)])
            if (mark !== undefined) await sql`select set_config('ledger.posting', ${mark}, true)`.execute(tx)
            const id = newId(at)
            await sql`insert into ledger.transfer (id, request_hash, kind, phase, reference, actor, occurred_at, booked_at, recorded_at)
              values (${id}, '\\x00', 'test', 'single', '', 'test', ${at}, ${at}, ${at})`.execute(tx)
            database = tx as unknown as typeof database
            try {
              await insert(id, [{ account: burned, currency: 'TOKEN', amount: 1n }])
            } finally {
              database = before
            }
          }),
          mark ?? 'no mark',
        ).rejects.toThrow(/unbalanced/)
    })

    it('are checked against every rule', async () => {
      const first = recharge(100n, 0n, user)
      const held = hold(10n, user)
      await run(first, held, gift(1n, 9_006n, user))
      const wallet = await accountId(paid(user))
      const burned = await accountId(burn)
      const issued = await accountId(issue)
      const { posted, reserved, version } = await accountRow(wallet)
      const pair: Row[] = [
        { account: burned, currency: 'TOKEN', amount: 1n },
        { account: issued, currency: 'TOKEN', amount: -1n },
      ]
      await expect(insert(first.id, pair)).rejects.toThrow(/sealed/)
      await expect(insert(newId(at), pair)).rejects.toThrow(/missing/)
      await expect(within('single', () => pair.slice(1))).rejects.toThrow(/unbalanced/)
      await expect(within('single', () => pair.map((leg) => ({ ...leg, currency: 'BONUS' })))).rejects.toThrow(
        /foreign/,
      )
      // A balance that the account does not have, or no longer has.
      const withdrawn = (after: [bigint, bigint, bigint]): Row[] => [
        { account: wallet, currency: 'TOKEN', amount: -1n, after },
        pair[0]!,
      ]
      await expect(within('single', () => withdrawn([posted - 1n, reserved, version + 1n]))).rejects.toThrow(
        /last entry/,
      )
      await expect(within('single', () => withdrawn([posted + 7n, reserved, version - 1n]))).rejects.toThrow(
        /last entry/,
      )
      await expect(within('single', () => withdrawn([-1n, 0n, version]))).rejects.toThrow(/overdraft/)
      await expect(within('hold', () => pair)).rejects.toThrow(/phase/)
      await expect(within('void', () => pair, held.id)).rejects.toThrow(/phase/)
      await expect(within('post', () => pair, held.id)).rejects.toThrow(/not released/)
      await expect(within('post', () => pair, first.id)).rejects.toThrow(/not released/)
      await within('single', () => pair)
    })
  })

  it('refuses every change of existing rows, in tables and partitions', async () => {
    await run(recharge(100n, 0n, user))
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

  it('folds each platform entry exactly once', async () => {
    await run(recharge(100n, 0n, user))
    await sql`select ledger.fold()`.execute(database)
    await run(recharge(50n, 0n, user))
    await settled(database)
    await Promise.all(Array.from({ length: 4 }, () => sql`select ledger.fold()`.execute(database)))
    const { rows } = await sql<{ folded: string; entries: string }>`
      select (select sum(credit - debit) from ledger.folded)::text as folded,
             (select sum(amount) from ledger.entry where version is null)::text as entries`.execute(database)
    expect(rows[0]!.folded).toBe(rows[0]!.entries)
  })
})

it('has every platform account of the chart from the start', async () => {
  const fresh = openDatabase((await freshDatabase()).url, { max: 1 })
  try {
    const rows = await fresh
      .selectFrom('ledger.account')
      .select(['purpose', 'currency', 'derived'])
      .where('owner', '=', 'platform')
      .execute()
    expect(rows.every(({ derived }) => derived)).toBe(true)
    expect(rows.map(({ purpose, currency }) => `${purpose}.${currency}`).toSorted()).toEqual(
      Object.keys(platform).toSorted(),
    )
  } finally {
    await fresh.destroy()
  }
})

it('has no account outside the chart', () => {
  expect(() => definitionOf({ owner: 'user:1', purpose: 'secret' as 'paid', currency: 'TOKEN' })).toThrow(
    'user:1/secret/TOKEN',
  )
})
