import { describe, expect, it } from 'vitest'
import { judgeTry, refusedState, strongestFactor } from './login.rules.ts'

describe('judgeTry', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const most = { perMinute: 20, failures: 10 }
  const quiet = { ofNetwork: 0, failures: 0, frozenUntil: null }

  it.each([
    ['lets the 20th try of a network through', { ...quiet, ofNetwork: 19 }, 'pass'],
    ['refuses the 21st uncounted', { ...quiet, ofNetwork: 20 }, { code: 10008, counted: false }],
    ['lets the 10th failure happen', { ...quiet, failures: 9 }, 'pass'],
    ['refuses what would be the 11th', { ...quiet, failures: 10 }, { code: 10005, counted: false }],
    ['refuses a frozen name, counted', { ...quiet, frozenUntil: new Date(+now + 1) }, { code: 10005, counted: true }],
    ['lets a name in the moment its freeze ends', { ...quiet, frozenUntil: now }, 'pass'],
    [
      'counts the network before the name',
      { ofNetwork: 20, failures: 10, frozenUntil: null },
      { code: 10008, counted: false },
    ],
  ])('%s', (_, tries, verdict) => expect(judgeTry(tries, most, now)).toEqual(verdict))
})

it.each([
  [1, null, null],
  [0, null, 12006],
  [2, null, 10005],
  [3, null, 30006],
  [3, 'under review', 30006],
  [0, 'dissolved', 30003],
  [1, 'banned', 30004],
  [0, 'normal', 12006],
  [1, 'normal', null],
  [0, 'rejected', 12006],
])('answers status %i of a guild %s with %s', (status, guildState, code) =>
  expect(refusedState({ status, guildState })).toBe(code),
)

it('picks the strongest factor of all roles', () => {
  expect(strongestFactor([])).toBe('none')
  expect(strongestFactor(['none', 'sms', 'none'])).toBe('sms')
  expect(strongestFactor(['google', 'sms', 'none'])).toBe('google')
})
