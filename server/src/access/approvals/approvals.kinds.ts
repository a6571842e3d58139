// Kinds of requests that need approval: each room defines its own, and `app/` registers them.

import type { ApprovalKey } from '@greenroom/contract/approvals'
import type { Answer } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import type { approvalInfo } from '@greenroom/contract/system'
import type { z } from 'zod'
import type { Context } from '../../kit/calls/context.ts'
import type { Parties } from '../../kit/calls/parties.ts'
import type { Why } from '../../kit/calls/refusal.ts'
import type { Transaction } from '../../kit/database/database.ts'
import type { ApprovalRow } from './approvals.queries.ts'

/** A pending request, as its kind sees it. */
export type Waiting<P> = Pick<ApprovalRow, 'id' | 'subject' | 'reason' | 'maker'> & {
  makerId: number
  payload: P
  /** The account that applies it alone during set-up; null if a second one approves it. */
  alone: number | null
}

/** A request as it is made: its subject and its parsed payload. */
export type Asking<P> = { subject: string; payload: P }

/** What a kind shows besides the request's own facts, as its maker saw it. */
export type Evidence = Pick<Answer<typeof approvalInfo>['detail'], 'withdrawals'>

export type ApprovalKind = {
  /** The operation that takes effect, such as `param.set`. */
  kind: ApprovalKey
  /** The menu that the maker needs read-write. */
  menu: MenuKey
  /** Who decides with write access to approvals: those who may also read the menu (default), or everyone. */
  decidedBy?: 'menu readers' | 'everyone'
  /** The guilds and agents that a request is about: staff who lead or are one of them neither make nor decide it. Asked once, as it is made. */
  concerns(tx: Transaction, asking: Asking<unknown>): Promise<Parties>
  /**
   * Takes the locks of requests that are approved together, before the first is applied: applied one by one, they would lock in the order
   * that the checker chose, and two checkers could block each other.
   */
  hold?: (tx: Transaction, ids: readonly string[]) => Promise<void>
  /** Why the request can no longer be applied to the current state, or null. */
  stillValid(tx: Transaction, row: ApprovalRow): Promise<Why | null>
  /**
   * Applies the request in the transaction of the decision, with the checker's context. A Refusal marks it failed, for it says that the state
   * no longer allows it; only 10026, which is about the checker, leaves it pending.
   */
  apply(tx: Transaction, context: Context, row: ApprovalRow): Promise<void>
  /** Runs after the commit of a decision that applied requests. */
  applied?: () => Promise<void>
  /** For readers of the kind's menu. */
  evidence?: (context: Context, payload: unknown) => Promise<Evidence>
}

const waitingOf = <P>(schema: z.ZodType<P>, row: ApprovalRow): Waiting<P> => ({
  id: row.id,
  subject: row.subject,
  reason: row.reason,
  maker: row.maker,
  makerId: row.maker_id,
  alone: row.in_setup ? row.maker_id : null,
  payload: schema.parse(row.payload),
})

/** Defines a kind whose payload matches the schema `payload`. */
export function defineApproval<P>(kind: {
  kind: ApprovalKey
  menu: MenuKey
  decidedBy?: ApprovalKind['decidedBy']
  payload: z.ZodType<P>
  concerns(tx: Transaction, asking: Asking<P>): Parties | Promise<Parties>
  hold?: ApprovalKind['hold']
  stillValid(tx: Transaction, row: Waiting<P>): Promise<Why | null>
  apply(tx: Transaction, context: Context, row: Waiting<P>): Promise<void>
  applied?: () => Promise<void>
  evidence?: (context: Context, payload: P) => Promise<Evidence>
}): ApprovalKind {
  const { evidence } = kind
  return {
    kind: kind.kind,
    menu: kind.menu,
    ...(kind.decidedBy && { decidedBy: kind.decidedBy }),
    concerns: async (tx, { subject, payload }) => kind.concerns(tx, { subject, payload: kind.payload.parse(payload) }),
    ...(kind.hold && { hold: kind.hold }),
    stillValid: (tx, row) => kind.stillValid(tx, waitingOf(kind.payload, row)),
    apply: (tx, context, row) => kind.apply(tx, context, waitingOf(kind.payload, row)),
    ...(kind.applied && { applied: kind.applied }),
    ...(evidence && { evidence: (context, payload) => evidence(context, kind.payload.parse(payload)) }),
  }
}
