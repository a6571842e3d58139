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
import { type Served, serve } from '../../../kit/calls/serve.ts'
import { reviewedPerson } from '../person/auditedUser.service.ts'
import { backlog } from './auditBacklog.service.ts'
import { claim } from './auditClaim.service.ts'
import { decide } from './auditDecide.service.ts'
import type { QueueServices } from './auditQueue.services.ts'
import { release } from './auditRelease.service.ts'
import { saveSettings, settings } from './auditSettings.service.ts'
import { undo } from './auditUndo.service.ts'

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
