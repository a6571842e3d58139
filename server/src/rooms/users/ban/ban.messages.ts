// Commands to the app and log entries about a change of bans.
import { banned as bannedSentence, deviceBanned, unbanned } from '@greenroom/contract/sentences/users'
import { nameOf, type Sentence } from '@greenroom/contract/sentences/words'
import type { Command } from '../../../bridge/index.ts'
import type { LogEntry } from '../../../log/index.ts'
import { inBoth } from '../../../texts/catalogue.ts'
import { namedOf, type Person } from '../users.queries.ts'
import { type BanState, kindOf } from '../users.rules.ts'
import type { BanRow } from './ban.rules.ts'

/** A user after a change. */
export type PersonAfter = BanState & {
  id: bigint
  person: Person
  /** Open bans before and after, and those that began. */
  was: readonly BanRow[]
  bans: readonly BanRow[]
  started: readonly BanRow[]
  /** Devices blocked for the user, and those free again. */
  kept: string[]
  freed: string[]
}
/** A device after a change. */
export type DeviceAfter = {
  id: string
  device: { banned: boolean; banned_until: Date | null }
  banned: boolean
  until: Date | null
}
export type Verb = 'ban' | 'unban'

const endOf = (ban: BanRow) => ban.until?.getTime() ?? Number.MAX_SAFE_INTEGER
const longestFirst = (a: BanRow, b: BanRow) => endOf(b) - endOf(a)

/** A user's complete current state; if something was lifted, first what is free again. */
export function commandsOf({ id, state, until, bans, started, kept, freed }: PersonAfter, verb: Verb, reason: string) {
  const userId = Number(id)
  const subject = `user:${id}`
  const kind = kindOf(state)
  const commands: Command[] = []
  if (kind === null || verb === 'unban')
    commands.push({ type: 'user.unbanned', subject, data: { userId, deviceIds: freed, reason } })
  if (kind !== null) {
    const [first] = started.length > 0 ? started : bans.toSorted(longestFirst)
    const data = { userId, kind, deviceIds: kept, until: until?.toISOString() ?? null, reason: first?.reason ?? reason }
    commands.push({ type: 'user.banned', subject, data })
  }
  return commands
}

const banOf = (ban: BanRow) => ({ banId: ban.id, kind: ban.kind, until: ban.until, deviceId: ban.device_id })
const personOf = (person: Person, { state, until }: BanState, bans: readonly BanRow[]) => ({
  userId: person.id,
  nickname: person.nickname,
  state,
  bannedUntil: until,
  bans: bans.map(banOf),
})

const hourMs = 3_600_000

/** A sentence about the change; if only a device bans or frees the user, about the resulting state. */
function sentenceFor(
  { person, started, state }: Pick<PersonAfter, 'person' | 'started' | 'state'>,
  verb: Verb,
  now: Date,
): Sentence {
  const people = namedOf([person])
  const kind = kindOf(state)
  if (verb === 'unban' || kind === null) return unbanned('done', { people })
  const [first] = started
  if (!first) {
    const [who] = people
    return inBoth('users:bannedByDevice', { name: nameOf(who!) })
  }
  const hours = first.until ? Math.round((first.until.getTime() - now.getTime()) / hourMs) : 0
  return bannedSentence('done', { people, kind, hours })
}

/** The log entry of a user; before and after differ at least in the bans. */
export const personEntry = (
  { person, was, bans, started, state, until }: PersonAfter,
  verb: Verb,
  now: Date,
): LogEntry => ({
  operation: `user.${verb}`,
  target: `user ${person.id}`,
  content: sentenceFor({ person, started, state }, verb, now),
  before: personOf(person, { state: person.state, until: person.banned_until }, was),
  after: personOf(person, { state, until }, bans),
})

/** The log entry of a device whose state changed. */
export const deviceEntry = ({ id, device, banned, until }: DeviceAfter, verb: Verb): LogEntry => ({
  operation: `device.${verb}`,
  target: `device ${id}`,
  content: deviceBanned(id, banned),
  before: { deviceId: id, banned: device.banned, bannedUntil: device.banned_until },
  after: { deviceId: id, banned, bannedUntil: until },
})
