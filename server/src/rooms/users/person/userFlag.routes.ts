import { userFlag } from '@greenroom/contract/users'
import { serve } from '../../../kit/calls/serve.ts'
import { flagUsers } from './userFlag.service.ts'

export const flagRoutes = [serve(userFlag, flagUsers)]
