// Decisions about members of guilds, in one wording.
import { sayer } from './say.ts'
import { type Named, namesOf, type Sentence } from './words.ts'

const say = sayer('guilds')

type Targets = { people: readonly Named[]; all?: number | undefined }
type OfGuild = Targets & { guild: string }
/** Without a guild: to the guild's own leader. */
type OfSome = Targets & { guild?: string | undefined }

const whoOf = ({ people, all }: Targets): Sentence => namesOf(people, all)

export const invitedToGuild = (invitation: OfGuild): Sentence =>
  say('invitedToGuild', { who: whoOf(invitation), guild: invitation.guild })

/** A guild's link, which replaces the one before. */
export const inviteLinkMade = (guild: string): Sentence => say('inviteLinkMade', { guild })

/** `lapsed`: not answered in time. */
export function invitationEnded(ended: OfSome & { how: 'taken back' | 'lapsed' }): Sentence {
  const { guild, how } = ended
  const who = whoOf(ended)
  return guild === undefined
    ? say(`invitationEnded.${how}`, { who })
    : say(`invitationToGuildEnded.${how}`, { who, guild })
}

/** Approved: the member stays until the week's end. */
export function leavingAgreed(targets: OfSome): Sentence {
  const { guild } = targets
  const who = whoOf(targets)
  return guild === undefined ? say('leavingAgreed', { who }) : say('leavingGuildAgreed', { who, guild })
}

/** `atOnce` for banned members; otherwise at the week's end. */
export function expelledFromGuild(targets: OfSome & { atOnce: boolean }): Sentence {
  const { guild } = targets
  const who = whoOf(targets)
  const when = targets.atOnce ? 'atOnce' : 'atWeeksEnd'
  return guild === undefined ? say(`expelled.${when}`, { who }) : say(`expelledFromGuild.${when}`, { who, guild })
}

/** The effect of a week's end. */
export const membershipEnded = (ended: OfGuild & { how: 'left' | 'expelled' }): Sentence =>
  say(`membershipEnded.${ended.how}`, { who: whoOf(ended), guild: ended.guild })
