// The queue of an agent: last customers, amounts and today's profit, in one answer.
import type { agentQueue } from '@greenroom/contract/agentQueue'
import type { Answer } from '@greenroom/contract/call'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import { spanOf } from '../../../kit/time.ts'
import type { Params } from '../../../params/index.ts'
import { peopleOf } from '../../users/index.ts'
import { agentById } from '../agents/agents.queries.ts'
import { dayOf } from '../trades/trades.figures.ts'
import { mostOfSale } from '../trades/trades.rules.ts'
import { ownAgentId } from '../visibleAgents.ts'
import { newestSales, soldIn } from './queue.queries.ts'
import { customersOf, presetsOf, priceMicros } from './queue.rules.ts'

/** @throws Refusal 400001 for an account without an agent */
export const queue =
  (params: Params) =>
  async (context: Context): Promise<Answer<typeof agentQueue>> => {
    const agentId = ownAgentId(context)
    const { database, now, timeZone } = context
    const day = dayOf(now, timeZone)
    const span = spanOf({ startTimeStr: day, endTimeStr: day }, timeZone)
    const [agent, sales, today] = await Promise.all([
      agentById(database, agentId),
      newestSales(database, agentId),
      soldIn(database, agentId, { from: span.from!, to: span.to! }),
    ])
    if (!agent) throw refuseCode(400001, 'agentId')
    const customers = customersOf(sales)
    const people = await peopleOf(
      database,
      customers.map(({ userId }) => userId),
    )
    return {
      customers: customers.flatMap(({ userId, tokens, at }) => {
        const buyer = people.get(userId)
        return buyer ? [{ buyer, tokens: Number(tokens), at: at.toISOString() }] : []
      }),
      presets: presetsOf(sales, mostOfSale(agent.saleTokens)),
      today: {
        tokens: Number(today.tokens),
        priceUsdMicros: Number(priceMicros(today.tokens, params.integer('tokens_per_usd'))),
        costUsdMicros: Number(today.costMicros),
      },
    }
  }
