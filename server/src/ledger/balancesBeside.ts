// Balances that a query reads beside its own rows, so that the posting that follows is planned on them and takes one round trip.
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../kit/database/database.ts'
import { cacheOf } from './cache.ts'
import type { AccountKey } from './ledger.accounts.ts'
import type { Balance } from './ledger.types.ts'
import { accountsAmong, linesOf, readBalance } from './store.ts'

/** An expression: the accounts among `keys` that exist, one a line. None may be the platform's. */
export const seenBalances = (keys: readonly AccountKey[]): RawBuilder<string | null> => sql<string | null>`(
  select string_agg(concat_ws(' ', a.id, a.posted, a.reserved, a.cost_micros, a.owner || '/' || a.purpose || '/' || a.currency), E'\\n')
    from ${accountsAmong(keys)})`

/**
 * Remembers what `seenBalances` read in a transaction that has posted nothing yet. It affects speed only: a posting compares balances
 * before it writes.
 *
 * @returns the balances by the accounts' names.
 */
export function rememberSeen(tx: Transaction, seen: string | null): ReadonlyMap<string, Balance> {
  const cache = cacheOf(tx)
  return new Map(
    linesOf(seen).map((line) => {
      const { id, name, balance } = readBalance(line)
      cache.rememberSeen(name, id, balance)
      return [name, balance]
    }),
  )
}
