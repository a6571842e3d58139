// An agent's own limits and the countries of their buyers.

import type { agentLimits } from '@greenroom/contract/agents'
import type { Parsed } from '@greenroom/contract/call'
import { agentsDecided } from '@greenroom/contract/sentences/agents'
import { type Context, staffOf } from '../../../kit/context.ts'
import { refuseCode } from '../../../kit/refusal.ts'
import { staleWrite } from '../../../kit/stale.ts'
import { record } from '../../../log/index.ts'
import { named } from './decide.ts'
import * as queries from './queries.ts'

/** @throws Refusal 10032 before the first approval, 20000 for a stale version */
export const saveLimits = (
  context: Context,
  { userId, version, dayTokens, saleTokens, countries }: Parsed<typeof agentLimits>,
) =>
  context.tx(async (tx) => {
    const agent = (await queries.lockAgents(tx, [BigInt(userId)])).get(BigInt(userId))
    if (agent?.agentId == null) throw refuseCode(10032, 'userId')
    const own = [...new Set(countries)].toSorted()
    const before = {
      dayTokens: agent.dayTokens === null ? null : Number(agent.dayTokens),
      saleTokens: agent.saleTokens === null ? null : Number(agent.saleTokens),
      countries: agent.countries,
    }
    const after = { dayTokens: dayTokens ?? null, saleTokens: saleTokens ?? null, countries: own }
    if (agent.version !== version) throw staleWrite({ by: '', at: null, version: agent.version }, before, after)
    await queries.writeLimits(tx, agent.agentId, { dayTokens, saleTokens, countries: own })
    await queries.addHistory(tx, [
      {
        userId: agent.userId,
        at: context.now,
        by: staffOf(context).username,
        what: 'limits changed',
        detail: { before, after },
      },
    ])
    await record(tx, context, {
      target: `agent of user ${userId}`,
      content: agentsDecided('limits', [named(agent)]),
      before,
      after,
    })
    return {}
  })
