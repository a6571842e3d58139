import { expect, test } from 'vitest'
import { tableOf } from '../../../charts/plot.ts'
import { arrivedPlot, backlogPlot, heatPlot, type Words } from './qualityPlots.ts'

const kind = { backlog: 1, arrived: 2, decided: 1, waitP50Seconds: 5, waitP95Seconds: 9 }
const answer = {
  kinds: [
    { kind: 'photo' as const, ...kind },
    { kind: 'report' as const, ...kind },
  ],
  hours: [
    { at: '2026-03-01T10:00:00.000Z', arrived: 3, decided: 1, backlog: 7, waitP50Seconds: 60, waitP95Seconds: 120 },
    { at: '2026-03-01T11:00:00.000Z', arrived: 0, decided: 0, backlog: 7, waitP50Seconds: null, waitP95Seconds: null },
  ],
  byHourOfDay: [{ kind: 'report' as const, hour: 23, arrived: 4, decided: 0 }],
}
const words: Words = {
  hour: 'Hour',
  soFar: 'so far',
  now: Date.parse('2027-01-01'),
  queue: 'Queue',
  arrived: 'Arrived',
  decided: 'Decided',
  backlog: 'Waits',
  p50: 'Half',
  p95: 'Most',
  whenOf: (at) => at.slice(11, 16),
  kindOf: (of) => of.toUpperCase(),
  number: String,
  duration: (seconds) => `${seconds}s`,
}

test('an hour without decisions has a backlog but no waiting time', () => {
  expect(tableOf(backlogPlot(answer, words))).toMatchObject({
    head: ['Hour', 'Waits', 'Half', 'Most'],
    rows: [
      { name: '10:00', cells: [7, 60, 120] },
      { name: '11:00', cells: [7, null, null] },
    ],
  })
  expect(tableOf(arrivedPlot(answer, words)).rows.map(({ cells }) => cells)).toEqual([
    [3, 1],
    [0, 0],
  ])
})

test('every queue has all hours of the day', () => {
  const { head, rows } = tableOf(heatPlot(answer, words))
  expect(head).toHaveLength(25)
  expect(rows.map(({ name }) => name)).toEqual(['PHOTO', 'REPORT'])
  expect(rows[0]!.cells.every((cell) => cell === 0)).toBe(true)
  expect(rows[1]!.cells[23]).toBe(4)
  expect(rows[1]!.cells.filter((cell) => cell !== 0)).toHaveLength(1)
})
