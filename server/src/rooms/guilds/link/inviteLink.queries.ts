// Links of guilds, and who asked by them.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'

export type Link = { code: string; madeAt: Date; opened: number }

const columns = sql`code, made_at as "madeAt", opened`

export async function linkOf(reader: Reader, guildId: number): Promise<Link | undefined> {
  const { rows } = await sql<Link>`select ${columns} from guilds.invite_link where guild_id = ${guildId}`.execute(
    reader,
  )
  return rows[0]
}

/** Replaces the guild's link. */
export async function setLink(
  tx: Transaction,
  guildId: number,
  { code, at }: { code: string; at: Date },
): Promise<void> {
  await sql`
    insert into guilds.invite_link (guild_id, code, made_at) values (${guildId}, ${code}, ${at})
    on conflict (guild_id) do update set code = excluded.code, made_at = excluded.made_at, opened = 0`.execute(tx)
}

/** The guild that a link invites to, while it takes members. */
export async function guildBehind(reader: Reader, code: string): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select g.id, g.name from guilds.invite_link l join guilds.guild g on g.id = l.guild_id
     where l.code = ${code} and g.state = 'normal'`.execute(reader)
  return rows[0]
}

export const countOpened = (reader: Reader, guildId: number) =>
  sql`update guilds.invite_link set opened = opened + 1 where guild_id = ${guildId}`.execute(reader)

/** Requests of one guild that are kept: the newest. */
const mostRequests = 500

/** Notes that a user asked, unless there is none. Old requests are forgotten, and of too many the oldest. */
export async function ask(
  tx: Transaction,
  { guildId, userId, at, before }: { guildId: number; userId: number; at: Date; before: Date },
): Promise<void> {
  await sql`delete from guilds.link_request where asked_at < ${before}`.execute(tx)
  await sql`
    insert into guilds.link_request (guild_id, user_id, asked_at)
    select ${guildId}, u.id, ${at} from users.app_user u
     where u.id = ${userId} and u.registered_at is not null
    on conflict (guild_id, user_id) do update set asked_at = excluded.asked_at`.execute(tx)
  await sql`
    delete from guilds.link_request where guild_id = ${guildId} and user_id in (
      select user_id from guilds.link_request where guild_id = ${guildId}
       order by asked_at desc, user_id offset ${mostRequests})`.execute(tx)
}

export type Asked = { userId: bigint; at: Date }

const mostShown = 100

export async function askedBy(reader: Reader, guildId: number, since: Date): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select user_id as "userId", asked_at as at from guilds.link_request
     where guild_id = ${guildId} and asked_at >= ${since} order by asked_at desc, user_id limit ${mostShown}`.execute(
    reader,
  )
  return rows
}
