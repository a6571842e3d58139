// Account states and bans. A user's state is derived from the open bans, each with its own end. So
// overlapping bans need no special case.
import type { banKinds, userStates } from '@greenroom/contract/statesAndKinds'

export type UserState = (typeof userStates)[number]
export type BanKind = (typeof banKinds)[number]
type Part = 'id' | 'device'

/**
 * A ban that has not been ended; `until` null means permanent. From `until` on it no longer counts, whether the round has ended it or not.
 */
export type OpenBan = { id: string; kind: BanKind; until: Date | null }
/** A state and when it becomes normal automatically; `until` null with a ban means permanent. */
export type BanState = { state: UserState; until: Date | null }

const hour = 3_600_000

const partsOf: Readonly<Record<BanKind, readonly Part[]>> = { id: ['id'], device: ['device'], both: ['id', 'device'] }
const never = Number.POSITIVE_INFINITY
const endOf = (ban: Pick<OpenBan, 'until'>): number => ban.until?.getTime() ?? never

/** True while the ban counts. */
export const inForce = (ban: Pick<OpenBan, 'until'>, now: Date): boolean => endOf(ban) > now.getTime()

/** When the last ban of this part ends; null where none is in force. */
function endOfPart(open: readonly OpenBan[], part: Part, now: Date): number | null {
  const ends = open.filter((ban) => inForce(ban, now) && partsOf[ban.kind].includes(part)).map(endOf)
  return ends.length === 0 ? null : Math.max(...ends)
}

/** The state derived from open bans: ID and device together are *ban both*, and it lasts as long as the longest of them. */
export function banStateOf(open: readonly OpenBan[], now: Date): BanState {
  const ofId = endOfPart(open, 'id', now)
  const ofDevice = endOfPart(open, 'device', now)
  if (ofId === null && ofDevice === null) return { state: 'normal', until: null }
  const end = Math.max(ofId ?? 0, ofDevice ?? 0)
  const state = ofId === null ? 'ban device' : ofDevice === null ? 'ban ID' : 'ban both'
  return { state, until: end === never ? null : new Date(end) }
}

const kinds: Readonly<Record<UserState, BanKind | null>> = {
  normal: null,
  'ban ID': 'id',
  'ban device': 'device',
  'ban both': 'both',
}

/** The kind of ban that a state is; null for *normal*. */
export const kindOf = (state: UserState): BanKind | null => kinds[state]

/** The state at `now`: an expired ban no longer counts, even before the round ends it. */
export const stateAt = ({ state, until }: BanState, now: Date): UserState =>
  state !== 'normal' && until !== null && until <= now ? 'normal' : state

/** When a ban of `hours` hours ends; 0 means permanent. */
export const endOfBan = (hours: number, now: Date): Date | null =>
  hours === 0 ? null : new Date(now.getTime() + hours * hour)

/**
 * False if the ban adds nothing (20000): everything it covers is banned, and it would last less than an hour longer. Bans last whole hours,
 * so two members of staff who ban the same user at once make one ban.
 */
export const extendsBans = (open: readonly OpenBan[], ban: Omit<OpenBan, 'id'>, now: Date): boolean =>
  partsOf[ban.kind].some((part) => {
    const end = endOfPart(open, part, now)
    return end === null || (end !== never && endOf(ban) >= end + hour)
  })

/** True if `later` covers all of `earlier`, in target and time. */
export const replaces = (later: Omit<OpenBan, 'id'>, earlier: OpenBan): boolean =>
  partsOf[earlier.kind].every((part) => partsOf[later.kind].includes(part)) && endOf(later) >= endOf(earlier)

/** What the caller's role allows in this area. */
export type Viewer = {
  /** The list read-write: bans, flags, notes. */
  mayWrite: boolean
  /** Grants read-write: giving and taking tokens. */
  mayGrant: boolean
  /** The devices read-write. */
  mayBanDevices: boolean
  /** Contact details read-write: a separate permission. */
  mayReveal: boolean
}

