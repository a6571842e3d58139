// Anchors' days of one guild, as the figures have them.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'

export type AnchorDay = { userId: bigint; bonus: bigint; micros: bigint }

/** Who earned on a day, and what. A day at a week's edge may belong to two weeks: both count, as in the day's report. */
export async function anchorsOn(reader: Reader, guildId: number, day: string): Promise<AnchorDay[]> {
  const { rows } = await sql<AnchorDay>`
    select user_id as "userId", sum(bonus)::bigint as bonus, sum(bonus_micros)::bigint as micros from guilds.anchor_day
     where guild_id = ${guildId} and day = ${day}::date group by user_id having sum(bonus) <> 0`.execute(reader)
  return rows
}

export type DoneLately = { userId: bigint; baseMicros: bigint; seconds: number }

/** Base and time of a guild's members in the seven days up to one. */
export async function doneLately(reader: Reader, guildId: number, day: string): Promise<DoneLately[]> {
  const { rows } = await sql<DoneLately>`
    select d.user_id as "userId", sum(d.base_micros)::bigint as "baseMicros", sum(d.live_seconds + d.call_seconds)::int as seconds
      from guilds.anchor_day d
      join guilds.member m on m.guild_id = d.guild_id and m.user_id = d.user_id and m.state = 'active'
     where d.guild_id = ${guildId} and d.day > ${day}::date - 7 and d.day <= ${day}::date
     group by d.user_id having sum(d.base_micros) > 0`.execute(reader)
  return rows
}
