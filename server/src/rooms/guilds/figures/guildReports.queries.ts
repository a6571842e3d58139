// Reports by guild and by anchor. Every query is limited to the caller's scope (guilds/visibleGuilds.ts).
import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type {
  everyDayReport,
  everyDayReportDetail,
  subAgencyDays,
  weekReportAnchors,
} from '@greenroom/contract/guildFigures'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Keyset, Page } from '../../../kit/database/paging.ts'
import { among, type Filter, type Filters, narrow, narrowedPage } from '../../../records/index.ts'
import { personColumn } from '../../users/index.ts'
import type { ValidDay } from '../plans/commission.rules.ts'
import { inReach } from '../visibleGuilds.ts'
import { type DoneRow, doneSums, guildSums, isValid, type MovesRow } from './guildReports.figures.ts'

/** Totals are computed up to this many rows. */
const mostAdded = 10_000

const dayOf = (time: string) => time.slice(0, 10)

/** Whole days; the hours of the requested span are ignored. */
const spanOfDays = (column: string) => ({
  startTimeStr: ((from) => sql`${sql.ref(column)} >= ${dayOf(from)}::date`) satisfies Filter<string>,
  endTimeStr: ((to) => sql`${sql.ref(column)} <= ${dayOf(to)}::date`) satisfies Filter<string>,
})

/** A week is within a span if one of its days is. */
const spanOfWeeks = (column: string) => ({
  startTimeStr: ((from) => sql`${sql.ref(column)} > ${dayOf(from)}::date - 7`) satisfies Filter<string>,
  endTimeStr: ((to) => sql`${sql.ref(column)} <= ${dayOf(to)}::date`) satisfies Filter<string>,
})

const tables = {
  day: { table: 'guilds.guild_day', column: 'd.day', ofAnchor: sql`a.day = d.day` },
  week: {
    table: 'guilds.guild_week',
    column: 'd.week',
    // After a change of the zone, a week may have a day before its Monday and a few after its Sunday.
    ofAnchor: sql`a.week = d.week and a.day between d.week - 2 and d.week + 9`,
  },
} as const
export type By = keyof typeof tables

const filtersOf = (by: By): Filters<typeof everyDayReport> => ({
  guildId: among('d.guild_id'),
  parentId: among((is) => sql`d.guild_id in (select id from guilds.guild where ${is('parent_id')})`),
  subAgency: (is) =>
    sql`exists (select from guilds.guild o where o.id = d.guild_id and o.parent_id is ${is ? sql`not` : sql``} null)`,
  ...(by === 'day' ? spanOfDays('d.day') : spanOfWeeks('d.week')),
})

export type GuildRow = MovesRow & {
  guildId: number
  name: string
  parentId: number | null
  parent: string | null
  at: string
  running: boolean
  validDays: bigint
}

const keysetOf = (by: By): Keyset<GuildRow> => ({
  sorts: { [by]: { column: tables[by].column, type: 'date', of: (row) => row.at } },
  defaultSort: `-${by}`,
  id: { column: 'd.guild_id', type: 'int', of: (row) => row.guildId },
  defaultSize: 20,
})

type ReportPayload = Parsed<typeof everyDayReport>

/** Rows of days or weeks within scope. The two tables differ only in the day column, which only `tables` names. */
const rowsOf = (context: Context, by: By) =>
  context.database
    .selectFrom(`${tables[by].table} as d` as 'guilds.guild_day as d')
    .where(inReach(context.scope, 'd.guild_id'))

