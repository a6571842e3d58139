// Granting and deducting tokens, for selected rows or a pasted list.
import type { Payload } from '@greenroom/contract/call'
import { userDeduct, userGrant, userGrantReverse } from '@greenroom/contract/users'
import { call, isRefused } from '../../../api/call.ts'
import { label } from '../../../ui/labels.ts'
import { operationAnswered, operationIdFor } from './operation.ts'

export type Money = { tokens: number | string; kind: Payload<typeof userGrant>['kind']; reason: string }
export const calls = { grant: userGrant, deduct: userDeduct } as const

/** Sends one operation; a retry after a lost answer has the same id. */
export async function move(direction: keyof typeof calls, ids: number[], input: Money) {
  const content = { ids, tokens: Number(input.tokens), kind: input.kind, reason: input.reason }
  const operationId = operationIdFor({ direction, ...content })
  try {
    const answer = await call(calls[direction], { ...content, operationId })
    operationAnswered()
    return answer
  } catch (error) {
    if (isRefused(error)) operationAnswered()
    throw error
  }
}

/** Reverses the operation just made. */
export const takeBack = (answer: { operationId?: string | undefined }) =>
  call(userGrantReverse, { grantId: answer.operationId ?? '', reason: label('users:undoReason') })
