// The job that expires overdue requests, so that expiry doesn't depend on someone opening the list.
import { approvalDecide } from '@greenroom/contract/system'
import type { Clock } from '../../kit/clock.ts'
import { contextOf } from '../../kit/context.ts'
import type { Database } from '../../kit/database.ts'
import { newId } from '../../kit/random.ts'
import { lockExpired } from './queries.ts'
import { lapse } from './service.ts'

const atOnce = 200
// Filed under the decision's call; entries carry their own operation, and a run that finds nothing writes none.
const { operation: _, ...call } = approvalDecide

/**
 * Expires every overdue approval by platform time, a few hundred per transaction.
 *
 * @returns how many.
 */
export async function lapseApprovals(database: Database, clock: Clock): Promise<number> {
  for (let total = 0; ; ) {
    const context = contextOf({
      call,
      requestId: newId(clock.now()),
      ip: '',
      userAgent: '',
      language: 'en',
      timeZone: 'UTC',
      database,
      caller: null,
      clock,
    })
    const lapsed = await context.tx(async (tx) => {
      const rows = await lockExpired(tx, context.now, atOnce)
      await lapse(tx, context, rows)
      return rows.length
    })
    total += lapsed
    if (lapsed < atOnce) return total
  }
}
