// USDT on chains: the public interface for other parts (docs/usdt.md).
import type { ApprovalKind } from '../../access/index.ts'
import type { Watching } from './chain.watching.ts'
import { depositApprovals } from './deposit/deposit.approval.ts'
import { unmatchApproval } from './deposit/deposit.unmatch.ts'
import { walletApproval } from './wallet/chainWallet.approval.ts'
import { gasApproval } from './wallet/chainWallet.gas.ts'

export { isEthereumAddress } from './address/chainAddress.checksum.ts'
export { readAddress, shownAddress } from './address/chainAddress.codec.ts'
export { openKey, UnusableKey } from './address/chainAddress.derive.ts'
export {
  addressFor,
  addressNow,
  chainsInUse,
  knownAddress,
  type Owner,
  retireKeys,
  skipAfterRestore,
} from './address/chainAddress.service.ts'
export type { Chain, DepositPayer, FinalDeposit, Unpaid, Within } from './chain.payer.ts'
export { chainRounds, watchChain } from './chain.rounds.ts'
export { chainRoutes } from './chain.routes.ts'
export { type ChainSettings, type Chains, chainsOf } from './chain.settings.ts'
export { chainAlarms } from './chain.todos.ts'
export type { InstructionEnds, InstructionProof, Watching } from './chain.watching.ts'
export { endInstructionsByHand, type InstructionLine, instruct } from './instruction/instruction.service.ts'

export const chainApprovals = (shared: Pick<Watching, 'chains' | 'params' | 'payers'>): ApprovalKind[] => [
  ...depositApprovals(shared),
  unmatchApproval(shared),
  walletApproval(shared),
  gasApproval,
]
