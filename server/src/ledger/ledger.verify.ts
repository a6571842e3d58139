// Verifies the whole ledger from its entries alone (`npm run verify-ledger`), in parts that fit into memory.
import { sql } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { detachedMonths } from '../kit/database/detachedMonths.ts'
import { partitionOf } from '../kit/database/monthFile.ts'

export type Rule = 'zeroSum' | 'orphans' | 'chain' | 'lastEntry' | 'reserved' | 'folded' | 'booked'
export type Finding = { rule: Rule; subject: string; detail: string }
export type Progress = (done: { part: string; entries: bigint; milliseconds: number }) => void

/** Accounts verified in one query: some hundred thousand entries. */
const accountsAtOnce = 5_000

/**
 * Finds every violation of the ledger's rules: a transfer that does not sum to zero in a currency; entries without an
 * accepted transfer; versions with a gap, or a balance that does not follow from the one before; an account whose last entry
 * is not its balance; reserves without an open hold; folded days and books that differ from their entries; transfers booked
 * at another moment than when they happened, or when a month was closed. At most 100 findings
 * of each part; none means that the ledger is right. Runs on one snapshot, so writers are not blocked.
 */
export const verifyLedger = (database: Database, progress: Progress = () => {}): Promise<Finding[]> =>
  database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Each part reads all entries: on a large ledger it takes longer than a screen's read may.
      await sql`set local statement_timeout = 0`.execute(tx)
      const findings: Finding[] = []
      const timed = async (part: string, work: () => Promise<{ found: Finding[]; entries: bigint }>) => {
        const started = performance.now()
        const { found, entries } = await work()
        findings.push(...found)
        progress({ part, entries, milliseconds: Math.round(performance.now() - started) })
      }

      const { rows: months } = await sql<{ name: string }>`
        select inhrelid::regclass::text as name from pg_inherits
         where inhparent = 'ledger.entry'::regclass order by 1`.execute(tx)
      const detached = new Set(
        (await detachedMonths(tx, 'ledger')).map((one) => partitionOf('ledger.entry', one.month)),
      )
      for (const { name } of months) await timed(name, () => month(tx, name, detached.has(name)))

      const { rows: ends } = await sql<{ last: bigint }>`
        select coalesce(max(id), 0)::bigint as last from ledger.account`.execute(tx)
      const last = ends[0]?.last ?? 0n
      await timed('accounts', async () => {
        const found: Finding[] = []
        let entries = 0n
        for (let from = 0n; from <= last; from += BigInt(accountsAtOnce)) {
          const part = await accounts(tx, from, from + BigInt(accountsAtOnce))
          found.push(...part.found)
          entries += part.entries
        }
        return { found, entries }
      })
      await timed('folded', () => folded(tx))
      await timed('booked', () => booked(tx))
      return findings
    })

type Part = { found: Finding[]; entries: bigint }
const limited = (rows: (Finding & { entries: bigint })[]): Part => ({
  found: rows.flatMap(({ rule, subject, detail }) => (rule === null ? [] : [{ rule, subject, detail }])).slice(0, 100),
  entries: rows[0]?.entries ?? 0n,
})

/**
 * Transfers and their entries are in partitions of the same month, sorted by id: a merge join of both. Where most of a month's entries are
 * detached, what is left of a transfer need not sum to zero.
 */
async function month(reader: Database, name: string, isDetached: boolean): Promise<Part> {
  // Through the parent tables: the application's role has no rights on partitions (migrations/grants.sql).
  const first = sql.raw(`'${name.slice(-6)}01'::timestamp`)
  const within = sql`>= kit.uuid_at(${first} at time zone 'UTC')`
  const before = sql`< kit.uuid_at((${first} + interval '1 month') at time zone 'UTC')`
  const { rows } = await sql<Finding & { entries: bigint }>`
    with sums as (
      select e.transfer_id, e.currency, sum(e.amount) as total, count(*) as entries
        from ledger.entry e where e.transfer_id ${within} and e.transfer_id ${before} group by e.transfer_id, e.currency
    ), wrong as (
      (select 'zeroSum' as rule, transfer_id || ' ' || currency as subject, total::text as detail
         from sums where total <> 0 and not ${isDetached} limit 100)
      union all
      (select 'orphans', s.transfer_id::text, 'entry without an accepted transfer'
         from sums s left join ledger.transfer t on t.id = s.transfer_id and t.id ${within} and t.id ${before}
        where t.id is null or t.refused is not null limit 100)
      union all
      (select 'booked', t.id::text, format('happened at %s, booked at %s', t.occurred_at, t.booked_at)
         from ledger.transfer t
        where t.id ${within} and t.id ${before} and t.booked_at <> t.occurred_at
          and (t.booked_at < t.occurred_at or t.booked_at not in (select ends_at from ledger.month)) limit 100)
    )
    select w.rule, w.subject, w.detail, c.entries
      from (select coalesce(sum(entries), 0)::bigint as entries from sums) c left join wrong w on true`.execute(reader)
  return limited(rows)
}

