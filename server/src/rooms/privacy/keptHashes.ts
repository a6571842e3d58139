// What stays of the erased as hashes with a key outside the database: it tells a device or a number that comes back, and nobody else's.
import { sql } from 'kysely'
import type { Reader } from '../../kit/database/database.ts'
import type { Seals } from '../../kit/encryption/index.ts'

export type Hashed = {
  kind: 'device' | 'number'
  /** A device's key (`promotion.device_key`), or a number as `55 11987650042`. */
  text: string
  benefit: boolean
  banned: boolean
  bannedUntil: Date | null
}

const textOf = ({ kind, text }: Pick<Hashed, 'kind' | 'text'>): string => `${kind} ${text}`

export const hashesOf = (seals: Seals, all: readonly Hashed[]): (Hashed & { hash: string })[] =>
  all.map((one) => ({ ...one, hash: seals.digest(textOf(one)) }))

/** What is kept of these devices and numbers, by `<kind> <text>`; bans that have ended are left out. */
export async function keptOf(
  reader: Reader,
  seals: Seals,
  asked: readonly Pick<Hashed, 'kind' | 'text'>[],
  now: Date,
): Promise<Map<string, Pick<Hashed, 'benefit' | 'banned' | 'bannedUntil'>>> {
  if (asked.length === 0) return new Map()
  const byHash = new Map(asked.flatMap((one) => seals.digests(textOf(one)).map((hash) => [hash, one] as const)))
  const { rows } = await sql<{ hash: string; benefit: boolean; banned: boolean; bannedUntil: Date | null }>`
    select hash, benefit, banned and (banned_until is null or banned_until > ${now}) as banned, banned_until as "bannedUntil"
      from privacy.kept_hash where hash = any(${[...byHash.keys()]}::text[])`.execute(reader)
  return new Map(
    rows.map(({ hash, ...kept }) => {
      const { kind, text } = byHash.get(hash)!
      return [`${kind} ${text}`, kept]
    }),
  )
}
