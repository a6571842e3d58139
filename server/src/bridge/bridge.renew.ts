// Re-encrypts clients' secrets with the current key at start, including those whose old key was in `kit.secret`.
import { createDecipheriv } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../kit/database/database.ts'
import { isSealed, type Seals } from '../kit/encryption/index.ts'
import { secretOwner } from './clients.ts'

const ivBytes = 12
const tagBytes = 16

/** Old format: iv, tag and text, with the key in the database. */
function openFormer(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
}

/** Re-encrypts secrets of older keys, and deletes the key that was in the database. */
export async function renewClientSecrets(tx: Transaction, seals: Seals): Promise<void> {
  const rows = await tx
    .selectFrom('bridge.client_secret')
    .select(['id', 'client_id', 'sealed'])
    .where(sql<boolean>`not starts_with(sealed, ${seals.prefix})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const former = await tx.selectFrom('kit.secret').select('value').where('name', '=', 'bridge').executeTakeFirst()
  const renewed = rows.map((row) => {
    const owner = secretOwner(row.client_id)
    if (isSealed(row.sealed)) return seals.seal(seals.open(row.sealed, owner), owner)
    if (!former) throw new Error(`the key of secret ${row.id} is missing`)
    return seals.seal(openFormer(former.value, Buffer.from(row.sealed, 'hex')), owner)
  })
  await sql`
    update bridge.client_secret s set sealed = n.sealed
      from unnest(${rows.map(({ id }) => id)}::int[], ${renewed}::text[]) n (id, sealed) where s.id = n.id`.execute(tx)
  await tx.deleteFrom('kit.secret').where('name', '=', 'bridge').execute()
}
