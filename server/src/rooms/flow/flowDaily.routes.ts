import type { RecordOf } from '@greenroom/contract/call'
import { flowDailyFigures, flowDailyList } from '@greenroom/contract/flow'
import { type Served, serve, serveList } from '../../kit/calls/serve.ts'
import { mapPage } from '../../kit/database/paging.ts'
import { optionText } from '../../texts/catalogue.ts'
import { currencyWord, kindWord } from './flow.words.ts'
import { type DayRow, dayFigures, dayPage, type Total } from './flowDaily.queries.ts'

type Day = RecordOf<typeof flowDailyList>

const shown = (row: DayRow): Day => ({
  id: row.key,
  day: row.key.slice(0, 10),
  currency: row.currency as Day['currency'],
  kind: row.kind,
  in: Number(row.in_sum),
  out: Number(row.out_sum),
  transfers: Number(row.transfers),
})

const totalShown = (total: Total) => ({
  currency: total.currency as Day['currency'],
  in: Number(total.in),
  out: Number(total.out),
  transfers: Number(total.transfers),
})

export const dailyRoutes: Served[] = [
  serveList(
    flowDailyList,
    async (context, payload) => {
      const { page, totals } = await dayPage(context, payload)
      return { ...mapPage(page, shown), totals: totals.map(totalShown) }
    },
    [
      { heading: 'flow:columns.day', value: (row) => row.day },
      { heading: 'flow:columns.kind', value: (row, { language }) => kindWord(row.kind, language) },
      { heading: 'flow:columns.currency', value: (row, { language }) => currencyWord(row.currency, language) },
      {
        heading: 'exports:columns.unit',
        value: (row, { language }) => optionText('exports:options.unit', row.currency, language),
      },
      { heading: 'flow:columns.in', value: (row) => row.in },
      { heading: 'flow:columns.out', value: (row) => row.out },
      { heading: 'flow:columns.transfers', value: (row) => row.transfers },
    ],
  ),
  serve(flowDailyFigures, async (context, payload) => {
    const figures = await dayFigures(context, payload)
    return {
      days: figures.days.map((row) => ({ day: row.day, ...totalShown(row) })),
      kinds: figures.kinds.map((row) => ({ kind: row.kind, ...totalShown(row) })),
    }
  }),
]
