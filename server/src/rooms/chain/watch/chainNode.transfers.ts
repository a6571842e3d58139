// Parses the token's transfers from nodes' logs. Pure.

export type Transfer = {
  transaction: string
  blockHash: string
  blockNumber: number
  logIndex: number
  from: string
  to: string
  usdtMicros: bigint
}

/** A transfer with its ordinal among those of its transaction. */
export type Placed = Omit<Transfer, 'logIndex'> & { ordinal: number }

/**
 * Numbers each transaction's transfers. A log's index counts through the whole block and changes when its transaction is
 * included again elsewhere; its position within the receipt does not.
 */
export function ordinalsOf(transfers: readonly Transfer[]): Placed[] {
  const next = new Map<string, number>()
  return transfers
    .toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
    .map((found) => {
      const { logIndex: _, ...transfer } = found
      const ordinal = next.get(transfer.transaction) ?? 0
      next.set(transfer.transaction, ordinal + 1)
      return { ...transfer, ordinal }
    })
}
