// Recomputes the hash chain and detects any entry changed, removed or inserted after it was sealed.
import type { Reader } from '../kit/database/database.ts'
import type { Prover } from '../kit/encryption/index.ts'
import { blockHash, isSealOf, origin } from './log.chain.ts'
import { blocksAfter, type SealedBlock, sealingStatus } from './log.queries.ts'

/**
 * Why a block fails: the row count differs from what was sealed; the rows or the block itself differ; its predecessor
 * is another block; blocks are missing before it; its seal is not of the key that it names; a personal word is another than was sealed;
 * its entries are of a format that only a later version knows.
 */
export type Why = 'rows' | 'hash' | 'chain' | 'gap' | 'seal' | 'words' | 'format'

export type Verification = {
  /** Every block is whole, and the last one's seal proves that the chain was not rebuilt. */
  ok: boolean
  /** Verified blocks and rows. */
  blocks: number
  rows: number
  /** Personal words that were erased. */
  erased: number
  /** Entries that stand in files (`npm run months`): their hashes hold, their content is not here. */
  detached: number
  /** Entries not sealed yet, from the last seconds. */
  unsealed: number
  /**
   * The last verified block's hash, in hexadecimal. A copy stored elsewhere later proves that the end is
   * complete.
   */
  lastHash: string
  broken: { number: number; why: Why } | null
  /** The last blocks, if the key of their seals is not at hand: they hold together, but anybody could have made them. */
  unproved: { blocks: number; key: string } | null
  milliseconds: number
}

/** Blocks hashed per statement, about a second's work. */
const blocksAtOnce = 10

type Last = Pick<SealedBlock, 'number' | 'to' | 'hash'>

/**
 * Walks the chain in constant memory; stops at the first block that fails. A seal proves all blocks before it, too, since each hash has that
 * of its predecessor in it: keys that were replaced need not be kept.
 *
 * @param keys the installation's keys
 */
export async function verifyLog(reader: Reader, keys: Prover): Promise<Verification> {
  const started = performance.now()
  let last: Last = { number: 0, to: '0', hash: origin }
  let rows = 0
  let key = ''
  let erased = 0
  let detached = 0
  let broken: Verification['broken'] = null
  let proved = 0
  let state = await sealingStatus(reader)
  while (!broken) {
    const blocks = await blocksAfter(reader, last.number, blocksAtOnce)
    for (const block of blocks) {
      const why = faultOf(keys, block, last)
      if (why) {
        broken = { number: why === 'gap' ? last.number + 1 : block.number, why }
        break
      }
      rows += block.rows
      erased += block.erased
      detached += block.detached
      last = block
      key = block.key
      if (isSealOf(keys, block)) proved = block.number
    }
    if (blocks.length > 0) continue
    // Sealing may have continued in the meantime; a reader further than the last block indicates blocks cut off at the end.
    state = await sealingStatus(reader)
    if (state.last > last.number) continue
    if (state.boundary !== last.to) broken = { number: last.number + 1, why: 'gap' }
    break
  }
  const unproved = proved === last.number ? null : { blocks: last.number - proved, key }
  return {
    ok: broken === null && unproved === null,
    blocks: last.number,
    rows,
    erased,
    detached,
    unsealed: state.unsealed,
    lastHash: last.number === 0 ? '' : last.hash.toString('hex'),
    broken,
    unproved,
    milliseconds: Math.round(performance.now() - started),
  }
}

function faultOf(keys: Prover, block: SealedBlock, last: Last): Why | null {
  if (block.number !== last.number + 1 || block.from !== last.to) return 'gap'
  if (!block.previous.equals(last.hash)) return 'chain'
  if (block.found !== block.rows) return 'rows'
  if (block.unknown > 0) return 'format'
  if (!block.digest || !blockHash(block, block.digest).equals(block.hash)) return 'hash'
  if (isSealOf(keys, block) === false) return 'seal'
  return block.changed > 0 ? 'words' : null
}
