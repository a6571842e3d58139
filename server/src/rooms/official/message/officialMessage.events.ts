// The app's delivery events: each user counts once, with repeated events and in any order.
import { sql } from 'kysely'
import { type AnyHandler, defineHandler } from '../../../bridge/index.ts'
import type { Transaction } from '../../../kit/database/database.ts'

type ReadReport = { messageId: string; userId: bigint; at: Date; read: boolean }

/** System messages have numbers; messages of other rooms, such as warnings, have other ids. */
const isOurs = ({ messageId }: ReadReport) => /^[1-9]\d{0,8}$/.test(messageId)

/** Marks users of an audience; reading implies delivery. Users outside it are ignored. */
async function mark(tx: Transaction, reports: readonly ReadReport[]): Promise<void> {
  await sql`
    with reported as (
      select message_id, user_id, min(at) as at, min(at) filter (where read) as read_at
        from unnest(${reports.map((one) => Number(one.messageId))}::int[], ${reports.map((one) => one.userId)}::bigint[],
                    ${reports.map((one) => one.at)}::timestamptz[], ${reports.map((one) => one.read)}::boolean[])
             as t(message_id, user_id, at, read)
       group by 1, 2
    ), held as (
      select r.message_id, r.user_id, r.delivered_at, r.read_at, t.at, t.read_at as now_read
        from reported t join official.recipient r using (message_id, user_id)
       order by r.message_id, r.user_id for update of r
    ), marked as (
      update official.recipient r
         set delivered_at = least(h.delivered_at, h.at), read_at = least(h.read_at, h.now_read)
        from held h where r.message_id = h.message_id and r.user_id = h.user_id
         and (h.delivered_at is null or h.delivered_at > h.at or (h.now_read is not null and (h.read_at is null or h.read_at > h.now_read)))
      returning r.message_id
    ), ticks as (
      select message_id, date_trunc('minute', at) as minute, 1 as delivered, 0 as read from held where delivered_at is null
      union all
      select message_id, date_trunc('minute', now_read), 0, 1 from held where read_at is null and now_read is not null
    )
    insert into official.tick (message_id, minute, delivered, read)
    select message_id, minute, sum(delivered), sum(read) from ticks group by 1, 2`.execute(tx)
}

export const messageHandler: AnyHandler = defineHandler({
  types: ['message.delivered', 'message.read'],
  plan: async (chunk, events) => {
    const reports = events.flatMap(({ type, at, data }) =>
      data.userIds.map(
        (id): ReadReport => ({ messageId: data.messageId, userId: BigInt(id), at, read: type === 'message.read' }),
      ),
    )
    const ours = reports.filter(isOurs)
    if (ours.length > 0) await mark(chunk.tx, ours)
    const others = reports.filter((one) => !isOurs(one) && one.read)
    if (others.length > 0) await recordReads(chunk.tx, others)
    return events.map(() => ({ items: [], state: undefined }))
  },
})

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
