// What a chart shows, apart from how it is drawn: the same figures make the picture, the table beside it and the file.

/** A value in words, as the reader's language has it. */
export type Format = (value: number) => string

export type Line = {
  name: string
  as: 'line' | 'bar'
  /** One for each label of the axis; null where there is no figure. */
  values: readonly (number | null)[]
  format: Format
  /** Which scale it is read from: the one at the start, unless said otherwise. */
  scale?: 'start' | 'end'
  /** Seconds: its scale goes by minutes, hours and days, not by thousands of seconds. */
  isDuration?: true
  /** Bars of the same stack stand on each other. */
  stack?: string | undefined
}

/** A note on places of the axis, first and last. */
export type Mark = { from: string; to: string; label: string }

/** Figures along one axis, such as hours. */
export type LinePlot = {
  kind: 'lines'
  axis: { name: string; labels: readonly string[] }
  lines: readonly Line[]
  marks?: readonly Mark[]
}

/** Figures of two axes, the stronger the darker. */
export type HeatPlot = {
  kind: 'heat'
  across: { name: string; labels: readonly string[] }
  down: { name: string; labels: readonly string[] }
  /** By place down, then across; null where there is no figure. */
  values: readonly (readonly (number | null)[])[]
  /** What one figure is. */
  name: string
  format: Format
  /** Places without a figure are hatched: it is not known yet. */
  unknown?: true
}

export type Plot = LinePlot | HeatPlot

export type TableCell = number | null
export type PlotTable = {
  /** The first is the name of the rows. */
  head: readonly string[]
  rows: readonly { name: string; cells: readonly TableCell[] }[]
  /** How the cells of each column are written. */
  formats: readonly Format[]
}

/** The figures of a chart as a table: a row for each place on its axis, or for each place down. */
export function tableOf(plot: Plot): PlotTable {
  if (plot.kind === 'heat') {
    return {
      head: [plot.down.name, ...plot.across.labels],
      rows: plot.down.labels.map((name, at) => ({ name, cells: plot.values[at] ?? [] })),
      formats: plot.across.labels.map(() => plot.format),
    }
  }
  return {
    head: [plot.axis.name, ...plot.lines.map(({ name }) => name)],
    rows: plot.axis.labels.map((name, at) => ({ name, cells: plot.lines.map(({ values }) => values[at] ?? null) })),
    formats: plot.lines.map(({ format }) => format),
  }
}

/** True when there is nothing to draw. */
export const isEmpty = (plot: Plot): boolean =>
  tableOf(plot).rows.every(({ cells }) => cells.every((cell) => cell === null || cell === 0))

const [minute, hour, day] = [60, 3_600, 86_400]
const durationSteps = [
  1,
  5,
  15,
  30,
  ...[1, 5, 15, 30].map((count) => count * minute),
  ...[1, 2, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 10, 30, 60, 120].map((count) => count * day),
]
const marks = 5

/** How far apart the marks of a scale of seconds stand: the first length that people count in with no more than five marks. */
export const durationStep = (longest: number): number =>
  durationSteps.find((step) => longest / step <= marks) ?? durationSteps.at(-1)!

/** Smallest and greatest figure of some; undefined of none. */
export function extremes(values: readonly (number | null)[]): { least: number; most: number } | undefined {
  let found: { least: number; most: number } | undefined
  for (const value of values) {
    if (value === null) continue
    found = found
      ? { least: Math.min(found.least, value), most: Math.max(found.most, value) }
      : { least: value, most: value }
  }
  return found
}
