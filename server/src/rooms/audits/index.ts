// The Audit room: items, reports and appeals as the app submits them.
import type { Served } from '../../kit/serve.ts'
import { logRoutes } from './log/routes.ts'
import { personRoutes } from './person/routes.ts'
import { qualityRoutes } from './quality/routes.ts'
import { queueRoutes } from './queue/routes.ts'
import type { QueueServices } from './queue/services.ts'
import { type ReportServices, reportRoutes } from './report/routes.ts'
import { templateRoutes } from './template/template.ts'

export type { AuditEffects } from './effects.ts'
export { certifiedOf } from './items/certified.ts'
export { coveredOf } from './items/covers.ts'
export { failRemoved, lockItemsOf } from './log/removal.ts'
export { appealTodos, auditTodos } from './queue/backlog/service.ts'
export { serveAuditPictures } from './queue/pictures/routes.ts'
export { type OpenReports, type OpenReportsOn, openReportsOn } from './report/open/queries.ts'
export type { CaseReaders } from './report/readers.ts'
export { auditsHandlers, submitItems } from './submit/handlers.ts'

export const auditsRoutes = (services: QueueServices & ReportServices): Served[] => [
  ...personRoutes,
  ...queueRoutes(services),
  ...reportRoutes(services),
  ...templateRoutes,
  ...logRoutes(services),
  ...qualityRoutes,
]
