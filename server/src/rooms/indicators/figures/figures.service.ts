// Dashboards: figures, comparison, and explanation of differences.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { type Dashboard, dashboards, type FigureKey, figuresOf } from '@greenroom/contract/dashboards'
import type * as calls from '@greenroom/contract/indicators'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { notesOn } from '../boards/indicatorNotes.queries.ts'
import { shownNote } from '../boards/indicatorNotes.service.ts'
import { dayOf, dayPlus, daysBetween, type Zone } from '../fold/fold.rules.ts'
import { zonesOf } from '../fold/fold.zone.ts'
import { definitions } from './figures.definitions.ts'
import { differenceOf, type Sides } from './figures.difference.ts'
import { type Filters, filtersOf, readFacts, type Span } from './figures.facts.ts'
import { asOf } from './figures.queries.ts'
import { evaluateAll, type Facts, firstDays, partsOf, type Value } from './figures.rules.ts'
import { comparedWith, completePart, spanFault, spanOfDays } from './figures.spans.ts'

type FiguresPayload = {
  kind: keyof typeof dashboards
  country?: string[]
  channel?: string[]
  platform?: string[]
  sex?: string
  startTimeStr?: string
  endTimeStr?: string
  days?: number
}

/** The zones of the days; the current one if nothing was counted yet. */
export async function zonesNow(reader: Reader, zone: string): Promise<Zone[]> {
  const zones = await zonesOf(reader)
  return zones.length > 0 ? zones : [{ since: '2000-01-01', zone }]
}

/** The requested span and filters, and today. @throws Refusal 10009 for a span that ends before it begins, or is too long. */
export async function requestOf(context: Context, payload: FiguresPayload) {
  const zones = await zonesNow(context.database, context.timeZone)
  const today = dayOf(context.now, zones)
  const span = spanOfDays(payload, today)
  const fault = spanFault(span)
  if (fault) throw refuseBecause(10009, 'endTimeStr', fault)
  const dashboard: Dashboard = dashboards[payload.kind]
  const sex = dashboard.sex ?? payload.sex
  return { zones, today, span, filters: filtersOf({ ...payload, ...(sex !== undefined && { sex }) }), dashboard }
}

const factsFor = (
  reader: Reader,
  keys: readonly FigureKey[],
  of: { span: Span; filters: Filters; today: string },
): Promise<Facts> =>
  readFacts(
    reader,
    keys.flatMap((key) => partsOf(definitions[key])),
    of,
  )

const daysIn = (values: Map<FigureKey, Value>) =>
  Object.fromEntries([...values].map(([key, { series }]) => [key, [...series]]))
const totalsIn = (values: Map<FigureKey, Value>) =>
  Object.fromEntries([...values].map(([key, { total }]) => [key, total]))

const listOfDays = ({ from, to }: Span): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => dayPlus(from, index))

/** The figures of a dashboard: all, or the requested ones. @throws Refusal 10009 */
export async function figures(
  context: Context,
  payload: Parsed<typeof calls.indicatorFigures>,
): Promise<Answer<typeof calls.indicatorFigures>> {
  const { database: reader } = context
  const { zones, today, span, filters, dashboard } = await requestOf(context, payload as FiguresPayload)
  const { figures: requested } = payload
  const keys = figuresOf(dashboard).filter((key) => requested === undefined || requested.includes(key))
  const { compare } = payload
  const beside = compare && comparedWith(span, compare)
  const [facts, factsBeside] = await Promise.all([
    factsFor(reader, keys, { span, filters, today }),
    beside && factsFor(reader, keys, { span: beside, filters, today }),
  ])
  const values = evaluateAll(keys, facts)
  // Equal elapsed days are compared: the previous span is cut like the span itself.
  const { complete } = facts
  const totalsOf = (of: Facts) => (complete > 0 ? totalsIn(evaluateAll(keys, firstDays(of, complete))) : {})
  return {
    days: listOfDays(span),
    running: span.to >= today,
    figures: daysIn(values),
    totals: totalsIn(values),
    before:
      beside && factsBeside
        ? {
            days: listOfDays(beside),
            figures: daysIn(evaluateAll(keys, factsBeside)),
            totals: totalsOf(factsBeside),
            own: totalsOf(facts),
          }
        : null,
    notes: (await notesOn(reader, span)).map((note) => shownNote(context, note, payload.kind)),
    zones: zones.filter(({ since }, index) => index === 0 || since > span.from || zones[index - 1]!.since > span.from),
    asOf: await asOf(reader, context.now),
  }
}

/**
 * Explains the difference of a figure between a span and its comparison.
 *
 * @throws Refusal 10009 for a figure that is not a sum: parts of a ratio do not add up.
 */
export async function difference(
  context: Context,
  payload: Parsed<typeof calls.indicatorDifference>,
): Promise<Answer<typeof calls.indicatorDifference>> {
  const { today, span, filters, dashboard } = await requestOf(context, payload as FiguresPayload)
  if (!figuresOf(dashboard).includes(payload.figure)) throw refuseBecause(10009, 'figure', 'indicator.figure')
  const definition = definitions[payload.figure]
  const isDaily = 'perDay' in definition
  const of = isDaily ? definition.perDay : definition
  if (!('sum' in of)) throw refuseBecause(10009, 'figure', 'indicator.parts')
  const complete = completePart(span, today) ?? span
  const days = daysBetween(complete.from, complete.to) + 1
  // The same days as the totals: the first ones of the span's counterpart.
  const { from } = comparedWith(span, payload.compare ?? 'before')
  const sides: Sides = { after: complete, before: { from, to: dayPlus(from, days - 1) } }
  return differenceOf(context.database, of, { sides, filters, days: isDaily ? days : 1 })
}
