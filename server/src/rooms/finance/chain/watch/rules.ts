// How the watcher reads a chain. Pure.
import type { Chain } from '../payer.ts'

/** Where the watcher stands. */
export type Mark = { number: number; hash: string }
export type NodeHead = { number: number; finalized: number | null }

/** Blocks that one look reads at most near the head, and that are kept to find a reorganisation by. */
export const blocksAtOnce = 60
export const blocksKept = 400
/** Below the final block ranges are read. Nodes of TRON answer at most 10,000 logs, some 60 of its blocks. */
export const rangeOf: Record<Chain, number> = { trc20: 40, erc20: 200 }

export type Step =
  | { kind: 'range'; from: number; to: number }
  | { kind: 'blocks'; from: number; to: number }
  | { kind: 'nothing' }

/** What to read next: ranges of what cannot change any more, one block at a time near the head. */
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
 * Whether a block has its confirmations and is final where the chain tells it. 20 blocks of TRON are not final by
 * themselves, and Ethereum's final block comes after 12.
 */
export const isFinal = (head: NodeHead, block: number, needed: number): boolean =>
  confirmationsOf(head.number, block) >= needed && (head.finalized === null || block <= head.finalized)

/** The newest block up to which everything is final; below 0 where nothing is. */
export const finalUpTo = (head: NodeHead, needed: number): number =>
  Math.min(head.number - needed + 1, head.finalized ?? Number.POSITIVE_INFINITY)

export type NodeState = 'well' | 'behind' | 'away' | 'wrong'

/** A node is behind when another of the chain, or what was read already, is further by more than the confirmations. */
export const isBehind = (number: number, furthest: number, needed: number): boolean => furthest - number > needed
