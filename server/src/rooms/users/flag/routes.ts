import { userFlag } from '@greenroom/contract/users'
import { serve } from '../../../kit/serve.ts'
import { flagUsers } from './service.ts'

export const flagRoutes = [serve(userFlag, flagUsers)]
