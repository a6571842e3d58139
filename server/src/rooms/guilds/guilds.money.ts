// The money of guilds: the calls of plans, deductions and payouts (docs/guilds.md).
import type { ApprovalKind } from '../../access/index.ts'
import type { Round } from '../../jobs/index.ts'
import type { Served } from '../../kit/calls/serve.ts'
import type { Clock } from '../../kit/clock.ts'
import { type Database, inTransaction } from '../../kit/database/database.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import type { Params } from '../../params/index.ts'
import { addApproval as addDeductions } from './deductions/deductions.add.ts'
import { reverseApproval as reverseDeductions } from './deductions/deductions.reverse.ts'
import { deductionRoutes } from './deductions/deductions.routes.ts'
import { payApproval } from './payouts/guildPay.service.ts'
import { accountApproval } from './payouts/guildPayoutAccount.service.ts'
import { guildAccounts } from './payouts/guildPayoutAccount.ts'
import { type PayoutServices, payoutRoutes } from './payouts/guildPayouts.routes.ts'
import { planApprovals } from './plans/plans.approval.ts'
import { planRoutes } from './plans/plans.routes.ts'

export const renewPayoutAccounts = guildAccounts.renewAccounts
export { proofsInUse } from './payouts/guildPay.orders.ts'
export { disputeProofsInUse } from './settlement/settlement.queries.ts'

export type MoneyServices = PayoutServices

export const moneyRoutes = (services: MoneyServices): Served[] => [
  ...planRoutes(services),
  ...deductionRoutes(services),
  ...payoutRoutes(services),
]

/** Effects of approvals. */
export const moneyApprovals = (services: { params: Params; seals: Seals }): ApprovalKind[] => [
  ...planApprovals,
  addDeductions,
  reverseDeductions,
  accountApproval(services.params),
  payApproval(services, 'request'),
  payApproval(services, 'week'),
]

const minute = 60_000

/** Payout accounts take effect after their waiting period. */
export const moneyRounds = ({ database, clock }: { database: Database; clock: Clock }): Round[] => [
  {
    name: 'guild-payout-accounts',
    milliseconds: minute,
    run: () => inTransaction(database, (tx) => guildAccounts.bringIntoForce(tx, clock.now(), null)),
  },
]
