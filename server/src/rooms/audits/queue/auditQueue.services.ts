// Dependencies of the queues.

import type { Reader } from '../../../kit/database/database.ts'
import type { Params } from '../../../params/index.ts'
import type { AuditEffects } from '../audits.effects.ts'

/** A user's newest broadcast bans: from the Live room, which depends on this one, so `app/` provides it. */
export type Forbids = (
  reader: Reader,
  userId: bigint,
  now: Date,
  count: number,
) => Promise<{ reason: string; at: Date; until: Date | null; ended: boolean; by: string }[]>

export type QueueServices = { params: Params; effects: Pick<AuditEffects, 'decided'>; forbids: Forbids }

const minute = 60_000

/** When a claim made at `now` expires. */
export const heldUntil = ({ params }: { params: Params }, now: Date): Date =>
  new Date(now.getTime() + params.integer('audit_claim_minutes') * minute)
