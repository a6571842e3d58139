// The whitelist belongs to the platform: every caller with the menu sees all of it.
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { DB, Reader, Transaction } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { containing } from '../../../kit/text.ts'

export type WhitelistRow = Selectable<DB['system.whitelist']>

export type WhitelistFilters = {
  q?: string | undefined
  kind?: string | undefined
  state?: 'effective' | 'expired' | undefined
}

const keyset: Keyset<WhitelistRow> = {
  sorts: {
    createdAt: { column: 'w.created_at', type: 'timestamptz', of: (row) => row.created_at },
    value: { column: 'w.value', type: 'text', of: (row) => row.value },
  },
  defaultSort: '-createdAt',
  id: { column: 'w.id', type: 'int', of: (row) => row.id },
  defaultSize: 20,
}

/** One page, newest first; `q` is part of the value or the note. Entries lapse at `now`. */
export function whitelistPage(reader: Reader, filters: WhitelistFilters, now: Date, request: PageRequest) {
  let query = reader.selectFrom('system.whitelist as w').selectAll('w')
  const { q, kind, state } = filters
  if (kind !== undefined) query = query.where('w.kind', '=', kind)
  if (state === 'expired') query = query.where('w.expires_at', '<=', now)
  if (state === 'effective')
    query = query.where((where) => where.or([where('w.expires_at', 'is', null), where('w.expires_at', '>', now)]))
  if (q !== undefined) {
    const pattern = sql<string>`${containing(q)}`
    query = query.where((where) => where.or([where('w.value', 'ilike', pattern), where('w.note', 'ilike', pattern)]))
  }
  return pageOf(reader, query, keyset, request, filters)
}

/** The row, or undefined when there is none. */
export const entryById = (reader: Reader, id: number): Promise<WhitelistRow | undefined> =>
  reader.selectFrom('system.whitelist').selectAll().where('id', '=', id).executeTakeFirst()

/** True when there is an app user with this id. */
export async function appUserExists(reader: Reader, id: string): Promise<boolean> {
  const row = await reader.selectFrom('users.app_user').select('id').where('id', '=', BigInt(id)).executeTakeFirst()
  return row !== undefined
}

/** The new row, or null when that value stands there already. */
export async function insertEntry(
  tx: Transaction,
  values: Insertable<DB['system.whitelist']>,
): Promise<WhitelistRow | null> {
  const row = await tx
    .insertInto('system.whitelist')
    .values(values)
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** The row, locked until the transaction ends. */
export const lockEntry = (tx: Transaction, id: number): Promise<WhitelistRow | undefined> =>
  tx.selectFrom('system.whitelist').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateEntry = (
  tx: Transaction,
  id: number,
  values: { note: string; expires_at: Date | null; updated_by: string; updated_at: Date },
): Promise<WhitelistRow> =>
  tx
    .updateTable('system.whitelist')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes those of `ids` that exist and answers them as they were. */
export const deleteEntries = (tx: Transaction, ids: number[]): Promise<WhitelistRow[]> =>
  tx.deleteFrom('system.whitelist').where('id', 'in', ids).returningAll().execute()
