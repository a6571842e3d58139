// Users' sums: folding them, and reading a span of days from whole months and single days. Platform data: guild and agent callers find
// none.
import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { userStatList } from '@greenroom/contract/finance'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { restartReader } from '../../../kit/database/newRows.ts'
import { filtersOf, type Keyset, type Page, pageOf } from '../../../kit/database/paging.ts'
import { entriesSince, movesOfUsers, type Part } from '../../../ledger/index.ts'
import { idsWithout } from '../../../records/index.ts'
import { personColumn } from '../../users/index.ts'
import { always, type Segment } from './userStat.rules.ts'

export const readerName = 'finance.userSums'

/** The columns of `finance.user_sum` that hold sums. */
export const sums = [
  'recharged_cents',
  'recharges',
  'refunded_cents',
  'refunds',
  'spent_tokens',
  'earned_bonus',
  'withdrawn_cents',
  'withdrawn_bonus',
  'withdrawals',
] as const
export type Sums = Record<(typeof sums)[number], bigint>
const list = sql.join(sums.map((name) => sql.ref(name)))
const each = (of: (name: string) => string) => sql.raw(sums.map(of).join(', '))

/**
 * Adds the batch's transfers (`ledger.transfer m`), by user, to their day, month and total. An order's money counts on the day it was paid or refunded; one that
 * is won counts as never refunded.
 */
export async function addMoves(tx: Transaction, part: Part, zone: string): Promise<void> {
  const day = (at: string) => sql`(${sql.ref(at)} at time zone ${zone})::date`
  await sql`
    with moves as materialized (${movesOfUsers(part)}
    ), facts as (
      select m.user_id, ${day('m.occurred_at')} as day, 0::bigint as recharged_cents, 0 as recharges, 0::bigint as refunded_cents,
             0 as refunds, coalesce(m.spent, 0)::bigint as spent_tokens, coalesce(m.earned, 0)::bigint as earned_bonus,
             0::bigint as withdrawn_cents, 0::bigint as withdrawn_bonus, 0 as withdrawals
        from moves m where m.spent <> 0 or m.earned <> 0
      union all
      select m.user_id, ${day('o.paid_at')}, o.usd_cents, 1, 0, 0, 0, 0, 0, 0, 0
        from moves m join finance.recharge_order o on o.recharge_id = m.transfer_id where m.kind = 'recharge'
      union all
      select m.user_id, ${day('r.at')}, 0, 0, o.usd_cents, 1, 0, 0, 0, 0, 0
        from moves m join finance.order_return r on r.transfer_id = m.transfer_id join finance.recharge_order o on o.id = r.order_id
       where m.kind in ('refund', 'chargeback')
      union all
      select m.user_id, ${day('r.at')}, 0, 0, -o.usd_cents, -1, 0, 0, 0, 0, 0
        from moves m join finance.order_return r on r.reverse_id = m.transfer_id join finance.recharge_order o on o.id = r.order_id
       where m.kind = 'chargeback.reverse'
      union all
      select m.user_id, ${day('w.ended_at')}, 0, 0, 0, 0, 0, 0, w.net_cents, w.bonus, 1
        from moves m join finance.withdrawal w on w.id = substr(m.reference, 12)
       where m.kind = 'withdrawal' and m.phase = 'post'
    ), days as materialized (
      select user_id, day, ${each((name) => `sum(${name}) as ${name}`)} from facts group by 1, 2
    ), added as (
      insert into finance.user_sum as s (user_id, grain, start, ${list})
      select user_id, g.grain, g.start, ${each((name) => `sum(${name})`)}
        from days d
       cross join lateral (values ('day', d.day), ('month', date_trunc('month', d.day)::date), ('all', ${always}::date)) g(grain, start)
       group by 1, 2, 3 order by 1, 2, 3
      on conflict (user_id, grain, start) do update set ${each((name) => `${name} = s.${name} + excluded.${name}`)}
      returning grain, start, xmax = 0 as fresh
    )
    insert into finance.users_sum as s (grain, start, users, ${list})
    select d.grain, d.start, coalesce(f.users, 0), ${each((name) => `d.${name}`)}
      from (select g.grain, g.start, ${each((name) => `sum(${name}) as ${name}`)}
              from days d
             cross join lateral (values ('day', d.day), ('month', date_trunc('month', d.day)::date), ('all', ${always}::date)) g(grain, start)
             group by 1, 2) d
      left join (select grain, start, count(*) filter (where fresh) as users from added group by 1, 2) f
        on f.grain = d.grain and f.start = d.start
     order by 1, 2
    on conflict (grain, start) do update set users = s.users + excluded.users, ${each((name) => `${name} = s.${name} + excluded.${name}`)}`.execute(
    tx,
  )
}

/** The zone of the folded days; undefined if none were folded yet. */
export const zoneOfSums = async (reader: Reader): Promise<string | undefined> =>
  (await reader.selectFrom('finance.user_sum_zone').select('zone').executeTakeFirst())?.zone

/**
 * Deletes all sums, so that they are folded again in `zone`. Locks the reader's row first, as the fold does. Where months of entries stand in
 * files, days so far stay those of the zone before.
 */
