// Levels, rates and salary steps of a commission plan, and the commission of a family's week (docs/guilds.md, Plans, deductions, payouts).
// Pure; the settlement and the leader's Home use the same functions.
//
// Base is in millionths of a dollar, as bigint. Rates are fractions of basis points, because the effective rate of a marginal
// plan is seldom a whole number of them. Components are cents, rounded down once, at their end.

/** A level begins at `fromCents` of the family's base and ends, exclusively, where the next begins. */
export type Level = { fromCents: number; rateBp: number }

/** Reached with at least these points and valid days in the week; pays `usdCents` instead of the lower steps. */
export type SalaryStep = { points: number; days: number; usdCents: number }

/** `whole`: one rate for all of the base. `marginal`: each slice of it at its level's rate. */
export type Plan = { kind: 'whole' | 'marginal'; levels: readonly Level[]; salary: readonly SalaryStep[] }

/** `numerator / denominator` basis points. */
export type Rate = { numerator: bigint; denominator: bigint }

const microsPerCent = 10_000n
const bpPerOne = 10_000n

const cents = (micros: bigint): bigint => micros / microsPerCent
const fromMicros = (level: Level): bigint => BigInt(level.fromCents) * microsPerCent

/** A plan's levels in ascending order, numbered from 1. */
const rising = (plan: Plan): Level[] => plan.levels.toSorted((a, b) => a.fromCents - b.fromCents)

/** An agreed rate, as a fraction. */
export const wholeRate = (bp: number): Rate => ({ numerator: BigInt(bp), denominator: 1n })

/** For display: basis points, rounded down. */
export const shownBp = (rate: Rate): number => Number(rate.numerator / rate.denominator)

/** The number of the level, from 1, that a base reaches. */
export function levelOf(plan: Plan, baseMicros: bigint): number {
  const levels = rising(plan)
  const above = levels.findIndex((level) => fromMicros(level) > baseMicros)
  return Math.max(1, above === -1 ? levels.length : above)
}

/** The rate of a base: its level's, or under a marginal plan the effective one, the sum of all slices divided by the base. */
export function rateOf(plan: Plan, baseMicros: bigint): Rate {
  const levels = rising(plan)
  const reached = wholeRate(levels[levelOf(plan, baseMicros) - 1]?.rateBp ?? 0)
  if (plan.kind === 'whole' || baseMicros <= 0n) return reached
  const brought = levels.reduce((sum, level, index) => {
    const next = levels[index + 1]
    const end = next && fromMicros(next) < baseMicros ? fromMicros(next) : baseMicros
    const start = fromMicros(level)
    return end > start ? sum + (end - start) * BigInt(level.rateBp) : sum
  }, 0n)
  return { numerator: brought, denominator: baseMicros }
}

/** `rate − less`, never below zero. */
export function rateAbove(rate: Rate, less: Rate): Rate {
  const numerator = rate.numerator * less.denominator - less.numerator * rate.denominator
  return { numerator: numerator > 0n ? numerator : 0n, denominator: rate.denominator * less.denominator }
}

/** A rate's share of a base in cents, rounded down. */
export const shareCents = (baseMicros: bigint, rate: Rate): bigint =>
  cents((baseMicros * rate.numerator) / (rate.denominator * bpPerOne))

/** A sub-agency in its parent's sum: its own base, and the rate agreed with it; null: that of its own level. */
export type SubBase = { baseMicros: bigint; agreedBp: number | null }

/** The inputs of a guild's weekly commission. `agreedBp`: a sub-agency's rate agreed with its parent. */
export type Family = { baseMicros: bigint; subs: readonly SubBase[]; agreedBp: number | null }

export type Commission = {
  /** Direct base and that of the sub-agencies. */
  familyMicros: bigint
  level: number
  rate: Rate
  commissionCents: bigint
  /** By sub-agency, in the order given. */
  overrides: { rate: Rate; cents: bigint }[]
  overrideCents: bigint
}

/** The rate that a sub-agency gets. */
export const subRate = (plan: Plan, sub: SubBase): Rate =>
  sub.agreedBp === null ? rateOf(plan, sub.baseMicros) : wholeRate(sub.agreedBp)

