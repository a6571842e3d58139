// Who counts as another than whom, and whose requests still stand.
import type { MenuKey } from '@greenroom/contract/screens'
import { sql } from 'kysely'
import type { Reader } from '../../kit/database.ts'
import { builtInRoles } from '../roles.ts'

/**
 * Accounts that may be in the same hands as this one: those whose password, phone or second factor it set by an admin
 * call, those that did so to it, and so on from hand to hand; also two that a third made, who could log in as either.
 * Where another member of staff sets it anew, theirs counts. The first account of the platform ties nobody to each
 * other, since somebody has to make the first colleagues; it is tied to each of them all the same.
 */
export async function inSameHands(reader: Reader, staffId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    with recursive
      hand as (select s.id as staff_id, h.by_id
                 from access.staff s
                 cross join lateral (values (s.password_by), (s.phone_by), (s.factor_by)) h (by_id)
                where h.by_id <> s.id),
      up as (select by_id as id from hand where staff_id = ${staffId}
             union select h.by_id from hand h join up on h.staff_id = up.id),
      top as (select ${staffId}::int as id union select up.id from up join access.staff s on s.id = up.id where not s.built_in),
      down as (select h.staff_id as id from hand h join top on h.by_id = top.id
               union select h.staff_id from hand h join down on h.by_id = down.id
                       join access.staff s on s.id = down.id where not s.built_in)
    select id from (select id from up union select id from down) tied where id <> ${staffId}`.execute(reader)
  return new Set(rows.map((row) => row.id))
}

/** Says of makers whether their account is normal and has the menu read-write. */
export async function stillMay(
  reader: Reader,
  makerIds: readonly number[],
): Promise<(makerId: number, menu: MenuKey) => boolean> {
  if (makerIds.length === 0) return () => false
  const { rows } = await sql<{ id: number; administrator: boolean; keys: string[] }>`
    select st.id, bool_or(sr.role_id = ${builtInRoles.administrator}) as administrator,
           coalesce(array_agg(distinct m.key) filter (where m.key is not null), '{}') as keys
      from access.staff st
      join access.staff_role sr on sr.staff_id = st.id
      left join access.role_menu g on g.role_id = sr.role_id and g.permission = 3
      left join access.menu m on m.id = g.menu_id
     where st.id = any(${[...new Set(makerIds)]}::int[]) and st.status = 1 and st.deleted_at is null
     group by st.id`.execute(reader)
  const makers = new Map(rows.map((row) => [row.id, row]))
  return (makerId, menu) => {
    const maker = makers.get(makerId)
    return maker !== undefined && (maker.administrator || maker.keys.includes(menu))
  }
}
