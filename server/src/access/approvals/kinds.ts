// What can wait for a second member of staff: each room defines its kinds, `app/` hands them in.

import type { MenuKey } from '@greenroom/contract/screens'
import type { z } from 'zod'
import type { Context } from '../../kit/context.ts'
import type { Transaction } from '../../kit/database.ts'
import { type Why } from '../../kit/refusal.ts'
import type { ApprovalRow } from './queries.ts'

/** What waits, as its kind sees it. */
export type Waiting<P> = Pick<ApprovalRow, 'id' | 'subject' | 'reason' | 'maker'> & { makerId: number; payload: P }

export type ApprovalKind = {
  /** `param.set` and the like: the operation that takes effect. */
  kind: string
  /** The checker needs it read-write, beside the approvals themselves. */
  menu: MenuKey
  /** Against the state of the day: why it can no longer be applied, or null. */
  stillValid(tx: Transaction, row: ApprovalRow): Promise<Why | null>
  /** Makes it so, in the transaction of the decision; the context is the checker's. A Refusal fails it. */
  apply(tx: Transaction, context: Context, row: ApprovalRow): Promise<void>
  /** After the commit of a decision that applied some. */
  applied?: () => Promise<void>
}

const waitingOf = <P>(schema: z.ZodType<P>, row: ApprovalRow): Waiting<P> => ({
  id: row.id,
  subject: row.subject,
  reason: row.reason,
  maker: row.maker,
  makerId: row.maker_id,
  payload: schema.parse(row.payload),
})

/** A kind whose payload is what `payload` says. */
export function defineApproval<P>(kind: {
  kind: string
  menu: MenuKey
  payload: z.ZodType<P>
  stillValid(tx: Transaction, row: Waiting<P>): Promise<Why | null>
  apply(tx: Transaction, context: Context, row: Waiting<P>): Promise<void>
  applied?: () => Promise<void>
}): ApprovalKind {
  return {
    kind: kind.kind,
    menu: kind.menu,
    stillValid: (tx, row) => kind.stillValid(tx, waitingOf(kind.payload, row)),
    apply: (tx, context, row) => kind.apply(tx, context, waitingOf(kind.payload, row)),
    ...(kind.applied && { applied: kind.applied }),
  }
}
