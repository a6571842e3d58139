// Entries, transfers and balances. Platform data: guild and agent callers find none.
import type { Context, Scope } from '../../kit/calls/context.ts'
import type { Reader } from '../../kit/database/database.ts'
import type { Page, PageRequest } from '../../kit/database/paging.ts'
import {
  type AskedAccount,
  type BalanceAt,
  balanceAt,
  type Entry,
  type EntryFilters,
  entryPage,
  type TransferFilters,
  type TransferInfo,
  type TransferRow,
  transferById,
  transferPage,
  withoutAccount,
} from '../../ledger/index.ts'

/** An owner that does not exist, so that nothing matches. */
const nobody = '-'

/** One page of entries, newest first; the cursor is bound to `filters` as sent. */
export const entries = (
  context: Context,
  where: EntryFilters,
  request: PageRequest,
  filters: unknown,
): Promise<Page<Entry>> =>
  entryPage(context, context.scope.kind === 'platform' ? where : { ...where, owner: nobody }, request, filters)

/** One page of transfers, newest first; the cursor is bound to `filters` as sent. */
export const transfers = (
  context: Context,
  where: TransferFilters,
  request: PageRequest,
  filters: unknown,
): Promise<Page<TransferRow>> =>
  transferPage(context, context.scope.kind === 'platform' ? where : { ...where, owner: nobody }, request, filters)

export const transfer = async (reader: Reader, scope: Scope, id: string): Promise<TransferInfo | undefined> =>
  scope.kind === 'platform' ? transferById(reader, id) : undefined

export const balance = async (
  reader: Reader,
  scope: Scope,
  key: AskedAccount,
  now: Date,
  at: Date | undefined,
): Promise<BalanceAt | undefined> => (scope.kind === 'platform' ? balanceAt(reader, key, now, at) : undefined)

/** Those of the users who have no account in the ledger, so no entry either. */
export async function usersWithoutAccount(reader: Reader, ids: readonly number[]): Promise<number[]> {
  const unknown = new Set(
    await withoutAccount(
      reader,
      ids.map((id) => `user:${id}`),
    ),
  )
  return ids.filter((id) => unknown.has(`user:${id}`))
}
