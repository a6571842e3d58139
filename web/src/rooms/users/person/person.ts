import type { Answer } from '@greenroom/contract/call'
import { userDetail } from '@greenroom/contract/users'
import { call } from '../../../api/call.ts'

export type Person = Answer<typeof userDetail>['user']

/** Where what was read of her is kept. */
export const personKey = (userId: number) => ['users.list', 'userDetail', userId] as const

export const readPerson = async (userId: number, signal: AbortSignal) => call(userDetail, { userId }, { signal })
