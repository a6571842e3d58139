import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { deviceList, deviceUserList } from '@greenroom/contract/users'
import type { Context } from '../../../kit/calls/context.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { deviceCanOf, stateAt, type UserState } from '../users.rules.ts'
import { viewerOf } from '../users.viewer.ts'
import { devicePage, devicePeople, newestOf } from './deviceList.queries.ts'

export type ShownDevice = RecordOf<typeof deviceList>

/** Number of users shown per device in the list. */
const named = 3

const banStateOf = (row: { state: string; bannedUntil: Date | null }, now: Date): UserState =>
  stateAt({ state: row.state as UserState, until: row.bannedUntil }, now)

/** One page of devices, each with the people seen there last. @throws Refusal 10009 */
export async function list(context: Context, payload: Parsed<typeof deviceList>) {
  const { database, now } = context
  const page = await devicePage(context, payload)
  const newest = await newestOf(
    database,
    page.records.map((row) => row.id),
    named,
  )
  const byDevice = Map.groupBy(newest, (one) => one.deviceId)
  const viewer = viewerOf(context)
  return mapPage(page, (row): ShownDevice => {
    const banned = row.banned && (row.banned_until === null || row.banned_until > now)
    return {
      deviceId: row.id,
      platform: row.platform,
      model: row.model,
      users: row.users,
      newest: (byDevice.get(row.id) ?? []).map((one) => ({
        ...one.user,
        state: banStateOf(one, now),
      })),
      banned,
      bannedUntil: banned ? (row.banned_until?.toISOString() ?? null) : null,
      firstSeenAt: row.first_seen_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      can: deviceCanOf({ banned, bannedUntil: row.banned_until }, viewer, now),
    }
  })
}

/** One page of the people on a device; none if there is no such device. */
export async function people(context: Context, payload: Parsed<typeof deviceUserList>) {
  const { now } = context
  const page = await devicePeople(context, payload.deviceId, payload)
  return mapPage(
    page,
    (row): RecordOf<typeof deviceUserList> => ({
      ...row.user,
      state: banStateOf({ state: row.state, bannedUntil: row.banned_until }, now),
      ip: row.ip,
      firstSeenAt: row.first_seen_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
    }),
  )
}
