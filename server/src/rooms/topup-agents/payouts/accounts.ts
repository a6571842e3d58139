// Where agents are paid for stock that was bought back: sealed, approved by a second member of staff, in force a day later.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database.ts'
import type { Seals } from '../../../kit/seal/index.ts'
import { type Account, type AccountKind, openAccount, type PayeeSource, sealAccount } from '../../finance/index.ts'

/** What an account's sealed text belongs to. */
export const ownerOf = (accountId: number) => `agent account ${accountId}`

export type AccountRow = {
  id: number
  agentId: number
  kind: AccountKind
  lastFour: string
  state: string
  createdBy: string
  createdAt: Date
  effectiveAt: Date | null
  sealed: string
}

const columns = sql`
  a.id, a.agent_id as "agentId", a.kind, a.last_four as "lastFour", a.state, a.created_by as "createdBy",
  a.created_at as "createdAt", a.effective_at as "effectiveAt", a.sealed`

/** The newest accounts of an agent. */
export async function accountsOf(reader: Reader, agentId: number): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from topup_agents.payout_account a where a.agent_id = ${agentId}
     order by a.id desc limit 5`.execute(reader)
  return rows
}

export const accountById = async (reader: Reader, id: number): Promise<AccountRow | undefined> =>
  (await sql<AccountRow>`select ${columns} from topup_agents.payout_account a where a.id = ${id}`.execute(reader))
    .rows[0]

/** Adds an account that waits, in place of one that waited before; the caller holds the agent. */
export async function addAccount(
  tx: Transaction,
  of: { agentId: number; kind: AccountKind; lastFour: string; by: string; at: Date },
): Promise<number> {
  await sql`
    update topup_agents.payout_account set state = 'retired', version = version + 1
     where agent_id = ${of.agentId} and state = 'waiting'`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into topup_agents.payout_account (agent_id, kind, sealed, last_four, created_by, created_at)
    values (${of.agentId}, ${of.kind}, '', ${of.lastFour}, ${of.by}, ${of.at}) returning id`.execute(tx)
  return rows[0]!.id
}

export const setSealed = (tx: Transaction, seals: Seals, id: number, account: Account, approvalId: string) =>
  sql`
    update topup_agents.payout_account
       set sealed = ${sealAccount(seals, ownerOf(id), account)}, approval_id = ${approvalId}
     where id = ${id}`.execute(tx)

export const setApproved = (tx: Transaction, id: number, by: string, effectiveAt: Date) =>
  sql`
    update topup_agents.payout_account set approved_by = ${by}, effective_at = ${effectiveAt}, version = version + 1
     where id = ${id}`.execute(tx)

/** Accounts whose hours are over take effect, in place of those in force before; of these agents. */
export async function bringIntoForce(tx: Transaction, now: Date, agentIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; agent_id: number }>`
    select id, agent_id from topup_agents.payout_account
     where state = 'waiting' and effective_at <= ${now} and agent_id = any(${agentIds}::int[])
     order by agent_id for update`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update topup_agents.payout_account set state = 'retired', version = version + 1
     where state = 'effective' and agent_id = any(${rows.map((row) => row.agent_id)}::int[])`.execute(tx)
  await sql`
    update topup_agents.payout_account set state = 'effective', version = version + 1
     where id = any(${rows.map((row) => row.id)}::int[])`.execute(tx)
}

/** The account in force of each of these agents, also where no payment has brought it into force yet. */
export async function accountsInForce(
  reader: Reader,
  now: Date,
  agentIds: readonly number[],
): Promise<Map<number, AccountRow>> {
  const { rows } = await sql<AccountRow>`
    select distinct on (a.agent_id) ${columns} from topup_agents.payout_account a
     where a.agent_id = any(${agentIds}::int[])
       and (a.state = 'effective' or (a.state = 'waiting' and a.effective_at <= ${now}))
     order by a.agent_id, a.id desc`.execute(reader)
  return new Map(rows.map((row) => [row.agentId, row]))
}

/** Encrypts accounts that are encrypted with an older key. */
export async function renewAgentAccounts(tx: Transaction, seals: Seals): Promise<void> {
  const { rows } = await sql<{ id: number; sealed: string }>`
    select id, sealed from topup_agents.payout_account
     where sealed <> '' and not starts_with(sealed, ${seals.prefix}) order by id for update`.execute(tx)
  const renewed = rows.map(({ id, sealed }) => sealAccount(seals, ownerOf(id), openAccount(seals, ownerOf(id), sealed)))
  await sql`
    update topup_agents.payout_account a set sealed = n.sealed
      from unnest(${rows.map(({ id }) => id)}::int[], ${renewed}::text[]) n (id, sealed) where a.id = n.id`.execute(tx)
}

/** Agents' accounts, for the round of the sanctions screening; nicknames are no names. */
export const agentPayees: PayeeSource = {
  kind: 'agent',
  accounts: sql`
    select a.id::bigint as account_id, 'agent:' || a.agent_id as payee_id, u.nickname as payee_name, '[]'::json as names,
           a.sealed, 'agent account ' || a.id as owner
      from topup_agents.payout_account a
      join topup_agents.agent g on g.id = a.agent_id
      join users.app_user u on u.id = g.user_id
     where a.state <> 'retired'`,
}
