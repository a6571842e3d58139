// Stock and money by the agents' tables, in the reconciliation's snapshot.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import type { Sided } from './reconcile.rules.ts'

export type Agents = { stock: Sided[]; payable: Sided[]; debt: Sided[] }

/**
 * By agent: tokens bought, minus reversed, sold and finally removed ones, plus returned sales; the payable for stock bought back, minus
 * payments and what reversals took of it; and the debt for reversed purchases, minus the part settled at the end.
 */
export async function agentsOwn(reader: Reader): Promise<Agents> {
  const { rows } = await sql<{ id: number; stock: bigint; payable: bigint; debt: bigint }>`
    with moved as (
      select substr(owner, 7)::int as agent_id, case when what <> 'agent.debt' then amount else 0 end as stock,
             0::numeric as payable, case when what = 'agent.debt' then amount else 0 end as debt
        from kit.kept_sum where what in ('agent.bought', 'agent.opening', 'agent.returned', 'agent.debt')
      union all
      select agent_id, -sum(tokens), 0, 0 from topup_agents.agent_day group by agent_id
      union all
      select g.id, -(e.detail->>'tokens')::bigint,
             case when e.what = 'bought back'
                  then (e.detail->>'costUsdMicros')::bigint - (e.detail->>'settledUsdMicros')::bigint else 0 end,
             -(e.detail->>'settledUsdMicros')::bigint
        from topup_agents.event e join topup_agents.agent g on g.user_id = e.user_id
       where e.what in ('bought back', 'written off')
      union all
      select agent_id, 0, -usd_cents * 10000, 0 from topup_agents.payment
      union all
      select agent_id, 0, -offset_micros, 0 from topup_agents.purchase where offset_micros > 0
    )
    select agent_id as id, sum(stock)::bigint as stock, sum(payable)::bigint as payable, sum(debt)::bigint as debt
      from moved group by agent_id order by agent_id`.execute(reader)
  const side = (of: 'stock' | 'payable' | 'debt') => rows.flatMap((row) => agentSide(row.id, row[of]))
  return { stock: side('stock'), payable: side('payable'), debt: side('debt') }
}

/** Zero rows are left out. */
export function agentSide(id: number, amount: bigint): Sided[] {
  const name = `agent:${id}`
  const href = `/finance/agents?agentId=${id}`
  return amount === 0n ? [] : [{ id: name, name, amount, href }]
}

/** Sales, and sales that came back, since a moment; named like their transfers. */
export async function agentSales(reader: Reader, since: Date): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select 'agent.sale sale ' || id as id, 'sale ' || id as name, tokens as amount
      from topup_agents.sale where at >= ${since}
    union all
    select 'agent.sale.back sale ' || sale_id, 'sale ' || sale_id, tokens
      from topup_agents.refund where state = 'agreed' and decided_at >= ${since}`.execute(reader)
  return rows
}

/** Purchases credited, and taken back, since a moment; those of chains count from when the deposit was seen. */
export async function agentPurchases(reader: Reader, since: Date): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select 'agent.purchase purchase ' || id as id, 'purchase ' || id as name, tokens as amount
      from topup_agents.purchase
     where state in ('credited', 'reversed') and case kind when 'bank' then decided_at else asked_at end >= ${since}
    union all
    select 'agent.purchase.reverse purchase ' || id, 'purchase ' || id, taken_tokens
      from topup_agents.purchase where state = 'reversed' and reversed_at >= ${since} and taken_tokens > 0`.execute(
    reader,
  )
  return rows
}
