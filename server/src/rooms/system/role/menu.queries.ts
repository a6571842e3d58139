// Reads and writes menus. Platform data: every caller with the menu sees all of them.
import { type Selectable, sql } from 'kysely'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'

export type MenuType = 'catalogue' | 'menu'
export type MenuRow = Omit<Selectable<DB['access.menu']>, 'type'> & { type: MenuType }

/** All menus; a few hundred at most. */
export const allMenus = (reader: Reader): Promise<MenuRow[]> =>
  reader.selectFrom('access.menu').selectAll().orderBy('sort').orderBy('id').$narrowType<{ type: MenuType }>().execute()

/** All menus, locked against deletion until the transaction ends. */
export const keepMenus = (tx: Transaction): Promise<MenuRow[]> =>
  tx.selectFrom('access.menu').selectAll().forKeyShare().$narrowType<{ type: MenuType }>().execute()

/**
 * All menus, locked against every other change: whether a move creates a cycle or a catalogue is empty depends on the whole tree.
 */
export async function lockMenus(tx: Transaction): Promise<MenuRow[]> {
  await sql`lock table access.menu in share row exclusive mode`.execute(tx)
  return allMenus(tx)
}

type Change = { by: string; at: Date }

/** Sets the menus' sort numbers. */
export const setSorts = (tx: Transaction, sorts: readonly { id: number; sort: number }[], change: Change) =>
  sql`
    update access.menu m set sort = s.sort, updated_by = ${change.by}, updated_at = ${change.at}, version = m.version + 1
      from unnest(${sorts.map(({ id }) => id)}::int[], ${sorts.map(({ sort }) => sort)}::int[]) as s(id, sort)
     where m.id = s.id`.execute(tx)
