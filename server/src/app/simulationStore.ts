// The simulated live app's state in the database: its size, whether its history is loaded, and its bridge client.
import { sql } from 'kysely'
import { addClientSecret } from '../bridge/index.ts'
import { wallNow } from '../kit/clock.ts'
import { type Database, inTransaction } from '../kit/database/database.ts'
import type { Seals } from '../kit/encryption/index.ts'
import { sharedSecret } from '../kit/encryption/sharedSecret.ts'

export type SimulationSize = 'village' | 'town' | 'city'
export type KeptSimulation = { size: SimulationSize; filled_at: Date | null; client_id: number | null }

const clientName = 'Simulated app'
const by = 'system'
/** How old events may be: those of any client, and those of a first history. */
const eventDays = 30
const historyDays = 92

export async function keptSimulation(database: Database): Promise<KeptSimulation | null> {
  const row = await database.selectFrom('kit.simulation').select(['size', 'filled_at', 'client_id']).executeTakeFirst()
  return (row as KeptSimulation | undefined) ?? null
}

/** True while there is no app user. */
export async function hasNoPeople(database: Database): Promise<boolean> {
  return (await database.selectFrom('users.app_user').select('id').limit(1).executeTakeFirst()) === undefined
}

/** True while the history is being sent; undefined without a simulated app. */
async function isSending(database: Database): Promise<boolean | undefined> {
  const kept = await database
    .selectFrom('kit.simulation as s')
    .leftJoin('bridge.client as c', 'c.id', 's.client_id')
    .select(['s.filled_at', 'c.enabled'])
    .executeTakeFirst()
  // One that was switched off halfway is never filled.
  return kept && kept.filled_at === null && kept.enabled !== false
}

/** True while the history is being sent. */
export const isFilling = async (database: Database): Promise<boolean> => (await isSending(database)) ?? false

/** True while the history is being sent, or may still be (no user is known yet). Jobs that settle ended weeks wait for it. */
export const mayBeFilling = async (database: Database): Promise<boolean> =>
  (await isSending(database)) ?? (await hasNoPeople(database))

/** Stores the world's size; a different size needs its history loaded again. */
export async function keepSimulation(database: Database, size: SimulationSize): Promise<void> {
  await database
    .insertInto('kit.simulation')
    .values({ size })
    .onConflict((conflict) =>
      conflict.column('one').doUpdateSet({
        size,
        filled_at: sql<Date | null>`case when kit.simulation.size = ${size} then kit.simulation.filled_at end`,
      }),
    )
    .execute()
}

/** Its history is complete: from now on its client has the same limits as others. */
export const markFilled = (database: Database): Promise<void> =>
  inTransaction(database, async (tx) => {
    const { client_id: id } = await tx
      .updateTable('kit.simulation')
      .set({ filled_at: wallNow() })
      .returning('client_id')
      .executeTakeFirstOrThrow()
    if (id !== null)
      await tx.updateTable('bridge.client').set({ history_days: eventDays }).where('id', '=', id).execute()
  })

/**
 * The simulated app's bridge client, created or enabled, without an endpoint until it listens.
 *
 * @returns its id and its secret, which is derived from an installation key.
 */
export async function enableClient(
  database: Database,
  seals: Seals,
  now: Date,
  history: 'filling' | 'filled',
): Promise<{ clientId: number; secret: string }> {
  const secret = `whsec_${(await sharedSecret(database, 'simulation')).toString('base64')}`
  return inTransaction(database, async (tx) => {
    const history_days = history === 'filling' ? historyDays : eventDays
    const changed = { enabled: true, history_days, updated_by: by, updated_at: now }
    const made = await tx
      .insertInto('bridge.client')
      .values({ name: clientName, note: 'Runs beside this server', created_by: by, created_at: now, ...changed })
      .onConflict((conflict) => conflict.expression(sql`kit.name_key(name)`).doUpdateSet(changed))
      .returning('id')
      .executeTakeFirstOrThrow()
    // Its derived secret is valid, regardless of the client's other secrets.
    await tx.deleteFrom('bridge.client_secret').where('client_id', '=', made.id).execute()
    await addClientSecret(tx, seals, { clientId: made.id, secret, by, at: wallNow() })
    await tx.updateTable('kit.simulation').set({ client_id: made.id }).execute()
    return { clientId: made.id, secret }
  })
}

/** Sets the endpoint of commands; empty for none. Pending commands are tried at once. */
export async function setEndpoint(database: Database, clientId: number, endpoint: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    await tx.updateTable('bridge.client').set({ endpoint }).where('id', '=', clientId).execute()
    await tx
      .updateTable('bridge.delivery')
      .set({ next_at: wallNow() })
      .where('client_id', '=', clientId)
      .where('state', '=', 'waiting')
      .execute()
  })
}

/** Disables the client: nothing is accepted from it or sent to it. */
export async function disableClient(database: Database, clientId: number): Promise<void> {
  await database.updateTable('bridge.client').set({ enabled: false }).where('id', '=', clientId).execute()
}
