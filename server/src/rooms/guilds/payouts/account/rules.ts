// When a guild's payout account takes effect (product.md sections 9 and 10). Pure.
import { shownState as shown } from '../../../finance/index.ts'

/** When an account that was entered at `createdAt` takes effect: a day later, or at its approval if that is later. */
export const effectiveFrom = (createdAt: Date, approvedAt: Date, waitHours: number): Date =>
  new Date(Math.max(createdAt.getTime() + waitHours * 3_600_000, approvedAt.getTime()))

/** The state as shown, whether or not a round has run. */
export const shownState = ({ waits, ...row }: { state: string; effectiveAt: Date | null; waits: boolean }, now: Date) =>
  shown(row, waits, now)
