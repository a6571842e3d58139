import { sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'

/** Records when each user first read each message. A message goes to known users only: a report about others makes no user, and is left out. */
export async function recordReads(
  tx: Transaction,
  reads: readonly { messageId: string; userId: bigint; at: Date }[],
): Promise<void> {
  await sql`
    insert into official.message_read as r (message_id, user_id, at)
    select message_id, user_id, min(at)
      from unnest(${reads.map((r) => r.messageId)}::text[], ${reads.map((r) => r.userId)}::bigint[],
                  ${reads.map((r) => r.at)}::timestamptz[]) as n(message_id, user_id, at)
     where exists (select from users.app_user u where u.id = n.user_id)
     group by message_id, user_id order by message_id, user_id
    on conflict (message_id, user_id) do update set at = excluded.at where excluded.at < r.at`.execute(tx)
}
