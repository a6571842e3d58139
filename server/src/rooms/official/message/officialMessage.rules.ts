// Rules of system messages: valid contents, and which users of the audience get them.
import type { ErrorCode } from '@greenroom/contract/errors'
import { limits } from '@greenroom/contract/limits'
import type { Audience, Texts } from '@greenroom/contract/messages.schema'
import type { messageStates, messageTypes, missReasons } from '@greenroom/contract/statesAndKinds'

export type MessageType = (typeof messageTypes)[number]
export type MessageState = (typeof messageStates)[number]
export type MissReason = (typeof missReasons)[number]

const halfHour = 30 * 60_000

/** A pending message is locked from 30 minutes before its time on (80012). */
export const isLocked = (state: MessageState, sendAt: Date | null, now: Date): boolean =>
  state === 'pending' && sendAt !== null && sendAt.getTime() - now.getTime() < halfHour

/** The code and field of an error in a message's times, or null. `at` is when it is sent; null for a draft. */
export function timesFault(
  { at, notAfter }: { at: Date | null; notAfter: Date | null },
  now: Date,
): { code: ErrorCode; field: 'sendTime' | 'notAfter' } | null {
  if (at !== null && at < now) return { code: 80011, field: 'sendTime' }
  if (notAfter !== null && notAfter <= (at ?? now)) return { code: 10009, field: 'notAfter' }
  return null
}

const emptyCodes: Record<MessageType, ErrorCode> = {
  text: 80004,
  'text+link': 80007,
  'text+picture': 80008,
  'text+link+picture': 80009,
}

/** The texts that aren't empty. */
export const givenTexts = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, one]) => one.text !== '' || one.title !== ''))

const linkForm = /^(?:https:\/\/[^\s/?#]+\S*|app:\/\/\S+)$/

/** The code and field of an error in the content, or null. Every given language needs a complete text. */
export function contentFault(content: {
  type: MessageType
  texts: Texts
  link: string
  hasPicture: boolean
}): { code: ErrorCode; field: string; isLink?: true } | null {
  const { type, texts, link, hasPicture } = content
  const all = Object.values(texts)
  const code = emptyCodes[type]
  if (!texts.en || all.some(({ text }) => text === '')) return { code, field: 'texts' }
  if (type.includes('link') && link === '') return { code, field: 'link' }
  if (type.includes('picture') && !hasPicture) return { code, field: 'pictureId' }
  if (all.some(({ text }) => Array.from(text).length > limits.messageText)) return { code: 80010, field: 'texts' }
  if (type.includes('link') && !linkForm.test(link)) return { code: 10009, field: 'link', isLink: true }
  return null
}

/** True for a rule without any condition. */
export function audienceFault(audience: Audience): boolean {
  if (audience.userType !== 'some') return false
  const { userType: _, ...conditions } = audience
  const given = Object.values(conditions).filter((value) => !Array.isArray(value) || value.length > 0)
  return given.length === 0
}

export type Candidate = {
  known: boolean
  banned: boolean
  /** Messages received this business day. */
  today: number
}

/** Why a user does not get it, or null. Notices are sent to banned users, too, and are not capped. */
export function missedBy(one: Candidate, limits: { notice: boolean; cap: number }): MissReason | null {
  if (!one.known) return 'unknown'
  if (limits.notice) return null
  if (one.banned) return 'banned'
  return one.today >= limits.cap ? 'capped' : null
}
