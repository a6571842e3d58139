// An agent's own limits and the countries of their buyers. Raising a limit waits for a second member of staff, as the parameter does.

import type { agentLimits } from '@greenroom/contract/agents'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { agentLimitsChanged } from '@greenroom/contract/sentences/agents'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, defineApproval } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseCode } from '../../../kit/calls/refusal.ts'
import { staleWrite } from '../../../kit/calls/stale.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { named } from './agents.decide.ts'
import * as queries from './agents.queries.ts'

export const limitsKind = 'agent.limits'

/** Null: the platform's limit applies. */
type Limits = { dayTokens: number | null; saleTokens: number | null; countries: string[] }

const limitsOf = ({ dayTokens, saleTokens, countries }: queries.Agent): Limits => ({
  dayTokens: dayTokens === null ? null : Number(dayTokens),
  saleTokens: saleTokens === null ? null : Number(saleTokens),
  countries,
})

/** Whether an agent could sell more after this change. */
export function isRaised(before: Limits, after: Limits, platformDayTokens: number): boolean {
  const day = (of: Limits) => of.dayTokens ?? platformDayTokens
  const sale = (of: Limits) => of.saleTokens ?? limits.sellMax
  return day(after) > day(before) || sale(after) > sale(before)
}

type Change = { agent: queries.Agent & { agentId: number }; after: Limits; by: string; reason: string }

async function write(tx: Transaction, context: Context, { agent, after, by, reason }: Change): Promise<void> {
  const before = limitsOf(agent)
  const { dayTokens, saleTokens, countries } = after
  await queries.writeLimits(tx, agent.agentId, {
    dayTokens: dayTokens ?? undefined,
    saleTokens: saleTokens ?? undefined,
    countries,
  })
  await queries.addHistory(tx, [
    { userId: agent.userId, at: context.now, by, what: 'limits changed', detail: { before, after } },
  ])
  await record(tx, context, {
    operation: limitsKind,
    target: `agent of user ${agent.userId}`,
    content: agentLimitsChanged('done', named(agent)),
    before,
    after,
    reason,
  })
}

/** The agent, locked. @throws Refusal 10032 before the first approval */
async function lockAgent(tx: Transaction, userId: number) {
  const agent = (await queries.lockAgents(tx, [BigInt(userId)])).get(BigInt(userId))
  if (agent?.agentId == null) throw refuseCode(10032, 'userId')
  return { ...agent, agentId: agent.agentId }
}

/** Changes the limits, or asks for it if one is raised. @throws Refusal 10032 before the first approval, 20000 for a stale version */
export const saveLimits =
  ({ params, approvals }: { params: Params; approvals: Approvals }) =>
  (
    context: Context,
    { userId, version, dayTokens, saleTokens, countries }: Parsed<typeof agentLimits>,
  ): Promise<Answer<typeof agentLimits>> =>
    context.tx(async (tx) => {
      const agent = await lockAgent(tx, userId)
      const before = limitsOf(agent)
      const own = [...new Set(countries)].toSorted()
      const after = { dayTokens: dayTokens ?? null, saleTokens: saleTokens ?? null, countries: own }
      if (agent.version !== version) throw staleWrite({ by: '', at: null, version: agent.version }, before, after)
      if (!isRaised(before, after, params.integer('agent_day_tokens'))) {
        await write(tx, context, { agent, after, by: staffOf(context).username, reason: '' })
        return {}
      }
      const approvalId = await approvals.ask(tx, context, {
        kind: limitsKind,
        subject: String(userId),
        payload: { userId, version, ...after },
        before,
        after,
        reason: '',
        title: agentLimitsChanged('request', named(agent)),
      })
      return { approvalId }
    })

/** Only for the limits as they were when it was asked. */
export const limitsApproval: ApprovalKind = defineApproval({
  kind: limitsKind,
  menu: 'finance.agents',
  payload: z.object({
    userId: z.number().int(),
    version: z.number().int(),
    dayTokens: z.number().int().nullable(),
    saleTokens: z.number().int().nullable(),
    countries: z.array(z.string()),
  }),
  async concerns(tx, { payload: { userId } }) {
    const agentId = (await queries.agentOfUser(tx, BigInt(userId)))?.agentId
    return { agentIds: agentId == null ? [] : [agentId] }
  },
  async stillValid(tx, { payload: { userId, version } }) {
    const agent = await queries.agentOfUser(tx, BigInt(userId))
    if (!agent) return because('approval.gone')
    return agent.version === version ? null : because('agent.changed')
  },
  async apply(tx, context, { payload: { userId, dayTokens, saleTokens, countries }, maker, reason }) {
    const after = { dayTokens, saleTokens, countries }
    await write(tx, context, { agent: await lockAgent(tx, userId), after, by: maker, reason })
  },
})
