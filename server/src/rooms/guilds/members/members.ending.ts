// The end of memberships: rows, the log, and the commands to the app.
import { memberExpel } from '@greenroom/contract/guildMembers'
import { membershipEnded } from '@greenroom/contract/sentences/guildMembers'
import { type Command, send } from '../../../bridge/index.ts'
import { type Context, system, systemContext } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { recordMany } from '../../../log/index.ts'
import { appTextsOf } from '../../../texts/appTexts.ts'
import * as queries from './members.queries.ts'

/** The context of automatic changes of members at `now`, in a transaction. */
export const roundContext = (tx: Transaction, now: Date): Context =>
  systemContext(memberExpel, { database: tx, clock: { now: () => now } })

/** The command to the app when a membership or an invitation is over. */
export const removed = (
  what: 'memberEnded' | 'invitationEnded',
  guildId: number,
  userId: bigint,
  reason: string,
): Command => ({
  type: 'guild.removed',
  subject: `user:${userId}`,
  data: { guildId, userId: Number(userId), reason, texts: appTextsOf(what) },
})

/**
 * Ends memberships whose end has come, `most` at once: logged as the system's, each exactly once.
 *
 * @param userIds only of these users; of all if absent. @returns how many were due.
 */
export async function endPassed(
  tx: Transaction,
  now: Date,
  userIds: readonly bigint[] | null,
  most = 500,
): Promise<number> {
  const due = await queries.dueEnds(tx, now, userIds, most)
  if (due.length === 0) return 0
  const over = await queries.endMembers(tx, now, due)
  await recordMany(
    tx,
    roundContext(tx, now),
    over.map((one) => ({
      operation: 'member.end',
      target: `user ${one.userId}`,
      content: membershipEnded({
        people: [{ id: String(one.userId), nickname: one.nickname }],
        guild: one.guildName,
        how: one.ending,
      }),
      before: { memberId: one.id, guildId: one.guildId, state: 'leaving', endsAt: one.endsAt },
      after: { memberId: one.id, guildId: one.guildId, state: one.ending, endsAt: one.endsAt },
      reason: one.endReason,
      actor: system,
    })),
  )
  await send(
    tx,
    now,
    over.map((one) => removed('memberEnded', one.guildId, one.userId, one.endReason || one.ending)),
  )
  return due.length
}
