// USDT on chains: the public interface for other parts (docs/usdt.md).

import { usdtChains } from '@greenroom/contract/statesAndKinds'
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../access/index.ts'
import { noParties } from '../../kit/calls/parties.ts'
import { because } from '../../kit/calls/refusal.ts'
import type { Watching } from './chain.watching.ts'
import { depositApprovals } from './deposit/deposit.approval.ts'
import { unmatchApproval } from './deposit/deposit.unmatch.ts'
import { gasApproval } from './wallet/chainWallet.gas.ts'
import { isOurs } from './wallet/chainWallet.queries.ts'
import { registerWallet, walletKind } from './wallet/chainWallet.service.ts'

// A wallet of the platform, when a second member of staff approves it.
const walletApproval = (shared: Pick<Watching, 'chains' | 'params'>): ApprovalKind =>
  defineApproval({
    kind: walletKind,
    menu: 'finance.wallet',
    payload: z.object({ chain: z.enum(usdtChains), address: z.string(), name: z.string() }),
    concerns: noParties,
    stillValid: async (tx, { payload }) =>
      (await isOurs(tx, payload.chain, payload.address)) ? because('usdt.walletKnown') : null,
    apply: (tx, context, { payload, maker, reason }) =>
      registerWallet(shared, tx, context, { ...payload, by: maker, reason }),
  })

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
