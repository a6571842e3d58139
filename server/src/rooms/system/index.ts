import {
  type ApprovalKind,
  type Approvals,
  providerOf,
  type SmsProvider,
  type Stoppable,
  stopApproval,
} from '../../access/index.ts'
import type { Replay } from '../../bridge/index.ts'
import type { Config } from '../../config.ts'
import type { Served } from '../../kit/calls/serve.ts'
import type { Space } from '../../kit/database/space.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import type { Notifier } from '../../notify/index.ts'
import type { Params } from '../../params/index.ts'
import { approvalRoutes } from './approval/approvalList.routes.ts'
import { versions } from './appVersion.ts'
import { bridgeApprovals } from './bridge/bridgeScreen.change.ts'
import { bridgeRoutes } from './bridge/bridgeScreen.routes.ts'
import { countries } from './countryRecord.ts'
import { giftTemplateRoutes } from './giftTemplate.ts'
import { healthScreenRoutes } from './health/healthScreen.routes.ts'
import type { Seen } from './health/healthScreen.service.ts'
import { installationRoutes } from './installation/installation.routes.ts'
import type { Installed } from './installation/setupSteps.service.ts'
import { logRoutes } from './log/operationLog.routes.ts'
import { pageErrorRoutes } from './pageErrors/pageErrors.routes.ts'
import { paramApproval } from './param/param.change.ts'
import { editableApproval } from './param/param.editable.ts'
import { paramRoutes } from './param/param.routes.ts'
import { providerApprovals } from './provider/providerScreen.change.ts'
import { providerScreenRoutes } from './provider/providerScreen.routes.ts'
import { menuRoutes } from './role/menu.routes.ts'
import { roleApproval } from './role/role.requests.ts'
import { roleRoutes } from './role/role.routes.ts'
import { staffApprovals } from './staff/staff.requests.ts'
import { staffRoutes } from './staff/staff.routes.ts'
import { whitelistApproval } from './whitelist.approval.ts'
import { whitelistEntries } from './whitelist.ts'

export { stoppableClients } from './bridge/bridgeScreen.stoppable.ts'
export type { Seen } from './health/healthScreen.service.ts'
export type { Installed } from './installation/setupSteps.service.ts'
export { withholdRights } from './staff/staff.confirm.ts'
export { admissible, admit, resetAccount } from './staff/staff.server.ts'
export { sendGifts } from './system.commands.ts'
export { countriesState, giftsState, parametersState, versionsState } from './system.state.ts'
export { bridgeTodos } from './system.todos.ts'

/** Effects of approvals. */
export const systemApprovals = ({
  params,
  config,
  seals,
  stoppable,
}: {
  params: Params
  config: Config
  seals: Seals
  stoppable: Stoppable
}): ApprovalKind[] => [
  paramApproval(params),
  ...bridgeApprovals(seals),
  ...providerApprovals(seals, async (tx) => (await providerOf(tx, config, seals))?.issuer ?? null),
  editableApproval,
  ...staffApprovals,
  roleApproval,
  whitelistApproval,
  stopApproval(stoppable),
]

/** `fileUrl` is the base of uploaded pictures, as logging in answers it. */
export const systemRoutes = ({
  params,
  config,
  approvals,
  seals,
  fileUrl,
  space,
  replay,
  stoppable,
  sms,
  installed,
  notifier,
  seen,
}: {
  params: Params
  config: Config
  approvals: Approvals
  seals: Seals
  fileUrl: string
  space: Space
  replay: Replay
  stoppable: Stoppable
  sms: SmsProvider
  installed: Installed
  notifier: Notifier
  seen: Seen
}): Served[] => [
  ...staffRoutes({ approvals, notifier }),
  ...roleRoutes(approvals, params),
  ...menuRoutes,
  ...paramRoutes({ params, approvals }),
  ...approvalRoutes({ approvals, params }, stoppable),
  ...logRoutes(seals),
  ...giftTemplateRoutes(fileUrl),
  ...whitelistEntries(approvals).routes,
  ...versions.routes,
  ...countries.routes,
  ...bridgeRoutes({ approvals, seals, space, replay }),
  ...providerScreenRoutes({ approvals, config, seals }),
  ...pageErrorRoutes,
  ...installationRoutes({ params, provider: sms, installed, space, notifier }),
  ...healthScreenRoutes({ seen, installed }),
]
