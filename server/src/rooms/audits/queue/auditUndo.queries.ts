import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import type { After } from './auditUndo.rules.ts'

/** What depends on these decided reviews, by review; their items are locked. */
export async function afterOf(tx: Transaction, ids: readonly string[], now: Date): Promise<Map<string, After>> {
  const { rows } = await sql<{ id: string; newest_id: string | null; taken: boolean }>`
    select r.id,
           (select n.id from audits.review n
             where n.item_id = r.item_id and n.state = 'done' and n.purpose <> 'quality'
             order by n.decided_at desc, n.id desc limit 1) as newest_id,
           exists (select from audits.review f
             where f.item_id = r.item_id and f.id <> r.id
               and (f.compares_id = r.id or (f.purpose = 'appeal' and f.state = 'waiting'))
               and (f.state = 'done' or f.claimed_until > ${now})) as taken
      from audits.review r where r.id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, newest_id, taken }) => [id, { newestId: newest_id, taken }]))
}

/** Deletes unclaimed reviews created by these decisions. The users' appeals stay open. */
export const forgetFollowing = (tx: Transaction, ids: readonly string[]) =>
  sql`
    delete from audits.review f
     using audits.review r
     where r.id = any(${ids}::uuid[]) and f.item_id = r.item_id and f.id <> r.id and f.state = 'waiting'
       and (f.compares_id = r.id or (f.purpose = 'appeal' and r.purpose <> 'quality'))`.execute(tx)

/** Reopens appeals that were answered by these decisions. */
export const reopenAppeals = (tx: Transaction, ids: readonly string[]) =>
  sql`
    update audits.appeal a set state = 'untreated', decided_at = null, outcome = ''
      from audits.review r
     where r.id = any(${ids}::uuid[]) and r.purpose <> 'quality' and a.item_id = r.item_id
       and a.state = 'processed' and a.decided_at = r.decided_at`.execute(tx)

/** Reopens the reviews, claimed by the reviewer who undid the decision. */
export const reopen = (tx: Transaction, ids: readonly string[], by: { staffId: number; now: Date; until: Date }) =>
  sql`
    update audits.review
       set state = 'waiting', decision = null, before_state = null, template_id = null, reason = '', note = '',
           decided_by = null, decided_name = '', decided_at = null, overturned = false,
           claimed_by = ${by.staffId}, claimed_at = ${by.now}, claimed_until = ${by.until}, version = version + 1
     where id = any(${ids}::uuid[])`.execute(tx)

/** The previous decision of each of these items that has one; undone ones are reopened already. */
export async function previousDecisions(tx: Transaction, itemIds: readonly string[]) {
  const { rows } = await sql<{ item_id: string; reason: string; decided_name: string; decided_at: Date }>`
    select distinct on (item_id) item_id, reason, decided_name, decided_at
      from audits.review
     where item_id = any(${itemIds}::text[]) and state = 'done' and purpose <> 'quality'
     order by item_id, decided_at desc, id desc`.execute(tx)
  return new Map(rows.map((row) => [row.item_id, row]))
}
