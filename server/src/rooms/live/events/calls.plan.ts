// Plans the events of calls and the transfers that follow from them.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { Arrived, Verdict } from '../../../bridge/index.ts'
import { derivedId } from '../../../kit/random.ts'
import { type Item, type Outcome, walletsAfter } from '../../../ledger/index.ts'
import { pictured } from './broadcasts.rules.ts'
import * as rules from './calls.rules.ts'
import { cover, leftOf } from './freeMinutes.rules.ts'
import { type CallEntry, type Memory, type Planned, plain } from './live.chunk.ts'
import { hold, postHold, spend, spendFree, voidHold } from './spending.items.ts'
import { earnedBy, movedBy } from './spending.rules.ts'

export type CallEvent = Arrived<'call.requested' | 'call.answered' | 'call.minute' | 'call.ended'>

function happeningOf({ type, at, data }: CallEvent): rules.Happening {
  switch (type) {
    case 'call.requested':
      return {
        what: 'requested',
        at,
        callerId: BigInt(data.callerId),
        calleeId: BigInt(data.calleeId),
        kind: data.kind,
        unitPrice: data.unitPrice,
        matchId: data.matchId ?? null,
      }
    case 'call.answered':
      return { what: 'answered', at }
    case 'call.minute':
      return { what: 'minute', at, minute: data.minute }
    case 'call.ended':
      return { what: 'ended', at, reason: data.reason, seconds: data.seconds, minutes: data.minutes }
  }
}

function refusalOf(memory: Memory, call: rules.Call, happening: rules.Happening) {
  if (happening.what !== 'requested') return null
  for (const id of [happening.callerId, happening.calleeId])
    if (!memory.people.has(id)) return { refuse: 21001 as ErrorCode, why: `no user ${id}` }
  if (happening.callerId === happening.calleeId) return { refuse: 1000002 as ErrorCode, why: 'a call to oneself' }
  if (memory.people.get(happening.callerId)?.banned)
    return { refuse: 1000002 as ErrorCode, why: `user ${happening.callerId} is banned` }
  if (rules.contradicts(call, happening))
    return { refuse: 10027 as ErrorCode, why: `call ${call.id} was requested with other content` }
  return null
}

/** The transfer of a step that is one. `cause` is the event, or the other reason for the change: its id distinguishes retries. */
function itemOf(
  call: rules.Call,
  step: rules.Step,
  cause: { id: string; at: Date },
  earnedOf: (call: rules.Call) => ReturnType<typeof earnedBy>,
): Item {
  const id = step.do === 'hold' ? step.holdId : derivedId(cause.at, 'call', call.id, step.minute, step.do, cause.id)
  const of = { id, kind: 'call', reference: `call ${call.id}`, at: cause.at } as const
  const spending = {
    from: call.caller_id!,
    to: call.callee_id!,
    tokens: BigInt(call.unit_price),
    ...earnedOf(call),
  }
  if (step.free) return spendFree(of, spending)
  switch (step.do) {
    case 'charge':
      return spend(of, spending)
    case 'hold':
      return hold(of, spending)
    case 'post':
      return postHold(of, spending, step.holdId)
    case 'void':
      return voidHold(of, spending, step.holdId)
  }
}

/** The transfers of the steps, in their order. */
export const itemsOf = (
  call: rules.Call,
  steps: readonly rules.Step[],
  cause: { id: string; at: Date },
  earnedOf: (call: rules.Call) => ReturnType<typeof earnedBy>,
): Item[] => steps.filter(rules.isTransfer).map((step) => itemOf(call, step, cause, earnedOf))

/** The results of the steps, from the outcomes of their transfers in the same order. */
export const doneOf = (steps: readonly rules.Step[], outcomes: readonly Outcome[]): rules.Done[] => {
  let next = 0
  return steps.map((step) => {
    if (!rules.isTransfer(step)) return { step, ok: true, tokens: 0n, promo: 0n, bonus: 0n }
    const outcome = outcomes[next++]
    if (outcome?.status !== 'accepted') return { step, ok: false, tokens: 0n, promo: 0n, bonus: 0n }
    const { paid, promo, bonus } = movedBy(outcome.legs)
    // A hold spends nothing yet.
    return step.do === 'hold' || step.do === 'void'
      ? { step, ok: true, tokens: 0n, promo: 0n, bonus: 0n }
      : { step, ok: true, tokens: paid + promo, promo, bonus }
  })
}

