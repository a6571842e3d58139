// Broadcasts, who watches them, and the minutes of paid rooms.
import type { Arrived, Verdict } from '../../../bridge/index.ts'
import { derivedId } from '../../../kit/random.ts'
import { type Outcome, walletsAfter } from '../../../ledger/index.ts'
import * as rules from './broadcasts.rules.ts'
import { planSpending } from './gifts.plan.ts'
import { type Memory, type MinuteEntry, minuteKey, type Planned, plain } from './live.chunk.ts'

/** The event's broadcast, which `openMemory` has read or inserted. */
const sessionOf = (memory: Memory, liveId: string) => memory.sessions.get(liveId)!

const unknownUser = (userId: number) => ({ refuse: 21001, why: `no user ${userId}` }) as const

export function planStarted(memory: Memory, event: Arrived<'live.started'>): Planned {
  const { data, at } = event
  const userId = BigInt(data.userId)
  const person = memory.people.get(userId)
  if (!person) return unknownUser(data.userId)
  if (person.banned) return { refuse: 1000002, why: `user ${data.userId} is banned` }
  const session = sessionOf(memory, data.liveId)
  if (rules.contradicts(session, userId, data.rate))
    return { refuse: 10027, why: `broadcast ${data.liveId} was started with other content` }
  memory.sessions.set(
    data.liveId,
    rules.started(session, {
      userId,
      title: data.title,
      coverUrl: data.coverUrl ?? '',
      rate: data.rate,
      hlsUrl: data.hlsUrl ?? '',
      at,
    }),
  )
  return session.user_id === null ? planWaiting(memory, event) : plain
}

/** Charges minutes reported before the room's rate was known; those that the balance does not cover are waived. */
function planWaiting(memory: Memory, { id, at, data }: Arrived<'live.started'>): Planned {
  const waiting = [...memory.minutes.values()].filter(
    (minute) => minute.live_id === data.liveId && minute.tokens === null,
  )
  const plans = waiting.map((minute) => {
    minute.tokens = 0
    const decided = { ...minute }
    memory.changedMinutes.set(minuteKey(minute.live_id, minute.user_id, minute.minute), decided)
    if (data.rate === 0) return null
    const planned = planSpending(
      memory,
      {
        id: derivedId(at, 'room', data.liveId, minute.user_id, minute.minute, id),
        at,
        kind: 'room',
        reference: `live ${data.liveId}`,
      },
      { from: minute.user_id, to: BigInt(data.userId), tokens: data.rate },
      (spent) => {
        decided.tokens = data.rate
        addMinute(memory, data.liveId, spent)
        return {}
      },
    )
    return 'items' in planned ? planned : null
  })
  const paying = plans.filter((plan) => plan !== null)
  return {
    items: paying.flatMap((plan) => plan.items),
    finish: (outcomes) => {
      for (const [index, plan] of paying.entries()) plan.finish(outcomes.slice(index, index + 1))
      return withBalances(outcomes)
    },
  }
}

const withBalances = (outcomes: readonly Outcome[]) => {
  const balances = walletsAfter(outcomes)
  return balances.length === 0 ? {} : { result: { balances } }
}

function addMinute(memory: Memory, liveId: string, spent: { tokens: bigint; bonus: bigint }): void {
  const session = sessionOf(memory, liveId)
  memory.sessions.set(liveId, {
    ...session,
    minute_tokens: session.minute_tokens + spent.tokens,
    bonus: session.bonus + spent.bonus,
  })
}

/** A viewer's minute is charged once, however many events report it. */
export function planMinute(memory: Memory, { id, at, data }: Arrived<'live.minute'>): Planned {
  const userId = BigInt(data.userId)
  if (!memory.people.has(userId)) return unknownUser(data.userId)
  const key = minuteKey(data.liveId, userId, data.minute)
  const known = memory.minutes.get(key)
  if (known?.payer) {
    const { payer } = known
    return { items: [], finish: (): Verdict => (payer.refused === null ? {} : { refuse: payer.refused }) }
  }
  if (known) return plain
  const session = sessionOf(memory, data.liveId)
  const minute: MinuteEntry = { live_id: data.liveId, user_id: userId, minute: data.minute, tokens: null, at }
  if (session.user_id === null) {
    memory.minutes.set(key, minute)
    memory.changedMinutes.set(key, { ...minute })
    return { items: [], finish: () => ({ result: { pending: true } }) }
  }
  if (session.rate === 0) return plain
  const payer: MinuteEntry['payer'] & object = { refused: null }
  const planned = planSpending(
    memory,
    { id, at, kind: 'room', reference: `live ${data.liveId}` },
    { from: userId, to: session.user_id, tokens: session.rate },
    (spent, outcomes) => {
      memory.changedMinutes.set(key, { ...minute, tokens: Number(spent.tokens) })
      addMinute(memory, data.liveId, spent)
      return withBalances(outcomes)
    },
  )
  if (!('items' in planned)) return planned
  memory.minutes.set(key, { ...minute, tokens: session.rate, payer })
  return {
    items: planned.items,
    finish: (outcomes) => {
      const verdict = planned.finish(outcomes)
      if ('refuse' in verdict) payer.refused = verdict.refuse
      return verdict
    },
  }
}

export function planHeartbeat(memory: Memory, { at, data }: Arrived<'live.heartbeat'>): Planned {
  memory.sessions.set(data.liveId, rules.withHeartbeat(sessionOf(memory, data.liveId), at, data.viewers))
  return plain
}

export function planSnapshot(memory: Memory, { at, data }: Arrived<'live.snapshot'>): Planned {
  const snapshot = { at, url: data.url, score: data.score ?? 0, labels: data.labels ?? [] }
  if (data.liveId !== undefined)
    memory.sessions.set(data.liveId, rules.pictured(sessionOf(memory, data.liveId), snapshot))
  return plain
}

export function planViewed(memory: Memory, { at, data }: Arrived<'live.viewed'>): Planned {
  const userId = BigInt(data.userId)
  if (!memory.people.has(userId)) return unknownUser(data.userId)
  memory.views.push({ id: data.viewId, live_id: data.liveId, user_id: userId, seconds: data.seconds, at })
  return plain
}

export function planEnded(memory: Memory, { at, data }: Arrived<'live.ended'>): Planned {
  memory.sessions.set(data.liveId, rules.ended(sessionOf(memory, data.liveId), at, data.reason))
  return plain
}
