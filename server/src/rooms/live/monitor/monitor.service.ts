// The monitor's calls. Each write is one transaction: decided on the locked broadcast or call, logged, with a command to the app.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { liveMonitor, monitorForbid, monitorStop, monitorWarn } from '@greenroom/contract/live'
import { ended } from '@greenroom/contract/sentences/live'
import type { Named } from '@greenroom/contract/sentences/words'
import { send } from '../../../bridge/index.ts'
import { refusalOfOutcome } from '../../../kit/calls/batch.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { type LogEntry, record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { openReportsOn } from '../../audits/index.ts'
import { forbidIn } from '../forbidden/forbidden.change.ts'
import { ladderOf } from '../forbidden/forbidden.ladder.ts'
import { warnIn } from '../forbidden/forbidden.warning.ts'
import { endOne } from '../liveEnding.service.ts'
import * as queries from './monitor.queries.ts'
import { endingOf, keyOf } from './monitor.rules.ts'
import { subjectOf, type Tile, tileOf } from './monitor.shown.ts'

/** The tiles of these keys, in order; those that have ended in the meantime are left out. */
async function tilesOf(
  { scope, database: reader, now }: Context,
  params: Params,
  keys: readonly queries.TileKey[],
): Promise<Tile[]> {
  const rows = await queries.tileRows(reader, scope, keys)
  const ids = (kind: queries.TileKey['kind']) => rows.flatMap((row) => (row.kind === kind ? [row.id] : []))
  const people = [...new Set(rows.flatMap((row) => [row.user_id, row.callee_id ?? row.user_id]))]
  const [faces, reports, ladders] = await Promise.all([
    queries.facesOf(reader, people),
    openReportsOn(reader, { liveIds: ids('live'), callIds: ids('call') }),
    ladderOf(reader, now, params, [...new Set(rows.map(subjectOf))]),
  ])
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return keys.flatMap((key) => {
    const row = byKey.get(keyOf(key))
    if (!row) return []
    const open = (row.kind === 'live' ? reports.lives : reports.calls).get(row.id)
    const { suggestedHours } = ladders.get(subjectOf(row))!
    return [tileOf(row, { faces, reports: open, suggestedHours })]
  })
}

const defaultSize = 16

/** One page of the monitor. */
export const monitor =
  (params: Params) =>
  async (context: Context, payload: Parsed<typeof liveMonitor>): Promise<Answer<typeof liveMonitor>> => {
    const { kind, country, userId, reported = false, page = 1, size = defaultSize } = payload
    const { database, scope, now } = context
    const filters = { kind, country, userIds: userId, reported }
    const found = await queries.riskiest(database, scope, filters, { offset: (page - 1) * size, limit: size })
    const tiles = await tilesOf(context, params, found.keys)
    return { tiles, total: found.total, at: now.toISOString() }
  }

/**
 * Locks the broadcast or call of a decision.
 *
 * @throws Refusal 10032 if there is none, 20000 with how it ended if it has.
 */
async function lockRunning(tx: Transaction, context: Context, key: queries.TileKey): Promise<queries.MonitorSubject> {
  const target = await queries.lockTarget(tx, context.scope, key)
  if (!target) throw refuseBecause(10032, 'id', 'live.notFound')
  if (target.ended_at !== null) throw new Refusal(20000, [{ field: 'id', ...endingOf(target) }])
  return target
}

const peopleOf = ({ user_id, callee_id }: queries.MonitorSubject): bigint[] =>
  callee_id === null ? [user_id] : [user_id, callee_id]

/** Users as log sentences name them, in this order. */
async function namedOf(tx: Transaction, ids: readonly bigint[]): Promise<Named[]> {
  const faces = await queries.facesOf(tx, ids)
  return ids.map((id) => ({ id: String(id), nickname: faces.get(id)?.user.nickname ?? '' }))
}

/** The log entry for an ended broadcast or call. */
const stopped = async (
  tx: Transaction,
  context: Context,
  target: queries.MonitorSubject,
  reason: string,
): Promise<LogEntry> => ({
  operation: 'live.stop',
  target: `${target.kind} ${target.id}`,
  content: ended({ kind: target.kind, people: await namedOf(tx, peopleOf(target)) }),
  before: target,
  after: { ...target, ended_at: context.now, ended_by: 'platform', end_reason: 'stopped' },
  reason,
})

/** Warns the broadcaster, or both users of a call. */
export const warn =
  (params: Params) =>
  async (context: Context, payload: Parsed<typeof monitorWarn>): Promise<Answer<typeof monitorWarn>> => {
    const { kind, id, reason } = payload
    await context.tx(async (tx) => {
      const target = await lockRunning(tx, context, { kind, id })
      const where = { liveId: kind === 'live' ? id : null, callId: kind === 'call' ? id : null }
      for (const userId of peopleOf(target)) await warnIn(tx, context, { userId, ...where, reason })
    })
    const [tile] = await tilesOf(context, params, [{ kind, id }])
    return { tile: tile ?? null }
  }

/** Ends a broadcast or call. */
export const stop =
  (params: Params) =>
  (context: Context, { kind, id, reason }: Parsed<typeof monitorStop>): Promise<Answer<typeof monitorStop>> =>
    context.tx(async (tx) => {
      const target = await lockRunning(tx, context, { kind, id })
      const commands = await endOne(tx, context.now, params, { kind, id }, reason)
      await record(tx, context, await stopped(tx, context, target, reason))
      await send(tx, context.now, commands)
      return { tile: null }
    })

/** Whom to ban: the broadcaster, or the named user of a call. @throws Refusal 10009 if the named user is not part of it. */
function forbiddenOf(target: queries.MonitorSubject, userId: number | undefined): bigint {
  const people = peopleOf(target)
  if (userId === undefined && target.kind === 'call') throw refuseBecause(10009, 'userId', 'live.whoOfTwo')
  const found = userId === undefined ? people[0] : people.find((id) => id === BigInt(userId))
  if (found === undefined) throw refuseBecause(10009, 'userId', 'live.notOfIt')
  return found
}

/** Ends a broadcast or call and bans from broadcasting. A ban that adds nothing to the one in force is refused with 20000. */
export const forbid =
  (params: Params) =>
  (context: Context, payload: Parsed<typeof monitorForbid>): Promise<Answer<typeof monitorForbid>> =>
    context.tx(async (tx) => {
      const { kind, id, hours, reason } = payload
      const target = await lockRunning(tx, context, { kind, id })
      const userId = forbiddenOf(target, payload.userId)
      // The ban itself ends a broadcast, but not a call.
      const commands = kind === 'call' ? await endOne(tx, context.now, params, { kind, id }, reason) : []
      const liveId = kind === 'live' ? id : null
      const [outcome] = await forbidIn(tx, context, { userIds: [userId], hours, reason, liveId })
      if (outcome?.errorCode) throw refusalOfOutcome(outcome, 'userId')
      if (kind === 'call') await record(tx, context, await stopped(tx, context, target, reason))
      await send(tx, context.now, commands)
      return { tile: null }
    })
