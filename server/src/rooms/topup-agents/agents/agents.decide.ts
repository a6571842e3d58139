// The only code that changes an agent's state: rows, accounts, history, the log, and commands to the app.
import type { ToldMoment } from '@greenroom/contract/moments'
import type { ReasonKey } from '@greenroom/contract/reasons'
import { agentsDecided } from '@greenroom/contract/sentences/agents'
import { addAgentAccounts, readPhone, stopped, unusableHash } from '../../../access/index.ts'
import { type Command, send } from '../../../bridge/index.ts'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import { actorOf, type Context } from '../../../kit/calls/context.ts'
import { because } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { recordMany } from '../../../log/index.ts'
import { type Telling, tell } from '../../../notify/index.ts'
import type { Params } from '../../../params/index.ts'
import { isAdult } from '../../users/index.ts'
import * as queries from './agents.queries.ts'
import { type AgentState, againFrom, next, refusedIn, stateReasons, type Verb } from './agents.rules.ts'

const histories = {
  approve: 'approved',
  reject: 'rejected',
  freeze: 'frozen',
  unfreeze: 'unfrozen',
  cancel: 'cancelled',
} as const satisfies Record<Verb, queries.AgentEvent['what']>

/** Why an applicant can't become an agent. */
export function whyNotEligible(agent: queries.Agent, now: Date): ReasonKey | null {
  if (agent.barred) return 'agent.userState'
  if (!isAdult(agent, now)) return 'agent.age'
  return readPhone(agent.areaCode, agent.phone) ? null : 'agent.noPhone'
}

/** The application as logged. */
export const snapshot = ({ userId, agentId, state, reason }: queries.Agent) => ({
  userId: Number(userId),
  agentId,
  state,
  reason,
})

export const named = ({ userId, nickname }: queries.Agent) => ({ id: Number(userId), nickname })

/** The command with an application's or agent's state. */
export const changed = ({ userId, state, reason, againFrom: again }: queries.Agent): Command => ({
  type: 'agent.changed',
  subject: `user:${userId}`,
  data: { userId: Number(userId), state, reason, againFrom: again?.toISOString() ?? null },
})

const agentMoment = (moment: ToldMoment, agentId: number, now: Date, reason: string): Telling => ({
  moment,
  about: `${agentId} ${now.toISOString()}`,
  to: { agentId },
  params: { reason },
})

/** What agents are told; an applicant is told through the app, or by a message once approved. */
const moments = { freeze: 'agentFrozen', unfreeze: 'agentUnfrozen', cancel: 'agentCancelled' } as const

/** Creates agents and accounts for approved applicants. Former agents keep both. */
async function openAccounts(tx: Transaction, now: Date, agents: readonly queries.Agent[]): Promise<void> {
  const ids = await queries.addAgents(
    tx,
    agents.map(({ userId }) => userId),
    now,
  )
  await tell(
    tx,
    now,
    agents.map(({ userId }) => agentMoment('agentApproved', ids.get(userId)!, now, '')),
  )
  await addAgentAccounts(
    tx,
    agents.map((agent) => {
      const phone = readPhone(agent.areaCode, agent.phone)!
      return { agentId: ids.get(agent.userId)!, areaCode: phone.areaCode, phone: phone.number }
    }),
    { passwordHash: await unusableHash(), createdAt: now },
  )
}

export type Decided = { before: queries.Agent; after: queries.Agent }

/** Writes the decisions: states, history, log, commands. The rows are locked. */
export async function writeDecisions(
  tx: Transaction,
  context: Context,
  verb: Verb,
  decided: readonly Decided[],
  reason: string,
): Promise<void> {
  const { now } = context
  const by = actorOf(context).username
  await queries.writeStates(
    tx,
    decided.map(({ after }) => after),
    { reason, by, at: now },
  )
  await queries.addHistory(
    tx,
    decided.map(({ before, after }) => ({
      userId: after.userId,
      at: now,
      by,
      what: histories[verb],
      reason,
      detail: { state: { before: before.state, after: after.state } },
    })),
  )
  if (verb !== 'cancel')
    await recordMany(
      tx,
      context,
      decided.map(({ before, after }) => ({
        operation: `agent.${verb}` as const,
        target: `agent of user ${after.userId}`,
        content: agentsDecided(verb, [named(after)]),
        before: snapshot(before),
        after: snapshot(after),
        reason,
      })),
    )
  await send(
    tx,
    now,
    decided.map(({ after }) => changed(after)),
  )
  if (verb === 'approve' || verb === 'reject') return
  await tell(
    tx,
    now,
    decided.flatMap(({ after: { agentId } }) =>
      agentId === null ? [] : agentMoment(moments[verb], agentId, now, reason),
    ),
  )
}

/** Decides about applications and agents: one outcome each. */
export const decide =
  (params: Params, verb: Exclude<Verb, 'cancel'>) =>
  (context: Context, payload: { ids: number[]; reason?: string }) => {
    const ids = chosen(payload.ids, 'ids')
    const { reason = '' } = payload
    return batch(context, async (tx) => {
      const stop = verb === 'approve' ? await stopped(tx, 'agents') : null
      if (stop) return ids.map((id) => notDone(id, 1000002, stop))
      const agents = await queries.lockAgents(tx, ids.map(BigInt))
      const decided: Decided[] = []
      const outcomes = ids.map((id) => {
        const agent = agents.get(BigInt(id))
        if (!agent) return notDone(id, 10032)
        const state: AgentState | undefined = next(agent.state, verb)
        if (!state) return notDone(id, refusedIn(agent.state, verb), because(stateReasons[agent.state]))
        const fault = verb === 'approve' ? whyNotEligible(agent, context.now) : null
        if (fault) return notDone(id, 1000002, because(fault as 'agent.age'))
        const again = verb === 'reject' ? againFrom(context.now, params.integer('agent_cooling_days')) : null
        decided.push({ before: agent, after: { ...agent, state, reason, againFrom: again } })
        return done(id)
      })
      if (decided.length === 0) return outcomes
      if (verb === 'approve')
        await openAccounts(
          tx,
          context.now,
          decided.map(({ after }) => after),
        )
      await writeDecisions(tx, context, verb, decided, reason)
      return outcomes
    })
  }
