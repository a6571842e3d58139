// The records behind a figure: facts whose user has a day of the figure's subject in cells that the filters name. So they are those that
// the figure counts, without marked accounts. A page walks the facts along the index of their time and looks up each one's day. If the
// filters name few users, or few of their days, it reads these users' facts instead, since a walk would pass those of all others.
import type { PersonRef } from '@greenroom/contract/fields'
import { limits } from '@greenroom/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { type Keyset, type Page, type PageRequest, pageOf } from '../../../kit/database/paging.ts'
import { personColumn, personOrNull } from '../../users/index.ts'
import { type Filters, type Span, sexed } from '../figures/figures.facts.ts'
import type { Zone } from '../fold/fold.rules.ts'
import { measuresOf } from '../indicators.subjects.ts'
import type { Listed } from './figureRecords.listed.ts'
import { momentsOf, sourceOf } from './figureRecords.sources.ts'

export type RecordRow = {
  id: string
  /** The second part of an entry's id. */
  line: number
  at: Date
  user: PersonRef | null
  other: PersonRef | null
  what: string | null
  value: bigint | null
  country?: string
  platform?: string
}

/** Of so few users, all records are read; among those of more, a walk soon finds a page. */
const few = 1_000

/**
 * The users whom the filters name, if they are few. A day's platform is not the user's, and an unknown country is none. Users' days follow
 * their profiles within a round of the fold.
 */
async function fewUsers(reader: Reader, named: [string, readonly string[]][]): Promise<bigint[] | null> {
  const own = named.filter(([name, values]) => name !== 'platform' && !values.includes(''))
  if (own.length === 0) return null
  const { rows } = await sql<{ id: bigint }>`
    select u.id from users.app_user u where ${allOf('u', own)} limit ${few + 1}`.execute(reader)
  return rows.length > few ? null : rows.map(({ id }) => id)
}

/** The users of the span's days that `isCounted` (of days `d`), if these are few: found by one walk through the days, at most. */
async function usersOfFewDays(
  reader: Reader,
  isCounted: RawBuilder<unknown>,
  { from, to }: Span,
): Promise<bigint[] | null> {
  const { rows } = await sql<{ user_id: bigint }>`
    select d.user_id from indicators.user_day d
     where ${isCounted} and d.day between ${from}::date and ${to}::date limit ${limits.exactTotal + 1}`.execute(reader)
  return rows.length > limits.exactTotal ? null : [...new Set(rows.map(({ user_id }) => user_id))]
}

const allOf = (table: string, named: [string, readonly string[]][]) =>
  sql.join(
    named.map(([name, values]) => sql`${sql.ref(`${table}.${name}`)} = any(${values}::text[])`),
    sql` and `,
  )

/** By the moment in the column `at`, the newest first. */
export const newestFirst = (at: string, id: string): Keyset<RecordRow> => ({
  sorts: { at: { column: at, type: 'timestamptz', of: (row) => row.at } },
  defaultSort: '-at',
  id: { column: id, type: 'text', of: (row) => row.id },
  defaultSize: 20,
})

export type Asked = { span: Span; zones: readonly Zone[]; filters: Filters; request: PageRequest }

/** One page, newest first. */
export async function recordsPage(
  context: Context,
  listed: Listed,
  { span, zones, filters, request }: Asked,
): Promise<Page<RecordRow>> {
  const moments = momentsOf(span, zones)
  const narrowed = sexed(filters, listed.sex)
  const named = Object.entries(narrowed ?? {})
  const { subject, ofDays: measure } = listed
  const isOfSubject = sql`d.subject = ${subject} ${listed.old ? sql`and d.old` : sql``}
    ${measure === undefined ? sql`` : sql`and d.m[${sql.lit(measuresOf(subject).indexOf(measure) + 1)}] > 0`}
    ${named.length === 0 ? sql`` : sql`and ${allOf('d', named)}`}`
  const reader = context.database
  const byProfile = await fewUsers(reader, named)
  const users = byProfile ?? (named.length === 0 ? null : await usersOfFewDays(reader, isOfSubject, span))
  // Every day has a record.
  const areMany = named.length > 0 && users === null && !listed.where
  const { rows, order, id, nulls } = sourceOf(listed, moments, users)
  // Without `offset`, the planner reads all days of the subject first.
  const isCounted = sql<boolean>`exists (
    select from indicators.user_day d
     where ${isOfSubject} and d.user_id = f.user_id
       and d.day = (${moments.days}::date[])[width_bucket(f.at, ${moments.starts}::timestamptz[])] offset 0)`
  const query = context.database
    .selectFrom(
      sql<{
        id: string
        line: number
        at: Date
        user_id: bigint
        other_id: bigint | null
        what: string | null
        value: bigint | null
      }>`(${rows})`.as('f'),
    )
    .innerJoin('users.app_user as u', 'u.id', 'f.user_id')
    .leftJoin('users.app_user as w', 'w.id', 'f.other_id')
    .select([
      'f.id',
      'f.line',
      'f.at',
      'f.what',
      'f.value',
      personColumn('f.user_id', 'u').as('user'),
      personOrNull('f.other_id', 'w').as('other'),
    ])
    .where(visible(context.scope))
    .where(narrowed ? isCounted : sql<boolean>`false`)
  const isEntry = listed.kind === 'entries'
  return pageOf<RecordRow>(
    context,
    query,
    {
      sorts: {
        at:
          order === 'at'
            ? { column: 'f.at', type: 'timestamptz', of: (row) => row.at, ...(nulls && { nulls }) }
            : { column: 'f.id', type: id, of: (row) => row.id },
      },
      defaultSort: '-at',
      id: isEntry
        ? { column: 'f.line', type: 'smallint', of: (row) => row.line }
        : { column: 'f.id', type: id, of: (row) => row.id },
      defaultSize: 20,
    },
    request,
    { ...narrowed, ...span, subject: listed.subject, kind: listed.kind },
    areMany ? { atLeast: async () => limits.exactTotal + 1 } : {},
  )
}
