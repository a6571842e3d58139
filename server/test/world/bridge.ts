// Clients of the bridge and their commands.
import * as access from '@greenroom/contract/access'
import { addedClient } from '../bridge.ts'
import { anId, made, next, reason, unique, type World } from './base.ts'

/** An app client whose endpoint does not answer. */
export const aBridgeClient = async ({ product }: World): Promise<number> =>
  (await addedClient(product, { name: unique('App '), endpoint: 'https://app.example.com/greenroom' })).clientId

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
