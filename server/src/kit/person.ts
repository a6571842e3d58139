// The one place where a person of the app is read as others see them: id, nickname and picture.
import type { PersonRef } from '@greenroom/contract/fields'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from './database.ts'
import { anyOf } from './rows.ts'

/**
 * Who has the id in `id`, as one column; `user` is the alias of the joined `users.app_user`. Someone of whom nothing but the
 * id is known (a left join that found nobody) has neither name nor picture.
 *
 * @param id the column that holds the id, such as `c.caller_id`; it must not be null, or see `personOrNull`.
 */
export const personColumn = (id: string, user: string): RawBuilder<PersonRef> => sql<PersonRef>`jsonb_build_object(
  'userId', ${sql.ref(id)}, 'nickname', coalesce(${sql.ref(`${user}.nickname`)}, ''),
  'avatarUrl', coalesce(${sql.ref(`${user}.avatar_url`)}, ''))`

/** The same where the id may be null: then it is nobody. */
export const personOrNull = (id: string, user: string): RawBuilder<PersonRef | null> =>
  sql<PersonRef | null>`case when ${sql.ref(id)} is not null then ${personColumn(id, user)} end`

/** People by id; who isn't known is left out. */
export async function peopleOf(reader: Reader, ids: readonly (bigint | null)[]): Promise<Map<bigint, PersonRef>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await reader
    .selectFrom('users.app_user as u')
    .select(['u.id', personColumn('u.id', 'u').as('person')])
    .where('u.id', '=', anyOf(wanted))
    .execute()
  return new Map(rows.map((row) => [row.id, row.person]))
}
