// Commission plans: their states, and what may be done with them (docs/guilds.md, Plans, deductions, payouts). Pure.
import type { ReasonKey } from '@greenroom/contract/reasons'
import type { planStates } from '@greenroom/contract/statesAndKinds'

export type PlanState = 'draft' | 'published' | 'withdrawn'
export type ShownState = (typeof planStates)[number]

export type Published = { id: number; startWeek: string; publishedAt: Date }

export type Facts = {
  id: number
  state: PlanState
  startWeek: string
  /** A request to publish or withdraw it waits. */
  waits: boolean
}

/**
 * The plan in force in a week: the one with the latest start up to it, of several the latest published. `week` is a Monday,
 * `2026-11-16`.
 */
export function inForceOf(published: readonly Published[], week: string): Published | undefined {
  const started = published.filter(({ startWeek }) => startWeek <= week)
  return started.reduce<Published | undefined>((best, one) => {
    if (!best || one.startWeek > best.startWeek) return one
    if (one.startWeek < best.startWeek) return best
    if (one.publishedAt.getTime() !== best.publishedAt.getTime()) return one.publishedAt > best.publishedAt ? one : best
    return one.id > best.id ? one : best
  }, undefined)
}

/** The state of a plan in the running week. */
export function statusOf(plan: Facts, published: readonly Published[], runningWeek: string): ShownState {
  if (plan.state === 'withdrawn') return 'withdrawn'
  if (plan.state === 'draft') return plan.waits ? 'waiting' : 'draft'
  if (inForceOf(published, runningWeek)?.id === plan.id) return 'in force'
  if (plan.startWeek > runningWeek && inForceOf(published, plan.startWeek)?.id === plan.id) return 'upcoming'
  return 'replaced'
}

/** Why a plan cannot start with this week: it has begun, or the weeks from it on have settlements. Null if it can. */
export function startFault(
  startWeek: string,
  runningWeek: string,
  lastSettled: string | null,
): 'plan.startBegun' | 'plan.startSettled' | null {
  if (startWeek <= runningWeek) return 'plan.startBegun'
  return lastSettled !== null && startWeek <= lastSettled ? 'plan.startSettled' : null
}

export type Verb = 'update' | 'publish' | 'withdraw'

/** Why the verb cannot be applied, or null. */
export function whyNot(plan: Facts, verb: Verb, runningWeek: string): (ReasonKey & `plan.${string}`) | null {
  if (plan.state === 'withdrawn') return 'plan.withdrawn'
  if (plan.waits) return 'plan.waits'
  if (plan.state === 'draft') return null
  if (verb !== 'withdraw') return 'plan.published'
  return plan.startWeek > runningWeek ? null : 'plan.begun'
}
