// What bans do by themselves: they end, and stop who comes later to a banned device.
import type { Call } from '@greenroom/contract/call'
import { userBan, userUnban } from '@greenroom/contract/users'
import type { Round } from '../../../jobs/index.ts'
import type { Clock } from '../../../kit/clock.ts'
import { type Context, contextOf } from '../../../kit/context.ts'
import type { Database, Transaction } from '../../../kit/database.ts'
import { newId } from '../../../kit/random.ts'
import { standingOf } from '../rules.ts'
import { carryOut, standOn } from './change.ts'
import type { BanEffects } from './effects.ts'
import * as queries from './queries.ts'
import { type BanRow, type Change, grouped, ofDevice } from './rules.ts'

const atOnce = 200
// Filed where people are freed and banned; a round that finds nothing writes no entry.
const { operation: _, ...unban } = userUnban
const { operation: __, ...ban } = userBan

const systemContext = (database: Database, clock: Clock, call: Call): Context =>
  contextOf({
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

const bySystem = { by: 'system', actor: { id: null, username: 'system' } }

/** Runs `work`, a few hundred in one transaction, until it finds fewer. */
async function untilDone(context: () => Context, work: (tx: Transaction, context: Context) => Promise<number>) {
  for (let total = 0; ; ) {
    const one = context()
    const found = await one.tx((tx) => work(tx, one))
    total += found
    if (found < atOnce) return total
  }
}

/**
 * Ends every ban whose time has passed on the platform clock, logged as the system's.
 *
 * @returns how many.
 */
export const expireBans = (database: Database, clock: Clock, effects: BanEffects): Promise<number> =>
  untilDone(
    () => systemContext(database, clock, unban),
    async (tx, context) => {
      // Looked for before anybody is made to wait.
      if ((await queries.passedBans(tx, context.now, 1)).length === 0) return 0
      await queries.oneAtATime(tx)
      const bans = await queries.passedBans(tx, context.now, atOnce)
      if (bans.length === 0) return 0
      const userIds = [...new Set(bans.flatMap((one) => one.user_id ?? []))]
      const deviceIds = [...new Set(bans.flatMap((one) => one.device_id ?? []))]
      const ground = await standOn(tx, context, userIds, deviceIds)
      // What has passed ends in any change.
      const change: Change = { end: new Map(), add: [] }
      const deciding = {
        ...bySystem,
        reason: 'expired',
        named: new Set<bigint>(),
        how: 'expired',
        verb: 'unban',
      } as const
      await carryOut(tx, context, ground, change, deciding, effects)
      return bans.length
    },
  )

/**
 * Stops accounts that were seen on a banned device only after its ban (product.md section 8: it stops every account on the
 * device), as long as the device is banned.
 *
 * @returns how many.
 */
export const stopNewcomers = (database: Database, clock: Clock, effects: BanEffects): Promise<number> =>
  untilDone(
    () => systemContext(database, clock, ban),
    async (tx, context) => {
      if ((await queries.newcomers(tx, context.now, 1)).length === 0) return 0
      await queries.oneAtATime(tx)
      const pairs = await queries.newcomers(tx, context.now, atOnce)
      if (pairs.length === 0) return 0
      const deviceIds = [...new Set(pairs.map((pair) => pair.device_id))]
      const ground = await standOn(tx, context, [], deviceIds)
      const devices = grouped(ground.open.filter(ofDevice), (one) => one.device_id)
      const add = pairs.flatMap(({ user_id, device_id }): BanRow[] => {
        const bans = devices.get(device_id) ?? []
        const { state, until } = standingOf(bans, context.now)
        const reason = bans.at(-1)?.reason ?? ''
        return state === 'normal'
          ? []
          : [{ id: newId(context.now), user_id, device_id, kind: 'device', until, reason, cause: null }]
      })
      const deciding = {
        ...bySystem,
        reason: 'on a banned device',
        named: new Set<bigint>(),
        how: 'lifted',
        verb: 'ban',
      } as const
      await carryOut(tx, context, ground, { end: new Map(), add }, deciding, effects)
      return add.length
    },
  )

export const banRounds = (options: { database: Database; clock: Clock; effects: BanEffects }): Round[] => {
  const round = (name: string, milliseconds: number, work: typeof expireBans): Round => ({
    name,
    milliseconds,
    run: async () => {
      await work(options.database, options.clock, options.effects)
    },
  })
  return [round('users-expire-bans', 2_000, expireBans), round('users-stop-newcomers', 5_000, stopNewcomers)]
}
