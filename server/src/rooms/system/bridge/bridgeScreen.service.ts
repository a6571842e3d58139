// Changes clients, their secrets and deliveries: one transaction per call.
import type { Parsed } from '@greenroom/contract/call'
import type {
  clientDelete,
  clientEnable,
  clientHistoryClose,
  clientSave,
  clientSecretEnd,
  clientSecretReveal,
  clientSecretRotate,
  clientTest,
  clientUpdate,
  deliveryReplay,
} from '@greenroom/contract/clients'
import { nameKey } from '@greenroom/contract/names'
import {
  clientAdded,
  clientChanged,
  clientDeleted,
  clientTested,
  commandSentAgain,
  endpointChanged,
  historyAdded,
  historyClosed,
  secretEnded,
  secretFetched,
  secretRotated,
} from '@greenroom/contract/sentences/bridge'
import { type Approvals, ifItWaits } from '../../../access/index.ts'
import { secretOwner, send, wakeOutboxes } from '../../../bridge/index.ts'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { staleWrite } from '../../../kit/calls/stale.ts'
import { wallNow } from '../../../kit/clock.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import type { Space } from '../../../kit/database/space.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { record, recordMany } from '../../../log/index.ts'
import { kinds, subjectOf, target, writeFields } from './bridgeScreen.change.ts'
import * as queries from './bridgeScreen.queries.ts'
import { clientOf, deliveryOf, editable, whyNotAgain } from './bridgeScreen.rules.ts'

export type Services = { approvals: Approvals; seals: Seals; space: Pick<Space, 'lacking'> }

const changeOf = (context: Context) => ({ updated_by: staffOf(context).username, updated_at: context.now })

async function lock(tx: Transaction, id: number): Promise<queries.ClientRow> {
  const row = await queries.lockClient(tx, id)
  if (!row) throw new Refusal(10032)
  return row
}

/** Requests a new client, which needs a second member of staff. @throws Refusal 10027, 20000 one with this name is pending */
export const saveClient = ({ approvals }: Services, context: Context, payload: Parsed<typeof clientSave>) =>
  context.tx(async (tx) => {
    const { historyDays } = payload
    const history = historyDays === undefined ? {} : { historyDays }
    const sent = { name: payload.name, endpoint: payload.endpoint ?? '', note: payload.note ?? '', ...history }
    if (historyDays !== undefined && sent.endpoint !== '') throw refuseBecause(20000, 'endpoint', 'client.history')
    if (await queries.clientNamed(tx, sent.name)) throw refuseBecause(10027, 'name', 'client.name', { name: sent.name })
    return approvals.askOrAct(
      tx,
      context,
      {
        kind: kinds.save,
        subject: nameKey(sent.name),
        payload: sent,
        before: null,
        after: sent,
        reason: '',
        title:
          historyDays === undefined
            ? clientAdded('request', sent)
            : historyAdded('request', { name: sent.name, days: historyDays }),
      },
      // What has been must not be written by one account alone.
      historyDays === undefined ? undefined : 'needs two',
    )
  })

/**
 * Changes name and note at once; a change of the endpoint waits, with the other fields, for a second member of staff.
 *
 * @throws Refusal 10032, 10027, 20000 stale, or a change is pending
 */
export const updateClient = ({ approvals }: Services, context: Context, payload: Parsed<typeof clientUpdate>) => {
  const sent = { name: payload.name, endpoint: payload.endpoint ?? '', note: payload.note ?? '' }
  return context.tx(async (tx) => {
    const before = await lock(tx, payload.clientId)
    if (before.version !== payload.version)
      throw staleWrite(
        { by: before.updated_by, at: before.updated_at, version: before.version },
        editable(before),
        sent,
      )
    if (before.history && sent.endpoint !== '') throw refuseBecause(20000, 'endpoint', 'client.history')
    if (sent.endpoint === before.endpoint) {
      await writeFields(tx, context, before, { ...sent, by: staffOf(context).username, reason: '' })
      return { applied: true }
    }
    const named = await queries.clientNamed(tx, sent.name)
    if (named && named.id !== before.id) throw refuseBecause(10027, 'name', 'client.name', { name: sent.name })
    const asked = await approvals.askOrAct(tx, context, {
      kind: kinds.update,
      subject: subjectOf(before.id),
      payload: { clientId: before.id, version: before.version, ...sent },
      before: editable(before),
      after: sent,
      reason: '',
      title: endpointChanged('request', { name: before.name, from: before.endpoint, to: sent.endpoint }),
    })
    return { applied: asked.applied, ...ifItWaits(asked) }
  })
}

/** Enables or disables a client. A disabled one can neither send nor receive; its deliveries stay pending. @throws Refusal 10032, 20000 */
export const enableClient = (context: Context, payload: Parsed<typeof clientEnable>) =>
  context.tx(async (tx) => {
    const before = await lock(tx, payload.clientId)
    if (before.enabled === payload.enabled)
      throw refuseBecause(20000, 'enabled', payload.enabled ? 'enabled.already' : 'disabled.already')
    if (before.history_closed_at !== null) throw refuseBecause(20000, 'clientId', 'client.historyClosed')
    const after = await queries.updateClient(tx, before.id, { enabled: payload.enabled, ...changeOf(context) })
    if (after.enabled) await queries.tryAtOnce(tx, after.id, wallNow())
    await record(tx, context, {
      target: target(after),
      content: clientChanged(after.name, after.enabled ? 'enabled' : 'disabled'),
      before: clientOf(before),
      after: clientOf(after),
      reason: payload.reason,
    })
    return {}
  })

