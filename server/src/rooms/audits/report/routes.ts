import { reportClaim, reportDecide, reportUndo } from '@greenroom/contract/auditReports'
import { type Served, serve } from '../../../kit/serve.ts'
import type { Params } from '../../../params/index.ts'
import type { AuditEffects } from '../effects.ts'
import { claimReports } from './claim/service.ts'
import { decideReports } from './decide/service.ts'
import { reportListRoutes } from './list/routes.ts'
import type { CaseReaders } from './readers.ts'
import { undoReports } from './undo/service.ts'

/** Dependencies of report handling. */
export type ReportServices = { params: Params; readers: CaseReaders } & Pick<AuditEffects, 'punish' | 'pardon'>

export const reportRoutes = (services: ReportServices): Served[] => [
  serve(reportClaim, claimReports(services)),
  serve(reportDecide, decideReports(services)),
  serve(reportUndo, undoReports(services)),
  ...reportListRoutes,
]
