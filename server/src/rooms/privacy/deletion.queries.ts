// The table of deletions.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Command } from '../../bridge/index.ts'
import type { DB, Reader, Transaction } from '../../kit/database/database.ts'
import type { DeletionState } from './deletion.rules.ts'

export type Deletion = Selectable<DB['privacy.deletion']>

export type Standing = { known: boolean; stayedAt: Date | null; erasedAt: Date | null; open: Deletion | null }

/** How each of these users stands, locked in order of their numbers. */
export async function standingOf(tx: Transaction, userIds: readonly bigint[]): Promise<Map<bigint, Standing>> {
  const ids = [...new Set(userIds)].toSorted((a, b) => (a < b ? -1 : 1))
  const { rows } = await sql<{ id: bigint }>`
    select id from users.app_user where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  const [open, stayed, erased] = [
    await tx
      .selectFrom('privacy.deletion')
      .selectAll()
      .where('user_id', '=', sql<bigint>`any(${ids}::bigint[])`)
      .where('state', 'in', ['waiting', 'erasing'])
      .forUpdate()
      .execute(),
    await tx
      .selectFrom('privacy.stayed')
      .selectAll()
      .where('user_id', '=', sql<bigint>`any(${ids}::bigint[])`)
      .execute(),
    await tx
      .selectFrom('privacy.erased')
      .selectAll()
      .where('user_id', '=', sql<bigint>`any(${ids}::bigint[])`)
      .where('returned_at', 'is', null)
      .execute(),
  ]
  return new Map(
    ids.map((id): [bigint, Standing] => [
      id,
      {
        known: known.has(id),
        open: open.find((row) => row.user_id === id) ?? null,
        stayedAt: stayed.find((row) => row.user_id === id)?.at ?? null,
        erasedAt: erased.find((row) => row.user_id === id)?.erased_at ?? null,
      },
    ]),
  )
}

export const insertDeletion = (tx: Transaction, values: Insertable<DB['privacy.deletion']>) =>
  tx.insertInto('privacy.deletion').values(values).execute()

/** Remembers that a user wants to stay; the newest word counts. */
export const keepStaying = (tx: Transaction, userId: bigint, at: Date) =>
  sql`insert into privacy.stayed as s (user_id, at) values (${userId}, ${at})
      on conflict (user_id) do update set at = greatest(s.at, excluded.at)`.execute(tx)

export const endDeletion = (
  tx: Transaction,
  id: string,
  { by, at, reason }: { by: string; at: Date; reason: string },
) =>
  sql`update privacy.deletion
         set state = 'cancelled', cancelled_by = ${by}, cancelled_at = ${at}, cancel_reason = ${reason}, version = version + 1
       where id = ${id}`.execute(tx)

/** What the app is told of a deletion. */
export const deletionChanged = (
  userId: bigint,
  state: Exclude<DeletionState, 'erasing'>,
  dueAt: Date | null,
): Command => ({
  type: 'user.deletionChanged',
  subject: `user:${userId}`,
  data: { userId: Number(userId), state, dueAt: dueAt?.toISOString() ?? null },
})

export const deletionById = (reader: Reader, id: string): Promise<Deletion | undefined> =>
  reader.selectFrom('privacy.deletion').selectAll().where('id', '=', id).executeTakeFirst()
