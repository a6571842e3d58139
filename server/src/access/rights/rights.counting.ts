// Rights that count (contract `rights.ts`) of roles, accounts and pending requests.
import { menusThatCount } from '@greenroom/contract/rights'
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { builtInRoles } from '../roles.ts'

/** Menus with a write access that counts, sorted. */
export type Counting = readonly string[]

const everything: Counting = menusThatCount.toSorted()

/**
 * The rights that count of each role; roles without any are left out. Those of guild leaders and top-up agents have none: an account with such a
 * role reaches only what is its own.
 */
export async function countingByRole(reader: Reader, roleIds: readonly number[]): Promise<Map<number, Counting>> {
  const { rows } = await sql<{ role_id: number; keys: string[] }>`
    select g.role_id, array_agg(m.key order by m.key) as keys
      from access.role_menu g join access.menu m on m.id = g.menu_id
     where g.role_id = any(${roleIds}::int[]) and g.permission = 3 and m.key = any(${everything}::text[])
       and g.role_id <> all (${[builtInRoles.guildLeader, builtInRoles.topUpAgent]}::int[])
     group by g.role_id`.execute(reader)
  const counting = new Map<number, Counting>(rows.map((row) => [row.role_id, row.keys]))
  if (roleIds.includes(builtInRoles.administrator)) counting.set(builtInRoles.administrator, everything)
  return counting
}

/** Those of several roles together. */
export const countingOf = (byRole: ReadonlyMap<number, Counting>, roleIds: readonly number[]): Counting =>
  [...new Set(roleIds.flatMap((id) => byRole.get(id) ?? []))].toSorted()

/** The menus among `levels` (by menu id) whose write access counts. */
export async function countingAmong(reader: Reader, levels: ReadonlyMap<number, number>): Promise<Counting> {
  const written = [...levels].filter(([, level]) => level === 3).map(([id]) => id)
  if (written.length === 0) return []
  const rows = await reader
    .selectFrom('access.menu')
    .select('key')
    .where('id', 'in', written)
    .where('key', 'in', everything)
    .orderBy('key')
    .execute()
  return rows.flatMap(({ key }) => key ?? [])
}

/** All that roles give and ask for, one line each: to see whether any of it changed since a request was made. */
export async function standingOf(reader: Reader, roleIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select r.id || ' ' || r.factor as line from access.role r where r.id = any(${roleIds}::int[])
     union all
    select g.role_id || ' ' || g.menu_id || ':' || g.permission
      from access.role_menu g join access.menu m on m.id = g.menu_id and m.type = 'menu'
     where g.role_id = any(${roleIds}::int[])
     order by line`.execute(reader)
  return rows.map(({ line }) => line)
}

/** An account of the platform that holds a role; disabled ones too. */
export type Holder = {
  id: number
  username: string
  areaCode: string
  phone: string
  /** Another account set its password or phone, or removed its authenticator, alone. */
  known: boolean
  roleIds: number[]
}

/** Another account set one of the credentials of `access.staff s`, alone, or might have added one of its passkeys. */
const isKnown = sql<boolean>`(coalesce(s.password_by <> s.id or s.phone_by <> s.id or s.factor_by <> s.id, false)
  or exists (select from access.passkey p where p.staff_id = s.id and p.known))`

/** The role's holders among the platform's staff, locked. */
export async function lockHolders(tx: Transaction, roleId: number): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select s.id, s.username, s.area_code as "areaCode", s.phone, ${isKnown} as known,
           (select array_agg(a.role_id) from access.staff_role a where a.staff_id = s.id) as "roleIds"
      from access.staff_role sr join access.staff s on s.id = sr.staff_id
     where sr.role_id = ${roleId} and s.deleted_at is null and s.union_id is null and s.agent_id is null
     order by s.id for update of s`.execute(tx)
  return rows
}

/** Whether any account, also of a guild or an agent, holds the role. */
export async function isHeld(reader: Reader, roleId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('access.staff_role as sr')
    .innerJoin('access.staff as s', 's.id', 'sr.staff_id')
    .select('s.id')
    .where('sr.role_id', '=', roleId)
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Kinds of requests whose payload names the roles that an account is to get. */
export const kindsNamingRoles = ['staff.save', 'staff.update'] as const

/** Whether a group of the identity provider gives the role, or would by a request that waits: anyone who is in it then holds it. */
export async function isMapped(reader: Reader, roleId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ mapped: boolean }>`
    select exists (select from access.provider_mapping where role_id = ${roleId})
        or exists (select from access.approval
                    where state = 'pending' and expires_at > ${now} and kind = 'provider.map'
                      and payload -> 'roleId' = to_jsonb(${roleId}::int)) as mapped`.execute(reader)
  return rows[0]!.mapped
}

/** Whether a request that waits would give the role to an account. */
export async function isNamed(reader: Reader, roleId: number, now: Date): Promise<boolean> {
  const row = await reader
    .selectFrom('access.approval')
    .select('id')
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .where('kind', 'in', kindsNamingRoles)
    .where(sql<boolean>`payload -> 'roleIds' @> to_jsonb(${roleId}::int)`)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether another account knows a credential of this one. */
export async function isKnownToOthers(reader: Reader, staffId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('access.staff as s')
    .select(isKnown.as('known'))
    .where('id', '=', staffId)
    .executeTakeFirst()
  return row?.known ?? false
}

/** Changes of accounts and roles that could give a right or take the last one: one at a time. */
export const lockRights = (tx: Transaction) =>
  tx
    .selectFrom('access.role')
    .select('id')
    .where('id', '=', builtInRoles.administrator)
    .forNoKeyUpdate()
    .executeTakeFirst()
