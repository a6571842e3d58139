// Repeat offenders: users, devices and payers with more than one chargeback.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { repeatList } from '@greenroom/contract/chargebacks'
import type { PersonRef } from '@greenroom/contract/fields'
import type { repeatKinds } from '@greenroom/contract/statesAndKinds'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { type Keyset, mapPage, pageOf } from '../../../kit/database/paging.ts'
import { lasting } from './chargebacks.queries.ts'

type By = (typeof repeatKinds)[number]
type Row = {
  key: string
  users: PersonRef[]
  user_count: bigint
  chargebacks: bigint
  usd_cents: bigint
  owed_tokens: bigint
  last_at: Date
}

/** Each chargeback with its group key, without those that were won; an order that a device's user paid counts for the device. */
const keyed: Record<By, RawBuilder<unknown>> = {
  user: sql`select c.user_id::text as key, c.* from finance.chargeback c where ${lasting('c')}`,
  device: sql`select d.device_id as key, c.* from finance.chargeback c join users.user_device d on d.user_id = c.user_id
               where ${lasting('c')}`,
  payer: sql`select c.payer_reference as key, c.* from finance.chargeback c
              where ${lasting('c')} and c.payer_reference <> ''`,
}

const keyset: Keyset<Row> = {
  sorts: {
    chargebacks: { column: 'g.chargebacks', type: 'bigint', of: (row) => String(row.chargebacks) },
    usdCents: { column: 'g.usd_cents', type: 'bigint', of: (row) => String(row.usd_cents) },
    lastAt: { column: 'g.last_at', type: 'timestamptz', of: (row) => row.last_at },
  },
  defaultSort: '-chargebacks',
  id: { column: 'g.key', type: 'text', of: (row) => row.key },
  defaultSize: 50,
}

/** Users shown in a row. */
const shownUsers = 5

/** One page; groups are counted from chargebacks, which are few compared to orders. */
export async function repeats(
  context: Context,
  { by: requested, ...payload }: Parsed<typeof repeatList>,
): Promise<Answer<typeof repeatList>> {
  const by = requested ?? 'user'
  const grouped = sql<Omit<Row, 'users'> & { user_ids: bigint[] }>`(
    select k.key, count(*) as chargebacks, sum(k.usd_cents)::bigint as usd_cents, sum(k.owed_tokens)::bigint as owed_tokens,
           max(k.at) as last_at, count(distinct k.user_id) as user_count,
           (array_agg(distinct k.user_id))[1:${sql.lit(shownUsers)}] as user_ids
      from (${keyed[by]}) k
     group by k.key having count(*) > 1)`
  const query = context.database
    .selectFrom(grouped.as('g'))
    .selectAll('g')
    .select(
      sql<
        PersonRef[]
      >`(select jsonb_agg(jsonb_build_object('userId', u.id, 'nickname', u.nickname, 'avatarUrl', u.avatar_url) order by u.id desc)
                          from users.app_user u where u.id = any(g.user_ids))`.as('users'),
    )
    .where(visible(context.scope))
  const page = await pageOf<Row>(context, query, keyset, payload, { by, scope: context.scope })
  return mapPage(page, (row) => ({
    key: row.key,
    by,
    users: row.users,
    userCount: Number(row.user_count),
    chargebacks: Number(row.chargebacks),
    usdCents: Number(row.usd_cents),
    owedTokens: Number(row.owed_tokens),
    lastAt: row.last_at.toISOString(),
  }))
}
