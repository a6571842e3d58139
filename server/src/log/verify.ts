// Recomputes the hash chain: any entry changed, removed or slipped in since it was sealed is found.
import type { Reader } from '../kit/database.ts'
import { blockHash, origin } from './chain.ts'
import { blocksAfter, type SealedBlock, standing } from './queries.ts'

/**
 * Why a block does not hold: it has fewer or more rows than were sealed; they, or the block itself, differ from what was
 * sealed; it follows another block than it says; blocks are missing before it.
 */
export type Why = 'rows' | 'hash' | 'chain' | 'gap'

export type Verification = {
  ok: boolean
  /** Blocks and rows that hold. */
  blocks: number
  rows: number
  /** Entries of the last seconds, which no block holds yet. */
  unsealed: number
  /** Of the last block that holds, in hexadecimal. Whoever keeps it elsewhere can tell later that the end is whole. */
  lastHash: string
  broken: { number: number; why: Why } | null
  milliseconds: number
}

/** Blocks hashed by one statement, about a second's work. */
const blocksAtOnce = 10

/** Walks the chain in constant memory; it stops at the first block that does not hold. */
export async function verifyLog(reader: Reader): Promise<Verification> {
  const begun = performance.now()
  let last: Pick<SealedBlock, 'number' | 'to' | 'hash'> = { number: 0, to: '0', hash: origin }
  let rows = 0
  let broken: Verification['broken'] = null
  let state = await standing(reader)
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
    // Sealing may have gone on meanwhile; at its end, a reader further than the last block tells of blocks cut off.
    state = await standing(reader)
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
    milliseconds: Math.round(performance.now() - begun),
  }
}

function faultOf(block: SealedBlock, last: Pick<SealedBlock, 'number' | 'to' | 'hash'>): Why | null {
  if (block.number !== last.number + 1 || block.from !== last.to) return 'gap'
  if (!block.previous.equals(last.hash)) return 'chain'
  if (block.found !== block.rows) return 'rows'
  return block.digest && blockHash(block, block.digest).equals(block.hash) ? null : 'hash'
}
