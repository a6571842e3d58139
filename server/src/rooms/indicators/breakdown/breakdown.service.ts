// A figure split by a dimension of its facts: its largest parts, the others in one, and the whole, beside those of another span.

import type { Answer, Parsed } from '@greenroom/contract/call'
import { type FigureKey, figuresOf, peopleDays } from '@greenroom/contract/dashboards'
import { type Dimension, mostParts, offeredOn } from '@greenroom/contract/figureDimensions'
import type * as calls from '@greenroom/contract/indicators'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { definitions } from '../figures/figures.definitions.ts'
import type { Span } from '../figures/figures.facts.ts'
import { requestOf } from '../figures/figures.service.ts'
import { comparedWith, completePart } from '../figures/figures.spans.ts'
import { dayPlus, daysBetween } from '../fold/fold.rules.ts'
import { isOfDays } from './breakdown.days.ts'
import { type Found, type Part, partsOf, type Sides, sorted, sumOfParts, wholeOf } from './breakdown.parts.ts'
import { namesOf } from './breakdown.promoters.ts'
import { type Asked, joinedPart, readAtoms } from './breakdown.read.ts'
import { type Formula, formulaOf, type Measured } from './breakdown.totals.ts'

type Payload = Parsed<typeof calls.indicatorBy>

/** @throws Refusal 10009 for a figure that is not the dashboard's or cannot be split so, or days that are no longer kept. */
export async function by(context: Context, payload: Payload): Promise<Answer<typeof calls.indicatorBy>> {
  const { database: reader } = context
  const request = await requestOf(context, payload as Parameters<typeof requestOf>[1])
  const { today, span, filters, zones, dashboard } = request
  const { figure, by: dimension, sort = '-value' } = payload
  if (!figuresOf(dashboard).includes(figure)) throw refuseBecause(10009, 'figure', 'indicator.figure')
  if (!offeredOn(dashboard, figure).includes(dimension)) throw refuseBecause(10009, 'by', 'indicator.dimension')
  const frames = framesOf({ span, today, figure, compare: payload.compare ?? 'before' })
  const isKept = (formulas: readonly Formula[]) =>
    !isOfDays(dimension) ||
    formulas.every(({ atoms }) =>
      atoms.every(({ from, to }) => from === null || to < from || from > dayPlus(today, -peopleDays)),
    )
  if (!isKept([frames.now, frames.own]))
    throw refuseBecause(10009, 'startTimeStr', 'indicator.peopleGone', { days: peopleDays })
  const formulas = { ...frames, before: isKept([frames.before]) ? frames.before : null }
  const asked: Asked = { by: dimension, filters, zones }
  const sides = await readSides(reader, formulas, asked)
  const parts = sorted(partsOf(sides), sort)
  const [shown, rest] = [parts.slice(0, mostParts), parts.slice(mostParts).map(({ value }) => value)]
  const addsUp = isAdditive(dimension, formulas.now)
  const names = await namesOf(
    reader,
    dimension,
    shown.map(({ value }) => value),
  )
  return {
    rows: shown.map((part) => ({ ...part, name: names.get(part.value) ?? null })),
    others:
      rest.length === 0
        ? null
        : { parts: rest.length, ...(await othersOf({ reader, sides, formulas, asked, rest, addsUp })) },
    whole: wholeOf(sides),
    addsUp,
    span,
    beforeSpan: formulas.before && frames.beforeSpan,
    running: span.to >= today,
  }
}

type Formulas = { now: Formula; own: Formula; before: Formula | null }

/** Equal elapsed days are compared, as on the dashboards: of a running span the complete days. Without any, nothing is. */
function framesOf(of: { span: Span; today: string; figure: FigureKey; compare: 'before' | 'year' }) {
  const { span, today, compare } = of
  const formula = (days: Span | null) =>
    days === null ? unknown : formulaOf(definitions[of.figure], { span: days, today })
  const complete = completePart(span, today)
  const { from } = comparedWith(span, compare)
  const beforeSpan = complete && { from, to: dayPlus(from, daysBetween(complete.from, complete.to)) }
  return { now: formula(span), own: formula(complete), before: formula(beforeSpan), beforeSpan }
}

const nothing: Measured = { value: null, part: null, of: null }
const unknown: Formula = { atoms: [], measure: () => nothing }

/** What the sides read is read at once where it is near in time: the span and its complete days. */
async function readSides(reader: Reader, { now, own, before }: Formulas, asked: Asked): Promise<Sides> {
  const split = now.atoms.length
  const [both, then] = await Promise.all([
    readAtoms(reader, [...now.atoms, ...own.atoms], asked),
    before && readAtoms(reader, before.atoms, asked),
  ])
  const cut = (from: number, to?: number): Found => ({
    parts: new Map([...both.parts].map(([value, numbers]) => [value, numbers.slice(from, to)])),
    whole: both.whole.slice(from, to),
  })
  return {
    now: { formula: now, found: cut(0, split) },
    own: { formula: own, found: cut(split) },
    before: before && then && { formula: before, found: then },
  }
}

/** A user has one country, channel, sex and language, but days on several platforms, in several guilds, paid through several gateways. */
function isAdditive(dimension: Dimension, { atoms }: Formula): boolean {
  const several: readonly Dimension[] = ['platform', 'guild', 'gateway']
  return !several.includes(dimension) || atoms.every((atom) => 'sum' in atom)
}

/** Users of several of the others count once, so these are read as one part. */
async function othersOf(of: {
  reader: Reader
  sides: Sides
  formulas: Formulas
  asked: Asked
  rest: readonly string[]
  addsUp: boolean
}): Promise<Omit<Part, 'value'>> {
  if (of.addsUp) return sumOfParts(of.sides, of.rest)
  const sides = await readSides(of.reader, of.formulas, { ...of.asked, joined: of.rest })
  return sumOfParts(sides, [joinedPart])
}
