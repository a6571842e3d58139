// A wallet of the platform, when a second member of staff approves it.
import { usdtChains } from '@greenroom/contract/statesAndKinds'
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../../access/index.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because } from '../../../kit/calls/refusal.ts'
import type { Watching } from '../chain.watching.ts'
import { isOurs } from './chainWallet.queries.ts'
import { registerWallet, walletKind } from './chainWallet.service.ts'

export const walletApproval = (shared: Pick<Watching, 'chains' | 'params'>): ApprovalKind =>
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
