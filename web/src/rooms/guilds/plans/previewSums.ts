// Who gains and who loses under a previewed plan. Pure.
import type { Answer } from '@greenroom/contract/call'
import type { planPreview } from '@greenroom/contract/guildMoney'

type Guild = Pick<Answer<typeof planPreview>['guilds'][number], 'nowCents' | 'thenCents'>

const difference = ({ nowCents, thenCents }: Guild) => thenCents - nowCents

/** Sums over all guilds, and how many gain, lose, and get the same. */
export const summaryOf = (guilds: readonly Guild[]) => ({
  nowCents: guilds.reduce((sum, { nowCents }) => sum + nowCents, 0),
  thenCents: guilds.reduce((sum, { thenCents }) => sum + thenCents, 0),
  gain: guilds.filter((guild) => difference(guild) > 0).length,
  lose: guilds.filter((guild) => difference(guild) < 0).length,
  same: guilds.filter((guild) => difference(guild) === 0).length,
})

/** The guilds with the largest changes, in either direction. */
export const mostChanged = <G extends Guild>(guilds: readonly G[], count: number): G[] =>
  guilds.toSorted((a, b) => Math.abs(difference(b)) - Math.abs(difference(a))).slice(0, count)
