// How many entries there are at least, from what accounts know of themselves: of frequent ones none needs to be looked at.
import { limits } from '@greenroom/contract/limits'
import { sql } from 'kysely'
import type { Reader } from '../kit/database.ts'
import { allOf, type EntryFilters, ofAccount } from './entry-source.ts'

/**
 * So many entries match for certain. Nothing of the ledger goes away, so that sums over accounts that are older than the
 * newest entries are too small, never too large: the version of an account that keeps one counts its entries, and of the
 * platform's their days are folded.
 */
export async function entriesAtLeast(reader: Reader, where: EntryFilters): Promise<number> {
  const { kind, reference, span } = where
  if ((kind ?? reference ?? span?.from ?? span?.to) !== undefined) return 0
  const conditions = allOf(ofAccount(where))
  // Of a currency alone the platform's legs are many enough, and people's accounts are not found by it.
  const isOfOwners = where.owner !== undefined || where.purpose !== undefined
  const { rows } = await sql<{ entries: number }>`
    select coalesce((
             select sum(version)
               from (select version from ledger.account a where ${conditions} and not derived
                      limit ${isOfOwners ? limits.exactTotal + 1 : 0}) owned), 0)::float8
         + coalesce((
             select sum(f.entries) from ledger.account a join ledger.folded f on f.account_id = a.id
              where a.derived and a.owner = 'platform' and ${conditions}), 0)::float8 as entries`.execute(reader)
  return rows[0]!.entries
}
