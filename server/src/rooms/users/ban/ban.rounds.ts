// Background rounds of bans: end expired ones, follow crowded devices, and ban users seen later on a banned device.
import { userBan, userUnban } from '@greenroom/contract/users'
import { type Pace, type Round, untilWritten } from '../../../jobs/index.ts'
import { type Context, system, systemContext } from '../../../kit/calls/context.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Database, Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { banStateOf } from '../users.rules.ts'
import { carryOut, lockBanScope, lockTheseOnly } from './ban.change.ts'
import type { BanEffects } from './ban.effects.ts'
import * as queries from './ban.queries.ts'
import { type BanRow, type Change, grouped, ofDevice } from './ban.rules.ts'

const atOnce = 200
const partsATurn = 10

const bySystem = { by: system.username, actor: system }

/** Runs `work`, which takes up to `atOnce` in one transaction, until it finds fewer. */
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
    () => systemContext(userUnban, { database, clock }),
    async (tx, context) => {
      // Checked before taking locks.
      if ((await queries.passedBans(tx, context.now, 1)).length === 0) return 0
      await queries.oneAtATime(tx)
      const bans = await queries.passedBans(tx, context.now, atOnce)
      if (bans.length === 0) return 0
      const userIds = [...new Set(bans.flatMap((one) => one.user_id ?? []))]
      const deviceIds = [...new Set(bans.flatMap((one) => one.device_id ?? []))]
      const scope = await lockBanScope(tx, context, userIds, deviceIds)
      // Every change ends expired bans.
      const change: Change = { end: new Map(), add: [] }
      const deciding = {
        ...bySystem,
        reason: 'expired',
        named: new Set<bigint>(),
        how: 'expired',
        verb: 'unban',
      } as const
      await carryOut(tx, context, scope, change, deciding, effects)
      return bans.length
    },
  )

/**
 * Bans accounts first seen on a banned device after its ban (it stops every account on the device).
 *
 * @returns how many.
 */
export const stopNewcomers = (database: Database, clock: Clock, effects: BanEffects): Promise<number> =>
  untilDone(
    () => systemContext(userBan, { database, clock }),
    async (tx, context) => {
      if ((await queries.newcomers(tx, context.now, 1)).length === 0) return 0
      await queries.oneAtATime(tx)
      const pairs = await queries.newcomers(tx, context.now, atOnce)
      if (pairs.length === 0) return 0
      const deviceIds = [...new Set(pairs.map((pair) => pair.device_id))]
      const userIds = pairs.map((pair) => pair.user_id)
      const scope = await lockTheseOnly(tx, context, [...new Set(userIds)], deviceIds)
      const devices = grouped(scope.open.filter(ofDevice), (one) => one.device_id)
      const add = pairs.flatMap(({ user_id, device_id }): BanRow[] => {
        const bans = devices.get(device_id) ?? []
        const { state, until } = banStateOf(bans, context.now)
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
      await carryOut(tx, context, scope, { end: new Map(), add }, deciding, effects)
      return add.length
    },
  )

/**
 * Updates the users of crowded devices, a batch per transaction: bans them with a banned device, unbans them with an unbanned one, and
 * adjusts the ends of their bans, on behalf of the decider. Each batch stores its last user's id, to continue there after a crash. A turn
 * ends after a few batches, so that shutdown need not wait long.
 *
 * @returns how many users were processed.
 */
export async function followCrowded(database: Database, clock: Clock, effects: BanEffects): Promise<number> {
  let total = 0
  for (let part = 0; part < partsATurn && (await queries.nextFollow(database)); part++) {
    const context = systemContext(userBan, { database, clock })
    total += await context.tx(async (tx) => {
      await queries.oneAtATime(tx)
      const follow = await queries.nextFollow(tx)
      return follow ? followOne(tx, context, follow, effects) : 0
    })
  }
  return total
}

async function followOne(
  tx: Transaction,
  context: Context,
  { device_id, after, verb, how, reason, by, staff_id, since }: queries.Follow,
  effects: BanEffects,
): Promise<number> {
  const userIds = await queries.usersAfter(tx, device_id, after, atOnce)
  const scope = await lockTheseOnly(tx, context, userIds, [device_id])
  const device = scope.open.filter((one) => ofDevice(one) && one.device_id === device_id)
  const { state, until } = banStateOf(device, context.now)
  const begins = verb === 'ban' && state !== 'normal'
  const toStop = begins ? await queries.notYetStopped(tx, device_id, since, userIds) : []
  const add = toStop
    .filter((id) => scope.people.has(id) && !scope.spared.has(id))
    .map((user_id): BanRow => {
      const id = newId(context.now)
      return { id, user_id, device_id, kind: 'device', until, reason: device.at(-1)?.reason ?? reason, cause: null }
    })
  const deciding = { by, reason, named: new Set<bigint>(), how, verb, actor: { id: staff_id, username: by } }
  await carryOut(tx, context, scope, { end: new Map(), add }, deciding, effects)
  const last = userIds.at(-1)
  if (last === undefined || userIds.length < atOnce) await queries.endFollow(tx, device_id)
  else await queries.advanceFollow(tx, device_id, last)
  return userIds.length
}

export const banRounds = (options: { database: Database; clock: Clock; effects: BanEffects }): Round[] => {
  const round = (name: string, pace: Pace, work: typeof expireBans): Round => ({
    name,
    ...untilWritten,
    ...pace,
    run: async () => {
      await work(options.database, options.clock, options.effects)
    },
  })
  return [
    round(
      'users-expire-bans',
      { milliseconds: 2_000, nextDue: () => queries.nextToPass(options.database) },
      expireBans,
    ),
    round('users-stop-newcomers', { milliseconds: 5_000 }, stopNewcomers),
    round('users-follow-devices', { milliseconds: 1_000 }, followCrowded),
  ]
}
