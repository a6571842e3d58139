// Devices and who shares them. Platform data: guild and agent callers find none.

import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { deviceList } from '@greenroom/contract/users'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { DB, Reader } from '../../../kit/database/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/database/paging.ts'
import { startingWith } from '../../../kit/text.ts'
import { among, equals, type Filters, flag, narrowedPage, span } from '../../../records/index.ts'
import { personColumn } from '../person/personRef.ts'

type DeviceRow = Selectable<DB['users.device']>
const devices: Keyset<DeviceRow> = {
  sorts: {
    lastSeenAt: { column: 'd.last_seen_at', type: 'timestamptz', of: (row) => row.last_seen_at },
    users: { column: 'd.users', type: 'int', of: (row) => row.users },
  },
  defaultSort: '-lastSeenAt',
  id: { column: 'd.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

const filters: Filters<typeof deviceList> = {
  usersMin: (users) => sql`d.users >= ${users}`,
  q: (text) => sql`d.id like ${startingWith(text)}`,
  userId: among((is) => sql`d.id in (select device_id from users.user_device where ${is('user_id')})`),
  platform: equals('d.platform'),
  banned: flag('d.banned'),
  ...span('d.last_seen_at'),
}

/** One page of devices, newest seen first; those on which nobody has been seen yet are left out. */
export const devicePage = (context: Context, payload: Parsed<typeof deviceList>) =>
  narrowedPage(
    context,
    context.database.selectFrom('users.device as d').selectAll('d').where(visible(context.scope)),
    filters,
    devices,
    { ...payload, usersMin: payload.usersMin ?? 1 },
  )

export type Newest = { deviceId: string; user: PersonRef; state: string; bannedUntil: Date | null }

/** The people seen last on each of these devices, at most `count` a device. */
export async function newestOf(reader: Reader, deviceIds: readonly string[], count: number): Promise<Newest[]> {
  const { rows } = await sql<Newest>`
    select d.id as "deviceId", ${personColumn('n.user_id', 'u')} as "user", u.state, u.banned_until as "bannedUntil"
      from unnest(${deviceIds}::text[]) as d(id)
      cross join lateral (select user_id, last_seen_at from users.user_device l where l.device_id = d.id
                           order by last_seen_at desc, user_id desc limit ${count}) n
      join users.app_user u on u.id = n.user_id
     order by n.last_seen_at desc, n.user_id desc`.execute(reader)
  return rows
}

const people = (reader: Reader) =>
  reader
    .selectFrom('users.user_device as l')
    .innerJoin('users.app_user as u', 'u.id', 'l.user_id')
    .select(['l.user_id', 'l.ip', 'l.first_seen_at', 'l.last_seen_at'])
    .select([personColumn('l.user_id', 'u').as('user'), 'u.state', 'u.banned_until'])
export type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

const peopleKeyset: Keyset<PersonRow> = {
  sorts: { lastSeenAt: { column: 'l.last_seen_at', type: 'timestamptz', of: (row) => row.last_seen_at } },
  defaultSort: '-lastSeenAt',
  id: { column: 'l.user_id', type: 'bigint', of: (row) => String(row.user_id) },
  defaultSize: 20,
}

/** One page of the people on a device, newest seen first. */
export function devicePeople(context: Context, deviceId: string, request: PageRequest) {
  const { scope } = context
  const query = people(context.database).where('l.device_id', '=', deviceId).where(visible(scope))
  return pageOf(context, query, peopleKeyset, request, { deviceId, scope })
}
