// The agent's Home: the application with its text, stock, tier, and sales of today and this month.
import type { agentHome, agentTokens } from '@greenroom/contract/agentPortal'
import type { Answer } from '@greenroom/contract/call'
import { sql } from 'kysely'
import { type Context, levelOn, staffOf } from '../../kit/calls/context.ts'
import { refuseCode } from '../../kit/calls/refusal.ts'
import type { Reader } from '../../kit/database/database.ts'
import { agentBalances } from '../../ledger/index.ts'
import type { Params } from '../../params/index.ts'
import { userBehind } from './agents/agents.apply.ts'
import * as agents from './agents/agents.queries.ts'
import { applying, stateKey } from './agents/agents.rules.ts'
import { shownTier, tiersNow } from './topupAgents.tiers.ts'
import { dayOf, monthOf, monthPurchases, noSales, soldBy } from './trades/trades.figures.ts'
import { mostOfSale } from './trades/trades.rules.ts'
import { ownAgentId } from './visibleAgents.ts'

type Home = Answer<typeof agentHome>

async function figuresOf(params: Params, context: Context, agent: agents.Agent): Promise<Home['agent']> {
  const { database, now, timeZone } = context
  const agentId = agent.agentId!
  const month = monthOf(now, timeZone)
  const [balances, months, soldAll] = await Promise.all([
    agentBalances(database, [agentId]),
    monthPurchases(database, [agentId], month),
    soldBy(database, [agentId], { day: dayOf(now, timeZone), month }),
  ])
  const balance = balances.get(agentId)
  const sold = soldAll.get(agentId) ?? noSales
  const left = Number(agent.dayTokens ?? params.integer('agent_day_tokens')) - Number(sold.todayTokens)
  return {
    agentId,
    stockTokens: Number(balance?.stock ?? 0n),
    soldTodayTokens: Number(sold.todayTokens),
    soldTodaySales: sold.todaySales,
    soldMonthTokens: Number(sold.monthTokens),
    soldMonthSales: sold.monthSales,
    leftTodayTokens: Math.max(0, left),
    mostOfSaleTokens: mostOfSale(agent.saleTokens),
    debtUsdMicros: Number(balance?.debt ?? 0n),
    tier: shownTier(tiersNow(params), months.get(agentId) ?? 0n),
  }
}

async function accountOf(reader: Reader, agentId: number | null): Promise<string> {
  if (agentId === null) return ''
  const row = await reader
    .selectFrom('access.staff')
    .select('username')
    .where('agent_id', '=', agentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.username ?? ''
}

/** Whether this account may apply now, or the key of why not. */
function mayApply(context: Context, userId: bigint | null, agent: agents.Agent | undefined): true | string {
  if (userId === null) return 'noUser'
  if (levelOn(staffOf(context), 'topup-agents.home') !== 3) return 'readOnly'
  const what = applying(agent, context.now)
  if (what === 'new') return true
  return what === 'coolingOff' ? 'coolingOff' : stateKey(agent!.state)
}

export const home =
  (params: Params) =>
  async (context: Context): Promise<Home> => {
    const { database } = context
    const userId = await userBehind(database, context)
    const agent = userId === null ? undefined : await agents.agentOfUser(database, userId)
    const isAgent = context.scope.kind === 'agent' && agent?.agentId != null
    return {
      application: agent
        ? {
            state: agent.state,
            reason: agent.reason,
            appliedAt: agent.appliedAt.toISOString(),
            decidedAt: agent.decidedAt?.toISOString() ?? null,
            againFrom: agent.againFrom?.toISOString() ?? null,
            username: await accountOf(database, agent.agentId),
          }
        : null,
      can: { apply: mayApply(context, userId, agent) },
      agent: isAgent ? await figuresOf(params, context, agent) : null,
      tokensPerUsd: params.integer('tokens_per_usd'),
    }
  }

type Sums = { bought: bigint; takenBack: bigint; sold: bigint; back: bigint }

/** The stock with its average cost and its sources. @throws Refusal 400001 */
export async function tokens(context: Context): Promise<Answer<typeof agentTokens>> {
  const agentId = ownAgentId(context)
  const { database } = context
  const agent = await agents.agentById(database, agentId)
  if (!agent) throw refuseCode(400001, 'agentId')
  const [balances, { rows }] = await Promise.all([
    agentBalances(database, [agentId]),
    sql<Sums>`
      select p.bought, p.taken_back as "takenBack", s.sold, r.back
        from (select coalesce(sum(tokens), 0)::bigint as bought,
                     coalesce(sum(taken_tokens), 0)::bigint as taken_back
                from topup_agents.purchase where agent_id = ${agentId} and state in ('credited', 'reversed')) p,
             (select coalesce(sum(tokens), 0)::bigint as sold from topup_agents.agent_day where agent_id = ${agentId}) s,
             (select coalesce(sum(r.tokens), 0)::bigint as back
                from topup_agents.refund r where r.agent_id = ${agentId} and r.state = 'agreed') r`.execute(database),
  ])
  const balance = balances.get(agentId)
  const sums = rows[0]!
  return {
    stockTokens: Number(balance?.stock ?? 0n),
    costUsdMicros: Number(balance?.costMicros ?? 0n),
    boughtTokens: Number(sums.bought),
    soldTokens: Number(sums.sold),
    backTokens: Number(sums.back),
    takenBackTokens: Number(sums.takenBack),
    debtUsdMicros: Number(balance?.debt ?? 0n),
    payableUsdMicros: Number(balance?.payable ?? 0n),
  }
}
