// Uploaded files that some row names stay, whatever table it is in; others go after a day. Run by `writes.test.ts`, on its product.
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { filesInUse } from '../../src/app/work.ts'
import { diskStorage, removeOrphans } from '../../src/files/index.ts'
import { changing, performed, product } from './everyWrite.fixture.ts'

/** They tell what was uploaded, and use nothing. */
const telling = ['access.', 'bridge.', 'files.', 'jobs.', 'log.']

/** The files that rows name, by table. */
async function namedFiles(): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
     order by 1`.execute(product.owner)
  const naming = tables
    .filter(({ name }) => !telling.some((schema) => name.startsWith(schema)))
    .map(
      ({ name }) =>
        sql`select ${name}::text as name, f.id from files.file f join ${sql.raw(name)} t on strpos(t::text, f.id::text) > 0 group by 2`,
    )
  const { rows } = await sql<{ name: string; id: string }>`${sql.join(naming, sql` union all `)}`.execute(product.owner)
  const found = Map.groupBy(rows, ({ name }) => name)
  return new Map([...found].map(([name, named]) => [name, named.map(({ id }) => id)]))
}

/** A file of its own. */
async function aFile(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into files.file
    select (jsonb_populate_record(f, jsonb_build_object('id', uuidv7()))).* from files.file f limit 1 returning id`.execute(
    product.owner,
  )
  return rows[0]!.id
}

/** Gives a row of each table that has a column for a file one that no other row names. */
async function nameFiles(): Promise<string[]> {
  const { database } = product
  // No write pays an agent: a batch's result does, which a machine brings.
  await sql`insert into topup_agents.payment (payout_id, agent_id, usd_cents, transfer_id, reference, paid_by, paid_at)
    select (select id from finance.payout limit 1), id, 1, (select id from ledger.transfer limit 1), 'x', 'x', now()
      from topup_agents.agent limit 1`.execute(database)
  const { rows: columns } = await sql<{ name: string; column: string }>`
    select format('%I.%I', table_schema, table_name) as name, column_name as column from information_schema.columns
     where data_type = 'uuid' and column_name ~ '(file|picture|animation)_id$'
     order by 1, 2`.execute(database)
  for (const { name, column } of columns) {
    const [table, field] = [sql.raw(name), sql.ref(column)]
    await sql`update ${table} set ${field} = ${await aFile()}::uuid
      where ctid = (select ctid from ${table} order by ${field} is null limit 1)`.execute(database)
  }
  // The pages of landings name theirs within their content, with an ending.
  await sql`update promotion.landing_version
      set content = jsonb_set(content, '{pictures}', jsonb_build_array(${`${await aFile()}.webp`}::text))
    where ctid = (select ctid from promotion.landing_version limit 1)`.execute(database)
  return [...new Set([...columns.map(({ name }) => name), 'promotion.landing_version'])].toSorted()
}

export function files(): void {
  test('a file stays as long as a row of any table names it', { timeout: 300_000 }, async () => {
    for (const { call } of changing) await performed(call)
    const filled = await nameFiles()
    const named = await namedFiles()
    expect([...named.keys()].toSorted()).toEqual(filled)
    await sql`update files.file set created_at = created_at - interval '2 days'`.execute(product.database)
    const removed = await removeOrphans(product.database, diskStorage(join(product.dataDir, 'files')), filesInUse)
    expect(removed).toBeGreaterThan(0)
    const { rows: left } = await sql<{ id: string }>`select id from files.file`.execute(product.database)
    const gone = [...named].flatMap(([name, ids]) =>
      ids.every((id) => left.some((one) => one.id === id)) ? [] : [name],
    )
    expect(gone).toEqual([])
    expect(left.length).toBe(new Set([...named.values()].flat()).size)
  })
}
