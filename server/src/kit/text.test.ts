import { expect, test } from 'vitest'
import { containing, idsIn, startingWith } from './text.ts'

test('wildcards are plain text', () => {
  expect([containing('a_%\\'), startingWith('a_%\\')]).toEqual(['%a\\_\\%\\\\%', 'a\\_\\%\\\\%'])
})

test('ids in a search text', () => {
  expect(idsIn('luciana 42, #421')).toEqual([42, 421])
  expect(idsIn('0')).toEqual([])
})