const textOf = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`
const isRunning = (context: Context, week: RawBuilder<unknown>) =>
  sql<boolean>`coalesce((select w.ends_at > ${context.now} from guilds.week w where w.week = ${week}), false)`

/**
 * One page of guilds by day or week, with the totals over all matching rows; null if there are too many. A leader sees only the
 * sub-agencies of their own guild, whatever parent the filter names.
 *
 * @param known the number of rows and their totals, where they are stored.
 */
export async function guildPage(
  context: Context,
  by: By,
  valid: ValidDay,
  payload: ReportPayload,
  known?: StoredTotals,
): Promise<{ page: Page<GuildRow>; totals: MovesRow | null }> {
  const { column, ofAnchor } = tables[by]
  const query = rowsOf(context, by)
    // Names are looked up for the page alone: grouped by its key, a page reads as many rows of the index as it shows.
    .select([
      'd.guild_id as guildId',
      sql<string>`(select g.name from guilds.guild g where g.id = d.guild_id)`.as('name'),
      sql<number | null>`(select g.parent_id from guilds.guild g where g.id = d.guild_id)`.as('parentId'),
      sql<string | null>`(
        select p.name from guilds.guild g join guilds.guild p on p.id = g.parent_id where g.id = d.guild_id)`.as(
        'parent',
      ),
      textOf(column).as('at'),
      ...(by === 'week' ? [isRunning(context, sql`d.week`).as('running')] : [sql<boolean>`false`.as('running')]),
      ...guildSums('d'),
      sql<bigint>`(select count(*) from guilds.anchor_day a
        where a.guild_id = d.guild_id and ${ofAnchor} and ${isValid('a', valid)})`.as('validDays'),
    ])
    .groupBy([sql.ref(column), 'd.guild_id'])
  const { current: _c, size: _s, after: _a, sort: _o, export: _e, async: _y, ...requested } = payload
  const rows = narrow(rowsOf(context, by).selectAll('d'), filtersOf(by), requested, context)
    .limit(mostAdded + 1)
    .as('d')
  const [page, sums] = await Promise.all([
    narrowedPage<GuildRow, ReportPayload>(context, query, filtersOf(by), keysetOf(by), payload, {
      exact: known?.isShared ? undefined : known?.rows,
    }),
    known === undefined && payload.after === undefined && payload.export === undefined
      ? context.database
          .selectFrom(rows)
          .select([sql<number>`count(*)::int`.as('rows'), ...guildSums('d')])
          .executeTakeFirstOrThrow()
      : null,
  ])
  return { page, totals: known ?? (sums && sums.rows <= mostAdded ? sums : null) }
}

export type ManyRow = MovesRow & { at: string; running: boolean; guilds: bigint; validDays: bigint | null }

/** Days or weeks of all sub-agencies, from stored sums; valid days depend on parameters and are not stored. */
const storedSums = (context: Context, by: By) =>
  context.database
    .selectFrom(`guilds.sub_${by} as d` as 'guilds.sub_day as d')
    .where('d.guilds', '>', 0)
    .select([sql<bigint>`sum(d.guilds)::bigint`.as('guilds'), sql<bigint | null>`null::bigint`.as('validDays')])

/** `isShared`: a day may belong to two weeks after a change of the zone; its two rows are shown as one. */
export type StoredTotals = MovesRow & { rows: number; isShared: boolean }

/** Whether a day of the span may be in two weeks: only beside a change of the platform's zone. */
const nearChangeOfZone = (from: string, to: string) => sql<boolean>`exists (
  select from (select week, zone, lag(zone) over (order by week) as before from guilds.week_zone) z
   where z.before <> z.zone and z.week between ${dayOf(from)}::date - 9 and ${dayOf(to)}::date + 9)`

/** The number of rows of all sub-agencies in a span, and their totals. */
export async function storedTotals(
  context: Context,
  by: By,
  requested: { startTimeStr: string; endTimeStr: string },
): Promise<StoredTotals> {
  const query = context.database.selectFrom(`guilds.sub_${by} as d` as 'guilds.sub_day as d')
  const filters = by === 'day' ? spanOfDays('d.day') : spanOfWeeks('d.week')
  return narrow(query, filters, requested, context)
    .select([sql<number>`coalesce(sum(d.guilds), 0)::int`.as('rows'), ...guildSums('d')])
    .select(
      (by === 'day' ? nearChangeOfZone(requested.startTimeStr, requested.endTimeStr) : sql<boolean>`false`).as(
        'isShared',
      ),
    )
    .executeTakeFirstOrThrow()
}

/** The same for the sub-agencies of some guilds, summed. */
const addedSums = (context: Context, by: By, parents: readonly number[], valid: ValidDay) =>
  rowsOf(context, by)
    .where(sql<boolean>`d.guild_id in (select id from guilds.guild where parent_id = ${anyOf(parents)})`)
    .select([
      sql<bigint>`count(distinct d.guild_id)`.as('guilds'),
      sql<bigint | null>`sum((select count(*) from guilds.anchor_day a
        where a.guild_id = d.guild_id and ${tables[by].ofAnchor} and ${isValid('a', valid)}))::bigint`.as('validDays'),
    ])

/** One page of days or weeks, summed over all sub-agencies within scope. */
export function subAgencyPage(
  context: Context,
  by: By,
  valid: ValidDay,
  payload: Parsed<typeof subAgencyDays>,
): Promise<Page<ManyRow>> {
  const { column } = tables[by]
  const grouped = { column, type: 'date' as const, of: (row: ManyRow) => row.at }
  const parent = context.scope.kind === 'guild' ? [context.scope.unionId] : payload.parentId
  const sums = parent === undefined ? storedSums(context, by) : addedSums(context, by, parent, valid)
  const query = (sums as ReturnType<typeof storedSums>)
    .select([
      textOf(column).as('at'),
      ...(by === 'week' ? [isRunning(context, sql`d.week`).as('running')] : [sql<boolean>`false`.as('running')]),
      ...guildSums('d'),
    ])
    .groupBy(sql.ref(column))
  const { parentId: _p, ...requested } = payload
  return narrowedPage<ManyRow, typeof requested & { parentId?: number[] | undefined }>(
    context,
    query,
    by === 'day' ? spanOfDays('d.day') : spanOfWeeks('d.week'),
    { sorts: { [by]: grouped }, defaultSort: `-${by}`, id: grouped, defaultSize: 20 },
    { ...requested, parentId: parent },
  )
}

export type GuildName = { id: number; name: string }

/** The guild, if it is within scope. */
export const guildInReach = (context: Context, guildId: number): Promise<GuildName | undefined> =>
  context.database
    .selectFrom('guilds.guild as g')
    .select(['g.id', 'g.name'])
    .where('g.id', '=', guildId)
    .where(inReach(context.scope, 'g.id'))
    .executeTakeFirst()

export type AnchorRow = DoneRow & { userId: bigint; anchor: PersonRef }
export type AnchorDayRow = AnchorRow & { valid: boolean }

/** One page of a guild's anchors on a day. */
export function anchorDayPage(
  context: Context,
  of: { guildId: number; day: string },
  valid: ValidDay,
  payload: Parsed<typeof everyDayReportDetail>,
): Promise<Page<AnchorDayRow>> {
  const byUser = { column: 'd.user_id', type: 'bigint' as const, of: (row: AnchorDayRow) => row.userId }
  const query = context.database
    .selectFrom('guilds.anchor_day as d')
    .leftJoin('users.app_user as u', 'u.id', 'd.user_id')
    .where('d.guild_id', '=', of.guildId)
    .where(sql<boolean>`d.day = ${of.day}::date`)
    .where(inReach(context.scope, 'd.guild_id'))
    .select(['d.user_id as userId', personColumn('d.user_id', 'u').as('anchor'), ...doneSums('d')])
    .select(sql<boolean>`bool_or(${isValid('d', valid)})`.as('valid'))
    .groupBy(['d.user_id', 'u.id'])
  return narrowedPage<AnchorDayRow, typeof payload>(
    context,
    query,
    { id: () => sql`true` },
    { sorts: { userId: byUser }, defaultSort: 'userId', id: byUser, defaultSize: 20 },
    payload,
  )
}

export type AnchorWeekRow = AnchorRow & {
  key: string
  guildId: number
  name: string
  at: string
  running: boolean
  validDays: bigint
}

const anchorFilters: Filters<typeof weekReportAnchors> = {
  guildId: among('d.guild_id'),
  userId: among('d.user_id'),
  ...spanOfWeeks('d.week'),
}

const anchorKeyset: Keyset<AnchorWeekRow> = {
  sorts: { week: { column: 'd.week', type: 'date', of: (row) => row.at } },
  defaultSort: '-week',
  id: { column: 'd.key', type: 'text', of: (row) => row.key },
  defaultSize: 20,
}

/** One page of anchors' weeks. */
export const anchorWeekPage = (
  context: Context,
  valid: ValidDay,
  payload: Parsed<typeof weekReportAnchors>,
): Promise<Page<AnchorWeekRow>> =>
  narrowedPage<AnchorWeekRow, typeof payload>(
    context,
    context.database
      .selectFrom('guilds.anchor_week as d')
      .innerJoin('guilds.guild as g', 'g.id', 'd.guild_id')
      .leftJoin('users.app_user as u', 'u.id', 'd.user_id')
      .where(inReach(context.scope, 'd.guild_id'))
      .select([
        'd.key',
        'd.guild_id as guildId',
        'g.name',
        'd.user_id as userId',
        personColumn('d.user_id', 'u').as('anchor'),
      ])
      .select([textOf('d.week').as('at'), isRunning(context, sql`d.week`).as('running')])
      .select([
        sql<bigint>`d.live_seconds::bigint`.as('live'),
        sql<bigint>`d.call_seconds::bigint`.as('calls'),
        sql<bigint>`d.calls_received::bigint`.as('received'),
        sql<bigint>`d.calls_answered::bigint`.as('answered'),
        'd.gift_bonus as gift',
        'd.call_bonus as call',
        'd.room_bonus as room',
        'd.text_bonus as text',
        'd.bonus_micros as micros',
        'd.base_micros as base',
        sql<bigint>`(select count(*) from guilds.anchor_day a where a.user_id = d.user_id and a.guild_id = d.guild_id
          and a.week = d.week and a.day between d.week - 2 and d.week + 9 and ${isValid('a', valid)})`.as('validDays'),
      ]),
    anchorFilters,
    anchorKeyset,
    payload,
    { counted: context.database.selectFrom('guilds.anchor_week as d').where(inReach(context.scope, 'd.guild_id')) },
  )