/** Why not, by the key that the screens show (`users:cannot.<key>`). */
export type Reason = 'readOnly' | 'alreadyBanned' | 'notBanned' | 'notYours' | 'noContact' | 'ended'
export type Verb = 'ban' | 'unban' | 'grant' | 'deduct' | 'flag' | 'logOut' | 'note' | 'reveal'
type Can<V extends string> = Record<V, true | Reason>

/** Permanently banned, or not at all: limits banning and freeing. */
const canBan = (ban: BanState, banState: UserState, now: Date): true | Reason =>
  stateAt(ban, now) === banState && ban.until === null ? 'alreadyBanned' : true
const canUnban = (ban: BanState, now: Date): true | Reason => (stateAt(ban, now) === 'normal' ? 'notBanned' : true)

/**
 * What the viewer may do to a user. Whitelisted users can still be banned one at a time, so the row allows it; a batch refuses them in the
 * outcome (20000).
 *
 * @param row `hasContact` says that a phone or an e-mail address is known; leave it out where the list does not know.
 */
export function canOf(
  row: { state: UserState; bannedUntil: Date | null; hasContact?: boolean },
  viewer: Pick<Viewer, 'mayWrite' | 'mayGrant' | 'mayReveal'>,
  now: Date,
): Can<Verb> {
  const write: true | Reason = viewer.mayWrite ? true : 'readOnly'
  const money: true | Reason = viewer.mayGrant ? true : 'readOnly'
  const ban = { state: row.state, until: row.bannedUntil }
  return {
    ban: viewer.mayWrite ? canBan(ban, 'ban both', now) : 'readOnly',
    unban: viewer.mayWrite ? canUnban(ban, now) : 'readOnly',
    grant: money,
    deduct: money,
    flag: write,
    logOut: write,
    note: write,
    reveal: !viewer.mayReveal ? 'readOnly' : row.hasContact === false ? 'noContact' : true,
  }
}

/** What the viewer may do to a device. */
export function deviceCanOf(
  row: { banned: boolean; bannedUntil: Date | null },
  viewer: Pick<Viewer, 'mayBanDevices'>,
  now: Date,
): Can<'ban' | 'unban'> {
  if (!viewer.mayBanDevices) return { ban: 'readOnly', unban: 'readOnly' }
  const ban: BanState = { state: row.banned ? 'ban device' : 'normal', until: row.bannedUntil }
  return { ban: canBan(ban, 'ban device', now), unban: canUnban(ban, now) }
}

/** A row of the ban log is undone by freeing its subject: users require read-write access to the list, devices to the device list. */
export function banCanOf(
  row: { userId: bigint | number | null; ended: string | null; until: Date | null },
  viewer: Pick<Viewer, 'mayWrite' | 'mayBanDevices'>,
  now: Date,
): Can<'unban'> {
  const may = row.userId === null ? viewer.mayBanDevices : viewer.mayWrite
  if (!may) return { unban: 'readOnly' }
  return { unban: row.ended === null && inForce(row, now) ? true : 'ended' }
}

/** Only the author edits a note; the author or an administrator deletes it. */
export function noteCanOf(
  note: { staffId: number | null },
  viewer: Pick<Viewer, 'mayWrite'> & { id: number; administrator: boolean },
): Can<'update' | 'delete'> {
  if (!viewer.mayWrite) return { update: 'readOnly', delete: 'readOnly' }
  const own = note.staffId === viewer.id
  return { update: own ? true : 'notYours', delete: own || viewer.administrator ? true : 'notYours' }
}

export type AgeFacts = {
  /** `YYYY-MM-DD` as the app reported it. */
  birthday: string | null
  /** The certification passed the audit. */
  certified: boolean
}

const adultYears = 18

/** True when certification and birthday show that the person is at least 18 at `now`. */
export function isAdult({ birthday, certified }: AgeFacts, now: Date): boolean {
  if (!certified || birthday === null) return false
  const [year = 0, month = 1, day = 1] = birthday.split('-').map(Number)
  return Date.UTC(year + adultYears, month - 1, day) <= now.getTime()
}
