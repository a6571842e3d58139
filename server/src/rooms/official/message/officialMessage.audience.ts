// Audiences: one condition counts the users, shows a sample, and selects them when sending starts.
import type { PersonRef } from '@greenroom/contract/fields'
import { languages, traditional } from '@greenroom/contract/languages'
import type { Audience } from '@greenroom/contract/messages.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'

const day = 86_400_000

const base = sql`lower(split_part(replace(u.language, '_', '-'), '-', 1))`

/** `languageOf` of the contract, in SQL. */
export const languageColumn: RawBuilder<string> = sql`
  case when ${base} in ('zh', 'cn')
            then case when lower(u.language) ~ ${sql.lit(`[-_](${traditional.join('|')})([-_]|$)`)} then 'zh_tw' else 'cn' end
       when ${base} in (${sql.join(languages.map((language) => sql.lit(language)))}) then ${base} else 'en' end`

/** The condition on `users.app_user u`: registered at `now` and matching the rule. */
const condition = (audience: Audience, now: Date): RawBuilder<boolean> =>
  sql`(u.created_at <= ${now} and ${rule(audience, now)})`

function rule(audience: Audience, now: Date): RawBuilder<boolean> {
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

/** Its current size. Unknown ids count, and are listed as unknown once it is sent. */
export async function sizeOf(reader: Reader, audience: Audience, now: Date): Promise<Size> {
  const { rows } = await sql<{ known: number; banned: number }>`
    select count(*)::int as known, (count(*) filter (where u.state <> 'normal'))::int as banned
      from users.app_user u where ${condition(audience, now)}`.execute(reader)
  const { known, banned } = rows[0]!
  const unknown = audience.userType === 'ids' ? distinctIds(audience) - known : 0
  return { size: known + unknown, banned, unknown }
}

/** Ten of its users. */
export async function sampleOf(reader: Reader, audience: Audience, now: Date): Promise<PersonRef[]> {
  const { rows } = await sql<{ id: bigint; nickname: string; avatar_url: string }>`
    select u.id, u.nickname, u.avatar_url from users.app_user u
     where ${condition(audience, now)} order by u.id desc limit 10`.execute(reader)
  return rows.map((row) => ({ userId: Number(row.id), nickname: row.nickname, avatarUrl: row.avatar_url }))
}

/**
 * Takes the next part of the audience: users with ids above `after`, in id order.
 *
 * @param about.now when sending started: later registrations are not included. @returns how many were taken, and the last id; null if none
 * is left.
 */
export async function takePart(
  tx: Transaction,
  request: { messageId: number; audience: Audience; after: bigint; most: number; now: Date },
): Promise<{ users: number; last: bigint | null }> {
  const { messageId, audience, after, most, now } = request
  const { rows } = await sql<{ users: number; last: bigint | null }>`
    with part as materialized (
      select u.id from users.app_user u where u.id > ${after} and ${condition(audience, now)}
       order by u.id limit ${most}
    ), taken as (insert into official.recipient (message_id, user_id) select ${messageId}::int, id from part)
    select count(*)::int as users, max(id) as last from part`.execute(tx)
  const { users, last } = rows[0]!
  return { users, last: users < most ? null : last }
}

/** Takes unknown ids of the list, marked as failed. @returns how many. */
export async function takeUnknown(tx: Transaction, messageId: number, audience: Audience): Promise<number> {
  if (audience.userType !== 'ids') return 0
  const { numAffectedRows } = await sql`
    insert into official.recipient (message_id, user_id, state, reason)
    select distinct ${messageId}::int, i.id, 'failed', 'unknown' from unnest(${audience.ids}::bigint[]) as i(id)
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
