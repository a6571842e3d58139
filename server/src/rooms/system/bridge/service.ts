// Changes the app's back ends, their secrets, and what is delivered to them: one transaction a verb.
import type { Parsed } from '@greenroom/contract/call'
import type {
  clientDelete,
  clientEnable,
  clientSave,
  clientSecretEnd,
  clientSecretRotate,
  clientUpdate,
  deliveryReplay,
} from '@greenroom/contract/clients'
import { addClientSecret, newClientSecret, sealingKey, wakeOutboxes } from '../../../bridge/index.ts'
import { batch, chosen, done, notDone } from '../../../kit/batch.ts'
import { wallNow } from '../../../kit/clock.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import { type Transaction, violates } from '../../../kit/database.ts'
import { because, Refusal, refuseBecause } from '../../../kit/refusal.ts'
import { staleWrite } from '../../../kit/stale.ts'
import { record, recordMany } from '../../../log/index.ts'
import * as queries from './queries.ts'
import { clientOf, deliveryOf, editable, whyNotAgain } from './rules.ts'

const target = (row: queries.ClientRow) => `client ${row.id}`
const hourMs = 3_600_000
const changeOf = (context: Context) => ({ updated_by: staffOf(context).username, updated_at: context.now })

async function lock(tx: Transaction, id: number): Promise<queries.ClientRow> {
  const row = await queries.lockClient(tx, id)
  if (!row) throw new Refusal(10032)
  return row
}

/** @throws Refusal 10027 when `work` would give a second client that name. */
async function withFreeName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violates(error, 'client_name')) throw refuseBecause(10027, 'name', 'client.name', { name })
    throw error
  }
}

/** A new client with its first secret, which is answered here and never again. */
export const saveClient = async (context: Context, payload: Parsed<typeof clientSave>) => {
  const key = await sealingKey(context.database)
  return withFreeName(payload.name, () =>
    context.tx(async (tx) => {
      const by = staffOf(context).username
      const made = await queries.insertClient(tx, {
        name: payload.name,
        endpoint: payload.endpoint ?? '',
        note: payload.note ?? '',
        created_by: by,
        created_at: context.now,
        ...changeOf(context),
      })
      const secret = newClientSecret()
      await addClientSecret(tx, key, { clientId: made.id, secret, by, at: context.now })
      const keys = await queries.secretsOf(tx, [made.id], wallNow())
      await record(tx, context, { target: target(made), content: made.name, before: null, after: clientOf(made, keys) })
      return { clientId: made.id, secret }
    }),
  )
}

/** Where an endpoint changes, what failed there is tried at the new one at once. @throws Refusal 10032, 10027, 20000 */
export const updateClient = (context: Context, payload: Parsed<typeof clientUpdate>) => {
  const sent = { name: payload.name, endpoint: payload.endpoint ?? '', note: payload.note ?? '' }
  return withFreeName(payload.name, () =>
    context.tx(async (tx) => {
      const before = await lock(tx, payload.clientId)
      if (before.version !== payload.version)
        throw staleWrite(
          { by: before.updated_by, at: before.updated_at, version: before.version },
          editable(before),
          sent,
        )
      const after = await queries.updateClient(tx, before.id, { ...sent, ...changeOf(context) })
      if (after.endpoint !== before.endpoint) await queries.tryAtOnce(tx, after.id, wallNow())
      await record(tx, context, {
        target: target(after),
        content: after.name,
        before: clientOf(before),
        after: clientOf(after),
      })
      return {}
    }),
  )
}

/** A disabled client is not listened to, and gets nothing; what waits for it waits on. @throws Refusal 10032, 20000 */
export const enableClient = (context: Context, payload: Parsed<typeof clientEnable>) =>
  context.tx(async (tx) => {
    const before = await lock(tx, payload.clientId)
    if (before.enabled === payload.enabled)
      throw refuseBecause(20000, 'enabled', payload.enabled ? 'enabled.already' : 'disabled.already')
    const after = await queries.updateClient(tx, before.id, { enabled: payload.enabled, ...changeOf(context) })
    if (after.enabled) await queries.tryAtOnce(tx, after.id, wallNow())
    await record(tx, context, {
      target: target(after),
      content: `${after.name} ${after.enabled ? 'enabled' : 'disabled'}`,
      before: clientOf(before),
      after: clientOf(after),
      reason: payload.reason,
    })
    return {}
  })

