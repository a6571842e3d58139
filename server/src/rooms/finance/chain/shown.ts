// What the screens of the chains share: explorers and health.
import type { Params } from '../../../params/index.ts'
import { shownTransaction } from './address/codec.ts'
import type { Chain } from './payer.ts'

/** Where a transaction is looked at; the parameter's `{hash}` is replaced. */
export const explorerOf = (params: Params, chain: Chain, transaction: string): string =>
  params
    .text(chain === 'trc20' ? 'usdt_trc20_explorer' : 'usdt_erc20_explorer')
    .replace('{hash}', shownTransaction(chain, transaction))

/** The last part of a reason's key, by which the screen names it. */
export const keyOf = (fault: string | null): true | string => fault?.slice(fault.indexOf('.') + 1) ?? true
