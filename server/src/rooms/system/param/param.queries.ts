// Reads and writes parameters and their history. Platform data.
import type { Texts } from '@greenroom/contract/localized'
import { type Selectable, sql } from 'kysely'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import { type Keyset, type PageRequest, pageOf, type Reading } from '../../../kit/database/paging.ts'
import type { ParamDefinition } from '../../../params/index.ts'

export type ParamRow = Omit<Selectable<DB['system.param']>, 'type'> & { type: ParamDefinition['type'] }
export type ChangeRow = Selectable<DB['system.param_change']>

const rows = (reader: Reader) =>
  reader.selectFrom('system.param').selectAll().$narrowType<{ type: ParamDefinition['type'] }>()

/** All rows; a few dozen. */
export const paramRows = (reader: Reader): Promise<ParamRow[]> => rows(reader).orderBy('key').execute()

export const paramRow = (reader: Reader, key: string): Promise<ParamRow | undefined> =>
  rows(reader).where('key', '=', key).executeTakeFirst()

/**
 * The row, with a lock on its key until the transaction ends, since an unchanged parameter has no row to lock.
 */
export async function lockParam(tx: Transaction, key: string): Promise<ParamRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`param ${key}`}, 0))`.execute(tx)
  return paramRow(tx, key)
}

/** The *editable* flags that administrators set, by key. */
export async function editableFlags(reader: Reader): Promise<ReadonlyMap<string, boolean>> {
  const flags = await reader.selectFrom('system.param_editable').select(['key', 'editable']).execute()
  return new Map(flags.map(({ key, editable }) => [key, editable]))
}

export const setEditable = (tx: Transaction, flag: { key: string; editable: boolean; set_by: string; set_at: Date }) =>
  tx
    .insertInto('system.param_editable')
    .values(flag)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(flag))
    .execute()

export type ParamValues = {
  key: string
  type: ParamDefinition['type']
  value: string
  texts: Texts | null
  front_end_needed: boolean
  built_in: boolean
  updated_at: Date
  updated_by: string
  version: number
}

export const writeParam = (tx: Transaction, values: ParamValues) =>
  tx
    .insertInto('system.param')
    .values(values)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute()

/** @throws the unique index's error if the key is taken, ignoring case. */
export const insertParam = (tx: Transaction, values: ParamValues) =>
  tx.insertInto('system.param').values(values).execute()

export async function deleteParam(tx: Transaction, key: string): Promise<void> {
  await tx.deleteFrom('system.param').where('key', '=', key).execute()
  await tx.deleteFrom('system.param_editable').where('key', '=', key).execute()
}

export type NewChange = Pick<
  ChangeRow,
  'key' | 'version' | 'before' | 'after' | 'reason' | 'changed_by' | 'approved_by' | 'changed_at'
>

export const insertChange = (tx: Transaction, change: NewChange) =>
  tx.insertInto('system.param_change').values(change).execute()

/** The next version of a key; a parameter added again after its deletion continues counting. */
export async function nextVersion(tx: Transaction, key: string): Promise<number> {
  const { version } = await tx
    .selectFrom('system.param_change')
    .select(sql<number>`coalesce(max(version), 0) + 1`.as('version'))
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return version
}

const byId = { column: 'c.id', type: 'int' as const, of: (row: ChangeRow) => row.id }
const keyset: Keyset<ChangeRow> = { sorts: { at: byId }, defaultSort: '-at', id: byId, defaultSize: 20 }

/** One page of a parameter's changes, newest first. */
export const changePage = (from: Reading, key: string, request: PageRequest) =>
  pageOf<ChangeRow>(
    from,
    from.database.selectFrom('system.param_change as c').selectAll().where('c.key', '=', key),
    keyset,
    request,
    { key },
  )

export const changeById = (reader: Reader, key: string, id: number): Promise<ChangeRow | undefined> =>
  reader.selectFrom('system.param_change').selectAll().where('key', '=', key).where('id', '=', id).executeTakeFirst()
