import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database.ts'
import { anyOf } from '../../../kit/rows.ts'
import type { Membership } from './rules.ts'

/** The memberships of these people, locked in the order of their ids. */
export async function lockMemberships(tx: Transaction, userIds: readonly bigint[]): Promise<Membership[]> {
  const rows = await tx
    .selectFrom('guilds.member')
    .selectAll()
    .where('user_id', '=', sql<bigint>`any(${userIds}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    guildId: row.guild_id,
    userId: row.user_id,
    state: row.state,
    since: row.since,
    invitedAt: row.invited_at,
    leaveAskedAt: row.leave_asked_at,
    leaveReason: row.leave_reason,
  }))
}

/** Writes memberships as they are now and takes away invitations that ended. */
export async function writeMemberships(
  tx: Transaction,
  changed: readonly Membership[],
  endedIds: readonly number[],
): Promise<void> {
  if (endedIds.length > 0) await tx.deleteFrom('guilds.member').where('id', '=', anyOf(endedIds)).execute()
  if (changed.length === 0) return
  await sql`
    update guilds.member m
       set state = c.state, since = c.since, invited_at = c.invited, leave_asked_at = c.asked, leave_reason = c.reason
      from unnest(${changed.map((c) => c.id)}::int[], ${changed.map((c) => c.state)}::text[],
                  ${changed.map((c) => c.since)}::timestamptz[], ${changed.map((c) => c.invitedAt)}::timestamptz[],
                  ${changed.map((c) => c.leaveAskedAt)}::timestamptz[], ${changed.map((c) => c.leaveReason)}::text[])
        as c(id, state, since, invited, asked, reason)
     where m.id = c.id`.execute(tx)
}
