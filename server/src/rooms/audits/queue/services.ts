// What the queues need of the rest of the product.

import type { Reader } from '../../../kit/database.ts'
import type { Params } from '../../../params/index.ts'
import type { AuditEffects } from '../effects.ts'

/** The newest bans of broadcasting of a person: of the Live room, which knows this one, so `app/` hands it in. */
export type Forbids = (
  reader: Reader,
  userId: bigint,
  now: Date,
  count: number,
) => Promise<{ reason: string; at: Date; until: Date | null; ended: boolean; by: string }[]>

export type QueueServices = { params: Params; effects: Pick<AuditEffects, 'decided'>; forbids: Forbids }

const minute = 60_000

/** Until when what is claimed at `now` is held. */
export const heldUntil = ({ params }: { params: Params }, now: Date): Date =>
  new Date(now.getTime() + params.integer('audit_claim_minutes') * minute)

/** Until when what is decided at `at` can be taken back. */
export const undoUntil = ({ params }: { params: Params }, at: Date): Date =>
  new Date(at.getTime() + params.integer('audit_undo_seconds') * 1_000)