/** Commission on the direct base, plus, for each sub-agency, the difference between the family's rate and its own. */
export function commissionOf(plan: Plan, family: Family): Commission {
  const familyMicros = family.subs.reduce((sum, sub) => sum + sub.baseMicros, family.baseMicros)
  const rate = family.agreedBp === null ? rateOf(plan, familyMicros) : wholeRate(family.agreedBp)
  const overrides = family.subs.map((sub) => {
    const difference = rateAbove(rate, subRate(plan, sub))
    return { rate: difference, cents: shareCents(sub.baseMicros, difference) }
  })
  return {
    familyMicros,
    level: levelOf(plan, familyMicros),
    rate,
    commissionCents: shareCents(family.baseMicros, rate),
    overrides,
    overrideCents: overrides.reduce((sum, override) => sum + override.cents, 0n),
  }
}

export type NextLevel = {
  level: number
  fromCents: number
  /** Of its slice under a marginal plan, of everything under a whole one. */
  rateBp: number
  /** The missing base, rounded up, so that earning it suffices. */
  missingCents: bigint
  /** The gain in commission and override if the guild's own anchors earn the missing base. */
  gainCents: bigint
}

/** The family's next level and the gain of reaching it; undefined on the highest. */
export function nextLevelOf(plan: Plan, family: Family): NextLevel | undefined {
  const now = commissionOf(plan, family)
  const next = rising(plan)[now.level]
  if (!next) return undefined
  const missing = fromMicros(next) - now.familyMicros
  const then = commissionOf(plan, { ...family, baseMicros: family.baseMicros + missing })
  return {
    level: now.level + 1,
    fromCents: next.fromCents,
    rateBp: next.rateBp,
    missingCents: (missing + microsPerCent - 1n) / microsPerCent,
    gainCents: then.commissionCents + then.overrideCents - now.commissionCents - now.overrideCents,
  }
}

const risingSteps = (plan: Plan): SalaryStep[] =>
  plan.salary.toSorted((a, b) => a.points - b.points || a.usdCents - b.usdCents)

/** An anchor's salary of a week in cents: of the highest step whose points and valid days they have. */
export const salaryCents = (plan: Plan, points: bigint, validDays: number): number =>
  risingSteps(plan).reduce(
    (best, step) => (BigInt(step.points) <= points && step.days <= validDays ? Math.max(best, step.usdCents) : best),
    0,
  )

export type NextStep = SalaryStep & { missingPoints: bigint; missingDays: number; gainCents: number }

/** The lowest step that pays more than the current one, and what is missing to reach it; undefined on the highest. */
export function nextStepOf(plan: Plan, points: bigint, validDays: number): NextStep | undefined {
  const now = salaryCents(plan, points, validDays)
  const next = risingSteps(plan).find((step) => step.usdCents > now)
  if (!next) return undefined
  const missing = BigInt(next.points) - points
  return {
    ...next,
    missingPoints: missing > 0n ? missing : 0n,
    missingDays: Math.max(0, next.days - validDays),
    gainCents: next.usdCents - now,
  }
}

/** What makes a day valid: a number of minutes live, or on calls. */
export type ValidDay = { liveMinutes: number; callMinutes: number }

/** True if a day with these seconds is valid. */
export const isValidDay = (valid: ValidDay, liveSeconds: number, callSeconds: number): boolean =>
  liveSeconds >= valid.liveMinutes * 60 || callSeconds >= valid.callMinutes * 60

/** Whole minutes, rounded up, still missing for a valid day: live, or on calls. Zero if it is valid. */
export function missingMinutes(
  valid: ValidDay,
  liveSeconds: number,
  callSeconds: number,
): { live: number; call: number } {
  if (isValidDay(valid, liveSeconds, callSeconds)) return { live: 0, call: 0 }
  const missing = (minutes: number, seconds: number) => Math.ceil((minutes * 60 - seconds) / 60)
  return { live: missing(valid.liveMinutes, liveSeconds), call: missing(valid.callMinutes, callSeconds) }
}
