// System messages in the list and in the log.
import type { RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/messages'
import { messagesChanged } from '@greenroom/contract/sentences/official'
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { resource } from '../../../records/index.ts'
import { textsOf } from './officialMessage.row.ts'
import { isLocked, type MessageState, type MessageType } from './officialMessage.rules.ts'

type Record = RecordOf<typeof calls.messageList>

export type Figures = { sent: bigint; delivered: bigint; read: bigint }

/** How many of these messages were sent, delivered and read. */
async function figuresOf(reader: Reader, ids: readonly number[]): Promise<Map<number, Figures>> {
  const { rows } = await sql<Figures & { message_id: number }>`
    select message_id, sum(sent)::bigint as sent, sum(delivered)::bigint as delivered, sum(read)::bigint as read
      from official.tick where message_id = any (${ids}::int[]) group by 1`.execute(reader)
  return new Map(rows.map((row) => [row.message_id, row]))
}

export const messages = resource('official.message', {
  id: { column: 'id', type: 'int' },
  menu: 'official.message',
  noun: 'message',
  view: (row) => ({
    id: row.id,
    name: row.name,
    type: row.type as MessageType,
    state: row.state as MessageState,
    userType: row.user_type as Record['userType'],
    sendTime: row.send_at?.toISOString() ?? null,
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    audience: row.size,
    sent: row.sent,
    skipped: row.skipped,
    failed: row.failed,
    texts: textsOf(row),
    link: row.link,
    pictureId: row.picture_id,
    accountId: row.account_id,
    notice: row.notice,
    // The log has the number of ids, not the ids.
    audienceRule: row.ids === null ? row.audience : { userType: 'ids', count: row.ids.length },
    notAfter: row.not_after?.toISOString() ?? null,
    reason: row.reason,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    version: row.version,
  }),
  more: async ({ database }, rows) => {
    const figures = await figuresOf(
      database,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => {
      const { title, text } = textsOf(row).en!
      const counted = figures.get(row.id)
      return { title, text, delivered: Number(counted?.delivered ?? 0), read: Number(counted?.read ?? 0) }
    })
  },
  can: ({ state, send_at }, now) => {
    const open = state === 'draft' || state === 'pending'
    const locked = isLocked(state as MessageState, send_at, now)
    return {
      update: locked ? ('locked' as const) : open ? (true as const) : ('begun' as const),
      test: true as const,
      pause: state === 'sending' ? (true as const) : ('notSending' as const),
      resume: state === 'paused' ? (true as const) : ('notPaused' as const),
      stop: ['pending', 'sending', 'paused'].includes(state) ? (true as const) : ('notOpen' as const),
      delete: state === 'draft' ? (true as const) : ('notDraft' as const),
    }
  },
  fields: { name: 'name', type: 'type', texts: 'texts', link: 'link', sendTime: 'send_at', notAfter: 'not_after' },
  sentence: (rows, change) =>
    messagesChanged(
      rows.map(({ name }) => name),
      change,
    ),
})
