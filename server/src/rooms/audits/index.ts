// The Audit room: items, reports and appeals as the app submits them.
import type { Served } from '../../kit/calls/serve.ts'
import { heapRoutes } from './alike/heap.routes.ts'
import { templateRoutes } from './auditTemplate.ts'
import { logRoutes } from './log/auditLog.routes.ts'
import { qualityRoutes } from './log/auditQuality.routes.ts'
import { personRoutes } from './person/auditsOfUser.routes.ts'
import { queueRoutes } from './queue/auditQueue.routes.ts'
import type { QueueServices } from './queue/auditQueue.services.ts'
import { type ReportServices, reportRoutes } from './report/reports.routes.ts'

export { type LookServices, lookRounds as auditsRounds } from './alike/look.service.ts'
export type { AuditEffects } from './audits.effects.ts'
export { appealTodos, auditTodos } from './audits.todos.ts'
export { closeTemplates, openTemplates, templatesInUse } from './auditTemplate.opening.ts'
export { failRemoved, lockItemsOf } from './log/auditLog.removal.ts'
export { certifiedOf, coveredOf } from './passedItems.ts'
export { openPictureFetcher, type PictureFetcher } from './queue/auditPictures.fetch.ts'
export { serveAuditPictures } from './queue/auditPictures.routes.ts'
export { type OpenReports, type OpenReportsOn, openReportsOn } from './report/reportOpen.queries.ts'
export type { CaseReaders } from './report/reports.readers.ts'
export { auditsHandlers, submitItems } from './submit.handlers.ts'

export const auditsRoutes = (services: QueueServices & ReportServices): Served[] => [
  ...personRoutes,
  ...queueRoutes(services),
  ...heapRoutes(services),
  ...reportRoutes(services),
  ...templateRoutes,
  ...logRoutes(services),
  ...qualityRoutes,
]
