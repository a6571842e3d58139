// A user as the app's events describe them. Each field follows the newest event that has it, and the registration (its time,
// device and channel) the oldest, so that the order of arrival makes no difference.
import type { EventData } from '@greenroom/contract/bridgeEvents.schema'

export const personEvents = ['user.registered', 'user.updated', 'user.online', 'user.offline'] as const
export type PersonEvent = {
  [K in (typeof personEvents)[number]]: { id: string; type: K; at: Date; data: EventData<K> }
}[(typeof personEvents)[number]]

/** Profile fields of an event: the newest of each wins. */
export type Profile = {
  nickname: string
  sex: 'man' | 'woman' | 'none'
  birthday: string | null
  country: string | null
  language: string
  profession: string
  email: string
  areaCode: string
  phone: string
  avatarUrl: string
  level: number
  vipType: string
  riskLevel: number
  fans: number
  follows: number
  online: boolean
}

export type Person = Profile & {
  /** Null until the registration event has arrived. */
  registeredAt: Date | null
  deviceId: string
  platform: string
  registeredIp: string
  channel: string
  lastOnlineAt: Date | null
  /** Which event set a field: `<at>|<id>`, which sorts as the events do. */
  stamps: Readonly<Record<string, string>>
}

/** A user without any events. */
export const unknownPerson: Person = {
  nickname: '',
  sex: 'none',
  birthday: null,
  country: null,
  language: 'en',
  profession: '',
  email: '',
  areaCode: '',
  phone: '',
  avatarUrl: '',
  level: 0,
  vipType: '',
  riskLevel: 0,
  fans: 0,
  follows: 0,
  online: false,
  registeredAt: null,
  deviceId: '',
  platform: '',
  registeredIp: '',
  channel: '',
  lastOnlineAt: null,
  stamps: {},
}

/** Orders all events: by their moment, then by their id. */
export const stampOf = (event: { at: Date; id: string }): string =>
  `${event.at.toISOString()}|${event.id.toLowerCase()}`

/** The event's profile fields; missing ones stay unchanged. */
function reportedFields(event: PersonEvent): Partial<Profile> {
  if (event.type === 'user.online' || event.type === 'user.offline') return { online: event.type === 'user.online' }
  const { userId: _, ...data } = event.data
  const fields = { ...data } as Record<string, unknown>
  // Handled below.
  for (const once of ['channel', 'platform', 'deviceId', 'deviceModel', 'ip']) delete fields[once]
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

const later = (a: Date | null, b: Date): Date => (a !== null && a >= b ? a : b)

/** Applies an event. The result is the same in any order and with repeats. */
export function fold(person: Person, event: PersonEvent): Person {
  const stamp = stampOf(event)
  const stamps: Record<string, string> = { ...person.stamps }
  const after: Person = { ...person, stamps }
  const newest = Object.entries(reportedFields(event)).filter(([field]) => stamp > (stamps[field] ?? ''))
  for (const [field] of newest) stamps[field] = stamp
  Object.assign(after, Object.fromEntries(newest))
  const oldest = (what: string) => {
    const first = stamps[what] === undefined || stamp < stamps[what]
    if (first) stamps[what] = stamp
    return first
  }
  if (event.type === 'user.registered') {
    const { deviceId, platform, ip, channel } = event.data
    if (oldest('registered'))
      Object.assign(after, { registeredAt: event.at, deviceId, platform, registeredIp: ip ?? '' })
    if (channel !== undefined && channel !== '' && oldest('channel')) after.channel = channel
  }
  if (event.type !== 'user.updated') after.lastOnlineAt = later(person.lastOnlineAt, event.at)
  return after
}

/** A device seen with a user. */
export type Sighting = { userId: bigint; deviceId: string; platform: string; model: string; ip: string; at: Date }

export function sightingOf(event: PersonEvent): Sighting | null {
  if (event.type !== 'user.registered' && event.type !== 'user.online') return null
  const { userId, deviceId, platform, deviceModel, ip } = event.data
  return { userId: BigInt(userId), deviceId, platform, model: deviceModel ?? '', ip: ip ?? '', at: event.at }
}

/** First and last of several sightings under one key. */
export type Seen = { platform: string; model: string; ip: string; first: Date; last: Date }

/**
 * Merges sightings by `key`. A device's platform and model do not change; if the app contradicts itself, the greater text wins. The address
 * is that of the newest sighting.
 */
export function together<K>(sightings: readonly Sighting[], key: (sighting: Sighting) => K): Map<K, Seen> {
  const seen = new Map<K, Seen>()
  for (const one of sightings) {
    const before = seen.get(key(one))
    const newer = !before || one.at > before.last || (one.at.getTime() === before.last.getTime() && one.ip > before.ip)
    seen.set(key(one), {
      platform: greater(before?.platform, one.platform),
      model: greater(before?.model, one.model),
      ip: newer ? one.ip : before.ip,
      first: before && before.first < one.at ? before.first : one.at,
      last: later(before?.last ?? null, one.at),
    })
  }
  return seen
}

const greater = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b)
