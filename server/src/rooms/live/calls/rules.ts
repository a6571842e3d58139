// How a call is told and charged (product.md section 8, Calls). What is known of it grows by events in any order; what
// is due and what is held follow from what is known, so that every order ends alike. Pure.

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
  seconds: number | null
  minutes_told: number
  minutes_ended: number | null
  minutes_missed: number[]
  minute_held: number | null
  hold_id: string | null
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
  /** Greenroom ends it: silent for too long, or a ban. */
  | { what: 'stopped'; at: Date; reason: string }

export const latest = (a: Date | null, b: Date): Date => (a === null || b > a ? b : a)
export const earliest = (a: Date | null, b: Date): Date => (a === null || b < a ? b : a)

/** The call with what this event tells; money is not touched. */
export function learn(call: Call, happening: Happening): Call {
  switch (happening.what) {
    case 'requested':
      // The first stands; another request for the same call is refused before it comes here.
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
        minutes_told: Math.max(call.minutes_told, happening.minute),
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
        ...lengthTold(call),
      }
  }
}

/** The app's own end says how long it was. A ban stays the reason; mere silence does not. */
function ended(call: Call, end: Extract<Happening, { what: 'ended' }>): Call {
  if (call.ended_by !== 'app')
    return {
      ...call,
      ended_at: end.at,
      ended_by: 'app',
      end_reason: call.ended_by === 'platform' && call.end_reason !== 'silent' ? call.end_reason : end.reason,
      seconds: end.seconds,
      minutes_ended: end.minutes,
    }
  const first = call.ended_at !== null && end.at < call.ended_at
  return {
    ...call,
    ended_at: first ? end.at : call.ended_at,
    end_reason: first ? end.reason : call.end_reason,
    seconds: Math.max(call.seconds ?? 0, end.seconds),
    minutes_ended: Math.max(call.minutes_ended ?? 0, end.minutes),
  }
}

/** How long a call was, of which nobody told the end: up to the last that was heard of it. */
function lengthTold(call: Call): { seconds: number; minutes_ended: number } {
  const answered = call.answered_at?.getTime()
  const span = answered === undefined ? 0 : ((call.last_seen_at?.getTime() ?? answered) - answered) / 1_000
  return { seconds: Math.max(0, Math.floor(span), call.minutes_told * 60), minutes_ended: call.minutes_told }
}

/** Minutes 1 to this one are to be charged: started ones whole, none of a call shorter than `freeSeconds`. */
export function minutesDue(call: Call, freeSeconds: number): number {
  if (call.caller_id === null) return 0
  if (call.ended_by !== 'app') return call.minutes_told
  if ((call.seconds ?? 0) < freeSeconds) return 0
  return Math.max(call.minutes_told, call.minutes_ended ?? 0)
}

/** The minute that is to be held: the one after the last told, while the call goes on. */
export const minuteToHold = (call: Call): number | null =>
  call.caller_id !== null && call.ended_at === null && (call.answered_at !== null || call.minutes_told > 0)
    ? call.minutes_told + 1
    : null

export type Step =
  | { do: 'charge'; minute: number }
  | { do: 'hold'; minute: number; holdId: string }
  | { do: 'post'; minute: number; holdId: string }
  | { do: 'void'; minute: number; holdId: string }

/**
 * The money that follows when the call becomes known as `after`: due minutes are posted from their hold or charged, the
 * next one is held. What was missed is tried again at the end only; a hold nobody needs is let go first.
 */
export function stepsOf(before: Call, after: Call, freeSeconds: number, newHoldId: (minute: number) => string): Step[] {
  if (after.unit_price === 0) return []
  const [from, to] = [minutesDue(before, freeSeconds), minutesDue(after, freeSeconds)]
  const { minute_held: held, hold_id: holdId } = before
  const wanted = minuteToHold(after)
  const steps: Step[] = []
  const posting = held !== null && held > from && held <= to
  if (held !== null && holdId !== null && !posting && held !== wanted) steps.push({ do: 'void', minute: held, holdId })
  if (after.ended_at !== null && (before.ended_at === null || before.ended_by !== after.ended_by))
    for (const minute of before.minutes_missed) if (minute <= to) steps.push({ do: 'charge', minute })
  for (let minute = from + 1; minute <= to; minute++)
    steps.push(minute === held && holdId !== null ? { do: 'post', minute, holdId } : { do: 'charge', minute })
  if (wanted !== null && held !== wanted) steps.push({ do: 'hold', minute: wanted, holdId: newHoldId(wanted) })
  return steps
}

