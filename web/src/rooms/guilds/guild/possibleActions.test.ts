import { guildStates } from '@greenroom/contract/statesAndKinds'
import { expect, test } from 'vitest'
import type { Guild } from './GuildState.tsx'
import { possibleActions } from './possibleActions.ts'

/** The server's reasons, by the state that gives them. */
const reasons = {
  'under review': 'underReview',
  normal: 'normal',
  rejected: 'rejected',
  banned: 'banned',
  dissolved: 'dissolved',
} as const
const verbs = ['agree', 'refuse', 'ban', 'unban', 'dissolve', 'changeLeader', 'changeRate', 'changeParent'] as const
const guild = (can: Partial<Record<(typeof verbs)[number], true | string>>, other: true | string) =>
  ({
    pendingRateId: null,
    can: { changeMethod: 'leaderOnly', ...Object.fromEntries(verbs.map((verb) => [verb, can[verb] ?? other])) },
  }) as unknown as Guild
const shown = (of: Guild) => possibleActions(of).map(({ id }) => id.split('.').at(-1))

test('what a state can never do is not shown, whatever the state', () => {
  for (const state of guildStates) expect(shown(guild({ agree: true }, reasons[state]))).toEqual(['agree'])
})

test('what a role may not do, or what stands in the way, is shown with its reason', () => {
  expect(shown(guild({}, 'readOnly'))).toHaveLength(verbs.length)
  expect(shown(guild({ changeParent: 'hasSubAgencies', changeRate: 'noParent' }, 'normal'))).toEqual(['changeParent'])
})
