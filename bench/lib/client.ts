// A bridge client for a benchmark, inserted directly into the database without approval.
import { addClientSecret, newClientSecret } from '../../server/src/bridge/index.ts'
import { inTransaction, openDatabase } from '../../server/src/kit/database/database.ts'
import { openSeals } from '../../server/src/kit/encryption/index.ts'

/** @param keys the servers' key file. @returns the client's secret */
export async function makeClient(
  url: string,
  keys: string,
  client: { name: string; endpoint: string },
): Promise<string> {
  const database = openDatabase(url, { max: 2 })
  const seals = await openSeals(database, keys, [])
  const secret = newClientSecret()
  const at = new Date()
  const change = { created_by: 'bench', created_at: at, updated_by: 'bench', updated_at: at }
  await inTransaction(database, async (tx) => {
    const row = await tx
      .insertInto('bridge.client')
      .values({ ...client, ...change })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addClientSecret(tx, seals, { clientId: row.id, secret, by: 'bench', at })
  })
  await database.destroy()
  return secret
}
