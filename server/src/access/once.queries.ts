import { type Selectable, sql } from 'kysely'
import type { Database, DB, Reader, Transaction } from '../kit/database/database.ts'

export type OperationKey = { account: number; call: string; id: string }
export type Operation = Selectable<DB['access.operation']>

/** What was done under this id. */
export const operationOf = (reader: Reader, key: OperationKey): Promise<Operation | undefined> =>
  reader
    .selectFrom('access.operation')
    .selectAll()
    .where('account', '=', key.account)
    .where('call', '=', key.call)
    .where('id', '=', key.id)
    .executeTakeFirst()

/** Waits for another transaction that has begun it. @returns false if it was done */
export async function begin(tx: Transaction, key: OperationKey, payload: Buffer, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into access.operation (account, call, id, payload, at)
    values (${key.account}, ${key.call}, ${key.id}, ${payload}, ${at})
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** Keeps the answer. */
export const keep = (database: Database, key: OperationKey, answer: object, told: boolean) =>
  database
    .updateTable('access.operation')
    .set({ answer: sql`${JSON.stringify(answer)}::json`, told })
    .where('account', '=', key.account)
    .where('call', '=', key.call)
    .where('id', '=', key.id)
    .execute()

export const forget = (database: Database, key: OperationKey) =>
  database
    .deleteFrom('access.operation')
    .where('account', '=', key.account)
    .where('call', '=', key.call)
    .where('id', '=', key.id)
    .execute()
