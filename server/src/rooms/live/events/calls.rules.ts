// How a call is reported and charged. Events are merged in any order; charges and holds are derived from
// the merged state, so every order has the same result. Pure.

export type Call = {
  id: string
  caller_id: bigint | null
  callee_id: bigint | null
  kind: string | null
  unit_price: number
  match_id: string | null
  requested_at: Date | null
  answered_at: Date | null
  ended_at: Date | null
  end_reason: string
  ended_by: string | null
  /** Of the conversation: 0 for an ended call that nobody answered, whatever its end reports. */
  seconds: number | null
  /** As its end reports it; it counts once the answer is known, too. */
  seconds_ended: number | null
  minutes_reported: number
  minutes_ended: number | null
  minutes_missed: number[]
  minute_held: number | null
  hold_id: string | null
  /** The held minute is a free one (`events/freeMinutes.rules.ts`): the ledger holds nothing. */
  held_free: boolean
  free_minutes: number
  last_seen_at: Date | null
  tokens: bigint
  promo_tokens: bigint
  gift_tokens: bigint
  bonus: bigint
  snapshot_url: string
  snapshot_at: Date | null
  risk_score: number
  labels: string[]
}

export type Happening =
  | {
      what: 'requested'
      at: Date
      callerId: bigint
      calleeId: bigint
      kind: string
      unitPrice: number
      matchId: string | null
    }
  | { what: 'answered'; at: Date }
  | { what: 'minute'; at: Date; minute: number }
  | { what: 'ended'; at: Date; reason: string; seconds: number; minutes: number }
  /** Ended by Greenroom: no events for too long, or a ban. */
  | { what: 'stopped'; at: Date; reason: string }

export const latest = (a: Date | null, b: Date): Date => (a === null || b > a ? b : a)
export const earliest = (a: Date | null, b: Date): Date => (a === null || b < a ? b : a)

/** Merges an event into the call; moves no money. */
export function merge(call: Call, happening: Happening): Call {
  const merged = mergeReport(call, happening)
  return merged.ended_at === null
    ? merged
    : { ...merged, seconds: merged.answered_at === null ? 0 : merged.seconds_ended }
}

function mergeReport(call: Call, happening: Happening): Call {
  switch (happening.what) {
    case 'requested':
      // The first counts; a different request for the same call is refused before this.
      if (call.caller_id !== null) return call
      return {
        ...call,
        caller_id: happening.callerId,
        callee_id: happening.calleeId,
        kind: happening.kind,
        unit_price: happening.unitPrice,
        match_id: happening.matchId,
        requested_at: happening.at,
        last_seen_at: latest(call.last_seen_at, happening.at),
      }
    case 'answered':
      return {
        ...call,
        answered_at: earliest(call.answered_at, happening.at),
        last_seen_at: latest(call.last_seen_at, happening.at),
      }
    case 'minute':
      return {
        ...call,
        minutes_reported: Math.max(call.minutes_reported, happening.minute),
        last_seen_at: latest(call.last_seen_at, happening.at),
      }
    case 'ended':
      return ended(call, happening)
    case 'stopped':
      if (call.ended_at !== null) return call
      return {
        ...call,
        ended_at: happening.at,
        ended_by: 'platform',
        end_reason: happening.reason,
        ...reportedLength(call),
      }
  }
}

/** The end reported by the app, with the duration. A ban remains the reason; a timeout does not. */
function ended(call: Call, end: Extract<Happening, { what: 'ended' }>): Call {
  if (call.ended_by !== 'app')
    return {
      ...call,
      ended_at: end.at,
      ended_by: 'app',
      end_reason: call.ended_by === 'platform' && call.end_reason !== 'silent' ? call.end_reason : end.reason,
      seconds_ended: end.seconds,
      minutes_ended: end.minutes,
    }
  const first = call.ended_at !== null && end.at < call.ended_at
  return {
    ...call,
    ended_at: first ? end.at : call.ended_at,
    end_reason: first ? end.reason : call.end_reason,
    seconds_ended: Math.max(call.seconds_ended ?? 0, end.seconds),
    minutes_ended: Math.max(call.minutes_ended ?? 0, end.minutes),
  }
}

/** Duration of a call without a reported end: up to its last event. */
function reportedLength(call: Call): { seconds_ended: number; minutes_ended: number } {
  const answered = call.answered_at?.getTime()
  const span = answered === undefined ? 0 : ((call.last_seen_at?.getTime() ?? answered) - answered) / 1_000
  return {
    seconds_ended: Math.max(0, Math.floor(span), call.minutes_reported * 60),
    minutes_ended: call.minutes_reported,
  }
}

/**
 * Minutes 1 to this one are due: started minutes count in full; a call shorter than `freeSeconds` is free, and so is one that
 * nobody answered: what is reported of it waits for the answer.
 */
export function minutesDue(call: Call, freeSeconds: number): number {
  if (call.caller_id === null || call.answered_at === null) return 0
  if (call.ended_by !== 'app') return call.minutes_reported
  if ((call.seconds ?? 0) < freeSeconds) return 0
  return Math.max(call.minutes_reported, call.minutes_ended ?? 0)
}

/** The minute to hold: the one after the last reported, while the call runs. */
export const minuteToHold = (call: Call): number | null =>
  call.caller_id !== null && call.ended_at === null && call.answered_at !== null ? call.minutes_reported + 1 : null

