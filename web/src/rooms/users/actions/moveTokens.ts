// Granting and deducting tokens, for selected rows or a pasted list.
import type { Payload } from '@greenroom/contract/call'
import { userDeduct, userGrant, userGrantReverse } from '@greenroom/contract/users'
import { call } from '../../../api/call.ts'
import { label } from '../../../ui/labels.ts'

export type Money = { tokens: number | string; kind: Payload<typeof userGrant>['kind']; reason: string }
export const calls = { grant: userGrant, deduct: userDeduct } as const

/** Sends one operation. */
export const move = (direction: keyof typeof calls, ids: number[], input: Money) =>
  call(calls[direction], { ids, tokens: Number(input.tokens), kind: input.kind, reason: input.reason })

/** Reverses the operation just made. */
export const takeBack = (answer: { operationId?: string | undefined }) =>
  call(userGrantReverse, { grantId: answer.operationId ?? '', reason: label('users:undoReason') })
