// Pauses, resumes and stops messages, and sends tests.
import type { Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/messages'
import { messageDid } from '@greenroom/contract/sentences/official'
import { sql } from 'kysely'
import { send } from '../../../bridge/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { newRequestId } from '../../../kit/random.ts'
import { recordMany } from '../../../log/index.ts'
import { lockAt } from '../../../records/index.ts'
import { languageColumn } from './officialMessage.audience.ts'
import { withdraw } from './officialMessage.ending.ts'
import { messages } from './officialMessage.records.ts'
import { contentOf, subjectOf } from './officialMessage.row.ts'
import type { MessageState } from './officialMessage.rules.ts'

type Verb = 'paused' | 'resumed' | 'stopped'
const from: { [V in Verb]: MessageState[] } = {
  paused: ['sending'],
  resumed: ['paused'],
  stopped: ['pending', 'sending', 'paused'],
}

/** Pauses, resumes or stops. @throws Refusal 20000 in a state that forbids it. */
export const become =
  (how: Verb) =>
  (context: Context, { id, version, reason = '' }: { id: number; version: number; reason?: string }) =>
    context.tx(async (tx) => {
      const before = await lockAt(tx, messages, id, version, {})
      if (!from[how].includes(before.state as MessageState))
        throw refuseBecause(20000, 'state', 'message.state', { state: before.state })
      const started = before.started_at !== null
      if (how === 'stopped' && started) {
        // The sender drops the users still waiting.
        await withdraw(tx, id, 'stopped')
        await send(tx, context.now, [
          { type: 'message.stop', subject: subjectOf(id), data: { messageId: String(id), reason } },
        ])
      }
      const after = await tx
        .updateTable('official.message')
        .set({
          state: how === 'paused' ? 'paused' : how === 'resumed' ? 'sending' : 'stopped',
          ...(how === 'stopped' && { reason }),
          ...(how === 'stopped' && !started && { finished_at: context.now }),
          version: before.version + 1,
          updated_by: staffOf(context).username,
          updated_at: context.now,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await recordMany(tx, context, [
        {
          target: `message ${id}`,
          content: messageDid({ name: before.name, how, users: before.sent }),
          before: messages.view(before),
          after: messages.view(after),
          ...(reason && { reason }),
        },
      ])
      return {}
    })

/** Sends it only to these users, under a separate id. @throws Refusal 290005 naming unknown ids */
export const testRun =
  (fileUrl: string) =>
  (context: Context, { id, userIds }: Parsed<typeof calls.messageTest>) =>
    context.tx(async (tx) => {
      const message = await tx.selectFrom('official.message').selectAll().where('id', '=', id).executeTakeFirst()
      if (!message) throw new Refusal(10032)
      const ids = [...new Set(userIds)]
      const { rows } = await sql<{ id: bigint; language: string }>`
        select u.id, ${languageColumn} as language from users.app_user u where u.id = any (${ids}::bigint[])`.execute(
        tx,
      )
      const known = new Set(rows.map((row) => Number(row.id)))
      const unknown = ids.filter((one) => !known.has(one))
      if (ids.length === 0 || unknown.length > 0)
        throw refuseBecause(290005, 'userIds', 'user.unknown', { ids: unknown })
      const content = await contentOf(tx, message, fileUrl)
      const messageId = `test-${newRequestId()}`
      await send(
        tx,
        context.now,
        [...Map.groupBy(rows, (row) => row.language)].map(([language, users]) => ({
          type: 'message.send' as const,
          subject: `message:${messageId}`,
          data: { messageId, userIds: users.map((one) => Number(one.id)), ...content(language) },
        })),
      )
      await recordMany(tx, context, [
        {
          target: `message ${id}`,
          content: messageDid({ name: message.name, how: 'tested', users: ids.length }),
          before: null,
          after: { userIds: ids },
        },
      ])
      return { sent: ids.length }
    })
