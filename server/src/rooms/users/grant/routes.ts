import { userDeduct, userGrant, userGrantReverse } from '@greenroom/contract/users'
import type { Approvals } from '../../../access/index.ts'
import { type Served, serve } from '../../../kit/serve.ts'
import type { Params } from '../../../params/index.ts'
import { takeBack } from './reverse.ts'
import { moveTokens } from './service.ts'

export const grantRoutes = (services: { params: Params; approvals: Approvals }): Served[] => [
  serve(userGrant, moveTokens('grant', services)),
  serve(userDeduct, moveTokens('deduct', services)),
  serve(userGrantReverse, takeBack),
]
