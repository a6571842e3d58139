// Shared state of one chunk's handlers: broadcasts, calls and users, read and locked once, and the rows to write.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { Arrived, Chunk, Verdict } from '../../../bridge/index.ts'
import type { Item, Outcome } from '../../../ledger/index.ts'
import { type SendingRule, sendingRulesOf } from '../../official/index.ts'
import { ensureUsers } from '../../users/index.ts'
import { endForbidden } from '../forbidden/forbidden.enforce.ts'
import { type Person, peopleOf } from '../live.queries.ts'
import { addToBroadcasters } from '../people/liveCounting.queries.ts'
import { changesOf } from '../people/liveCounting.rules.ts'
import {
  addViews,
  lockSessions,
  minutesOf,
  type PaidMinute,
  saveMinutes,
  saveSessions,
  type View,
} from './broadcasts.queries.ts'
import type { Session } from './broadcasts.rules.ts'
import { lockCalls, saveCalls } from './calls.queries.ts'
import type { Call } from './calls.rules.ts'
import { lockCounters, saveCounters } from './freeMinutes.queries.ts'
import type { Counter } from './freeMinutes.rules.ts'
import { addGifts, type Gift } from './gifts.queries.ts'
import { type Match, saveMatches } from './matches.queries.ts'
import type { Rates } from './spending.rules.ts'

export const liveTypes = [
  'live.started',
  'live.heartbeat',
  'live.snapshot',
  'live.viewed',
  'live.minute',
  'live.ended',
  'call.requested',
  'call.answered',
  'call.minute',
  'call.ended',
  'match.requested',
  'match.ended',
  'gift.sent',
  'text.charged',
] as const
export type LiveType = (typeof liveTypes)[number]
export type LiveEvent = Arrived<LiveType>

/** An event's transfers, and what to do with their outcomes. */
export type Planned =
  | { refuse: ErrorCode; why: string }
  | { items: Item[]; finish: (outcomes: readonly Outcome[]) => Verdict }

/**
 * A call, its minutes that this chunk charged before they were due, and the code of its answer that this chunk refused.
 */
export type CallEntry = { call: Call; ahead: Set<number>; unanswered?: ErrorCode }

/** A minute of a paid room, and the outcome of the event of this chunk that pays it. */
export type MinuteEntry = PaidMinute & { payer?: { refused: ErrorCode | null } }

export type Memory = {
  now: Date
  rates: Rates
  freeSeconds: number
  /** The highest price of a minute that a free one covers. */
  freeMinutePrice: number
  /** Free minutes of callers who were given some. */
  counters: Map<bigint, Counter>
  people: Map<bigint, Person>
  sessions: Map<string, Session>
  calls: Map<string, CallEntry>
  minutes: Map<string, MinuteEntry>
  views: View[]
  matches: Map<string, Match>
  gifts: Gift[]
  /** How the gifts that are sent may be sent, newest first; a gift that is missing in the catalogue has none. */
  giftRules: Map<number, SendingRule[]>
  changedMinutes: Map<string, PaidMinute>
  /** The rows as read, to write only changes. */
  read: { sessions: Map<string, Session>; calls: Map<string, Call> }
}

export const minuteKey = (liveId: string, userId: bigint, minute: number) => `${liveId} ${userId} ${minute}`

const accepted: Verdict = {}
/** An event without transfers. */
export const plain: Planned = { items: [], finish: () => accepted }

/** The refusal if a user is unknown or may not spend, else null. */
export function refusalOf(memory: Memory, from: bigint, to: bigint): { refuse: ErrorCode; why: string } | null {
  const payer = memory.people.get(from)
  if (!payer) return { refuse: 21001, why: `no user ${from}` }
  if (!memory.people.has(to)) return { refuse: 21001, why: `no user ${to}` }
  if (from === to) return { refuse: 1000002, why: 'sender and receiver are the same user' }
  if (payer.banned) return { refuse: 1000002, why: `user ${from} is banned` }
  return null
}

type Named = { sessions: Set<string>; calls: Set<string>; people: Set<bigint> }

/** Ids of the users, broadcasts and calls that the events name. */
function namedBy(events: readonly LiveEvent[]): Named {
  const named: Named = { sessions: new Set(), calls: new Set(), people: new Set() }
  for (const { type, data } of events) {
    if (type !== 'match.requested' && type !== 'match.ended') {
      if ('liveId' in data && data.liveId !== undefined) named.sessions.add(data.liveId)
      if ('callId' in data && data.callId !== undefined) named.calls.add(data.callId)
    }
    if ('userId' in data) named.people.add(BigInt(data.userId))
    if ('senderId' in data) named.people.add(BigInt(data.senderId)).add(BigInt(data.receiverId))
    if ('callerId' in data) named.people.add(BigInt(data.callerId)).add(BigInt(data.calleeId))
  }
  return named
}

