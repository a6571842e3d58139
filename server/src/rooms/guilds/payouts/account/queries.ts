// Payout accounts of guilds, and the guilds they belong to.
import { sql } from 'kysely'
import type { Scope } from '../../../../kit/context.ts'
import type { Reader, Transaction } from '../../../../kit/database.ts'
import type { AccountKind } from '../../../finance/index.ts'
import { ofOwn } from '../../reach.ts'

export type Guild = { id: number; name: string; leaderName: string; state: string; areaCode: string; phone: string }

const guildColumns = sql`id, name, leader_name as "leaderName", state, area_code as "areaCode", phone`

/** A guild whose money the caller may see; undefined if out of scope. */
export const guildOf = async (scope: Scope, reader: Reader, id: number): Promise<Guild | undefined> =>
  (
    await sql<Guild>`
      select ${guildColumns} from guilds.guild where id = ${id} and ${ofOwn(scope, 'id')}`.execute(reader)
  ).rows[0]

/** The guild, locked: serialises changes of its accounts and requests. */
export const lockGuild = async (scope: Scope, tx: Transaction, id: number): Promise<Guild | undefined> =>
  (
    await sql<Guild>`
      select ${guildColumns} from guilds.guild where id = ${id} and ${ofOwn(scope, 'id')} for no key update`.execute(tx)
  ).rows[0]

export type AccountRow = {
  id: number
  guildId: number
  kind: AccountKind
  lastFour: string
  state: string
  createdBy: string
  createdAt: Date
  effectiveAt: Date | null
  approvalId: string | null
  sealed: string
}

const columns = sql`
  a.id, a.guild_id as "guildId", a.kind, a.last_four as "lastFour", a.state, a.created_by as "createdBy",
  a.created_at as "createdAt", a.effective_at as "effectiveAt", a.approval_id as "approvalId", a.sealed`

/** The newest accounts of a guild. */
export async function accountsOf(reader: Reader, guildId: number): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from guilds.payout_account a where a.guild_id = ${guildId} order by a.id desc limit 5`.execute(
    reader,
  )
  return rows
}

export const accountById = async (reader: Reader, id: number): Promise<AccountRow | undefined> =>
  (await sql<AccountRow>`select ${columns} from guilds.payout_account a where a.id = ${id}`.execute(reader)).rows[0]

/** Adds a pending account, replacing an earlier pending one. The guild must be locked. */
export async function addAccount(
  tx: Transaction,
  of: { guildId: number; kind: AccountKind; lastFour: string; by: string; at: Date },
): Promise<number> {
  await sql`
    update guilds.payout_account set state = 'retired', version = version + 1
     where guild_id = ${of.guildId} and state = 'waiting'`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into guilds.payout_account (guild_id, kind, sealed, last_four, created_by, created_at)
    values (${of.guildId}, ${of.kind}, '', ${of.lastFour}, ${of.by}, ${of.at}) returning id`.execute(tx)
  return rows[0]!.id
}

export const setSealed = (tx: Transaction, id: number, sealed: string, approvalId: string) =>
  sql`update guilds.payout_account set sealed = ${sealed}, approval_id = ${approvalId} where id = ${id}`.execute(tx)

export const setApproved = (tx: Transaction, id: number, by: string, effectiveAt: Date) =>
  sql`
    update guilds.payout_account set approved_by = ${by}, effective_at = ${effectiveAt}, version = version + 1
     where id = ${id}`.execute(tx)

/** Accounts past their waiting period take effect and replace those in force: of these guilds, or of all. */
export async function bringIntoForce(tx: Transaction, now: Date, guildIds?: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; guild_id: number }>`
    select a.id, a.guild_id from guilds.payout_account a
     where a.state = 'waiting' and a.effective_at <= ${now}
       and (${guildIds ?? null}::int[] is null or a.guild_id = any(${guildIds ?? null}::int[]))
     order by a.guild_id for update`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update guilds.payout_account set state = 'retired', version = version + 1
     where state = 'effective' and guild_id = any(${rows.map((row) => row.guild_id)}::int[])`.execute(tx)
  await sql`
    update guilds.payout_account set state = 'effective', version = version + 1
     where id = any(${rows.map((row) => row.id)}::int[])`.execute(tx)
}

export type InForce = {
  id: number
  guildId: number
  kind: AccountKind
  lastFour: string
  sealed: string
  leaderName: string
  effectiveAt: Date | null
}

/** The account in force of each of these guilds, once `bringIntoForce` ran. */
export async function accountsInForce(tx: Transaction, guildIds: readonly number[]): Promise<Map<number, InForce>> {
  const { rows } = await sql<InForce>`
    select a.id, a.guild_id as "guildId", a.kind, a.last_four as "lastFour", a.sealed, g.leader_name as "leaderName",
           a.effective_at as "effectiveAt"
      from guilds.payout_account a join guilds.guild g on g.id = a.guild_id
     where a.state = 'effective' and a.guild_id = any(${guildIds}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.guildId, row]))
}
