// Queries for plans: published ones, pending requests, and the last settled week.
import type { Parsed } from '@greenroom/contract/call'
import type { planList } from '@greenroom/contract/guildMoney'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage, search } from '../../../records/index.ts'
import type { Published } from './plans.rules.ts'

export type PlanRow = Selectable<DB['guilds.plan']>

const byId = { column: 'p.id', type: 'int' as const, of: (row: PlanRow) => row.id }
const keyset: Keyset<PlanRow> = { sorts: { id: byId }, defaultSort: '-id', id: byId, defaultSize: 20 }

const filters: Filters<typeof planList> = {
  q: search(['p.name', 'p.note']),
  kind: equals('p.kind'),
  state: equals('p.state'),
}

/** One page, newest first. */
export const planPage = (context: Context, payload: Parsed<typeof planList>) =>
  narrowedPage<PlanRow, typeof payload>(
    context,
    context.database.selectFrom('guilds.plan as p').selectAll('p').where(visible(context.scope)),
    filters,
    keyset,
    payload,
  )

export const planById = (reader: Reader, id: number): Promise<PlanRow | undefined> =>
  reader.selectFrom('guilds.plan').selectAll().where('id', '=', id).executeTakeFirst()

export type Content = Pick<Insertable<DB['guilds.plan']>, 'name' | 'kind' | 'levels' | 'salary' | 'start_week' | 'note'>

export const insertPlan = (tx: Transaction, content: Content, by: string, at: Date): Promise<PlanRow> =>
  tx
    .insertInto('guilds.plan')
    .values({ ...content, created_by: by, created_at: at, updated_by: by, updated_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updatePlan = (tx: Transaction, id: number, content: Content, by: string, at: Date): Promise<PlanRow> =>
  tx
    .updateTable('guilds.plan')
    .set({ ...content, updated_by: by, updated_at: at, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Plans are few: all published ones. */
export async function publishedPlans(reader: Reader): Promise<Published[]> {
  const { rows } = await sql<Published>`
    select id, to_char(start_week, 'YYYY-MM-DD') as "startWeek", published_at as "publishedAt"
      from guilds.plan where state = 'published'`.execute(reader)
  return rows
}

/** The latest week that has a settlement; null before the first. */
export async function lastSettledWeek(reader: Reader): Promise<string | null> {
  const { rows } = await sql<{ week: string | null }>`
    select to_char(max(week), 'YYYY-MM-DD') as week from guilds.settlement`.execute(reader)
  return rows[0]?.week ?? null
}

/** Locks the plan for a change of its state. */
export const lockPlan = (tx: Transaction, id: number) =>
  tx.selectFrom('guilds.plan').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const setState = (
  tx: Transaction,
  id: number,
  values:
    | { state: 'published'; published_by: string; published_at: Date }
    | { state: 'withdrawn'; updated_by: string; updated_at: Date },
) =>
  tx
    .updateTable('guilds.plan')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The last ended weeks, oldest first. */
export async function endedWeeks(reader: Reader, now: Date, count: number): Promise<string[]> {
  const { rows } = await sql<{ week: string }>`
    select to_char(week, 'YYYY-MM-DD') as week from guilds.week where ends_at <= ${now}
     order by week desc limit ${count}`.execute(reader)
  return rows.map(({ week }) => week).toReversed()
}

const withFigures = (weeks: readonly string[]) => sql<boolean>`(
  exists (select from guilds.guild_week w where w.guild_id = g.id and w.week = any(${weeks}::date[]))
  or exists (select from guilds.guild s join guilds.guild_week w on w.guild_id = s.id and w.week = any(${weeks}::date[])
              where s.parent_id = g.id))`

/** Guilds after an id with figures in these weeks, their own or a sub-agency's, in id order. */
export async function guildsWithFigures(
  reader: Reader,
  weeks: readonly string[],
  after: number,
  size: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select g.id, g.name from guilds.guild g where g.id > ${after} and ${withFigures(weeks)}
     order by g.id limit ${size}`.execute(reader)
  return rows
}

export async function countWithFigures(reader: Reader, weeks: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from guilds.guild g where ${withFigures(weeks)}`.execute(reader)
  return rows[0]!.count
}
