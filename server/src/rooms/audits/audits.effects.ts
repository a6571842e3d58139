// Effects of audit decisions in other rooms; `app/` provides them, since those rooms depend on this one.
import type { Command } from '../../bridge/index.ts'
import type { Context } from '../../kit/calls/context.ts'
import type { Transaction } from '../../kit/database/database.ts'

/** An item whose state changed to `not audited`, `passed` or `failed`. */
export type ItemChange = {
  itemId: string
  kind: string
  userId: bigint
  from: string
  to: string
  /** The text for the user; empty if there is none. */
  reason: string
  /** Who made or undid the decision. */
  by: string
}

/** The punishment of a report's decision; `hours` 0 means permanent. A warning's `reason` is sent to the user. */
export type Punishment =
  | { action: 'warn'; userId: bigint; reason: string; liveId: string | null }
  | { action: 'ban ID' | 'ban device' | 'ban both'; userId: bigint; hours: number; reason: string }
  | { action: 'forbid'; userId: bigint; hours: number; reason: string; liveId: string | null }

/** A punishment that is undone with its decision; it was made at `at`. A warning can't be undone. */
export type Pardon = { action: Exclude<Punishment['action'], 'warn'>; userId: bigint; at: Date; reason: string }

export type AuditEffects = {
  /** Applies item states elsewhere: certifies the user, hides or shows a post. Returns the commands. */
  decided(tx: Transaction, now: Date, changes: readonly ItemChange[]): Promise<Command[]>
  /**
   * Carries out a punishment in the decision's transaction, with its log entries and commands.
   *
   * @throws Refusal 20000 if it adds nothing to the punishment in force, 21001 if there is no such user.
   */
  punish(tx: Transaction, context: Context, punishment: Punishment): Promise<void>
  /**
   * Lifts the punishment that `punish` began at that time for the caller, in the transaction of the undo.
   *
   * @throws Refusal 20000 if it replaced an earlier punishment, which would be lost.
   */
  pardon(tx: Transaction, context: Context, pardoned: Pardon): Promise<void>
}
