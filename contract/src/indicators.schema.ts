// Payloads and results of the Data indicators calls. Shares are fractions of 1; other units are those of `figureUnits`.
import { z } from 'zod'
import {
  cohortGroups,
  dashboardKeys,
  type FigureKey,
  figureUnits,
  mostDashboardDays,
  returnDays,
} from './dashboards.ts'
import {
  instant,
  integer,
  line,
  listOf,
  listPayload,
  nothing,
  optional,
  pageOf,
  personRef,
  rowId,
  timeText,
} from './fields.ts'
import { dimensions } from './figureDimensions.ts'

/** A day in PostgreSQL's range. */
const day = () => z.iso.date().regex(/^(?!0000)/)

const dashboard = z.enum(dashboardKeys)
export const anyDashboard = z.enum([...dashboardKeys, 'retention'])
const figure = z.enum(Object.keys(figureUnits) as [FigureKey, ...FigureKey[]])
const sex = z.enum(['woman', 'man', 'none'])
const platform = z.enum(['ios', 'android', 'web'])

/** Maximum number of values of a filter. */
const mostValues = 50

/** Days in the platform's zone, the last seven by default; a filter with several values matches any of them. */
export const filters = {
  startTimeStr: optional(timeText()),
  endTimeStr: optional(timeText()),
  /** Instead of a span: the number of days up to today. */
  days: optional(integer(1, mostDashboardDays)),
  country: optional(listOf(z.string().regex(/^[A-Z]{2}$/), mostValues)),
  channel: optional(listOf(line(60), mostValues)),
  platform: optional(listOf(platform, 3)),
  sex: optional(sex),
}
export const compare = optional(z.enum(['before', 'year']))

const series = z.partialRecord(figure, z.array(z.number().nullable()))
const totals = z.partialRecord(figure, z.number().nullable())

const note = z.object({
  id: z.number().int(),
  fromDay: z.iso.date(),
  toDay: z.iso.date(),
  kind: z.enum(['release', 'campaign', 'outage', 'other']),
  text: z.string(),
  by: z.string(),
  at: instant(),
  mayDelete: z.boolean(),
})

/** Zones that the days of the span follow, the newest first; more than one when the platform's zone changed. */
const zones = z.array(z.object({ since: z.iso.date(), zone: z.string() }))

export const indicatorFigures = {
  payload: z.object({
    kind: dashboard,
    ...filters,
    compare,
    /** Only these figures of the dashboard. */
    figures: optional(listOf(figure, 100)),
  }),
  answer: z.object({
    days: z.array(z.iso.date()),
    /** The last day is still running: compared totals exclude it. */
    running: z.boolean(),
    figures: series,
    /** Over the whole span. */
    totals: totals,
    before: z
      .object({
        days: z.array(z.iso.date()),
        figures: series,
        /** Over the days that correspond to the complete days of the span. */
        totals: totals,
        /** Over the complete days of the span itself. */
        own: totals,
      })
      .nullable(),
    notes: z.array(note),
    zones,
    /** When the figures were last brought up to date. */
    asOf: instant(),
  }),
}

/** `promoterId`: of all channels of a promoter. */
const cohort = { group: optional(z.enum(cohortGroups)), promoterId: optional(rowId()), ...filters }

export const indicatorReturned = {
  payload: listPayload({
    ...cohort,
    /** The cohort's day; without it, all days of the span. */
    cohortDay: optional(day()),
    /** Days after the cohort's day; without it, everyone of the cohort. */
    backOn: optional(z.enum(returnDays.map(String) as ['1'])),
  }),
  answer: pageOf(z.object({ user: personRef, cohortDay: z.iso.date() })),
}

export const indicatorCohorts = {
  payload: z.object({ ...cohort }),
  answer: z.object({
    cohorts: z.array(
      z.object({
        day: z.iso.date(),
        size: z.number().int(),
        d1: z.number().int().nullable(),
        d3: z.number().int().nullable(),
        d7: z.number().int().nullable(),
        d15: z.number().int().nullable(),
        d30: z.number().int().nullable(),
      }),
    ),
    notes: z.array(note),
    zones,
    asOf: instant(),
  }),
}

