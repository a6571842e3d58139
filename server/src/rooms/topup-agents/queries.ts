import { sql } from 'kysely'
import type { Transaction } from '../../kit/database.ts'

/**
 * Keeps the newest application of each person while it may still change: one that is approved or frozen stands, and one
 * that was rejected or cancelled opens again by a newer one.
 */
export async function recordApplications(
  tx: Transaction,
  applications: readonly { userId: bigint; contact: string; note: string; at: Date }[],
): Promise<void> {
  await sql`
    insert into topup_agents.application as a (user_id, contact, note, applied_at)
    select distinct on (user_id) user_id, contact, note, at
      from unnest(${applications.map((a) => a.userId)}::bigint[], ${applications.map((a) => a.contact)}::text[],
                  ${applications.map((a) => a.note)}::text[], ${applications.map((a) => a.at)}::timestamptz[])
        as n(user_id, contact, note, at)
     order by user_id, at desc, contact desc, note desc
    on conflict (user_id) do update
      set contact = excluded.contact, note = excluded.note, applied_at = excluded.applied_at, state = 'under review',
          version = a.version + 1
      where a.state in ('under review', 'rejected', 'cancelled')
        and (excluded.applied_at, excluded.contact, excluded.note) > (a.applied_at, a.contact, a.note)`.execute(tx)
}
