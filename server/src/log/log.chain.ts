// How a log block is hashed. The verifier must depend on nothing but the rows, so this is code and not in the database,
// where an attacker who changes rows could change it too.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'

export type BlockHeader = {
  number: number
  from: string
  to: string
  rows: number
  sealedAt: Date
  previous: Buffer
}

/** The predecessor hash of the first block. */
export const origin = Buffer.alloc(32)

/** SHA-256 over the previous block's hash, the block's number, bounds, count and time, and its rows' digest. */
export const blockHash = (header: BlockHeader, digest: Buffer): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        header.previous.toString('hex'),
        header.number,
        header.from,
        header.to,
        header.rows,
        header.sealedAt.toISOString(),
        digest.toString('hex'),
      ]),
    )
    .digest()

/**
 * SQL: the digest of a set of entries `e`, the SHA-256 of their hashes in (xid, id) order. An entry is encoded as a
 * JSON array of all its columns, which is unambiguous. Null for no rows.
 */
export const digestOf = sql<Buffer | null>`
  sha256(string_agg(
    sha256(convert_to(jsonb_build_array(
      e.id, extract(epoch from e.at)::text, e.xid::text, e.staff_id, e.username, e.union_id, e.agent_id, e.ip, e.menu_key,
      e.operation, e.target, e.content, e.reason, e.before, e.after, e.request_id
    )::text, 'UTF8')), ''::bytea order by e.xid, e.id))`
