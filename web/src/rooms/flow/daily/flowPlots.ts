// Charts of the daily flow with their subtotals.
import type { Answer } from '@greenroom/contract/call'
import type { flowDailyFigures } from '@greenroom/contract/flow'
import { type Format, type LinePlot, unfinishedDay } from '../../../charts/plot.ts'
import type { Currency } from '../../../page/money/ledgerUnits.ts'

export type DailyFigures = Answer<typeof flowDailyFigures>

/** Names and formats in the reader's language. */
export type Words = { day: string; today: string; soFar: string; in: string; out: string; net: string; amount: Format }

/** The currencies with any movement, in the ledger's order. */
export const currenciesOf = ({ days }: DailyFigures, known: readonly Currency[]): Currency[] =>
  known.filter((currency) => days.some((day) => day.currency === currency))

/** In, out and net per day; every series has every day. */
export function dailyPlot({ days }: DailyFigures, currency: Currency, words: Words): LinePlot {
  const all = [...new Set(days.map(({ day }) => day))].sort()
  const by = new Map(days.filter((day) => day.currency === currency).map((day) => [day.day, day]))
  const line = (of: (day: { in: number; out: number }) => number) =>
    all.map((day) => of(by.get(day) ?? { in: 0, out: 0 }))
  return {
    kind: 'lines',
    axis: { name: words.day, labels: all, unfinished: unfinishedDay(all, words.today, words.soFar) },
    lines: [
      { name: words.in, as: 'bar', values: line((day) => day.in), format: words.amount },
      { name: words.out, as: 'bar', values: line((day) => day.out), format: words.amount },
      { name: words.net, as: 'line', values: line((day) => day.in - day.out), format: words.amount },
    ],
  }
}
