// Calls: what an event tells of one, and the transfers that follow.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { Arrived, Verdict } from '../../../bridge/index.ts'
import { derivedId } from '../../../kit/random.ts'
import { type Item, type Outcome, walletsAfter } from '../../../ledger/index.ts'
import { pictured } from '../broadcasts/rules.ts'
import { type Memory, type Planned, plain } from '../chunk.ts'
import { hold, postHold, spend, voidHold } from '../spending/items.ts'
import { earnedBy, movedBy } from '../spending/rules.ts'
import * as rules from './rules.ts'

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
  if (happening.callerId === happening.calleeId) return { refuse: 1000002 as ErrorCode, why: 'to oneself' }
  if (memory.people.get(happening.callerId)?.banned)
    return { refuse: 1000002 as ErrorCode, why: `user ${happening.callerId} is banned` }
  if (rules.contradicts(call, happening))
    return { refuse: 10027 as ErrorCode, why: `call ${call.id} was requested otherwise` }
  return null
}

/** The transfer of a step. `cause` is the event, or whatever else moved the call on: its id tells tries apart. */
export function itemOf(
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

/** What became of the steps, by their outcomes in the same order. */
export const doneOf = (steps: readonly rules.Step[], outcomes: readonly Outcome[]): rules.Done[] =>
  steps.map((step, index) => {
    const outcome = outcomes[index]
    if (outcome?.status !== 'accepted') return { step, ok: false, tokens: 0n, promo: 0n, bonus: 0n }
    const { paid, promo, bonus } = movedBy(outcome.legs)
    // What a hold reserves is not spent yet.
    return step.do === 'hold' || step.do === 'void'
      ? { step, ok: true, tokens: 0n, promo: 0n, bonus: 0n }
      : { step, ok: true, tokens: paid + promo, promo, bonus }
  })

/** The id of the hold of a minute, made by `cause`. */
export const holdIdOf = (callId: string, cause: { id: string; at: Date }) => (minute: number) =>
  derivedId(cause.at, 'call', callId, minute, 'hold', cause.id)

/**
 * Plans the events of calls, each call's in their order: the money of all of them as if each step succeeded, then what
 * follows from what did. Answers by the event's id.
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
        return { event, happening, call: assumed, steps: [] }
      }
      const call = rules.learn(assumed, happening)
      const steps = rules.stepsOf(assumed, call, memory.freeSeconds, holdIdOf(callId, event))
      assumed = rules.assume(call, steps)
      return { event, happening, call, steps }
    })
    const fused = rules.fuse(planned.map(({ steps }) => steps))
    const earnedOf = (call: rules.Call) =>
      earnedBy(memory.people.get(call.callee_id!)?.sex, BigInt(call.unit_price), memory.rates)
    for (const [index, { event, happening, call }] of planned.entries()) {
      if (plans.has(event.id)) continue
      const steps = fused[index] ?? []
      plans.set(event.id, {
        items: steps.map((step) => itemOf(call, step, event, earnedOf)),
        finish: (outcomes) => finish(memory, entry, happening, steps, outcomes),
      })
    }
  }
  return plans
}

/** Applies to the call what its event told and what its steps did. */
function finish(
  memory: Memory,
  entry: { call: rules.Call; ahead: Set<number> },
  happening: rules.Happening,
  steps: readonly rules.Step[],
  outcomes: readonly Outcome[],
): Verdict {
  const before = entry.call
  // A call whose first minute is not covered was not answered.
  const first = rules.isFirstMinute(before, happening) ? outcomes[0] : undefined
  if (first?.status === 'refused') return { refuse: first.code }
  const done = doneOf(steps, outcomes)
  entry.call = rules.settle(before, rules.learn(before, happening), memory.freeSeconds, done, entry.ahead)
  const balances = walletsAfter(outcomes)
  const next = rules.nextMinute(entry.call, entry.ahead)
  const result = {
    ...(balances.length > 0 && { balances }),
    ...(next !== null && { nextMinute: next }),
  }
  return Object.keys(result).length === 0 ? {} : { result }
}

export function planCallSnapshot(memory: Memory, { at, data }: Arrived<'live.snapshot'>): Planned {
  const entry = data.callId === undefined ? undefined : memory.calls.get(data.callId)
  if (entry) entry.call = pictured(entry.call, { at, url: data.url, score: data.score ?? 0, labels: data.labels ?? [] })
  return plain
}
