// Decisions about guilds, in one wording.
import { isolated } from '../isolated.ts'
import { sayer } from './say.ts'
import { contactField, type Form, listOf, type Named, personOf, type Sentence } from './words.ts'

const say = sayer('guilds')

/** A guild by name and id: names may repeat once one is dissolved. */
export type NamedGuild = { guildId: number; name: string }

const guildOf = ({ guildId, name }: NamedGuild) => `${isolated(name)} (${guildId})`

type Verb = 'register' | 'agree' | 'refuse' | 'ban' | 'unban' | 'dissolve'

/** `Guild Aurora (1001) approved`. */
export function guildsDecided(verb: Verb, guilds: readonly NamedGuild[]): Sentence {
  const [only] = guilds.length === 1 ? guilds : []
  return say(`guildsDecided.${verb}`, { who: only ? guildOf(only) : listOf(guilds.map(({ name }) => name)) })
}

const rateOf = (bp: number | null): string | Sentence =>
  bp === null ? say('rateOfLevel') : `${(bp / 100).toFixed(2).replace(/\.?0+$/, '')}%`

/** `Rate of guild Aurora (1001): 5% → 8%`; as a request `Change rate …`. */
export const rateChanged = (
  form: Form,
  guild: NamedGuild,
  { from, to }: { from: number | null; to: number | null },
): Sentence => say(`rateChanged.${form}`, { who: guildOf(guild), from: rateOf(from), to: rateOf(to) })

export const leaderChanged = (guild: NamedGuild, leader: Named): Sentence =>
  say('leaderChanged', { who: guildOf(guild), leader: personOf(leader) })

/** Without a parent: moved to the platform. */
export const parentChanged = (guild: NamedGuild, parent: NamedGuild | null): Sentence =>
  parent
    ? say('parentChanged', { who: guildOf(guild), parent: guildOf(parent) })
    : say('movedToPlatform', { who: guildOf(guild) })

/** At the leader's request, and when the week begins. */
export const methodChanged = (guild: NamedGuild, from: string): Sentence =>
  say('methodChanged', { who: guildOf(guild), from })

export const guildWarned = (guild: NamedGuild, daysLeft: number): Sentence =>
  say('guildWarned', { who: guildOf(guild), count: daysLeft })

export const subAgencyRegistered = (guild: NamedGuild, parent: NamedGuild): Sentence =>
  say('subAgencyRegistered', { who: guildOf(guild), parent: guildOf(parent) })

export const helpersChanged = (
  usernames: readonly string[],
  how: 'added' | 'enabled' | 'disabled' | 'reset',
): Sentence => say(`helpersChanged.${how}`, { names: listOf(usernames) })

/** A guild's masked phone number or e-mail address was revealed. */
export const guildRevealed = (guild: NamedGuild, field: 'phone' | 'email'): Sentence =>
  say('guildRevealed', { field: contactField(field), who: guildOf(guild) })
