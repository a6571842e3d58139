// The Finance room: recharge and withdrawal orders as the app tells them, and the money they move.
import type { ApprovalKind, Approvals } from '../../access/index.ts'
import type { AnyHandler, Command } from '../../bridge/index.ts'
import type { Transaction } from '../../kit/database.ts'
import type { Seals } from '../../kit/seal/index.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import { closeApproval } from './books/approval.ts'
import { booksRoutes } from './books/routes.ts'
import type { BooksChecks } from './books/service.ts'
import { chargebackApprovals } from './chargebacks/approval.ts'
import { chargebackRoutes } from './chargebacks/routes.ts'
import { refundApproval } from './orders/approval.ts'
import { orderRoutes } from './orders/routes.ts'
import { financePersonRoutes } from './person/routes.ts'
import { rechargeHandler } from './recharges/events.ts'
import { withdrawalHandler } from './withdrawals/events.ts'
import { type Kept, keepBack } from './withdrawals/queries.ts'

export { renewPayeeAccounts } from './accounts/queries.ts'
export { type Account, type AccountKind, accountFault, lastFourOf, tidied } from './accounts/rules.ts'
export { openAccount, sealAccount } from './accounts/sealed.ts'

export const financeHandlers = (shared: { params: Params; seals: Seals }): AnyHandler[] => [
  rechargeHandler,
  withdrawalHandler(shared),
]

export const financeRoutes = (shared: { params: Params; approvals: Approvals; checks: BooksChecks }): Served[] => [
  ...financePersonRoutes,
  ...orderRoutes(shared),
  ...chargebackRoutes(shared),
  ...booksRoutes(shared),
]

export const financeApprovals: ApprovalKind[] = [refundApproval, ...chargebackApprovals, closeApproval]

const changed = ({ id, userId, state, held }: Kept): Command => ({
  type: 'withdrawal.changed',
  subject: `user:${userId}`,
  data: { withdrawalId: id, userId: Number(userId), state, reason: held },
})

/** Keeps back what these people asked to withdraw and was not paid yet. */
export const holdForBan = async (
  tx: Transaction,
  _now: Date,
  userIds: readonly bigint[],
  reason: string,
): Promise<Command[]> => (await keepBack(tx, userIds, reason)).map(changed)

/** Lets what a ban kept back go on to its review. */
export const releaseAfterBan = async (tx: Transaction, _now: Date, userIds: readonly bigint[]): Promise<Command[]> =>
  (await keepBack(tx, userIds, '')).map(changed)
