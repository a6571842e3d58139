// Reads and locks what the applications of a chunk are checked against, in set queries, and adds them.
import { nameKey } from '@greenroom/contract/names'
import { sql } from 'kysely'
import { addWaitingAccounts } from '../../../access/index.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newDigits } from '../../../kit/random.ts'
import type { HoldingState, Leader } from '../guild/registration.rules.ts'

export type AppliedFields = { userId: bigint; name: string; parentId: number | null; inviterId: number | null }

export type Facts = {
  /** Keys (`nameKey`) of names that guilds hold. */
  names: ReadonlySet<string>
  leaders: ReadonlyMap<bigint, Leader>
  /** By area code and number of the leaders. */
  phones: ReadonlyMap<string, HoldingState>
  parents: ReadonlySet<number>
  inviters: ReadonlySet<number>
}

const present = (ids: readonly (number | null)[]): number[] => ids.filter((id) => id !== null)

/** Locks the leaders, so that none of them joins a guild in the meantime, and the parent guilds. */
export async function lockFacts(tx: Transaction, requested: readonly AppliedFields[]): Promise<Facts> {
  const userIds = requested.map((one) => one.userId)
  await sql`
    select from users.app_user where id = any(${userIds}::bigint[]) order by id for update`.execute(tx)
  const leaders = await sql<Leader & { id: bigint }>`
    select u.id, u.area_code as "areaCode", u.phone, to_char(u.birthday, 'YYYY-MM-DD') as birthday,
           (select g.state from guilds.guild g
             where g.leader_user_id = u.id and g.state not in ('rejected', 'dissolved')) as leads,
           exists (select from guilds.member m
                    where m.user_id = u.id and m.state in ('active', 'leaving')) as "isMember"
      from users.app_user u where u.id = any(${userIds}::bigint[])`.execute(tx)
  const names = await sql<{ name: string }>`
    select kit.name_key(name) as name from guilds.guild
     where kit.name_key(name) = any(${requested.map((one) => nameKey(one.name))}::text[]) and state not in ('rejected', 'dissolved')`.execute(
    tx,
  )
  const phones = await sql<{ key: string; state: HoldingState }>`
    select g.area_code || ' ' || g.phone as key, g.state
      from users.app_user u
      join guilds.guild g on g.area_code = ltrim(u.area_code, '+') and g.phone = u.phone
       and g.state not in ('rejected', 'dissolved')
     where u.id = any(${userIds}::bigint[])`.execute(tx)
  const parents = await sql<{ id: number }>`
    select id from guilds.guild
     where id = any(${present(requested.map((one) => one.parentId))}::int[]) and parent_id is null and state = 'normal'
     order by id for share`.execute(tx)
  const inviters = await sql<{ id: number }>`
    select id from access.staff
     where id = any(${present(requested.map((one) => one.inviterId))}::int[]) and status = 1 and deleted_at is null
       and union_id is null and agent_id is null`.execute(tx)
  return {
    names: new Set(names.rows.map((row) => row.name)),
    leaders: new Map(leaders.rows.map(({ id, ...leader }) => [id, leader])),
    phones: new Map(phones.rows.map((row) => [row.key, row.state])),
    parents: new Set(parents.rows.map((row) => row.id)),
    inviters: new Set(inviters.rows.map((row) => row.id)),
  }
}

export type Application = {
  name: string
  parentId: number | null
  userId: bigint
  leaderName: string
  email: string
  areaCode: string
  phone: string
  inviterId: number | null
}

type AddedGuild = { id: number; leader_user_id: bigint; username: string; area_code: string; phone: string }

/** Adds guilds under review with their accounts, which are not active yet: `guild1001`, or longer where that name is taken. */
export async function addApplications(
  tx: Transaction,
  all: readonly Application[],
  { now, passwordHash }: { now: Date; passwordHash: string },
): Promise<AddedGuild[]> {
  if (all.length === 0) return []
  const { rows: guilds } = await sql<AddedGuild>`
    with added as (
      insert into guilds.guild (name, parent_id, leader_user_id, leader_name, leader_email, area_code, phone, inviter_id,
                                registered_at)
      select a.*, ${now}
        from unnest(${all.map((a) => a.name)}::text[], ${all.map((a) => a.parentId)}::int[],
                    ${all.map((a) => a.userId)}::bigint[], ${all.map((a) => a.leaderName)}::text[],
                    ${all.map((a) => a.email)}::text[], ${all.map((a) => a.areaCode)}::text[],
                    ${all.map((a) => a.phone)}::text[], ${all.map((a) => a.inviterId)}::int[]) as a
      returning id, leader_user_id, area_code, phone)
    select id, leader_user_id, area_code, phone,
           case when exists (select from access.staff s
                              where lower(s.username) = 'guild' || id and s.deleted_at is null)
                then 'guild' || id || 'x' || ${newDigits(8)} else 'guild' || id end as username
      from added`.execute(tx)
  await addWaitingAccounts(tx, guilds, { passwordHash, createdAt: now })
  return guilds
}
