// Queries for saved views: the caller's own, and shared ones.
import type { Reader, Transaction } from '../../kit/database/database.ts'

export type View = { screen: string; name: string; query: string; shared: boolean }

const columns = ['v.id', 'v.staff_id', 'v.screen', 'v.name', 'v.query', 'v.shared'] as const

const viewsWithOwner = (reader: Reader) =>
  reader
    .selectFrom('access.saved_view as v')
    .innerJoin('access.staff as s', 's.id', 'v.staff_id')
    .select([...columns, 's.username as owner'])

/** The caller's own views of a screen and, with `withShared`, those that others share: own ones first, by name. */
export const viewsOf = (reader: Reader, staffId: number, screen: string, withShared: boolean) =>
  viewsWithOwner(reader)
    .where('v.screen', '=', screen)
    .where((eb) => eb.or([eb('v.staff_id', '=', staffId), ...(withShared ? [eb('v.shared', '=', true)] : [])]))
    .orderBy((eb) => eb('v.staff_id', '=', staffId), 'desc')
    .orderBy('v.name')
    .orderBy('v.id')
    .execute()

/** The caller's own view or, with `orShared`, anyone's shared view. */
export const lockView = (tx: Transaction, staffId: number, viewId: number, orShared = false) =>
  viewsWithOwner(tx)
    .where('v.id', '=', viewId)
    .where((eb) => eb.or([eb('v.staff_id', '=', staffId), ...(orShared ? [eb('v.shared', '=', true)] : [])]))
    .forUpdate('v')
    .executeTakeFirst()

const kept = ['id', 'staff_id', 'screen', 'name', 'query', 'shared'] as const

export const addView = (tx: Transaction, staffId: number, view: View) =>
  tx
    .insertInto('access.saved_view')
    .values({ staff_id: staffId, ...view })
    .returning(kept)
    .executeTakeFirstOrThrow()

export const changeView = (tx: Transaction, viewId: number, view: View) =>
  tx.updateTable('access.saved_view').set(view).where('id', '=', viewId).returning(kept).executeTakeFirstOrThrow()

export const deleteView = (tx: Transaction, viewId: number) =>
  tx.deleteFrom('access.saved_view').where('id', '=', viewId).execute()
