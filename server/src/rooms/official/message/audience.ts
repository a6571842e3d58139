// Whom an audience names: one condition counts them, shows a sample, and takes them when sending starts.
import type { PersonRef } from '@greenroom/contract/fields'
import type { Audience } from '@greenroom/contract/messages.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database.ts'

const day = 86_400_000

const base = sql`lower(split_part(replace(u.language, '_', '-'), '-', 1))`

/** `languageOf` of the contract, in SQL. */
export const languageColumn: RawBuilder<string> = sql`
  case when ${base} in ('zh', 'cn')
            then case when lower(u.language) ~ '[-_](tw|hk|mo|hant)([-_]|$)' then 'zh_tw' else 'cn' end
       when ${base} in ('ar', 'es', 'ja', 'ms', 'pt', 'ru') then ${base} else 'en' end`

/** The condition on `users.app_user u`. */
function condition(audience: Audience, now: Date): RawBuilder<boolean> {
  if (audience.userType === 'all') return sql`true`
  if (audience.userType === 'ids') return sql`u.id = any (${audience.ids}::bigint[])`
  const { sex, countries = [], levelMin, levelMax, languages = [], activeDays, neverRecharged } = audience
  const all = [
    sex !== undefined && sql`u.sex = ${sex}`,
    countries.length > 0 && sql`u.country = any (${countries}::text[])`,
    levelMin !== undefined && sql`u.level >= ${levelMin}`,
    levelMax !== undefined && sql`u.level <= ${levelMax}`,
    languages.length > 0 && sql`${languageColumn} = any (${languages}::text[])`,
    activeDays !== undefined && sql`u.last_online_at >= ${new Date(now.getTime() - activeDays * day)}`,
    neverRecharged &&
      sql`not exists (select from finance.recharge_order o where o.user_id = u.id and o.state = 'success')`,
  ].filter((one) => one !== false && one !== undefined)
  return sql`(${sql.join(all, sql` and `)})`
}

const distinctIds = (audience: Audience) => (audience.userType === 'ids' ? new Set(audience.ids).size : 0)

export type Size = { size: number; banned: number; unknown: number }

/** How many it names now. Ids that nobody has belong to it, and will be told apart. */
export async function sizeOf(reader: Reader, audience: Audience, now: Date): Promise<Size> {
  const { rows } = await sql<{ known: number; banned: number }>`
    select count(*)::int as known, (count(*) filter (where u.state <> 'normal'))::int as banned
      from users.app_user u where ${condition(audience, now)}`.execute(reader)
  const { known, banned } = rows[0]!
  const unknown = audience.userType === 'ids' ? distinctIds(audience) - known : 0
  return { size: known + unknown, banned, unknown }
}

/** Ten of it. */
export async function sampleOf(reader: Reader, audience: Audience, now: Date): Promise<PersonRef[]> {
  const { rows } = await sql<{ id: bigint; nickname: string; avatar_url: string }>`
    select u.id, u.nickname, u.avatar_url from users.app_user u
     where ${condition(audience, now)} order by u.id desc limit 10`.execute(reader)
  return rows.map((row) => ({ userId: Number(row.id), nickname: row.nickname, avatarUrl: row.avatar_url }))
}

/** Takes everybody whom it names now. @returns how many, and how many of these nobody knows. */
export async function takeAudience(
  tx: Transaction,
  messageId: number,
  audience: Audience,
  now: Date,
): Promise<{ size: number; unknown: number }> {
  const known = await sql`
    insert into official.recipient (message_id, user_id)
    select ${messageId}, u.id from users.app_user u where ${condition(audience, now)} order by u.id`.execute(tx)
  const size = Number(known.numAffectedRows ?? 0)
  if (audience.userType !== 'ids') return { size, unknown: 0 }
  const others = await sql`
    insert into official.recipient (message_id, user_id, state, reason)
    select distinct ${messageId}::int, i.id, 'failed', 'unknown' from unnest(${audience.ids}::bigint[]) as i(id)
    on conflict do nothing`.execute(tx)
  const unknown = Number(others.numAffectedRows ?? 0)
  return { size: size + unknown, unknown }
}
