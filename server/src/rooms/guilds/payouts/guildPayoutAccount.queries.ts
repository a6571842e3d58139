// Guilds as owners of payout accounts.
import { sql } from 'kysely'
import type { Scope } from '../../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { AccountKind } from '../../finance/index.ts'
import { ofOwn } from '../visibleGuilds.ts'
import { guildAccounts } from './guildPayoutAccount.ts'

export type Guild = { id: number; name: string; leaderName: string; state: string; areaCode: string; phone: string }

const guildColumns = sql`id, name, leader_name as "leaderName", state, area_code as "areaCode", phone`

/** A guild whose money the caller may see; undefined if out of scope. */
export const guildOf = async (reader: Reader, scope: Scope, id: number): Promise<Guild | undefined> =>
  (
    await sql<Guild>`
      select ${guildColumns} from guilds.guild where id = ${id} and ${ofOwn(scope, 'id')}`.execute(reader)
  ).rows[0]

/** The guild, locked: serialises changes of its accounts and requests. */
export const lockGuild = async (tx: Transaction, scope: Scope, id: number): Promise<Guild | undefined> =>
  (
    await sql<Guild>`
      select ${guildColumns} from guilds.guild where id = ${id} and ${ofOwn(scope, 'id')} for no key update`.execute(tx)
  ).rows[0]

export type InForce = {
  id: number
  guildId: number
  kind: AccountKind
  lastFour: string
  sealed: string
  leaderName: string
  effectiveAt: Date | null
}

/** The account in force of each of these guilds with its leader's name, including one that is due but not yet marked. */
export async function accountsInForce(
  reader: Reader,
  now: Date,
  guildIds: readonly number[],
): Promise<Map<number, InForce>> {
  const { rows } = await sql<InForce>`
    select distinct on (a.guild_id) a.id, a.guild_id as "guildId", a.kind, a.last_four as "lastFour", a.sealed,
           g.leader_name as "leaderName", a.effective_at as "effectiveAt"
      from guilds.payout_account a join guilds.guild g on g.id = a.guild_id
     where a.guild_id = any(${guildIds}::int[])
       and (a.state = 'effective' or (a.state = 'waiting' and a.effective_at <= ${now}))
     order by a.guild_id, a.id desc`.execute(reader)
  return new Map(rows.map((row) => [row.guildId, row]))
}

/** Ends a guild's accounts, in force or not: nothing is paid before another is approved and in force. The guild is locked. */
export const retireAccounts = (tx: Transaction, guildId: number) =>
  sql`
    update guilds.payout_account set state = 'retired', version = version + 1
     where guild_id = ${guildId} and state in ('effective', 'waiting')`.execute(tx)

/** Those of these payouts whose account is no longer its guild's. */
export async function withFormerAccount(tx: Transaction, payoutIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.source_id as id from finance.payout p
     where p.id = any(${payoutIds}::uuid[])
       and not exists (select from guilds.payout_account a
                        where a.state = 'effective' and p.payee_id = 'guild:' || a.guild_id
                          and p.seal_owner = ${guildAccounts.ownerOf(0).slice(0, -1)} || a.id)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether this guild was handed to another leader and none of its accounts has come into force since. */
export async function awaitsAccount(reader: Reader, guildId: number): Promise<boolean> {
  const { rows } = await sql`
    select from guilds.event where guild_id = ${guildId} and what = 'leader changed'
       and not exists (select from guilds.payout_account where guild_id = ${guildId} and state = 'effective') limit 1`.execute(
    reader,
  )
  return rows.length > 0
}
