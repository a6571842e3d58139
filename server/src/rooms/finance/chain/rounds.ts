// The chains' background work: each chain is checked every few seconds, by the process that gets the lock.
import { usdtInMatch } from '@greenroom/contract/chain'
import type { Round } from '../../../jobs/index.ts'
import { fillSpares } from './address/service.ts'
import { settleFinal, settleVanished } from './deposit/settle.ts'
import { proveBroadcast } from './instruction/prove.ts'
import type { Chain } from './payer.ts'
import { chains } from './settings.ts'
import { readBalances } from './wallet/balances.ts'
import { watchOnce } from './watch/service.ts'
import { confirmationsNeeded, roundContext, type Watching } from './watching.ts'

/** One round of a chain: read it, settle what is final, prove payments, compare balances. */
export async function watchChain(watching: Watching, chain: Chain): Promise<void> {
  const settings = watching.chains.of(chain)
  if (!settings) return
  const confirmations = confirmationsNeeded(watching.params, chain)
  await fillSpares(watching, chain)
  const found = await watchOnce({ context: roundContext(watching, usdtInMatch), chain, settings, confirmations })
  if (!found) return
  await settleFinal(watching, chain, found)
  await settleVanished(watching, chain, found)
  await proveBroadcast(watching, chain, found)
  await readBalances(watching, chain, found)
}

export const chainRounds = (watching: Watching): Round[] =>
  chains.map((chain) => ({ name: `chain-${chain}`, milliseconds: 2_000, run: () => watchChain(watching, chain) }))
