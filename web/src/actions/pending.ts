// What running an action passes to its dialogs.
import type { ComponentType } from 'react'
import type { Everything } from '../list/selection.ts'
import type { AnyAction, Outcome } from './action.ts'

/** An action that waits for its input or a confirmation. */
export type PendingAction = {
  action: AnyAction
  rows: readonly unknown[]
  unable: { reason: string; rows: unknown[] }[]
  /** Instead of rows: all matching rows. */
  everything?: Everything
}
/** The result of a batch, row by row. */
export type Report = {
  action: AnyAction
  rows: readonly unknown[]
  input: unknown
  outcomes: readonly Outcome[]
  answer: unknown
  /** The successful ones wait for a second member of staff. */
  waits: boolean
  /** Undoes the successful ones. */
  undo?: () => Promise<void>
}
/** An answer that is shown once. */
export type Answered = {
  action: AnyAction
  rows: readonly unknown[]
  answer: unknown
  /** Shows the answer; it was fetched before the action ran. */
  Content: ComponentType<{ answer: unknown; rows: readonly any[]; close: () => void }>
}
