// The one way a ban begins or ends: rows, standings, what other rooms do, the log, and the commands to the app.
import { type Command, send } from '../../../bridge/index.ts'
import type { Context } from '../../../kit/context.ts'
import type { Transaction } from '../../../kit/database.ts'
import { newId } from '../../../kit/random.ts'
import { type LogEntry, recordMany } from '../../../log/index.ts'
import { lockPeople, type Person } from '../queries.ts'
import { kindOf, type Standing, standingOf } from '../rules.ts'
import type { BanEffects } from './effects.ts'
import * as queries from './queries.ts'
import {
  type BanRow,
  type Change,
  devicesKept,
  followDevices,
  grouped,
  ofDevice,
  openAfter,
  type Touched,
} from './rules.ts'

export type Ground = Touched & {
  people: ReadonlyMap<bigint, Person>
  devices: ReadonlyMap<string, Awaited<ReturnType<typeof queries.lockDevices>>[number]>
  sparedDevices: ReadonlySet<string>
}

/**
 * Locks `userIds`, `deviceIds` and whoever was seen on these devices, and reads every open ban of them. Comes first in a
 * transaction after `oneAtATime`.
 */
export async function standOn(
  tx: Transaction,
  context: Context,
  userIds: readonly bigint[],
  deviceIds: readonly string[],
): Promise<Ground> {
  const seen = await queries.usersOn(tx, deviceIds)
  const all = [...new Set([...userIds, ...seen.map((pair) => pair.user_id)])]
  const people = await lockPeople(context.scope, tx, all)
  const devices = await queries.lockDevices(tx, deviceIds)
  const of = { userIds: people.map(({ id }) => id), deviceIds: devices.map(({ id }) => id) }
  const open = await queries.openBans(tx, of)
  const spared = await queries.whitelisted(tx, context.now, of)
  return {
    open,
    seen,
    deviceIds: of.deviceIds,
    spared: spared.users,
    sparedDevices: spared.devices,
    people: new Map(people.map((person) => [person.id, person])),
    devices: new Map(devices.map((device) => [device.id, device])),
  }
}

/** Who decides, and how it is filed. */
export type Deciding = {
  by: string
  reason: string
  /** Whom the decision names, so that no ban of a device names them a second time. */
  named: ReadonlySet<bigint>
  /** Where devices go free: by staff, or by time. */
  how: 'lifted' | 'expired'
  verb: 'ban' | 'unban'
  actor?: LogEntry['actor']
}

const banOf = (ban: BanRow) => ({ banId: ban.id, kind: ban.kind, until: ban.until, deviceId: ban.device_id })
const personOf = (person: Person, { state, until }: Standing, bans: readonly BanRow[]) => ({
  userId: person.id,
  nickname: person.nickname,
  state,
  bannedUntil: until,
  bans: bans.map(banOf),
})
const longestFirst = (a: BanRow, b: BanRow) =>
  (b.until?.getTime() ?? Number.POSITIVE_INFINITY) - (a.until?.getTime() ?? Number.POSITIVE_INFINITY) || 0

/** Carries `decided` out. Its caller has stood on `ground`, which nothing may have changed since. */
export async function carryOut(
  tx: Transaction,
  context: Context,
  ground: Ground,
  decided: Change,
  deciding: Deciding,
  effects: BanEffects,
): Promise<void> {
  const { now } = context
  const { reason, named, how, verb } = deciding
  const change = followDevices(ground, decided, { now, how, named, makeId: () => newId(now) })
  await queries.endBans(tx, change.end, { by: deciding.by, at: now, reason })
  await queries.insertBans(tx, change.add, deciding.by, now)

  const after = openAfter(ground.open, change)
  const owned = [ground.open, after].map((bans) => ({
    people: grouped(bans, (ban) => ban.user_id),
    devices: grouped(bans.filter(ofDevice), (ban) => ban.device_id),
    ledTo: grouped(bans, (ban) => ban.cause),
  }))
  const [was, is] = [owned[0]!, owned[1]!]
  const moved = [...ground.open.filter((ban) => change.end.has(ban.id)), ...change.add]

  const devices = [...new Set(moved.filter(ofDevice).map((ban) => ban.device_id!))].flatMap((id) => {
    const device = ground.devices.get(id)
    const { state, until } = standingOf(is.devices.get(id) ?? [], now)
    return device ? [{ id, device, banned: state !== 'normal', until }] : []
  })
  await queries.setDevices(tx, devices)
  const free = new Set(devices.filter(({ banned }) => !banned).map(({ id }) => id))

  const people = [...new Set(moved.flatMap((ban) => ban.user_id ?? []))].toSorted(byId).flatMap((id) => {
    const person = ground.people.get(id)
    if (!person) return []
    const bans = is.people.get(id) ?? []
    const kept = devicesKept(bans, is.ledTo)
    const keptBefore = devicesKept(was.people.get(id) ?? [], was.ledTo)
    const standing = standingOf(bans, now)
    return [{ ...standing, id, person, bans, kept, freed: keptBefore.filter((one) => free.has(one)) }]
  })
  await queries.setStanding(tx, people)

  const added = grouped(change.add, (ban) => ban.user_id)
  const stopped = verb === 'ban' ? people.filter(({ id }) => added.has(id)).map(({ id }) => id) : []
  const freed = people
    .filter(({ person, state }) => person.state !== 'normal' && state === 'normal')
    .map(({ id }) => id)
  const commands: Command[] = people.flatMap(({ id, state, until, bans, kept, freed: deviceIds }): Command[] => {
    const userId = Number(id)
    const subject = `user:${id}`
    const kind = kindOf(state)
    const told: Command[] = []
    // What still holds is told anew, whole.
    if (kind === null || verb === 'unban')
      told.push({ type: 'user.unbanned', subject, data: { userId, deviceIds, reason } })
    if (kind !== null) {
      const why = (added.get(id) ?? bans.toSorted(longestFirst))[0]?.reason ?? reason
      const data = { userId, kind, deviceIds: kept, until: until?.toISOString() ?? null, reason: why }
      told.push({ type: 'user.banned', subject, data })
    }
    return told
  })
  if (stopped.length > 0) commands.push(...(await effects.banned(tx, now, stopped, reason)))
  if (freed.length > 0) commands.push(...(await effects.unbanned(tx, now, freed)))

  const entries: LogEntry[] = [
    ...people.map(({ person, bans, state, until }) => ({
      operation: `user.${verb}` as const,
      target: `user ${person.id}`,
      content: `${person.nickname}: ${person.state} → ${state}`,
      before: personOf(person, { state: person.state, until: person.banned_until }, was.people.get(person.id) ?? []),
      after: personOf(person, { state, until }, bans),
      reason,
      actor: deciding.actor,
    })),
    ...devices
      .filter((one) => one.banned !== one.device.banned || one.until?.getTime() !== one.device.banned_until?.getTime())
      .map(({ id, device, banned, until }) => ({
        operation: `device.${verb}` as const,
        target: `device ${id}`,
        content: `${id}: ${banned ? 'banned' : 'free'}`,
        before: { deviceId: id, banned: device.banned, bannedUntil: device.banned_until },
        after: { deviceId: id, banned, bannedUntil: until },
        reason,
        actor: deciding.actor,
      })),
  ]
  // Statements have room for 65,535 values.
  for (let from = 0; from < entries.length; from += 1_000)
    await recordMany(tx, context, entries.slice(from, from + 1_000))
  await send(tx, now, commands)
}

const byId = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
