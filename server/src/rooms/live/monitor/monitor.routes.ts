import { liveMonitor, monitorForbid, monitorStop, monitorWarn } from '@greenroom/contract/live'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import type { Database } from '../../../kit/database/database.ts'
import type { Params } from '../../../params/index.ts'
import { defineTopic, type Topic } from '../../../push/index.ts'
import { allRunning } from './monitor.queries.ts'
import { keyOf, newsOf, type Running } from './monitor.rules.ts'
import { forbid, monitor, stop, warn } from './monitor.service.ts'

export const monitorRoutes = ({ params }: { params: Params }): Served[] => [
  serve(liveMonitor, monitor(params)),
  serve(monitorWarn, warn(params)),
  serve(monitorStop, stop(params)),
  serve(monitorForbid, forbid(params)),
]

/** Platform data; the menu decides who may listen. */
export const monitorTopic = (database: Database): Topic =>
  defineTopic(
    'monitor',
    async (): Promise<Running> =>
      new Map((await allRunning(database, { kind: 'platform' })).map((row) => [keyOf(row), row])),
    newsOf,
  )
