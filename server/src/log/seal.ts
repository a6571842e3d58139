// Seals new log entries into blocks. No writer waits: entries are read after their transactions have ended.
import { wallNow } from '../kit/clock.ts'
import type { Database, Reader } from '../kit/database/database.ts'
import { type NewSpan, readNew } from '../kit/database/newRows.ts'
import type { Seals } from '../kit/encryption/index.ts'
import { blockHash, origin, sealOf } from './log.chain.ts'
import { digestOfSpan, insertBlock, lastBlock, numberAfter, sealer } from './log.queries.ts'

/** Keeps a block's transaction well under the two seconds allowed for readers. */
const rowsPerBlock = 10_000

/**
 * Seals all new entries, each block in its own transaction. Safe for concurrent processes: one does it, the others find
 * nothing to do.
 *
 * @returns the number of sealed blocks.
 */
export async function sealLog(database: Database, seals: Seals, rows: number = rowsPerBlock): Promise<number> {
  for (let sealed = 0; ; sealed++) {
    const more = await readNew(database, sealer, async (tx, span) => {
      const to = await endOf(tx, span, rows)
      const { rows: count, digest } = await digestOfSpan(tx, { from: span.from, to })
      // Nothing new: the next block starts where the last ended, so that no transaction number falls between two
      // blocks.
      if (count === 0 || !digest) return span.from
      const last = await lastBlock(tx)
      const header = {
        number: (last?.number ?? 0) + 1,
        from: span.from,
        to,
        rows: count,
        sealedAt: wallNow(),
        previous: last?.hash ?? origin,
      }
      const hash = blockHash(header, digest)
      await insertBlock(tx, { ...header, hash, ...sealOf(seals, hash) })
      return to
    })
    if (!more) return sealed
  }
}

/** The end of a block of about `rows` entries; a transaction is never split, whatever its size. */
async function endOf(reader: Reader, span: NewSpan, rows: number): Promise<string> {
  const beyond = await numberAfter(reader, span, rows)
  if (beyond === undefined) return span.to
  const first = await numberAfter(reader, span, 0)
  return beyond === first ? String(BigInt(beyond) + 1n) : beyond
}
