// Addresses of payers, and the spares from which they are assigned.
import { sql } from 'kysely'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Chain } from '../chain.payer.ts'
import { chains } from '../chain.settings.ts'

export type Owner = { kind: 'agent' | 'user'; id: number }

export const keyInUse = (reader: Reader, chain: Chain) =>
  reader
    .selectFrom('chain.key')
    .selectAll()
    .where('chain', '=', chain)
    .where('retired_at', 'is', null)
    .executeTakeFirst()

/** Chains with a key in use. */
export async function chainsWithKey(reader: Reader): Promise<Chain[]> {
  const rows = await reader.selectFrom('chain.key').select('chain').where('retired_at', 'is', null).execute()
  return chains.filter((chain) => rows.some((row) => row.chain === chain))
}

/** The payer's current address. */
export async function addressOf(reader: Reader, { kind, id }: Owner, chain: Chain): Promise<string | null> {
  const row = await reader
    .selectFrom('chain.address')
    .select('address')
    .where('chain', '=', chain)
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', BigInt(id))
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return row?.address ?? null
}

/** Serialises a payer's requests: two concurrent ones get one address. */
export const holdOwner = (tx: Transaction, { kind, id }: Owner, chain: Chain) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`address ${chain} ${kind}:${id}`}, 0))`.execute(tx)

/** Assigns the oldest spare permanently. @returns null if there is none */
export async function giveSpare(tx: Transaction, { kind, id }: Owner, chain: Chain, now: Date): Promise<string | null> {
  const { rows } = await sql<{ address: string }>`
    update chain.address set owner_kind = ${kind}, owner_id = ${id}, given_at = ${now}
     where chain = ${chain} and address = (
       select address from chain.address
        where chain = ${chain} and owner_kind is null and retired_at is null
        order by key_id, index limit 1 for update skip locked)
    returning address`.execute(tx)
  return rows[0]?.address ?? null
}

export async function countSpares(reader: Reader, chain: Chain): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chain.address
     where chain = ${chain} and owner_kind is null and retired_at is null`.execute(reader)
  return rows[0]!.count
}

/** Reserves the next indices of the key in use. @returns false if they are no longer the next */
export async function takeIndices(tx: Transaction, keyId: number, first: number, count: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update chain.key set next_index = ${first + count}
     where id = ${keyId} and next_index = ${first} and retired_at is null`.execute(tx)
  return numAffectedRows === 1n
}

export const addSpares = (
  tx: Transaction,
  chain: Chain,
  keyId: number,
  spares: readonly { index: number; address: string; used: boolean }[],
  now: Date,
) =>
  tx
    .insertInto('chain.address')
    .values(
      spares.map(({ index, address, used }) => ({
        chain,
        key_id: keyId,
        index,
        address,
        retired_at: used ? now : null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Activates another key; addresses of the previous one are retired. */
export async function useKey(
  tx: Transaction,
  chain: Chain,
  key: { fingerprint: string; by: string },
  now: Date,
): Promise<void> {
  await sql`
    update chain.address set retired_at = ${now} where chain = ${chain} and retired_at is null`.execute(tx)
  await sql`
    update chain.key set retired_at = ${now} where chain = ${chain} and retired_at is null`.execute(tx)
  // A key that was used before continues at its last index.
  await tx
    .insertInto('chain.key')
    .values({ chain, fingerprint: key.fingerprint, confirmed_at: now, confirmed_by: key.by })
    .onConflict((conflict) =>
      conflict
        .columns(['chain', 'fingerprint'])
        .doUpdateSet({ retired_at: null, confirmed_at: now, confirmed_by: key.by }),
    )
    .execute()
}

/** Retires keys with the addresses they derived. */
export async function retireKeys(tx: Transaction, fingerprints: readonly string[], now: Date): Promise<void> {
  await sql`
    update chain.address a set retired_at = ${now} from chain.key k
     where k.id = a.key_id and k.fingerprint = ${anyOf(fingerprints)} and a.retired_at is null`.execute(tx)
  await sql`
    update chain.key set retired_at = ${now} where fingerprint = ${anyOf(fingerprints)} and retired_at is null`.execute(
    tx,
  )
}

/** After a restore, addresses assigned since the backup are unknown: their indices are skipped, and no spare is trusted. */
export async function skipIndices(tx: Transaction, count: number, now: Date): Promise<void> {
  await sql`update chain.key set next_index = next_index + ${count}`.execute(tx)
  await sql`
    update chain.address set retired_at = ${now} where owner_kind is null and retired_at is null`.execute(tx)
}
