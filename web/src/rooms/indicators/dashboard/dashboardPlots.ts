// The charts of a dashboard, made from its answer.
import type { Answer } from '@greenroom/contract/call'
import { type DashboardChart, type FigureKey, figureUnits } from '@greenroom/contract/dashboards'
import type { indicatorFigures } from '@greenroom/contract/indicators'
import type { Line, LinePlot, Mark } from '../../../charts/plot.ts'
import { formatOf } from '../figureFormats.ts'

export type Figures = Answer<typeof indicatorFigures>

/** Names in the reader's language. */
export type Words = {
  language: string
  day: string
  soFar: string
  step: string
  total: string
  nameOf: (figure: FigureKey) => string
  beforeOf: (figure: string) => string
  marks: readonly Mark[]
}

const isSecond = (chart: DashboardChart, figure: FigureKey) => figureUnits[figure] !== figureUnits[chart.figures[0]!]

function lineOf(chart: DashboardChart, figure: FigureKey, values: Line['values'], words: Words): Line {
  const unit = figureUnits[figure]
  const second = isSecond(chart, figure)
  return {
    name: words.nameOf(figure),
    // A series on the other scale is a line across the bars.
    as: chart.as === 'line' || second ? 'line' : 'bar',
    values,
    format: formatOf(unit, words.language),
    ...(second && { scale: 'end' as const }),
    ...(unit === 'seconds' && { isDuration: true as const }),
    ...(chart.as === 'stacked' && !second && { stack: 'whole' }),
  }
}

/** Figures by day; with a compared span, the first figure of both, aligned by the day's number. */
export function dashboardPlot(of: Figures, chart: DashboardChart, words: Words): LinePlot {
  if (chart.as === 'funnel') return funnelPlot(of, chart, words)
  const lines = chart.figures.map((figure) => lineOf(chart, figure, of.figures[figure] ?? [], words))
  const [first] = chart.figures
  const before = of.before?.figures[first!]
  if (before && lines[0])
    lines.push({
      ...lines[0],
      as: 'line',
      name: words.beforeOf(words.nameOf(first!)),
      values: before,
      finished: true,
      stack: undefined,
    })
  return {
    kind: 'lines',
    axis: { name: words.day, labels: of.days, unfinished: of.running ? words.soFar : undefined },
    lines,
    marks: words.marks,
  }
}

/** The totals of the span, step by step. */
function funnelPlot(of: Figures, chart: DashboardChart, words: Words): LinePlot {
  const totals = (values: Figures['totals']) => chart.figures.map((figure) => values[figure] ?? null)
  const format = formatOf(figureUnits[chart.figures[0]!], words.language)
  const lines: Line[] = [{ name: words.total, as: 'bar', values: totals(of.totals), format }]
  if (of.before) lines.push({ name: words.beforeOf(words.total), as: 'bar', values: totals(of.before.totals), format })
  return { kind: 'lines', axis: { name: words.step, labels: chart.figures.map(words.nameOf) }, lines }
}
