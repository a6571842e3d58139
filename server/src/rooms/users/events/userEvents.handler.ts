// Applies the app's events to users: profile, presence, devices and days of activity. Runs before all other rooms' handlers, so that the
// users they name exist.
import { type AnyHandler, type Arrived, type Chunk, defineHandler } from '../../../bridge/index.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { textOf } from '../../../kit/time.ts'
import type { Item, Outcome } from '../../../ledger/index.ts'
import type { Params } from '../../../params/index.ts'
import { importStamp } from '../users.opening.ts'
import { kindOf, stateAt, type UserState } from '../users.rules.ts'
import { reasonsOf, recordVisits } from './userEvents.activity.ts'
import { banDevicesAgain, type DeviceState, recordSightings, takeChannels } from './userEvents.devices.ts'
import { ensureUsers, type Known, lockPeople, writePeople } from './userEvents.people.ts'
import { fold, type PersonEvent, personEvents, type Sighting, sightingOf, unknownPerson } from './userEvents.rules.ts'

/** Effects of a registration: the event's transfers, and what to do once they are posted. */
export type Granting = { items: Item[]; settle: (outcomes: readonly Outcome[]) => Record<string, unknown> }

/** What follows in other rooms from registrations, in their transaction (`app/app.effects.ts`). */
export type RegistrationEffects = (
  chunk: Chunk,
  registered: readonly { userId: bigint; at: Date }[],
) => Promise<ReadonlyMap<bigint, Granting>>

/** Of these devices, by their keys, those on which somebody was banned before being erased, with the end of the ban (`privacy/`). */
export type BannedBefore = (
  tx: Transaction,
  deviceKeys: readonly string[],
  now: Date,
) => Promise<ReadonlyMap<string, Date | null>>

export const personHandler = (params: Params, effects: RegistrationEffects, bannedBefore: BannedBefore): AnyHandler =>
  defineHandler<(typeof personEvents)[number], Granting | undefined>({
    types: personEvents,
    natural: ['user.online'],
    plan: async (chunk, events: Arrived<(typeof personEvents)[number]>[]) => {
      const known = await takeIn(chunk, events, params.text('platform_time_zone'), bannedBefore)
      const firsts = new Map<bigint, { event: PersonEvent; userId: bigint; at: Date }>()
      for (const event of events)
        if (event.type === 'user.registered') {
          const userId = BigInt(event.data.userId)
          if (!firsts.has(userId) && !isImported(known.get(userId))) firsts.set(userId, { event, userId, at: event.at })
        }
      const granted = firsts.size === 0 ? new Map<bigint, Granting>() : await effects(chunk, [...firsts.values()])
      return events.map((event) => {
        const userId = BigInt(event.data.userId)
        const granting = firsts.get(userId)?.event === event ? granted.get(userId) : undefined
        return { items: granting?.items ?? [], state: granting }
      })
    },
    settle: async (_, settled) =>
      settled.map(({ state, outcomes }) => (state === undefined ? {} : { result: state.settle(outcomes) })),
  })

/** An import brought the user, whose registration is told again: nobody new. */
const isImported = (known: Known | undefined): boolean => known?.person.stamps[importStamp] !== undefined

/** @returns the users as they were before these events */
async function takeIn(
  chunk: Chunk,
  events: PersonEvent[],
  zone: string,
  bannedBefore: BannedBefore,
): Promise<ReadonlyMap<bigint, Known>> {
  const { tx } = chunk
  const ids = [...new Set(events.map((event) => BigInt(event.data.userId)))]
  await ensureUsers(chunk, ids)
  const known = await lockPeople(tx, ids)
  const people = new Map([...known].map(([id, { person }]) => [id, person]))
  for (const event of events) {
    const id = BigInt(event.data.userId)
    people.set(id, fold(people.get(id) ?? unknownPerson, event))
  }
  await writePeople(tx, people)
  const sightings = events.flatMap((event) => sightingOf(event) ?? [])
  const seen = await recordSightings(tx, sightings)
  const devices = await banAgain(chunk, seen, bannedBefore)
  const registered = events.filter((event) => event.type === 'user.registered')
  if (registered.length > 0) await takeChannels(tx, { userIds: registered.map((event) => BigInt(event.data.userId)) })
  await recordVisits(
    tx,
    events.flatMap((event) => visitOf(event, zone)),
  )
  await tellBansAgain(chunk, sightings, known, devices)
  return known
}

/** New devices that were banned before somebody was erased are banned again; a job bans those who are seen there. */
async function banAgain(
  { tx, now }: Chunk,
  devices: readonly DeviceState[],
  bannedBefore: BannedBefore,
): Promise<readonly DeviceState[]> {
  const fresh = devices.filter(({ isNew }) => isNew)
  if (fresh.length === 0) return devices
  const until = await bannedBefore(
    tx,
    fresh.map(({ key }) => key),
    now,
  )
  const back = fresh.filter(({ key }) => until.has(key))
  if (back.length === 0) return devices
  await banDevicesAgain(
    tx,
    now,
    back.map(({ deviceId, key }) => ({ id: newId(now), deviceId, until: until.get(key)! })),
  )
  return devices.map((one) =>
    back.includes(one) ? { ...one, banned: true, bannedUntil: until.get(one.key) ?? null } : one,
  )
}

/** A leaving user was online until then; the length of the visit counts for the day of leaving. */
function visitOf(event: PersonEvent, zone: string) {
  if (event.type === 'user.updated') return []
  const seconds = event.type === 'user.offline' ? event.data.seconds : 0
  const platform = event.type === 'user.offline' ? null : event.data.platform
  const day = textOf(event.at, zone).slice(0, 10)
  return [{ day, userId: BigInt(event.data.userId), first: event.at, seconds, platform }]
}

/** A banned user, or one on a banned device, who comes online got past the app: the ban is sent again, once a chunk. */
async function tellBansAgain(
  chunk: Chunk,
  sightings: readonly Sighting[],
  people: ReadonlyMap<bigint, Known>,
  devices: readonly DeviceState[],
): Promise<void> {
  const { tx, now } = chunk
  const stopped = new Map(
    devices.filter((d) => d.banned && (d.bannedUntil === null || d.bannedUntil > now)).map((d) => [d.deviceId, d]),
  )
  const banStateOf = (userId: bigint): { state: UserState; until: Date | null } => {
    const { state, bannedUntil } = people.get(userId) ?? { state: 'normal', bannedUntil: null }
    return { state: stateAt({ state: state as UserState, until: bannedUntil }, now), until: bannedUntil }
  }
  const banned = sightings.filter((one) => banStateOf(one.userId).state !== 'normal' || stopped.has(one.deviceId))
  if (banned.length === 0) return
  const { ofUser, ofDevice } = await reasonsOf(
    tx,
    banned.map((one) => one.userId),
    banned.map((one) => one.deviceId),
  )
  for (const { userId, deviceId } of new Map(banned.map((one) => [one.userId, one])).values()) {
    const { state, until } = banStateOf(userId)
    const kind = kindOf(state)
    const device = stopped.get(deviceId)
    chunk.send({
      type: 'user.banned',
      subject: `user:${userId}`,
      data: {
        userId: Number(userId),
        kind: kind ?? 'device',
        deviceIds: kind === 'id' ? [] : [deviceId],
        until: (kind ? until : (device?.bannedUntil ?? null))?.toISOString() ?? null,
        reason: (kind ? ofUser.get(userId) : undefined) ?? ofDevice.get(deviceId) ?? '',
      },
    })
  }
}
