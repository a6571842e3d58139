// Decisions that can be undone until they take effect (docs/money.md, Undo). Pure.
import type { ErrorCode } from '@greenroom/contract/errors'
import { because, type Why } from '../../kit/calls/refusal.ts'

export type Outcome = 'done' | 'undone' | 'refused'

export type Facts = {
  staffId: number
  by: string
  effectiveAt: Date
  /** When it ended, and how; null while it is open. */
  endedAt: Date | null
  outcome: Outcome | null
  /** Why it was refused as it took effect, in words. */
  why: string
}

/** An open one takes effect from its moment on, whether or not the round has run. */
export const isDue = ({ outcome, effectiveAt }: Pick<Facts, 'outcome' | 'effectiveAt'>, now: Date): boolean =>
  outcome === null && now >= effectiveAt

/**
 * What an undo does now: it takes the decision back, finds that it has done so before, or is refused. Only the account that decided undoes, and
 * only before the moment of effect.
 */
export function undoing(facts: Facts, staffId: number, now: Date): 'undo' | 'undone' | { code: ErrorCode; why: Why } {
  const { by, effectiveAt, endedAt, outcome, why } = facts
  if (facts.staffId !== staffId) return { code: 10026, why: because('undo.notYours', { by }) }
  if (outcome === 'undone') return 'undone'
  if (outcome === 'refused')
    return { code: 20000, why: because('undo.refused', { at: (endedAt ?? effectiveAt).toISOString(), why }) }
  if (outcome === 'done' || isDue(facts, now))
    return { code: 20000, why: because('undo.over', { at: effectiveAt.toISOString() }) }
  return 'undo'
}
