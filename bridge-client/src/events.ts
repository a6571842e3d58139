// Events as the app passes them, and the lines sent to Greenroom.
import { type EventAnswer, eventLine } from '@greenroom/contract/bridge.schema'
import { type EventData, type EventType, eventData } from '@greenroom/contract/bridgeEvents.schema'
import { newEventId } from './ids.ts'

/**
 * Something that happened in the app. `id` is a UUIDv7, generated if absent; pass your own if you store the event
 * before sending, so that repeating it is harmless. `at` defaults to now.
 */
export type Event = {
  [T in EventType]: { id?: string; type: T; at?: Date | string; data: EventData<T> }
}[EventType]

/** An event with its id and time: repeat this one, not the event it was made from. */
export type EventLine = { id: string; type: EventType; at: string; data: unknown }

/** Greenroom's answer to an event. `result.balances` has the wallets of all users whose money it moved. */
export type Answer = Omit<EventAnswer, 'result'> & { result?: { balances?: Wallet[] } & Record<string, unknown> }

/** A user's tokens and bonus, integers; amounts held by calls and withdrawals are included. */
export type Wallet = { userId: number; paidTokens: number; promoTokens: number; bonus: number }

/** Gives an event its id and time. */
export function lineOf(event: Event): EventLine {
  const at = event.at === undefined ? new Date() : new Date(event.at)
  return { id: event.id ?? newEventId(at), type: event.type, at: at.toISOString(), data: event.data }
}

/** Limits of one request (`POST /app/v1/events`). */
export const batchLimits = { events: 10_000, bytes: 8 * 1024 * 1024 } as const

export type Batch = { lines: readonly EventLine[]; body: string }

/**
 * Splits lines into batches within the limits, in order.
 *
 * @throws RangeError if a single event is larger than a batch.
 */
export function batchesOf(
  lines: readonly EventLine[],
  limits: { events: number; bytes: number } = batchLimits,
): Batch[] {
  const batches: Batch[] = []
  let next: EventLine[] = []
  let texts: string[] = []
  let bytes = 0
  const close = () => {
    if (next.length > 0) batches.push({ lines: next, body: texts.join('') })
    next = []
    texts = []
    bytes = 0
  }
  for (const line of lines) {
    const text = `${JSON.stringify(line)}\n`
    const size = Buffer.byteLength(text)
    if (size > limits.bytes) throw new RangeError(`event ${line.id} has ${size} bytes; a batch takes ${limits.bytes}`)
    if (next.length === limits.events || bytes + size > limits.bytes) close()
    next.push(line)
    texts.push(text)
    bytes += size
  }
  close()
  return batches
}

/**
 * What is wrong with an event, in words, or null: the check that Greenroom makes of each line. For your tests; sending
 * does not need it, since an invalid line is refused by itself.
 */
export function faultOf(event: Event): string | null {
  const line = eventLine.safeParse(lineOf(event))
  const schema = Object.hasOwn(eventData, event.type) ? eventData[event.type] : undefined
  if (!schema) return `there is no event ${String(event.type)}`
  const data = schema.safeParse(event.data)
  const issue = line.error?.issues[0] ?? data.error?.issues[0]
  return issue ? `${event.type}: ${[...issue.path].join('.')}: ${issue.message}` : null
}
