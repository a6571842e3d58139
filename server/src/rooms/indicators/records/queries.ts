// The records behind a figure: facts whose user has a day of the figure's subject in cells that the filters name. So they are those that
// the figure counts, without marked accounts. A page walks the facts along the index of their time and looks up each one's day. If the
// filters name few users, it reads their facts instead, since a walk would pass those of all others.
import type { PersonRef } from '@greenroom/contract/fields'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Reader } from '../../../kit/database.ts'
import { type Page, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { personColumn, personOrNull } from '../../../kit/person.ts'
import { visible } from '../../../kit/scope.ts'
import { type Filters, type Span, sexed } from '../figures/facts.ts'
import type { Zone } from '../fold/rules.ts'
import { measuresOf } from '../subjects.ts'
import type { Listed } from './listed.ts'
import { momentsOf, sourceOf } from './sources.ts'

export type RecordRow = {
  id: string
  /** The second part of an entry's id. */
  line: number
  at: Date
  user: PersonRef
  other: PersonRef | null
  what: string | null
  value: bigint | null
}

/** Of so few users, all records are read; among those of more, a walk soon finds a page. */
const few = 1_000

/**
 * The users whom the filters name, if they are few. A day's platform is not the user's, and an unknown country is none. Users' days follow
 * their profiles within a round of the fold.
 */
async function fewUsers(reader: Reader, filters: Filters): Promise<bigint[] | null> {
  const named = Object.entries(filters).filter(([name, values]) => name !== 'platform' && !values.includes(''))
  if (named.length === 0) return null
  const each = named.map(([name, values]) => sql`${sql.ref(`u.${name}`)} = any(${values}::text[])`)
  const { rows } = await sql<{ id: bigint }>`
    select u.id from users.app_user u where ${sql.join(each, sql` and `)} limit ${few + 1}`.execute(reader)
  return rows.length > few ? null : rows.map(({ id }) => id)
}

/** One page, newest first. */
export async function recordsPage(
  context: Context,
  listed: Listed,
  { span, zones, filters, request }: { span: Span; zones: readonly Zone[]; filters: Filters; request: PageRequest },
): Promise<Page<RecordRow>> {
  const moments = momentsOf(span, zones)
  const narrowed = sexed(filters, listed.sex)
  const users = narrowed && (await fewUsers(context.database, narrowed))
  const { rows, order, id, nulls } = sourceOf(listed, moments, users)
  const cells = Object.entries(narrowed ?? {}).map(
    ([dimension, values]) => sql`and ${sql.ref(`d.${dimension}`)} = any(${values}::text[])`,
  )
  const { subject, ofDays: measure } = listed
  const ofDays = measure === undefined ? sql`` : sql`and d.m[${sql.lit(measuresOf(subject).indexOf(measure) + 1)}] > 0`
  // Without `offset`, the planner reads all days of the subject first.
  const isCounted = sql<boolean>`exists (
    select from indicators.user_day d
     where d.subject = ${listed.subject} and d.user_id = f.user_id
       and d.day = (${moments.days}::date[])[width_bucket(f.at, ${moments.starts}::timestamptz[])]
       ${listed.old ? sql`and d.old` : sql``} ${ofDays} ${sql.join(cells, sql` `)} offset 0)`
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
    context.database,
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
  )
}
