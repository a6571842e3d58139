// Operation-log sentences about bulk jobs.
import { type OperationKey, operations } from '../operations.ts'
import { sayer } from './say.ts'
import type { Sentence } from './words.ts'

/** `Ban user: all 3,412 matching rows`. */
export const bulkStarted = (operation: OperationKey, total: number): Sentence =>
  sayer('log')('bulkStarted', { operation: operations[operation], total })

/** `Ban user: stopped after 12 of 3,412`. */
export const bulkStopped = (operation: Sentence, { decided, total }: { decided: number; total: number }): Sentence =>
  sayer('system')('bulkStopped', { operation, decided, total })
