// USDT on chains: the public interface for other parts (docs/usdt.md).
import type { ApprovalKind } from '../../../access/index.ts'
import { depositApprovals } from './deposit/approval.ts'
import { unmatchApproval } from './deposit/unmatch.ts'
import { walletApproval } from './wallet/approval.ts'
import { gasApproval } from './wallet/gas.ts'
import type { Watching } from './watching.ts'

export { readAddress, shownAddress } from './address/codec.ts'
export { openKey, UnusableKey } from './address/derive.ts'
export {
  addressFor,
  addressNow,
  chainsInUse,
  knownAddress,
  type Owner,
  retireKeys,
  skipAfterRestore,
} from './address/service.ts'
export { chainAlarms } from './alarms.ts'
export { endInstructionsByHand, type InstructionLine, instruct } from './instruction/service.ts'
export type { Chain, DepositPayer, FinalDeposit, Unpaid, Within } from './payer.ts'
export { chainRounds, watchChain } from './rounds.ts'
export { chainRoutes } from './routes.ts'
export { type ChainSettings, type Chains, chainsOf } from './settings.ts'
export type { InstructionEnds, InstructionProof, Watching } from './watching.ts'

export const chainApprovals = (shared: Pick<Watching, 'chains' | 'params' | 'payers'>): ApprovalKind[] => [
  ...depositApprovals(shared),
  unmatchApproval(shared),
  walletApproval(shared),
  gasApproval,
]