/** Each account's entries by version: every one follows from the one before, and the last is the balance. */
async function accounts(reader: Database, from: bigint, to: bigint): Promise<Part> {
  const { rows } = await sql<Finding & { entries: bigint }>`
    with own as materialized (
      select id, owner || '/' || purpose || '/' || currency as name, posted, reserved, cost_micros, version
        from ledger.account where id >= ${from} and id < ${to} and not derived
    ), walked as materialized (
      select e.account_id, e.transfer_id, e.version, e.amount, e.reserved, e.cost_micros, e.posted_after, e.reserved_after,
             e.version = coalesce(lag(e.version) over w, 0) + 1
               and e.posted_after = coalesce(lag(e.posted_after) over w, 0) + e.amount
               and e.reserved_after = coalesce(lag(e.reserved_after) over w, 0) + e.reserved as follows,
             e.version - coalesce(lag(e.version) over w, 0) - 1 as gap
        from ledger.entry e
       where e.account_id >= ${from} and e.account_id < ${to} and e.version is not null
      window w as (partition by e.account_id order by e.version)
    ), away as materialized (
      select account_id, sum(entries) as entries, sum(amount) as amount, sum(reserved) as reserved, sum(cost_micros) as cost_micros
        from ledger.detached_account where account_id >= ${from} and account_id < ${to} group by account_id
    ), sums as (
      -- Of an account with entries in files, as many versions are missing as these are.
      select w.account_id, count(*) as entries,
             case when sum(w.gap) = coalesce(max(d.entries), 0) then max(w.version) else -1 end as version,
             sum(w.amount) + coalesce(max(d.amount), 0) as posted, sum(w.reserved) + coalesce(max(d.reserved), 0) as reserved,
             sum(w.cost_micros) + coalesce(max(d.cost_micros), 0) as cost_micros
        from walked w left join away d on d.account_id = w.account_id group by w.account_id
    ), holds as (
      select w.account_id, sum(w.reserved) as reserved
        from walked w
        join ledger.transfer t on t.id = w.transfer_id and t.phase = 'hold'
       where w.reserved > 0 and not exists (select from ledger.hold_resolution r where r.hold_id = w.transfer_id)
       group by w.account_id
    ), wrong as (
      (select 'chain' as rule, coalesce(o.name, w.account_id::text) as subject,
              format('version %s of transfer %s does not follow from the one before', w.version, w.transfer_id) as detail
         from walked w left join own o on o.id = w.account_id
        where o.id is null
           or not w.follows and not (w.gap > 0 and exists (select from away d where d.account_id = w.account_id)) limit 100)
      union all
      (select 'lastEntry', o.name,
              format('posted %s reserved %s cost %s version %s, entries say %s %s %s %s', o.posted, o.reserved, o.cost_micros,
                     o.version, coalesce(s.posted, 0), coalesce(s.reserved, 0), coalesce(s.cost_micros, 0), coalesce(s.version, 0))
         from own o left join sums s on s.account_id = o.id
        where (o.posted, o.reserved, o.cost_micros, o.version)
              is distinct from (coalesce(s.posted, 0), coalesce(s.reserved, 0), coalesce(s.cost_micros, 0), coalesce(s.version, 0))
        limit 100)
      union all
      (select 'reserved', o.name, format('reserved %s, open holds %s', o.reserved, coalesce(h.reserved, 0))
         from own o left join holds h on h.account_id = o.id where o.reserved <> coalesce(h.reserved, 0) limit 100)
    )
    select w.rule, w.subject, w.detail, c.entries
      from (select coalesce(sum(entries), 0)::bigint as entries from sums) c left join wrong w on true`.execute(reader)
  return limited(rows)
}

