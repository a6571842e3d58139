// Bans that end by themselves.
import { userUnban } from '@greenroom/contract/users'
import type { Clock } from '../../../kit/clock.ts'
import { contextOf } from '../../../kit/context.ts'
import type { Database } from '../../../kit/database.ts'
import { newId } from '../../../kit/random.ts'
import { carryOut, standOn } from './change.ts'
import type { BanEffects } from './effects.ts'
import * as queries from './queries.ts'
import type { Change } from './rules.ts'

const atOnce = 200
// Filed where people are freed; a round that finds nothing writes no entry.
const { operation: _, ...call } = userUnban

/**
 * Ends every ban whose time has passed on the platform clock, a few hundred in one transaction, logged as the system's.
 *
 * @returns how many.
 */
export async function expireBans(database: Database, clock: Clock, effects: BanEffects): Promise<number> {
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
    const passed = await context.tx(async (tx) => {
      await queries.oneAtATime(tx)
      const bans = await queries.passedBans(tx, context.now, atOnce)
      if (bans.length === 0) return 0
      const userIds = [...new Set(bans.flatMap((ban) => ban.user_id ?? []))]
      const deviceIds = [...new Set(bans.flatMap((ban) => ban.device_id ?? []))]
      const ground = await standOn(tx, context, userIds, deviceIds)
      // What has passed ends in any change.
      const change: Change = { end: new Map(), add: [] }
      await carryOut(
        tx,
        context,
        ground,
        change,
        {
          by: 'system',
          reason: 'expired',
          named: new Set(),
          how: 'expired',
          verb: 'unban',
          actor: { id: null, username: 'system' },
        },
        effects,
      )
      return bans.length
    })
    total += passed
    if (passed < atOnce) return total
  }
}
