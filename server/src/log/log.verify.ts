// Recomputes the hash chain and detects any entry changed, removed or inserted after it was sealed.
import type { Reader } from '../kit/database/database.ts'
import { blockHash, origin } from './log.chain.ts'
import { blocksAfter, type SealedBlock, sealingStatus } from './log.queries.ts'

/**
 * Why a block fails: the row count differs from what was sealed; the rows or the block itself differ; its predecessor
 * is another block; blocks are missing before it.
 */
export type Why = 'rows' | 'hash' | 'chain' | 'gap'

export type Verification = {
  ok: boolean
  /** Verified blocks and rows. */
  blocks: number
  rows: number
  /** Entries not sealed yet, from the last seconds. */
  unsealed: number
  /**
   * The last verified block's hash, in hexadecimal. A copy stored elsewhere later proves that the end is
   * complete.
   */
  lastHash: string
  broken: { number: number; why: Why } | null
  milliseconds: number
}

/** Blocks hashed per statement, about a second's work. */
const blocksAtOnce = 10

/** Walks the chain in constant memory; stops at the first block that fails. */
export async function verifyLog(reader: Reader): Promise<Verification> {
  const started = performance.now()
  let last: Pick<SealedBlock, 'number' | 'to' | 'hash'> = { number: 0, to: '0', hash: origin }
  let rows = 0
  let broken: Verification['broken'] = null
  let state = await sealingStatus(reader)
  while (!broken) {
    const blocks = await blocksAfter(reader, last.number, blocksAtOnce)
    for (const block of blocks) {
      const why = faultOf(block, last)
      if (why) {
        broken = { number: why === 'gap' ? last.number + 1 : block.number, why }
        break
      }
      rows += block.rows
      last = block
    }
    if (blocks.length > 0) continue
    // Sealing may have continued in the meantime; a reader further than the last block indicates blocks cut off at the end.
    state = await sealingStatus(reader)
    if (state.last > last.number) continue
    if (state.boundary !== last.to) broken = { number: last.number + 1, why: 'gap' }
    break
  }
  return {
    ok: broken === null,
    blocks: last.number,
    rows,
    unsealed: state.unsealed,
    lastHash: last.number === 0 ? '' : last.hash.toString('hex'),
    broken,
    milliseconds: Math.round(performance.now() - started),
  }
}

function faultOf(block: SealedBlock, last: Pick<SealedBlock, 'number' | 'to' | 'hash'>): Why | null {
  if (block.number !== last.number + 1 || block.from !== last.to) return 'gap'
  if (!block.previous.equals(last.hash)) return 'chain'
  if (block.found !== block.rows) return 'rows'
  return block.digest && blockHash(block, block.digest).equals(block.hash) ? null : 'hash'
}
