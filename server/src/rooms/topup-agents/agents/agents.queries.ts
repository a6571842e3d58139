// Applications and their agents as decisions read, lock and write them.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import type { AgentState } from './agents.rules.ts'

export type Agent = {
  userId: bigint
  nickname: string
  /** Null before the first approval. */
  agentId: number | null
  state: AgentState
  reason: string
  contact: string
  note: string
  appliedAt: Date
  decidedAt: Date | null
  againFrom: Date | null
  dayTokens: bigint | null
  saleTokens: bigint | null
  countries: string[]
  /** Of the agent, for changes of its limits. */
  version: number
  birthday: string | null
  certified: boolean
  barred: boolean
  areaCode: string
  phone: string
}

const columns = sql`
  a.user_id as "userId", u.nickname, g.id as "agentId", a.state, a.reason, a.contact, a.note, a.applied_at as "appliedAt",
  a.decided_at as "decidedAt", a.again_from as "againFrom", g.day_tokens as "dayTokens", g.sale_tokens as "saleTokens",
  coalesce(g.countries, '{}') as countries, coalesce(g.version, 1) as version,
  to_char(u.birthday, 'YYYY-MM-DD') as birthday, u.certified, u.state <> 'normal' or u.market_audit as barred,
  u.area_code as "areaCode", u.phone`
const from = sql`
  topup_agents.application a
  join users.app_user u on u.id = a.user_id
  left join topup_agents.agent g on g.user_id = a.user_id`

/** Applications of these users, locked in id order, to serialise changes. */
export async function lockAgents(tx: Transaction, userIds: readonly bigint[]): Promise<Map<bigint, Agent>> {
  const { rows } = await sql<Agent>`
    select ${columns} from ${from} where a.user_id = any(${userIds}::bigint[])
     order by a.user_id for no key update of a`.execute(tx)
  return new Map(rows.map((row) => [row.userId, row]))
}

/** Agents by their own ids, locked the same way. */
export async function lockAgentsById(tx: Transaction, agentIds: readonly number[]): Promise<Map<number, Agent>> {
  const { rows } = await sql<Agent>`
    select ${columns} from ${from} where g.id = any(${agentIds}::int[])
     order by a.user_id for no key update of a`.execute(tx)
  return new Map(rows.map((row) => [row.agentId!, row]))
}

/** The same, not locked. */
export async function agentsById(reader: Reader, agentIds: readonly number[]): Promise<Map<number, Agent>> {
  const { rows } = await sql<Agent>`select ${columns} from ${from} where g.id = any(${agentIds}::int[])`.execute(reader)
  return new Map(rows.map((row) => [row.agentId!, row]))
}

export const agentById = async (reader: Reader, agentId: number): Promise<Agent | undefined> =>
  (await sql<Agent>`select ${columns} from ${from} where g.id = ${agentId}`.execute(reader)).rows[0]

export const agentOfUser = async (reader: Reader, userId: bigint): Promise<Agent | undefined> =>
  (await sql<Agent>`select ${columns} from ${from} where a.user_id = ${userId}`.execute(reader)).rows[0]

/** The agents of these users, by user. */
export async function agentIdsOf(reader: Reader, userIds: readonly bigint[]): Promise<Map<bigint, number>> {
  const { rows } = await sql<{ userId: bigint; id: number }>`
    select user_id as "userId", id from topup_agents.agent where user_id = any(${userIds}::bigint[])`.execute(reader)
  return new Map(rows.map(({ userId, id }) => [userId, id]))
}

/** Inserts agents for these users; existing ones are kept. */
export async function addAgents(tx: Transaction, userIds: readonly bigint[], at: Date): Promise<Map<bigint, number>> {
  await sql`
    insert into topup_agents.agent (user_id, approved_at)
    select user_id, ${at} from unnest(${userIds}::bigint[]) as u(user_id)
    on conflict (user_id) do update set approved_at = excluded.approved_at`.execute(tx)
  return agentIdsOf(tx, userIds)
}

export async function writeStates(
  tx: Transaction,
  agents: readonly { userId: bigint; state: AgentState; againFrom: Date | null }[],
  decided: { reason: string; by: string; at: Date },
): Promise<void> {
  await sql`
    update topup_agents.application a
       set state = n.state, again_from = n.again, reason = ${decided.reason}, decided_by = ${decided.by},
           decided_at = ${decided.at}, version = version + 1
      from unnest(${agents.map((one) => one.userId)}::bigint[], ${agents.map((one) => one.state)}::text[],
                  ${agents.map((one) => one.againFrom)}::timestamptz[]) as n(user_id, state, again)
     where a.user_id = n.user_id`.execute(tx)
}

export type Application = { userId: bigint; contact: string; note: string; at: Date }

/** Opens applications, or updates pending ones. */
export async function writeApplications(tx: Transaction, all: readonly Application[]): Promise<void> {
  if (all.length === 0) return
  await sql`
    insert into topup_agents.application as a (user_id, contact, note, applied_at)
    select * from unnest(${all.map((one) => one.userId)}::bigint[], ${all.map((one) => one.contact)}::text[],
                         ${all.map((one) => one.note)}::text[], ${all.map((one) => one.at)}::timestamptz[])
    on conflict (user_id) do update
      set contact = excluded.contact, note = excluded.note, applied_at = excluded.applied_at, state = 'under review',
          reason = '', again_from = null, version = a.version + 1`.execute(tx)
}

export const writeLimits = (
  tx: Transaction,
  agentId: number,
  to: { dayTokens: number | undefined; saleTokens: number | undefined; countries: readonly string[] },
) =>
  sql`
    update topup_agents.agent
       set day_tokens = ${to.dayTokens ?? null}, sale_tokens = ${to.saleTokens ?? null},
           countries = ${[...to.countries]}::text[], version = version + 1
     where id = ${agentId}`.execute(tx)

export type AgentEvent = {
  userId: bigint
  at: Date
  by: string
  what:
    | 'applied'
    | 'approved'
    | 'rejected'
    | 'frozen'
    | 'unfrozen'
    | 'cancelled'
    | 'bought back'
    | 'written off'
    | 'limits changed'
  reason?: string
  detail?: Record<string, unknown>
}

/** Adds to the history, in the transaction of the change. */
export async function addHistory(tx: Transaction, events: readonly AgentEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into topup_agents.event (id, user_id, at, by, what, reason, detail)
    select * from unnest(
      ${events.map((e) => newId(e.at))}::uuid[], ${events.map((e) => e.userId)}::bigint[],
      ${events.map((e) => e.at)}::timestamptz[], ${events.map((e) => e.by)}::text[], ${events.map((e) => e.what)}::text[],
      ${events.map((e) => e.reason ?? '')}::text[], ${events.map((e) => JSON.stringify(e.detail ?? {}))}::jsonb[])`.execute(
    tx,
  )
}

export type EventRow = { id: string; at: Date; by: string; what: AgentEvent['what']; reason: string }

export async function historyOf(reader: Reader, userId: bigint): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select id, at, by, what, reason from topup_agents.event where user_id = ${userId} order by id desc limit 100`.execute(
    reader,
  )
  return rows
}