export const indicatorDifference = {
  payload: z.object({ kind: dashboard, figure, ...filters, compare }),
  answer: z.object({
    before: z.number(),
    after: z.number(),
    /** By dimension, the largest differences first; `share` is the part of the total difference. */
    dimensions: z.array(
      z.object({
        dimension: z.enum(['country', 'channel', 'platform', 'sex']),
        values: z.array(
          z.object({
            value: z.string(),
            before: z.number(),
            after: z.number(),
            share: z.number().nullable(),
          }),
        ),
      }),
    ),
  }),
}

/** A figure's value; of a share or an average also what is divided: so many of so many. Null while unknown. */
const measured = z.object({ value: z.number().nullable(), part: z.number().nullable(), of: z.number().nullable() })
const compared = {
  /** Over the whole span. */
  now: measured,
  /** Over the complete days of the span, and of the span it is compared with; null if its days are no longer kept. */
  own: measured,
  before: measured.nullable(),
}

export const indicatorBy = {
  payload: z.object({
    kind: dashboard,
    figure,
    by: z.enum(dimensions),
    ...filters,
    /** The span before by default. */
    compare,
    /** By the value, or by its change from the compared span. */
    sort: optional(z.enum(['-value', 'value', '-change', 'change'])),
  }),
  answer: z.object({
    rows: z.array(
      z.object({
        /** A code, a channel's number, an id; empty for what has none. */
        value: z.string(),
        /** Of a channel, promoter or guild. */
        name: z.string().nullable(),
        ...compared,
      }),
    ),
    /** What has no row of its own; null if every part has one. */
    others: z.object({ parts: z.number().int(), ...compared }).nullable(),
    whole: z.object(compared),
    /** False if a user can be in several parts: those may add up to more than the whole. */
    addsUp: z.boolean(),
    span: z.object({ from: z.iso.date(), to: z.iso.date() }),
    /** The days compared with; null if they are no longer kept. */
    beforeSpan: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
    running: z.boolean(),
  }),
}

export const indicatorPeople = {
  payload: listPayload({
    kind: dashboard,
    figure,
    ...filters,
    /** One part of the figure, split by this. */
    by: optional(z.enum(dimensions)),
    /** That part's value; without it, what has none. */
    of: optional(line(60)),
  }),
  answer: pageOf(z.object({ user: personRef, value: z.number() })),
}

export const indicatorRecords = {
  payload: listPayload({ kind: dashboard, figure, ...filters }),
  answer: pageOf(
    z.object({
      /** Of an install its device. */
      recordId: z.string(),
      at: instant(),
      /** Of an install the first user who registered on the device, for readers of the user list; null without one. */
      user: personRef.nullable(),
      /** The other party of a call; the receiver of a gift; the broadcaster of a view. */
      other: personRef.nullable(),
      /**
       * Of a call `voice` or `video`; of a match its outcome; of a view its broadcast's id; of an order `paid`, `refund` or `chargeback`; of an
       * entry its kind; of an install its channel.
       */
      what: z.string().nullable(),
      /** What the record adds to the figure, in the figure's unit; null if records are only counted. */
      value: z.number().int().nullable(),
      /** Of an install. */
      country: z.string().optional(),
      platform: z.string().optional(),
    }),
  ).extend({
    /** Of a peak, the moment at which the records ran; absent if none ran, and with a filter, for which it is not known. */
    moment: instant().optional(),
  }),
}

export const indicatorOptions = {
  payload: z.object({ kind: anyDashboard }),
  answer: z.object({
    countries: z.array(z.object({ code: z.string(), name: z.string() })),
    /** With their names, if they are registered. */
    channels: z.array(z.object({ number: z.string(), name: z.string().nullable() })),
    promoters: z.array(z.object({ promoterId: z.number().int(), name: z.string() })),
  }),
}

export const dayNoteAdd = {
  payload: z.object({
    kind: anyDashboard,
    fromDay: day(),
    toDay: day(),
    about: z.enum(['release', 'campaign', 'outage', 'other']),
    text: line(300),
  }),
  answer: z.object({ id: z.number().int() }),
}

export const dayNoteDelete = {
  payload: z.object({ kind: anyDashboard, id: rowId() }),
  answer: nothing(),
}
