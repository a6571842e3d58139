import {
  auditBacklog,
  auditClaim,
  auditDecide,
  auditPerson,
  auditRelease,
  auditSettings,
  auditSettingsSave,
  auditUndo,
} from '@greenroom/contract/audits'
import { type Served, serve } from '../../../kit/serve.ts'
import { backlog } from './backlog/service.ts'
import { claim } from './claim/service.ts'
import { decide } from './decide/service.ts'
import { reviewedPerson } from './person/service.ts'
import { release } from './release/service.ts'
import type { QueueServices } from './services.ts'
import { saveSettings, settings } from './settings/service.ts'
import { undo } from './undo/service.ts'

/** The workbench. */
export const queueRoutes = (services: QueueServices): Served[] => [
  serve(auditBacklog, backlog),
  serve(auditClaim, claim(services)),
  serve(auditRelease, release),
  serve(auditDecide, decide(services)),
  serve(auditUndo, undo(services)),
  serve(auditPerson, reviewedPerson(services)),
  serve(auditSettings, settings),
  serve(auditSettingsSave, saveSettings),
]
