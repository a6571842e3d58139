// Health of the chains, for the screens.
import type { Answer } from '@greenroom/contract/call'
import type { usdtHealth } from '@greenroom/contract/chain'
import type { Reader } from '../../../kit/database/database.ts'
import { chains as all, type Chains } from '../chain.settings.ts'
import type { NodeState } from './chainWatch.rules.ts'

export type Health = Answer<typeof usdtHealth>['chains'][number]

/** Health of each chain. */
export async function healthOf(reader: Reader, settings: Chains): Promise<Health[]> {
  const [heads, nodes, keys] = await Promise.all([
    reader.selectFrom('chain.head').selectAll().execute(),
    reader.selectFrom('chain.node').selectAll().orderBy('place').execute(),
    reader.selectFrom('chain.key').select('chain').where('retired_at', 'is', null).execute(),
  ])
  return all.map((chain): Health => {
    const head = heads.find((one) => one.chain === chain)
    const used = settings.of(chain) !== null
    return {
      chain,
      used,
      givesAddresses: keys.some((key) => key.chain === chain),
      block: head ? Number(head.number) : null,
      blockAt: head?.at.toISOString() ?? null,
      finalized: head?.finalized == null ? null : Number(head.finalized),
      zeroTransfers: Number(head?.zero_transfers ?? 0),
      nodes: nodes
        .filter((node) => used && node.chain === chain)
        .map((node) => ({
          place: node.place,
          state: node.state as NodeState,
          problem: node.problem,
          block: node.number === null ? null : Number(node.number),
          since: node.since.toISOString(),
          seenAt: node.seen_at.toISOString(),
        })),
    }
  })
}
