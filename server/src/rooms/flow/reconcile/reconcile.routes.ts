import { flowReconcile } from '@greenroom/contract/flow'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import { reconcile } from './reconcile.service.ts'

export const reconcileRoutes: Served[] = [serve(flowReconcile, (context) => reconcile(context))]
