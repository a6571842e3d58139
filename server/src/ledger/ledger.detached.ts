// Months of the ledger's entries in files. Transfers stay, so that no id is ever taken twice, and each owned account's last entry of the month
// stays, so that what follows is still compared with it; sums of the rest are kept for the verifier.
import { sql } from 'kysely'
import { type Database, inTransaction, type Reader, type Transaction } from '../kit/database/database.ts'
import {
  detachedMonths,
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

const entries: MonthTable = { table: 'ledger.entry', key: ['transfer_id', 'line'] }
const partition = (month: string) => sql.table(partitionOf(entries.table, month))

/** Days after its end until a month may be detached: figures of 92 days are counted again, and weeks are corrected. */
const restingDays = 180
const dayMs = 86_400_000

/** The first moment whose entries are all here; undefined if no month is detached. */
export async function entriesSince(reader: Reader): Promise<Date | undefined> {
  const last = (await detachedMonths(reader, 'ledger')).at(-1)
  return last && new Date(monthSpan(last.month).to)
}

type Looked = {
  exists: boolean
  earlier: string | null
  closed: boolean
  held: boolean
  behind: string | null
  findings: boolean
}

/** Why a month can't be detached, for anyone who runs the command; undefined if it can. */
async function hindrance(database: Database, month: string, now: Date): Promise<string | undefined> {
  const { from, to } = monthSpan(month)
  if ((await detachedMonths(database, 'ledger')).some((one) => one.month === month))
    return `${month} is detached already.`
  const { rows } = await sql<Looked>`
    select to_regclass(${partitionOf(entries.table, month)}) is not null as "exists",
           (select to_char(uuid_extract_timestamp(e.transfer_id) at time zone 'UTC', 'YYYY-MM') from ledger.entry e
             where e.transfer_id < kit.uuid_at(${from}::timestamptz)
               and not exists (select from kit.detached_month d
                                where d.what = 'ledger' and d.month = date_trunc('month', uuid_extract_timestamp(e.transfer_id) at time zone 'UTC')::date)
             order by e.transfer_id limit 1) as earlier,
           coalesce((select max(ends_at) >= ${to}::timestamptz from ledger.month where state = 'closed'), false) as closed,
           exists (select from ledger.entry e
                    where ${ofMonth('e.transfer_id', month)} and e.reserved > 0
                      and not exists (select from ledger.hold_resolution r where r.hold_id = e.transfer_id)) as held,
           (select min(r.name) from kit.reader r
             where r.boundary <= (select max(e.xid::text::numeric)::text::xid8 from ledger.entry e where ${ofMonth('e.transfer_id', month)})
               and r.name <> 'log.seal') as behind,
           exists (select from ledger.finding) as findings`.execute(database)
  const { exists, earlier, closed, held, behind, findings } = rows[0]!
  if (!exists) return `The ledger has no ${month}.`
  if (Date.parse(to) + restingDays * dayMs > now.getTime()) return `${month} ended less than ${restingDays} days ago.`
  if (earlier !== null) return `Months are detached in order: ${earlier} is older.`
  if (!closed) return `The books of ${month} are not closed.`
  if (held) return `Holds of ${month} are still open.`
  if (findings) return 'The ledger has findings: look at them first.'
  return behind === null ? undefined : `The job ${behind} has not read all of ${month} yet.`
}

/** The last entries of owned accounts in a month. */
const lastEntries = (month: string) => sql`
  select distinct on (e.account_id) e.transfer_id, e.line from ${partition(month)} e
   where e.version is not null order by e.account_id, e.version desc`

/** Keeps what the verifier needs of what leaves: all but the last entries, which are in the table `rest`. */
async function keepSums(tx: Transaction, month: string, rest: ReturnType<typeof sql.table>): Promise<void> {
  const leaving = sql`
    leaving as materialized (
      select e.* from ${partition(month)} e
       where not exists (select from ${rest} k where k.transfer_id = e.transfer_id and k.line = e.line))`
  const first = `${month}-01`
  await sql`
    with ${leaving}
    insert into ledger.detached_account (month, account_id, entries, amount, reserved, cost_micros)
    select ${first}::date, account_id, count(*), sum(amount), sum(reserved), sum(cost_micros) from leaving group by account_id`.execute(
    tx,
  )
  await sql`
    with ${leaving}, by_account as (
      select e.account_id, date_bin('15 minutes', t.booked_at, 'epoch') as slot,
             coalesce(sum(-e.amount) filter (where e.amount < 0), 0) as debit,
             coalesce(sum(e.amount) filter (where e.amount > 0), 0) as credit, count(*) as entries
        from leaving e join ledger.transfer t on t.id = e.transfer_id
       where e.amount <> 0 and ${ofMonth('t.id', month)} group by 1, 2
    )
    insert into ledger.detached_booked (month, slot, holder, purpose, currency, debit, credit, entries)
    select ${first}::date, b.slot, split_part(a.owner, ':', 1), a.purpose, a.currency, sum(b.debit), sum(b.credit), sum(b.entries)
      from by_account b join ledger.account a on a.id = b.account_id group by 2, 3, 4, 5`.execute(tx)
}

/**
 * Writes a month's entries to a file, reads the file back, and removes them but for each account's last one. Verify the ledger before and after.
 *
 * @throws MonthFileProblem if it can't be, in one sentence; the month is whole then
 */
export async function detachLedgerMonth(
  { database, now }: { database: Database; now: Date },
  month: string,
  { path, name }: { path: string; name: string },
): Promise<{ rows: number; bytes: number }> {
  const why = await hindrance(database, month, now)
  if (why !== undefined) throw new MonthFileProblem(why)
  const written = await writeMonth(database, entries, month, path)
  const read = await checkMonthFile(path, entries, month)
  if (read.sha256 !== written.sha256) throw new MonthFileProblem(`${path} is not what was written: try another disk.`)
  await inTransaction(database, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`lock table ${partition(month)} in share mode`.execute(tx)
    const held = await heldBy(tx, entries, month)
    if (held.sha256 !== written.sha256)
      throw new MonthFileProblem(`Entries of ${month} arrived in the meantime: remove ${path} and try again.`)
    const rest = sql.table(await makeMonth(tx, entries, month))
    await sql`
      insert into ${rest} select e.* from ${partition(month)} e join (${lastEntries(month)}) l using (transfer_id, line)`.execute(
      tx,
    )
    await keepSums(tx, month, rest)
    await noteDetached(tx, { what: 'ledger', month, file: name, ...written }, now)
    await dropMonth(tx, entries, month)
    await place(tx, month)
  })
  return written
}

