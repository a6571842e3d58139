import { unitNames } from '@greenroom/contract/amounts'
import type { RecordOf } from '@greenroom/contract/call'
import { flowDailyFigures, flowDailyList } from '@greenroom/contract/flow'
import { mapPage } from '../../../kit/paging.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { currencyWord, kindWord } from '../words.ts'
import { type DayRow, dayFigures, dayPage, type Total } from './queries.ts'

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
      { names: { en: 'Day', cn: '日期' }, value: (row) => row.day },
      { names: { en: 'Kind', cn: '类型' }, value: (row, { language }) => kindWord(row.kind, language) },
      { names: { en: 'Currency', cn: '币种' }, value: (row, { language }) => currencyWord(row.currency, language) },
      { names: { en: 'Unit', cn: '单位' }, value: (row, { language }) => unitNames[row.currency][language] },
      { names: { en: 'In', cn: '流入' }, value: (row) => row.in },
      { names: { en: 'Out', cn: '流出' }, value: (row) => row.out },
      { names: { en: 'Transfers', cn: '笔数' }, value: (row) => row.transfers },
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
