// Changes of ordinary records: each locks, checks the version, writes, and logs before and after, in the caller's transaction. Screens with
// rules of their own call these; the others are served by `verbs.ts`.
import { namesOf } from '@greenroom/contract/localized'
import type { Change } from '@greenroom/contract/sentences/words'
import { sql, type Updateable } from 'kysely'
import { type Context, staffOf } from '../kit/calls/context.ts'
import { Refusal } from '../kit/calls/refusal.ts'
import { staleWrite } from '../kit/calls/stale.ts'
import type { DB, Transaction } from '../kit/database/database.ts'
import { recordMany } from '../log/index.ts'
import { anyTable, type Changed, type Loose, ownRows, type Place, type Resource, type Row } from './records.resource.ts'

type RowOf<R extends Resource> = R extends Resource<infer T> ? Row<T> : never
type Values<R extends Resource> = R extends Resource<infer T> ? Updateable<DB[T]> : never

const touched = (context: Context) => ({ updated_by: staffOf(context).username, updated_at: context.now })

/** Who adds a row, for tables that store it. */
export const createdBy = (context: Context) => ({ created_by: staffOf(context).username, created_at: context.now })

/** Logs each row of a change, and applies the change's effects. */
async function noted<R extends Resource>(
  tx: Transaction,
  context: Context,
  of: R,
  change: Change,
  rows: Changed<RowOf<R>>[],
  reason?: string,
): Promise<void> {
  await recordMany(
    tx,
    context,
    rows.map(({ before, after }) => {
      const row = (after ?? before)!
      return {
        target: `${of.noun} ${row[of.id.column]}`,
        content: of.sentence([row], change),
        before: before && of.view(before),
        after: after && of.view(after),
        reason,
      }
    }),
  )
  if (rows.length > 0) await of.changed?.(tx, context, rows)
}

const columnOf = (place: Place): string => (typeof place === 'string' ? place : place[0])
const valueAt = (values: Loose, place: Place): unknown =>
  typeof place === 'string' ? values[place] : namesOf(values[place[0]])[place[1]]

/** The existing ones of `ids`, locked in key order. */
export const lockRows = async <R extends Resource>(
  tx: Transaction,
  of: R,
  ids: readonly unknown[],
): Promise<Map<unknown, RowOf<R>>> => {
  const rows = await anyTable(tx)
    .selectFrom(`${of.table} as t`)
    .selectAll()
    .where(of.id.column, 'in', ids)
    .where(ownRows(of, 't'))
    .orderBy(of.id.column)
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row[of.id.column], row as RowOf<R>]))
}

/**
 * The row, locked, at the version that was edited.
 *
 * @param sent the columns about to be written: a stale write reports which of them have changed.
 * @throws Refusal 10032 for an unknown id, 20000 for a stale version.
 */
export async function lockAt<R extends Resource>(
  tx: Transaction,
  of: R,
  id: unknown,
  version: number,
  sent: Values<R>,
): Promise<RowOf<R>> {
  const row = (await lockRows(tx, of, [id])).get(id) as Loose | undefined
  if (!row) throw new Refusal(10032)
  if (row['version'] !== version) {
    const fields = Object.entries<Place>(of.fields).filter(([, place]) => columnOf(place) in sent)
    const valuesIn = (values: Loose) =>
      Object.fromEntries(fields.map(([field, place]) => [field, valueAt(values, place)]))
    throw staleWrite(
      { by: row['updated_by'], at: row['updated_at'], version: row['version'] },
      valuesIn(row),
      valuesIn(sent),
    )
  }
  return row as RowOf<R>
}

/** Adds a row. */
export async function addRow<R extends Resource>(
  tx: Transaction,
  context: Context,
  of: R,
  values: Values<R>,
): Promise<RowOf<R>> {
  const after = (await anyTable(tx)
    .insertInto(of.table)
    .values({ ...values, ...touched(context) })
    .returningAll()
    .executeTakeFirstOrThrow()) as RowOf<R>
  await noted(tx, context, of, 'added', [{ before: null, after }])
  return after
}

/** Writes the same columns of locked rows. */
export async function changeRows<R extends Resource>(
  tx: Transaction,
  context: Context,
  of: R,
  rows: readonly RowOf<R>[],
  values: Values<R>,
  change: Change,
): Promise<RowOf<R>[]> {
  if (rows.length === 0) return []
  const before = new Map(rows.map((row) => [row[of.id.column], row]))
  const after = (await anyTable(tx)
    .updateTable(of.table)
    .set({ ...values, ...touched(context), version: sql<number>`version + 1` })
    .where(of.id.column, 'in', [...before.keys()])
    .returningAll()
    .execute()) as RowOf<R>[]
  const changed = after.map((row) => ({ before: before.get(row[of.id.column])!, after: row }))
  await noted(tx, context, of, change, changed)
  return after
}

/** Deletes locked rows. */
export async function deleteRows<R extends Resource>(
  tx: Transaction,
  context: Context,
  of: R,
  rows: readonly RowOf<R>[],
  reason: string,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row[of.id.column])
  await anyTable(tx).deleteFrom(of.table).where(of.id.column, 'in', ids).execute()
  await noted(
    tx,
    context,
    of,
    'deleted',
    rows.map((before) => ({ before, after: null })),
    reason,
  )
}
