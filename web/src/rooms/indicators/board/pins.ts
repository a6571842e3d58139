// A board's pins, and how they are grouped into few calls. Pure.
import type { boardInfo } from '@greenroom/contract/boards'
import type { Answer } from '@greenroom/contract/call'
import { type Dashboard, dashboards, type FigureKey } from '@greenroom/contract/dashboards'
import type { DateSpan } from '../../../list/filters.ts'

export type Figure = Answer<typeof boardInfo>['figures'][number]
export type Shown = NonNullable<Figure['shown']>

const day = 86_400_000
const plus = (from: string, days: number) => new Date(Date.parse(from) + days * day).toISOString().slice(0, 10)

/**
 * A screen's days as stored in a pin: fixed, or, if they end today, relative.
 *
 * @param usual how many days the screen shows by default.
 */
export function spanOf(chosen: DateSpan | undefined, today: string, usual: number) {
  const to = chosen?.to?.slice(0, 10) ?? today
  const from = chosen?.from?.slice(0, 10) ?? plus(to, 1 - usual)
  const days = Math.round((Date.parse(to) - Date.parse(from)) / day) + 1
  return { fixed: { from, to }, moving: to >= today && days > 0 ? days : undefined }
}

const given = (values: readonly string[]) => (values.length > 0 ? values : undefined)

/** The call's payload for a pin, without the figures. */
const payloadOf = ({ kind, days, from, to, country, channel, platform, sex, compare, group }: Shown) => ({
  kind,
  ...(days === null ? { startTimeStr: from ?? undefined, endTimeStr: to ?? undefined } : { days }),
  country: given(country),
  channel: given(channel),
  platform: given(platform),
  sex: sex ?? undefined,
  compare: compare ?? undefined,
  group: group ?? undefined,
})

export const chartOf = ({ kind, as, key }: Shown): Dashboard['charts'][number] | undefined => {
  if (kind === 'retention' || as !== 'chart') return undefined
  const dashboard: Dashboard = dashboards[kind]
  return dashboard.charts.find((chart) => chart.key === key)
}

const figuresOf = (shown: Shown): readonly FigureKey[] =>
  shown.as === 'figure' ? [shown.key as FigureKey] : (chartOf(shown)?.figures ?? [])

/** Pins of one dashboard with the same days and filters share a call. */
export const groupOf = (shown: Shown): string => JSON.stringify(payloadOf(shown))

export type Group = { key: string; kind: Shown['kind']; payload: object }

/** One call for each group, for its pins' figures. */
export function groupsOf(figures: readonly Figure[]): Group[] {
  const found = new Map<string, { shown: Shown; figures: Set<FigureKey> }>()
  for (const { shown } of figures) {
    if (!shown) continue
    const key = groupOf(shown)
    const group = found.get(key) ?? { shown, figures: new Set<FigureKey>() }
    for (const figure of figuresOf(shown)) group.figures.add(figure)
    found.set(key, group)
  }
  return [...found].map(([key, { shown, figures: figureKeys }]) => ({
    key,
    kind: shown.kind,
    payload: { ...payloadOf(shown), ...(shown.kind !== 'retention' && { figures: [...figureKeys].sort() }) },
  }))
}

/** A wall's columns and rows for a number of figures; more than twelve rotate. */
export function wallOf(count: number, portrait: boolean): { columns: number; rows: number; pages: number } {
  const most = 12
  const pages = Math.max(1, Math.ceil(count / most))
  const shown = Math.ceil(count / pages)
  const across = shown <= 1 ? 1 : shown <= 4 ? 2 : shown <= 9 ? 3 : 4
  const down = Math.max(1, Math.ceil(shown / across))
  return portrait ? { columns: down, rows: across, pages } : { columns: across, rows: down, pages }
}
