// Events as the app hands them over, and the lines that go on the wire.
import {
  type EventAnswer,
  type EventData,
  type EventType,
  eventData,
  eventLine,
} from '@greenroom/contract/bridge.schema'
import { newEventId } from './ids.ts'

/**
 * Something that happened in the app. `id` is a UUIDv7 and made when absent; give your own when the event is kept on your
 * side before it's sent, so that sending it again is harmless. `at` is now when absent.
 */
export type Event = {
  [T in EventType]: { id?: string; type: T; at?: Date | string; data: EventData<T> }
}[EventType]

/** An event that has its id and its moment: what is sent again is this, not the event it was made from. */
export type EventLine = { id: string; type: EventType; at: string; data: unknown }

/**
 * What Greenroom said to an event. `result.balances` has the wallets of everybody whose money the event moved.
 */
export type Answer = Omit<EventAnswer, 'result'> & { result?: { balances?: Wallet[] } & Record<string, unknown> }

/** Tokens and bonus of a user, integers; what calls and withdrawals hold isn't taken off. */
export type Wallet = { userId: number; paidTokens: number; promoTokens: number; bonus: number }

/** Gives an event its id and its moment. */
export function lineOf(event: Event): EventLine {
  const at = event.at === undefined ? new Date() : new Date(event.at)
  return { id: event.id ?? newEventId(at), type: event.type, at: at.toISOString(), data: event.data }
}

/** What one request may carry (`POST /app/v1/events`). */
export const batchLimits = { events: 10_000, bytes: 8 * 1024 * 1024 } as const

export type Batch = { lines: readonly EventLine[]; body: string }

/**
 * Cuts lines into batches that one request may carry, in order.
 *
 * @throws RangeError when a single event is larger than a batch.
 */
export function batchesOf(
  lines: readonly EventLine[],
  limits: { events: number; bytes: number } = batchLimits,
): Batch[] {
  const batches: Batch[] = []
  let taken: EventLine[] = []
  let texts: string[] = []
  let bytes = 0
  const close = () => {
    if (taken.length > 0) batches.push({ lines: taken, body: texts.join('') })
    taken = []
    texts = []
    bytes = 0
  }
  for (const line of lines) {
    const text = `${JSON.stringify(line)}\n`
    const size = Buffer.byteLength(text)
    if (size > limits.bytes) throw new RangeError(`event ${line.id} has ${size} bytes; a batch takes ${limits.bytes}`)
    if (taken.length === limits.events || bytes + size > limits.bytes) close()
    taken.push(line)
    texts.push(text)
    bytes += size
  }
  close()
  return batches
}

/**
 * What is wrong with an event, in words, or null: the same check that Greenroom makes of each line. For your tests; sending
 * does not need it, since a line that is wrong is refused by itself.
 */
export function faultOf(event: Event): string | null {
  const line = eventLine.safeParse(lineOf(event))
  const schema = Object.hasOwn(eventData, event.type) ? eventData[event.type] : undefined
  if (!schema) return `there is no event ${String(event.type)}`
  const data = schema.safeParse(event.data)
  const issue = line.error?.issues[0] ?? data.error?.issues[0]
  return issue ? `${event.type}: ${[...issue.path].join('.')}: ${issue.message}` : null
}
