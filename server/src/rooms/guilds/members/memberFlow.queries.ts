// What anchors earned, by day and by posting.
import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { memberFlowList } from '@greenroom/contract/guildMembers'
import { sql } from 'kysely'
import type { Context, Scope } from '../../../kit/calls/context.ts'
import type { Reader } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, type Filters, narrowedPage } from '../../../records/index.ts'
import { personColumn } from '../../users/index.ts'
import { inReach } from '../visibleGuilds.ts'
import { guildRef, named } from './memberList.queries.ts'

export type DayRow = {
  id: string
  day: string
  week: string
  guild: { guildId: number; name: string; parentId: number | null }
  user: PersonRef
  member_id: number | null
  bonus: bigint
  gift_bonus: bigint
  call_bonus: bigint
  room_bonus: bigint
  text_bonus: bigint
  bonus_micros: bigint
  base_micros: bigint
  live_seconds: number
  call_seconds: number
  calls_received: number
  calls_answered: number
}

const keyset: Keyset<DayRow> = {
  sorts: { day: { column: 'd.day', type: 'date', of: (row) => row.day } },
  defaultSort: '-day',
  id: { column: 'd.key', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

const filters: Filters<typeof memberFlowList> = {
  guildId: among('d.guild_id'),
  userId: among('d.user_id'),
  q: named('d.user_id'),
  fromDay: (day) => sql`d.day >= ${day}::date`,
  toDay: (day) => sql`d.day <= ${day}::date`,
}

/** One page of anchors' days, the newest first. */
export function dayPage(context: Context, payload: Parsed<typeof memberFlowList>) {
  const query = context.database
    .selectFrom('guilds.anchor_day as d')
    .innerJoin('guilds.guild as g', 'g.id', 'd.guild_id')
    .leftJoin('users.app_user as u', 'u.id', 'd.user_id')
    .select([
      'd.key as id',
      sql<string>`to_char(d.day, 'YYYY-MM-DD')`.as('day'),
      sql<string>`to_char(d.week, 'YYYY-MM-DD')`.as('week'),
      guildRef.as('guild'),
      personColumn('d.user_id', 'u').as('user'),
      // Padded by a day, since a local day spans more than its UTC date.
      sql<number | null>`(
        select m.id from guilds.member m
         where m.user_id = d.user_id and m.guild_id = d.guild_id and m.state <> 'invited'
           and m.since < d.day + 2 and coalesce(m.ends_at, 'infinity') > d.day - 1
         order by m.since desc limit 1)`.as('member_id'),
      'd.bonus',
      'd.gift_bonus',
      'd.call_bonus',
      'd.room_bonus',
      'd.text_bonus',
      'd.bonus_micros',
      'd.base_micros',
      'd.live_seconds',
      'd.call_seconds',
      'd.calls_received',
      'd.calls_answered',
    ])
    .where(inReach(context.scope, 'd.guild_id'))
    .$castTo<DayRow>()
  const counted = context.database.selectFrom('guilds.anchor_day as d').where(inReach(context.scope, 'd.guild_id'))
  return narrowedPage(context, query, filters, keyset, payload, { counted })
}

/** The user and period of a membership; undefined if out of scope, and for invitations. */
export async function membershipOf(
  reader: Reader,
  scope: Scope,
  memberId: number,
): Promise<{ userId: bigint; since: Date; endsAt: Date | null } | undefined> {
  const { rows } = await sql<{ userId: bigint; since: Date; endsAt: Date | null }>`
    select user_id as "userId", since, ends_at as "endsAt" from guilds.member m
     where m.id = ${memberId} and m.state <> 'invited' and ${inReach(scope, 'm.guild_id')}`.execute(reader)
  return rows[0]
}
