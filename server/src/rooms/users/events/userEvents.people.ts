// Users' rows for events: inserted if missing, locked by id, written back in one statement.
import { sql } from 'kysely'
import type { Chunk } from '../../../bridge/index.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import type { Person } from './userEvents.rules.ts'

/**
 * Inserts rows for those of `userIds` that have none: users whose events arrive before their registration, which fills the row later. Other
 * rooms call it before writing rows that reference users.
 */
export async function ensureUsers(
  { tx, now }: Pick<Chunk, 'tx' | 'now'>,
  userIds: Iterable<number | bigint>,
): Promise<void> {
  const ids = [...new Set([...userIds].map(BigInt))]
  if (ids.length === 0) return
  await sql`
    insert into users.app_user (id, nickname, created_at)
    select i.id, '', ${now} from unnest(${ids}::bigint[]) as i(id)
     where not exists (select from users.app_user u where u.id = i.id)
     order by i.id
    on conflict do nothing`.execute(tx)
}

/** A user with what staff decided about them. */
export type Known = { person: Person; state: string; bannedUntil: Date | null }

const lockRows = (tx: Transaction, userIds: readonly bigint[]) =>
  tx
    .selectFrom('users.app_user')
    .select(['id', 'nickname', 'sex', 'country', 'language', 'profession', 'email', 'area_code', 'phone', 'avatar_url'])
    // As text: a date has no zone.
    .select(sql<string | null>`birthday::text`.as('birthday'))
    .select(['level', 'vip_type', 'risk_level', 'fans', 'follows', 'online', 'registered_at', 'device_id', 'platform'])
    .select(['registered_ip', 'channel', 'last_online_at', 'stamps', 'state', 'banned_until'])
    .where('id', '=', sql<bigint>`any(${userIds}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The people, locked in id order until the transaction ends. */
export async function lockPeople(tx: Transaction, userIds: readonly bigint[]): Promise<Map<bigint, Known>> {
  const rows = await lockRows(tx, userIds)
  return new Map(
    rows.map((row) => [row.id, { person: personOf(row), state: row.state, bannedUntil: row.banned_until }]),
  )
}

const personOf = (row: Awaited<ReturnType<typeof lockRows>>[number]): Person => ({
  nickname: row.nickname,
  sex: row.sex as Person['sex'],
  birthday: row.birthday,
  country: row.country,
  language: row.language,
  profession: row.profession,
  email: row.email,
  areaCode: row.area_code,
  phone: row.phone,
  avatarUrl: row.avatar_url,
  level: row.level,
  vipType: row.vip_type,
  riskLevel: row.risk_level,
  fans: row.fans,
  follows: row.follows,
  online: row.online,
  registeredAt: row.registered_at,
  deviceId: row.device_id,
  platform: row.platform,
  registeredIp: row.registered_ip,
  channel: row.channel,
  lastOnlineAt: row.last_online_at,
  stamps: row.stamps as Record<string, string>,
})

/** Writes the people as they are now. Their `version` stays: it counts staff's decisions. */
export async function writePeople(tx: Transaction, people: ReadonlyMap<bigint, Person>): Promise<void> {
  const rows = [...people].map(([id, person]) => ({ id: String(id), ...person }))
  await sql`
    update users.app_user u
       set nickname = p.nickname, sex = p.sex, birthday = p.birthday, country = p.country, language = p.language,
           profession = p.profession, email = p.email, area_code = p."areaCode", phone = p.phone,
           avatar_url = p."avatarUrl", level = p.level, vip_type = p."vipType", risk_level = p."riskLevel",
           fans = p.fans, follows = p.follows, online = p.online, registered_at = p."registeredAt",
           created_at = coalesce(p."registeredAt", least(u.created_at, p."lastOnlineAt")), device_id = p."deviceId", platform = p.platform,
           registered_ip = p."registeredIp", channel = p.channel, last_online_at = p."lastOnlineAt", stamps = p.stamps
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(
             id bigint, nickname text, sex text, birthday date, country text, language text, profession text, email text,
             "areaCode" text, phone text, "avatarUrl" text, level int, "vipType" text, "riskLevel" int, fans int,
             follows int, online boolean, "registeredAt" timestamptz, "deviceId" text, platform text,
             "registeredIp" text, channel text, "lastOnlineAt" timestamptz, stamps jsonb)
     where u.id = p.id`.execute(tx)
}
