// The job that expires overdue requests, so that expiry doesn't depend on someone opening the list.
import { approvalDecide } from '@greenroom/contract/system'
import type { Clock } from '../../kit/clock.ts'
import { systemContext } from '../../kit/context.ts'
import type { Database } from '../../kit/database.ts'
import { lockExpired } from './queries.ts'
import { lapse } from './service.ts'

const atOnce = 200

/**
 * Expires every overdue approval by platform time, a few hundred per transaction.
 *
 * @returns how many.
 */
export async function lapseApprovals(database: Database, clock: Clock): Promise<number> {
  for (let total = 0; ; ) {
    const context = systemContext(approvalDecide, { database, clock })
    const lapsed = await context.tx(async (tx) => {
      const rows = await lockExpired(tx, context.now, atOnce)
      await lapse(tx, context, rows)
      return rows.length
    })
    total += lapsed
    if (lapsed < atOnce) return total
  }
}
