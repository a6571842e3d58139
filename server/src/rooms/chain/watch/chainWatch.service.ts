// Reads a chain: all `Transfer` logs of the token, matched locally. A pass needs a node's answers and one short transaction per batch; what
// another process wrote in the meantime is not written again.
import { depositSettled } from '@greenroom/contract/sentences/chain'
import { type Context, system } from '../../../kit/calls/context.ts'
import { inTransaction, type Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { recordMany } from '../../../log/index.ts'
import type { Chain } from '../chain.payer.ts'
import type { ChainSettings } from '../chain.settings.ts'
import { ownerOf } from '../deposit/deposit.rules.ts'
import { NodeWrong } from './chainNode.rpc.ts'
import type { Placed } from './chainNode.transfers.ts'
import type { ChainNode } from './chainNode.ts'
import { askNodes, blame, type Found, isNodeFault } from './chainWatch.nodes.ts'
import * as queries from './chainWatch.queries.ts'
import { type Mark, type NodeHead, nextStep, rangeOf } from './chainWatch.rules.ts'

export type WatchOptions = {
  /** Of the round, for reading and for the log. */
  context: Context
  chain: Chain
  settings: ChainSettings
  confirmations: number
}

/** The result of a pass: the nodes, and the head read from the followed node. */
export type WatchPass = { nodes: Found[]; head: NodeHead } | null

/** Batches of one pass; the next pass continues. */
const partsAtOnce = 20

/** Runs one pass over a chain. @returns null if no node answers, which only delays */
export async function watchOnce(looking: WatchOptions): Promise<WatchPass> {
  const { context, chain, settings, confirmations } = looking
  const { database, now } = context
  const known = await queries.headOf(database, chain)
  const nodes = await askNodes(database, chain, settings, { known: known?.number ?? null, confirmations, now })
  const place = nodes.findIndex(({ state }) => state === 'well')
  const followed = nodes[place]
  if (!followed?.head) {
    if (known) await leaveUnknownBlocks(looking, nodes, known)
    return null
  }
  try {
    const { node, head } = followed
    if (!known) {
      await begin(looking, node, head)
      return null
    }
    for (let part = 0, range = rangeOf[chain]; part < partsAtOnce; part++) {
      const mark = await queries.headOf(database, chain)
      if (!mark) break
      if (await stepsBack(looking, node, mark)) continue
      const step = nextStep(mark, head, range)
      if (step.kind === 'nothing') break
      if (step.kind === 'blocks') {
        if (!(await readBlocks(looking, node, mark, step))) break
      } else
        try {
          if (!(await readRange(looking, node, mark, step))) break
        } catch (error) {
          // Too large for one answer: halve it.
          if (!(error instanceof NodeWrong) || range < 2) throw error
          range = Math.floor(range / 2)
        }
    }
    await queries.setFinalized(database, chain, head.finalized)
    return { nodes, head }
  } catch (error) {
    if (!isNodeFault(error)) throw error
    await blame(database, chain, place, error, now)
    return null
  }
}

/** The first pass begins at the final block: no address is assigned yet. */
async function begin({ context, chain, confirmations }: WatchOptions, node: ChainNode, head: NodeHead): Promise<void> {
  const number = Math.max(0, Math.min(head.finalized ?? head.number, head.number - confirmations))
  const block = await node.block(number)
  if (block) await inTransaction(context.database, (tx) => queries.beginAt(tx, chain, block))
}

/**
 * After a reorganisation, rolls back to the newest stored block that is still on the chain. A node that lacks the block is behind, which is
 * no reason to roll back.
 */
async function stepsBack(looking: WatchOptions, node: ChainNode, mark: Mark): Promise<boolean> {
  const { chain, context } = looking
  const { database, now } = context
  const same = await node.block(mark.number)
  if (same === null || same.hash === mark.hash) return false
  let to: queries.Read | null = null
  for (const block of await queries.blocksBelow(database, chain, mark.number)) {
    const held = await node.block(block.number)
    if (held?.hash !== block.hash) continue
    to = block
    break
  }
  if (!to) throw new NodeWrong('another chain than the one that was read')
  await inTransaction(database, async (tx) => {
    const head = await queries.lockHead(tx, chain)
    if (head?.hash === mark.hash) await queries.goBack(tx, chain, to, now)
  })
  return true
}

/**
 * The watcher followed a node to blocks that no node has now: two nodes answer, both are far below, and agree. It returns to their blocks;
 * deposits above are removed, or missing until seen again. One node that lags alone is no reason.
 */
async function leaveUnknownBlocks(looking: WatchOptions, nodes: readonly Found[], mark: Mark): Promise<void> {
  const { context, chain, confirmations } = looking
  if (nodes.length < 2 || nodes.some(({ state }) => state !== 'behind')) return
  const lowest = Math.min(...nodes.map(({ head }) => head!.number))
  try {
    const [to, ...others] = await Promise.all(nodes.map(({ node }) => node.block(Math.max(0, lowest - confirmations))))
    if (!to || others.some((block) => block?.hash !== to.hash)) return
    await inTransaction(context.database, async (tx) => {
      const head = await queries.lockHead(tx, chain)
      if (head?.hash === mark.hash) await queries.goBack(tx, chain, to, context.now)
    })
  } catch (error) {
    if (!isNodeFault(error)) throw error
  }
}

/** Near the head: block by block, each the child of the one before, its logs by its hash. */
async function readBlocks(
  looking: WatchOptions,
  node: ChainNode,
  mark: Mark,
  { from, to }: { from: number; to: number },
) {
  const blocks: queries.Read[] = []
  const transfers: Placed[] = []
  let parent = mark.hash
  for (let number = from; number <= to; number++) {
    const block = await node.block(number)
    // Reorganised in the meantime, or a node is behind: the next pass decides.
    if (!block || block.parent !== parent) break
    transfers.push(...(await node.transfersIn(block.hash)))
    blocks.push(block)
    parent = block.hash
  }
  if (blocks.length === 0) return false
  const times = new Map(blocks.map(({ hash, at }) => [hash, at]))
  return write(looking, mark, blocks, transfers, ({ blockHash }) => times.get(blockHash)!)
}

/** Far below the head, where blocks are final: one range at a time. Block times are read only for blocks with transfers of ours. */
async function readRange(
  looking: WatchOptions,
  node: ChainNode,
  mark: Mark,
  { from, to }: { from: number; to: number },
) {
  const { context, chain } = looking
  const [last, all] = [await node.block(to), await node.transfersBetween(from, to)]
  if (!last) throw new NodeWrong('a final block is missing')
  const known = await queries.ours(context.database, chain, addressesOf(all))
  const transfers = all.filter((one) => known.has(one.to) || known.has(one.from))
  const times = new Map<string, Date>()
  for (const number of new Set(transfers.map(({ blockNumber }) => blockNumber))) {
    const block = await node.block(number)
    if (block) times.set(block.hash, block.at)
  }
  if (transfers.some(({ blockHash }) => !times.has(blockHash))) throw new NodeWrong('logs of other blocks')
  return write(looking, mark, [last], transfers, ({ blockHash }) => times.get(blockHash)!)
}

const addressesOf = (transfers: readonly Placed[]) => [...new Set(transfers.flatMap(({ from, to }) => [from, to]))]

/** @returns false if another process wrote in the meantime */
function write(
  { context, chain }: WatchOptions,
  mark: Mark,
  blocks: readonly queries.Read[],
  transfers: readonly Placed[],
  timeOf: (transfer: Placed) => Date,
): Promise<boolean> {
  return inTransaction(context.database, async (tx) => {
    const head = await queries.lockHead(tx, chain)
    if (head?.number !== mark.number || head.hash !== mark.hash) return false
    const known = await queries.ours(tx, chain, addressesOf(transfers))
    const seen = transfers
      .filter(({ usdtMicros }) => usdtMicros > 0n)
      .map((transfer) => {
        const at = timeOf(transfer)
        return { ...transfer, at, id: derivedId(at, 'deposit', chain, transfer.transaction, transfer.ordinal) }
      })
    // Transfers between our addresses are neither deposits nor outflows.
    const returned = await queries.saveDeposits(
      tx,
      chain,
      seen.filter(({ from, to }) => known.has(to) && !known.has(from)),
      context.now,
    )
    await logReturned(tx, context, returned)
    await queries.saveOutflows(
      tx,
      chain,
      seen.filter(({ from }) => known.has(from)).map((one) => ({ ...one, isOwn: known.has(one.to) })),
    )
    await queries.markMoved(
      tx,
      chain,
      seen.flatMap(({ from, to }) => [from, to].filter((address) => known.has(address))),
    )
    const zeros = transfers.filter(({ usdtMicros, to }) => usdtMicros === 0n && known.has(to)).length
    await queries.advance(tx, chain, blocks, zeros)
    return true
  })
}

/** A vanished deposit's return ends its alarm and its explanation. */
const logReturned = (tx: Transaction, context: Context, returned: readonly queries.Returned[]) =>
  recordMany(
    tx,
    context,
    returned.map((row) => ({
      operation: 'usdt.return',
      target: `deposit ${row.id}`,
      content: depositSettled('returned', { usdtMicros: Number(row.usdt_micros), owner: ownerOf(row) }),
      before: { depositId: row.id, state: row.state, vanished: true, explanation: row.explanation },
      after: { depositId: row.id, state: 'detected', vanished: false },
      actor: system,
    })),
  )
