// Bans and frees people and devices: one transaction a verb, one outcome each.
import type { Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/users'
import { batch, chosen, done, isByHand, notDone, type Outcome, refusalOfOutcome } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { endOfBan, extendsBans, inForce, replaces } from '../users.rules.ts'
import { type BanScope, carryOut, lockBanScope } from './ban.change.ts'
import type { BanEffects } from './ban.effects.ts'
import * as queries from './ban.queries.ts'
import { type BanRow, type Change, ofDevice, ofPerson } from './ban.rules.ts'

const nothing = (): Change => ({ end: new Map(), add: [] })

/** Ends a ban and the device bans it caused. */
function endWithAll(scope: BanScope, change: Change, ban: BanRow, how: 'lifted' | 'replaced'): void {
  change.end.set(ban.id, how)
  for (const led of scope.open) if (led.cause === ban.id) change.end.set(led.id, how)
}

const who = (context: Context, reason: string, named: readonly bigint[]) => ({
  by: staffOf(context).username,
  reason,
  named: new Set(named),
  how: 'lifted' as const,
})

/** How to ban, for how many hours (0 is permanent) and why. */
type BanInput = Pick<Parsed<typeof calls.userBan>, 'kind' | 'hours' | 'reason'>

/** Bans users in the caller's transaction, one outcome each. Banning their devices stops every account on these, too. */
async function banIn(
  tx: Transaction,
  context: Context,
  ids: readonly number[],
  { kind, hours, reason }: BanInput,
  effects: BanEffects,
): Promise<Outcome[]> {
  const { now } = context
  const until = endOfBan(hours, now)
  await queries.oneAtATime(tx)
  const named = ids.map(BigInt)
  const pairs = kind === 'id' ? [] : await queries.devicesOf(tx, named)
  const deviceIds = [...new Set(pairs.map((pair) => pair.device_id))]
  const scope = await lockBanScope(tx, context, named, deviceIds)
  const devicesByUser = Map.groupBy(pairs, (pair) => pair.user_id)
  const open = Map.groupBy(scope.open, (ban) => ban.user_id)
  const change = nothing()
  const outcomes = ids.map((id): Outcome => {
    const userId = BigInt(id)
    if (!scope.people.has(userId)) return notDone(id, 21001)
    if (!isByHand(context, ids) && scope.spared.has(userId)) return notDone(id, 20000, because('user.whitelisted'))
    const own = open.get(userId) ?? []
    if (!extendsBans(own, { kind, until }, now)) return notDone(id, 20000, because('user.banned'))
    const ban: BanRow = { id: newId(now), user_id: userId, device_id: null, kind, until, reason, cause: null }
    for (const earlier of own)
      if (ofPerson(earlier) && inForce(earlier, now) && replaces(ban, earlier))
        endWithAll(scope, change, earlier, 'replaced')
    const led = (devicesByUser.get(userId) ?? []).flatMap(({ device_id }): BanRow[] =>
      scope.sparedDevices.has(device_id)
        ? []
        : [{ id: newId(now), user_id: null, device_id, kind: 'device', until, reason, cause: ban.id }],
    )
    change.add.push(ban, ...led)
    return done(id)
  })
  if (change.add.length > 0)
    await carryOut(tx, context, scope, change, { ...who(context, reason, namedIn(change)), verb: 'ban' }, effects)
  return outcomes
}

/** Bans users; one on the whitelist is only banned when named alone. */
export const banUsers = (effects: BanEffects) => (context: Context, payload: Parsed<typeof calls.userBan>) => {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, (tx) => banIn(tx, context, ids, payload, effects))
}

/**
 * Bans one user as part of another decision, in its transaction, with its commands and log entries. Locks bans, then users, broadcasts and
 * accounts: call it before locking anything else.
 *
 * @throws Refusal 21001 for an unknown user, 20000 when the ban adds nothing to the bans in force.
 */
export const banPerson =
  (effects: BanEffects) =>
  async (tx: Transaction, context: Context, { userId, ...ban }: BanInput & { userId: bigint }): Promise<void> => {
    const [outcome] = await banIn(tx, context, [Number(userId)], ban, effects)
    if (outcome?.ok) return
    throw refusalOfOutcome(outcome, 'userId')
  }

const namedIn = (change: Change) => change.add.flatMap((ban) => (ofPerson(ban) ? (ban.user_id ?? []) : []))

