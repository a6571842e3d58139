// Warns a user: stored for the escalation steps, and sent to the app.
import { warned } from '@greenroom/contract/sentences/live'
import { type Command, send } from '../../../bridge/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { Refusal } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { record } from '../../../log/index.ts'
import { appText, reasonFor } from '../../../texts/appTexts.ts'
import * as queries from './forbidden.queries.ts'

export type Warning = {
  userId: bigint
  /** Where it happened: a broadcast, a call, or neither. */
  liveId: string | null
  callId: string | null
  reason: string
}

/**
 * Warns a user, in the caller's transaction: in the running broadcast if there is one, else by a message in the user's language.
 *
 * @throws Refusal 21001 if there is no such user.
 */
export async function warnIn(tx: Transaction, context: Context, warning: Warning): Promise<void> {
  const { userId, liveId, callId, reason } = warning
  const { now } = context
  const person = (await queries.peopleNamed(tx, context.scope, [userId])).get(userId)
  if (!person) throw new Refusal(21001)
  const onAir = callId === null ? await queries.runningOf(tx, userId, liveId) : undefined
  const id = newId(now)
  const by = context.caller?.username ?? 'system'
  await queries.insertWarning(tx, { id, ...warning }, by, now)
  await record(tx, context, {
    operation: 'live.warn',
    target: `user ${userId}`,
    content: warned({ people: [{ id: String(userId), nickname: person.nickname }] }),
    before: null,
    after: { userId, nickname: person.nickname, warningId: id, liveId, callId },
    reason,
    ...(!context.caller && { actor: { id: null, username: by } }),
  })
  const { language } = person
  const subject = `user:${userId}`
  const command: Command =
    onAir === undefined
      ? {
          type: 'message.send',
          subject,
          data: {
            messageId: id,
            userIds: [Number(userId)],
            title: appText('warning', language),
            text: appText('warned', language, { reason: reasonFor(reason, language) }),
          },
        }
      : { type: 'live.warned', subject, data: { liveId: onAir, userId: Number(userId), reason } }
  await send(tx, now, [command])
}
