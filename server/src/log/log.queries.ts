// Reads entries for sealing and verifying, and writes blocks.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../kit/database/database.ts'
import type { NewSpan } from '../kit/database/newRows.ts'
import { type BlockHeader, digestOf, hashOfEntry, hashOfWord, isKnownFormat } from './log.chain.ts'

export const sealer = 'log.seal'

export const lastBlock = (reader: Reader) =>
  reader
    .selectFrom('log.block')
    .select(['number', 'xid_to', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The transaction number after the first `count` entries of the span; undefined if there are fewer. */
export async function numberAfter(reader: Reader, span: NewSpan, count: number): Promise<string | undefined> {
  const { rows } = await sql<{ xid: string }>`
    select xid::text as xid from log.entry
     where xid >= ${span.from}::xid8 and xid < ${span.to}::xid8 order by xid offset ${count} limit 1`.execute(reader)
  return rows[0]?.xid
}

/** Deletes the words of all entries about these subjects, as entries name them: `user 7`. @returns how many */
export async function eraseWords(tx: Transaction, subjects: readonly string[]): Promise<number> {
  const { rows } = await sql<{ erased: bigint }>`
    select log.erase_words(${subjects}::text[]) as erased`.execute(tx)
  return Number(rows[0]!.erased)
}

/** A span's number of entries, their digest, and the first transaction number. */
export async function digestOfSpan(reader: Reader, span: NewSpan) {
  const { rows } = await sql<{ rows: number; digest: Buffer | null }>`
    select count(*)::int as rows, ${digestOf} as digest
      from log.entry e where e.xid >= ${span.from}::xid8 and e.xid < ${span.to}::xid8`.execute(reader)
  return rows[0]!
}

export type Sealed = BlockHeader & { hash: Buffer; key: string; seal: Buffer }

export const insertBlock = (tx: Transaction, { from, to, sealedAt, ...block }: Sealed) =>
  tx
    .insertInto('log.block')
    .values({ ...block, xid_from: from, xid_to: to, sealed_at: sealedAt })
    .execute()

export type SealedBlock = Sealed & {
  found: number
  digest: Buffer | null
  /** Entries of a format that this version does not know. */
  unknown: number
  /** Personal words that differ from what was sealed, and those that were erased. */
  changed: number
  erased: number
  /** Entries that stand in a file: their hashes are here. */
  detached: number
}

/** The next blocks in order, each with its span's current content. */
export async function blocksAfter(reader: Reader, number: number, count: number): Promise<SealedBlock[]> {
  const { rows } = await sql<SealedBlock>`
    select b.number, b.xid_from::text as "from", b.xid_to::text as "to", b.rows, b.sealed_at as "sealedAt", b.previous,
           b.hash, b.key, b.seal, held.*
      from (select * from log.block where number > ${number} order by number limit ${count}) b
     cross join lateral (
           select count(*)::int as found, sha256(string_agg(x.hash, ''::bytea order by x.xid, x.id)) as digest,
                  count(*) filter (where x.is_unknown)::int as unknown, coalesce(sum(x.changed), 0)::int as changed,
                  coalesce(sum(x.erased), 0)::int as erased, count(*) filter (where x.is_detached)::int as detached
             from (select e.id, e.xid, ${hashOfEntry} as hash, not ${isKnownFormat} as is_unknown, words.changed,
                          (select count(*) from jsonb_object_keys(e.personal)) - words.kept as erased, false as is_detached
                     from log.entry e
                     -- Each entry's words by its id: the rows of a block are a small part of all.
                     left join lateral (
                          select count(*) as kept, count(*) filter (where e.personal ->> p.field is distinct from ${hashOfWord}) as changed
                            from (select * from log.personal where entry = e.id offset 0) p) words on e.personal is not null
                    where e.xid >= b.xid_from and e.xid < b.xid_to
                   union all
                   -- Of entries in a file, the hash that was kept; for a moment it stands beside its entry.
                   select d.id, d.xid, d.hash, false, 0, 0, true
                     from log.detached_entry d
                    where d.xid >= b.xid_from and d.xid < b.xid_to
                      and not exists (select from log.entry e where e.id = d.id)) x) held
     order by b.number`.execute(reader)
  return rows
}

/** SQL: the personal words of the entry `e` that are still there, by field; null for an entry without. */
export const wordsOf = sql<unknown>`
  case when e.personal is not null
    then (select jsonb_object_agg(p.field, p.value) from log.personal p where p.entry = e.id) end`

/** Sealing status in one query: the reader's position, the last block, and the number of unsealed entries. */
export async function sealingStatus(reader: Reader) {
  const { rows } = await sql<{ boundary: string; last: number; unsealed: number }>`
    select coalesce((select boundary from kit.reader where name = ${sealer}), '0'::xid8)::text as boundary,
           coalesce(max(b.number), 0) as last,
           (select count(*)::int from log.entry e
             where e.xid >= coalesce((select max(xid_to) from log.block), '0'::xid8)) as unsealed
      from log.block b`.execute(reader)
  return rows[0]!
}

/** A block's hash in hexadecimal, or undefined if there is no such block. */
export async function hashOfBlock(reader: Reader, number: number): Promise<string | undefined> {
  const row = await reader.selectFrom('log.block').select('hash').where('number', '=', number).executeTakeFirst()
  return row?.hash.toString('hex')
}
