// Users' sums: the fold, and the screen's queries.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { userStatList } from '@greenroom/contract/finance'
import type { Context } from '../../../kit/calls/context.ts'
import { type Database, inTransaction, type Transaction } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { spanOf } from '../../../kit/time.ts'
import { readEntries } from '../../../ledger/index.ts'
import { addMoves, readerName, restartFold, type Sums, statPage, zoneOfSums } from './userStat.queries.ts'
import { segmentsOf } from './userStat.rules.ts'

/**
 * How many entries one transaction folds, in some two seconds. A user's day, month and total are corrected once in each, so the more it
 * has, the less an entry costs.
 */
const entriesAtOnce = 40_000

/**
 * Folds a part of the committed entries into users' sums. After a change of the platform's zone, all are folded again.
 *
 * @returns true if more are waiting.
 */
export async function foldUserSums(database: Database, zone: string): Promise<boolean> {
  if ((await zoneOfSums(database)) !== zone) await inTransaction(database, (tx) => restartFold(tx, zone))
  // Another process may have restarted the fold in between.
  const isReady = async (tx: Transaction) => (await zoneOfSums(tx)) === zone
  return readEntries(database, { reader: readerName, atOnce: entriesAtOnce, isReady }, (tx, part) =>
    addMoves(tx, part, zone),
  )
}

const shown = (row: Sums) => ({
  rechargedCents: Number(row.recharged_cents),
  recharges: Number(row.recharges),
  refundedCents: Number(row.refunded_cents),
  refunds: Number(row.refunds),
  spentTokens: Number(row.spent_tokens),
  earnedBonus: Number(row.earned_bonus),
  withdrawnCents: Number(row.withdrawn_cents),
  withdrawnBonus: Number(row.withdrawn_bonus),
  withdrawals: Number(row.withdrawals),
})

/** Days count as a whole; hours are ignored. @throws Refusal 10009 for a span that ends before it begins. */
export async function stats(
  context: Context,
  payload: Parsed<typeof userStatList>,
): Promise<Answer<typeof userStatList>> {
  spanOf(payload, context.timeZone)
  const segments = segmentsOf({ from: payload.startTimeStr?.slice(0, 10), to: payload.endTimeStr?.slice(0, 10) })
  const { page, totals } = await statPage(context, segments, payload)
  return {
    ...mapPage(page, (row) => ({ user: row.user, country: row.country, ...shown(row) })),
    totals: { users: Number(totals.users), ...shown(totals) },
  }
}
