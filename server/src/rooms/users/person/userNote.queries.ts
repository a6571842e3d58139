// Staff's notes about users.

import type { Insertable, Selectable } from 'kysely'
import type { Context, Scope } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { type DB, runPrepared, type Transaction } from '../../../kit/database/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/database/paging.ts'

export type NoteRow = Selectable<DB['users.note']>

const byId = { column: 'n.id', type: 'uuid' as const, of: (row: NoteRow) => row.id }
const keyset: Keyset<NoteRow> = { sorts: { at: byId }, defaultSort: '-at', id: byId, defaultSize: 20 }

/** One page about a user, newest first. */
export const notePage = (context: Context, userId: bigint, request: PageRequest) =>
  pageOf<NoteRow>(
    context,
    context.database
      .selectFrom('users.note as n')
      .selectAll('n')
      .where('n.user_id', '=', userId)
      .where(visible(context.scope)),
    keyset,
    request,
    { userId },
  )

export const insertNote = async (tx: Transaction, values: Insertable<DB['users.note']>): Promise<NoteRow> =>
  (await runPrepared(tx, tx.insertInto('users.note').values(values).returningAll())).rows[0]!

/** The note with the nickname of the user it is about, locked until the transaction ends. */
export const lockNote = (
  tx: Transaction,
  scope: Scope,
  id: string,
): Promise<(NoteRow & { nickname: string }) | undefined> =>
  tx
    .selectFrom('users.note as n')
    .innerJoin('users.app_user as u', 'u.id', 'n.user_id')
    .selectAll('n')
    .select('u.nickname')
    .where('n.id', '=', id)
    .where(visible(scope))
    .forUpdate('n')
    .executeTakeFirst()

export const updateNote = (tx: Transaction, id: string, text: string): Promise<NoteRow> =>
  tx
    .updateTable('users.note')
    .set((eb) => ({ text, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteNote = (tx: Transaction, id: string) => tx.deleteFrom('users.note').where('id', '=', id).execute()