const giftsOf = (events: readonly LiveEvent[]): number[] => [
  ...new Set(events.flatMap(({ type, data }) => (type === 'gift.sent' ? [data.giftId] : []))),
]

/** Broadcasters, viewers and match seekers may be unknown so far; users who pay or earn must be known. */
async function readPeople(chunk: Chunk, events: readonly LiveEvent[], ids: readonly bigint[]) {
  const people = await peopleOf(chunk.tx, chunk.now, ids)
  const missing = events.flatMap(({ type, data }) =>
    (type === 'live.started' || type === 'live.viewed' || type === 'match.requested') &&
    !people.has(BigInt(data.userId))
      ? [BigInt(data.userId)]
      : [],
  )
  if (missing.length === 0) return people
  await ensureUsers(chunk, missing)
  return new Map([...people, ...(await peopleOf(chunk.tx, chunk.now, missing))])
}

/** Reads and locks the rows that the events name: broadcasts, then calls, each in id order. */
export async function openMemory(
  chunk: Chunk,
  events: readonly LiveEvent[],
  params: { rates: Rates; freeSeconds: number; freeMinutePrice: number },
): Promise<Memory> {
  const { tx, now } = chunk
  const named = namedBy(events)
  const sessions = await lockSessions(tx, now, [...named.sessions])
  const calls = await lockCalls(tx, now, [...named.calls])
  for (const session of sessions) if (session.user_id !== null) named.people.add(session.user_id)
  for (const call of calls) if (call.callee_id !== null) named.people.add(call.callee_id)
  const callers = new Set(calls.flatMap(({ caller_id }) => caller_id ?? []))
  for (const event of events) if (event.type === 'call.requested') callers.add(BigInt(event.data.callerId))
  const starting = new Set(events.flatMap((event) => (event.type === 'live.started' ? [event.data.liveId] : [])))
  const minutes = await minutesOf(
    tx,
    events.flatMap((event) =>
      event.type === 'live.minute'
        ? [{ live_id: event.data.liveId, user_id: BigInt(event.data.userId), minute: event.data.minute }]
        : [],
    ),
    sessions.filter((session) => session.user_id === null && starting.has(session.id)).map(({ id }) => id),
  )
  for (const minute of minutes) named.people.add(minute.user_id)
  return {
    now,
    ...params,
    counters: await lockCounters(tx, [...callers]),
    people: await readPeople(chunk, events, [...named.people]),
    sessions: new Map(sessions.map((session) => [session.id, session])),
    calls: new Map(calls.map((call) => [call.id, { call, ahead: new Set() }])),
    minutes: new Map(minutes.map((minute) => [minuteKey(minute.live_id, minute.user_id, minute.minute), minute])),
    views: [],
    matches: new Map(),
    gifts: [],
    giftRules: await sendingRulesOf(tx, giftsOf(events)),
    changedMinutes: new Map(),
    read: {
      sessions: new Map(sessions.map((session) => [session.id, session])),
      calls: new Map(calls.map((call) => [call.id, call])),
    },
  }
}

/** Writes what depends on no outcome: matches and views; new views are added to their broadcasts' counts. */
export async function writePlanned({ tx }: Chunk, memory: Memory): Promise<void> {
  await saveMatches(tx, [...memory.matches.values()])
  for (const liveId of await addViews(tx, memory.views)) {
    const session = memory.sessions.get(liveId)
    if (session) memory.sessions.set(liveId, { ...session, views: session.views + 1 })
  }
}

/** Writes the changes, one statement for each table; broadcasters' rows come last. */
export async function writeSettled(chunk: Chunk, memory: Memory): Promise<void> {
  const { tx, now } = chunk
  const sessions = [...memory.sessions.values()].filter((session) => memory.read.sessions.get(session.id) !== session)
  await saveSessions(tx, now, sessions)
  await saveCalls(
    tx,
    now,
    [...memory.calls.values()].map(({ call }) => call).filter((call) => memory.read.calls.get(call.id) !== call),
  )
  await saveCounters(tx, [...memory.counters.values()])
  await addGifts(tx, memory.gifts)
  await saveMinutes(tx, [...memory.changedMinutes.values()])
  const changed = sessions.map((after) => ({ before: memory.read.sessions.get(after.id), after }))
  await addToBroadcasters(tx, changesOf(changed))
  await endForbidden(
    chunk,
    changed.filter(({ before, after }) => after.user_id !== null && !before?.user_id).map(({ after }) => after),
  )
}
