// Which actions a guild's page shows: what its state can never do is left out, and the rest gives its reason.
import type { Action, Availability } from '../../../actions/action.ts'
import type { Guild } from './GuildState.tsx'
import { guildActions } from './guildActions.ts'

/** Reasons that say only what the guild is: its state, or that nothing is above it. */
const ofState: ReadonlySet<Availability> = new Set([
  'underReview',
  'normal',
  'rejected',
  'banned',
  'dissolved',
  'noParent',
])

export const possibleActions = (guild: Guild): readonly Action<Guild>[] =>
  guildActions(guild).filter((action) => !ofState.has(action.may(guild)))
