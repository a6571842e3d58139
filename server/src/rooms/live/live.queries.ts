// Users who take part, with the fields that charging needs.
import { sql } from 'kysely'
import type { Reader } from '../../kit/database/database.ts'

export type Person = { id: bigint; sex: string; banned: boolean }

/** These users, by id; unknown ones are left out. A ban that has expired at `now` does not count. */
export async function peopleOf(reader: Reader, now: Date, ids: readonly bigint[]): Promise<Map<bigint, Person>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Person>`
    select id, sex, state <> 'normal' and (banned_until is null or banned_until > ${now}) as banned
      from users.app_user where id = any(${ids}::bigint[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}
