// Verifies new entries part by part: each must follow from the one before, so verified entries need not be verified again.
import { sql } from 'kysely'
import type { Database, Reader, Transaction } from '../kit/database/database.ts'
import { readNew } from '../kit/database/newRows.ts'
import type { Finding } from './ledger.verify.ts'
import { boundedSpan, leavesSome, type Part, positionAfter, within } from './newEntries.ts'

const entriesAtOnce = 5_000
/** The index's entries of an account with so few are read faster than they are sorted by time. */
const fewVersions = sql.lit(200)

type Found = Finding & { entries: bigint; until: Date | null }

/** A union, so that both partial indexes by transaction are used: of owned accounts and of the platform's. */
const fresh = (part: Part) => sql`
  select * from ledger.entry where version is not null and ${within(part)}
  union all
  select * from ledger.entry where version is null and ${within(part)}`

/**
 * The findings in a part. An entry's predecessor may lie outside of it: parts follow the numbers of transactions and the ids
 * of transfers, and versions follow neither. It is searched by its version alone where the account has few entries; else among the entries
 * recorded just before, then among those that another server's clock may have dated a little later, and then by its version, whenever it
 * was recorded.
 */
async function checkPart(tx: Transaction, part: Part): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with fresh as materialized (${fresh(part)}
    ), walked as materialized (
      select account_id, transfer_id, version, amount, reserved, posted_after, reserved_after, recorded_at,
             lag(version) over w as before, lag(posted_after) over w as posted_before, lag(reserved_after) over w as reserved_before
        from fresh where version is not null
      window w as (partition by account_id order by version)
    ), probed as materialized (
      select w.*, w.version = 1 or coalesce(w.before = w.version - 1, false) or s.version is not null as known,
             coalesce(s.version, w.before, 0) as version_then, coalesce(s.posted_after, w.posted_before, 0) as posted_then,
             coalesce(s.reserved_after, w.reserved_before, 0) as reserved_then
        from walked w
        left join lateral (select e.version, e.posted_after, e.reserved_after
                             from ledger.entry e
                            where w.version between 2 and ${fewVersions} and w.before is distinct from w.version - 1
                              and e.account_id = w.account_id and e.version = w.version - 1 limit 1) s on true
    ), followed as (
      select account_id, transfer_id, version, amount, reserved, posted_after, reserved_after, version_then, posted_then, reserved_then
        from probed where known
      union all
      select w.account_id, w.transfer_id, w.version, w.amount, w.reserved, w.posted_after, w.reserved_after,
             coalesce(p.version, r.version, q.version, w.version_then),
             coalesce(p.posted_after, r.posted_after, q.posted_after, w.posted_then),
             coalesce(p.reserved_after, r.reserved_after, q.reserved_after, w.reserved_then)
        from probed w
        left join lateral (
          select n.* from (select e.version, e.posted_after, e.reserved_after
                             from ledger.entry e
                            where w.version > ${fewVersions}
                              and e.account_id = w.account_id and e.version is not null
                              and (e.recorded_at, e.version) < (w.recorded_at, w.version)
                            order by e.recorded_at desc, e.version desc limit 50) n
           where n.version = w.version - 1 limit 1) p on true
        left join lateral (
          select n.* from (select e.version, e.posted_after, e.reserved_after
                             from ledger.entry e
                            where p.version is null
                              and e.account_id = w.account_id and e.version is not null and e.version < w.version
                              and e.recorded_at <= w.recorded_at + interval '10 minutes'
                            order by e.recorded_at desc, e.version desc limit 50) n
           order by n.version desc limit 1) q on true
        left join lateral (select e.version, e.posted_after, e.reserved_after
                             from ledger.entry e
                            where p.version is null and q.version is distinct from w.version - 1
                              and e.account_id = w.account_id and e.version = w.version - 1 limit 1) r on true
       where not w.known
    ), newest as (
      select distinct on (account_id) account_id, recorded_at, version, posted_after, reserved_after
        from fresh where version is not null order by account_id, version desc
    ), wrong as (
      (select 'zeroSum' as rule, transfer_id || ' ' || currency as subject, sum(amount)::text as detail
         from fresh group by transfer_id, currency having sum(amount) <> 0 limit 100)
      union all
      (select 'orphans', f.transfer_id::text, 'entry without an accepted transfer'
         from (select distinct transfer_id from fresh) f
         left join lateral (select t.refused, t.xid from ledger.transfer t where t.id = f.transfer_id limit 1) t on true
        where t.xid is null or t.refused is not null limit 100)
      union all
      (select 'chain', f.transfer_id::text, format('version %s of account %s does not follow from version %s', f.version, f.account_id, f.version_then)
         from followed f
        where f.version <> f.version_then + 1 or f.posted_after <> f.posted_then + f.amount
           or f.reserved_after <> f.reserved_then + f.reserved limit 100)
      union all
      (select 'lastEntry', a.owner || '/' || a.purpose || '/' || a.currency,
              format('posted %s reserved %s version %s: no entry says so', a.posted, a.reserved, a.version)
         from newest n
         join lateral (select * from ledger.account a where a.id = n.account_id limit 1) a on true
        -- Usually the part's newest entry says so.
        where (n.version, n.posted_after, n.reserved_after) is distinct from (a.version, a.posted, a.reserved)
          and not exists (select from ledger.entry e
                           where e.account_id = n.account_id and e.version is not null
                             and e.recorded_at > n.recorded_at - interval '10 minutes' and e.version = a.version
                             and e.posted_after = a.posted and e.reserved_after = a.reserved)
          and not exists (select from ledger.entry e
                           where e.account_id = n.account_id and e.version = a.version
                             and e.posted_after = a.posted and e.reserved_after = a.reserved) limit 100)
    )
    select w.rule, w.subject, w.detail, c.entries, c.until
      from (select count(*) as entries, max(recorded_at) as until from fresh) c left join wrong w on true`.execute(tx)
  return rows
}

/**
 * Verifies the next part of what is new and stores its findings.
 *
 * @returns true when there may be more.
 */
export async function verifyNew(database: Database, now: Date, atOnce = entriesAtOnce): Promise<boolean> {
  let more = false
  await readNew(database, 'ledger.verify', async (tx, span) => {
    const part = await boundedSpan(tx, span, atOnce)
    const found = await checkPart(tx, part)
    const { entries, until } = found[0]!
    const findings = found.filter(({ rule }) => rule !== null)
    if (entries > 0n)
      await sql`update ledger.verified set entries = entries + ${entries}, until = greatest(until, ${until})`.execute(
        tx,
      )
    for (const { rule, subject, detail } of findings)
      await sql`insert into ledger.finding (rule, subject, detail, found_at) values (${rule}, ${subject}, ${detail}, ${now})`.execute(
        tx,
      )
    more = entries > 0n || leavesSome(span, part)
    // A part with entries of platform accounts alone is empty to `positionAfter`; what is left of a split transaction may be empty, too, but
    // is not the whole span.
    return more ? (positionAfter(part) ?? part.to) : undefined
  })
  return more
}

export type Verified = { entries: bigint; until: Date | null; findings: Finding[] }

/** How far entries are verified, and the latest findings. */
export async function verifiedSoFar(reader: Reader): Promise<Verified> {
  const { rows } = await sql<{ entries: bigint; until: Date | null }>`
    select entries, until from ledger.verified`.execute(reader)
  const findings = await sql<Finding>`
    select rule, subject, detail from ledger.finding order by id desc limit 100`.execute(reader)
  return { ...(rows[0] ?? { entries: 0n, until: null }), findings: findings.rows }
}
