// Legal holds.
import type { Answer } from '@greenroom/contract/call'
import type { personData } from '@greenroom/contract/privacy'
import { type Insertable, sql } from 'kysely'
import type { DB, Reader, Transaction } from '../../kit/database/database.ts'

export const addHold = (tx: Transaction, values: Insertable<DB['privacy.hold']>) =>
  tx.insertInto('privacy.hold').values(values).execute()

export const lockHold = (tx: Transaction, id: string) =>
  tx.selectFrom('privacy.hold').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const endHold = (tx: Transaction, id: string, { by, at, reason }: { by: string; at: Date; reason: string }) =>
  sql`update privacy.hold set ended_by = ${by}, ended_at = ${at}, end_reason = ${reason} where id = ${id}`.execute(tx)

/** A person's holds, newest first. */
export async function holdsOf(reader: Reader, userId: bigint, now: Date): Promise<Answer<typeof personData>['holds']> {
  const rows = await reader
    .selectFrom('privacy.hold')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    holdId: row.id,
    reason: row.reason,
    until: row.until?.toISOString() ?? null,
    by: row.by,
    at: row.at.toISOString(),
    state: row.ended_at ? 'ended' : row.until && row.until <= now ? 'over' : 'in force',
    endedBy: row.ended_by,
    endedAt: row.ended_at?.toISOString() ?? null,
    endReason: row.end_reason,
  }))
}

/** Whose data is held, as a condition on a column with the user's number. */
export const isHeld = (userId: string, now: Date) => sql<boolean>`exists (
  select from privacy.hold h
   where h.user_id = ${sql.raw(userId)} and h.ended_at is null and (h.until is null or h.until > ${now}))`
