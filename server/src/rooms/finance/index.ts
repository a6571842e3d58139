// The Finance room: recharge and withdrawal orders from the app, and their money.
import type { ApprovalKind } from '../../access/index.ts'
import type { AnyHandler, Command } from '../../bridge/index.ts'
import { type IsRunning, inParts, type Round, resting, untilWritten } from '../../jobs/index.ts'
import type { Served } from '../../kit/calls/serve.ts'
import type { Clock } from '../../kit/clock.ts'
import { type Database, inTransaction, type Transaction } from '../../kit/database/database.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import type { Params } from '../../params/index.ts'
import type { Watching } from '../chain/index.ts'
import { closeApproval } from './books/books.approval.ts'
import { booksRoutes } from './books/books.routes.ts'
import type { BooksChecks } from './books/books.service.ts'
import { chargebackApprovals } from './chargebacks/chargebacks.approval.ts'
import { chargebackRoutes } from './chargebacks/chargebacks.routes.ts'
import { refundApproval } from './orders/orders.approval.ts'
import { orderRoutes } from './orders/orders.routes.ts'
import { batchApproval } from './payouts/payouts.approve.ts'
import { batchRoutes, type PayoutServices } from './payouts/payouts.routes.ts'
import { financePersonRoutes, userStatRoutes } from './person/userStat.routes.ts'
import { foldUserSums } from './person/userStat.service.ts'
import { policyRoutes } from './policies/policies.routes.ts'
import { policyApproval } from './policies/policies.service.ts'
import { rechargeHandler } from './recharges/recharges.events.ts'
import { emptyNext } from './sanctions/sanctions.queries.ts'
import { sanctionsApprovals, sanctionsRoutes } from './sanctions/sanctions.routes.ts'
import { type PayeeSource, sanctionsJob, screenAccounts } from './sanctions/sanctions.screen.ts'
import { matchApproval } from './statements/statements.following.ts'
import { statementsJob, workOnStatements } from './statements/statements.matching.ts'
import { statementRoutes } from './statements/statements.routes.ts'
import { assessQueue } from './withdrawals/withdrawalRisk.assess.ts'
import { withdrawalApprovals } from './withdrawals/withdrawals.approval.ts'
import { withdrawalHandler } from './withdrawals/withdrawals.events.ts'
import { type Kept, suspend } from './withdrawals/withdrawals.queries.ts'
import { type WithdrawalServices, withdrawalRoutes } from './withdrawals/withdrawals.routes.ts'

export { renewPayeeAccounts } from './accounts/payeeAccounts.queries.ts'
export {
  type Account,
  type AccountKind,
  accountFault,
  lastFourOf,
  normalisedAccount,
  shownState,
} from './accounts/payeeAccounts.rules.ts'
export { accountIfOpens, openAccount, sealAccount } from './accounts/payeeAccounts.sealed.ts'
export { payeeAccounts } from './accounts/payeeAccounts.ts'
export { goodAccount, payeeChanges } from './accounts/payeeChanges.ts'
export { repay as repayDebts } from './chargebacks/chargebacks.posted.ts'
export { cellsOf, slices, wholeLines } from './csvReader.ts'
export {
  closeDebts,
  closeFirstPayments,
  closeOrders,
  closeWithdrawals,
  openDebts,
  openFirstPayments,
  openOrders,
  openWithdrawals,
} from './finance.opening.ts'
export { financeTodos } from './finance.todos.ts'
export { failuresEntered, itemsInBatches } from './payouts/payouts.batched.ts'
export { endByHand, instructionEnds } from './payouts/payouts.instruct.ts'
export type { Sources } from './payouts/payouts.judge.ts'
export { paidFrom } from './payouts/payouts.legs.ts'
export { renewPayouts } from './payouts/payouts.opened.ts'
export { proofsInUse as payoutProofsInUse } from './payouts/payouts.queries.ts'
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
} from './payouts/payouts.source.ts'
export { paymentFaults } from './policies/policies.apply.ts'
export { depositAddresses } from './recharges/recharges.addresses.ts'
export { stoppableGateways } from './recharges/recharges.gateways.ts'
export { userDeposits } from './recharges/recharges.usdt.ts'
export {
  type Bar,
  barredPayees,
  type Payee,
  type PayeeSource,
  screenPayees,
  userPayees,
} from './sanctions/sanctions.screen.ts'
export { matchStatement } from './statements/statements.matching.ts'
export { withdrawalSource } from './withdrawals/withdrawals.source.ts'
export { withdrawalDecisions } from './withdrawals/withdrawals.undo.ts'

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

export const financeApprovals = (shared: { params: Params }, services: FinanceServices): ApprovalKind[] => [
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
    ...untilWritten,
    run: (isRunning) => inParts(isRunning, turns, () => workOnStatements({ database, clock })),
  },
  {
    name: sanctionsJob,
    milliseconds: 5_000,
    ...untilWritten,
    run: async (isRunning) => {
      await inParts(isRunning, turns, () => screenAccounts({ database, seals, sources: payees }, clock.now()))
      await inParts(isRunning, turns, () => inTransaction(database, (tx) => emptyNext(tx, 5_000)))
    },
  },
  {
    name: 'finance-user-sums',
    milliseconds: 5_000,
    ...untilWritten,
    ...resting(clock, restOfSums, (isRunning: IsRunning) =>
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
