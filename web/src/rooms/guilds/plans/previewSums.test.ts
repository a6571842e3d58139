import { expect, test } from 'vitest'
import { mostChanged, summaryOf } from './previewSums.ts'

const guilds = [
  { id: 1, nowCents: 100, thenCents: 90 },
  { id: 2, nowCents: 100, thenCents: 150 },
  { id: 3, nowCents: 100, thenCents: 100 },
]

test('who gains, who loses, and the sums', () => {
  expect(summaryOf(guilds)).toEqual({ nowCents: 300, thenCents: 340, gain: 1, lose: 1, same: 1 })
  expect(mostChanged(guilds, 2).map(({ id }) => id)).toEqual([2, 1])
})
