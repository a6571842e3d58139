// Reads and writes guilds for registrations.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { HoldingState, Leader } from './registration.rules.ts'

const holding: readonly HoldingState[] = ['under review', 'normal', 'banned']

const held = (reader: Reader) =>
  reader
    .selectFrom('guilds.guild')
    .select('state')
    .where('state', 'in', [...holding])
    .$narrowType<{ state: HoldingState }>()

/** The state of the guild with this name, or one that looks like it. */
export const holderOfName = async (reader: Reader, name: string): Promise<HoldingState | null> =>
  (await held(reader).where(sql<boolean>`kit.name_key(name) = kit.name_key(${name})`).executeTakeFirst())?.state ?? null

export const holderOfPhone = async (reader: Reader, phone: { areaCode: string; number: string }) =>
  (await held(reader).where('area_code', '=', phone.areaCode).where('phone', '=', phone.number).executeTakeFirst())
    ?.state ?? null

const leaders = (reader: Reader, userNumber: bigint) =>
  reader
    .selectFrom('users.app_user as u')
    .select((eb) => [
      'u.area_code as areaCode',
      'u.phone',
      sql<string | null>`to_char(u.birthday, 'YYYY-MM-DD')`.as('birthday'),
      eb
        .selectFrom('guilds.guild as g')
        .select('g.state')
        .whereRef('g.leader_user_id', '=', 'u.id')
        .where('g.state', 'in', [...holding])
        .as('leads'),
      eb
        .exists(
          eb
            .selectFrom('guilds.member as m')
            .select('m.id')
            .whereRef('m.user_id', '=', 'u.id')
            .where('m.state', 'in', ['active', 'leaving']),
        )
        .$castTo<boolean>()
        .as('isMember'),
    ])
    .where('u.id', '=', userNumber)
    .$castTo<Leader>()

/** An app user as a prospective leader. */
export const leaderOf = (reader: Reader, userNumber: bigint): Promise<Leader | undefined> =>
  leaders(reader, userNumber).executeTakeFirst()

/** The same, locked until the transaction ends, so that they join no guild in the meantime. */
export async function lockLeader(tx: Transaction, userNumber: bigint): Promise<Leader | undefined> {
  await tx.selectFrom('users.app_user').select('id').where('id', '=', userNumber).forUpdate().execute()
  return leaderOf(tx, userNumber)
}

const topLevel = (reader: Reader, guildId: number) =>
  reader
    .selectFrom('guilds.guild')
    .select('id')
    .where('id', '=', guildId)
    .where('parent_id', 'is', null)
    .where('state', '=', 'normal')

/** True for a guild that may have sub-agencies: normal, and not one itself. */
export const isGeneralAgency = async (reader: Reader, guildId: number): Promise<boolean> =>
  (await topLevel(reader, guildId).executeTakeFirst()) !== undefined

/** The same, locked until the transaction ends. */
export const lockGeneralAgency = async (tx: Transaction, guildId: number): Promise<boolean> =>
  (await topLevel(tx, guildId).forShare().executeTakeFirst()) !== undefined

export type NewGuild = {
  name: string
  parent_id: number | null
  leader_user_id: bigint
  leader_name: string
  leader_email: string
  area_code: string
  phone: string
  inviter_id: number | null
  registered_at: Date
}

/** @throws the database's error on `guild_name`, `guild_leader` or `guild_phone` when another guild holds it. */
export const addGuild = (tx: Transaction, guild: NewGuild) =>
  tx.insertInto('guilds.guild').values(guild).returning(['id', 'name', 'state']).executeTakeFirstOrThrow()
