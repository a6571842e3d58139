import type { Context } from '../../../kit/calls/context.ts'
import { stateAt } from '../users.rules.ts'
import { type Profile, profileOf } from './userDetail.queries.ts'
import { devicesOf, newestBans, type RecordBan, type RecordDevice } from './userRecord.queries.ts'

export type PersonRecord = {
  /** The user's state now; a ban that has ended doesn't count. Other rooms don't get contact details. */
  profile: Omit<Profile, 'phone' | 'email' | 'area_code' | 'registered_ip'>
  /** The newest 5. */
  bans: RecordBan[]
  /** The newest 20. */
  devices: RecordDevice[]
}

/** A user's record for other rooms; undefined if the caller may not see the user. */
export async function personRecord(context: Context, userId: bigint): Promise<PersonRecord | undefined> {
  const { database, scope, now, timeZone } = context
  const [profile, bans, devices] = await Promise.all([
    profileOf(database, scope, userId, now, timeZone),
    newestBans(database, userId, now, 5),
    devicesOf(database, userId, now, 20),
  ])
  if (!profile) return undefined
  const state = stateAt({ state: profile.state, until: profile.banned_until }, now)
  const { phone: _p, email: _e, area_code: _a, registered_ip: _i, ...shown } = profile
  return {
    profile: { ...shown, state, banned_until: state === 'normal' ? null : profile.banned_until },
    bans,
    devices,
  }
}
