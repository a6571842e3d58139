import { runPrepared, type Transaction } from '../../../kit/database.ts'
import { anyOf } from '../../../kit/rows.ts'
import type { FlagColumn } from './rules.ts'

/** Sets or takes a flag of these people. */
export const setFlag = (tx: Transaction, ids: readonly bigint[], column: FlagColumn, on: boolean) =>
  runPrepared(
    tx,
    tx
      .updateTable('users.app_user')
      .set((eb) => ({ [column]: on, version: eb('version', '+', 1) }))
      .where('id', '=', anyOf(ids)),
  )
