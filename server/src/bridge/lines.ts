// The lines of a batch: each is an event or the reason why it is none. Pure; one bad line says nothing of its neighbours.
import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { type EventType, eventData } from '@greenroom/contract/bridge.schema'
import type { ErrorCode } from '@greenroom/contract/errors'
import type { Arrived } from './handler.ts'

/**
 * An event that may be taken. `id` is written as PostgreSQL writes it, `sentAs` as the app did; `hash` is of type, moment
 * and data, whatever the order of the fields was.
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
/** A line that is refused as it stands. */
export type Refused = { index: number; id: string; type: string; code: ErrorCode; why: string; line: string }
export type Line = ({ kind: 'event' } & Event) | ({ kind: 'refused' } & Refused)

const days = 24 * 60 * 60 * 1_000
const oldest = 30 * days
const furthestAhead = 5 * 60 * 1_000

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** The lines of a body; empty ones are none. */
export function linesOf(body: Buffer): string[] {
  if (isUtf8(body)) return body.toString('utf8').split('\n').filter(isSomething)
  // Where some bytes are no text, only their own line is broken: no JSON holds a NUL.
  return body
    .toString('latin1')
    .split('\n')
    .map((line) => Buffer.from(line, 'latin1'))
    .map((line) => (isUtf8(line) ? line.toString('utf8') : `\0${line.toString('utf8')}`))
    .filter(isSomething)
}

const isSomething = (line: string) => line !== '' && line !== '\r' && line.trim() !== ''

/** Where in time an id stands. */
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** PostgreSQL keeps neither NUL nor half a character; both come only as escapes. */
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
 * Reads one line.
 *
 * @param now business time: an event that is older than 30 days or more than 5 minutes ahead of it is refused.
 */
export function lineOf(line: string, index: number, now: Date): Line {
  let raw: { id?: unknown; type?: unknown; at?: unknown; data?: unknown } | null
  try {
    raw = JSON.parse(line) as typeof raw
  } catch {
    return refuse(index, line.replaceAll('\0', ''), '', '', 'not JSON')
  }
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw))
    return refuse(index, line, '', '', 'not an object with id, type, at and data')
  const { id, type, at, data } = raw
  const no = (why: string) => refuse(index, line, shortOf(id, 64), shortOf(type, 60), why)
  if (typeof id !== 'string' || !uuidV7.test(id)) return no('id: a UUIDv7')
  if (typeof type !== 'string' || !Object.hasOwn(eventData, type)) return no('type: not known')
  if (typeof at !== 'string' || !moment.test(at)) return no('at: a moment like 2026-01-31T12:00:00.000Z')
  const happened = Date.parse(at)
  if (Number.isNaN(happened)) return no('at: not a moment of the calendar')
  for (const [field, time] of [
    ['at', happened],
    ['id', timeOf(id)],
  ] as const) {
    if (time < now.getTime() - oldest) return no(`${field}: older than 30 days`)
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
  if (suspicious.test(line) && unkeepable(parsed.data)) return no('data: NUL or half a character in a text')
  const own = id.toLowerCase()
  const event = { id: own, type: known, at: new Date(happened), data: parsed.data } as Arrived
  // What was parsed has its fields in the order of the schema.
  const content = hash('sha256', `${known}\n${happened}\n${JSON.stringify(parsed.data)}`, 'buffer')
  return { kind: 'event', index, id: own, sentAs: id, type: known, event, hash: content, line }
}
