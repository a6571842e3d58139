// Shared by the chains' screens: explorers and health.
import type { Params } from '../../params/index.ts'
import { shownTransaction } from './address/chainAddress.codec.ts'
import type { Chain } from './chain.payer.ts'

/** A transaction's URL at the explorer; the parameter's `{hash}` is replaced. */
export const explorerOf = (params: Params, chain: Chain, transaction: string): string =>
  params
    .text(chain === 'trc20' ? 'usdt_trc20_explorer' : 'usdt_erc20_explorer')
    .replace('{hash}', shownTransaction(chain, transaction))

/** The last part of a reason's key, which the screen translates. */
export const keyOf = (fault: string | null): true | string => fault?.slice(fault.indexOf('.') + 1) ?? true
