// The Finance room: recharge and withdrawal orders as the app tells them, and the money they move.
import type { ApprovalKind, Approvals } from '../../access/index.ts'
import type { AnyHandler, Command } from '../../bridge/index.ts'
import type { Round } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database.ts'
import type { Seals } from '../../kit/seal/index.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import { closeApproval } from './books/approval.ts'
import { booksRoutes } from './books/routes.ts'
import type { BooksChecks } from './books/service.ts'
import { chainApprovals, chainRounds, chainRoutes, type Watching } from './chain/index.ts'
import { chargebackApprovals } from './chargebacks/approval.ts'
import { chargebackRoutes } from './chargebacks/routes.ts'
import { refundApproval } from './orders/approval.ts'
import { orderRoutes } from './orders/routes.ts'
import { financePersonRoutes } from './person/routes.ts'
import { rechargeHandler } from './recharges/events.ts'
import { matchApproval } from './statements/following.ts'
import { workOnStatements } from './statements/matching.ts'
import { statementRoutes } from './statements/routes.ts'
import { withdrawalHandler } from './withdrawals/events.ts'
import { type Kept, keepBack } from './withdrawals/queries.ts'

export { renewPayeeAccounts } from './accounts/queries.ts'
export { type Account, type AccountKind, accountFault, lastFourOf, tidied } from './accounts/rules.ts'
export { openAccount, sealAccount } from './accounts/sealed.ts'

export {
  addressFor,
  type Chain,
  type ChainSettings,
  type Chains,
  chainsInUse,
  chainsOf,
  type DepositPayer,
  endInstructionsByHand,
  type FinalDeposit,
  type InstructionEnds,
  type InstructionLine,
  instruct,
  knownAddress,
  openKey,
  readAddress,
  skipAfterRestore,
  UnusableKey,
  type Watching,
} from './chain/index.ts'
export { depositAddresses } from './recharges/addresses.ts'
export { userDeposits } from './recharges/usdt.ts'

export const financeHandlers = (shared: { params: Params; seals: Seals }): AnyHandler[] => [
  rechargeHandler,
  withdrawalHandler(shared),
]

export const financeRoutes = (shared: Watching & { approvals: Approvals; checks: BooksChecks }): Served[] => [
  ...financePersonRoutes,
  ...orderRoutes(shared),
  ...chargebackRoutes(shared),
  ...booksRoutes(shared),
  ...statementRoutes(shared),
  ...chainRoutes(shared),
]

export const financeApprovals = (shared: Pick<Watching, 'chains' | 'params' | 'payers'>): ApprovalKind[] => [
  refundApproval,
  ...chargebackApprovals,
  closeApproval,
  matchApproval,
  ...chainApprovals(shared),
]

/** A round ends after so many parts; the next goes on. */
const turns = 100
const again = async (turn: () => Promise<boolean>): Promise<void> => {
  for (let done = 0; done < turns && (await turn()); done++);
}

export const financeRounds = ({
  database,
  clock,
  ...shared
}: Watching & { database: Database; clock: Clock }): Round[] => [
  ...chainRounds({ database, clock, ...shared }),
  {
    name: 'finance-statements',
    milliseconds: 1_000,
    run: () => again(() => workOnStatements(database, clock.now())),
  },
]

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
