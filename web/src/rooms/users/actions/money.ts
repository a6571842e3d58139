// Granting and deducting tokens, however the people were chosen.
import type { Payload } from '@greenroom/contract/call'
import { userDeduct, userGrant, userGrantReverse } from '@greenroom/contract/users'
import { call, isRefused } from '../../../api/call.ts'
import { label } from '../../../ui/labels.ts'
import { operationAnswered, operationIdFor } from './operation.ts'

export type Money = { tokens: number | string; kind: Payload<typeof userGrant>['kind']; reason: string }
export const calls = { grant: userGrant, deduct: userDeduct } as const

/** Sends one operation; asked again after a lost answer it is the same one. */
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

/** Takes an operation back that was just made. */
export const takeBack = (answer: { operationId?: string | undefined }) =>
  call(userGrantReverse, { operationId: answer.operationId ?? '', reason: label('users:undoReason') })
