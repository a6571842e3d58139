// Reads and writes the views that a person saved for a screen: always her own alone.
import type { Reader, Transaction } from '../../kit/database.ts'

export type View = { screen: string; name: string; query: string }

const columns = ['id', 'screen', 'name', 'query'] as const

export const viewsOf = (reader: Reader, staffId: number, screen: string) =>
  reader
    .selectFrom('access.saved_view')
    .select(columns)
    .where('staff_id', '=', staffId)
    .where('screen', '=', screen)
    .orderBy('name')
    .execute()

export const lockView = (tx: Transaction, staffId: number, viewId: number) =>
  tx
    .selectFrom('access.saved_view')
    .select(columns)
    .where('staff_id', '=', staffId)
    .where('id', '=', viewId)
    .forUpdate()
    .executeTakeFirst()

export const addView = (tx: Transaction, staffId: number, view: View) =>
  tx
    .insertInto('access.saved_view')
    .values({ staff_id: staffId, ...view })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const changeView = (tx: Transaction, viewId: number, view: View) =>
  tx.updateTable('access.saved_view').set(view).where('id', '=', viewId).returning(columns).executeTakeFirstOrThrow()

export const deleteView = (tx: Transaction, viewId: number) =>
  tx.deleteFrom('access.saved_view').where('id', '=', viewId).execute()
