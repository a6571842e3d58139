// The installs that a figure counts: each is of a device, which has no sex. The first user who registered on it is shown to those who may
// see users.
import type { PersonRef } from '@greenroom/contract/fields'
import { sql } from 'kysely'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { type Page, pageOf } from '../../../kit/database/paging.ts'
import { personColumn } from '../../users/index.ts'
import { type Asked, newestFirst, type RecordRow } from './figureRecords.queries.ts'
import { momentsOf } from './figureRecords.sources.ts'

/** One page, newest first; empty with a filter by sex, for which the figure is not known. */
export function installsPage(context: Context, { span, zones, filters, request }: Asked): Promise<Page<RecordRow>> {
  const { starts, end } = momentsOf(span, zones)
  const { sex, ...named } = filters
  const user = sql<PersonRef | null>`(
    select ${personColumn('u.id', 'u')} from users.user_device l join users.app_user u on u.id = l.user_id and u.device_id = l.device_id
     where l.device_id = i.device_id and u.registered_at is not null order by u.registered_at, u.id limit 1)`
  let query = context.database
    .selectFrom('promotion.install as i')
    .select([
      'i.device_id as id',
      sql<number>`0`.as('line'),
      'i.at',
      'i.channel as what',
      'i.country',
      'i.platform',
      sql<null>`null`.as('other'),
      sql<null>`null`.as('value'),
      levelOn(staffOf(context), 'users.list') > 0 ? user.as('user') : sql<null>`null`.as('user'),
    ])
    .where('i.at', '>=', starts[0]!)
    .where('i.at', '<', end)
    .where(visible(context.scope))
  for (const [name, values] of Object.entries(named))
    query = query.where(sql<boolean>`${sql.ref(`i.${name}`)} = any(${values}::text[])`)
  return pageOf<RecordRow>(
    context,
    sex === undefined ? query : query.where(sql<boolean>`false`),
    newestFirst('i.at', 'i.device_id'),
    request,
    { ...filters, ...span, kind: 'installs' },
  )
}
