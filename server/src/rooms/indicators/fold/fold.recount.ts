// Recounts users' days from the facts, and corrects the cells by the differences.
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import { courseSubjects, type Subject, type SubjectName, subjects } from '../indicators.subjects.ts'
import { addToCells } from './fold.cells.ts'
import { addToCourse, changedMinutes } from './fold.course.ts'
import { dueTable, type Place, type Placed } from './fold.placed.ts'

/**
 * A user's day of a subject that was added, removed, moved to another cell, or began in another minute; for broadcasts, any change. Null
 * for absent values.
 */
export type Change = {
  userId: bigint
  day: string
  before: Place | null
  after: Place | null
}

const columns = ['country', 'channel', 'sex', 'platform', 'old', 'm', 'minutes', 'amounts'] as const
/** Columns of `table`, each behind `prefix`. */
const each = (table: string, prefix: string, names: readonly string[] = columns) =>
  sql.join(names.map((name) => sql.ref(`${table}.${prefix}${name}`)))
const cellNames = ['country', 'channel', 'sex', 'platform', 'old']

const placeOf = (prefix: '' | 'was_') =>
  sql`jsonb_build_object(${sql.join(
    cellNames.slice(0, 4).map((name) => sql`${sql.lit(name)}, ${sql.ref(`d.${prefix}${name}`)}`),
  )})`

/**
 * Recounts a subject of the due days from the facts, and corrects rows and cells by the differences.
 *
 * @param courseFrom earlier minutes are not corrected, since nobody reads them.
 * @param first cohorts of earlier days are unchanged, since their following days are no longer stored.
 * @param taken a table that the query reads, or whose rows it replaces.
 * @param query instead of the subject's own; it may read the days as they are stored (`stale`).
 */
export async function recount(
  tx: Transaction,
  name: Exclude<SubjectName, 'install'>,
  {
    due,
    courseFrom,
    first,
    taken,
    query = subjects[name].query,
  }: {
    due: readonly Placed[]
    courseFrom: Date
    first: string
    taken?: RawBuilder<unknown>
    query?: RawBuilder<unknown>
  },
): Promise<Change[]> {
  if (due.length === 0) return []
  const { cohort }: Subject = subjects[name]
  const [fresh, stale] = cohort
    ? [
        sql`select c.day, c.user_id, coalesce(p.country, '') as country, p.channel, p.sex, coalesce(nullif(p.platform, ''), 'web') as platform,
                   false as old, c.m, c.minutes, c.amounts
              from counted c join users.app_user p on p.id = c.user_id and not p.market_audit and not p.internal
             where c.day >= ${first}::date`,
        sql`select s.*, s.ctid as tid from indicators.user_day s
             where s.subject = ${name} and s.user_id in (select user_id from due) and s.day >= ${first}::date`,
      ]
    : [
        sql`select c.day, c.user_id, ${each('d', '', cellNames)}, c.m, c.minutes, c.amounts
              from counted c join due d on d.day = c.day and d.user_id = c.user_id where d.country is not null`,
        // Without `offset`, a plan may read the days of all users.
        sql`select s.* from due d cross join lateral (
              select u.*, u.ctid as tid from indicators.user_day u
               where u.subject = ${name} and u.day = d.day and u.user_id = d.user_id offset 0) s`,
      ]
  const { rows } = await sql<Change>`
    with due as materialized (${dueTable(due)}),
    ${taken ? sql`${taken},` : sql``}
    stale as materialized (${stale}),
    counted as ${cohort ? sql`` : sql`materialized`} (${query}),
    fresh as materialized (${fresh}),
    differences as materialized (
      select coalesce(f.day, s.day) as day, coalesce(f.user_id, s.user_id) as user_id, s.tid, f.user_id is not null as is_there,
             s.user_id is not null as was_there, (${each('f', '', cellNames)}) is not distinct from (${each('s', '', cellNames)}) as stays,
             ${each('f', '')}, ${sql.join(columns.map((column) => sql`${sql.ref(`s.${column}`)} as ${sql.ref(`was_${column}`)}`))}
        from fresh f full join stale s on s.day = f.day and s.user_id = f.user_id
       where (${each('f', '')}) is distinct from (${each('s', '')})),
    removed as (
      delete from indicators.user_day u using differences d where u.ctid = d.tid and not d.is_there),
    -- By their place and not by their key: without a change of a key's column, a row that fits on its page needs no new entries in the keys.
    corrected as (
      update indicators.user_day u set (${sql.join(columns.map((column) => sql.ref(column)))}) = row(${each('d', '')})
        from differences d where u.ctid = d.tid and d.is_there),
    added as (
      insert into indicators.user_day (subject, day, user_id, ${sql.join(columns.map((column) => sql.ref(column)))})
      select ${name}, d.day, d.user_id, ${each('d', '')} from differences d where d.is_there and not d.was_there order by 2, 3),
    ${(courseSubjects as readonly string[]).includes(name) ? sql`course as (${addToCourse(name, courseFrom, changedMinutes)}),` : sql``}
    cells as (${addToCells(
      name,
      sql`select day, ${each('differences', '', cellNames)}, m, case when stays then was_m end as was from differences where is_there
           union all select day, ${each('differences', 'was_', cellNames)}, null, was_m from differences where was_there and not stays`,
    )})
    select d.user_id as "userId", to_char(d.day, 'YYYY-MM-DD') as day,
           case when d.was_there then ${placeOf('was_')} end as before, case when d.is_there then ${placeOf('')} end as after
      from differences d
     where ${name === 'live' ? sql`true` : sql`not d.stays or d.is_there <> d.was_there or d.minutes[1] is distinct from d.was_minutes[1]`}`.execute(
    tx,
  )
  return rows
}
