// Months of the log in files: an entry's hash stays here, so that the chain can be verified without it. Personal words stay, too, beside the entry:
// erasing a person must reach them, and a file can't be changed.
import { sql } from 'kysely'
import { type Database, inTransaction } from '../kit/database/database.ts'
import {
  dropMonth,
  makeMonth,
  noteAttached,
  noteDetached,
  placeMonth,
  unmakeMonth,
} from '../kit/database/detachedMonths.ts'
import {
  checkMonthFile,
  heldBy,
  loadMonth,
  MonthFileProblem,
  type MonthTable,
  monthSpan,
  ofMonth,
  partitionOf,
  writeMonth,
} from '../kit/database/monthFile.ts'
import { hashOfEntry } from './log.chain.ts'

const entries: MonthTable = { table: 'log.entry', key: ['id'] }

/** Days after its end until a month may be detached: for a history of 92 days, missing months are made anew (`app/historyMonths.ts`). */
const restingDays = 100
const dayMs = 86_400_000

/** Why a month can't be detached, for anyone who runs the command; undefined if it can. */
async function hindrance(database: Database, month: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ exists: boolean; unsealed: boolean }>`
    select to_regclass(${partitionOf(entries.table, month)}) is not null as "exists",
           exists (select from log.entry e where ${ofMonth('e.id', month)}
                      and e.xid >= coalesce((select max(xid_to) from log.block), '0'::xid8)) as unsealed`.execute(
    database,
  )
  const { exists, unsealed } = rows[0]!
  if (!exists) return `The log has no ${month}: it is detached already, or there is none.`
  if (Date.parse(monthSpan(month).to) + restingDays * dayMs > now.getTime())
    return `${month} ended less than ${restingDays} days ago.`
  return unsealed ? `Entries of ${month} are not sealed yet.` : undefined
}

/** Hashes kept in one transaction: it must be short, as readers of new rows wait for it. */
const hashesAtOnce = 20_000

/** Keeps the hashes of some of a month's entries beside them. @returns the last one's id; null if there are no more after `after` */
async function keepSome(database: Database, month: string, after: string | null): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with part as materialized (
      select e.id, e.xid, ${hashOfEntry} as hash from log.entry e
       where ${ofMonth('e.id', month)} and (${after}::uuid is null or e.id > ${after}::uuid) order by e.id limit ${hashesAtOnce}
    ), kept as (insert into log.detached_entry (id, xid, hash) select * from part on conflict do nothing)
    select (select id from part order by id desc limit 1)::text as last`.execute(database)
  return rows[0]!.last
}

/** Of all of them. Repeated, it continues. */
async function keepHashes(database: Database, month: string): Promise<void> {
  let after = await keepSome(database, month, null)
  while (after !== null) after = await keepSome(database, month, after)
}

/** Forgets the hashes of a month whose entries are here. */
async function dropHashes(database: Database, month: string): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      delete from log.detached_entry where id = any(array(
        select id from log.detached_entry where ${ofMonth('id', month)} limit ${hashesAtOnce})) returning 1`.execute(
      database,
    )
    if (rows.length < hashesAtOnce) return
  }
}

/**
 * Writes a month to a file, reads the file back, keeps the hashes, and removes the month. Verify the chain before and after.
 *
 * @throws MonthFileProblem if it can't be, in one sentence; the month is whole then
 */
export async function detachLogMonth(
  { database, now }: { database: Database; now: Date },
  month: string,
  { path, name }: { path: string; name: string },
): Promise<{ rows: number; bytes: number }> {
  const why = await hindrance(database, month, now)
  if (why !== undefined) throw new MonthFileProblem(why)
  const written = await writeMonth(database, entries, month, path)
  const read = await checkMonthFile(path, entries, month)
  if (read.sha256 !== written.sha256) throw new MonthFileProblem(`${path} is not what was written: try another disk.`)
  await keepHashes(database, month)
  await inTransaction(database, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`lock table ${sql.table(partitionOf(entries.table, month))} in share mode`.execute(tx)
    const held = await heldBy(tx, entries, month)
    if (held.sha256 !== written.sha256)
      throw new MonthFileProblem(`Entries of ${month} arrived in the meantime: remove ${path} and try again.`)
    await noteDetached(tx, { what: 'log', month, file: name, ...written }, now)
    await dropMonth(tx, entries, month)
  })
  return written
}

/**
 * Puts a month back from its file. Each entry must be the one whose hash was kept.
 *
 * @throws MonthFileProblem if the file is another or damaged, in one sentence; nothing is changed then
 */
export async function attachLogMonth(database: Database, month: string, path: string): Promise<{ rows: number }> {
  const { rows: detached } = await sql`
    select from kit.detached_month where what = 'log' and month = ${`${month}-01`}::date`.execute(database)
  if (detached.length === 0) throw new MonthFileProblem(`${month} of the log is not detached.`)
  const loaded = await inTransaction(database, (tx) => makeMonth(tx, entries, month))
  try {
    const { rows } = await loadMonth(database, path, entries, month, loaded)
    await inTransaction(database, async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      const { rows: found } = await sql<{ wrong: number }>`
        select count(*)::int as wrong
          from ${sql.table(loaded)} e
          full join (select * from log.detached_entry where ${ofMonth('id', month)}) d on d.id = e.id
         where e.id is null or d.id is null or d.xid <> e.xid or d.hash <> ${hashOfEntry}`.execute(tx)
      if (found[0]!.wrong > 0)
        throw new MonthFileProblem(`${found[0]!.wrong} entries of ${path} are not those that were detached.`)
      await placeMonth(tx, entries, month)
      await noteAttached(tx, 'log', month)
    })
    await dropHashes(database, month)
    return { rows }
  } catch (error) {
    await unmakeMonth(database, entries, month)
    throw error
  }
}