/** Adds up again what the fold has read. */
async function folded(reader: Database): Promise<Part> {
  const { rows } = await sql<Finding & { entries: bigint }>`
    with read as (
      select coalesce((select boundary from kit.reader where name = 'ledger.fold'), '0'::xid8) as boundary
    ), entries as (
      select account_id, sum(total) as total, sum(entries) as entries
        from (select e.account_id, sum(e.amount) as total, count(*) as entries
                from ledger.entry e, read where e.version is null and e.xid < read.boundary group by 1
              union all
              select d.account_id, d.amount, d.entries
                from ledger.detached_account d join ledger.account a on a.id = d.account_id and a.derived) e
       group by 1
    ), days as (
      select account_id, sum(credit - debit) as total, sum(entries) as entries from ledger.folded group by 1
    ), wrong as (
      select 'folded' as rule, a.owner || '/' || a.purpose || '/' || a.currency as subject,
             format('%s over %s entries folded, %s over %s entries', coalesce(d.total, 0), coalesce(d.entries, 0),
                    coalesce(e.total, 0), coalesce(e.entries, 0)) as detail
        from entries e full join days d using (account_id) join ledger.account a on a.id = account_id
       where (e.total, e.entries) is distinct from (d.total, d.entries) limit 100
    )
    select w.rule, w.subject, w.detail, c.entries
      from (select coalesce(sum(entries), 0)::bigint as entries from entries) c left join wrong w on true`.execute(
    reader,
  )
  return limited(rows)
}

/** Adds up again what the fold has read, by when it is booked. Days are the sums of their slots. */
async function booked(reader: Database): Promise<Part> {
  const { rows } = await sql<Finding & { entries: bigint }>`
    with read as (
      select coalesce((select boundary from kit.reader where name = 'ledger.fold'), '0'::xid8) as boundary
    ), by_account as (
      select e.account_id, date_bin('15 minutes', t.booked_at, 'epoch') as slot,
             coalesce(sum(-e.amount) filter (where e.amount < 0), 0) as debit,
             coalesce(sum(e.amount) filter (where e.amount > 0), 0) as credit, count(*) as entries
        from read, ledger.entry e join ledger.transfer t on t.id = e.transfer_id
       where e.amount <> 0 and e.xid < read.boundary group by 1, 2
    ), entries as (
      select slot, holder, purpose, currency, sum(debit) as debit, sum(credit) as credit, sum(entries) as entries
        from (select b.slot, split_part(a.owner, ':', 1) as holder, a.purpose, a.currency, b.debit, b.credit, b.entries
                from by_account b join ledger.account a on a.id = b.account_id
              union all
              select slot, holder, purpose, currency, debit, credit, entries from ledger.detached_booked) b
       group by 1, 2, 3, 4
    ), slots as (
      select (slot at time zone 'UTC')::date as day, holder, purpose, currency, sum(debit) as debit, sum(credit) as credit,
             sum(entries) as entries
        from ledger.booked group by 1, 2, 3, 4
    ), wrong as (
      (select 'booked' as rule, concat_ws(' ', slot, holder, purpose, currency) as subject,
              format('%s %s over %s booked, %s %s over %s', b.debit, b.credit, b.entries, e.debit, e.credit, e.entries) as detail
         from entries e full join ledger.booked b using (slot, holder, purpose, currency)
        where (e.debit, e.credit, e.entries) is distinct from (b.debit, b.credit, b.entries::numeric) limit 100)
      union all
      (select 'booked', concat_ws(' ', day, holder, purpose, currency),
              format('%s %s over %s in the day, %s %s over %s in its slots', d.debit, d.credit, d.entries, s.debit, s.credit, s.entries)
         from slots s full join ledger.booked_day d using (day, holder, purpose, currency)
        where (s.debit, s.credit, s.entries) is distinct from (d.debit, d.credit, d.entries::numeric) limit 100)
    )
    select w.rule, w.subject, w.detail, c.entries
      from (select coalesce(sum(entries), 0)::bigint as entries from entries) c left join wrong w on true`.execute(
    reader,
  )
  return limited(rows)
}
