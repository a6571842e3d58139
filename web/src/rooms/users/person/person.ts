import type { Answer } from '@greenroom/contract/call'
import { userDetail } from '@greenroom/contract/users'
import { call } from '../../../api/call.ts'

export type Person = Answer<typeof userDetail>['user']

/** The query key of the user's data. */
export const personKey = (userId: number) => ['users.list', 'userDetail', userId] as const

export const readPerson = async (userId: number, signal: AbortSignal) => call(userDetail, { userId }, { signal })
