// The users behind a figure, with each one's value, in descending order.

import type { PersonRef } from '@greenroom/contract/fields'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Keyset, type Page, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { personColumn } from '../../../kit/person.ts'
import { visible } from '../../../kit/scope.ts'
import { type Filters, type Span, sexed } from '../figures/facts.ts'
import type { CountedUsers } from './rules.ts'

export type Counted = { user_id: bigint; value: bigint; user: PersonRef }

const id = { column: 'p.user_id', type: 'bigint' as const, of: (row: Counted) => row.user_id }
const keyset: Keyset<Counted> = {
  sorts: { value: { column: 'p.value', type: 'bigint', of: (row) => row.value } },
  defaultSort: '-value',
  id,
  defaultSize: 20,
}

/** One page. */
export function peoplePage(
  context: Context,
  { subject, place, old, sex }: CountedUsers,
  { span, filters, request }: { span: Span; filters: Filters; request: PageRequest },
): Promise<Page<Counted>> {
  const narrowed = sexed(filters, sex)
  const value = sql<bigint>`sum(d.m[${sql.lit(place)}])::bigint`
  let days = context.database
    .selectFrom('indicators.user_day as d')
    .select(['d.user_id', value.as('value')])
    .where('d.subject', '=', subject)
    .where(sql<boolean>`d.day between ${span.from}::date and ${span.to}::date`)
    .groupBy('d.user_id')
    .having(value, '<>', sql<bigint>`0`)
  if (!narrowed) days = days.where(sql<boolean>`false`)
  for (const [dimension, values] of Object.entries(narrowed ?? {}))
    days = days.where(sql<boolean>`${sql.ref(`d.${dimension}`)} = any(${values}::text[])`)
  if (old) days = days.where('d.old', '=', true)
  return pageOf<Counted>(
    context.database,
    context.database
      .selectFrom(days.as('p'))
      .innerJoin('users.app_user as u', 'u.id', 'p.user_id')
      .select(['p.user_id', 'p.value', personColumn('p.user_id', 'u').as('user')])
      .where(visible(context.scope)),
    keyset,
    request,
    { subject, place, old, ...narrowed, ...span },
  )
}
