// An address's balance at a final block, derived from its current balance: a TRON node reports only the newest block's balances.
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Chain } from '../chain.payer.ts'
import type { ChainNode } from '../watch/chainNode.ts'
import { isNodeFault } from '../watch/chainWatch.nodes.ts'
import type { Read } from '../watch/chainWatch.queries.ts'
import { blocksKept, finalUpTo, rangeOf } from '../watch/chainWatch.rules.ts'

/** `known`: blocks read by the watcher, the newest first. `needed`: confirmations. */
type BalanceRequest = { chain: Chain; address: string; known: readonly Read[]; needed: number }
export type BalanceAtBlock = { micros: bigint; block: Read }

/** Retries if the chain advanced between two answers. */
const tries = 5

/**
 * An address's balance at the newest final block that the watcher has read.
 *
 * @throws Refusal 20000 where no node answers, or the watcher is too far behind
 */
export async function balanceOn(nodes: readonly ChainNode[], requested: BalanceRequest): Promise<BalanceAtBlock> {
  for (const node of nodes)
    try {
      for (let left = tries; left > 0; left--) {
        const found = await tryOnce(node, requested)
        if (found) return found
      }
    } catch (error) {
      if (!isNodeFault(error)) throw error
    }
  throw refuseBecause(20000, 'chain', 'usdt.nodesAway')
}

/** @returns null if the chain advanced in the meantime */
async function tryOnce(
  node: ChainNode,
  { chain, address, known, needed }: BalanceRequest,
): Promise<BalanceAtBlock | null> {
  const head = await node.head()
  const upTo = finalUpTo(head, needed)
  const block = known.find(({ number }) => number <= Math.max(0, upTo))
  if (!block || head.number - block.number > blocksKept) throw refuseBecause(20000, 'chain', 'usdt.notRead')
  const newest = await node.block(head.number)
  const now = await node.balance(address, 'latest')
  if (!newest || (await node.head()).number !== head.number) return null
  let since = 0n
  for (let from = block.number + 1; from <= head.number; from += rangeOf[chain]) {
    const transfers = await node.transfersBetween(from, Math.min(head.number, from + rangeOf[chain] - 1))
    for (const one of transfers)
      since += (one.to === address ? one.usdtMicros : 0n) - (one.from === address ? one.usdtMicros : 0n)
  }
  // The same block hash implies the same chain below.
  const isSame = (await node.block(newest.number))?.hash === newest.hash
  return isSame && (await node.block(block.number))?.hash === block.hash ? { micros: now - since, block } : null
}
