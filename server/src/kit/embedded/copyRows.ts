// Copies all rows of a database into another one that has the same schema, on the same machine: what an upgrade of PostgreSQL needs, since the
// embedded package has neither pg_dump nor pg_upgrade. Text format, which every version reads. Both connections are superusers'.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { EmbeddedProblem } from './errors.ts'

const { escapeIdentifier, escapeLiteral } = pg

const own = "n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg\\_temp%'"

type Leaf = { table: string; columns: string[] }

/** Tables that hold rows, months and other parts each by itself, with the columns that can be written. */
async function leavesOf(client: pg.Client): Promise<Leaf[]> {
  const { rows } = await client.query<Leaf>(`
    select format('%I.%I', n.nspname, c.relname) as table,
           array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and ${own} group by 1 order by 1`)
  return rows
}

type Part = { name: string; parent: string; bound: string; options: string | null }

/** Parts of tables, from the top down. */
async function partsOf(client: pg.Client): Promise<Part[]> {
  const { rows } = await client.query<Part>(`
    with recursive part as (
      select c.oid, 0 as depth from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'p' and not c.relispartition and ${own}
      union all
      select i.inhrelid, p.depth + 1 from pg_inherits i join part p on p.oid = i.inhparent)
    select format('%I.%I', n.nspname, c.relname) as name, format('%I.%I', pn.nspname, p.relname) as parent,
           pg_get_expr(c.relpartbound, c.oid) || case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end as bound,
           array_to_string(c.reloptions, ', ') as options
      from part join pg_class c on c.oid = part.oid join pg_namespace n on n.oid = c.relnamespace
      join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
     where part.depth > 0 order by part.depth, 1`)
  return rows
}

/** Triggers of a part that it does not have from its whole. */
async function triggersOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_triggerdef(oid) as text from pg_trigger
      where tgrelid = $1::regclass and tgparentid = 0 and not tgisinternal`,
    [table],
  )
  return rows.map(({ text }) => text)
}

/** Makes the months and other parts that only `from` has, as the owner of the tables. */
async function makeParts(from: pg.Client, to: pg.Client, owner: string): Promise<void> {
  const there = new Set((await partsOf(to)).map(({ name }) => name))
  await to.query(`set role ${escapeIdentifier(owner)}`)
  for (const { name, parent, bound, options } of await partsOf(from)) {
    if (there.has(name)) continue
    await to.query(`create table ${name} partition of ${parent} ${bound}`)
    if (options) await to.query(`alter table ${name} set (${options})`)
    for (const trigger of await triggersOf(from, name)) await to.query(trigger)
  }
  await to.query('reset role')
}

/** What tables are made of, a line each: columns, indexes, constraints, triggers. */
async function shapeOf(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ line: string }>(`
    select format('column %I.%I.%I %s %s', n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p') and ${own}
    union all
    select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and ${own}
    union all
    select format('constraint %I.%I %s', n.nspname, c.relname, pg_get_constraintdef(k.oid))
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype in ('c', 'f', 'p', 'u', 'x') and ${own}
    union all
    select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and ${own}`)
  return new Set(rows.map(({ line }) => line))
}

/** @throws EmbeddedProblem if the new database lacks something that the old one has */
async function compareShapes(from: pg.Client, to: pg.Client): Promise<void> {
  const made = await shapeOf(to)
  const lacking = [...(await shapeOf(from))].filter((line) => !made.has(line))
  if (lacking.length > 0)
    throw new EmbeddedProblem(
      `The old database has something that this release does not make, so it was not taken over: ${lacking.slice(0, 3).join('; ')}` +
        (lacking.length > 3 ? ` and ${lacking.length - 3} more.` : '.'),
    )
}

/** Sequences go on where they were. */
async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${own}`)
  for (const { name } of rows) {
    const { rows: at } = await from.query<{ last_value: string; is_called: boolean }>(
      `select last_value, is_called from ${name}`,
    )
    await to.query('select setval($1, $2, $3)', [name, at[0]!.last_value, at[0]!.is_called])
  }
}

/**
 * Empties `to` and copies everything of `from` into it.
 *
 * @param owner of the tables @param folder that both servers may write to; holds one table at a time
 * @returns how many rows of how many tables
 * @throws EmbeddedProblem if the schemas differ, or a table arrives with another number of rows
 */
export async function copyRows(options: {
  from: pg.Client
  to: pg.Client
  owner: string
  folder: string
}): Promise<{ tables: number; rows: number }> {
  const { from, to, owner, folder } = options
  await makeParts(from, to, owner)
  await compareShapes(from, to)
  // One moment of the old one, and neither triggers nor foreign keys of the new one: the rows were checked when they were written.
  await from.query('begin isolation level repeatable read read only')
  await to.query('set session_replication_role = replica')
  await to.query('begin')
  const there = await leavesOf(to)
  await to.query(`truncate ${there.map(({ table }) => table).join(', ')}`)
  const leaves = await leavesOf(from)
  let rows = 0
  for (const { table, columns } of leaves) {
    const file = join(folder, 'rows')
    const list = columns.join(', ')
    const { rowCount: read } = await from.query(`copy (select ${list} from only ${table}) to ${escapeLiteral(file)}`)
    if (read === 0) continue
    const { rowCount: written } = await to.query(`copy ${table} (${list}) from ${escapeLiteral(file)}`)
    await rm(file, { force: true })
    if (read !== written) throw new EmbeddedProblem(`${table} has ${read} rows, and ${written} arrived.`)
    rows += written ?? 0
  }
  await copySequences(from, to)
  await to.query('commit')
  await from.query('commit')
  await to.query('set session_replication_role = origin')
  await to.query('analyze')
  return { tables: leaves.length, rows }
}
