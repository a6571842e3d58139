// Schemas of system messages.
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
  personRef,
  prose,
  reason,
  rowId,
  searchText,
  timeText,
  version,
  withRanges,
} from './fields.ts'
import { type Language, languages } from './languages.ts'
import {
  messageSendTypes,
  messageStates,
  messageTypes,
  messageUserTypes,
  missReasons,
  sexes,
} from './statesAndKinds.ts'

const language = () => z.enum(languages)

/** Maximum number of ids. */
export const mostIds = 100_000

/**
 * The audience: everyone, users who meet all given conditions, or the users with these ids. Taken when
 * sending starts.
 */
export const audience = () =>
  jsonOf(
    z.discriminatedUnion('userType', [
      z.strictObject({ userType: z.literal(messageUserTypes[0]) }),
      withRanges(
        z.strictObject({
          userType: z.literal(messageUserTypes[1]),
          sex: z.enum(sexes).optional(),
          countries: z
            .array(z.string().regex(/^[A-Z]{2}$/))
            .max(250)
            .optional(),
          levelMin: z.number().int().min(0).max(1_000).optional(),
          levelMax: z.number().int().min(0).max(1_000).optional(),
          languages: z.array(language()).max(languages.length).optional(),
          /** Online within this many days. */
          activeDays: z.number().int().min(1).max(365).optional(),
          neverRecharged: z.literal(true).optional(),
        }),
      ),
      z.strictObject({
        userType: z.literal(messageUserTypes[2]),
        ids: z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(mostIds),
      }),
    ]),
  )
export type Audience = z.output<ReturnType<typeof audience>>

/** Lengths have codes of their own, so the schema only bounds what may be sent. */
const texts = () => jsonOf(z.partialRecord(language(), z.object({ title: line(60, 0), text: prose(4_000) })))
export type Texts = Partial<Record<Language, { title: string; text: string }>>

const content = {
  name: line(60),
  type: z.enum(messageTypes),
  texts: texts(),
  link: optional(z.string().trim().max(500)),
  pictureId: optional(z.uuid()),
  /** The sending official account. */
  accountId: optional(rowId()),
  /** About the user's account: also sent to banned users. */
  notice: optional(flag()),
  audience: audience(),
  sendType: z.enum(messageSendTypes),
  sendTime: optional(timeText()),
  notAfter: optional(timeText()),
}

const message = z.object({
  id: count(),
  name: z.string(),
  type: z.enum(messageTypes),
  title: z.string(),
  text: z.string(),
  state: z.enum(messageStates),
  userType: z.enum(messageUserTypes),
  sendTime: instant().nullable(),
  startedAt: instant().nullable(),
  finishedAt: instant().nullable(),
  /** As counted when last saved; once sending has begun, the actual size. */
  audience: count(),
  sent: count(),
  skipped: count(),
  failed: count(),
  delivered: count(),
  read: count(),
  updatedAt: instant(),
  updatedBy: z.string(),
  version: count(),
  can: can('update', 'test', 'pause', 'resume', 'stop', 'delete'),
})

export const messageList = {
  payload: listPayload({
    q: optional(searchText(200)),
    state: optional(z.enum(messageStates)),
    type: optional(z.enum(messageTypes)),
  }),
  answer: pageOf(message),
}

export const messageInfo = {
  payload: z.object({ id: rowId() }),
  answer: z.object({
    message: message.extend({
      texts: z.record(z.string(), z.object({ title: z.string(), text: z.string() })),
      link: z.string(),
      picture: z.object({ fileId: z.string(), url: z.string() }).nullable(),
      account: z.object({ id: count(), title: z.string() }).nullable(),
      notice: z.boolean(),
      /** The rule. Once sending has begun, a list of ids shows its first 20. */
      audienceRule: z.unknown(),
      notAfter: instant().nullable(),
      reason: z.string(),
    }),
    /** By minute, hour or day, at most 1,000 points: the numbers sent, delivered and read. */
    curve: z.array(z.object({ at: instant(), sent: count(), delivered: count(), read: count() })),
    /** Why some users did not get it. */
    missed: z.array(z.object({ reason: z.enum(missReasons), users: count() })),
  }),
}

export const messageSave = {
  payload: z.object(content),
  answer: z.object({ id: count() }),
}

export const messageUpdate = {
  payload: z.object({ id: rowId(), version: version(), ...content }),
  answer: nothing(),
}

/** The size of an audience and ten of it, before anything is sent. */
export const messageSize = {
  payload: z.object({ audience: audience(), notice: optional(flag()) }),
  answer: z.object({
    size: count(),
    /** Of these: banned users, who get only notices; unknown ids. */
    banned: count(),
    unknown: count(),
    sample: z.array(personRef),
  }),
}

/** Sends it to these users at once; not counted in any figure. */
export const messageTest = {
  payload: z.object({ id: rowId(), userIds: listOf(integer(1), 20) }),
  answer: z.object({ sent: count() }),
}

export const messagePause = { payload: z.object({ id: rowId(), version: version() }), answer: nothing() }
export const messageResume = { payload: z.object({ id: rowId(), version: version() }), answer: nothing() }
export const messageStop = {
  payload: z.object({ id: rowId(), version: version(), reason: reason() }),
  answer: nothing(),
}

export const messageDelete = {
  payload: z.object({ ids: listOf(rowId()), reason: reason() }),
  answer: outcomes(),
}

/** Users of an audience who did not get it. */
export const messageMissed = {
  payload: listPayload({ id: rowId(), reason: optional(z.enum(missReasons)) }),
  answer: pageOf(z.object({ userId: count(), person: personRef, reason: z.enum(missReasons) })),
}

/** Official accounts that the caller may write as. */
export const messageAccounts = {
  payload: z.object({}),
  answer: z.object({ accounts: z.array(z.object({ id: count(), title: z.string() })) }),
}
