// Which accounts may decide requests now, and whose makers are still valid. Everything here reads the database, for many requests at once.
import type { MenuKey } from '@greenroom/contract/screens'
import { sql } from 'kysely'
import type { Parties } from '../../kit/calls/parties.ts'
import type { Reader } from '../../kit/database/database.ts'
import { builtInRoles } from '../roles.ts'

/** A request, as far as it decides who may decide it. */
export type Asked = { id: string; maker_id: number; guild_ids: readonly number[]; agent_ids: readonly number[] }

type Rights = { id: number; username: string; administrator: boolean; reads: string[]; writes: string[] }

/** An active account of staff, and what it may do on a menu. */
export type Holder = { id: number; username: string; level: (menu: MenuKey) => 0 | 1 | 3 }

const holderOf = ({ id, username, administrator, reads, writes }: Rights): Holder => ({
  id,
  username,
  level: (menu) => (administrator || writes.includes(menu) ? 3 : reads.includes(menu) ? 1 : 0),
})

/** The rights of active accounts of which `which` holds; `st` is the account. */
async function holders(reader: Reader, which: ReturnType<typeof sql>): Promise<Holder[]> {
  const { rows } = await sql<Rights>`
    select st.id, st.username, bool_or(sr.role_id = ${builtInRoles.administrator}) as administrator,
           coalesce(array_agg(distinct m.key) filter (where g.permission = 1), '{}') as reads,
           coalesce(array_agg(distinct m.key) filter (where g.permission = 3), '{}') as writes
      from access.staff st
      join access.staff_role sr on sr.staff_id = st.id
      left join access.role_menu g on g.role_id = sr.role_id
      left join access.menu m on m.id = g.menu_id
     where st.status = 1 and st.deleted_at is null and ${which}
     group by st.id
     order by lower(st.username), st.id`.execute(reader)
  return rows.map(holderOf)
}

/** The staff with write access to approvals, by name: nobody else decides anything. */
export async function decidingStaff(reader: Reader): Promise<Holder[]> {
  const all = await holders(reader, sql`st.union_id is null and st.agent_id is null`)
  return all.filter(({ level }) => level('system.approval') === 3)
}

/** Whether each maker's account is normal and has the menu read-write. */
export async function stillMay(
  reader: Reader,
  makerIds: readonly number[],
): Promise<(makerId: number, menu: MenuKey) => boolean> {
  if (makerIds.length === 0) return () => false
  const makers = await holders(reader, sql`st.id = any(${[...new Set(makerIds)]}::int[])`)
  const byId = new Map(makers.map((maker) => [maker.id, maker]))
  return (makerId, menu) => byId.get(makerId)?.level(menu) === 3
}

/** The accounts of staff with the number of one of these guilds' or agents' accounts, or of one who becomes a leader or agent. */
export async function concernedStaff(reader: Reader, parties: Parties): Promise<Set<number>> {
  const { guildIds = [], agentIds = [], phones = [] } = parties
  if (guildIds.length === 0 && agentIds.length === 0 && phones.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    with numbers as (
      select area_code, phone from access.staff o
       where (o.union_id = any(${[...guildIds]}::int[]) or o.agent_id = any(${[...agentIds]}::int[])) and o.deleted_at is null
       union
      select * from unnest(${phones.map(({ areaCode }) => areaCode)}::text[], ${phones.map(({ number }) => number)}::text[])
    )
    select s.id from numbers n
      join access.staff s on (s.area_code, s.phone) = (n.area_code, n.phone) and s.union_id is null and s.agent_id is null
     where s.phone <> '' and s.deleted_at is null`.execute(reader)
  return new Set(rows.map((row) => row.id))
}

/** For each request that is about guilds or agents: the accounts of staff that lead one of them, or are one of them. */
export async function concernedByRequest(
  reader: Reader,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const about = asked.filter(({ guild_ids, agent_ids }) => guild_ids.length > 0 || agent_ids.length > 0)
  if (about.length === 0) return new Map()
  const { rows } = await sql<{ request: string; ids: number[] }>`
    select a.id as request, array_agg(distinct s.id) as ids
      from access.approval a
      join access.staff o on o.union_id = any(a.guild_ids) or o.agent_id = any(a.agent_ids)
      join access.staff s on (s.area_code, s.phone) = (o.area_code, o.phone) and s.union_id is null and s.agent_id is null
     where a.id = any(${about.map(({ id }) => id)}::uuid[])
       and s.phone <> '' and o.deleted_at is null and s.deleted_at is null
     group by a.id`.execute(reader)
  return new Map(rows.map(({ request, ids }) => [request, new Set(ids)]))
}
