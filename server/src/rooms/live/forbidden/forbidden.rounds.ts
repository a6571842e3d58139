// Background rounds of broadcast bans: end expired ones, and end broadcasts that started while a ban began.
import { liveAllow } from '@greenroom/contract/live'
import { type Context, systemContext } from '../../../kit/calls/context.ts'
import type { Clock } from '../../../kit/clock.ts'
import { type Database, inTransaction } from '../../../kit/database/database.ts'
import { endIn, stopForbidden } from './forbidden.change.ts'
import * as queries from './forbidden.queries.ts'

type Shared = { database: Database; clock: Clock }

const atOnce = 200

/** Ends bans that have expired by the platform's clock, logged as the system's; returns how many. */
const expireSome = (context: Context): Promise<number> =>
  context.tx(async (tx) => {
    const passed = await queries.passedForbids(tx, context.now, atOnce)
    if (passed.length === 0) return 0
    const userIds = passed.map((one) => one.user_id)
    await queries.lockBroadcasters(tx, userIds)
    const ids = new Set(passed.map((one) => one.id))
    const open = (await queries.openForbids(tx, userIds)).filter((one) => ids.has(one.id))
    if (open.length > 0) await endIn(tx, context, open, { how: 'expired', by: 'system', reason: 'expired' })
    return passed.length
  })

/** Ends broadcasts of banned users; returns how many users were checked. */
const stopSome = ({ database, clock }: Shared): Promise<number> =>
  inTransaction(database, async (tx) => {
    const now = clock.now()
    const userIds = await queries.forbiddenOnAir(tx, now, atOnce)
    if (userIds.length > 0) await stopForbidden(tx, now, userIds)
    return userIds.length
  })

export async function sweepForbids(shared: Shared): Promise<void> {
  while ((await expireSome(systemContext(liveAllow, shared))) === atOnce);
  while ((await stopSome(shared)) === atOnce);
}
