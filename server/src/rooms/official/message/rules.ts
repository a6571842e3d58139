// What a system message must be, and what becomes of somebody of its audience.
import type { ErrorCode } from '@greenroom/contract/errors'
import { limits } from '@greenroom/contract/limits'
import type { Audience, Texts } from '@greenroom/contract/messages.schema'
import type { messageStates, messageTypes, missReasons } from '@greenroom/contract/words'

export type MessageType = (typeof messageTypes)[number]
export type MessageState = (typeof messageStates)[number]
export type MissReason = (typeof missReasons)[number]

const halfHour = 30 * 60_000

/** A pending message is locked from half an hour before its time (80012). */
export const isLocked = (state: MessageState, sendAt: Date | null, now: Date): boolean =>
  state === 'pending' && sendAt !== null && sendAt.getTime() - now.getTime() < halfHour

const emptyCodes: Record<MessageType, ErrorCode> = {
  text: 80004,
  'text+link': 80007,
  'text+picture': 80008,
  'text+link+picture': 80009,
}

/** The texts that say something. */
export const givenTexts = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, one]) => one.text !== '' || one.title !== ''))

const linkForm = /^(?:https:\/\/[^\s/?#]+\S*|app:\/\/\S+)$/

/** The code and field of what is wrong with the content, or null. Every language given needs a whole text. */
export function contentFault(about: {
  type: MessageType
  texts: Texts
  link: string
  hasPicture: boolean
}): { code: ErrorCode; field: string; isLink?: true } | null {
  const { type, texts, link, hasPicture } = about
  const all = Object.values(texts)
  const code = emptyCodes[type]
  if (!texts.en || all.some(({ text }) => text === '')) return { code, field: 'texts' }
  if (type.includes('link') && link === '') return { code, field: 'link' }
  if (type.includes('picture') && !hasPicture) return { code, field: 'pictureId' }
  if (all.some(({ text }) => Array.from(text).length > limits.messageText)) return { code: 80010, field: 'texts' }
  if (type.includes('link') && !linkForm.test(link)) return { code: 10009, field: 'link', isLink: true }
  return null
}

/** A rule that names nobody by a slip: some, but without any condition, or an empty range of levels. */
export function audienceFault(audience: Audience): boolean {
  if (audience.userType !== 'some') return false
  const { userType: _, ...conditions } = audience
  const given = Object.values(conditions).filter((value) => !Array.isArray(value) || value.length > 0)
  const { levelMin = 0, levelMax = 1_000 } = audience
  return given.length === 0 || levelMax < levelMin
}

export type Candidate = {
  known: boolean
  banned: boolean
  /** Messages that they got this business day. */
  today: number
}

/** Why somebody does not get it; null when they do. Notices reach banned users, and are not capped. */
export function missedBy(one: Candidate, about: { notice: boolean; cap: number }): MissReason | null {
  if (!one.known) return 'unknown'
  if (about.notice) return null
  if (one.banned) return 'banned'
  return one.today >= about.cap ? 'capped' : null
}