/** The id of a minute's hold, created by `cause`. */
export const holdIdOf = (callId: string, cause: { id: string; at: Date }) => (minute: number) =>
  derivedId(cause.at, 'call', callId, minute, 'hold', cause.id)

/**
 * Plans the events of calls, each call's in order: first the transfers, as if every step succeeded, then the consequences of the actual
 * outcomes. Returns answers by event id.
 */
export function planCalls(memory: Memory, events: readonly CallEvent[]): Map<string, Planned> {
  const plans = new Map<string, Planned>()
  for (const [callId, of] of Map.groupBy(events, (event) => event.data.callId)) {
    const entry = memory.calls.get(callId)!
    let assumed = entry.call
    const planned = of.map((event) => {
      const happening = happeningOf(event)
      const refusal = refusalOf(memory, assumed, happening)
      if (refusal) {
        plans.set(event.id, refusal)
        return { event, happening, call: assumed, steps: [], freeLeft: undefined, isAnswer: false }
      }
      const call = rules.merge(assumed, happening)
      const counter = call.caller_id === null ? undefined : memory.counters.get(call.caller_id)
      const steps = cover(assumed, rules.stepsOf(assumed, call, memory.freeSeconds, holdIdOf(callId, event)), counter, {
        price: call.unit_price,
        most: memory.freeMinutePrice,
      })
      const isAnswer = rules.isFirstMinute(assumed, happening) && assumed.answered_at === null
      assumed = rules.assume(call, steps)
      return { event, happening, call, steps, freeLeft: counter && leftOf(counter), isAnswer }
    })
    const fused = rules.chargeDirectly(planned.map(({ steps }) => steps))
    const answer = planned.findIndex(({ isAnswer }) => isAnswer)
    /** The transfer of the first minute: if it is refused, the call is not answered, and nothing later of it is charged. */
    let first: string | undefined
    const earnedOf = (call: rules.Call) =>
      earnedBy(memory.people.get(call.callee_id!)?.sex, BigInt(call.unit_price), memory.rates)
    for (const [index, { event, happening, call, freeLeft }] of planned.entries()) {
      if (plans.has(event.id)) continue
      const steps = fused[index] ?? []
      const items = itemsOf(call, steps, event, earnedOf).map((item) =>
        first === undefined ? item : { ...item, needs: first },
      )
      if (index === answer) first = items[0]?.id
      plans.set(event.id, {
        items,
        finish: (outcomes) => finish(memory, entry, happening, { steps, outcomes, freeLeft }),
      })
    }
  }
  return plans
}

type StepResults = {
  steps: readonly rules.Step[]
  outcomes: readonly Outcome[]
  /** The caller's free minutes after this event; undefined where they never had any. */
  freeLeft: number | undefined
}

/** Applies an event and the results of its steps to the call. */
function finish(
  memory: Memory,
  entry: CallEntry,
  happening: rules.Happening,
  { steps, outcomes, freeLeft }: StepResults,
): Verdict {
  const before = entry.call
  // A call counts as answered only if its first minute is covered.
  const first = rules.isFirstMinute(before, happening) ? outcomes[0] : undefined
  if (first?.status === 'refused') entry.unanswered = first.code
  // Another answer in the same chunk is the same one.
  if (happening.what === 'answered' && entry.unanswered !== undefined) return { refuse: entry.unanswered }
  const done = doneOf(steps, outcomes)
  entry.call = rules.settle(before, rules.merge(before, happening), memory.freeSeconds, done, entry.ahead)
  const balances = walletsAfter(outcomes)
  const next = rules.nextMinute(entry.call, entry.ahead)
  const result = {
    ...(balances.length > 0 && { balances }),
    ...(next !== null && { nextMinute: next }),
    ...(freeLeft !== undefined && { freeMinutesLeft: freeLeft }),
  }
  return Object.keys(result).length === 0 ? {} : { result }
}

export function planCallSnapshot(memory: Memory, { at, data }: Arrived<'live.snapshot'>): Planned {
  const entry = data.callId === undefined ? undefined : memory.calls.get(data.callId)
  if (entry) entry.call = pictured(entry.call, { at, url: data.url, score: data.score ?? 0, labels: data.labels ?? [] })
  return plain
}
