// Agents' monthly purchases and daily sales, in set queries.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { textOf } from '../../../kit/time.ts'

/** `YYYY-MM-DD` in the platform's zone. */
export const dayOf = (at: Date, zone: string): string => textOf(at, zone).slice(0, 10)
/** The first day of its month. */
export const monthOf = (at: Date, zone: string): string => `${textOf(at, zone).slice(0, 7)}-01`

/** Credited purchases of a month in millionths of a dollar, by agent. */
export async function monthPurchases(
  reader: Reader,
  agentIds: readonly number[],
  month: string,
): Promise<Map<number, bigint>> {
  const { rows } = await sql<{ agentId: number; micros: bigint }>`
    select agent_id as "agentId", sum(usd_micros)::bigint as micros from topup_agents.purchase
     where agent_id = any(${agentIds}::int[]) and month = ${month}::date and state = 'credited'
     group by agent_id`.execute(reader)
  return new Map(rows.map(({ agentId, micros }) => [agentId, micros]))
}

export type Sold = { todayTokens: bigint; todaySales: number; monthTokens: bigint; monthSales: number }
export const noSales: Sold = { todayTokens: 0n, todaySales: 0, monthTokens: 0n, monthSales: 0 }

/** Sales of today and this month, by agent. */
export async function soldBy(
  reader: Reader,
  agentIds: readonly number[],
  { day, month }: { day: string; month: string },
): Promise<Map<number, Sold>> {
  const { rows } = await sql<Sold & { agentId: number }>`
    select agent_id as "agentId",
           coalesce(sum(tokens) filter (where day = ${day}::date), 0)::bigint as "todayTokens",
           coalesce(sum(sales) filter (where day = ${day}::date), 0)::int as "todaySales",
           sum(tokens)::bigint as "monthTokens", sum(sales)::int as "monthSales"
      from topup_agents.agent_day
     where agent_id = any(${agentIds}::int[]) and day >= ${month}::date and day <= ${day}::date
     group by agent_id`.execute(reader)
  return new Map(rows.map(({ agentId, ...sold }) => [agentId, sold]))
}

/** What an agent sold a day, on average of the seven days from this one on. */
export async function soldDaily(reader: Reader, agentId: number, from: string): Promise<number> {
  const { rows } = await sql<{ daily: number }>`
    select (coalesce(sum(tokens), 0) / 7)::float8 as daily from topup_agents.agent_day
     where agent_id = ${agentId} and day >= ${from}::date`.execute(reader)
  return rows[0]!.daily
}
