import { expect, test } from 'vitest'
import { requestOf } from './queueFilters.ts'

const requested = (address: string) => requestOf(new URLSearchParams(address), 'score')

test('claims use the filters in the address', () => {
  expect(requested('sex=woman&country=BR&label=nudity&score=70..95&userId=12&appeals=true')).toEqual({
    sort: 'score',
    sex: 'woman',
    country: 'BR',
    label: 'nudity',
    minScore: 0.7,
    maxScore: 0.95,
    userId: '12',
    appeals: true,
  })
})

test('invalid filters are ignored', () => {
  expect(requested('sex=cat&country=brazil&score=90..10&appeals=false&label=%20')).toEqual({ sort: 'score' })
  // Ids that cannot be read are sent, so that they are refused: ignored, they would mean everybody.
  expect(requested('userId=x')).toEqual({ sort: 'score', userId: 'x' })
  expect(requested('score=50..900')).toEqual({ sort: 'score' })
})

test('a score without an end has none', () => {
  expect(requested('score=50..')).toEqual({ sort: 'score', minScore: 0.5 })
})
