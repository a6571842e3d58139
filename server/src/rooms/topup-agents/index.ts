// The top-up agents' room: applications, agents, purchases and sales; Finance's screens about them, and their own portal.
import type { ApprovalKind } from '../../access/index.ts'
import type { AnyHandler } from '../../bridge/index.ts'
import type { Round } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Params } from '../../params/index.ts'
import { accountApproval } from './agents/agentPayouts.service.ts'
import { appliedHandler } from './agents/agents.apply.ts'
import { cancelApproval } from './agents/agents.cancel.ts'
import { limitsApproval } from './agents/agents.limits.ts'
import { creditApproval } from './trades/trades.bank.ts'
import { markRoundTrips } from './trades/trades.patterns.ts'
import { requestedHandler } from './trades/trades.requested.ts'
import { reverseApproval } from './trades/trades.reverse.ts'
import { tellShortStocks } from './trades/trades.stock.ts'

export type { Addresses } from './agentPortal.buy.ts'
export { agentAccounts, agentPayees } from './agents/agentPayouts.accounts.ts'
export { agentSource } from './agents/agentPayouts.source.ts'
export { appliedHandler as agentApplied } from './agents/agents.apply.ts'
export { serveReceipts } from './queue/receipt.serve.ts'
export { agentsInUse, closeAgents, openAgents, openedAgents } from './topupAgents.opening.ts'
export { type AgentsServices, agentsRoutes } from './topupAgents.routes.ts'
export { agentsTodos } from './topupAgents.todos.ts'
export { agentPayer } from './trades/trades.payer.ts'
export { purchaseProofsInUse } from './trades/trades.queries.ts'
export { proveSession } from './trades/trades.stepUp.ts'

export const topupAgentsHandlers = (shared: { params: Params }): AnyHandler[] => [
  appliedHandler,
  requestedHandler(shared),
]

/** Effects of approvals. */
export const agentsApprovals = (params: Params): ApprovalKind[] => [
  cancelApproval,
  limitsApproval,
  creditApproval(params),
  reverseApproval,
  accountApproval(params),
]

const minute = 60_000

export const agentsRounds = ({
  database,
  clock,
  params,
}: {
  database: Database
  clock: Clock
  params: Params
}): Round[] => [
  {
    name: 'agent-patterns',
    milliseconds: 5 * minute,
    run: async () => {
      await markRoundTrips(database, clock.now(), params.text('platform_time_zone'))
    },
  },
  {
    name: 'agent-stock',
    milliseconds: 10 * minute,
    run: () => tellShortStocks(database, clock.now(), params.text('platform_time_zone')),
  },
]
