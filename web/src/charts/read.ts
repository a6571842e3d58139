// Reading a chart point by point by keyboard: along its axis, and in a heat map also down. Pure.
import { notesOn, type Plot, restsOf, shownLabels } from './plot.ts'

/** A position on the axis; `down` in a heat map only. */
export type At = { across: number; down: number }

const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1)

/** The next position for a key, also from outside the chart; undefined for other keys. */
export function moved(plot: Plot, at: At | undefined, key: string, rtl: boolean): At | undefined {
  const across = plot.kind === 'heat' ? plot.across.labels.length : plot.axis.labels.length
  const down = plot.kind === 'heat' ? plot.down.labels.length : 1
  if (across === 0 || down === 0) return undefined
  const forward = rtl ? 'ArrowLeft' : 'ArrowRight'
  const back = rtl ? 'ArrowRight' : 'ArrowLeft'
  const from = at ?? { across: key === back ? across : -1, down: 0 }
  const to = {
    [forward]: { ...from, across: from.across + 1 },
    [back]: { ...from, across: from.across - 1 },
    Home: { ...from, across: 0 },
    End: { ...from, across: across - 1 },
    ...(plot.kind === 'heat' && {
      ArrowDown: { across: Math.max(0, from.across), down: at ? from.down + 1 : 0 },
      ArrowUp: { across: Math.max(0, from.across), down: from.down - 1 },
    }),
  }[key]
  return to && { across: within(to.across, across), down: within(to.down, down) }
}

/** The text of a position. */
export function describePoint(plot: Plot, { across, down }: At): string {
  if (plot.kind === 'heat') {
    const value = plot.values[down]?.[across] ?? null
    const note = plot.down.notes?.[down]
    const figure = `${plot.across.labels[across]}: ${value === null ? '–' : plot.format(value)}`
    return [plot.down.labels[down], figure, note].filter(Boolean).join(', ')
  }
  const figures = plot.lines.map(({ name, values, format }) => {
    const value = values[across] ?? null
    return `${name}: ${value === null ? '–' : format(value)}`
  })
  const label = shownLabels(plot.axis)[across]!
  const note = plot.marks && notesOn(plot.axis.labels[across]!, plot.marks)
  return [`${label}. ${figures.join(', ')}`, note].filter(Boolean).join('. ')
}

/** A figure in the drawing: the series, and its index in it. */
export type Tip = { series: number; index: number }

/** The figure at a position that can be highlighted; undefined if there is none. */
export function tipAt(plot: Plot, { across, down }: At): Tip | undefined {
  if (plot.kind === 'heat') {
    if ((plot.values[down]?.[across] ?? null) === null) return undefined
    // Unknown figures are neither drawn nor counted.
    const before = plot.values.slice(0, down).flat().concat(plot.values[down]!.slice(0, across))
    return { series: 0, index: before.filter((value) => value !== null).length }
  }
  const series = plot.lines.findIndex(({ values }) => (values[across] ?? null) !== null)
  if (series < 0) return undefined
  // The last value of an unfinished line is drawn by the series of its rest, which follow all lines.
  const rest = across === plot.axis.labels.length - 1 ? restsOf(plot).indexOf(plot.lines[series]!) : -1
  return { series: rest < 0 ? series : plot.lines.length + rest, index: across }
}
