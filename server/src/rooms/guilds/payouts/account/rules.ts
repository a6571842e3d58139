// When a guild's payout account takes effect (product.md sections 9 and 10). Pure.
import type { payoutAccountStates } from '@greenroom/contract/words'

/** When an account that was entered at `createdAt` takes effect: a day later, or at its approval if that is later. */
export const effectiveFrom = (createdAt: Date, approvedAt: Date, waitHours: number): Date =>
  new Date(Math.max(createdAt.getTime() + waitHours * 3_600_000, approvedAt.getTime()))

type State = (typeof payoutAccountStates)[number]

/**
 * The state as it is shown: one whose request ended without approval was refused, an approved one waits for its hours, and
 * one whose hours are over is in force although no round has run.
 */
export function shownState(row: { state: string; effectiveAt: Date | null; waits: boolean }, now: Date): State {
  if (row.state !== 'waiting') return row.state as State
  if (row.effectiveAt) return row.effectiveAt <= now ? 'effective' : 'approved'
  return row.waits ? 'waiting' : 'refused'
}
