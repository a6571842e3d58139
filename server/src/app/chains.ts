// The chains of the settings.
import { BadSettings, type Config } from '../config.ts'
import {
  type Chain,
  type ChainSettings,
  type Chains,
  chainsOf,
  openKey,
  readAddress,
  UnusableKey,
} from '../rooms/chain/index.ts'

/**
 * Reads the settings of chains. A private key is refused.
 *
 * @throws BadSettings with a line that says what is wrong.
 */
export function openChains(config: Config): Chains {
  const { TRON_NODES, TRON_XPUB, TRON_USDT, ETHEREUM_NODES, ETHEREUM_XPUB, ETHEREUM_USDT } = config
  return chainsOf({
    trc20: settingsOf('trc20', 'TRON', { nodes: TRON_NODES, publicKey: TRON_XPUB, contract: TRON_USDT }),
    erc20: settingsOf('erc20', 'ETHEREUM', {
      nodes: ETHEREUM_NODES,
      publicKey: ETHEREUM_XPUB,
      contract: ETHEREUM_USDT,
    }),
  })
}

type Given = { nodes: readonly string[]; publicKey: string | undefined; contract: string }

function settingsOf(chain: Chain, name: string, { nodes, publicKey, contract }: Given): ChainSettings | null {
  const read = readAddress(chain, contract)
  if (read === null) throw new BadSettings(`${name}_USDT must be the address of the token's contract.`)
  if (publicKey !== undefined) {
    try {
      openKey(publicKey)
    } catch (error) {
      if (error instanceof UnusableKey) throw new BadSettings(`${name}_XPUB is ${error.message}.`)
      throw error
    }
    if (nodes.length === 0) throw new BadSettings(`${name}_NODES must be set too.`)
  }
  return nodes.length === 0 ? null : { nodes, publicKey: publicKey ?? null, contract: read }
}
