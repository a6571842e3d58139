// What an agent sold last, and today with what it had cost.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import type { Span } from '../../../kit/time.ts'
import type { LastSale } from './queue.rules.ts'

/** Enough to know whom and what an agent sells to. */
const lastSales = 200

/** The newest first. */
export async function newestSales(reader: Reader, agentId: number): Promise<LastSale[]> {
  const { rows } = await sql<LastSale>`
    select user_id as "userId", tokens, at from topup_agents.sale
     where agent_id = ${agentId} order by at desc, id desc limit ${lastSales}`.execute(reader)
  return rows
}

export type SoldIn = { tokens: bigint; costMicros: bigint }

/** Tokens sold within a span and their cost, without what was returned. */
export async function soldIn(reader: Reader, agentId: number, { from, to }: Required<Span>): Promise<SoldIn> {
  const { rows } = await sql<SoldIn>`
    select coalesce(sum(s.tokens - coalesce(r.tokens, 0)), 0)::bigint as tokens,
           coalesce(sum(s.cost_micros - coalesce(r.cost_micros, 0)), 0)::bigint as "costMicros"
      from topup_agents.sale s left join topup_agents.refund r on r.sale_id = s.id and r.state = 'agreed'
     where s.agent_id = ${agentId} and s.at >= ${from} and s.at < ${to}`.execute(reader)
  return rows[0]!
}
