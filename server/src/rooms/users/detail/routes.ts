import { userDetail } from '@greenroom/contract/users'
import { serve } from '../../../kit/serve.ts'
import { info } from './service.ts'

export const detailRoutes = [serve(userDetail, info)]
