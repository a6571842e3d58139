// The agents that calls of staff are about (`kit/calls/parties.ts`): themselves, and the guilds whose payable paid.
import { sql } from 'kysely'
import { readPhone } from '../../access/index.ts'
import type { Parties } from '../../kit/calls/parties.ts'
import type { Concerns } from '../../kit/calls/serve.ts'
import type { Reader } from '../../kit/database/database.ts'
import { partiesOf } from './trades/trades.parties.ts'

/** Agents, and applicants with the number that their account would get. */
async function ofUsers(reader: Reader, userIds: readonly number[]): Promise<Parties> {
  const { rows } = await sql<{ agentId: number | null; areaCode: string; phone: string }>`
    select g.id as "agentId", u.area_code as "areaCode", u.phone
      from users.app_user u left join topup_agents.agent g on g.user_id = u.id
     where u.id = any(${userIds}::bigint[])`.execute(reader)
  return {
    agentIds: rows.flatMap(({ agentId }) => agentId ?? []),
    phones: rows.flatMap(({ areaCode, phone }) => readPhone(areaCode, phone) ?? []),
  }
}

export const ofAgents: Concerns<{ ids: readonly number[] }> = (reader, { ids }) => ofUsers(reader, ids)
export const ofOneAgent: Concerns<{ userId: number }> = (reader, { userId }) => ofUsers(reader, [userId])

export const ofPurchases: Concerns<{ ids: readonly string[] }> = (reader, { ids }) => partiesOf(reader, ids)
export const ofPurchase: Concerns<{ purchaseId: string }> = (reader, { purchaseId }) => partiesOf(reader, [purchaseId])

export const ofSales: Concerns<{ ids: readonly string[] }> = async (reader, { ids }) => {
  const { rows } = await sql<{ agent_id: number }>`
    select distinct agent_id from topup_agents.sale where id = any(${ids}::uuid[])`.execute(reader)
  return { agentIds: rows.map(({ agent_id }) => agent_id) }
}