async function place(tx: Transaction, month: string): Promise<void> {
  await placeMonth(tx, entries, month)
  await sql`select ledger.guard_partition(${partitionOf(entries.table, month)}::regclass, 'check_entries')`.execute(tx)
}

/**
 * Puts a month's entries back from their file, which must be the one that was written; the month detached last comes back first.
 *
 * @throws MonthFileProblem if the file is another or damaged, in one sentence; nothing is changed then
 */
export async function attachLedgerMonth(database: Database, month: string, path: string): Promise<{ rows: number }> {
  const last = (await detachedMonths(database, 'ledger')).at(-1)
  if (last?.month !== month)
    throw new MonthFileProblem(
      last ? `${last.month} is attached first: it was detached last.` : `${month} of the ledger is not detached.`,
    )
  const name = await inTransaction(database, (tx) => makeMonth(tx, entries, month))
  const loaded = sql.table(name)
  try {
    const { rows, sha256 } = await loadMonth(database, path, entries, month, name)
    if (rows !== last.rows || sha256 !== last.sha256)
      throw new MonthFileProblem(`${path} is not the file that was written of ${month}.`)
    await inTransaction(database, async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`set local lock_timeout = '2s'`.execute(tx)
      await sql`lock table ${partition(month)} in share row exclusive mode`.execute(tx)
      // What came since then, late.
      await sql`
        insert into ${loaded} select s.* from ${partition(month)} s
         where not exists (select from ${loaded} b where b.transfer_id = s.transfer_id and b.line = s.line)`.execute(tx)
      await dropMonth(tx, entries, month)
      await place(tx, month)
      await sql`delete from ledger.detached_account where month = ${`${month}-01`}::date`.execute(tx)
      await sql`delete from ledger.detached_booked where month = ${`${month}-01`}::date`.execute(tx)
      await noteAttached(tx, 'ledger', month)
    })
    return { rows }
  } catch (error) {
    await unmakeMonth(database, entries, month)
    throw error
  }
}
