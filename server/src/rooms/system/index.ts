import { type ApprovalKind, type Approvals, type Stoppable, stopApproval } from '../../access/index.ts'
import type { Replay } from '../../bridge/index.ts'
import type { Seals } from '../../kit/seal/index.ts'
import type { Served } from '../../kit/serve.ts'
import type { Space } from '../../kit/space.ts'
import type { Params } from '../../params/index.ts'
import { approvalRoutes } from './approval/routes.ts'
import { bridgeApprovals } from './bridge/change.ts'
import { bridgeRoutes } from './bridge/routes.ts'
import { countries } from './country.ts'
import { giftTemplateRoutes } from './giftTemplate.ts'
import { logRoutes } from './log/routes.ts'
import { menuRoutes } from './menu/routes.ts'
import { pageErrorRoutes } from './pageErrors/routes.ts'
import { paramApproval } from './param/change.ts'
import { editableApproval } from './param/editable.ts'
import { paramRoutes } from './param/routes.ts'
import { roleApproval } from './role/requests.ts'
import { roleRoutes } from './role/routes.ts'
import { staffApprovals } from './staff/requests.ts'
import { staffRoutes } from './staff/routes.ts'
import { versions } from './version.ts'
import { whitelistApproval } from './whitelist/approval.ts'
import { whitelistEntries } from './whitelist/whitelist.ts'

export { bridgeTodos } from './bridge/held/todo.ts'
export { stoppableClients } from './bridge/stoppable.ts'
export { sendGifts } from './commands.ts'
export { admissible, admit, resetAccount } from './staff/server.ts'
export { countriesState, giftsState, parametersState, versionsState } from './state.ts'

/** Effects of approvals. */
export const systemApprovals = ({
  params,
  seals,
  stoppable,
}: {
  params: Params
  seals: Seals
  stoppable: Stoppable
}): ApprovalKind[] => [
  paramApproval(params),
  ...bridgeApprovals(seals),
  editableApproval,
  ...staffApprovals,
  roleApproval,
  whitelistApproval,
  stopApproval(stoppable),
]

/** `fileUrl` is the base of uploaded pictures, as logging in answers it. */
export const systemRoutes = ({
  params,
  approvals,
  seals,
  fileUrl,
  space,
  replay,
  stoppable,
}: {
  params: Params
  approvals: Approvals
  seals: Seals
  fileUrl: string
  space: Space
  replay: Replay
  stoppable: Stoppable
}): Served[] => [
  ...staffRoutes(approvals),
  ...roleRoutes(approvals),
  ...menuRoutes,
  ...paramRoutes({ params, approvals }),
  ...approvalRoutes({ approvals, params }, stoppable),
  ...logRoutes,
  ...giftTemplateRoutes(fileUrl),
  ...whitelistEntries(approvals).routes,
  ...versions.routes,
  ...countries.routes,
  ...bridgeRoutes({ approvals, seals, space, replay }),
  ...pageErrorRoutes,
]
