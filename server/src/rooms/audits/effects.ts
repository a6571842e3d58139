// What the Audit room decides and other rooms carry out; `app/` composes it, since these rooms know this one.
import type { Command } from '../../bridge/index.ts'
import type { Context } from '../../kit/context.ts'
import type { Transaction } from '../../kit/database.ts'

/** An item that is now in another state: `not audited`, `passed` or `failed`. */
export type ItemChange = {
  itemId: string
  kind: string
  userId: bigint
  from: string
  to: string
  /** What the person is told; empty where nothing is. */
  reason: string
  /** Who decided it, or took the decision back. */
  by: string
}

/** What a report's decision does to the person; `hours` 0 means permanent. A warning's `reason` is what she is told. */
export type Punishment =
  | { action: 'warn'; userId: bigint; reason: string; liveId: string | null }
  | { action: 'ban ID' | 'ban device' | 'ban both'; userId: bigint; hours: number; reason: string }
  | { action: 'forbid'; userId: bigint; hours: number; reason: string; liveId: string | null }

/** A punishment that goes back with the decision that led to it, made at `at`. A warning has been delivered. */
export type TakenBack = { action: Exclude<Punishment['action'], 'warn'>; userId: bigint; at: Date; reason: string }

export type AuditEffects = {
  /** Follows the items: a certification, a post that is taken down or shown again. Commands of other rooms. */
  decided(tx: Transaction, now: Date, changes: readonly ItemChange[]): Promise<Command[]>
  /**
   * Carries out a punishment in the decision's transaction, with its log entries and commands.
   *
   * @throws Refusal 20000 when it adds nothing to what holds already, 21001 when there is no such person.
   */
  punish(tx: Transaction, context: Context, punishment: Punishment): Promise<void>
  /**
   * Lifts what `punish` began at that moment for the caller, in the transaction of the undo.
   *
   * @throws Refusal 20000 where it replaced an earlier punishment, which would be lost.
   */
  pardon(tx: Transaction, context: Context, taken: TakenBack): Promise<void>
}
