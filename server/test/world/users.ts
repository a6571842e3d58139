// App users and what they post.
import { holdSave } from '@greenroom/contract/privacy'
import * as users from '@greenroom/contract/users'
import { newId } from '../../src/kit/random.ts'
import { aDeviceId, appUser, giveTokens } from '../../src/rooms/users/people.fixture.ts'
import { aNumber, reason, unique, type World } from './base.ts'

/** An app user with a phone and some tokens. */
export async function anAppUser({ product }: World): Promise<number> {
  const id = await appUser(product, { phone: aNumber() })
  await giveTokens(product, id, { promo: 50, paid: 50, costMicros: 500_000 })
  return id
}

/** A post. */
export async function aDynamic({ product }: World): Promise<string> {
  const id = unique('post-')
  await product.database
    .insertInto('community.dynamic')
    .values({ id, user_id: BigInt(await appUser(product)), text: 'Words', posted_at: product.clock.now() })
    .execute()
  return id
}

export async function aComment(world: World): Promise<string> {
  const id = unique('comment-')
  const at = world.product.clock.now()
  await world.product.database
    .insertInto('community.comment')
    .values({
      id,
      dynamic_id: await aDynamic(world),
      user_id: BigInt(await appUser(world.product)),
      text: 'Words',
      posted_at: at,
    })
    .execute()
  return id
}

export async function aTopic({ product }: World): Promise<string> {
  const name = unique('#topic')
  const at = product.clock.now()
  await product.database
    .insertInto('community.topic')
    .values({ name, first_posted_at: at, last_posted_at: at })
    .execute()
  return name
}

export async function aBannedUser(world: World): Promise<number> {
  const id = await anAppUser(world)
  await world.admin.call(users.userBan, { ids: [id], kind: 'id', hours: 0, reason })
  return id
}

/** A device used by some user. */
export async function aDevice({ product }: World): Promise<string> {
  const device = aDeviceId()
  await appUser(product, { devices: [device] })
  return device
}

export async function aBannedDevice(world: World): Promise<string> {
  const device = await aDevice(world)
  await world.admin.call(users.deviceBan, { ids: [device], hours: 0, reason })
  return device
}

export const aNote = async (world: World) =>
  (await world.admin.call(users.userNoteSave, { userId: await anAppUser(world), text: 'A note' })).noteId

/** A deletion that waits. */
export async function aDeletion(world: World): Promise<string> {
  const { database, clock } = world.product
  const [id, at] = [newId(clock.now()), clock.now()]
  await database
    .insertInto('privacy.deletion')
    .values({ id, user_id: BigInt(await anAppUser(world)), asked_at: at, due_at: new Date(at.getTime() + 86_400_000) })
    .execute()
  return id
}

/** A legal hold in force. */
export const aHold = async (world: World): Promise<string> =>
  (await world.admin.call(holdSave, { userId: await anAppUser(world), reason })).holdId

/** A grant that can be reversed. */
export async function aGrant(world: World): Promise<string> {
  const ids = [await anAppUser(world)]
  const { operationId } = await world.admin.call(users.userGrant, { ids, tokens: 10, kind: 'reward', reason })
  return operationId!
}
