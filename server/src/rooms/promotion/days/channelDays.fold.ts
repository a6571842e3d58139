// Folds committed facts into channel days.
import { type Database, inTransaction } from '../../../kit/database/database.ts'
import { textOf } from '../../../kit/time.ts'
import { lockLines, refreshLines } from '../promoters/promoterSettle.refresh.ts'
import * as queries from './channelDays.queries.ts'

/** Facts dequeued per transaction. */
const factsAtOnce = 5_000

/**
 * Recounts the days touched by facts, a batch at a time. A fact is taken off the queue in the
 * transaction that counts its day, so none is lost and none counts twice; promoters' open lines follow in it. If the platform's zone
 * differs from the days', all are recounted.
 *
 * @returns true if more is left.
 */
export const foldChannelDays = (
  database: Database,
  { now, zone, facts = factsAtOnce }: { now: Date; zone: string; facts?: number },
): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    await queries.lockDays(tx)
    const before = await queries.zoneOfDays(tx)
    if (before !== zone) await queries.restartFold(tx, zone)
    const { count, days } = await queries.takeQueuedDays(tx, zone, facts)
    await queries.countDays(tx, zone, days)
    const today = textOf(now, zone).slice(0, 10)
    const changed = [...days, ...(await queries.ensureFixedDays(tx, today))]
    if (changed.length > 0) {
      await queries.priceDays(tx, changed)
      await lockLines(tx)
      await refreshLines(
        tx,
        changed.map(({ day }) => day),
        { zone, now, today },
      )
    }
    return count === facts
  })