/** The call as it will be when every step succeeds. */
export function assume(call: Call, steps: readonly Step[]): Call {
  const charged = new Set(steps.flatMap((step) => (step.do === 'charge' ? [step.minute] : [])))
  const hold = steps.find((step) => step.do === 'hold')
  const resolved = steps.some((step) => step.do === 'post' || step.do === 'void')
  return {
    ...call,
    minutes_missed: call.minutes_missed.filter((minute) => !charged.has(minute)),
    ...(hold
      ? { minute_held: hold.minute, hold_id: hold.holdId }
      : resolved
        ? { minute_held: null, hold_id: null }
        : {}),
  }
}

/**
 * A hold that a later event of the same chunk posts is charged where it would be held: as much is kept from others, and
 * one transfer does for two.
 */
export function fuse(events: readonly Step[][]): Step[][] {
  const posted = new Set(events.flat().flatMap((step) => (step.do === 'post' ? [step.holdId] : [])))
  const fused = new Set<string>()
  return events.map((steps) =>
    steps.flatMap((step): Step[] => {
      if (step.do === 'hold' && posted.has(step.holdId)) {
        fused.add(step.holdId)
        return [{ do: 'charge', minute: step.minute }]
      }
      return step.do === 'post' && fused.has(step.holdId) ? [] : [step]
    }),
  )
}

/** What became of a step: nothing moved when it was refused. */
export type Done = { step: Step; ok: boolean; tokens: bigint; promo: bigint; bonus: bigint }

/**
 * The call with what its steps really did. `ahead` are minutes charged before they were due (`fuse`); it is kept for the
 * events of one chunk.
 */
export function settle(
  before: Call,
  after: Call,
  freeSeconds: number,
  done: readonly Done[],
  ahead: Set<number>,
): Call {
  const missed = new Set(after.minutes_missed)
  let { minute_held, hold_id, tokens, promo_tokens, bonus } = after
  for (const { step, ok, ...moved } of done) {
    if (step.do === 'post' || step.do === 'void') [minute_held, hold_id] = [null, null]
    if (!ok) continue
    if (step.do === 'hold') [minute_held, hold_id] = [step.minute, step.holdId]
    if (step.do === 'charge' || step.do === 'post') {
      missed.delete(step.minute)
      ahead.add(step.minute)
      tokens += moved.tokens
      promo_tokens += moved.promo
      bonus += moved.bonus
    }
  }
  if (after.unit_price > 0)
    for (let minute = minutesDue(before, freeSeconds) + 1; minute <= minutesDue(after, freeSeconds); minute++)
      if (!ahead.has(minute)) missed.add(minute)
  const minutes_missed = [...missed].toSorted((a, b) => a - b)
  return { ...after, minute_held, hold_id, tokens, promo_tokens, bonus, minutes_missed }
}

/** Whether the minute after the last told is covered; null where the call does not go on, or is free. */
export function nextMinute(call: Call, ahead: ReadonlySet<number>): boolean | null {
  const wanted = minuteToHold(call)
  return wanted === null || call.unit_price === 0 ? null : call.minute_held === wanted || ahead.has(wanted)
}

/** A request that says otherwise than the one that stands. */
export const contradicts = (call: Call, request: Extract<Happening, { what: 'requested' }>): boolean =>
  call.caller_id !== null &&
  (call.caller_id !== request.callerId || call.callee_id !== request.calleeId || call.unit_price !== request.unitPrice)

/** The first minute of a call that is just being answered: without it she can't be answered at all. */
export const isFirstMinute = (before: Call, happening: Happening): boolean =>
  happening.what === 'answered' && before.caller_id !== null && before.minutes_told === 0 && before.ended_at === null
