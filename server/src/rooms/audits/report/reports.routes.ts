import { reportClaim, reportDecide, reportUndo } from '@greenroom/contract/auditReports'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import type { AuditEffects } from '../audits.effects.ts'
import { claimReports } from './reportClaim.service.ts'
import { decideReports } from './reportDecide.service.ts'
import { reportListRoutes } from './reportList.routes.ts'
import type { CaseReaders } from './reports.readers.ts'
import { undoReports } from './reportUndo.service.ts'

/** Dependencies of report handling. */
export type ReportServices = { params: Params; readers: CaseReaders } & Pick<AuditEffects, 'punish' | 'pardon'>

export const reportRoutes = (services: ReportServices): Served[] => [
  serve(reportClaim, claimReports(services)),
  serve(reportDecide, decideReports(services)),
  serve(reportUndo, undoReports(services)),
  ...reportListRoutes,
]
