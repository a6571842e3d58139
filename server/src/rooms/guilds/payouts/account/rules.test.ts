import { expect, test } from 'vitest'
import { effectiveFrom, shownState } from './rules.ts'

test('in force a day after it was entered, and not before it was approved', () => {
  const at = (text: string) => new Date(text)
  expect(effectiveFrom(at('2026-11-20T10:00:00Z'), at('2026-11-20T11:00:00Z'), 24)).toEqual(at('2026-11-21T10:00:00Z'))
  expect(effectiveFrom(at('2026-11-20T10:00:00Z'), at('2026-11-22T11:00:00Z'), 24)).toEqual(at('2026-11-22T11:00:00Z'))
  const now = at('2026-11-21T10:00:00Z')
  const state = (effectiveAt: Date | null, waits = false) => shownState({ state: 'waiting', effectiveAt, waits }, now)
  expect([state(null, true), state(null), state(at('2026-11-21T10:00:01Z')), state(now)]).toEqual([
    'waiting',
    'refused',
    'approved',
    'effective',
  ])
})
