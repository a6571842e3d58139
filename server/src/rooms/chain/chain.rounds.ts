// The chains' background work: each chain is checked every few seconds, by the process that gets the lock.
import { usdtInMatch } from '@greenroom/contract/chain'
import { type Round, unitsOf, untilWritten } from '../../jobs/index.ts'
import { fillSpares } from './address/chainAddress.service.ts'
import type { Chain } from './chain.payer.ts'
import { chains } from './chain.settings.ts'
import { confirmationsNeeded, roundContext, type Watching } from './chain.watching.ts'
import { settleFinal, settleVanished } from './deposit/deposit.settle.ts'
import { proveBroadcast } from './instruction/instruction.prove.ts'
import { readBalances } from './wallet/chainWallet.balances.ts'
import { watchOnce } from './watch/chainWatch.service.ts'

/** One round of a chain: read it, settle what is final, prove payments, compare balances. */
export async function watchChain(watching: Watching, chain: Chain): Promise<void> {
  const settings = watching.chains.of(chain)
  if (!settings) return
  const confirmations = confirmationsNeeded(watching.params, chain)
  await fillSpares(watching, chain)
  const found = await watchOnce({ context: roundContext(watching, usdtInMatch), chain, settings, confirmations })
  if (!found) return
  // Each step even if another fails; deposits and payments are parked one by one.
  const units = unitsOf(watching, jobOf(chain))
  const parked = await units.parked()
  const steps = { settle: settleFinal, vanished: settleVanished, prove: proveBroadcast, balances: readBalances }
  for (const [name, step] of Object.entries(steps))
    if (!parked.includes(name)) await units.attempt(name, () => step({ ...watching, units, parked }, chain, found))
}

const jobOf = (chain: Chain) => `chain-${chain}`

export const chainRounds = (watching: Watching): Round[] =>
  chains.map((chain) => ({
    name: jobOf(chain),
    milliseconds: 2_000,
    // Only the chain knows when something is due, if there is one.
    ...untilWritten,
    nextDue: async () => (watching.chains.of(chain) ? watching.clock.now() : null),
    run: () => watchChain(watching, chain),
  }))
