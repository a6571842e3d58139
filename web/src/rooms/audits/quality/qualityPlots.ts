// Charts of the queues.
import type { auditQueues } from '@greenroom/contract/auditFigures'
import type { Answer } from '@greenroom/contract/call'
import type { Format, HeatPlot, LinePlot } from '../../../charts/plot.ts'

type Answered = Answer<typeof auditQueues>
type Kind = Answered['kinds'][number]['kind']

/** Names and formats in the reader's language. */
export type Words = Record<'hour' | 'soFar' | 'queue' | 'arrived' | 'decided' | 'backlog' | 'p50' | 'p95', string> & {
  now: number
  whenOf: (at: string) => string
  kindOf: (kind: Kind) => string
  number: Format
  duration: Format
}

const axisOf = ({ hours }: Answered, words: Words) => ({
  name: words.hour,
  labels: hours.map(({ at }) => words.whenOf(at)),
  unfinished: Date.parse(hours.at(-1)?.at ?? '') + 3_600_000 > words.now ? words.soFar : undefined,
})

/** The backlog at each hour's end, and waiting times of items decided in it. */
export const backlogPlot = (of: Answered, words: Words): LinePlot => ({
  kind: 'lines',
  axis: axisOf(of, words),
  lines: [
    { name: words.backlog, as: 'line', values: of.hours.map(({ backlog }) => backlog), format: words.number },
    {
      name: words.p50,
      as: 'line',
      values: of.hours.map(({ waitP50Seconds }) => waitP50Seconds),
      format: words.duration,
      scale: 'end',
      isDuration: true,
    },
    {
      name: words.p95,
      as: 'line',
      values: of.hours.map(({ waitP95Seconds }) => waitP95Seconds),
      format: words.duration,
      scale: 'end',
      isDuration: true,
    },
  ],
})

export const arrivedPlot = (of: Answered, words: Words): LinePlot => ({
  kind: 'lines',
  axis: axisOf(of, words),
  lines: [
    { name: words.arrived, as: 'bar', values: of.hours.map(({ arrived }) => arrived), format: words.number },
    { name: words.decided, as: 'line', values: of.hours.map(({ decided }) => decided), format: words.number },
  ],
})

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

/** Arrivals in each queue by hour of the day; 0 for hours without any. */
export function heatPlot(of: Answered, words: Words): HeatPlot {
  const arrived = new Map(of.byHourOfDay.map((one) => [`${one.kind} ${one.hour}`, one.arrived]))
  return {
    kind: 'heat',
    across: { name: words.hour, labels: hoursOfDay.map((hour) => String(hour).padStart(2, '0')) },
    down: { name: words.queue, labels: of.kinds.map(({ kind }) => words.kindOf(kind)) },
    values: of.kinds.map(({ kind }) => hoursOfDay.map((hour) => arrived.get(`${kind} ${hour}`) ?? 0)),
    name: words.arrived,
    format: words.number,
  }
}
