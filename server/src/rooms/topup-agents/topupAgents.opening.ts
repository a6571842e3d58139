// Top-up agents of an old console with their limits, as an import brings them (docs/moving-in.md); their stock is an opening balance.
import type { ImportRecord } from '@greenroom/contract/movingRecords.schema'
import { sql } from 'kysely'
import { addAgentAccounts, removeUnusedAccounts, unusableHash } from '../../access/index.ts'
import type { Transaction } from '../../kit/database/database.ts'
import type { Origin } from '../users/index.ts'
import { agentIdsOf } from './agents/agents.queries.ts'

type Opened = ImportRecord<'agent'>

const keepStock = (tx: Transaction, sign: 1 | -1, agents: readonly { agentId: number; tokens: number }[]) =>
  sql`
    select kit.add_to_sum('agent.opening', 'agent:' || a.id, a.tokens)
      from unnest(${agents.map(({ agentId }) => agentId)}::int[], ${agents.map(({ tokens }) => sign * tokens)}::bigint[]) as a(id, tokens)`.execute(
    tx,
  )

/** Agents with their accounts, whose passwords nobody knows. @returns their ids, by user */
export async function openAgents(
  tx: Transaction,
  { now, by }: Origin,
  agents: readonly Opened[],
): Promise<Map<bigint, number>> {
  await sql`
    with opened as (
      select * from jsonb_to_recordset(${JSON.stringify(agents)}::jsonb) as a(
             "userId" bigint, contact text, note text, state text, "stateReason" text, "approvedAt" timestamptz, "dayTokens" bigint,
             "saleTokens" bigint, countries text[])
    ), applied as (
      insert into topup_agents.application (user_id, contact, note, state, reason, applied_at, decided_at, decided_by)
      select "userId", contact, note, state, "stateReason", "approvedAt", "approvedAt", ${by} from opened returning user_id
    )
    insert into topup_agents.agent (user_id, approved_at, day_tokens, sale_tokens, countries)
    select o."userId", o."approvedAt", o."dayTokens", o."saleTokens", o.countries
      from opened o join applied a on a.user_id = o."userId" order by 1`.execute(tx)
  const ids = await agentIdsOf(
    tx,
    agents.map(({ userId }) => BigInt(userId)),
  )
  const { rows: phones } = await sql<{ id: bigint; areaCode: string; phone: string }>`
    select id, area_code as "areaCode", phone from users.app_user
     where id = any(${agents.map(({ userId }) => userId)}::bigint[])`.execute(tx)
  await addAgentAccounts(
    tx,
    phones.map(({ id, ...phone }) => ({ agentId: ids.get(id)!, ...phone })),
    { passwordHash: await unusableHash(), createdAt: now },
  )
  await keepStock(
    tx,
    1,
    agents.map(({ userId, stockTokens }) => ({ agentId: ids.get(BigInt(userId))!, tokens: stockTokens })),
  )
  return ids
}

/** The agents of these users, by user. */
export const openedAgents = (tx: Transaction, agents: readonly Opened[]): Promise<Map<bigint, number>> =>
  agentIdsOf(
    tx,
    agents.map(({ userId }) => BigInt(userId)),
  )

/** Agents that something other than an import refers to, so that they cannot be taken back. */
export async function agentsInUse(tx: Transaction, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select g.user_id::bigint as id from topup_agents.agent g
     where g.user_id = any(${userIds}::bigint[])
       and (exists (select from topup_agents.purchase p where p.agent_id = g.id)
         or exists (select from topup_agents.sale s where s.agent_id = g.id)
         or exists (select from topup_agents.payout_account p where p.agent_id = g.id)
         or exists (select from topup_agents.event e where e.user_id = g.user_id)
         or exists (select from access.staff s where s.agent_id = g.id and s.last_login_at is not null))
     order by 1`.execute(tx)
  return rows.map(({ id }) => Number(id))
}

/** Removes agents that nothing refers to, with their accounts. */
export async function closeAgents(tx: Transaction, agents: readonly Opened[]): Promise<void> {
  const ids = await openedAgents(tx, agents)
  const agentIds = [...ids.values()]
  await removeUnusedAccounts(tx, { agentIds })
  await keepStock(
    tx,
    -1,
    agents.flatMap(({ userId, stockTokens }) => {
      const agentId = ids.get(BigInt(userId))
      return agentId === undefined ? [] : [{ agentId, tokens: stockTokens }]
    }),
  )
  await sql`delete from topup_agents.agent where id = any(${agentIds}::int[])`.execute(tx)
  await sql`
    delete from topup_agents.application where user_id = any(${agents.map(({ userId }) => userId)}::bigint[])`.execute(
    tx,
  )
}