/** `free`: a free minute covers it. */
export type Step = { minute: number; free?: true } & (
  | { do: 'charge' }
  | { do: 'hold'; holdId: string }
  | { do: 'post'; holdId: string }
  | { do: 'void'; holdId: string }
)

/** Whether a step is a transfer; a free minute is held and released by the counter alone. */
export const isTransfer = (step: Step): boolean => !step.free || step.do === 'charge' || step.do === 'post'

/**
 * The steps from the call's state to `after`: due minutes are posted from their hold or charged, and the next minute is held. Uncovered
 * minutes are retried only at the end; a hold that is no longer needed is voided first.
 */
export function stepsOf(before: Call, after: Call, freeSeconds: number, newHoldId: (minute: number) => string): Step[] {
  if (after.unit_price === 0) return []
  const [from, to] = [minutesDue(before, freeSeconds), minutesDue(after, freeSeconds)]
  const { minute_held: held, hold_id: holdId } = before
  const next = minuteToHold(after)
  const steps: Step[] = []
  const posting = held !== null && held > from && held <= to
  if (held !== null && holdId !== null && !posting && held !== next) steps.push({ do: 'void', minute: held, holdId })
  if (after.ended_at !== null && (before.ended_at === null || before.ended_by !== after.ended_by))
    for (const minute of before.minutes_missed) if (minute <= to) steps.push({ do: 'charge', minute })
  for (let minute = from + 1; minute <= to; minute++)
    steps.push(minute === held && holdId !== null ? { do: 'post', minute, holdId } : { do: 'charge', minute })
  if (next !== null && held !== next) steps.push({ do: 'hold', minute: next, holdId: newHoldId(next) })
  return steps
}

/** The call's state if every step succeeds. */
export function assume(call: Call, steps: readonly Step[]): Call {
  const charged = new Set(steps.flatMap((step) => (step.do === 'charge' ? [step.minute] : [])))
  const hold = steps.find((step) => step.do === 'hold')
  const resolved = steps.some((step) => step.do === 'post' || step.do === 'void')
  return {
    ...call,
    minutes_missed: call.minutes_missed.filter((minute) => !charged.has(minute)),
    ...(hold
      ? { minute_held: hold.minute, hold_id: hold.holdId, held_free: hold.free ?? false }
      : resolved
        ? { minute_held: null, hold_id: null, held_free: false }
        : {}),
  }
}

/**
 * Charges directly what one event of the chunk would hold and a later one post: the balance is the same for other spending, with one
 * transfer instead of two.
 */
export function chargeDirectly(events: readonly Step[][]): Step[][] {
  const posted = new Set(events.flat().flatMap((step) => (step.do === 'post' ? [step.holdId] : [])))
  const fused = new Set<string>()
  return events.map((steps) =>
    steps.flatMap((step): Step[] => {
      if (step.do === 'hold' && posted.has(step.holdId)) {
        fused.add(step.holdId)
        return [{ do: 'charge', minute: step.minute, ...(step.free && { free: true }) }]
      }
      return step.do === 'post' && fused.has(step.holdId) ? [] : [step]
    }),
  )
}

/** Result of a step; a refused one moved nothing. */
export type Done = { step: Step; ok: boolean; tokens: bigint; promo: bigint; bonus: bigint }

/**
 * Applies the results of the steps to the call. `ahead` has the minutes charged before they were due (`fuse`) and is shared by the events
 * of one chunk.
 */
export function settle(
  before: Call,
  after: Call,
  freeSeconds: number,
  done: readonly Done[],
  ahead: Set<number>,
): Call {
  const missed = new Set(after.minutes_missed)
  let { minute_held, hold_id, held_free, free_minutes, tokens, promo_tokens, bonus } = after
  for (const { step, ok, ...moved } of done) {
    if (step.do === 'post' || step.do === 'void') [minute_held, hold_id, held_free] = [null, null, false]
    if (!ok) continue
    if (step.do === 'hold') [minute_held, hold_id, held_free] = [step.minute, step.holdId, step.free ?? false]
    if (step.do === 'charge' || step.do === 'post') {
      missed.delete(step.minute)
      ahead.add(step.minute)
      if (step.free) free_minutes++
      tokens += moved.tokens
      promo_tokens += moved.promo
      bonus += moved.bonus
    }
  }
  if (after.unit_price > 0)
    for (let minute = minutesDue(before, freeSeconds) + 1; minute <= minutesDue(after, freeSeconds); minute++)
      if (!ahead.has(minute)) missed.add(minute)
  const minutes_missed = [...missed].toSorted((a, b) => a - b)
  return { ...after, minute_held, hold_id, held_free, free_minutes, tokens, promo_tokens, bonus, minutes_missed }
}

/** Whether the minute after the last reported is covered; null if the call is over or free. */
export function nextMinute(call: Call, ahead: ReadonlySet<number>): boolean | null {
  const next = minuteToHold(call)
  return next === null || call.unit_price === 0 ? null : call.minute_held === next || ahead.has(next)
}

/** True if a request differs from the stored one. */
export const contradicts = (call: Call, request: Extract<Happening, { what: 'requested' }>): boolean =>
  call.caller_id !== null &&
  (call.caller_id !== request.callerId || call.callee_id !== request.calleeId || call.unit_price !== request.unitPrice)

/** True for the first minute of a call being answered: without it, the answer is refused. */
export const isFirstMinute = (before: Call, happening: Happening): boolean =>
  happening.what === 'answered' &&
  before.caller_id !== null &&
  before.minutes_reported === 0 &&
  before.ended_at === null
