import { expect, test } from 'vitest'
import { payloadOf } from './planInput.ts'

test('dollars and percent are sent as whole cents and basis points', () => {
  const sent = payloadOf({
    name: 'A',
    kind: 'whole',
    startWeek: '2026-11-30',
    note: '',
    levels: [
      { from: 0, rate: 5.05 },
      { from: 19.99, rate: '8.1' },
      { from: '', rate: 1 },
    ],
    salary: [{ points: 100, days: 3, usd: 10.1 }],
  })
  expect(sent.levels).toEqual([
    { fromCents: 0, rateBp: 505 },
    { fromCents: 1999, rateBp: 810 },
    { fromCents: '', rateBp: 100 },
  ])
  expect(sent.salary).toEqual([{ points: 100, days: 3, usdCents: 1010 }])
})