/** Closes a history for ever: its client sends nothing any more. @throws Refusal 10032, 20000 for any other client, or one that is closed */
export const closeHistory = (context: Context, payload: Parsed<typeof clientHistoryClose>) =>
  context.tx(async (tx) => {
    const before = await lock(tx, payload.clientId)
    if (!before.history || before.history_closed_at !== null)
      throw refuseBecause(20000, 'clientId', 'client.historyClosed')
    const closed = { enabled: false, history_closed_at: context.now, ...changeOf(context) }
    const after = await queries.updateClient(tx, before.id, closed)
    await record(tx, context, {
      target: target(after),
      content: historyClosed(after.name),
      before: clientOf(before),
      after: clientOf(after),
      reason: payload.reason,
    })
    return {}
  })

/**
 * Sends the client a command that changes nothing. What came back stands with its deliveries.
 *
 * @throws Refusal 10032, 20000 disabled or without an endpoint
 */
export const testClient = (context: Context, payload: Parsed<typeof clientTest>) =>
  context.tx(async (tx) => {
    const client = await lock(tx, payload.clientId)
    if (!client.enabled || client.endpoint === '') throw refuseBecause(20000, 'clientId', 'delivery.clientClosed')
    const data = { clientId: client.id, by: staffOf(context).username }
    await send(tx, context.now, [{ type: 'connection.tested', subject: `client:${client.id}`, data }], client.id)
    await record(tx, context, {
      target: target(client),
      content: clientTested({ name: client.name, endpoint: client.endpoint }),
      before: null,
      after: clientOf(client),
    })
    return {}
  })

/** Deletes a client with its secrets and pending deliveries. @throws Refusal 10032 */
export const deleteClient = (context: Context, payload: Parsed<typeof clientDelete>) =>
  context.tx(async (tx) => {
    const before = await lock(tx, payload.clientId)
    const keys = await queries.secretsOf(tx, [before.id], wallNow())
    const waiting = await queries.deleteClient(tx, before.id)
    await record(tx, context, {
      target: target(before),
      content: clientDeleted({ name: before.name, waiting }),
      before: { ...clientOf(before, keys), waiting },
      after: null,
      reason: payload.reason,
    })
    return {}
  })

/** Requests a new secret, which needs a second member of staff. @throws Refusal 10032, 20000 one is pending already */
export const rotateSecret = ({ approvals }: Services, context: Context, payload: Parsed<typeof clientSecretRotate>) =>
  context.tx(async (tx) => {
    const client = await lock(tx, payload.clientId)
    const keys = await queries.secretsOf(tx, [client.id], wallNow())
    return approvals.askOrAct(tx, context, {
      kind: kinds.rotate,
      subject: subjectOf(client.id),
      payload: { clientId: client.id, keepHours: payload.keepHours },
      before: clientOf(client, keys),
      after: { keepHours: payload.keepHours },
      reason: '',
      title: secretRotated('request', { name: client.name, hours: payload.keepHours }),
    })
  })

/**
 * Returns a new secret to its maker, once; until then it is stored encrypted.
 *
 * @throws Refusal 10032, 10026 for anyone but the maker, 20000 if it was fetched or has ended
 */
export const revealSecret = ({ seals }: Services, context: Context, payload: Parsed<typeof clientSecretReveal>) =>
  context.tx(async (tx) => {
    const secret = await queries.lockSealed(tx, payload.secretId)
    if (!secret) throw new Refusal(10032)
    if (secret.reveal_to === null) throw refuseBecause(20000, 'secretId', 'secret.fetched')
    if (secret.reveal_to !== staffOf(context).id)
      throw refuseBecause(10026, 'secretId', 'secret.notYours', { by: secret.created_by })
    if (secret.expires_at !== null && secret.expires_at <= wallNow())
      throw refuseBecause(20000, 'secretId', 'secret.ended')
    await queries.markRevealed(tx, secret.id)
    await record(tx, context, {
      target: `client ${secret.client_id}`,
      content: secretFetched({ name: secret.client, hint: secret.hint }),
      before: { secretId: secret.id, hint: secret.hint, fetched: false },
      after: { secretId: secret.id, hint: secret.hint, fetched: true },
    })
    return { secret: seals.open(secret.sealed, secretOwner(secret.client_id)) }
  })

/** Ends a secret at once, even the last one: then all requests are refused until there is a new one. @throws Refusal 10032, 20000 */
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
      content: secretEnded({ name: client.name, hint: secret.hint }),
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

/** Replays dead and delivered commands; others are refused with a reason (20000), unknown ids with 10032. */
export const replay = async (context: Context, payload: Parsed<typeof deliveryReplay>) => {
  const ids = chosen(payload.ids, 'ids')
  const seqs = ids.map(seqOf).filter((seq) => seq !== null)
  const result = await batch(context, async (tx) => {
    const found = seqs.length === 0 ? [] : await queries.lockDeliveries(tx, seqs)
    const replayable = found.filter((row) => whyNotAgain(row) === null)
    await queries.sendAgain(
      tx,
      replayable.map((row) => row.seq),
      wallNow(),
    )
    await recordMany(
      tx,
      context,
      replayable.map((row) => ({
        target: `delivery ${row.seq}`,
        content: commandSentAgain({ type: row.type, number: String(row.seq), client: row.client }),
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
