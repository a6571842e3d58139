// Users with withdrawals, as payees of the sanctions screening.
import type { Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { ownerOfPayee } from '../accounts/payeeAccounts.queries.ts'
import { accountIfOpens } from '../accounts/payeeAccounts.sealed.ts'
import { type Bar, screenPayees } from '../sanctions/sanctions.screen.ts'
import type { Locked } from './withdrawals.queries.ts'

export type Barred = Bar | 'payout.accountUnreadable'

/** Screens the accounts of these withdrawals. @returns which must not be paid and why, by withdrawal */
export async function screenUsers(
  tx: Transaction,
  seals: Seals,
  now: Date,
  rows: readonly Locked[],
): Promise<Map<string, Barred>> {
  const opened = rows.map((row) => ({ row, account: accountIfOpens(seals, ownerOfPayee(row.userId), row.sealed) }))
  const payees = opened.map(({ row: { userId, nickname }, account }) => ({
    id: `user:${userId}`,
    name: nickname,
    // Nicknames are not names.
    names: [],
    account: account ?? null,
  }))
  const bars = await screenPayees(tx, now, payees)
  return new Map(
    opened.flatMap(({ row: { id, userId }, account }) => {
      const why = bars.get(`user:${userId}`) ?? (account === undefined ? 'payout.accountUnreadable' : undefined)
      return why === undefined ? [] : [[id, why] as const]
    }),
  )
}
