// Broadcasts, calls and broadcast bans.
import * as live from '@greenroom/contract/live'
import { appUser } from '../../src/rooms/users/people.fixture.ts'
import { reason, unique, type World } from './base.ts'
import { anAppUser } from './users.ts'

/** A user who is live. */
export async function aBroadcaster(world: World): Promise<number> {
  const { database } = world.product
  const { user_id, started_at } = await database
    .selectFrom('live.session')
    .select(['user_id', 'started_at'])
    .where('id', '=', await aBroadcast(world))
    .executeTakeFirstOrThrow()
  await database
    .insertInto('live.broadcaster')
    .values({ user_id: user_id!, sessions: 1, last_started_at: started_at })
    .execute()
  return Number(user_id)
}

/** A running call. */
export async function aCall(world: World): Promise<string> {
  const [caller, callee] = [await anAppUser(world), await anAppUser(world)]
  const at = world.product.clock.now()
  const id = unique('call')
  await world.product.database
    .insertInto('live.call')
    .values({
      id,
      caller_id: BigInt(caller),
      callee_id: BigInt(callee),
      kind: 'video',
      requested_at: at,
      answered_at: at,
      heard_at: at,
    })
    .execute()
  return id
}

/** A broadcast ban in force. */
export async function aForbid(world: World): Promise<string> {
  const userId = await anAppUser(world)
  await world.admin.call(live.liveForbid, { ids: [userId], hours: 24, reason })
  return (await world.admin.call(live.liveForbiddenList, { userId })).records[0]!.forbidId
}

/** A running broadcast. */
export async function aBroadcast({ product }: World): Promise<string> {
  const id = unique('live-')
  const at = product.clock.now()
  await product.database
    .insertInto('live.session')
    .values({
      id,
      user_id: BigInt(await appUser(product)),
      title: 'Hello',
      started_at: at,
      last_seen_at: at,
      heard_at: at,
    })
    .execute()
  return id
}
