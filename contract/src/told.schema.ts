// Payloads and results of the calls of `told.ts`.
import { z } from 'zod'
import { count, instant, integer, jsonOf, line, nothing, optional } from './fields.ts'
import { type Language, languages } from './languages.ts'
import { type TopicKey, toldWays, topicKeys } from './moments.ts'

const minute = () => integer(0, 24 * 60 - 1)

/** Whether a way leads to the account: `address`: it has no address or number for it; `off`: nothing is sent that way from here. */
const leads = z.enum(['yes', 'address', 'off'])

export const toldSettings = {
  payload: z.object({}),
  answer: z.object({
    language: z.enum(languages as [Language, ...Language[]]),
    /** Empty until it is saved: then the browser's. */
    zone: z.string(),
    /** Minutes of the day in that zone; null without quiet hours. */
    quietFrom: z.number().int().nullable(),
    quietTo: z.number().int().nullable(),
    ways: z.array(z.object({ way: z.enum(toldWays), leads })),
    /** Those that the account can be told of. */
    topics: z.array(
      z.object({
        topic: z.enum(topicKeys as [TopicKey, ...TopicKey[]]),
        /** In quiet hours, too. */
        urgent: z.boolean(),
        ways: z.array(z.enum(toldWays)),
      }),
    ),
  }),
}

export const toldSettingsSave = {
  payload: z.object({
    language: z.enum(languages as [Language, ...Language[]]),
    zone: line(60),
    /** Both or neither, and not the same. */
    quietFrom: optional(minute()),
    quietTo: optional(minute()),
    /** How each is told from now on. */
    topics: jsonOf(
      z.partialRecord(z.enum(topicKeys as [TopicKey, ...TopicKey[]]), z.array(z.enum(toldWays)).max(toldWays.length)),
    ),
  }),
  answer: nothing(),
}

export const noticeList = {
  payload: z.object({
    /** Older ones than that of this id. */
    before: optional(z.uuid()),
    /** Of the texts; without it that of the account. */
    language: optional(z.enum(languages as [Language, ...Language[]])),
    /** Of the times in the texts; without it that of the account. */
    zone: optional(line(60)),
  }),
  answer: z.object({
    notices: z.array(
      z.object({
        id: z.uuid(),
        at: instant(),
        text: z.string(),
        href: z.string(),
        read: z.boolean(),
        alarm: z.boolean(),
      }),
    ),
    /** Whether there are older ones. */
    more: z.boolean(),
  }),
}

export const noticeUnread = { payload: z.object({}), answer: z.object({ unread: count() }) }

export const noticeRead = {
  payload: z.object({ id: optional(z.uuid()) }),
  answer: z.object({ unread: count() }),
}

export const pushKey = { payload: z.object({}), answer: z.object({ publicKey: z.string() }) }

export const pushList = {
  payload: z.object({}),
  answer: z.object({
    browsers: z.array(
      z.object({
        id: z.uuid(),
        userAgent: z.string(),
        since: instant(),
        /** Turned on in the caller's session. */
        current: z.boolean(),
      }),
    ),
  }),
}

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+=*$/)
    .max(max)

export const pushSubscribe = {
  payload: z.object({
    endpoint: z.url().max(2_000),
    /** The browser's public key and its secret (RFC 8291). */
    p256dh: base64url(200),
    auth: base64url(100),
  }),
  answer: z.object({ id: z.uuid() }),
}

export const pushRemove = { payload: z.object({ id: z.uuid() }), answer: nothing() }
