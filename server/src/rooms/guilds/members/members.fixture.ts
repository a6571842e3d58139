// A guild with its leader, and a woman who is about to join.
import { memberInvite } from '@greenroom/contract/guildMembers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aGuild, anAnchorToBe } from '../../../../test/world/guilds.ts'
import { dissolveEffects } from '../../../app/app.effects.ts'
import { anApp } from '../../users/people.fixture.ts'
import { guildsRounds } from '../index.ts'

export let product: TestProduct
export let admin: Client
export let app: BridgeConnection
export let world: { product: TestProduct; admin: Client }
export let guildId: number
export let leader: Client
export let woman: number
export const reason = 'never broadcasts'
export const dayMs = 86_400_000

export async function round(name: string): Promise<void> {
  const shared = {
    database: product.database,
    clock: product.clock,
    params: product.params,
    effects: dissolveEffects(product.params),
  }
  await guildsRounds(shared)
    .find((one) => one.name === name)!
    .run(() => true)
}
export const rows = (userId = woman) =>
  product.database.selectFrom('guilds.member').selectAll().where('user_id', '=', BigInt(userId)).orderBy('id').execute()
export const idOf = async (userId = woman) => (await rows(userId)).at(-1)!.id
export const set = (userId: number, values: Record<string, unknown>) =>
  product.database.updateTable('users.app_user').set(values).where('id', '=', BigInt(userId)).execute()
export const invite = (client: Client, ids: (number | string)[]) =>
  client.call(memberInvite, { ids: ids.map(String) }).then(({ outcomes }) => outcomes)
export const answer = (accepted: boolean, guild = guildId, userId = woman) =>
  ({ type: 'guild.inviteAnswered', data: { guildId: guild, userId, accepted } }) as const
export const leave = (guild = guildId, userId = woman) =>
  ({ type: 'guild.leaveRequested', data: { guildId: guild, userId, reason: 'moving' } }) as const
export const logged = (userId = woman) =>
  product.database.selectFrom('log.readable').selectAll().where('target', '=', `user ${userId}`).orderBy('id').execute()
export const weekEnd = async () =>
  (
    await sql<{ ends_at: Date }>`select ends_at from guilds.week order by starts_at desc limit 1`.execute(
      product.database,
    )
  ).rows[0]!.ends_at
export async function join(userId = woman, client = leader, guild = guildId): Promise<number> {
  expect(await invite(client, [userId])).toMatchObject([{ ok: true }])
  await app.accepted(answer(true, guild, userId))
  return idOf(userId)
}
/** As if their week had ended. */
export const weekOver = (userId = woman) =>
  sql`update guilds.member set ends_at = ends_at - interval '14 days', since = since - interval '30 days'
       where user_id = ${userId} and ends_at is not null`.execute(product.database)
export const codesOf = (outcomes: { errorCode?: number | undefined }[]) => outcomes.map((one) => one.errorCode)

export function startGuild(): void {
  beforeAll(async () => {
    product = await startProduct()
    admin = await product.administrator()
    world = { product, admin }
    app = await connect(product)
    await anApp(product)
    await round('guild-weeks')
  })
  afterAll(() => product.close())
  beforeEach(async () => {
    guildId = await aGuild(world)
    leader = (await person(product, { permissions: everyMenu(3), unionId: guildId })).client
    woman = await anAnchorToBe(world)
  })
}
