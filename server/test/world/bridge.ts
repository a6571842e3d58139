// Clients of the bridge and their commands.
import * as access from '@greenroom/contract/access'
import { frontErrorList, frontErrorReport } from '@greenroom/contract/systemErrors'
import { heldOwner } from '../../src/bridge/index.ts'
import { newId } from '../../src/kit/random.ts'
import { addedClient } from '../bridge.ts'
import { anId, made, next, reason, unique, type World } from './base.ts'

/** An app client whose endpoint does not answer. */
export const aBridgeClient = async ({ product }: World): Promise<number> =>
  (await addedClient(product, { name: unique('App '), endpoint: 'https://app.example.com/greenroom' })).clientId

/** A client that brings the history of an old console. */
export async function aHistoryClient(world: World): Promise<number> {
  const { clientId } = await addedClient(world.product, { name: unique('Old '), endpoint: '' })
  await world.product.database
    .updateTable('bridge.client')
    .set({ history: true, history_days: 92 })
    .where('id', '=', clientId)
    .execute()
  return clientId
}

/** A client whose new secret the administrator may fetch. */
export async function aSecretToFetch(world: World): Promise<number> {
  const clientId = await aBridgeClient(world)
  const { user } = await world.admin.call(access.userInfo, {})
  const { id } = await world.product.database
    .updateTable('bridge.client_secret')
    .set({ reveal_to: user.userId })
    .where('client_id', '=', clientId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A dead command of a client, after three days of tries. */
export async function aDeadLetter(world: World) {
  const { database, clock } = world.product
  const clientId = await aBridgeClient(world)
  const commandId = anId()
  const at = clock.now()
  const subject = { type: 'user.unbanned', subject: `user:${next()}`, stream: 'sanctions' }
  const data = JSON.stringify({ userId: made, reason })
  await database
    .insertInto('bridge.command')
    .values({ id: commandId, ...subject, data, at })
    .execute()
  const { seq } = await database
    .insertInto('bridge.delivery')
    .values({
      client_id: clientId,
      command_id: commandId,
      ...subject,
      state: 'dead',
      attempts: 40,
      next_at: at,
      first_at: new Date(at.getTime() - 3 * 86_400_000),
      last_status: 503,
      last_error: 'answered 503',
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return { clientId, commandId, deliveryId: seq.toString(), ...subject }
}

/** Deliveries off, as in a restored copy. */
export const aPause = async ({ product }: World): Promise<void> => {
  await product.database
    .insertInto('bridge.pause')
    .values({ since: product.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** An event that failed five times and is held: a visit, which any version takes. */
export async function aHeldEvent(
  world: World,
  { daysAgo = 0, clientId, type = 'user.offline' }: { daysAgo?: number; clientId?: number; type?: string } = {},
): Promise<string> {
  const { database, clock, seals } = world.product
  const at = new Date(clock.now().getTime() - daysAgo * 86_400_000)
  const id = newId(at)
  const line = { id, type, at: at.toISOString(), data: { userId: next(), seconds: 1 } }
  await database
    .insertInto('bridge.held_event')
    .values({
      id,
      client_id: clientId ?? (await aBridgeClient(world)),
      type: line.type,
      happened_at: at,
      state: 'held',
      tries: 5,
      first_failed_at: at,
      last_failed_at: at,
      reason: '42P01: relation "promotion.dirty_day" does not exist',
      sealed: seals.seal(JSON.stringify(line), heldOwner(id)),
    })
    .execute()
  return id
}

/** An error that a page of the front end reported. */
export async function aPageError({ product, admin }: World): Promise<number> {
  const message = unique('Failed ')
  const report = { release: 'index-test', screen: '/sys/bridge', kind: 'crash' as const, message, stack: 'at Part' }
  await product.as('').call(frontErrorReport, report)
  const { records } = await admin.call(frontErrorList, { size: 1 })
  return records[0]!.id
}
