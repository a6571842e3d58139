// Who holds which rights, by role. Of the platform's normal accounts, unless one account is asked about.
import type { MenuKey } from '@greenroom/contract/screens'
import { sql } from 'kysely'
import { builtInRoles } from '../../../access/index.ts'
import type { Reader } from '../../../kit/database/database.ts'

/** A role of an account, and its level on a menu. An administrator's is 3 on every one. */
export type Held = {
  userId: number
  username: string
  roleId: number
  roleName: string
  menu: MenuKey
  level: 1 | 3
}

const held = (accounts: ReturnType<typeof sql>, menus: readonly MenuKey[]) => sql<Held>`
  select st.id as "userId", st.username, r.id as "roleId", r.name as "roleName", k.menu, coalesce(g.permission, 3) as level
    from access.staff st
    join access.staff_role sr on sr.staff_id = st.id
    join access.role r on r.id = sr.role_id
   cross join unnest(${[...menus]}::text[]) with ordinality as k (menu, place)
    left join (access.role_menu g join access.menu m on m.id = g.menu_id) on g.role_id = r.id and m.key = k.menu
                                                                       and r.id <> ${builtInRoles.administrator}
   where ${accounts} and (g.permission is not null or r.id = ${builtInRoles.administrator})
   order by lower(st.username), st.id, k.place, r.id`

/** The rights of staff on these menus, by account's name. */
export const heldOn = async (reader: Reader, menus: readonly MenuKey[]): Promise<Held[]> =>
  (
    await held(
      sql`st.status = 1 and st.deleted_at is null and st.union_id is null and st.agent_id is null`,
      menus,
    ).execute(reader)
  ).rows

/** All rights of one account, whatever its state, in the order of `menus`. */
export const heldBy = async (reader: Reader, userId: number, menus: readonly MenuKey[]): Promise<Held[]> =>
  (await held(sql`st.id = ${userId} and st.deleted_at is null`, menus).execute(reader)).rows

/** Whether there is such an account. */
export const isAccount = async (reader: Reader, userId: number): Promise<boolean> =>
  (await reader
    .selectFrom('access.staff')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined
