// What a board shows, and how few questions answer it. Pure.
import type { boardInfo } from '@greenroom/contract/boards'
import type { Answer } from '@greenroom/contract/call'
import { type Dashboard, dashboards, type FigureKey } from '@greenroom/contract/dashboards'
import type { DateSpan } from '../../../list/filters.ts'

export type Figure = Answer<typeof boardInfo>['figures'][number]
export type Shown = NonNullable<Figure['shown']>

const day = 86_400_000
const plus = (from: string, days: number) => new Date(Date.parse(from) + days * day).toISOString().slice(0, 10)

/**
 * The days of a screen as a pin keeps them: fixed, and, where they end today, as the last days that move on.
 *
 * @param usual how many days the screen shows where none are chosen.
 */
export function spanOf(chosen: DateSpan | undefined, today: string, usual: number) {
  const to = chosen?.to?.slice(0, 10) ?? today
  const from = chosen?.from?.slice(0, 10) ?? plus(to, 1 - usual)
  const days = Math.round((Date.parse(to) - Date.parse(from)) / day) + 1
  return { fixed: { from, to }, moving: to >= today && days > 0 ? days : undefined }
}

const given = (values: readonly string[]) => (values.length > 0 ? values : undefined)

/** The call's payload for what a pin shows, without the figures. */
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

/** Pins of one dashboard, with the same days and filters, are asked for together. */
export const groupOf = (shown: Shown): string => JSON.stringify(payloadOf(shown))

export type Group = { key: string; kind: Shown['kind']; payload: object }

/** One question for each group, for the figures that its pins show. */
export function groupsOf(figures: readonly Figure[]): Group[] {
  const found = new Map<string, { shown: Shown; figures: Set<FigureKey> }>()
  for (const { shown } of figures) {
    if (!shown) continue
    const key = groupOf(shown)
    const group = found.get(key) ?? { shown, figures: new Set<FigureKey>() }
    for (const figure of figuresOf(shown)) group.figures.add(figure)
    found.set(key, group)
  }
  return [...found].map(([key, { shown, figures: wanted }]) => ({
    key,
    kind: shown.kind,
    payload: { ...payloadOf(shown), ...(shown.kind !== 'retention' && { figures: [...wanted].sort() }) },
  }))
}

/** How many columns and rows a wall has for so many figures; more than twelve take turns. */
export function wallOf(count: number, portrait: boolean): { columns: number; rows: number; pages: number } {
  const most = 12
  const pages = Math.max(1, Math.ceil(count / most))
  const shown = Math.ceil(count / pages)
  const across = shown <= 1 ? 1 : shown <= 4 ? 2 : shown <= 9 ? 3 : 4
  const down = Math.max(1, Math.ceil(shown / across))
  return portrait ? { columns: down, rows: across, pages } : { columns: across, rows: down, pages }
}
