// Converts a plot to the library's options. Pure, so that colours and directions can be tested.
import type { BarSeriesOption, HeatmapSeriesOption, LineSeriesOption } from 'echarts/charts'
import type {
  AriaComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { durationStep, extremes, type HeatPlot, type LinePlot, type Mark, type Plot } from './plot.ts'

export type Option = ComposeOption<
  | BarSeriesOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | AriaComponentOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>

/** The page's current colours, light or dark. */
export type Palette = {
  text: string
  dim: string
  line: string
  surface: string
  /** Series colours, in order. */
  series: readonly string[]
  /** Colours from low to high. */
  heat: readonly [string, string]
  /** The share of the maximum from which a figure on a heat colour reads better in the surface's colour than in the text's. */
  heatFlips: number
}

export type Drawing = {
  palette: Palette
  fontFamily: string
  rtl: boolean
  /** The chart's text alternative. */
  description: string
}

/** Distinguishable without colours, too. */
const dashes = ['solid', 'dashed', 'dotted'] as const

export const optionOf = (plot: Plot, drawing: Drawing): Option =>
  plot.kind === 'heat' ? heatOption(plot, drawing) : linesOption(plot, drawing)

const common = ({ palette, fontFamily, description }: Drawing): Option => ({
  aria: { enabled: true, label: { description } },
  // Animated charts are slow on a slow machine.
  animation: false,
  textStyle: { fontFamily, color: palette.text, fontSize: 12 },
})

const tooltip = ({ palette }: Drawing) => ({
  confine: true,
  backgroundColor: palette.surface,
  borderColor: palette.line,
  textStyle: { color: palette.text, fontSize: 12 },
})

const axisStyle = ({ palette }: Drawing) => ({
  axisLine: { lineStyle: { color: palette.line } },
  axisTick: { lineStyle: { color: palette.line } },
  axisLabel: { color: palette.dim, hideOverlap: true },
  nameTextStyle: { color: palette.dim },
})

function linesOption({ axis, lines, marks = [] }: LinePlot, drawing: Drawing): Option {
  const { palette, rtl } = drawing
  const twoScales = lines.some(({ scale }) => scale === 'end')
  const scaleOf = (end: boolean) => {
    const ofScale = lines.filter(({ scale }) => (scale === 'end') === end)
    const format = ofScale[0]?.format ?? String
    const longest = extremes(ofScale.flatMap(({ values }) => values))?.most ?? 0
    const step = ofScale[0]?.isDuration ? durationStep(longest) : undefined
    return {
      type: 'value' as const,
      ...axisStyle(drawing),
      // Time follows the reading direction: right to left, it starts at the right.
      position: end === rtl ? ('left' as const) : ('right' as const),
      axisLabel: { color: palette.dim, formatter: (value: number) => format(value) },
      // Grid lines of the second scale would cross those of the first.
      splitLine: { show: !end, lineStyle: { color: palette.line } },
      // Counts have no fractions; shares have many steps below 1.
      ...(ofScale.every(({ values }) => values.every((value) => value === null || Number.isInteger(value))) && {
        minInterval: 1,
      }),
      ...(step !== undefined && { interval: step, max: Math.max(1, Math.ceil(longest / step)) * step }),
    }
  }
  return {
    ...common(drawing),
    grid: { top: 34 + (legendRows(lines) - 1) * 20, bottom: 4, left: 4, right: 8, containLabel: true },
    legend: { top: 0, textStyle: { color: palette.text }, inactiveColor: palette.dim, icon: 'roundRect' },
    tooltip: { ...tooltip(drawing), trigger: 'axis', axisPointer: { type: 'shadow' } },
    xAxis: {
      type: 'category',
      data: [...axis.labels],
      inverse: rtl,
      ...axisStyle(drawing),
      ...labelling(axis.labels.length, palette),
      boundaryGap: true,
    },
    yAxis: twoScales ? [scaleOf(false), scaleOf(true)] : scaleOf(false),
    series: lines.map((line, at) => {
      const colour = palette.series[at % palette.series.length]!
      const shared = {
        name: line.name,
        data: [...line.values],
        yAxisIndex: twoScales && line.scale === 'end' ? 1 : 0,
        color: colour,
        // No highlighting under the pointer: the axis pointer shows the position.
        emphasis: { disabled: true },
        tooltip: { valueFormatter: (value: unknown) => (typeof value === 'number' ? line.format(value) : '–') },
      }
      return line.as === 'bar'
        ? {
            ...shared,
            type: 'bar' as const,
            barMaxWidth: 22,
            // Drawn as one shape instead of an element for each bar: a quarter of the time that a chart of three months takes.
            large: true,
            largeThreshold: mostElements,
            ...(line.stack !== undefined && { stack: line.stack }),
            ...marksOf(at, marks, axis.labels, palette),
          }
        : {
            ...shared,
            type: 'line' as const,
            showSymbol: line.values.length < 32,
            symbolSize: 5,
            lineStyle: { width: 2, type: dashes[at % dashes.length]! },
            sampling: 'lttb' as const,
            ...marksOf(at, marks, axis.labels, palette),
          }
    }),
  }
}

/** From so many bars on, they are one shape. */
const mostElements = 32

/** The number of dates that fit on an axis half as wide as the page. */
const mostLabels = 6
const few = 8

/** Which labels an axis shows: by default, the library measures all of them. */
function labelling(count: number, { dim, line }: Palette) {
  // Every step of a funnel is labelled.
  if (count <= 4) return { axisLabel: { color: dim, interval: 0, width: 100, overflow: 'break' as const } }
  if (count <= few) return {}
  const interval = Math.ceil(count / mostLabels) - 1
  return {
    axisLabel: { color: dim, hideOverlap: true, interval },
    axisTick: { lineStyle: { color: line }, interval },
  }
}

/** The legend's estimated number of lines in a chart half as wide as the page; the chart begins below. */
function legendRows(lines: LinePlot['lines']): number {
  const half = 430
  const widths = lines.map(({ name }) =>
    Array.from(name).reduce((sum, letter) => sum + (letter > '\u2e80' ? 12 : 6.5), 44),
  )
  return Math.max(1, Math.ceil(widths.reduce((sum, width) => sum + width, 0) / half))
}

/** Notes as shaded areas behind the first series; the border shows that of a single day, which has no width. */
function marksOf(at: number, marks: readonly Mark[], labels: readonly string[], palette: Palette) {
  const shown = marks.filter(({ from, to }) => labels.some((label) => label >= from && label <= to))
  if (at > 0 || shown.length === 0) return {}
  const within = (label: string) => (label < labels[0]! ? labels[0]! : label > labels.at(-1)! ? labels.at(-1)! : label)
  return {
    markArea: {
      silent: true,
      itemStyle: {
        color: palette.line,
        opacity: 0.5,
        borderColor: palette.dim,
        borderWidth: 1,
        borderType: 'dashed' as const,
      },
      label: {
        color: palette.dim,
        fontSize: 11,
        position: 'insideTop' as const,
        overflow: 'truncate' as const,
        width: 90,
      },
      // The library's types lack areas with a name.
      data: shown.map(({ from, to, label }) => [{ name: label, xAxis: within(from) }, { xAxis: within(to) }]) as never,
    },
  }
}

function heatOption({ across, down, values, name, format, unknown }: HeatPlot, drawing: Drawing): Option {
  const { palette, rtl } = drawing
  const found = extremes(values.flat())
  // Shares are below 1, so the scale ends at their maximum.
  const most = found === undefined || found.most === 0 ? 1 : found.most
  return {
    ...common(drawing),
    grid: { top: 4, bottom: 44, left: 4, right: 8, containLabel: true },
    tooltip: {
      ...tooltip(drawing),
      trigger: 'item',
      formatter: (of) => {
        const [x = 0, y = 0, value] = (of as unknown as { value: (number | null)[] }).value
        const figure = typeof value === 'number' ? format(value) : '–'
        const note = down.notes?.[y ?? 0]
        return escaped(
          [`${down.labels[y ?? 0]} · ${across.labels[x ?? 0]}: ${figure}`, note].filter(Boolean).join(' · '),
        )
      },
    },
    xAxis: {
      type: 'category',
      data: [...across.labels],
      inverse: rtl,
      ...axisStyle(drawing),
      splitArea: { show: false },
    },
    // Top to bottom, like a table.
    yAxis: {
      type: 'category',
      data: down.labels.map((label, at) => (down.notes?.[at] === undefined ? label : `⚑ ${label}`)),
      inverse: true,
      position: rtl ? 'right' : 'left',
      ...axisStyle(drawing),
    },
    visualMap: {
      min: 0,
      max: most,
      calculable: false,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 120,
      itemWidth: 10,
      text: [format(most), format(0)],
      textStyle: { color: palette.dim },
      inRange: { color: [...palette.heat] },
    },
    series: [
      {
        type: 'heatmap',
        name,
        data: values.flatMap((row, y) =>
          row.flatMap((value, x) =>
            value === null
              ? []
              : [
                  {
                    value: [x, y, value],
                    label: { color: value < palette.heatFlips * most ? palette.text : palette.surface },
                  },
                ],
          ),
        ),
        itemStyle: { borderColor: palette.surface, borderWidth: 2, borderRadius: 2 },
        ...(hasRoomForFigures(across.labels.length, down.labels.length) && {
          label: {
            show: true,
            fontSize: 11,
            formatter: (of: unknown) => format((of as { value: number[] }).value[2]!),
          },
        }),
        emphasis: { itemStyle: { borderColor: palette.text } },
      },
      ...(unknown ? [hatched(values, drawing)] : []),
    ],
  }
}

/** Whether each cell of a tall chart is large enough for its figure. */
const hasRoomForFigures = (across: number, down: number): boolean => across <= few && down <= 34

/** Unknown cells: stripes instead of a colour that would mean a figure. */
const hatched = (values: HeatPlot['values'], { palette }: Drawing): HeatmapSeriesOption => ({
  type: 'heatmap',
  silent: true,
  data: values.flatMap((row, y) => row.flatMap((value, x) => (value === null ? [[x, y, 0]] : []))),
  itemStyle: {
    color: palette.surface,
    borderColor: palette.surface,
    borderWidth: 2,
    decal: { color: palette.line, dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: Math.PI / 4 },
  },
})

/** Escapes names for tooltips, which are markup. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
