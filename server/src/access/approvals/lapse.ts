// The round that ends what waited too long, also where nobody looks.
import { approvalDecide } from '@greenroom/contract/system'
import type { Clock } from '../../kit/clock.ts'
import { contextOf } from '../../kit/context.ts'
import type { Database } from '../../kit/database.ts'
import { newId } from '../../kit/random.ts'
import { lockExpired } from './queries.ts'
import { lapse } from './service.ts'

const atOnce = 200
// Filed where people decide; the entries carry their own operation, and a round that finds nothing writes none.
const { operation: _, ...call } = approvalDecide

/**
 * Lapses every approval whose time has passed on the platform clock, a few hundred in one transaction.
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
