// Two clocks. Business time belongs to the platform: it may be offset and run faster, so that a simulated day passes in
// minutes. Sessions, codes and signatures use wall time.
import type { Kysely } from 'kysely'
import { type DB, transactionsSoFar } from './database/database.ts'
import { openSnapshot } from './database/tableCopy.ts'

/** Wall time, in whole milliseconds. */
export const wallNow = (): Date => new Date()

export type Clock = {
  /** Business time now. */
  now(): Date
  /** Reloads offset and rate; this also happens every few seconds. */
  refresh(): Promise<void>
  close(): void
}

/** The platform clock as set in `kit.clock`, reloaded every `pollMilliseconds`. */
export async function platformClock(database: Kysely<DB>, pollMilliseconds: number): Promise<Clock> {
  let wallAt = 0
  let platformAt = 0
  let rate = 1
  const snapshot = await openSnapshot(
    async () => {
      const row = await database.selectFrom('kit.clock').selectAll().executeTakeFirstOrThrow()
      wallAt = row.wall_at.getTime()
      platformAt = row.platform_at.getTime()
      rate = row.rate
    },
    pollMilliseconds,
    () => transactionsSoFar(database),
  )
  return {
    refresh: snapshot.refresh,
    now: () => new Date(Math.round(platformAt + (Date.now() - wallAt) * rate)),
    close: snapshot.close,
  }
}
