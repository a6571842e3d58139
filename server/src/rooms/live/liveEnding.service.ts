// Ends broadcasts and calls that timed out, were stopped, or belong to banned users. A call is settled as by its own end, with the
// minutes reported so far.
import type { Command } from '../../bridge/index.ts'
import { send, walletChanged } from '../../bridge/index.ts'
import type { Clock } from '../../kit/clock.ts'
import { type Database, inTransaction, type Transaction } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'
import { post, walletsAfter } from '../../ledger/index.ts'
import type { Params } from '../../params/index.ts'
import { forgetMinutes } from './events/broadcasts.queries.ts'
import { doneOf, holdIdOf, itemsOf } from './events/calls.plan.ts'
import { lockCallsById, lockCallsOf, lockSilentCalls, saveCalls } from './events/calls.queries.ts'
import * as rules from './events/calls.rules.ts'
import { lockCounters, saveCounters } from './events/freeMinutes.queries.ts'
import { cover } from './events/freeMinutes.rules.ts'
import { ensureGiftMonths } from './events/gifts.queries.ts'
import { ratesOf } from './events/spending.rates.ts'
import { earnedBy } from './events/spending.rules.ts'
import { peopleOf } from './live.queries.ts'
import * as queries from './liveEnding.queries.ts'
import { addSeconds } from './people/liveCounting.queries.ts'

type Shared = { database: Database; clock: Clock; params: Params }

/** Batch size of one sweep, so that its transaction stays short. */
const atOnce = 200

/** Ends locked calls at `now` and settles them; returns the commands for the app. */
async function endCalls(
  tx: Transaction,
  now: Date,
  params: Params,
  calls: readonly rules.Call[],
  end: { actor: string; reason: string; messageReason: string },
): Promise<Command[]> {
  if (calls.length === 0) return []
  const freeSeconds = params.integer('call_free_seconds')
  const rates = ratesOf(params)
  const people = await peopleOf(
    tx,
    now,
    calls.flatMap((call) => call.callee_id ?? []),
  )
  const cause = { id: newId(now), at: now }
  const counters = await lockCounters(tx, [...new Set(calls.flatMap((call) => call.caller_id ?? []))])
  const most = params.integer('free_minute_price')
  const ending = calls.map((before) => {
    const after = rules.merge(before, { what: 'stopped', at: now, reason: end.reason })
    const steps = cover(
      before,
      rules.stepsOf(before, after, freeSeconds, holdIdOf(before.id, cause)),
      counters.get(before.caller_id!),
      { price: before.unit_price, most },
    )
    return { before, after, steps }
  })
  const earnedOf = (call: rules.Call) => earnedBy(people.get(call.callee_id!)?.sex, BigInt(call.unit_price), rates)
  const items = ending.flatMap(({ after, steps }) => itemsOf(after, steps, cause, earnedOf))
  await saveCounters(tx, [...counters.values()])
  const outcomes = await post(tx, end.actor, now, items)
  let next = 0
  const ended = ending.map(({ before, after, steps }) => {
    const transfers = steps.filter(rules.isTransfer).length
    const own = outcomes.slice(next, next + transfers)
    next += transfers
    return rules.settle(before, after, freeSeconds, doneOf(steps, own), new Set())
  })
  await saveCalls(tx, now, ended)
  return [
    ...ended.map(
      ({ id }): Command => ({
        type: 'call.stopped',
        subject: `call:${id}`,
        data: { callId: id, reason: end.messageReason },
      }),
    ),
    // No event's answer reported these balances. Voiding a hold changes none.
    ...walletsAfter(outcomes.filter((_, index) => items[index]!.phase !== 'void')).map(walletChanged),
  ]
}

const liveStopped = (session: queries.Ended, reason: string): Command[] =>
  session.userId === null
    ? []
    : [
        {
          type: 'live.stopped',
          subject: `user:${session.userId}`,
          data: { liveId: session.id, userId: Number(session.userId), reason },
        },
      ]

/**
 * Ends the broadcasts and calls of these users. Locks broadcasts, calls, accounts, then broadcasters' rows: call
 * it before writing log entries or commands.
 *
 * @returns the commands for the app: `live.stopped`, `call.stopped`, and `wallet.changed` where money moved.
 */
export async function endOf(
  tx: Transaction,
  now: Date,
  params: Params,
  userIds: readonly bigint[],
  reason: string,
): Promise<Command[]> {
  if (userIds.length === 0) return []
  const sessions = await queries.endSessionsOf(tx, now, userIds, 'banned', 'all')
  const calls = await lockCallsOf(tx, userIds)
  const ended = await endCalls(tx, now, params, calls, { actor: 'ban', reason: 'banned', messageReason: reason })
  await addSeconds(tx, sessions)
  return [...sessions.flatMap((session) => liveStopped(session, reason)), ...ended]
}

/**
 * Ends one broadcast or call that staff stopped, and settles its money. Locks it, then accounts: call it before writing log entries or
 * commands.
 *
 * @param reason sent to the app.
 * @returns the commands for the app; none if it had ended already.
 */
export async function endOne(
  tx: Transaction,
  now: Date,
  params: Params,
  what: { kind: 'live' | 'call'; id: string },
  reason: string,
): Promise<Command[]> {
  if (what.kind === 'live') {
    const sessions = await queries.endSessions(tx, now, [what.id], 'stopped')
    await addSeconds(tx, sessions)
    return sessions.flatMap((session) => liveStopped(session, reason))
  }
  const calls = await lockCallsById(tx, [what.id])
  return endCalls(
    tx,
    now,
    params,
    calls.filter((call) => call.ended_at === null),
    { actor: 'stop', reason: 'stopped', messageReason: reason },
  )
}

const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1_000)

/** Ends broadcasts without a heartbeat; returns how many. */
const sweepSessions = ({ database, clock, params }: Shared): Promise<number> =>
  inTransaction(database, async (tx) => {
    const now = clock.now()
    const cutOff = before(now, params.integer('live_silence_seconds'))
    const sessions = await queries.endSilentSessions(tx, cutOff, atOnce)
    await addSeconds(tx, sessions)
    await send(
      tx,
      now,
      sessions.flatMap((session) => liveStopped(session, 'silent')),
    )
    return sessions.length
  })

/** Ends calls without a reported minute; returns how many. */
const sweepCalls = ({ database, clock, params }: Shared): Promise<number> =>
  inTransaction(database, async (tx) => {
    const now = clock.now()
    const cutOff = before(now, params.integer('call_silence_seconds'))
    const calls = await lockSilentCalls(tx, cutOff, atOnce)
    await send(
      tx,
      now,
      await endCalls(tx, now, params, calls, { actor: 'sweep', reason: 'silent', messageReason: 'silent' }),
    )
    return calls.length
  })

/** Ends all broadcasts and calls that timed out, by the platform's clock. */
export async function endSilent(shared: Shared): Promise<void> {
  while ((await sweepSessions(shared)) === atOnce);
  while ((await sweepCalls(shared)) === atOnce);
}

/** Events are accepted for 30 days; rows that only detect duplicates are kept one day longer. */
const keptSeconds = 31 * 24 * 60 * 60
const forgottenAtOnce = 5_000

export async function forgetOld({ database, clock }: Shared): Promise<void> {
  const cutOff = before(clock.now(), keptSeconds)
  while ((await inTransaction(database, (tx) => forgetMinutes(tx, cutOff, forgottenAtOnce))) === forgottenAtOnce);
}

export const ensureLiveMonths = (database: Database, now: Date): Promise<void> =>
  inTransaction(database, (tx) => ensureGiftMonths(tx, now))
