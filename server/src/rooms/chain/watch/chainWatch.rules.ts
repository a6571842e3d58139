// How the watcher reads a chain. Pure.
import type { Chain } from '../chain.payer.ts'

/** The watcher's position. */
export type Mark = { number: number; hash: string }
export type NodeHead = { number: number; finalized: number | null }

/** Maximum of blocks read per pass near the head; also the number kept to detect reorganisations. */
export const blocksAtOnce = 60
export const blocksKept = 400
/** Size of ranges below the final block. TRON nodes return at most 10,000 logs, about 60 blocks. */
export const rangeOf: Record<Chain, number> = { trc20: 40, erc20: 200 }

export type Step =
  | { kind: 'range'; from: number; to: number }
  | { kind: 'blocks'; from: number; to: number }
  | { kind: 'nothing' }

/** What to read next: ranges of final blocks, single blocks near the head. */
export function nextStep(mark: Mark, head: NodeHead, range: number): Step {
  const from = mark.number + 1
  if (from > head.number) return { kind: 'nothing' }
  const final = head.finalized ?? 0
  if (final - mark.number > range / 2) return { kind: 'range', from, to: Math.min(final, mark.number + range) }
  return { kind: 'blocks', from, to: Math.min(head.number, mark.number + blocksAtOnce) }
}

/** Confirmations of a block: the block itself is the first. */
export const confirmationsOf = (head: number, block: number): number => Math.max(0, head - block + 1)

/**
 * Whether a block has its confirmations and, if the chain reports finality, is final. 20 blocks of TRON are not final by
 * themselves, and Ethereum's final block comes after 12.
 */
export const isFinal = (head: NodeHead, block: number, needed: number): boolean =>
  confirmationsOf(head.number, block) >= needed && (head.finalized === null || block <= head.finalized)

/** The newest final block; negative if none. */
export const finalUpTo = (head: NodeHead, needed: number): number =>
  Math.min(head.number - needed + 1, head.finalized ?? Number.POSITIVE_INFINITY)

export type NodeState = 'well' | 'behind' | 'away' | 'wrong'

/** A node is behind if another node, or the watcher, is ahead by more than the confirmations. */
export const isBehind = (number: number, furthest: number, needed: number): boolean => furthest - number > needed

/** The block that two nodes must share if one is further than the other: the lower's newest, without those that may still change. */
export const sharedBlock = (a: number, b: number, needed: number): number | null =>
  isBehind(Math.min(a, b), Math.max(a, b), needed) ? Math.max(0, Math.min(a, b) - needed) : null

export type Judged = { number: number; state: Extract<NodeState, 'well' | 'behind' | 'wrong'>; ahead: number }

/**
 * Judges the heads of answering nodes. The furthest one makes the others *behind* only if it continues the blocks that they know (`shares`);
 * otherwise it claims another chain, is *wrong*, and the others are followed.
 */
export function judgeHeads(heads: readonly number[], known: number, needed: number, shares: boolean): Judged[] {
  const furthest = Math.max(...heads)
  const credible = shares ? furthest : Math.min(...heads)
  const reference = Math.max(known, credible)
  return heads.map((number) => {
    if (number > credible && isBehind(credible, number, needed)) return { number, state: 'wrong', ahead: 0 }
    const isLate = isBehind(number, reference, needed)
    return { number, state: isLate ? 'behind' : 'well', ahead: isLate ? reference - number : 0 }
  })
}
