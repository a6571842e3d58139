// How a deletion goes: 30 days in which it can be ended, then a wait for what stands in its way.
import type { deletionStates } from '@greenroom/contract/statesAndKinds'

export type DeletionState = (typeof deletionStates)[number]

const dayMs = 86_400_000

export const dueAfter = (asked: Date, days: number): Date => new Date(asked.getTime() + days * dayMs)

/** Whether a request of the app still counts: a later word of the user's, or an erasure, answers it. */
export const stillCounts = (askedAt: Date, { stayedAt, erasedAt }: { stayedAt: Date | null; erasedAt: Date | null }) =>
  (stayedAt === null || askedAt > stayedAt) && (erasedAt === null || askedAt > erasedAt)
