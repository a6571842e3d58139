import { liveMonitor, monitorForbid, monitorStop, monitorWarn } from '@greenroom/contract/live'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { forbid, monitor, stop, warn } from './monitor.service.ts'

export const monitorRoutes = ({ params }: { params: Params }): Served[] => [
  serve(liveMonitor, monitor(params)),
  serve(monitorWarn, warn(params)),
  serve(monitorStop, stop(params)),
  serve(monitorForbid, forbid(params)),
]
