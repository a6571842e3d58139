// The guilds of a simulation: members, leaders, payout accounts in force.
import { sql } from 'kysely'
import { accountInForce, bankAccount } from '../../src/rooms/guilds/payouts/guildPayouts.payable.fixture.ts'
import type { TestProduct } from '../product.ts'
import type { Account, accountsOf } from './accounts.ts'
import { start } from './calendar.ts'
import type { Guild } from './weekModel.ts'

export type GuildOf = Guild & { leader: Account; anchors: number[] }

const day = 86_400_000

/** Guild 1 with an anchor withdrawal sub-agency, guild 3 with pickup: both kinds of payment and an override. */
export async function openGuilds(
  product: TestProduct,
  users: readonly number[],
  account: ReturnType<typeof accountsOf>,
): Promise<GuildOf[]> {
  const { database, seals } = product
  const made: GuildOf[] = []
  const add = async (method: Guild['method'], parent: number | null, leader: number, anchors: number[]) => {
    const { rows } = await sql<{ id: number }>`
      insert into guilds.guild (name, parent_id, leader_user_id, leader_name, leader_email, area_code, phone, state, registered_at,
                                approved_at, settlement_method)
      values (${`Guild ${made.length + 1}`}, ${parent}, ${users[leader]}, 'Lin', 'lin@mail.example', '86',
              ${`1380000000${made.length}`}, 'normal', ${start}, ${start}, ${method}) returning id`.execute(database)
    const { id } = rows[0]!
    for (const anchor of anchors)
      await sql`
        insert into guilds.member (guild_id, user_id, state, since)
        values (${id}, ${users[anchor]}, 'active', ${new Date(start.getTime() - 60 * day)})`.execute(database)
    const since = new Date(start.getTime() - 30 * day)
    await accountInForce(database, { guildId: id, at: since, account: { ...bankAccount }, seals })
    made.push({ id, parent, method, anchors, leader: await account('Guild leader', { unionId: id }) })
    return id
  }
  const first = await add('guild pickup', null, 8, [3, 4])
  await add('anchor withdrawal', first, 9, [5])
  await add('guild pickup', null, 10, [6])
  return made
}
