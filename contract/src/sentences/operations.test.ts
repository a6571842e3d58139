// Every declared operation has a sentence in both languages, without internal codes, with its names isolated.
import { describe, expect, test } from 'vitest'
import { type OperationKey, operations } from '../operations.ts'
import { moneyExamples } from './examples/money.fixture.ts'
import { name } from './examples/names.fixture.ts'
import { peopleExamples } from './examples/people.fixture.ts'
import { staffExamples } from './examples/staff.fixture.ts'
import * as users from './users.ts'
import type { Sentence } from './words.ts'

const examples: Record<OperationKey, Sentence[]> = { ...moneyExamples, ...peopleExamples, ...staffExamples }

const arabic = /\p{Script=Arabic}+/gu
const chinese = /\p{Script=Han}/u
/** Internal words that must not appear: `ban ID`, `giftTemplate`, missing values. */
const codes = /\b(?:ban ID|ban both|undefined|null|NaN|[a-z]+[A-Z]\w*|[a-z]+_[a-z_]+)\b|[{}]/
/** Allowed as is: the app's own name of a command. */
const asTheyAre = /\bgr_12\b|wallet\.changed/g

describe.each(Object.keys(operations) as OperationKey[])('%s', (operation) => {
  test('has a sentence in both languages, in plain words', () => {
    expect(examples[operation].length).toBeGreaterThan(0)
    for (const { en, cn } of examples[operation]) {
      expect(en).toMatch(/^(?:[A-Z0-9$]|\u2068)/)
      expect(en).not.toMatch(chinese)
      expect(cn).toMatch(chinese)
      expect(cn).not.toMatch(/\b(?:agent|user|guild|promoter) \d/)
      for (const text of [en, cn]) expect(text.replace(asTheyAre, '')).not.toMatch(codes)
    }
  })

  test('isolates every name', () => {
    for (const { en, cn } of examples[operation])
      for (const text of [en, cn])
        for (const found of text.matchAll(arabic)) {
          const before = text.slice(0, found.index)
          const opened = before.split('\u2068').length - before.split('\u2069').length
          expect(opened, text).toBeGreaterThan(0)
        }
  })
})

test('a name with its own direction marks cannot end its isolation', () => {
  expect(users.loggedOut({ people: [{ id: 7, nickname: '\u2069\u202enoura\u2069' }] }).en).toBe(
    'noura (7) logged out of the app',
  )
  expect(users.loggedOut({ people: [{ id: 7, nickname: `${name}\u2069x` }] }).en).toBe(
    `\u2068${name}x\u2069 (7) logged out of the app`,
  )
})
