// Reads an app user as shown to others: id, nickname and picture.
import type { PersonRef } from '@greenroom/contract/fields'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Reader } from '../../../kit/database/database.ts'

/**
 * The user with the id in `id`, as one column; `user` is the alias of the joined `users.app_user`. An unknown user (a left join without a
 * match) has neither name nor picture.
 *
 * @param id the column that holds the id, such as `c.caller_id`; it must not be null, or see `personOrNull`.
 */
export const personColumn = (id: string, user: string): RawBuilder<PersonRef> => sql<PersonRef>`jsonb_build_object(
  'userId', ${sql.ref(id)}, 'nickname', coalesce(${sql.ref(`${user}.nickname`)}, ''),
  'avatarUrl', coalesce(${sql.ref(`${user}.avatar_url`)}, ''))`

/** The same for a nullable id: null if the id is. */
export const personOrNull = (id: string, user: string): RawBuilder<PersonRef | null> =>
  sql<PersonRef | null>`case when ${sql.ref(id)} is not null then ${personColumn(id, user)} end`

/** Users by id; unknown ones are left out. */
export async function peopleOf(reader: Reader, ids: readonly (bigint | null)[]): Promise<Map<bigint, PersonRef>> {
  const distinct = [...new Set(ids.filter((id) => id !== null))]
  if (distinct.length === 0) return new Map()
  const rows = await reader
    .selectFrom('users.app_user as u')
    .select(['u.id', personColumn('u.id', 'u').as('person')])
    .where('u.id', '=', anyOf(distinct))
    .execute()
  return new Map(rows.map((row) => [row.id, row.person]))
}
