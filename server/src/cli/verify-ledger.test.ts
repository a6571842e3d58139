import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { operator } from '../../test/programs.ts'
import { settled } from '../../test/settled.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database/database.ts'
import { foldPlatform, post, verifyLedger } from '../ledger/index.ts'
import { at, gift, hold, recharge, resolve } from '../ledger/items.fixture.ts'

let url: string
let database: Database
vi.setConfig({ testTimeout: 60_000 })

beforeAll(async () => {
  url = (await freshDatabase()).url
  database = openDatabase(url, { max: 4 })
  const open = hold(10n, 1n)
  const held = hold(20n, 1n)
  const items = [
    recharge(100n, 900_000n, 1n),
    gift(30n, 2n, 1n),
    open,
    held,
    resolve('post', held.id, 1n),
    gift(90n, 2n, 1n),
  ]
  await inTransaction(database, (tx) => post(tx, 'test', at, items))
  await settled(database)
  await foldPlatform(database)
})
afterAll(() => database.destroy())

/** Runs the command as an operator does. */
function run(env: Record<string, string> = { DATABASE_URL: url }) {
  const script = fileURLToPath(new URL('verify-ledger.ts', import.meta.url))
  return spawnSync(process.execPath, [script], { encoding: 'utf8', env: operator(env) })
}

it('reports that the ledger holds, and how much was checked', () => {
  const { status, stdout } = run()
  expect(stdout).toMatch(/ledger\.entry_\d{6}: 14 entries \(\d+ ms\)\n/)
  expect(stdout).toMatch(
    /accounts: 6 entries .*\nfolded: 8 entries .*\nbooked: \d+ entries .*\nThe ledger holds \(\d+ ms\)\.\n$/,
  )
  expect(status).toBe(0)
})

it('exits with 2 if there is nothing to check', () => {
  expect(run({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' }).status).toBe(2)
  expect(run({ DATA_DIR: '/nonexistent/greenroom' })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('no database'),
  })
})

/** What only the database owner can do, bypassing every trigger. */
const forge = async (...statements: string[]): Promise<string[]> => {
  try {
    return await database.transaction().execute(async (tx) => {
      for (const table of ['entry', 'transfer', 'hold_resolution'])
        await sql.raw(`alter table ledger.${table} disable trigger user`).execute(tx)
      const { rows } = await sql<{ name: string }>`
        select inhrelid::regclass::text as name from pg_inherits where inhparent in ('ledger.entry'::regclass, 'ledger.transfer'::regclass)`.execute(
        tx,
      )
      for (const { name } of rows) await sql.raw(`alter table ${name} disable trigger user`).execute(tx)
      for (const statement of statements) await sql.raw(statement).execute(tx)
      const inside = Object.assign(Object.create(tx), {
        transaction: () => ({
          setIsolationLevel: () => ({
            setAccessMode: () => ({ execute: (work: (of: unknown) => unknown) => work(tx) }),
          }),
        }),
      })
      const findings = await verifyLedger(inside as Database)
      throw Object.assign(new Error('undone'), { rules: [...new Set(findings.map(({ rule }) => rule))].toSorted() })
    })
  } catch (error) {
    if ((error as Error).message !== 'undone') throw error
    return (error as { rules: string[] }).rules
  }
}

it.each([
  [
    'an amount that was changed',
    ['booked', 'lastEntry', 'chain', 'zeroSum'],
    'update ledger.entry set amount = amount + 1 where version = 2',
  ],
  [
    'a balance that was changed',
    ['lastEntry'],
    "update ledger.account set posted = posted + 1 where purpose = 'bonus' and not derived",
  ],
  ['a missing entry', ['booked', 'chain', 'lastEntry', 'zeroSum'], 'delete from ledger.entry where version = 2'],
  ['a missing transfer', ['booked', 'orphans'], "delete from ledger.transfer where kind = 'recharge'"],
  [
    'a reserve without a hold',
    ['lastEntry', 'reserved'],
    "update ledger.account set reserved = reserved + 1 where purpose = 'paid'",
  ],
  [
    'a resolution that released nothing',
    ['reserved'],
    "insert into ledger.hold_resolution select id, id, 'void' from ledger.transfer t where phase = 'hold' and not exists (select from ledger.hold_resolution r where r.hold_id = t.id)",
  ],
  [
    'cost that was changed',
    ['lastEntry'],
    "update ledger.account set cost_micros = cost_micros + 1 where purpose = 'paid'",
  ],
  ['a day that was folded wrongly', ['folded'], 'update ledger.folded set debit = debit + 1'],
  ['a quarter of an hour that was booked wrongly', ['booked'], 'update ledger.booked set credit = credit + 1'],
  ['a day that was booked wrongly', ['booked'], 'update ledger.booked_day set credit = credit + 1'],
  [
    'a transfer that is booked at another moment',
    ['booked'],
    "update ledger.transfer set booked_at = booked_at + interval '1 minute' where kind = 'recharge'",
  ],
])('finds %s', async (_, rules, statement) => {
  expect(await forge(statement)).toEqual(rules.toSorted())
})

it('is not ended by the time-out of reads, which a large ledger exceeds', async () => {
  const options = encodeURIComponent('-c statement_timeout=300ms')
  const impatient = openDatabase(`${url}${url.includes('?') ? '&' : '?'}options=${options}`, { max: 1 })
  let verifying: ReturnType<typeof verifyLedger> | undefined
  await inTransaction(database, async (tx) => {
    await sql`lock table ledger.account`.execute(tx)
    verifying = verifyLedger(impatient)
    verifying.catch(() => {})
    // It waits for the lock longer than it may take by the time-out.
    await sql`select pg_sleep(0.8)`.execute(tx)
  })
  expect(await verifying).toEqual([])
  await impatient.destroy()
})
