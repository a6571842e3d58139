// Guilds and members for tests of this area, inserted directly into the database.
import type { TestProduct } from '../../../test/product.ts'
import type { ValueOf } from '../../kit/database/database.ts'
import { appUser } from '../users/people.fixture.ts'

let made = 0

type GuildOptions = {
  state?: ValueOf<'guilds.guild', 'state'>
  parentId?: number
  /** Days since its approval. */
  days?: number
  /** The leader is neither certified nor known to be of age. */
  young?: true
  rateBp?: number
  /** Who requested its registration. */
  by?: string
}

/** A guild with an adult leader; normal since today unless set otherwise. */
export async function aGuild(
  product: TestProduct,
  options: GuildOptions = {},
): Promise<{ id: number; leader: number; name: string }> {
  const { database, clock } = product
  const { state = 'normal', days = 0 } = options
  const phone = String(13_500_000_000 + ++made)
  const leader = await appUser(product, { phone })
  if (!options.young)
    await database
      .updateTable('users.app_user')
      .set({ certified: true, birthday: new Date('1990-05-05') })
      .where('id', '=', BigInt(leader))
      .execute()
  const at = new Date(clock.now().getTime() - days * 86_400_000)
  const name = `Guild ${made} of ${leader}`
  const { id } = await database
    .insertInto('guilds.guild')
    .values({
      name,
      parent_id: options.parentId ?? null,
      leader_user_id: BigInt(leader),
      leader_name: 'Ann Lee',
      leader_email: 'ann@example.com',
      area_code: '86',
      phone,
      state,
      registered_at: at,
      approved_at: state === 'under review' || state === 'rejected' ? null : at,
      agreed_rate_bp: options.rateBp ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, leader, name }
}

/** A member of a guild, or an invited user. */
export async function aMember(
  product: TestProduct,
  guildId: number,
  state: ValueOf<'guilds.member', 'state'> = 'active',
): Promise<number> {
  const userId = await appUser(product)
  await product.database
    .insertInto('guilds.member')
    .values({ guild_id: guildId, user_id: BigInt(userId), state, since: product.clock.now() })
    .execute()
  return userId
}

export const guildRow = ({ database }: TestProduct, id: number) =>
  database.selectFrom('guilds.guild').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const historyOf = ({ database }: TestProduct, id: number) =>
  database.selectFrom('guilds.event').selectAll().where('guild_id', '=', id).orderBy('id').execute()
