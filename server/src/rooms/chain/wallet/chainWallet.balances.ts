// Compares balances of our addresses with what is expected: `balanceOf` after each movement, and once a day, address by address.
import { inTransaction } from '../../../kit/database/database.ts'
import type { Chain } from '../chain.payer.ts'
import type { Watching } from '../chain.watching.ts'
import { isNodeFault } from '../watch/chainWatch.nodes.ts'
import { headOf } from '../watch/chainWatch.queries.ts'
import type { WatchPass } from '../watch/chainWatch.service.ts'
import { addressesToRead, saveBalances } from './chainWallet.queries.ts'

const atOnce = 20
const dayMs = 86_400_000

/**
 * Reads balances that changed or were last read a day ago. A TRON node answers only for the newest block, so its answer counts only if the
 * watcher is at that block before and after.
 */
export async function readBalances(
  { database, clock }: Watching,
  chain: Chain,
  look: NonNullable<WatchPass>,
): Promise<void> {
  const now = clock.now()
  const due = await addressesToRead(database, chain, new Date(now.getTime() - dayMs), atOnce)
  if (due.length === 0) return
  const { node } = look.nodes.find(({ state }) => state === 'well')!
  try {
    const found = await Promise.all(
      due.map(async (address) => ({ address, usdtMicros: await node.balance(address, 'latest') })),
    )
    const [head, mark] = [await node.head(), await headOf(database, chain)]
    if (head.number !== look.head.number || mark?.number !== head.number) return
    await inTransaction(database, (tx) => saveBalances(tx, chain, head.number, found, now))
  } catch (error) {
    if (!isNodeFault(error)) throw error
  }
}
