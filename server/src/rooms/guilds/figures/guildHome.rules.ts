// The leader's Home in the running week: the sum so far, and which anchors are close to a valid day or a salary step. Pure.
import {
  commissionOf,
  type Family,
  isValidDay,
  missingMinutes,
  type NextLevel,
  nextLevelOf,
  nextStepOf,
  type Plan,
  salaryCents,
  shownBp,
  type ValidDay,
} from '../plans/commission.rules.ts'

/** An anchor's week so far; `running` is when today the running broadcast or call began. */
export type AnchorProgress = {
  userId: bigint
  points: bigint
  micros: bigint
  /** Days before today that are valid. */
  validDays: number
  liveToday: number
  callsToday: number
  running: { kind: 'live' | 'call'; since: Date } | null
}

export type Sum = {
  familyMicros: bigint
  level: number
  rateBp: number
  fromCents: number
  next: NextLevel | undefined
  commissionCents: number
  overrideCents: number
  salaryCents: number
  bonusCents: number
  deductionCents: number
  totalCents: number
}

/** Seconds live and on calls today, including what is running. */
export function today(one: AnchorProgress, dayStartsAt: Date, now: Date): { live: number; calls: number } {
  const since = one.running && (one.running.since > dayStartsAt ? one.running.since : dayStartsAt)
  const seconds = since ? Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1_000)) : 0
  return {
    live: one.liveToday + (one.running?.kind === 'live' ? seconds : 0),
    calls: one.callsToday + (one.running?.kind === 'call' ? seconds : 0),
  }
}

type Day = { valid: ValidDay; dayStartsAt: Date; now: Date }

/** Their valid days with today. */
function validDays(one: AnchorProgress, { valid, dayStartsAt, now }: Day): number {
  const seconds = today(one, dayStartsAt, now)
  return one.validDays + (isValidDay(valid, seconds.live, seconds.calls) ? 1 : 0)
}

/** The week's sum so far: components rounded down to cents, as a settlement does. */
export function sumOf(
  plan: Plan,
  family: Family,
  week: { anchors: readonly AnchorProgress[]; pickup: boolean; deductionCents: number } & Day,
): Sum {
  const commission = commissionOf(plan, family)
  const salary = week.anchors.reduce((sum, one) => sum + salaryCents(plan, one.points, validDays(one, week)), 0)
  const bonus = week.anchors.reduce((sum, one) => sum + one.micros, 0n) / 10_000n
  const [commissionCents, overrideCents] = [Number(commission.commissionCents), Number(commission.overrideCents)]
  // Under anchor withdrawal salaries and bonus are the anchors' own.
  const paid = week.pickup ? { salaryCents: salary, bonusCents: Number(bonus) } : { salaryCents: 0, bonusCents: 0 }
  return {
    familyMicros: commission.familyMicros,
    level: commission.level,
    rateBp: shownBp(commission.rate),
    fromCents: plan.levels.toSorted((a, b) => a.fromCents - b.fromCents)[commission.level - 1]?.fromCents ?? 0,
    next: nextLevelOf(plan, family),
    commissionCents,
    overrideCents,
    ...paid,
    deductionCents: week.deductionCents,
    totalCents: commissionCents + overrideCents + paid.salaryCents + paid.bonusCents - week.deductionCents,
  }
}

/** People shown, at most. */
const mostClose = 20
/** Close to a valid day: at least half of it is done. Close to a step: at least this part of its points. */
const closeDay = 0.5
const closeStep = 0.75

export type Close = {
  userId: bigint
  points: bigint
  validDays: number
  running: 'live' | 'call' | null
  today: { liveMinutes: number; callMinutes: number; missingLive: number; missingCall: number } | null
  step: { points: number; days: number; missingPoints: bigint; missingDays: number; gainCents: number } | null
}

/** Those who are close to a valid day or a salary step that this week still allows, the closest to a valid day first. */
export function closest(plan: Plan, anchors: readonly AnchorProgress[], week: Day & { daysLeft: number }): Close[] {
  const { valid } = week
  const close = anchors.map((one) => {
    const seconds = today(one, week.dayStartsAt, week.now)
    const missing = missingMinutes(valid, seconds.live, seconds.calls)
    const share = Math.max(seconds.live / (valid.liveMinutes * 60), seconds.calls / (valid.callMinutes * 60))
    const days = validDays(one, week)
    const step = nextStepOf(plan, one.points, days)
    // Days that can still become valid, including today unless it is valid already.
    const reachable = week.daysLeft - (share >= 1 ? 1 : 0)
    const nearStep = step && step.missingDays <= reachable && Number(one.points) >= step.points * closeStep
    const goal = {
      userId: one.userId,
      points: one.points,
      validDays: days,
      running: one.running?.kind ?? null,
      today:
        share < 1 && share >= closeDay
          ? {
              liveMinutes: Math.floor(seconds.live / 60),
              callMinutes: Math.floor(seconds.calls / 60),
              missingLive: missing.live,
              missingCall: missing.call,
            }
          : null,
      step: nearStep
        ? {
            points: step.points,
            days: step.days,
            missingPoints: step.missingPoints,
            missingDays: step.missingDays,
            gainCents: step.gainCents,
          }
        : null,
    }
    return { share, goal }
  })
  return close
    .filter(({ goal }) => goal.today !== null || goal.step !== null)
    .toSorted(
      (a, b) =>
        Number(b.goal.today !== null) - Number(a.goal.today !== null) ||
        b.share - a.share ||
        Number(a.goal.userId - b.goal.userId),
    )
    .slice(0, mostClose)
    .map(({ goal }) => goal)
}
