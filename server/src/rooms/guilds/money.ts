// The money of guilds: what plans, deductions and payouts serve (docs/guilds.md).
import type { ApprovalKind, Approvals } from '../../access/index.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import { deductionRoutes } from './deductions/routes.ts'
import { planApprovals } from './plans/approval.ts'
import { planRoutes } from './plans/routes.ts'

export type MoneyServices = { params: Params; approvals: Approvals }

export const moneyRoutes = ({ approvals }: MoneyServices): Served[] => [...planRoutes(approvals), ...deductionRoutes]

/** What takes effect when a second member of staff approves it. */
export const moneyApprovals: ApprovalKind[] = [...planApprovals]
