import { expect, test } from 'vitest'
import { tableOf } from '../../../charts/plot.ts'
import { currenciesOf, dailyPlot } from './flowPlots.ts'

const row = (day: string, currency: 'TOKEN' | 'BONUS', into: number, out: number) => ({
  day,
  currency,
  in: into,
  out,
  transfers: 1,
})
const answer = {
  days: [row('2026-03-01', 'TOKEN', 30, 10), row('2026-03-02', 'BONUS', 5, 0), row('2026-03-03', 'TOKEN', 0, 7)],
  kinds: [],
}
const words = { day: 'Day', today: '2026-03-03', soFar: 'so far', in: 'In', out: 'Out', net: 'Net', amount: String }

test('each day has its subtotal, and a day without flow in a currency is zero', () => {
  expect(tableOf(dailyPlot(answer, 'TOKEN', words))).toMatchObject({
    head: ['Day', 'In', 'Out', 'Net'],
    rows: [
      { name: '2026-03-01', cells: [30, 10, 20] },
      { name: '2026-03-02', cells: [0, 0, 0] },
      { name: '2026-03-03 (so far)', cells: [0, 7, -7] },
    ],
  })
})

test('there is a chart for every currency that moved', () => {
  expect(currenciesOf(answer, ['TOKEN', 'BONUS', 'USD'])).toEqual(['TOKEN', 'BONUS'])
})
