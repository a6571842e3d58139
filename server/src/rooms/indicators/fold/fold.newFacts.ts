// New gifts and views are added to users' days, as entries are (`fold.newTokens.ts`): a day that is counted again reads all its facts, and has more of
// them the later it is.
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import type { NewSpan } from '../../../kit/database/newRows.ts'
import { countedFrom, giftsOf, lengthOfDay, measuresOf, viewsOf } from '../indicators.subjects.ts'
import { addToCells } from './fold.cells.ts'
import { addToDue } from './fold.queries.ts'
import type { Zone } from './fold.rules.ts'
import { dayIn, startIn } from './fold.zone.ts'

const places = sql.join(['country', 'channel', 'sex', 'platform', 'old'].map((name) => sql.ref(name)))

type Sql = RawBuilder<unknown>
type Added = {
  /** The sums of new facts by user and day. */
  byDay(day: (moment: Sql) => Sql, isNew: Sql): Sql
  /** The day's measures that are no sums, from those that are. */
  notSums(measure: (name: string) => Sql): Record<string, Sql>
}

const added = {
  view: {
    byDay: (day, isNew) =>
      viewsOf(
        sql`(select ${day(sql`at`)} as day, user_id, seconds, at from live.view where ${isNew}) v cross join lateral (select v.day, v.user_id) d`,
      ).query,
    notSums: (measure) => ({ users: sql`1`, ...lengthOfDay(measure('seconds')) }),
  },
  gift: {
    byDay: (day, isNew) =>
      giftsOf(
        sql`(select ${day(sql`at`)} as day, sender_id as user_id, count, tokens, at from live.gift where live_id is not null and ${isNew}) g
              cross join lateral (select g.day, g.user_id) d`,
      ).query,
    notSums: () => ({ users: sql`1` }),
  },
} satisfies Record<string, Added>
type Name = keyof typeof added

/** The measures of a stored day `u` with the new facts `c`. */
function together(name: Name): Sql {
  const measures = measuresOf(name)
  const sumOf = (measure: string) => {
    const place = sql.lit(measures.indexOf(measure) + 1)
    return sql`(coalesce(u.m[${place}], 0) + c.m[${place}])`
  }
  const notSums: Record<string, Sql> = added[name].notSums(sumOf)
  return sql`array[${sql.join(measures.map((measure) => notSums[measure] ?? sumOf(measure)))}]::bigint[]`
}

/** True if the span has gifts or views. */
export async function hasFacts(tx: Transaction, span: NewSpan): Promise<boolean> {
  const of = (table: string) =>
    sql`exists (select from ${sql.table(table)} where xid >= ${span.from}::xid8 and xid < ${span.to}::xid8)`
  const { rows } = await sql<{ found: boolean }>`select ${of('live.gift')} or ${of('live.view')} as found`.execute(tx)
  return rows[0]?.found === true
}

/** Adds the span's gifts and views (`addOf`). */
export async function addFacts(tx: Transaction, span: NewSpan, days: Days): Promise<void> {
  if (span.from === span.to) return
  for (const name of Object.keys(added) as Name[]) await addOf(tx, name, span, days)
}

type Days = { zones: readonly Zone[]; first: string }

/**
 * Adds the span's facts to the stored days and their cells, in the transaction that moves the reader's cursor. Days that are not stored, or that
 * begin earlier now, become due: they change more than sums.
 *
 * @param first facts of earlier days change nothing.
 */
async function addOf(tx: Transaction, name: Name, span: NewSpan, { zones, first }: Days): Promise<void> {
  const isNew = sql`xid >= ${span.from}::xid8 and xid < ${span.to}::xid8`
  await sql`
    with fresh as materialized (
      select f.* from (${added[name].byDay((moment) => dayIn(zones, moment), isNew)}) f where f.day >= ${first}::date
       order by f.user_id),
    -- In the order of users, whose days lie together. Without \`offset\`, a plan may read the days of all users.
    met as materialized (
      select c.day, c.user_id, u.tid, u.country, u.channel, u.sex, u.platform, u.old, u.m as was, ${together(name)} as m
        from fresh c
        left join lateral (
          select s.*, s.ctid as tid from indicators.user_day s
           where s.subject = ${name} and s.day = c.day and s.user_id = c.user_id and s.minutes[1] <= c.minutes[1] offset 0) u on true),
    corrected as (
      update indicators.user_day u set m = d.m from met d where u.ctid = d.tid),
    cells as (${addToCells(name, sql`select day, ${places}, m, was from met where tid is not null`)})
    ${addToDue(sql`
      select user_id, ${startIn(zones, sql`day`)} as at, ${countedFrom[name]}::int as what
        from met where tid is null`)}`.execute(tx)
}
