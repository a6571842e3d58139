// Tells agents that their stock is short: less than a day's sales on average of the last seven, once a day.
import { sql } from 'kysely'
import { type Database, inTransaction, type Reader } from '../../../kit/database/database.ts'
import { agentBalances } from '../../../ledger/index.ts'
import { tell } from '../../../notify/index.ts'
import { dayOf } from './trades.figures.ts'

const days = 7
const day = 24 * 3_600_000

/** What each agent who may sell sold a day, on average of the days from `from` on; without those who sold nothing. */
async function soldDailyByAll(reader: Reader, from: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ agentId: number; daily: number }>`
    select d.agent_id as "agentId", (sum(d.tokens) / ${days})::float8 as daily
      from topup_agents.agent_day d
      join topup_agents.agent a on a.id = d.agent_id
      join topup_agents.application p on p.user_id = a.user_id and p.state = 'approved'
     where d.day >= ${from}::date group by d.agent_id having sum(d.tokens) > 0
     order by d.agent_id`.execute(reader)
  return new Map(rows.map(({ agentId, daily }) => [agentId, daily]))
}

/** @param zone the platform's: the day of which it is told once */
export async function tellShortStocks(database: Database, now: Date, zone: string): Promise<void> {
  const sold = await soldDailyByAll(database, dayOf(new Date(now.getTime() - (days - 1) * day), zone))
  if (sold.size === 0) return
  const balances = await agentBalances(database, [...sold.keys()])
  const today = dayOf(now, zone)
  await inTransaction(database, (tx) =>
    tell(
      tx,
      now,
      [...sold].flatMap(([agentId, daily]) => {
        const stock = Number(balances.get(agentId)?.stock ?? 0n)
        if (stock >= daily) return []
        return [
          { moment: 'stockLow' as const, about: `${agentId} ${today}`, to: { agentId }, params: { tokens: stock } },
        ]
      }),
    ),
  )
}
