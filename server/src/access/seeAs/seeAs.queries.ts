// What sessions look at as somebody else.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kit/database/database.ts'

export type Look = { id: string; staffId: number | null; roleId: number | null; name: string; endsAt: Date }

/** Replaces what the session looked at before. */
export const putLook = (
  tx: Transaction,
  look: { id: string; sessionId: string; staffId: number | null; roleId: number | null; beganAt: Date; endsAt: Date },
) =>
  sql`
    insert into access.see_as (id, session_id, staff_id, role_id, began_at, ends_at)
    values (${look.id}, ${look.sessionId}, ${look.staffId}, ${look.roleId}, ${look.beganAt}, ${look.endsAt})
    on conflict (session_id) do update
      set id = excluded.id, staff_id = excluded.staff_id, role_id = excluded.role_id, began_at = excluded.began_at,
          ends_at = excluded.ends_at`.execute(tx)

const named = sql`
  l.id, l.staff_id as "staffId", l.role_id as "roleId", l.ends_at as "endsAt",
  coalesce((select username from access.staff where id = l.staff_id), (select name from access.role where id = l.role_id)) as name`

/** A look of this session that is not over. */
export async function lookOf(reader: Reader, id: string, sessionId: string, now: Date): Promise<Look | undefined> {
  const { rows } = await sql<Look>`
    select ${named} from access.see_as l
     where l.id = ${id}::uuid and l.session_id = ${sessionId}::uuid and l.ends_at > ${now}`.execute(reader)
  return rows[0]
}

/** Ends what the session looks at; undefined if it is nothing, or over. */
export async function endLook(tx: Transaction, sessionId: string, now: Date): Promise<Look | undefined> {
  const { rows } = await sql<Look>`
    delete from access.see_as l where l.session_id = ${sessionId}::uuid returning ${named}`.execute(tx)
  return rows.find(({ endsAt }) => endsAt > now)
}

/** An account's name; undefined if it was deleted or never was. */
export const accountNamed = (reader: Reader, id: number) =>
  reader
    .selectFrom('access.staff')
    .select('username as name')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const roleNamed = (reader: Reader, id: number) =>
  reader.selectFrom('access.role').select('name').where('id', '=', id).executeTakeFirst()

/** The levels that a role gives, by key. */
export async function levelsOf(reader: Reader, roleId: number): Promise<Map<string, 1 | 3>> {
  const { rows } = await sql<{ key: string; permission: 1 | 3 }>`
    select m.key, g.permission from access.role_menu g join access.menu m on m.id = g.menu_id
     where g.role_id = ${roleId} and m.key is not null`.execute(reader)
  return new Map(rows.map(({ key, permission }) => [key, permission]))
}
