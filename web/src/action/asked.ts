// What running an action passes to its dialogs.
import type { ComponentType } from 'react'
import type { Everything } from '../list/selection.ts'
import type { AnyAction, Outcome } from './action.ts'

/** An action that waits for its input or a confirmation. */
export type Asked = {
  action: AnyAction
  rows: readonly any[]
  unable: { reason: string; rows: any[] }[]
  /** Instead of rows: all that match. */
  everything?: Everything
}
/** What a batch did, row by row. */
export type Report = {
  action: AnyAction
  rows: readonly any[]
  input: unknown
  outcomes: readonly Outcome[]
  /** Undoes the successful ones. */
  undo?: () => Promise<void>
}
/** What an action answered, where that is shown. */
export type Answered = {
  action: AnyAction
  rows: readonly any[]
  answer: unknown
  /** Shows the answer; it was fetched before the action ran. */
  Content: ComponentType<{ answer: unknown; rows: readonly any[]; close: () => void }>
}
