// The nodes of each chain, opened once, and their health.
import type { Database } from '../../../kit/database/database.ts'
import type { Chain } from '../chain.payer.ts'
import type { ChainSettings } from '../chain.settings.ts'
import { NodeAway, NodeWrong } from './chainNode.rpc.ts'
import { type ChainNode, openNode } from './chainNode.ts'
import { forgetNodes, saveNode } from './chainWatch.queries.ts'
import { judgeHeads, type NodeHead, type NodeState, sharedBlock } from './chainWatch.rules.ts'

const opened = new Map<string, ChainNode>()

export function nodesOf({ nodes, contract }: Pick<ChainSettings, 'nodes' | 'contract'>): ChainNode[] {
  return nodes.map((url) => {
    const key = `${contract} ${url}`
    const node = opened.get(key) ?? openNode(url, contract)
    opened.set(key, node)
    return node
  })
}

/** True for errors caused by a node: they only delay. */
export const isNodeFault = (error: unknown): error is NodeAway | NodeWrong =>
  error instanceof NodeAway || error instanceof NodeWrong

export type Found = { node: ChainNode; head: NodeHead | null; state: NodeState }

/** Whether the further of two nodes continues the blocks of the other. */
async function sharesChain(heads: readonly { node: ChainNode; number: number }[], needed: number): Promise<boolean> {
  const [first, second] = heads
  const number = first && second ? sharedBlock(first.number, second.number, needed) : null
  if (number === null) return true
  try {
    const [a, b] = await Promise.all([first!.node.block(number), second!.node.block(number)])
    return a !== null && a.hash === b?.hash
  } catch (error) {
    if (!isNodeFault(error)) throw error
    return false
  }
}

/** Queries each node's head, and records its health. @param known the newest block read */
export async function askNodes(
  database: Database,
  chain: Chain,
  settings: ChainSettings,
  requested: { known: number | null; confirmations: number; now: Date },
): Promise<Found[]> {
  const answers = await Promise.all(
    nodesOf(settings).map(async (node) => {
      try {
        return { node, head: await node.head(), problem: '', state: 'well' as NodeState }
      } catch (error) {
        if (!isNodeFault(error)) throw error
        const state: NodeState = error instanceof NodeAway ? 'away' : 'wrong'
        return { node, head: null, problem: error.message, state }
      }
    }),
  )
  const heads = answers.flatMap((answer) =>
    answer.head ? [{ node: answer.node, number: answer.head.number, answer }] : [],
  )
  const shares = await sharesChain(heads, requested.confirmations)
  const judged = judgeHeads(
    heads.map(({ number }) => number),
    requested.known ?? 0,
    requested.confirmations,
    shares,
  )
  for (const [place, { state, ahead }] of judged.entries()) {
    const { answer } = heads[place]!
    answer.state = state
    answer.problem =
      state === 'behind' ? `${ahead} blocks` : state === 'wrong' ? 'blocks that the other node lacks' : ''
  }
  for (const [place, { state, problem, head }] of answers.entries())
    await saveNode(database, chain, place, { state, problem, number: head?.number ?? null }, requested.now)
  await forgetNodes(database, chain, answers.length)
  return answers
}

/** Records that a node answered wrongly or disconnected. */
export const blame = (database: Database, chain: Chain, place: number, error: NodeAway | NodeWrong, now: Date) =>
  saveNode(
    database,
    chain,
    place,
    { state: error instanceof NodeAway ? 'away' : 'wrong', problem: error.message, number: null },
    now,
  )
