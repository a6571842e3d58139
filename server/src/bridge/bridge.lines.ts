// Parses a batch: each line is an event or the reason why not. Pure; a bad line does not affect the others.
import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { type EventType, eventData } from '@greenroom/contract/bridgeEvents.schema'
import type { ErrorCode } from '@greenroom/contract/errors'
import type { Arrived } from './bridge.handler.ts'

/**
 * A valid event. `id` is normalised as PostgreSQL writes it, `sentAs` is as sent; `hash` covers type, time and data,
 * independent of field order.
 */
export type Event = {
  index: number
  id: string
  sentAs: string
  type: EventType
  event: Arrived
  hash: Buffer
  line: string
}
/** A line that is refused without further processing. */
export type Refused = { index: number; id: string; type: string; code: ErrorCode; why: string; line: string }
export type Line = ({ kind: 'event' } & Event) | ({ kind: 'refused' } & Refused)

const days = 24 * 60 * 60 * 1_000
const furthestAhead = 5 * 60 * 1_000

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** The body's lines, without empty ones. */
export function linesOf(body: Buffer): string[] {
  if (isUtf8(body)) return body.toString('utf8').split('\n').filter(isSomething)
  // Invalid UTF-8 must break only its own line: no JSON contains a NUL.
  return body
    .toString('latin1')
    .split('\n')
    .map((line) => Buffer.from(line, 'latin1'))
    .map((line) => (isUtf8(line) ? line.toString('utf8') : `\0${line.toString('utf8')}`))
    .filter(isSomething)
}

const isSomething = (line: string) => line !== '' && line !== '\r' && line.trim() !== ''

/** The time in an id. */
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** PostgreSQL stores neither NUL nor lone surrogates; both can only come as escapes. */
const suspicious = /\\u(0000|[dD][89a-fA-F])/
const unkeepable = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0') || !value.isWellFormed()
    : typeof value === 'object' && value !== null && Object.values(value).some(unkeepable)

const refuse = (index: number, line: string, id: string, type: string, why: string): Line => ({
  kind: 'refused',
  index,
  id,
  type,
  code: 10009,
  why,
  line,
})

const shortOf = (value: unknown, length: number) => (typeof value === 'string' ? value.slice(0, length) : '')

/**
 * Parses one line.
 *
 * @param now business time: events that are older than the client may send, or more than 5 minutes ahead, are refused.
 */
export function lineOf(line: string, index: number, { now, historyDays }: { now: Date; historyDays: number }): Line {
  let raw: { id?: unknown; type?: unknown; at?: unknown; data?: unknown } | null
  try {
    raw = JSON.parse(line) as typeof raw
  } catch {
    return refuse(index, line.replaceAll('\0', ''), '', '', 'not JSON')
  }
  if (Array.isArray(raw))
    return refuse(index, line, '', '', 'an array: a line is one event, and events are not in an array')
  if (raw === null || typeof raw !== 'object')
    return refuse(index, line, '', '', 'not an object with id, type, at and data')
  const { id, type, at, data } = raw
  const no = (why: string) => refuse(index, line, shortOf(id, 64), shortOf(type, 60), why)
  if (typeof id !== 'string' || !uuidV7.test(id)) return no('id: a UUIDv7')
  if (typeof type !== 'string' || !Object.hasOwn(eventData, type)) return no('type: unknown')
  if (typeof at !== 'string' || !moment.test(at)) return no('at: must be a time like 2026-01-31T12:00:00.000Z')
  const happened = Date.parse(at)
  if (Number.isNaN(happened)) return no('at: no such date or time')
  for (const [field, time] of [
    ['at', happened],
    ['id', timeOf(id)],
  ] as const) {
    if (time < now.getTime() - historyDays * days) return no(`${field}: older than ${historyDays} days`)
    if (time > now.getTime() + furthestAhead) return no(`${field}: more than 5 minutes ahead of our clock`)
  }
  const known = type as EventType
  const parsed = eventData[known].safeParse(data)
  if (!parsed.success)
    return no(
      parsed.error.issues
        .slice(0, 5)
        .map((issue) => `${['data', ...issue.path].join('.')}: ${issue.message}`)
        .join('; '),
    )
  if (suspicious.test(line) && unkeepable(parsed.data)) return no('data: a text contains NUL or a lone surrogate')
  const own = id.toLowerCase()
  const event = { id: own, type: known, at: new Date(happened), data: parsed.data } as Arrived
  // Parsing puts the fields in schema order.
  const content = hash('sha256', `${known}\n${happened}\n${JSON.stringify(parsed.data)}`, 'buffer')
  return { kind: 'event', index, id: own, sentAs: id, type: known, event, hash: content, line }
}
