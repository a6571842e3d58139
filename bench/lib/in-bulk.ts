// Fills tables with many indexes: inserting ten million rows into twenty indexes takes an hour, building the indexes afterwards minutes.
import type { Client } from 'pg'

/**
 * Runs `fill` in one transaction, without the tables' secondary indexes, foreign keys and own triggers, which are restored at its end. What
 * the triggers would note for jobs is not noted.
 */
export async function inBulk(client: Client, tables: readonly string[], fill: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where conrelid = any($1::regclass[]) and contype = 'f'`,
    [tables],
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i
      where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  await client.query('begin')
  try {
    await client.query(`set local maintenance_work_mem = '1GB'`)
    await client.query('set local synchronous_commit = off')
    await client.query('select setseed(0.42)')
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await fill()
    for (const { definition } of indexes) await client.query(definition)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  for (const table of tables) await client.query(`vacuum analyze ${table}`)
}
