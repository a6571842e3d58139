// Operations on people's tokens: what was asked, and what it did to each.
import { type Selectable, sql } from 'kysely'
import type { DB, Reader, Transaction } from '../../../kit/database.ts'
import type { Direction } from './rules.ts'

export type Operation = Omit<Selectable<DB['users.grant_operation']>, 'direction'> & { direction: Direction }
export type Line = Omit<Selectable<DB['users.grant_line']>, 'operation_id'>

/** Elements of an array come as text, whatever the pool's parsers say. */
const operationOf = (row: Selectable<DB['users.grant_operation']> | undefined): Operation | undefined =>
  row && { ...row, direction: row.direction as Direction, user_ids: row.user_ids.map(BigInt) }

/** The operation as it was first asked: this one, or the one that took its id before. Waits for one that is on its way. */
export async function insertOperation(
  tx: Transaction,
  operation: Omit<Operation, 'reversed_at' | 'reversed_by'>,
): Promise<{ fresh: boolean; operation: Operation }> {
  const inserted = await tx
    .insertInto('users.grant_operation')
    .values({ ...operation, user_ids: sql<bigint[]>`${operation.user_ids}::bigint[]` })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  return { fresh: inserted !== undefined, operation: operationOf(inserted) ?? (await operationById(tx, operation.id))! }
}

const selected = (reader: Reader, id: string) =>
  reader.selectFrom('users.grant_operation').selectAll().where('id', '=', id)

export const operationById = async (reader: Reader, id: string): Promise<Operation | undefined> =>
  operationOf(await selected(reader, id).executeTakeFirst())

export const lockOperation = async (tx: Transaction, id: string): Promise<Operation | undefined> =>
  operationOf(await selected(tx, id).forUpdate().executeTakeFirst())

export const setApproval = (tx: Transaction, id: string, approvalId: string) =>
  tx.updateTable('users.grant_operation').set({ approval_id: approvalId }).where('id', '=', id).execute()

export const setApplied = (tx: Transaction, id: string, at: Date) =>
  tx.updateTable('users.grant_operation').set({ applied_at: at }).where('id', '=', id).execute()

export const setReversed = (tx: Transaction, id: string, at: Date, by: string) =>
  tx.updateTable('users.grant_operation').set({ reversed_at: at, reversed_by: by }).where('id', '=', id).execute()

export const linesOf = (reader: Reader, id: string): Promise<Line[]> =>
  reader
    .selectFrom('users.grant_line')
    .select(['user_id', 'refused', 'promo', 'paid', 'cost_micros', 'returned'])
    .where('operation_id', '=', id)
    .orderBy('user_id')
    .execute()

export const insertLines = (tx: Transaction, id: string, lines: readonly Line[]) =>
  tx
    .insertInto('users.grant_line')
    .values(lines.map((line) => ({ operation_id: id, ...line })))
    .execute()

export const setReturned = (tx: Transaction, id: string, returned: ReadonlyMap<bigint, bigint>) =>
  sql`
    update users.grant_line l set returned = r.tokens
      from unnest(${[...returned.keys()]}::bigint[], ${[...returned.values()]}::bigint[]) as r(user_id, tokens)
     where l.operation_id = ${id} and l.user_id = r.user_id`.execute(tx)
