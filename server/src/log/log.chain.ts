// How a log block is hashed. The verifier must depend on nothing but the rows, so this is code and not in the database,
// where an attacker who changes rows could change it too.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Prover, Seals } from '../kit/encryption/index.ts'

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

/** SHA-256, which needs no key, over the previous block's hash, the block's number, bounds, count and time, and its rows' digest. */
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

/** What the key of a seal is derived for. */
const purpose = 'log'

/** The hash under the installation's key: anyone who has only the database can't make one. */
export const sealOf = (seals: Seals, hash: Buffer): { key: string; seal: Buffer } => {
  const { key, mac } = seals.sign(purpose, hash)
  return { key, seal: mac }
}

/** Whether the seal is of this hash; undefined if its key is not at hand. */
export const isSealOf = (keys: Prover, { key, hash, seal }: { key: string; hash: Buffer; seal: Buffer }) =>
  keys.isSigned(purpose, { key, text: hash, mac: seal })

/** SQL: whether this version knows how the entry `e` is hashed. */
export const isKnownFormat = sql<boolean>`e.format = 1`

/**
 * SQL: the hash of an entry `e`. One of format 1 is encoded as a JSON array of all its columns, which is unambiguous; its personal words are
 * not among them, but their hashes are.
 */
export const hashOfEntry = sql<Buffer>`
  sha256(convert_to(jsonb_build_array(
    e.format, e.id, extract(epoch from e.at)::text, e.xid::text, e.staff_id, e.username, e.union_id, e.agent_id, e.ip, e.menu_key,
    e.operation, e.target, e.content, e.reason, e.before, e.after, e.request_id, e.personal
  )::text, 'UTF8'))`

/** SQL: the digest of a set of entries `e`, the SHA-256 of their hashes in (xid, id) order. Null for no rows. */
export const digestOf = sql<Buffer | null>`
  sha256(string_agg(${hashOfEntry}, ''::bytea order by e.xid, e.id))`

/** SQL: the hash of a word `p`, as `log/personal.ts` makes it. */
export const hashOfWord = sql<string>`
  encode(sha256(p.salt || convert_to(p.subject, 'UTF8') || '\\x00'::bytea || convert_to(p.value, 'UTF8')), 'hex')`