/** Lifts users' own bans with the device bans they caused, and the bans they have because of a device. */
export const unbanUsers = (effects: BanEffects) => (context: Context, payload: Parsed<typeof calls.userUnban>) => {
  const ids = chosen(payload.ids, 'ids')
  const { now } = context
  return batch(context, async (tx) => {
    await queries.oneAtATime(tx)
    const named = ids.map(BigInt)
    const first = await queries.openBans(tx, { userIds: named, deviceIds: [] })
    const led = first.filter(ofDevice).flatMap((ban) => ban.device_id ?? [])
    const scope = await lockBanScope(tx, context, named, [...new Set(led)])
    const open = Map.groupBy(scope.open, (ban) => ban.user_id)
    const change = nothing()
    const outcomes = ids.map((id): Outcome => {
      const userId = BigInt(id)
      if (!scope.people.has(userId)) return notDone(id, 21001)
      const own = (open.get(userId) ?? []).filter((ban) => inForce(ban, now))
      if (own.length === 0) return notDone(id, 20000, because('user.notBanned'))
      for (const ban of own) endWithAll(scope, change, ban, 'lifted')
      return done(id)
    })
    if (change.end.size > 0)
      await carryOut(tx, context, scope, change, { ...who(context, payload.reason, []), verb: 'unban' }, effects)
    return outcomes
  })
}

/**
 * Lifts the ban that the caller began at `at` with another decision, which is undone: in its transaction, with its
 * commands and log entries. Other bans stay; one that has ended already is left alone. Takes the same locks as
 * `banPerson`.
 *
 * @throws Refusal 20000 where it replaced an earlier ban, which would be lost.
 */
export const takeBackBan =
  (effects: BanEffects) =>
  async (
    tx: Transaction,
    context: Context,
    { userId, at, reason }: { userId: bigint; at: Date; reason: string },
  ): Promise<void> => {
    await queries.oneAtATime(tx)
    const started = await queries.banBegunAt(tx, userId, { by: staffOf(context).username, at })
    if (started.replaced) throw refuseBecause(20000, 'reviewId', 'report.replaced')
    const first = await queries.openBans(tx, { userIds: [userId], deviceIds: [] })
    const led = first.filter((ban) => ban.cause === started.id).flatMap((ban) => ban.device_id ?? [])
    const scope = await lockBanScope(tx, context, [userId], [...new Set(led)])
    const ban = scope.open.find(({ id }) => id === started.id)
    if (!ban || !inForce(ban, context.now)) return
    const change = nothing()
    endWithAll(scope, change, ban, 'lifted')
    await carryOut(tx, context, scope, change, { ...who(context, reason, []), verb: 'unban' }, effects)
  }

/** Locks devices and everything a decision about them affects. */
async function onDevices(tx: Transaction, context: Context, ids: readonly string[]) {
  await queries.oneAtATime(tx)
  const scope = await lockBanScope(tx, context, [], ids)
  return { scope, open: Map.groupBy(scope.open.filter(ofDevice), (ban) => ban.device_id) }
}

/**
 * Bans devices, and stops every account seen on them, except users on the whitelist. The devices are banned at once; where very
 * many users were seen on one, these follow within seconds (`followCrowded`).
 */
export const banDevices = (effects: BanEffects) => (context: Context, payload: Parsed<typeof calls.deviceBan>) => {
  const ids = chosen(payload.ids, 'ids')
  const { reason } = payload
  const { now } = context
  const until = endOfBan(payload.hours, now)
  return batch(context, async (tx) => {
    const { scope, open } = await onDevices(tx, context, ids)
    const change = nothing()
    const outcomes = ids.map((id): Outcome => {
      if (!scope.devices.has(id)) return notDone(id, 10032)
      if (!isByHand(context, ids) && scope.sparedDevices.has(id))
        return notDone(id, 20000, because('device.whitelisted'))
      const own = open.get(id) ?? []
      if (!extendsBans(own, { kind: 'device', until }, now)) return notDone(id, 20000, because('device.banned'))
      const ban: BanRow = { id: newId(now), user_id: null, device_id: id, kind: 'device', until, reason, cause: null }
      for (const earlier of own)
        if (earlier.cause === null && inForce(earlier, now) && replaces(ban, earlier))
          change.end.set(earlier.id, 'replaced')
      change.add.push(ban)
      return done(id)
    })
    if (change.add.length > 0)
      await carryOut(tx, context, scope, change, { ...who(context, reason, []), verb: 'ban' }, effects)
    return outcomes
  })
}

/** Lifts the bans of devices and of the accounts they stop; users banned by name stay banned. */
export const unbanDevices = (effects: BanEffects) => (context: Context, payload: Parsed<typeof calls.deviceUnban>) => {
  const ids = chosen(payload.ids, 'ids')
  const { now } = context
  return batch(context, async (tx) => {
    const { scope, open } = await onDevices(tx, context, ids)
    const change = nothing()
    const outcomes = ids.map((id): Outcome => {
      if (!scope.devices.has(id)) return notDone(id, 10032)
      const own = (open.get(id) ?? []).filter((ban) => inForce(ban, now))
      if (own.length === 0) return notDone(id, 20000, because('device.notBanned'))
      for (const ban of own) change.end.set(ban.id, 'lifted')
      return done(id)
    })
    if (change.end.size > 0)
      await carryOut(tx, context, scope, change, { ...who(context, payload.reason, []), verb: 'unban' }, effects)
    return outcomes
  })
}
