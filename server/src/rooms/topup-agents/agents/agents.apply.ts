// Applications: the app's events, and those of the portal.

import type { agentApply } from '@greenroom/contract/agentPortal'
import type { Parsed } from '@greenroom/contract/call'
import { agentsDecided } from '@greenroom/contract/sentences/agents'
import { sql } from 'kysely'
import { refuseStopped, stopped } from '../../../access/index.ts'
import { type AnyHandler, type Arrived, defineHandler, send } from '../../../bridge/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import { ensureUsers } from '../../users/index.ts'
import { changed, named } from './agents.decide.ts'
import * as queries from './agents.queries.ts'
import { type AgentFacts, applying, stateReasons } from './agents.rules.ts'

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const later = (a: Arrived<'agent.applied'>, b: Arrived<'agent.applied'>) =>
  a.at.getTime() - b.at.getTime() || (a.data.contact < b.data.contact ? -1 : 1)

/** `agent.applied`: the newest of a user's applications counts; one too early after a rejection, or while they are stopped, is refused. */
export const appliedHandler: AnyHandler = defineHandler({
  types: ['agent.applied'],
  plan: async (chunk, events) => {
    const stop = await stopped(chunk.tx, 'agents')
    if (stop) return events.map(() => ({ refuse: 1000002, why: stop.message }))
    const userIds = [...new Set(events.map(({ data }) => BigInt(data.userId)))]
    await ensureUsers(chunk, userIds)
    const standing = await queries.lockAgents(chunk.tx, userIds)
    const newest = new Map<bigint, queries.Application>()
    const opened: queries.AgentEvent[] = []
    const early = new Map<string, Date>()
    const now = new Map<bigint, AgentFacts & { appliedAt: Date }>(standing)
    for (const event of events.toSorted(later)) {
      const { at, data } = event
      const userId = BigInt(data.userId)
      const known = now.get(userId)
      const what = applying(known, at)
      if (what === 'coolingOff') early.set(event.id, known!.againFrom!)
      if (what === 'nothing' || what === 'coolingOff' || (what === 'changes' && at < known!.appliedAt)) continue
      newest.set(userId, { userId, contact: data.contact, note: data.note, at })
      if (what === 'new') opened.push({ userId, at, by: 'app', what: 'applied' })
      now.set(userId, { state: 'under review', decidedAt: null, againFrom: null, appliedAt: at })
    }
    await queries.writeApplications(chunk.tx, [...newest.values()])
    await queries.addHistory(chunk.tx, opened)
    return events.map(({ id }) => {
      const from = early.get(id)
      return from
        ? { refuse: 1000002 as const, why: `they may apply again from ${dayOf(from)}` }
        : { items: [], state: undefined }
    })
  },
})

/** The account's user: an agent, or the leader of a guild. */
async function userBehind(reader: Reader, { scope }: Context): Promise<bigint | null> {
  if (scope.kind === 'platform') return null
  const { rows } = await (scope.kind === 'agent'
    ? sql<{ id: bigint }>`select user_id as id from topup_agents.agent where id = ${scope.agentId}`
    : sql<{ id: bigint }>`select leader_user_id as id from guilds.guild where id = ${scope.unionId}`
  ).execute(reader)
  return rows[0]?.id ?? null
}

export { userBehind }

/** @throws Refusal 400001 for staff, 20000 while one is under review, 1000002 for an agent, too early, or while applications are stopped */
export async function apply(context: Context, { contact, note = '' }: Parsed<typeof agentApply>) {
  const userId = await userBehind(context.database, context)
  if (userId === null) throw refuseBecause(400001, 'contact', 'agent.noUser')
  return context.tx(async (tx) => {
    await refuseStopped(tx, 'agents', 'contact')
    const { now } = context
    const before = (await queries.lockAgents(tx, [userId])).get(userId)
    const what = applying(before, now)
    if (what === 'changes') throw refuseBecause(20000, 'contact', 'agent.underReview')
    if (what === 'coolingOff')
      throw refuseBecause(1000002, 'contact', 'agent.coolingOff', { at: dayOf(before!.againFrom!) })
    if (what === 'nothing') throw refuseBecause(1000002, 'contact', stateReasons[before!.state])
    await queries.writeApplications(tx, [{ userId, contact, note, at: now }])
    await queries.addHistory(tx, [{ userId, at: now, by: staffOf(context).username, what: 'applied' }])
    const after = (await queries.agentOfUser(tx, userId))!
    await record(tx, context, {
      target: `agent of user ${userId}`,
      content: agentsDecided('apply', [named(after)]),
      before: before ? { state: before.state } : null,
      after: { userId: Number(userId), state: after.state },
    })
    await send(tx, now, [changed(after)])
    return {}
  })
}
