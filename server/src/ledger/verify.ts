// Proves the ledger from its entries alone: what the command line and `/flow/reconcile` show.
import { sql } from 'kysely'
import type { Reader } from '../kit/database.ts'

export type Finding = {
  rule: 'zeroSum' | 'lastEntry' | 'versions' | 'reserved' | 'orphans'
  subject: string
  detail: string
}

/**
 * Looks for what may never be: a currency or transfer that does not net to zero, an account whose newest entry is not
 * its balance, versions with a gap, reserves that no open hold explains, entries without an accepted transfer.
 * At most 100 findings of each; an empty list is a proof.
 */
export async function verifyLedger(reader: Reader): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    (select 'zeroSum' as rule, transfer_id || ' ' || currency as subject, sum(amount)::text as detail
       from ledger.entry group by transfer_id, currency having sum(amount) <> 0 limit 100)
    union all
    (select 'lastEntry', a.owner || '/' || a.purpose || '/' || a.currency,
            format('posted %s reserved %s version %s, entries say %s %s %s', a.posted, a.reserved, a.version,
                   coalesce(s.posted, 0), coalesce(s.reserved, 0), coalesce(s.entries, 0))
       from ledger.account a
       left join (select account_id, sum(amount) as posted, sum(reserved) as reserved, sum(cost_micros) as cost,
                         count(*) as entries, max(version) as newest
                    from ledger.entry where version is not null group by account_id) s on s.account_id = a.id
      where not a.derived
        and (a.posted, a.reserved, a.version, a.cost_micros)
            is distinct from (coalesce(s.posted, 0), coalesce(s.reserved, 0), coalesce(s.entries, 0), coalesce(s.cost, 0))
      limit 100)
    union all
    (select 'versions', account_id::text, format('%s entries, versions %s to %s', count(*), min(version), max(version))
       from ledger.entry where version is not null group by account_id
      having min(version) <> 1 or max(version) <> count(*) or count(distinct version) <> count(*) limit 100)
    union all
    (select 'reserved', a.owner || '/' || a.purpose, format('reserved %s, open holds %s', a.reserved, coalesce(h.reserved, 0))
       from ledger.account a
       left join (select e.account_id, sum(e.reserved) as reserved
                    from ledger.entry e join ledger.transfer t on t.id = e.transfer_id and t.phase = 'hold'
                   where not exists (select from ledger.hold_resolution r where r.hold_id = t.id)
                   group by e.account_id) h on h.account_id = a.id
      where not a.derived and a.reserved <> coalesce(h.reserved, 0) limit 100)
    union all
    (select 'orphans', e.transfer_id::text, 'entry without an accepted transfer'
       from ledger.entry e left join ledger.transfer t on t.id = e.transfer_id
      where t.id is null or t.refused is not null limit 100)`.execute(reader)
  return rows
}
