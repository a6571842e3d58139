// The only code that begins or ends bans: rows, resulting states, effects in other rooms, log entries, and commands.
import { send } from '../../../bridge/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { type LogEntry, recordMany } from '../../../log/index.ts'
import { lockPeople, type Person } from '../users.queries.ts'
import { banStateOf } from '../users.rules.ts'
import type { BanEffects } from './ban.effects.ts'
import { commandsOf, type DeviceAfter, deviceEntry, type PersonAfter, personEntry, type Verb } from './ban.messages.ts'
import * as queries from './ban.queries.ts'
import {
  type Change,
  devicesKept,
  followDevices,
  grouped,
  mostFollowers,
  ofDevice,
  openAfter,
  splitCrowded,
  type Touched,
} from './ban.rules.ts'

/** Everything a decision touches, locked. */
export type BanScope = Touched & {
  people: ReadonlyMap<bigint, Person>
  devices: ReadonlyMap<string, Awaited<ReturnType<typeof queries.lockDevices>>[number]>
  sparedDevices: ReadonlySet<string>
  /** Devices whose users are not included: they follow later, in batches. */
  crowded: ReadonlySet<string>
}

/**
 * Locks these users, these devices, and the users seen on them up to the limit of a transaction, and reads their open bans. Call it first
 * in a transaction, after `oneAtATime`.
 */
export async function lockBanScope(
  tx: Transaction,
  context: Context,
  userIds: readonly bigint[],
  deviceIds: readonly string[],
): Promise<BanScope> {
  const seen = await queries.usersOn(tx, deviceIds, mostFollowers + 1)
  return lock(tx, context, userIds, deviceIds, splitCrowded(seen, mostFollowers))
}

/** The same for these users only: others seen on the devices are unchanged. */
export const lockTheseOnly = (
  tx: Transaction,
  context: Context,
  userIds: readonly bigint[],
  deviceIds: readonly string[],
): Promise<BanScope> => lock(tx, context, userIds, deviceIds, { seen: [], crowded: new Set() })

async function lock(
  tx: Transaction,
  context: Context,
  userIds: readonly bigint[],
  deviceIds: readonly string[],
  { seen, crowded }: Pick<BanScope, 'seen' | 'crowded'>,
): Promise<BanScope> {
  const all = [...new Set([...userIds, ...seen.map((pair) => pair.user_id)])]
  const people = await lockPeople(tx, context.scope, all)
  const devices = await queries.lockDevices(tx, deviceIds)
  const of = { userIds: people.map(({ id }) => id), deviceIds: devices.map(({ id }) => id) }
  const open = await queries.openBans(tx, of)
  const spared = await queries.whitelisted(tx, context.now, of)
  return {
    open,
    seen,
    crowded,
    deviceIds: of.deviceIds,
    spared: spared.users,
    sparedDevices: spared.devices,
    people: new Map(people.map((person) => [person.id, person])),
    devices: new Map(devices.map((device) => [device.id, device])),
  }
}

/** The decider, and how the decision is logged. */
export type Deciding = {
  by: string
  reason: string
  /** Users whom the decision names, so that a device's ban does not ban them a second time. */
  named: ReadonlySet<bigint>
  /** How bans end with their device: lifted by staff, or expired. */
  how: 'lifted' | 'expired'
  verb: Verb
  actor?: LogEntry['actor']
}

/** Users and devices after `change`: those whose bans changed, and users whose devices' bans did. */
function afterwards(scope: BanScope, change: Change, now: Date) {
  const sides = [scope.open, openAfter(scope.open, change)].map((bans) => ({
    people: grouped(bans, (ban) => ban.user_id),
    devices: grouped(bans.filter(ofDevice), (ban) => ban.device_id),
    ledTo: grouped(bans, (ban) => ban.cause),
  }))
  const [was, is] = [sides[0]!, sides[1]!]
  const moved = [...scope.open.filter((ban) => change.end.has(ban.id)), ...change.add]
  const started = grouped(change.add, (ban) => ban.user_id)

  const devices = unique(moved.filter(ofDevice).map((ban) => ban.device_id!)).flatMap((id): DeviceAfter[] => {
    const device = scope.devices.get(id)
    const { state, until } = banStateOf(is.devices.get(id) ?? [], now)
    return device ? [{ id, device, banned: state !== 'normal', until }] : []
  })
  // Including devices that were free before: their users may only follow now.
  const isBanned = (id: string) => banStateOf(is.devices.get(id) ?? [], now).state !== 'normal'
  const free = new Set([...scope.devices.keys()].filter((id) => !isBanned(id)))

  const owners = new Map(scope.open.map((ban) => [ban.id, ban.user_id]))
  const own = new Set(moved.flatMap((ban) => ban.user_id ?? []))
  const led = moved.flatMap((ban) => owners.get(ban.cause ?? '') ?? [])
  const people = unique([...own, ...led])
    .toSorted(byId)
    .flatMap((id): PersonAfter[] => {
      const person = scope.people.get(id)
      if (!person) return []
      const bans = is.people.get(id) ?? []
      const before = was.people.get(id) ?? []
      const freed = devicesKept(before, was.ledTo).filter((one) => free.has(one))
      const kept = devicesKept(bans, is.ledTo)
      return [{ ...banStateOf(bans, now), id, person, was: before, bans, started: started.get(id) ?? [], kept, freed }]
    })
  return { people, devices, moved: people.filter(({ id }) => own.has(id)) }
}

/** Applies `decided`. The caller must hold the locks from `lockBanScope`, and have changed nothing since. */
export async function carryOut(
  tx: Transaction,
  context: Context,
  scope: BanScope,
  decided: Change,
  deciding: Deciding,
  effects: BanEffects,
): Promise<void> {
  const { now } = context
  const { by, reason, named, how, verb, actor } = deciding
  const change = followDevices(scope, decided, { now, how, named, makeId: () => newId(now) })
  await queries.endBans(tx, change.end, { by, at: now, reason })
  await queries.insertBans(tx, change.add, by, now)
  const { people, devices, moved } = afterwards(scope, change, now)
  await queries.setDeviceStates(tx, devices)
  const waiting = devices.filter(({ id }) => scope.crowded.has(id)).map(({ id }) => id)
  if (waiting.length > 0) {
    const staffId = (actor ?? context.caller)?.id ?? null
    await queries.queueFollows(tx, waiting, { verb, how, reason, by, staff_id: staffId, since: now })
  }
  await queries.setUserStates(tx, moved)

  const idsOf = (some: PersonAfter[]) => some.map(({ id }) => id)
  const stopped = verb === 'ban' ? idsOf(moved.filter(({ started }) => started.length > 0)) : []
  const freed = idsOf(moved.filter(({ person, state }) => person.state !== 'normal' && state === 'normal'))
  const commands = [
    ...people.flatMap((one) => commandsOf(one, verb, reason)),
    ...(stopped.length > 0 ? await effects.banned(tx, now, stopped, reason) : []),
    ...(freed.length > 0 ? await effects.unbanned(tx, now, freed) : []),
  ]

  const entries = [
    ...moved.map((one) => personEntry(one, verb, now)),
    ...devices.filter(changed).map((one) => deviceEntry(one, verb)),
  ].map((entry) => ({ ...entry, reason, actor }))
  await recordMany(tx, context, entries)
  await send(tx, now, commands)
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
const byId = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
const changed = ({ device, banned, until }: DeviceAfter) =>
  banned !== device.banned || until?.getTime() !== device.banned_until?.getTime()
