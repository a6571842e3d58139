import { anyUnseen } from '../../../kit/database/anyOf.ts'
import { runLater, type Transaction } from '../../../kit/database/database.ts'
import type { FlagColumn } from './userFlag.rules.ts'

/** Sets or clears a flag of these users. */
export const setFlag = (tx: Transaction, ids: readonly bigint[], column: FlagColumn, on: boolean) =>
  runLater(
    tx,
    tx
      .updateTable('users.app_user')
      .set((eb) => ({ [column]: on, version: eb('version', '+', 1) }))
      .where('id', '=', anyUnseen(ids, 'bigint')),
  )
