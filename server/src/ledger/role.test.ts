// On a database server the application runs as a role that owns nothing: it can post to the ledger and change it in no other way.
// The grants are those of `migrate`.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { applicationRole, asApplication, withClient } from '../../test/server.ts'
import { settled } from '../../test/settled.ts'
import { wallNow } from '../kit/clock.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database/database.ts'
import { migrate } from '../kit/database/migrate.ts'
import { ensureEra, ensureEraAt } from '../kit/database/newRows.ts'
import { at, gift, hold, postRaw, recharge, resolve } from './items.fixture.ts'
import { post } from './ledger.post.ts'
import type { Item } from './ledger.types.ts'
import { verifyLedger } from './ledger.verify.ts'
import { foldPlatform } from './newEntries.ts'
import { ensureLedgerMonths } from './store.ts'
import { verifyNew } from './verifyNew.ts'

let url: string
let app: Database

beforeAll(async () => {
  url = (await freshDatabase()).url
  app = openDatabase(asApplication(url), { max: 4 })
})
afterAll(async () => {
  await app.destroy()
})

const run = (...items: Item[]) => inTransaction(app, (tx) => post(tx, 'test', at, items))

describe('the application’s role', () => {
  it('posts, holds, resolves, folds, verifies and creates partitions', async () => {
    const held = hold(10n, 1n)
    const outcomes = await run(recharge(100n, 900_000n, 1n), gift(30n, 2n, 1n), held, gift(500n, 2n, 1n))
    expect(outcomes.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted', 'refused'])
    expect(await run(resolve('post', held.id, 1n))).toMatchObject([{ status: 'accepted' }])
    await settled(app)
    expect(await foldPlatform(app)).toBeGreaterThan(0)
    expect(await verifyNew(app, at)).toBe(true)
    await ensureLedgerMonths(app, new Date(wallNow().getTime() + 90 * 86_400_000))
    expect(await verifyLedger(app)).toEqual([])
  })

  it('may use every schema, and read every table', async () => {
    const { rows } = await sql<{ name: string }>`
      select n.nspname || '.' || c.relname as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and not c.relispartition
         and n.nspname not in ('pg_catalog', 'information_schema', 'public')
         and not (has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select'))`.execute(app)
    // Anyone who knows the mark of a posting could pass for one.
    expect(rows.map(({ name }) => name)).toEqual(['ledger.posting_key'])
    await expect(sql`select ledger.posting_mark('1')`.execute(app)).rejects.toThrow(/permission denied/)
  })

  it('cannot bypass the functions to write to tables or partitions', async () => {
    await run(recharge(100n, 0n, 3n))
    const { rows } = await sql<{ name: string; column: string }>`
      select c.oid::regclass::text as name,
             (select quote_ident(attname) from pg_attribute where attrelid = c.oid and attnum = 2) as column
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'ledger' and c.relkind in ('r', 'p')`.execute(app)
    expect(rows.length).toBeGreaterThan(15)
    const kept = ['ledger.verified', 'ledger.finding']
    for (const { name, column } of rows.filter((row) => !kept.includes(row.name))) {
      for (const statement of [
        `insert into ${name} default values`,
        `update ${name} set ${column} = ${column}`,
        `delete from ${name}`,
        `select 1 from ${name} for update`,
        `truncate ${name}`,
        `alter table ${name} disable trigger user`,
        `drop table ${name}`,
      ])
        await expect(sql.raw(statement).execute(app), statement).rejects.toThrow(/permission denied|must be owner/)
    }
  })

  it('cannot extend its rights', async () => {
    for (const statement of [
      "set session_replication_role = 'replica'",
      'create function ledger.cheat() returns void language sql as $$ select $$',
      'alter function ledger.check_entries() owner to current_user',
      'create or replace function kit.xid() returns xid8 language sql as $$ select null::xid8 $$',
      `create trigger own before insert on ledger.entry for each row execute function kit.refuse_change()`,
      `select ledger.guard_partition('ledger.entry', 'check_entries')`,
      `select ledger.check_resolutions('{}')`,
    ])
      await expect(sql.raw(statement).execute(app), statement).rejects.toThrow(/permission denied|must be owner/)
  })

  it('is checked by the posting function itself', async () => {
    const [{ paid, burn } = { paid: 0n, burn: 0n }] = (
      await sql<{ paid: bigint; burn: bigint }>`
        select (select id from ledger.account where owner = 'user:1' and purpose = 'paid') as paid,
               (select id from ledger.account where owner = 'platform' and purpose = 'burn') as burn`.execute(app)
    ).rows
    const raw = (legs: [bigint, bigint][], flag = '') =>
      app.transaction().execute(async (tx) => {
        if (flag) await sql.raw(flag).execute(tx)
        await postRaw(tx, 'single', legs)
      })
    for (const flag of ['', "set local ledger.posting = 'checked'"]) {
      await expect(raw([[paid, 5n]], flag)).rejects.toThrow(/unbalanced/)
      await expect(
        raw(
          [
            [paid, -5_000n],
            [burn, 5_000n],
          ],
          flag,
        ),
      ).rejects.toThrow(/overdraft/)
    }
    expect(await verifyLedger(app)).toEqual([])
  })
})

describe('migrating', () => {
  const granted = () =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ at: Date; may: boolean }>(
        `select applied_at as at, has_function_privilege($1, 'ledger.fold(int)', 'execute') as may
           from kit.function_file where name = $2`,
        [applicationRole, `grants to ${applicationRole}`],
      )
      return rows[0]!
    })

  it('grants what a role lacks, after a function was made anew as well, and otherwise nothing', async () => {
    const before = await granted()
    await migrate(url, undefined, { role: applicationRole })
    expect(await granted()).toEqual(before)
    await withClient(url, async (client) => {
      await client.query(`revoke execute on function ledger.fold(int) from ${applicationRole}`)
      await client.query(`update kit.function_file set hash = 'of another text' where name = 'ledger'`)
    })
    expect((await granted()).may).toBe(false)
    await migrate(url, undefined, { role: applicationRole })
    expect((await granted()).may).toBe(true)
  })

  it('makes a database that was restored into another server fit it, which the role alone can’t', async () => {
    await ensureEraAt(url)
    await withClient(url, (client) => client.query(`update kit.era set cluster = 'the old one'`))
    await expect(ensureEra(app)).rejects.toThrow(/npm run migrate/)
    expect([await ensureEraAt(url), await ensureEra(app)]).toEqual([true, false])
    // In the era the role still posts, and the numbers go on.
    expect(await run(recharge(100n, 0n, 4n))).toMatchObject([{ status: 'accepted' }])
  })

  it('says which role there is not', async () => {
    await expect(migrate(url, undefined, { role: 'nobody' })).rejects.toThrow(/role "nobody" does not exist/)
  })
})
