// Operation-log sentences about bulk jobs.
import { type OperationKey, operations } from '../operations.ts'
import { amountOf, type Sentence } from './words.ts'

/** `Ban user: all 3,412 matching rows`. */
export function bulkStarted(operation: OperationKey, total: number): Sentence {
  const { en, cn } = operations[operation]
  return { en: `${en}: all ${amountOf(total)} matching rows`, cn: `${cn}：全部 ${amountOf(total)} 条匹配项` }
}

/** `Ban user: stopped after 12 of 3,412`. */
export function bulkStopped({ en, cn }: Sentence, details: { decided: number; total: number }): Sentence {
  const [decided, total] = [amountOf(details.decided), amountOf(details.total)]
  return { en: `${en}: stopped after ${decided} of ${total}`, cn: `${cn}：已停止，完成 ${decided} / ${total}` }
}
