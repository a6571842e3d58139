// Users of an old console, as an import brings them (docs/moving-in.md). What the app has reported since stands above what the file says.
import type { ImportRecord } from '@greenroom/contract/movingRecords.schema'
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { derivedId } from '../../kit/random.ts'

/** Which import, and which application of it, the ids of what it makes are derived from. */
export type Origin = { importId: number; run: number; at: Date; now: Date; by: string }

const banIdOf = ({ importId, run, at }: Origin, userId: number): string =>
  derivedId(at, 'import', importId, run, 'ban', userId)

/** Marks users of an import: they are no newcomers, and no channel's registrations. */
export const importStamp = 'import'

/** Fields of a user, by the column and the name under which an event stamps them. */
const profile = [
  ['nickname', 'nickname'],
  ['sex', 'sex'],
  ['birthday', 'birthday'],
  ['country', 'country'],
  ['language', 'language'],
  ['profession', 'profession'],
  ['email', 'email'],
  ['area_code', 'areaCode'],
  ['phone', 'phone'],
  ['avatar_url', 'avatarUrl'],
  ['level', 'level'],
  ['vip_type', 'vipType'],
  ['risk_level', 'riskLevel'],
  ['fans', 'fans'],
  ['follows', 'follows'],
  ['registered_at', 'registered'],
  ['device_id', 'registered'],
  ['platform', 'registered'],
  ['registered_ip', 'registered'],
  ['channel', 'channel'],
] as const

/**
 * Writes users with their profile, flags and bans. Those that the app has reported already keep what it said; a ban of theirs stays.
 *
 * @returns the users that were not known
 */
export async function openUsers(
  tx: Transaction,
  origin: Origin,
  users: readonly ImportRecord<'user'>[],
): Promise<number[]> {
  const { rows } = await sql<{ id: bigint; made: boolean }>`
    insert into users.app_user as u
           (id, nickname, sex, country, area_code, phone, created_at, birthday, language, profession, email, avatar_url, level, vip_type,
            risk_level, fans, follows, channel, platform, device_id, registered_ip, registered_at, certified, market_audit, security,
            internal, state, banned_until, last_online_at, stamps)
    select p."userId", p.nickname, p.sex, p.country, p."areaCode", p.phone, p."registeredAt", p.birthday, p.language, p.profession,
           p.email, p."avatarUrl", p.level, p."vipType", p."riskLevel", p.fans, p.follows, p.channel, p.platform, p."deviceId", p.ip,
           p."registeredAt", p.certified, p."marketAudit", p.security, p.internal, p.state,
           case when p.state <> 'normal' then p."bannedUntil" end, greatest(p."lastOnlineAt", p."registeredAt"),
           ${JSON.stringify({ [importStamp]: origin.by })}::jsonb
      from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as p(
             "userId" bigint, nickname text, sex text, country text, "areaCode" text, phone text, "registeredAt" timestamptz,
             birthday date, language text, profession text, email text, "avatarUrl" text, level int, "vipType" text, "riskLevel" int,
             fans int, follows int, channel text, platform text, "deviceId" text, ip text, certified boolean, "marketAudit" boolean,
             security boolean, internal boolean, state text, "bannedUntil" timestamptz, "lastOnlineAt" timestamptz)
     order by p."userId"
    on conflict (id) do update
       set ${sql.join(
         profile.map(
           ([column, stamp]) =>
             sql`${sql.ref(column)} = case when u.stamps ? ${stamp} then u.${sql.ref(column)} else excluded.${sql.ref(column)} end`,
         ),
       )},
           created_at = case when u.stamps ? 'registered' then u.created_at else excluded.created_at end,
           certified = u.certified or excluded.certified, market_audit = u.market_audit or excluded.market_audit,
           security = u.security or excluded.security, internal = u.internal or excluded.internal,
           state = case when u.state = 'normal' then excluded.state else u.state end,
           banned_until = case when u.state = 'normal' then excluded.banned_until else u.banned_until end,
           last_online_at = greatest(u.last_online_at, excluded.last_online_at), stamps = u.stamps || excluded.stamps
    returning id, xmax = 0 as made`.execute(tx)
  const banned = users.filter(({ state }) => state !== 'normal')
  if (banned.length > 0)
    await sql`
      insert into users.ban (id, user_id, kind, reason, until, by, at)
      select b.id, b.user_id, 'id', b.reason, b.until, ${origin.by}, b.at
        from unnest(${banned.map(({ userId }) => banIdOf(origin, userId))}::uuid[], ${banned.map(({ userId }) => userId)}::bigint[],
                    ${banned.map(({ banReason }) => banReason)}::text[], ${banned.map(({ bannedUntil }) => bannedUntil ?? null)}::timestamptz[],
                    ${banned.map(({ bannedAt }) => bannedAt ?? origin.at.toISOString())}::timestamptz[]) as b(id, user_id, reason, until, at)
       where not exists (select from users.ban o where o.user_id = b.user_id and o.ended is null)
      on conflict do nothing`.execute(tx)
  return rows.filter(({ made }) => made).map(({ id }) => Number(id))
}

/** Tables that refer to users, whose rows keep a user that an import made. */
async function referring(reader: Reader): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'users.app_user'::regclass and c.conparentid = 0 order by 1, 2`.execute(
    reader,
  )
  return rows
}

/**
 * Takes back what `openUsers` wrote: bans, and those of `made` that nothing refers to. Others stay as users whom the app has reported.
 *
 * @param all of the batch; `made` those that the import added
 */
export async function closeUsers(
  tx: Transaction,
  origin: Origin,
  { all, made }: { all: readonly number[]; made: readonly number[] },
): Promise<void> {
  await sql`
    with lifted as (delete from users.ban where id = any(${all.map((id) => banIdOf(origin, id))}::uuid[]) returning user_id)
    update users.app_user u set state = 'normal', banned_until = null from lifted l where l.user_id = u.id and u.state = 'ban ID'`.execute(
    tx,
  )
  await sql`update users.app_user set stamps = stamps - ${importStamp}::text where id = any(${all}::bigint[])`.execute(
    tx,
  )
  if (made.length === 0) return
  const unused = (await referring(tx)).map(
    ({ table, column }) => sql`not exists (select from ${sql.raw(table)} r where r.${sql.ref(column)} = u.id)`,
  )
  await sql`
    with gone as (
      delete from users.app_user u where u.id = any(${made}::bigint[]) and ${sql.join(unused, sql` and `)} returning id)
    delete from users.nickname n using gone g where n.user_id = g.id`.execute(tx)
}
