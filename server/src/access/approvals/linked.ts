// Which accounts may be controlled by the same person.
import { sql } from 'kysely'
import type { Reader } from '../../kit/database.ts'

/**
 * Accounts that one person may control together with this one. Two accounts are linked if one set the other's password,
 * phone or second factor by an admin call, or if a third account created both; links are transitive. If another staff
 * member sets the credential again, that link counts instead. The platform's first account is linked to each account it
 * created, but does not link those accounts to each other, since it must create the first colleagues.
 */
export async function linkedAccounts(reader: Reader, staffId: number): Promise<Set<number>> {
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
