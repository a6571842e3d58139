// The only code that begins or ends a broadcast ban: rows, running broadcasts, log entries, and commands to the app.
import { allowed, forbidden } from '@greenroom/contract/sentences/live'
import type { Command } from '../../../bridge/index.ts'
import { send } from '../../../bridge/index.ts'
import { done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { type LogEntry, recordMany } from '../../../log/index.ts'
import { endSessionsOf } from '../liveEnding.queries.ts'
import { addSeconds } from '../people/liveCounting.queries.ts'
import * as queries from './forbidden.queries.ts'
import { endOfForbid, extendsBan, inForce } from './forbidden.rules.ts'

export type Forbidding = {
  userIds: readonly bigint[]
  /** An escalation step; 0 means permanent. */
  hours: number
  reason: string
  /** The broadcast that caused it. */
  liveId: string | null
}

const shown = (forbid: Omit<queries.OpenForbid, 'at' | 'by'>) => ({
  forbidId: forbid.id,
  hours: forbid.hours,
  until: forbid.until,
  liveId: forbid.live_id,
  reason: forbid.reason,
})

const commandFor = (userId: bigint, until: Date | null, reason: string): Command => ({
  type: 'live.forbidden',
  subject: `user:${userId}`,
  data: { userId: Number(userId), until: until?.toISOString() ?? null, reason },
})

/**
 * Bans these users from broadcasting and ends their broadcasts, in the caller's transaction. One outcome each: 21001 for an unknown user,
 * 20000 if the ban adds nothing to the one in force. A longer ban replaces a shorter one. Writes the log entries and commands; a caller
 * with no other change rolls back if every outcome is a refusal.
 *
 * Locks broadcasts, then users' rows: call it before locking any other row of theirs.
 */
export async function forbidIn(tx: Transaction, context: Context, forbidding: Forbidding): Promise<Outcome<number>[]> {
  const { hours, reason, liveId } = forbidding
  const { now } = context
  const by = context.caller?.username ?? 'system'
  const userIds = [...new Set(forbidding.userIds)]
  const people = await queries.peopleNamed(tx, context.scope, userIds)
  await queries.lockRunning(tx, [...people.keys()])
  await queries.lockBroadcasters(tx, [...people.keys()])
  const open = new Map((await queries.openForbids(tx, [...people.keys()])).map((one) => [one.user_id, one]))
  const until = endOfForbid(hours, now)

  const started: queries.NewForbid[] = []
  const ended = new Map<string, 'replaced' | 'expired'>()
  const outcomes = userIds.map((userId) => {
    const id = Number(userId)
    const earlier = open.get(userId)
    if (!people.has(userId)) return notDone(id, 21001)
    if (!extendsBan(earlier, { until }, now)) return notDone(id, 20000, because('forbid.already'))
    if (earlier) ended.set(earlier.id, inForce(earlier, now) ? 'replaced' : 'expired')
    started.push({ id: newId(now), user_id: userId, hours, until, reason, live_id: liveId })
    return done(id)
  })
  if (started.length === 0) return outcomes
  await queries.endForbids(tx, ended, { by, at: now, reason })
  await queries.insertForbids(tx, started, by, now)
  const stopped = await takeOffAir(
    tx,
    now,
    started.map((one) => one.user_id),
    reason,
  )

  const entries = started.map((one): LogEntry => {
    const person = people.get(one.user_id)!
    const earlier = open.get(one.user_id)
    const was = earlier && inForce(earlier, now) ? shown(earlier) : null
    const who = { userId: one.user_id, nickname: person.nickname }
    return {
      operation: 'live.forbid',
      target: `user ${one.user_id}`,
      content: forbidden({ people: [{ id: String(one.user_id), nickname: person.nickname }], hours }),
      before: { ...who, forbidden: was },
      after: { ...who, forbidden: shown(one) },
      reason,
      ...(!context.caller && { actor: { id: null, username: by } }),
    }
  })
  await recordMany(tx, context, entries)
  await send(tx, now, [...stopped, ...started.map((one) => commandFor(one.user_id, until, reason))])
  return outcomes
}

/**
 * Ends these users' broadcasts at `now`; their rows are locked. Broadcasts locked by another transaction are left to the round.
 *
 * @returns the commands for the app.
 */
async function takeOffAir(
  tx: Transaction,
  now: Date,
  userIds: readonly bigint[],
  reason: string,
): Promise<Extract<Command, { type: 'live.stopped' }>[]> {
  const ended = await endSessionsOf(tx, now, userIds, 'forbidden', 'those that are free')
  await addSeconds(tx, ended)
  return ended.map(({ id, userId }) => ({
    type: 'live.stopped',
    subject: `user:${userId}`,
    data: { liveId: id, userId: Number(userId), reason },
  }))
}

/** Ends running broadcasts of banned users and repeats the command to the app; returns how many users were ended. */
export async function stopForbidden(tx: Transaction, now: Date, userIds: readonly bigint[]): Promise<number> {
  await queries.lockRunning(tx, userIds)
  await queries.lockBroadcasters(tx, userIds)
  const open = (await queries.openForbids(tx, userIds)).filter((one) => inForce(one, now))
  const stopped = await takeOffAir(
    tx,
    now,
    open.map((one) => one.user_id),
    'forbidden',
  )
  const again = new Set(stopped.map(({ data }) => data.userId))
  await send(tx, now, [
    ...stopped,
    ...open
      .filter((one) => again.has(Number(one.user_id)))
      .map((one) => commandFor(one.user_id, one.until, one.reason)),
  ])
  return stopped.length
}

/**
 * Ends bans, at most one per user, whose rows are locked: lifted by staff, or expired.
 *
 * @param how why they end; `reason` goes to the app and the log.
 */
export async function endIn(
  tx: Transaction,
  context: Context,
  forbids: readonly queries.OpenForbid[],
  { how, by, reason }: { how: 'lifted' | 'expired'; by: string; reason: string },
): Promise<void> {
  const { now } = context
  const people = await queries.peopleNamed(
    tx,
    context.scope,
    forbids.map((one) => one.user_id),
  )
  await queries.endForbids(tx, new Map(forbids.map((one) => [one.id, how])), { by, at: now, reason })
  await recordMany(
    tx,
    context,
    forbids.map((one): LogEntry => {
      const nickname = people.get(one.user_id)?.nickname ?? ''
      const who = { userId: one.user_id, nickname }
      return {
        operation: 'live.allow',
        target: `user ${one.user_id}`,
        content: allowed({ people: [{ id: String(one.user_id), nickname }] }),
        before: { ...who, forbidden: shown(one) },
        after: { ...who, forbidden: null },
        reason,
        ...(!context.caller && { actor: { id: null, username: by } }),
      }
    }),
  )
  await send(
    tx,
    now,
    forbids.map(
      (one): Command => ({
        type: 'live.allowed',
        subject: `user:${one.user_id}`,
        data: { userId: Number(one.user_id), reason },
      }),
    ),
  )
}

/**
 * Lifts the broadcast ban that the caller began at `at` with a decision that is now undone, in its transaction. A ban that has ended
 * already is left alone. Takes the locks of `forbidIn`.
 *
 * @throws Refusal 20000 if it replaced an earlier ban, which would be lost.
 */
export async function takeBackForbid(
  tx: Transaction,
  context: Context,
  { userId, at, reason }: { userId: bigint; at: Date; reason: string },
): Promise<void> {
  const by = staffOf(context).username
  await queries.lockBroadcasters(tx, [userId])
  if (await queries.hasReplaced(tx, userId, { by, at })) throw refuseBecause(20000, 'reviewId', 'report.replaced')
  const [one] = (await queries.openForbids(tx, [userId])).filter(
    (open) => open.by === by && open.at.getTime() === at.getTime() && inForce(open, context.now),
  )
  if (one) await endIn(tx, context, [one], { how: 'lifted', by, reason })
}
