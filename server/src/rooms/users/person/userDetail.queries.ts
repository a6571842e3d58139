// Everything the first view of a user's page shows except the wallet, which the ledger reads.
import { sql } from 'kysely'
import type { Scope } from '../../../kit/calls/context.ts'
import type { Reader } from '../../../kit/database/database.ts'
import type { BanKind, UserState } from '../users.rules.ts'

export type Profile = {
  id: bigint
  nickname: string
  avatar_url: string
  sex: 'man' | 'woman' | 'none'
  age: number | null
  birthday: string | null
  country: string | null
  language: string
  profession: string
  channel: string
  platform: string
  level: number
  vip_type: string
  risk_level: number
  fans: number
  follows: number
  state: UserState
  banned_until: Date | null
  certified: boolean
  market_audit: boolean
  security: boolean
  internal: boolean
  area_code: string
  phone: string
  email: string
  device_id: string
  registered_ip: string
  registered_at: Date | null
  online: boolean
  last_online_at: Date | null
  version: number
  devices: number
  shared_with: number
  bans: number
  notes: number
}

/** One person; undefined if the caller may not see the id. */
export async function profileOf(
  reader: Reader,
  scope: Scope,
  id: bigint,
  now: Date,
  timeZone: string,
): Promise<Profile | undefined> {
  const { rows } = await sql<Profile>`
    select u.id, u.nickname, u.avatar_url, u.sex, u.birthday::text as birthday, u.country, u.language, u.profession,
           extract(year from age((${now}::timestamptz at time zone ${timeZone})::date, u.birthday))::int as age,
           u.channel, u.platform, u.level, u.vip_type, u.risk_level, u.fans, u.follows, u.state, u.banned_until,
           u.certified, u.market_audit, u.security, u.internal, u.area_code, u.phone, u.email, u.device_id,
           u.registered_ip, u.registered_at, u.online, u.last_online_at, u.version,
           (select count(*)::int from users.user_device d where d.user_id = u.id) as devices,
           (select count(distinct o.user_id)::int
              from users.user_device d join users.user_device o using (device_id)
             where d.user_id = u.id and o.user_id <> u.id) as shared_with,
           (select count(*)::int from users.ban b where b.user_id = u.id) as bans,
           (select count(*)::int from users.note n where n.user_id = u.id) as notes
      from users.app_user u
     where u.id = ${id} and ${scope.kind === 'platform'}::boolean`.execute(reader)
  return rows[0]
}

export type BanInForce = { id: string; kind: BanKind; reason: string; until: Date | null; by: string; at: Date }

/** Of the user's active bans, the one that lasts longest. */
export async function banInForce(reader: Reader, id: bigint, now: Date): Promise<BanInForce | undefined> {
  const { rows } = await sql<BanInForce>`
    select id, kind, reason, until, by, at from users.ban
     where user_id = ${id} and ended is null and (until is null or until > ${now})
     order by until desc nulls first, id desc limit 1`.execute(reader)
  return rows[0]
}

export type Benefit = { benefitId: number; name: string; tokens: bigint; freeMinutes: number; at: Date }

/** The registration benefit that someone got, and the free call minutes they have left. */
export async function benefitOf(
  reader: Reader,
  id: bigint,
): Promise<{ benefit: Benefit | undefined; freeMinutes: number }> {
  const { rows } = await sql<{ benefit: (Omit<Benefit, 'at'> & { at: string }) | null; freeMinutes: number }>`
    select (select jsonb_build_object('benefitId', b.id, 'name', b.name, 'tokens', g.tokens, 'freeMinutes', g.free_minutes, 'at', g.at)
              from promotion.benefit_grant g join promotion.benefit b on b.id = g.benefit_id where g.user_id = ${id}) as benefit,
           coalesce((select granted - used - held from live.free_minutes where user_id = ${id}), 0) as "freeMinutes"`.execute(
    reader,
  )
  const { benefit, freeMinutes } = rows[0]!
  return {
    benefit: benefit ? { ...benefit, tokens: BigInt(benefit.tokens), at: new Date(benefit.at) } : undefined,
    freeMinutes,
  }
}

export type Guild = { id: number; name: string; since: Date; leader: boolean }

/** The guild that the user is an active member of, or leads. */
export async function guildOf(reader: Reader, id: bigint): Promise<Guild | undefined> {
  const { rows } = await sql<Guild>`
    select g.id, g.name, coalesce(m.since, g.registered_at) as since, g.leader_user_id = ${id} as leader
      from guilds.guild g
      left join guilds.member m on m.guild_id = g.id and m.user_id = ${id} and m.state in ('active', 'leaving')
     where (g.id = (select guild_id from guilds.member where user_id = ${id} and state in ('active', 'leaving'))
         or (g.leader_user_id = ${id} and g.state not in ('rejected', 'dissolved')))
     order by m.user_id is null, g.id limit 1`.execute(reader)
  return rows[0]
}