/** Its secrets end, and so does what waits for it. @throws Refusal 10032 */
export const deleteClient = (context: Context, payload: Parsed<typeof clientDelete>) =>
  context.tx(async (tx) => {
    const before = await lock(tx, payload.clientId)
    const keys = await queries.secretsOf(tx, [before.id], wallNow())
    const waiting = await queries.deleteClient(tx, before.id)
    await record(tx, context, {
      target: target(before),
      content: `${before.name}, ${waiting} waiting commands ended`,
      before: { ...clientOf(before, keys), waiting },
      after: null,
      reason: payload.reason,
    })
    return {}
  })

/** Two are valid at a time: the new one, and the one before for `keepHours`. @throws Refusal 10032 */
export const rotateSecret = async (context: Context, payload: Parsed<typeof clientSecretRotate>) => {
  const sealing = await sealingKey(context.database)
  return context.tx(async (tx) => {
    const client = await lock(tx, payload.clientId)
    const now = wallNow()
    const before = await queries.secretsOf(tx, [client.id], now)
    await queries.retireSecrets(tx, client.id, new Date(now.getTime() + payload.keepHours * hourMs), now)
    const secret = newClientSecret()
    const by = staffOf(context).username
    await addClientSecret(tx, sealing, { clientId: client.id, secret, by, at: context.now })
    await record(tx, context, {
      target: target(client),
      content: client.name,
      before: clientOf(client, before),
      after: clientOf(client, await queries.secretsOf(tx, [client.id], now)),
    })
    return { secret }
  })
}

/** Ends a secret at once, also the last: then nothing passes until a new one is made. @throws Refusal 10032, 20000 */
export const endSecret = (context: Context, payload: Parsed<typeof clientSecretEnd>) =>
  context.tx(async (tx) => {
    const secret = await queries.secretById(tx, payload.secretId)
    if (!secret) throw new Refusal(10032)
    const now = wallNow()
    if (secret.expires_at !== null && secret.expires_at <= now) throw refuseBecause(20000, 'secretId', 'secret.ended')
    const client = await lock(tx, secret.client_id)
    const before = await queries.secretsOf(tx, [client.id], now)
    await queries.deleteSecret(tx, secret.id)
    await record(tx, context, {
      target: target(client),
      content: `${client.name} ${secret.hint}`,
      before: clientOf(client, before),
      after: clientOf(
        client,
        before.filter(({ id }) => id !== secret.id),
      ),
      reason: payload.reason,
    })
    return {}
  })

const seqOf = (id: string): bigint | null => (/^[1-9]\d{0,17}$/.test(id) ? BigInt(id) : null)

/** Dead and delivered ones go again; others say why not on their own line (20000), an unknown id is 10032. */
export const replay = async (context: Context, payload: Parsed<typeof deliveryReplay>) => {
  const ids = chosen(payload.ids, 'ids')
  const seqs = ids.map(seqOf).filter((seq) => seq !== null)
  const result = await batch(context, async (tx) => {
    const found = seqs.length === 0 ? [] : await queries.lockDeliveries(tx, seqs)
    const going = found.filter((row) => whyNotAgain(row) === null)
    await queries.sendAgain(
      tx,
      going.map((row) => row.seq),
      wallNow(),
    )
    await recordMany(
      tx,
      context,
      going.map((row) => ({
        target: `delivery ${row.seq}`,
        content: `${row.type} ${row.subject} to ${row.client}`,
        before: deliveryOf(row),
        after: { ...deliveryOf(row), state: 'waiting', attempts: 0 },
        reason: payload.reason,
      })),
    )
    const rows = new Map(found.map((row) => [row.seq.toString(), row]))
    return ids.map((id) => {
      const row = rows.get(id)
      if (!row) return notDone(id, 10032)
      const why = whyNotAgain(row)
      return why === null ? done(id) : notDone(id, 20000, because(`delivery.${why}`))
    })
  })
  wakeOutboxes()
  return result
}
