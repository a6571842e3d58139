// A chart's data, independent of drawing: picture, table and file use the same figures.

/** Formats a value in the reader's language. */
export type Format = (value: number) => string

export type Line = {
  name: string
  as: 'line' | 'bar'
  /** One for each label of the axis; null if there is no figure. */
  values: readonly (number | null)[]
  format: Format
  /** Its scale; by default the one at the start. */
  scale?: 'start' | 'end'
  /** Seconds: the scale uses minutes, hours and days, not thousands of seconds. */
  isDuration?: true
  /** All its places are over, though the axis has one that isn't: such as the figures of an earlier span. */
  finished?: true
  /** Bars with the same stack are stacked. */
  stack?: string | undefined
}

/** A note on a range of the axis, from first to last. */
export type Mark = { from: string; to: string; label: string }

/** The labels of the marks that a place on the axis lies within; undefined if there are none. */
export const notesOn = (at: string, marks: readonly Mark[]): string | undefined =>
  marks
    .filter(({ from, to }) => at >= from && at <= to)
    .map(({ label }) => label)
    .join(', ') || undefined

/** Figures along one axis, such as hours. */
export type LinePlot = {
  kind: 'lines'
  axis: {
    name: string
    labels: readonly string[]
    /** The last place isn't over: this says so beside its label, and what leads to it is dashed. */
    unfinished?: string | undefined
  }
  lines: readonly Line[]
  marks?: readonly Mark[]
}

/** A heat map: figures of two axes, higher ones darker. */
export type HeatPlot = {
  kind: 'heat'
  across: { name: string; labels: readonly string[] }
  /** `notes`: what is noted on a row, such as a campaign on a day. */
  down: { name: string; labels: readonly string[]; notes?: readonly (string | undefined)[] }
  /** By row, then column; null if there is no figure. */
  values: readonly (readonly (number | null)[])[]
  /** The name of a figure. */
  name: string
  format: Format
  /** Cells without a figure are hatched: unknown yet. */
  unknown?: true
}

export type Plot = LinePlot | HeatPlot

export type TableCell = number | null
export type PlotTable = {
  /** The first is the name of the rows. */
  head: readonly string[]
  rows: readonly { name: string; cells: readonly TableCell[] }[]
  /** The format of each column's cells. */
  formats: readonly Format[]
}

/** The labels of an axis as they are shown: `2026-11-29 (so far)`. */
export const shownLabels = ({ labels, unfinished }: LinePlot['axis']): readonly string[] =>
  unfinished === undefined ? labels : labels.with(-1, `${labels.at(-1)} (${unfinished})`)

/** The lines whose way to the last place is dashed. */
export const restsOf = ({ axis, lines }: LinePlot): Line[] =>
  axis.unfinished === undefined ? [] : lines.filter((line) => line.as === 'line' && !line.finished)

/** The word for the last place of an axis of days, if that is today. */
export const unfinishedDay = (days: readonly string[], today: string, word: string): string | undefined =>
  days.length > 0 && days.at(-1)! >= today ? word : undefined

/** A chart's figures as a table: a row for each label of its axis, or for each row of a heat map. */
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
    rows: shownLabels(plot.axis).map((name, at) => ({
      name,
      cells: plot.lines.map(({ values }) => values[at] ?? null),
    })),
    formats: plot.lines.map(({ format }) => format),
  }
}

/** The table as it is written to a file: a day is a day there, also while it runs. */
export const fileOf = (plot: Plot): PlotTable =>
  tableOf(plot.kind === 'heat' ? plot : { ...plot, axis: { ...plot.axis, unfinished: undefined } })

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

/** The interval of marks on a scale of seconds: the first natural unit with at most five marks. */
export const durationStep = (longest: number): number =>
  durationSteps.find((step) => longest / step <= marks) ?? durationSteps.at(-1)!

/** The minimum and maximum; undefined without figures. */
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
