// The facts behind hints, and the users behind each: registrations of the last 30 days.
import type { Parsed } from '@greenroom/contract/call'
import type { channelPeople } from '@greenroom/contract/channels'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { filtersOf, type Keyset, mapPage, pageOf } from '../../../kit/database/paging.ts'
import { momentOf, textOf } from '../../../kit/time.ts'
import type { Facts, HintKind } from './channels.rules.ts'

const dayMs = 86_400_000
export const sinceOf = (now: Date): Date => new Date(now.getTime() - 30 * dayMs)

/** The days considered by hints: the last 30 business days; for D1, those whose next day is over. */
function daysOf(now: Date, zone: string): { first: string; from: Date; lastKnown: string } {
  const first = textOf(sinceOf(now), zone).slice(0, 10)
  const today = Date.parse(`${textOf(now, zone).slice(0, 10)}T00:00:00Z`)
  const lastKnown = new Date(today - 2 * dayMs).toISOString().slice(0, 10)
  return { first, from: momentOf(first, zone, 'now'), lastKnown }
}

/** Store reviewers and internal accounts never count. */
const counts = sql<boolean>`(u.registered_at is not null and not u.market_audit and not u.internal)`

/** The network of an address: /24 of IPv4, also where it is written as IPv6, /48 of IPv6; empty for anything that is none. */
export const blockOf = (ip: RawBuilder<unknown>): RawBuilder<string> => sql<string>`promotion.block_of(${ip})`

const neverOnline = (now: Date) => sql<boolean>`
  (u.registered_at < ${new Date(now.getTime() - dayMs)} and not exists (
    select from users.active_day y where y.user_id = u.id and y.seconds > 0
       and y.day between u.registered_at::date - 1 and u.registered_at::date + 31))`

/** The facts for hints. */
export async function factsOf(reader: Reader, number: string, now: Date, zone: string): Promise<Facts> {
  const { first, from, lastKnown } = daysOf(now, zone)
  const own = sql`
    select u.id, ${blockOf(sql`u.registered_ip`)} as ip_block, coalesce(v.model, '') as model, ${neverOnline(now)} as absent
      from users.app_user u left join users.device v on v.id = u.device_id
     where u.channel = ${number} and u.created_at >= ${from} and ${counts}`
  const { rows } = await sql<{
    registrations: number
    noSession: number
    block: Facts['block']
    model: Facts['model']
  }>`
    with own as materialized (${own})
    select (select count(*)::int from own) as registrations,
           (select count(*)::int from own where absent) as "noSession",
           (select jsonb_build_object('value', ip_block, 'people', count(*)) from own where ip_block <> ''
             group by ip_block order by count(*) desc, ip_block limit 1) as block,
           (select jsonb_build_object('value', model, 'people', count(*)) from own where model <> ''
             group by model order by count(*) desc, model limit 1) as model`.execute(reader)
  const { rows: cohorts } = await sql<{ own: boolean; registrations: number; returned: number }>`
    select d.channel = ${number} as own, sum(d.registrations)::int as registrations, sum(d.returned)::int as returned
      from promotion.channel_day d
     where d.key >= ${first} and d.key < ${`${lastKnown}~`}
     group by 1`.execute(reader)
  const cohort = (isOwn: boolean) => {
    const found = cohorts.find(({ own }) => own === isOwn)
    return { registrations: found?.registrations ?? 0, returned: found?.returned ?? 0 }
  }
  return { ...rows[0]!, cohort: cohort(true), others: cohort(false) }
}

type Row = {
  id: bigint
  nickname: string
  avatar_url: string
  country: string | null
  model: string | null
  block: string
  registered_at: Date
  created_at: Date
  last_online_at: Date | null
}

const keyset: Keyset<Row> = {
  sorts: { registeredAt: { column: 'u.created_at', type: 'timestamptz', of: (row) => row.created_at } },
  defaultSort: '-registeredAt',
  id: { column: 'u.id', type: 'bigint', of: (row) => row.id },
  defaultSize: 20,
}

/** The users of a hint, newest first; none for an unknown channel. */
export async function peopleOfHint(context: Context, payload: Parsed<typeof channelPeople>) {
  const { database, now, timeZone } = context
  const { from, lastKnown } = daysOf(now, timeZone)
  const day = sql`(u.created_at at time zone ${timeZone})::date`
  const channel = await database
    .selectFrom('promotion.channel')
    .select('number')
    .where('id', '=', payload.id)
    .executeTakeFirst()
  const value = payload.value ?? ''
  const conditions: Record<HintKind, RawBuilder<boolean>> = {
    block: sql`${blockOf(sql`u.registered_ip`)} = ${value}`,
    model: sql`v.model = ${value}`,
    noSession: neverOnline(now),
    lowReturn: sql`${day} <= ${lastKnown}::date and not exists (
      select from users.active_day y where y.user_id = u.id and y.day = ${day} + 1)`,
  }
  const query = database
    .selectFrom('users.app_user as u')
    .leftJoin('users.device as v', 'v.id', 'u.device_id')
    .select(['u.id', 'u.nickname', 'u.avatar_url', 'u.country', 'u.created_at', 'u.last_online_at', 'v.model'])
    .select([sql<Date>`u.registered_at`.as('registered_at'), blockOf(sql`u.registered_ip`).as('block')])
    .where(visible(context.scope))
    .where('u.channel', '=', channel?.number ?? '')
    .where('u.channel', '<>', '')
    .where('u.created_at', '>=', from)
    .where(counts)
    .where(conditions[payload.hint ?? 'noSession'])
  const page = await pageOf<Row>(context, query, keyset, payload, { ...filtersOf(payload), scope: context.scope })
  return mapPage(page, (row) => ({
    user: { userId: Number(row.id), nickname: row.nickname, avatarUrl: row.avatar_url },
    country: row.country ?? '',
    deviceModel: row.model ?? '',
    block: row.block,
    registeredAt: row.registered_at.toISOString(),
    lastOnlineAt: row.last_online_at?.toISOString() ?? null,
  }))
}
