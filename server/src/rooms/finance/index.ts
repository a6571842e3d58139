// The Finance room: recharge and withdrawal orders from the app, and their money.
import type { ApprovalKind } from '../../access/index.ts'
import type { AnyHandler, Command } from '../../bridge/index.ts'
import { type IsRunning, inParts, type Round, resting } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import { type Database, inTransaction, type Transaction } from '../../kit/database.ts'
import type { Seals } from '../../kit/seal/index.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import type { Watching } from '../chain/index.ts'
import { closeApproval } from './books/approval.ts'
import { booksRoutes } from './books/routes.ts'
import type { BooksChecks } from './books/service.ts'
import { chargebackApprovals } from './chargebacks/approval.ts'
import { chargebackRoutes } from './chargebacks/routes.ts'
import { refundApproval } from './orders/approval.ts'
import { orderRoutes } from './orders/routes.ts'
import { batchApproval } from './payouts/approve.ts'
import { batchRoutes, type PayoutServices } from './payouts/routes.ts'
import { financePersonRoutes } from './person/routes.ts'
import { policyRoutes } from './policies/routes.ts'
import { policyApproval } from './policies/service.ts'
import { rechargeHandler } from './recharges/events.ts'
import { emptyNext } from './sanctions/queries.ts'
import { sanctionsApprovals, sanctionsRoutes } from './sanctions/routes.ts'
import { type PayeeSource, sanctionsJob, screenAccounts } from './sanctions/screen.ts'
import { matchApproval } from './statements/following.ts'
import { statementsJob, workOnStatements } from './statements/matching.ts'
import { statementRoutes } from './statements/routes.ts'
import { userStatRoutes } from './userStat/routes.ts'
import { foldUserSums } from './userStat/service.ts'
import { withdrawalApprovals } from './withdrawals/approval.ts'
import { withdrawalHandler } from './withdrawals/events.ts'
import { type Kept, suspend } from './withdrawals/queries.ts'
import { assessQueue } from './withdrawals/risk/assess.ts'
import { type WithdrawalServices, withdrawalRoutes } from './withdrawals/routes.ts'

export { payeeAccounts } from './accounts/payeeAccounts.ts'
export { goodAccount, payeeChanges } from './accounts/payeeChanges.ts'
export { renewPayeeAccounts } from './accounts/queries.ts'
export {
  type Account,
  type AccountKind,
  accountFault,
  lastFourOf,
  normalisedAccount,
  shownState,
} from './accounts/rules.ts'
export { accountIfOpens, openAccount, sealAccount } from './accounts/sealed.ts'
export { repay as repayDebts } from './chargebacks/posted.ts'
export { failuresEntered, itemsInBatches } from './payouts/batched.ts'
export { endByHand, instructionEnds } from './payouts/instruct.ts'
export type { Sources } from './payouts/judge.ts'
export { paidFrom } from './payouts/legs.ts'
export { proofsInUse as payoutProofsInUse } from './payouts/queries.ts'
export { renewPayouts } from './payouts/renew.ts'
export type {
  Candidate,
  PaidDirectly,
  PaidOnChain,
  Passed,
  Payable,
  PayeeAccount,
  PayoutKind,
  PayoutProof,
  PayoutSource,
  Routed,
} from './payouts/source.ts'
export { paymentFaults } from './policies/apply.ts'
export { depositAddresses } from './recharges/addresses.ts'
export { stoppableGateways } from './recharges/gateways.ts'
export { userDeposits } from './recharges/usdt.ts'
export { type Bar, barredPayees, type Payee, type PayeeSource, screenPayees } from './sanctions/screen.ts'
export { userPayees } from './sanctions/users.ts'
export { matchStatement } from './statements/matching.ts'
export { financeTodos } from './todos.ts'
export { withdrawalSource } from './withdrawals/source.ts'
export { withdrawalDecisions } from './withdrawals/undo.ts'

export const financeHandlers = (shared: { params: Params; seals: Seals }): AnyHandler[] => [
  rechargeHandler,
  withdrawalHandler(shared),
]

/** Dependencies of Finance's calls; `sources` are the rooms that owe money, including this one. */
export type FinanceServices = Watching & WithdrawalServices & PayoutServices & { checks: BooksChecks }

export const financeRoutes = (shared: FinanceServices): Served[] => [
  ...financePersonRoutes,
  ...userStatRoutes,
  ...orderRoutes(shared),
  ...chargebackRoutes(shared),
  ...booksRoutes(shared),
  ...statementRoutes(shared),
  ...withdrawalRoutes(shared),
  ...batchRoutes(shared),
  ...policyRoutes(shared),
  ...sanctionsRoutes(shared),
]

/** `services` is resolved lazily: it contains the approvals in which these kinds are registered. */
export const financeApprovals = (shared: { params: Params }, services: () => FinanceServices): ApprovalKind[] => [
  refundApproval,
  ...chargebackApprovals,
  closeApproval,
  matchApproval,
  ...withdrawalApprovals(services),
  batchApproval(services),
  policyApproval(shared.params),
  ...sanctionsApprovals(services),
]

/** A round ends after this many batches; the next continues. */
const turns = 100
/** A user's sums are corrected once for everything that arrived in a pause; on a busy platform the screen is at most a minute behind. */
const restOfSums = { times: 9, leastMs: 5_000, mostMs: 45_000 }

export const financeRounds = ({
  database,
  clock,
  seals,
  payees,
  params,
}: {
  database: Database
  clock: Clock
  seals: Seals
  payees: readonly PayeeSource[]
  params: Params
}): Round[] => [
  {
    name: statementsJob,
    milliseconds: 1_000,
    idleMilliseconds: 5_000,
    run: (isRunning) => inParts(isRunning, turns, () => workOnStatements({ database, clock })),
  },
  {
    name: sanctionsJob,
    milliseconds: 5_000,
    idleMilliseconds: 10_000,
    run: async (isRunning) => {
      await inParts(isRunning, turns, () => screenAccounts({ database, seals, sources: payees }, clock.now()))
      await inParts(isRunning, turns, () => inTransaction(database, (tx) => emptyNext(tx, 5_000)))
    },
  },
  {
    name: 'finance-user-sums',
    milliseconds: 5_000,
    idleMilliseconds: 10_000,
    run: resting(clock, restOfSums, (isRunning: IsRunning) =>
      inParts(isRunning, turns, () => foldUserSums(database, params.text('platform_time_zone'))),
    ),
  },
  {
    name: 'withdrawal-risk',
    milliseconds: 30_000,
    run: async () => {
      await inTransaction(database, (tx) => assessQueue(tx, params, clock.now()))
    },
  },
]

const changed = ({ id, userId, state, held }: Kept): Command => ({
  type: 'withdrawal.changed',
  subject: `user:${userId}`,
  data: { withdrawalId: id, userId: Number(userId), state, reason: held },
})

/** Suspends these users' unpaid withdrawals. */
export const holdForBan = async (
  tx: Transaction,
  _now: Date,
  userIds: readonly bigint[],
  reason: string,
): Promise<Command[]> => (await suspend(tx, userIds, reason)).map(changed)

/** Returns suspended withdrawals to review. */
export const releaseAfterBan = async (tx: Transaction, _now: Date, userIds: readonly bigint[]): Promise<Command[]> =>
  (await suspend(tx, userIds, '')).map(changed)
