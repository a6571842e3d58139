// How bans of users and of devices depend on each other (a device ban stops every account on it).
//
// Three kinds of rows: a ban of a user; a ban of a device, by itself or caused by a user's; and for every account seen on a
// banned device, one that names both and lasts exactly as long as the device is banned.
import { type BanState, banStateOf, inForce, type OpenBan } from '../users.rules.ts'

export type BanRow = OpenBan & {
  user_id: bigint | null
  device_id: string | null
  reason: string
  /** Of a device: the user's ban that caused it. */
  cause: string | null
}
export type HowEnded = 'lifted' | 'replaced' | 'expired'

export const ofPerson = (ban: BanRow) => ban.device_id === null
export const ofDevice = (ban: BanRow) => ban.user_id === null
/** Of a user, because of a device. */
export const withDevice = (ban: BanRow) => ban.user_id !== null && ban.device_id !== null

/** What a decision affects: the open bans, and which users were seen on the devices. */
export type Touched = {
  open: readonly BanRow[]
  deviceIds: readonly string[]
  seen: readonly { user_id: bigint; device_id: string }[]
  /** Users on the whitelist: a device's ban does not reach them. */
  spared: ReadonlySet<bigint>
}

/** Users that one transaction includes with devices; many more would take over 2 seconds under load. */
export const mostFollowers = 500

/**
 * Splits devices into those whose users fit into the transaction, the least shared first, and *crowded* ones, whose users
 * follow afterwards.
 *
 * @param seen who was seen on them; of a device with more than `most`, that many and one.
 */
export function splitCrowded<Pair extends { device_id: string }>(
  seen: readonly Pair[],
  most: number,
): { seen: Pair[]; crowded: Set<string> } {
  const devices = [...Map.groupBy(seen, (pair) => pair.device_id)].toSorted(([, a], [, b]) => a.length - b.length)
  const kept: Pair[] = []
  const crowded = new Set<string>()
  for (const [deviceId, pairs] of devices)
    if (kept.length + pairs.length > most) crowded.add(deviceId)
    else kept.push(...pairs)
  return { seen: kept, crowded }
}

/** Bans that end and bans that begin. */
export type Change = { end: Map<string, HowEnded>; add: BanRow[] }

/** Bans by key; those without one are left out. */
export function grouped<K>(bans: readonly BanRow[], of: (ban: BanRow) => K | null): Map<K, BanRow[]> {
  const groups = new Map<K, BanRow[]>()
  for (const ban of bans) {
    const key = of(ban)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(ban)
    else groups.set(key, [ban])
  }
  return groups
}

/** The open bans as `change` leaves them. */
export const openAfter = (open: readonly BanRow[], { end, add }: Change): BanRow[] => [
  ...open.filter((ban) => !end.has(ban.id)),
  ...add,
]

const sameEnd = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

/**
 * Completes a decision about users and devices: expired bans end, and the bans of users on a device follow the device's.
 *
 * @param how the way in which users' bans end with their device's.
 * @param named users whom the decision itself names, who have a ban of their own.
 */
export function followDevices(
  touched: Touched,
  decided: Change,
  options: { now: Date; how: 'lifted' | 'expired'; named: ReadonlySet<bigint>; makeId: () => string },
): Change {
  const { now, how, named, makeId } = options
  const end = new Map(decided.end)
  // Expired bans of other devices are ended by the round, with the devices' standing.
  const here = new Set(touched.deviceIds)
  for (const ban of touched.open)
    if (!end.has(ban.id) && !inForce(ban, now) && (ban.user_id !== null || here.has(ban.device_id ?? '')))
      end.set(ban.id, 'expired')
  const add = [...decided.add]

  const openBans = grouped(openAfter(touched.open, { end, add }).filter(ofDevice), (ban) => ban.device_id)
  const started = grouped(decided.add.filter(ofDevice), (ban) => ban.device_id)
  const following = grouped(
    touched.open.filter((ban) => withDevice(ban) && !end.has(ban.id)),
    (ban) => ban.device_id,
  )
  const seen = Map.groupBy(touched.seen, (pair) => pair.device_id)

  for (const deviceId of touched.deviceIds) {
    const { state, until }: BanState = banStateOf(openBans.get(deviceId) ?? [], now)
    const stop = (userId: bigint, reason: string) =>
      add.push({ id: makeId(), user_id: userId, device_id: deviceId, kind: 'device', until, reason, cause: null })
    const stopped = following.get(deviceId) ?? []
    if (state === 'normal') {
      for (const ban of stopped) end.set(ban.id, how)
      continue
    }
    for (const ban of stopped) {
      if (sameEnd(ban.until, until)) continue
      end.set(ban.id, 'replaced')
      stop(ban.user_id!, ban.reason)
    }
    const [first] = started.get(deviceId) ?? []
    if (!first) continue
    const already = new Set(stopped.map((ban) => ban.user_id))
    for (const { user_id } of seen.get(deviceId) ?? [])
      if (!already.has(user_id) && !named.has(user_id) && !touched.spared.has(user_id)) stop(user_id, first.reason)
  }
  return { end, add }
}

/** A user's blocked devices, for the app: those that ban the user, and those the user's own bans caused. */
export function devicesKept(own: readonly BanRow[], ledTo: ReadonlyMap<string, readonly BanRow[]>): string[] {
  const ids = own.flatMap((ban) => [ban.device_id, ...(ledTo.get(ban.id) ?? []).map((device) => device.device_id)])
  return [...new Set(ids.filter((id) => id !== null))].toSorted()
}
