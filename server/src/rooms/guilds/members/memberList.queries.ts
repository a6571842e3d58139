// Memberships as lists show them, with each one's figures of the running week.
import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { memberList, userMemberList } from '@greenroom/contract/guildMembers'
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Keyset, Sort } from '../../../kit/database/paging.ts'
import { idsIn } from '../../../kit/text.ts'
import { among, equals, type Filter, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { nicknamed, personColumn } from '../../users/index.ts'
import type { MembershipState } from '../events/guildEvents.rules.ts'
import { inReach } from '../visibleGuilds.ts'
import { weekAt } from '../weeks/weeks.queries.ts'

type GuildRef = { guildId: number; name: string; parentId: number | null }

/** The guild in `g` by name and number. */
export const guildRef = sql<GuildRef>`jsonb_build_object('guildId', g.id, 'name', g.name, 'parentId', g.parent_id)`

const base = ({ database }: Context) =>
  database
    .selectFrom('guilds.member as m')
    .innerJoin('guilds.guild as g', 'g.id', 'm.guild_id')
    .innerJoin('users.app_user as u', 'u.id', 'm.user_id')
    .select([
      'm.id',
      guildRef.as('guild'),
      personColumn('m.user_id', 'u').as('user'),
      sql<MembershipState>`m.state`.as('state'),
      'm.since',
      'm.invited_at',
      'm.expires_at',
      'm.leave_asked_at',
      'm.leave_reason',
      sql<'left' | 'expelled' | null>`m.ending`.as('ending'),
      'm.ends_at',
      'm.end_reason',
      'm.by',
      sql<boolean>`g.leader_user_id = m.user_id`.as('leader'),
    ])

export type MembershipRow = Awaited<ReturnType<ReturnType<typeof base>['executeTakeFirstOrThrow']>> & {
  user: PersonRef
}
export type MemberRow = MembershipRow & {
  country: string | null
  banned: boolean
  points: bigint
  base_micros: number
  live_seconds: number
  call_seconds: number
}

// For the keysets of memberships and of members, whose rows both have these columns.
const since: Sort<any> = { column: 'm.since', type: 'timestamptz', of: (row: MembershipRow) => row.since }
const points: Sort<any> = { column: 'w.points', type: 'bigint', of: (row: MemberRow) => String(row.points) }
const id: Sort<any> = { column: 'm.id', type: 'int', of: (row: MembershipRow) => row.id }

/** Sorting by points reads every member, so it is for the members of one guild or family. */
const keysetOf = (narrow: boolean): Keyset<MemberRow> => ({
  sorts: narrow ? { since, points } : { since },
  defaultSort: '-since',
  id,
  defaultSize: 20,
})

/** Matches the user in a column by ids, or by a part of the nickname. */
export const named =
  (column: string): Filter<string> =>
  (text) =>
    sql`${sql.ref(column)} in (${nicknamed(text)} union all select unnest(${idsIn(text)}::bigint[]))`

const asking = sql<boolean>`(m.state = 'leaving' and m.ends_at is null)`
const filters: Filters<typeof memberList> = {
  memberId: equals('m.id'),
  guildId: among('m.guild_id'),
  userId: among('m.user_id'),
  q: named('m.user_id'),
  state: equals('m.state'),
  member: (state) => (state ? sql`m.state in ('active', 'leaving')` : sql`m.state in ('invited', 'left', 'expelled')`),
  asksToLeave: (asks) => (asks ? asking : sql`not ${asking}`),
  ...span('m.since'),
}

/** One page of memberships and invitations that the caller may see. */
export async function memberPage(context: Context, payload: Parsed<typeof memberList>) {
  const { scope, now } = context
  // One row a member, zero if nothing was earned, so that the list can be sorted by points.
  const week = (await weekAt(context.database, now))?.week ?? null
  const query = base(context)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('guilds.anchor_week as a')
          .whereRef('a.guild_id', '=', 'm.guild_id')
          .whereRef('a.user_id', '=', 'm.user_id')
          .where(sql<boolean>`a.week = ${week}::date`)
          .select([
            sql<number>`coalesce(sum(a.bonus), 0)::bigint`.as('points'),
            sql<number>`coalesce(sum(a.base_micros), 0)::float8`.as('base_micros'),
            sql<number>`coalesce(sum(a.live_seconds), 0)::int`.as('live_seconds'),
            sql<number>`coalesce(sum(a.call_seconds), 0)::int`.as('call_seconds'),
          ])
          .as('w'),
      (join) => join.onTrue(),
    )
    .select([
      'u.country',
      sql<boolean>`u.state <> 'normal' and (u.banned_until is null or u.banned_until > ${now})`.as('banned'),
      sql<bigint>`w.points`.as('points'),
      'w.base_micros',
      'w.live_seconds',
      'w.call_seconds',
    ])
    .where(inReach(scope, 'm.guild_id'))
    .$castTo<MemberRow>()
  const narrow = scope.kind === 'guild' || payload.guildId !== undefined
  const counted = context.database.selectFrom('guilds.member as m').where(inReach(scope, 'm.guild_id'))
  return narrowedPage(context, query, filters, keysetOf(narrow), payload, { counted })
}

const ownKeyset: Keyset<MembershipRow> = { sorts: { since }, defaultSort: '-since', id, defaultSize: 20 }

/** One page of a user's memberships and invitations; for staff only. */
export const personPage = (context: Context, payload: Parsed<typeof userMemberList>) =>
  narrowedPage(
    context,
    base(context).where(visible(context.scope)).$castTo<MembershipRow>(),
    { userId: equals('m.user_id') },
    ownKeyset,
    payload,
  )
