// Who asked to be invited by a guild's link, and what they are missing. Pure.
import type { askedStates, missingParts } from '@greenroom/contract/guildLink.schema'
import { belongs } from '../events/guildEvents.rules.ts'
import { type Person, refusedInvitation } from '../members/members.rules.ts'

export type Missing = (typeof missingParts)[number]
export type AskedState = (typeof askedStates)[number]

/** What they do in the app before they can be invited. */
export function missingOf({ certified, birthday, phone, hasCover }: Person): Missing[] {
  const missing: Missing[] = []
  if (!certified || birthday === null) missing.push('certificate')
  if (phone === '') missing.push('phone')
  if (!hasCover) missing.push('cover')
  return missing
}

/** With all that they can add themselves, as an invitation would then be decided. */
const whole = (person: Person): Person => ({
  ...person,
  certified: true,
  birthday: person.birthday ?? '1900-01-01',
  phone: person.phone || '1',
  hasCover: true,
})

/**
 * What a leader sees of someone who asked. Why somebody cannot be invited at all is theirs, and not said: a ban, their age, another guild.
 * `today` is `YYYY-MM-DD` of the platform's zone.
 */
export function askedOf(person: Person, guildId: number, today: string): { state: AskedState; missing: Missing[] } {
  const here = person.memberships.filter((one) => one.guildId === guildId)
  if (here.some(belongs)) return { state: 'joined', missing: [] }
  if (here.some((one) => one.state === 'invited')) return { state: 'invited', missing: [] }
  if (refusedInvitation(whole(person), guildId, today)) return { state: 'cannot', missing: [] }
  const missing = missingOf(person)
  return { state: missing.length > 0 ? 'missing' : 'ready', missing }
}
