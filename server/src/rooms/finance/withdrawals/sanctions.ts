// Users with withdrawals, as payees of the sanctions screening.
import type { Transaction } from '../../../kit/database.ts'
import type { Seals } from '../../../kit/seal/index.ts'
import { ownerOfPayee } from '../accounts/queries.ts'
import { openAccount } from '../accounts/sealed.ts'
import { type Bar, screenPayees } from '../sanctions/screen.ts'
import type { Locked } from './queries.ts'

/** Screens the accounts of these withdrawals. @returns payees who must not be paid, by `user:5` */
export const screenUsers = (
  tx: Transaction,
  seals: Seals,
  now: Date,
  rows: readonly Locked[],
): Promise<Map<string, Bar>> =>
  screenPayees(
    tx,
    now,
    rows.map(({ userId, nickname, sealed }) => ({
      id: `user:${userId}`,
      name: nickname,
      // Nicknames are not names.
      names: [],
      account: openAccount(seals, ownerOfPayee(userId), sealed),
    })),
  )
