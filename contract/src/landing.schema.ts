// Payloads and results of the calls of landing pages.
import { z } from 'zod'
import {
  can,
  count,
  flag,
  instant,
  integer,
  jsonOf,
  line,
  listOf,
  listPayload,
  nothing,
  optional,
  outcomes,
  pageOf,
  prose,
  rowId,
  searchText,
  version,
} from './fields.ts'
import { type Language, languages } from './languages.ts'
import { landingTemplates } from './statesAndKinds.ts'

const colour = () => z.string().regex(/^#[0-9a-fA-F]{6}$/)
const https = () => z.url({ protocol: /^https$/ }).max(500)
const textFields = {
  title: line(80),
  tagline: line(160, 0),
  points: z.array(line(120)).max(6),
  button: line(30, 0),
  note: prose(400),
}
const english = z.object(textFields)
const other = z.object({ ...textFields, title: line(80, 0) }).partial()

/** A version's content. */
export const landingContent = z.object({
  template: z.enum(landingTemplates),
  accent: colour(),
  background: colour(),
  texts: z.object({
    en: english,
    ...(Object.fromEntries(
      languages.filter((language) => language !== 'en').map((language) => [language, other.optional()]),
    ) as Record<Exclude<Language, 'en'>, z.ZodOptional<typeof other>>),
  }),
  /** Names of uploaded files. */
  pictures: z.array(z.string().regex(/^[0-9a-f-]{36}\.(png|jpg|webp|gif)$/)).max(6),
  links: z.object({
    apple: https().optional(),
    google: https().optional(),
    other: https().optional(),
  }),
})

const landingRow = z.object({
  id: count(),
  key: z.string(),
  name: z.string(),
  channel: z.object({ id: count(), number: z.string(), name: z.string() }),
  /** The whole address; empty if pages need a separate origin (LANDING_ORIGIN) that is not set. */
  url: z.string(),
  publishedAt: instant().nullable(),
  /** The current phase. */
  a: count().nullable(),
  b: count().nullable(),
  shareB: count(),
  /** Visitor-days, and those that followed a link, over all phases. */
  visits: count(),
  clicks: count(),
  createdBy: z.string(),
  createdAt: instant(),
  version: count(),
  can: can('update', 'publish', 'unpublish'),
})

export const landingList = {
  payload: listPayload({ q: optional(searchText(60)), channelId: optional(rowId()), published: optional(flag()) }),
  answer: pageOf(landingRow),
}

const arm = z.object({ visits: count(), clicks: count(), installs: count() })

export const landingInfo = {
  payload: z.object({ id: rowId() }),
  answer: z.object({
    landing: landingRow,
    /** Newest first. */
    versions: z.array(
      z.object({
        number: count(),
        content: landingContent,
        publishedAt: instant().nullable(),
        updatedBy: z.string(),
        updatedAt: instant(),
      }),
    ),
    /** Newest first. */
    phases: z.array(
      z.object({
        id: count(),
        a: count(),
        b: count().nullable(),
        shareB: count(),
        startedBy: z.string(),
        startedAt: instant(),
        endedAt: instant().nullable(),
        armA: arm,
        armB: arm,
        /**
         * How much more often visitors of B follow a link than those of A, in basis points of visits, with a 95 % interval that stays
         * valid under repeated checks. Null without a test, or before there is enough.
         */
        difference: z.object({ bp: count(), lowBp: count(), highBp: count() }).nullable(),
        /** The split of visitors differs from the phase's (p < 0.001), so its figures can't be trusted. */
        splitWrong: z.boolean(),
      }),
    ),
    countries: z.array(z.object({ country: z.string(), visits: count(), clicks: count() })),
  }),
}

export const landingSave = {
  payload: z.object({
    key: z
      .string()
      .trim()
      .regex(/^[a-z0-9][a-z0-9-]{2,39}$/),
    name: line(60),
    channelId: rowId(),
    content: jsonOf(landingContent),
  }),
  answer: z.object({ id: count() }),
}

export const landingUpdate = {
  payload: z.object({ id: rowId(), version: version(), name: line(60), content: jsonOf(landingContent) }),
  answer: nothing(),
}

export const landingPublish = {
  payload: z.object({
    id: rowId(),
    version: version(),
    a: integer(1, 10_000),
    b: optional(integer(1, 10_000)),
    /** Percentage of visitors who see B. */
    shareB: optional(integer(1, 99)),
  }),
  answer: nothing(),
}

export const landingUnpublish = {
  payload: z.object({ ids: listOf(rowId()) }),
  answer: outcomes(),
}
