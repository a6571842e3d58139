// Operations on people's tokens: requests, and results per user.

import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { userGrantList } from '@greenroom/contract/users'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Keyset, Sort } from '../../../kit/database/paging.ts'
import { amongIds, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { personColumn } from '../person/personRef.ts'
import type { Direction } from './grant.rules.ts'

export type Operation = Omit<Selectable<DB['users.grant_operation']>, 'direction'> & { direction: Direction }
export type Line = Omit<Selectable<DB['users.grant_line']>, 'operation_id'>

/** Elements of an array arrive as text, regardless of the pool's parsers. */
const operationOf = (row: Selectable<DB['users.grant_operation']> | undefined): Operation | undefined =>
  row && { ...row, direction: row.direction as Direction, user_ids: row.user_ids.map(BigInt) }

/** The operation as first requested: this one, or an earlier one with its id. Waits for a concurrent one. */
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

type MovedBefore = { userId: bigint; tokens: bigint; by: string; at: Date; pending: boolean }

/** What was moved this way for these users since then, or waits, the newest first: at most five. */
export async function movedSince(
  reader: Reader,
  since: Date,
  userIds: readonly bigint[],
  direction: Direction,
): Promise<MovedBefore[]> {
  const { rows } = await sql<MovedBefore>`
    select u.id as "userId", o.tokens, o.by, o.at, o.applied_at is null as pending
      from users.grant_operation o
      cross join lateral unnest(o.user_ids) as u(id)
      left join access.approval a on a.id = o.approval_id
     where o.user_ids && ${userIds}::bigint[] and u.id = any(${userIds}::bigint[])
       and o.direction = ${direction} and o.at > ${since} and o.reversed_at is null
       and (o.applied_at is not null or a.state = 'pending')
     order by o.at desc, u.id limit 5`.execute(reader)
  return rows
}

/** Those of the operations `ids` that are for one of `userIds`, the newest first. */
export async function operationsFor(
  reader: Reader,
  ids: readonly string[],
  userIds: readonly bigint[],
): Promise<Operation[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('users.grant_operation')
    .selectAll()
    .where('id', 'in', ids)
    .where(sql<boolean>`user_ids && ${userIds}::bigint[]`)
    .orderBy('at', 'desc')
    .execute()
  return rows.map((row) => operationOf(row)!)
}

export type OperationRow = Selectable<DB['users.grant_operation']> & { user: PersonRef | null }

const byId: Sort<OperationRow> = { column: 'o.id', type: 'uuid', of: (row) => row.id }
const keyset: Keyset<OperationRow> = {
  sorts: { at: { column: 'o.at', type: 'timestamptz', of: (row) => row.at } },
  defaultSort: '-at',
  id: byId,
  defaultSize: 20,
}

const filters: Filters<typeof userGrantList> = {
  by: equals('o.by'),
  userId: amongIds({
    of: (ids) => sql`o.user_ids && ${[...ids]}::bigint[]`,
    holding: (id) => sql`o.user_ids @> array[${id}]`,
  }),
  ...span('o.at'),
}

/** One page of operations; `user` is set if it is for a single user. */
export const operationPage = (context: Context, payload: Parsed<typeof userGrantList>) =>
  narrowedPage<OperationRow, typeof payload>(
    context,
    context.database
      .selectFrom('users.grant_operation as o')
      .selectAll('o')
      .select(
        sql<PersonRef | null>`
          (select ${personColumn('u.id', 'u')} from users.app_user u where o.people = 1 and u.id = o.user_ids[1])`.as(
          'user',
        ),
      ),
    filters,
    keyset,
    payload,
  )
