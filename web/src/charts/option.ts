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
import { marginsOf, type WidthOf } from './margins.ts'
import {
  extremes,
  type HeatPlot,
  type Line,
  type LinePlot,
  type Mark,
  type Plot,
  restsOf,
  shownLabels,
} from './plot.ts'
import { isWhole, marksOf, scaleOf } from './scale.ts'

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
  /** The width of a text in the chart's font. */
  widthOf: WidthOf
}

export const fontSize = 12

/** Distinguishable without colours, too. */
const dashes = ['solid', 'dashed', 'dotted'] as const

export const optionOf = (plot: Plot, drawing: Drawing): Option =>
  plot.kind === 'heat' ? heatOption(plot, drawing) : linesOption(plot, drawing)

const common = ({ palette, fontFamily, description }: Drawing): Option => ({
  aria: { enabled: true, label: { description } },
  // Animated charts are slow on a slow machine.
  animation: false,
  textStyle: { fontFamily, color: palette.text, fontSize },
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

/** The library must not make room for labels by itself, which would lay them out twice. */
const grid = { outerBoundsMode: 'none' } as const

function linesOption(plot: LinePlot, drawing: Drawing): Option {
  const { axis, lines, marks = [] } = plot
  const { palette, rtl } = drawing
  const labels = shownLabels(axis)
  const ofStart = lines.filter(({ scale }) => scale !== 'end')
  const ofEnd = lines.filter(({ scale }) => scale === 'end')
  const twoScales = ofEnd.length > 0
  const formatOf = (of: Line[]) => of[0]?.format ?? String
  // Lines can be hidden by the legend: the marks of each alone fit as well.
  const labelsOf = (of: Line[]) =>
    [of, ...of.map((line) => [line])].flatMap((some) => marksOf(scaleOf(some)).map((value) => formatOf(of)(value)))
  const axisOf = (of: Line[], atEnd: boolean) => ({
    type: 'value' as const,
    ...axisStyle(drawing),
    // Others follow the lines that are shown.
    ...(of[0]?.isDuration ? scaleOf(of) : isWhole(of) && { minInterval: 1 }),
    // Time follows the reading direction: right to left, it starts at the right.
    position: atEnd === rtl ? ('left' as const) : ('right' as const),
    axisLabel: { color: palette.dim, formatter: (value: number) => formatOf(of)(value) },
    // Grid lines of the second scale would cross those of the first.
    splitLine: { show: !atEnd, lineStyle: { color: palette.line } },
  })
  const { step, brokenTo, ...labelled } = labelling(labels.length, palette)
  const margins = marginsOf(
    {
      start: labelsOf(ofStart),
      ...(twoScales && { end: labelsOf(ofEnd) }),
      across: labels,
      step,
      ...(brokenTo !== undefined && { brokenTo }),
    },
    drawing,
  )
  const series = lines.map((line, at): BarSeriesOption | LineSeriesOption => {
    const isUnfinished = axis.unfinished !== undefined && !line.finished
    const last = line.values.at(-1) ?? null
    const shared = {
      name: line.name,
      data: [...line.values],
      yAxisIndex: twoScales && line.scale === 'end' ? 1 : 0,
      color: palette.series[at % palette.series.length]!,
      // No highlighting under the pointer: the axis pointer shows the position.
      emphasis: { disabled: true },
      tooltip: {
        // By its place: the last value of a line may be drawn apart.
        valueFormatter: (_: unknown, place: number) => {
          const value = line.values[place]
          return typeof value === 'number' ? line.format(value) : '–'
        },
      },
      ...areasOf(at, marks, axis.labels, labels, palette),
    }
    if (line.as === 'line')
      return {
        ...shared,
        ...(isUnfinished && { data: line.values.with(-1, null) }),
        type: 'line',
        showSymbol: line.values.length < 32,
        symbolSize: 5,
        lineStyle: { width: 2, type: dashes[at % dashes.length]! },
        sampling: 'lttb',
      }
    return {
      ...shared,
      // A shape of many bars has one look.
      ...(isUnfinished &&
        line.values.length < mostElements && {
          data: [...line.values.slice(0, -1), { value: last ?? '-', itemStyle: { opacity: 0.45 } }],
        }),
      type: 'bar',
      barMaxWidth: 22,
      // Drawn as one shape instead of an element for each bar: a quarter of the time that a chart of three months takes.
      large: true,
      largeThreshold: mostElements,
      ...(line.stack !== undefined && { stack: line.stack }),
    }
  })
  // Their own series, which the legend switches together with their lines, and of which no tooltip tells.
  const rests = restsOf(plot).map((line): LineSeriesOption => {
    const { markArea: _, ...drawn } = series[lines.indexOf(line)] as LineSeriesOption
    return {
      ...drawn,
      data: line.values.map((value, at) => (at < line.values.length - 2 ? null : value)),
      showSymbol: true,
      lineStyle: { width: 1.5, type: [2, 4], opacity: 0.8 },
      tooltip: { show: false },
    }
  })
  return {
    ...common(drawing),
    grid: { ...grid, top: 40 + (legendRows(lines) - 1) * 20, ...margins },
    legend: { top: 0, textStyle: { color: palette.text }, inactiveColor: palette.dim, icon: 'roundRect' },
    tooltip: { ...tooltip(drawing), trigger: 'axis', axisPointer: { type: 'shadow' } },
    xAxis: {
      type: 'category',
      data: [...labels],
      inverse: rtl,
      ...axisStyle(drawing),
      ...labelled,
      boundaryGap: true,
    },
    yAxis: twoScales ? [axisOf(ofStart, false), axisOf(ofEnd, true)] : axisOf(ofStart, false),
    series: [...series, ...rests],
  }
}
/** From so many bars on, they are one shape. */
const mostElements = 32

/** The number of dates that fit on an axis half as wide as the page. */
const mostLabels = 6
const few = 8

/** Which labels an axis shows: by default, the library measures all of them. Every `step`-th is shown, or each broken to a width. */
function labelling(count: number, { dim, line }: Palette) {
  const brokenTo = 100
  // Every step of a funnel is labelled.
  if (count <= 4)
    return {
      step: 1,
      brokenTo,
      axisLabel: { color: dim, interval: 0, width: brokenTo, overflow: 'break' as const },
    }
  if (count <= few) return { step: 1 }
  const step = Math.ceil(count / mostLabels)
  return {
    step,
    axisLabel: { color: dim, hideOverlap: true, interval: step - 1 },
    axisTick: { lineStyle: { color: line }, interval: step - 1 },
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
function areasOf(
  at: number,
  marks: readonly Mark[],
  labels: readonly string[],
  shownAs: readonly string[],
  palette: Palette,
) {
  const shown = marks.filter(({ from, to }) => labels.some((label) => label >= from && label <= to))
  if (at > 0 || shown.length === 0) return {}
  const within = (label: string) => {
    const place = label < labels[0]! ? 0 : label > labels.at(-1)! ? labels.length - 1 : labels.indexOf(label)
    return shownAs[place] ?? label
  }
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
  const rows = down.labels.map((label, at) => (down.notes?.[at] === undefined ? label : `⚑ ${label}`))
  const margins = marginsOf({ start: rows, across: across.labels, step: 1 }, drawing)
  return {
    ...common(drawing),
    // Below the labels is the scale of colours.
    grid: { ...grid, top: 4, ...margins, bottom: 40 + margins.bottom },
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
      data: rows,
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
