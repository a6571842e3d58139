import { userDetail } from '@greenroom/contract/users'
import type { Approvals } from '../../../access/index.ts'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import { info } from './userDetail.service.ts'

export const detailRoutes = (approvals: Approvals): Served[] => [
  serve(userDetail, (context, payload) => info(approvals, context, payload)),
]
