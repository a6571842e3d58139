// Schemas of promotional content in the app, and of the accounts that speak for the platform.
import { z } from 'zod'
import {
  can,
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
  personRef,
  reason,
  rowId,
  searchText,
  timeText,
  version,
} from './fields.ts'
import { languages } from './languages.ts'
import { limits } from './limits.ts'
import { schemasOf } from './record.schema.ts'
import { officialAccount } from './records/official.ts'
import { shownStates } from './shown.ts'
import { allPositions, placementKinds, sexes } from './statesAndKinds.ts'

/** A link that the app opens: https, or a page of the app itself. */
export const appLink = () =>
  z
    .string()
    .trim()
    .max(500)
    .regex(/^(?:https:\/\/[^\s/?#]+[^\s]*|app:\/\/[^\s]+)$/)

const country = () => z.string().regex(/^[A-Z]{2}$/)
const language = () => z.enum(languages)
export const pictureId = () => z.uuid()
export const picture = z.object({ fileId: z.string(), url: z.string() })

/** Texts by language; an empty one is left out. The rule counts characters; an emoji is several units. */
const texts = () =>
  jsonOf(
    z.partialRecord(
      language(),
      z
        .string()
        .trim()
        .max(4 * limits.advertText),
    ),
  )

const kind = () => z.enum(placementKinds)
const build = () => integer(0, 1_000_000_000)

const editable = {
  kind: kind(),
  /** Its name among staff. */
  name: line(60),
  /** A banner's or an activity's picture. */
  pictureId: optional(pictureId()),
  /** An advert's texts by language. */
  texts: optional(texts()),
  link: optional(appLink()),
  position: z.enum(allPositions),
  sort: integer(1, 9_999),
  countries: optional(listOf(country(), 250)),
  sex: optional(z.enum(sexes)),
  languages: optional(listOf(language())),
  /** The lowest build of the app that shows it. */
  minBuild: optional(build()),
  from: optional(timeText()),
  to: optional(timeText()),
}

const placement = z.object({
  id: z.number().int(),
  kind: kind(),
  name: z.string(),
  picture: picture.nullable(),
  texts: z.record(z.string(), z.string()),
  link: z.string(),
  position: z.enum(allPositions),
  sort: z.number().int(),
  countries: z.array(z.string()),
  sex: z.enum(sexes).nullable(),
  languages: z.array(z.string()),
  minBuild: z.number().int(),
  from: instant().nullable(),
  to: instant().nullable(),
  enabled: z.boolean(),
  state: z.enum(shownStates),
  updatedAt: instant(),
  updatedBy: z.string(),
  version: z.number().int(),
  can: can('update', 'enable', 'disable', 'delete'),
})

export const placementList = {
  payload: listPayload({
    kind: kind(),
    q: optional(searchText(200)),
    position: optional(z.enum(allPositions)),
    state: optional(z.enum(shownStates)),
    country: optional(country()),
    sex: optional(z.enum(sexes)),
  }),
  answer: pageOf(placement),
}

export const placementInfo = {
  payload: z.object({ kind: kind(), id: rowId() }),
  answer: z.object({ placement }),
}

export const placementSave = { payload: z.object(editable), answer: z.object({ id: z.number().int() }) }

export const placementUpdate = {
  payload: z.object({ ...editable, id: rowId(), version: version() }),
  answer: nothing(),
}

export const placementEnable = {
  payload: z.object({ kind: kind(), ids: listOf(rowId()), enabled: flag() }),
  answer: outcomes(),
}

export const placementDelete = {
  payload: z.object({ kind: kind(), ids: listOf(rowId()), reason: reason() }),
  answer: outcomes(),
}

/** All ids of a position, in the new order. */
export const placementOrder = {
  payload: z.object({ kind: kind(), position: z.enum(allPositions), ids: listOf(rowId(), 1_000) }),
  answer: nothing(),
}

const span = z.object({ from: instant(), to: instant() })

/** What a viewer sees now, and conflicts of the schedule in the next 30 days. */
export const placementShown = {
  payload: z.object({
    kind: kind(),
    position: z.enum(allPositions),
    country: optional(country()),
    sex: optional(z.enum(sexes)),
    language: optional(language()),
    build: optional(build()),
  }),
  answer: z.object({
    at: instant(),
    slots: z.number().int(),
    shown: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        picture: picture.nullable(),
        text: z.string(),
        link: z.string(),
      }),
    ),
    /** Spans in which a viewer would get more than the position's slots. */
    clashes: z.array(span.extend({ names: z.array(z.string()) })),
    /** Spans without anything that everyone sees. */
    gaps: z.array(span),
    /** All of the position, in order, for reordering. */
    order: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        state: z.enum(shownStates),
        enabled: z.boolean(),
        from: instant().nullable(),
      }),
    ),
  }),
}

// Official accounts ---------------------------------------------------------------------------------------------------

const writer = z.object({ staffId: z.number().int(), username: z.string() })

export const officialAccountCalls = schemasOf(officialAccount, {
  person: personRef,
  writerIds: listOf(rowId(), 100),
  writers: z.array(writer),
})

/** Staff who could write as an official account. */
export const officialWriters = {
  payload: z.object({}),
  answer: z.object({ staff: z.array(writer) }),
}
