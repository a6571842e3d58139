import { userLogOut } from '@greenroom/contract/users'
import { serve } from '../../../kit/calls/serve.ts'
import { logOutUsers } from './logOut.service.ts'

export const logOutRoutes = [serve(userLogOut, logOutUsers)]