export async function restartFold(tx: Transaction, zone: string): Promise<void> {
  if ((await entriesSince(tx)) === undefined) {
    await restartReader(tx, readerName)
    await sql`truncate finance.user_sum, finance.users_sum`.execute(tx)
  }
  await tx
    .insertInto('finance.user_sum_zone')
    .values({ zone })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ zone }))
    .execute()
}

export type StatRow = Sums & { user_id: bigint; user: PersonRef; country: string }
type StatPayload = Parsed<typeof userStatList>

const keyset: Keyset<StatRow> = {
  sorts: {
    rechargedCents: { column: 's.recharged_cents', type: 'bigint', of: (row) => row.recharged_cents },
    refundedCents: { column: 's.refunded_cents', type: 'bigint', of: (row) => row.refunded_cents },
    spentTokens: { column: 's.spent_tokens', type: 'bigint', of: (row) => row.spent_tokens },
    earnedBonus: { column: 's.earned_bonus', type: 'bigint', of: (row) => row.earned_bonus },
    withdrawnCents: { column: 's.withdrawn_cents', type: 'bigint', of: (row) => row.withdrawn_cents },
  },
  defaultSort: '-rechargedCents',
  id: { column: 's.user_id', type: 'bigint', of: (row) => row.user_id },
  defaultSize: 50,
}

const columnOf = {
  recharged: 's.recharged_cents',
  refunded: 's.refunded_cents',
  spent: 's.spent_tokens',
  earned: 's.earned_bonus',
  withdrawn: 's.withdrawn_cents',
} as const

const rowsOf = ({ grain, from, to }: Segment) =>
  sql`u.grain = ${grain} and u.start ${from === to ? sql`= ${from}::date` : sql`between ${from}::date and ${to}::date`}`

/** Users' sums over the segments: the rows themselves if there is one segment, so that an index orders them. */
function source(
  segments: readonly Segment[],
  userIds: readonly number[] | undefined,
): RawBuilder<Sums & { user_id: bigint }> {
  const [only] = segments
  const own = userIds === undefined ? sql`true` : sql`u.user_id = ${anyOf(userIds)}`
  if (segments.length === 1 && only!.from === only!.to)
    return sql`(select * from finance.user_sum u where ${rowsOf(only!)} and ${own})`
  const parts = sql.join(
    segments.map((one) => sql`select * from finance.user_sum u where ${rowsOf(one)} and ${own}`),
    sql` union all `,
  )
  return sql`(select user_id, ${each((name) => `sum(${name})::bigint as ${name}`)} from (${parts}) p group by user_id)`
}

function filtered(context: Context, segments: readonly Segment[], { userId, sex, country, has }: StatPayload) {
  let query = context.database
    .selectFrom(source(segments, userId).as('s'))
    .innerJoin('users.app_user as a', 'a.id', 's.user_id')
    .where(visible(context.scope))
  if (sex !== undefined) query = query.where('a.sex', '=', sex)
  if (country !== undefined) query = query.where('a.country', '=', country)
  if (has !== undefined) query = query.where(sql<boolean>`${sql.ref(columnOf[has])} > 0`)
  return query
}

export type Totals = Sums & { users: bigint }
const none = { users: 0n, ...Object.fromEntries(sums.map((name) => [name, 0n])) } as Totals

/** Totals over all matching users; without filters from the stored totals. */
async function totalsOf(context: Context, segments: readonly Segment[], payload: StatPayload): Promise<Totals> {
  const { userId, sex, country, has } = payload
  const isOneSegment = segments.length === 1 && segments[0]!.from === segments[0]!.to
  if (isOneSegment && (userId ?? sex ?? country ?? has) === undefined) {
    const { rows } = await sql<Totals>`
      select coalesce(sum(users), 0)::bigint as users, ${each((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`)}
        from finance.users_sum u where ${rowsOf(segments[0]!)} and ${visible(context.scope)}`.execute(context.database)
    return rows[0]!
  }
  return (await filtered(context, segments, payload)
    .select(sql<bigint>`count(*)`.as('users'))
    .select(sums.map((name) => sql<bigint>`coalesce(sum(${sql.ref(`s.${name}`)}), 0)::bigint`.as(name)))
    .executeTakeFirstOrThrow()) as Totals
}

/** One page of users, and the totals over all matching users. */
export async function statPage(
  context: Context,
  segments: readonly Segment[],
  payload: StatPayload,
): Promise<{ page: Page<StatRow>; totals: Totals }> {
  // An export has no totals.
  const totals = context.whole ? none : await totalsOf(context, segments, payload)
  const several = payload.after === undefined && (payload.userId?.length ?? 0) > 1
  const found = filtered(context, segments, payload)
  const without = several
    ? await idsWithout(context, payload.userId!, (id) => found.select('s.user_id').where(sql`s.user_id`, '=', id))
    : []
  const query = found
    .selectAll('s')
    .select([sql<string>`coalesce(a.country, '')`.as('country'), personColumn('s.user_id', 'a').as('user')])
  const page = await pageOf(
    context,
    query.$castTo<StatRow>(),
    keyset,
    payload,
    { ...filtersOf(payload), scope: context.scope },
    { exact: Number(totals.users) },
  )
  return { page: without.length > 0 ? { ...page, missing: { userId: without } } : page, totals }
}
