// One message: its content, curve, and the users who did not get it.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/messages'
import { sql } from 'kysely'
import { fileAddress, uploadedFor } from '../../../files/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { equals, narrowedPage, present } from '../../../records/index.ts'
import { type Figures, messages } from './officialMessage.records.ts'
import { audienceOf, type MessageRow, textsOf } from './officialMessage.row.ts'
import type { MissReason } from './officialMessage.rules.ts'

/** Long lists of ids are complete while they can be edited. */
function shownAudience(row: MessageRow) {
  const audience = audienceOf(row)
  return audience.userType === 'ids' && row.started_at !== null
    ? { ...audience, ids: audience.ids.slice(0, 20) }
    : audience
}

/** Counts by minute; by hour or day if there would be more than 1,000 points. */
async function curveOf(reader: Reader, id: number): Promise<Answer<typeof calls.messageInfo>['curve']> {
  const { rows } = await sql<Figures & { at: Date }>`
    with span as (select max(minute) - min(minute) as length from official.tick where message_id = ${id})
    select date_trunc(case when length < interval '16 hours' then 'minute'
                           when length < interval '40 days' then 'hour' else 'day' end, minute) as at,
           sum(sent)::bigint as sent, sum(delivered)::bigint as delivered, sum(read)::bigint as read
      from official.tick, span where message_id = ${id} group by 1 order by 1`.execute(reader)
  return rows.map((tick) => ({
    at: tick.at.toISOString(),
    sent: Number(tick.sent),
    delivered: Number(tick.delivered),
    read: Number(tick.read),
  }))
}

/** @throws Refusal 10032 */
export async function messageInfo(
  context: Context,
  id: number,
  fileUrl: string,
): Promise<Answer<typeof calls.messageInfo>> {
  const { database } = context
  const row = await database.selectFrom('official.message').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refuseBecause(10032, 'id', 'record.none')
  const [[shown], mimes, account, curve] = await Promise.all([
    present(context, messages, [row]),
    uploadedFor(database, ['message'], row.picture_id ? [row.picture_id] : []),
    row.account_id === null
      ? null
      : database
          .selectFrom('official.account')
          .select(['id', 'title'])
          .where('id', '=', row.account_id)
          .executeTakeFirst(),
    curveOf(database, id),
  ])
  const { pictureId: _, accountId: __, ...message } = shown!
  return {
    message: {
      ...message,
      texts: textsOf(row) as Answer<typeof calls.messageInfo>['message']['texts'],
      audienceRule: shownAudience(row),
      picture: row.picture_id && {
        fileId: row.picture_id,
        url: fileAddress(fileUrl, row.picture_id, mimes.get(row.picture_id)),
      },
      account: account ?? null,
    } as Answer<typeof calls.messageInfo>['message'],
    curve,
    missed: Object.entries(row.missed as Record<MissReason, number>)
      .map(([reason, users]) => ({ reason: reason as MissReason, users }))
      .toSorted((a, b) => b.users - a.users),
  }
}

type MissedRow = { user_id: bigint; reason: MissReason; message_id: number }

/** Users of the audience who did not get it, with the reason. */
export async function missedPage(context: Context, payload: Parsed<typeof calls.messageMissed>) {
  const userId = { column: 'r.user_id', type: 'bigint' as const, of: (row: MissedRow) => row.user_id }
  const query = context.database
    .selectFrom('official.recipient as r')
    .select(['r.user_id', 'r.reason', 'r.message_id'])
    .where('r.state', 'in', ['skipped', 'failed'])
  const page = await narrowedPage<MissedRow, typeof payload>(
    context,
    query.$castTo<MissedRow>(),
    { id: equals('r.message_id'), reason: equals('r.reason') },
    { sorts: { userId }, defaultSort: 'userId', id: userId, defaultSize: 50 },
    payload,
  )
  const people = await context.database
    .selectFrom('users.app_user')
    .select(['id', 'nickname', 'avatar_url'])
    .where('id', '=', anyOf(page.records.map(({ user_id }) => user_id)))
    .execute()
  const byId = new Map(people.map((one) => [one.id, one]))
  return {
    ...page,
    records: page.records.map((row) => ({
      userId: Number(row.user_id),
      person: {
        userId: Number(row.user_id),
        nickname: byId.get(row.user_id)?.nickname ?? '',
        avatarUrl: byId.get(row.user_id)?.avatar_url ?? '',
      },
      reason: row.reason,
    })),
  }
}
