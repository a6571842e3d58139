// Settings of a watched chain: nodes, the extended public key of deposit addresses, the token's contract.
import type { Chain } from './chain.payer.ts'

export const chains: readonly Chain[] = ['trc20', 'erc20']

export type ChainSettings = {
  /** One or two JSON-RPC addresses; the first is followed, the second must agree on large amounts. */
  nodes: readonly string[]
  /** Null if no addresses are assigned. */
  publicKey: string | null
  /** The token's contract, as 20 bytes in hexadecimal. */
  contract: string
}

/** The settings of each chain; null if a chain is not used. The simulator sets them once its chain runs. */
export type Chains = {
  of(chain: Chain): ChainSettings | null
  set(chain: Chain, settings: ChainSettings | null): void
}

export function chainsOf(given: Readonly<Record<Chain, ChainSettings | null>>): Chains {
  const known = { ...given }
  return {
    of: (chain) => known[chain],
    set: (chain, settings) => {
      known[chain] = settings
    },
  }
}
