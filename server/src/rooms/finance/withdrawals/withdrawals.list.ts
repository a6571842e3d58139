// Withdrawals for lists and the desk.
import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { WithdrawalDecision } from '@greenroom/contract/sentences/withdrawals'
import type { withdrawalList } from '@greenroom/contract/withdrawals'
import { type Selectable, sql } from 'kysely'
import type { Context, Scope } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { DB, Reader } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { spanOf as spanOfDays } from '../../../kit/time.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { personColumn } from '../../users/index.ts'

export type ListRow = Selectable<DB['finance.withdrawal']> & {
  user: PersonRef
  last_four: string
  account_since: Date
  claimer: string | null
  /** The decision that has not taken effect yet. */
  decision: WithdrawalDecision | null
  decider: string | null
  decision_at: Date | null
  effective_at: Date | null
  /** Its last payout. */
  route: { batch: number; live: boolean } | null
}

const withdrawals = (reader: Reader, scope: Scope) =>
  reader
    .selectFrom('finance.withdrawal as w')
    .innerJoin('users.app_user as u', 'u.id', 'w.user_id')
    .innerJoin('finance.payee_account as a', 'a.id', 'w.account_id')
    .leftJoin('access.staff as c', 'c.id', 'w.claimed_by')
    .leftJoin('access.decision as d', 'd.id', 'w.decision_id')
    .leftJoin('access.staff as o', 'o.id', 'd.staff_id')
    .selectAll('w')
    .select([
      personColumn('w.user_id', 'u').as('user'),
      'a.last_four',
      'a.first_used_at as account_since',
      'c.username as claimer',
      sql<WithdrawalDecision | null>`d.verb`.as('decision'),
      'o.username as decider',
      'd.decided_at as decision_at',
      'd.effective_at',
      sql<ListRow['route']>`(
        select jsonb_build_object('batch', p.batch_id, 'live', p.state = 'waiting') from finance.payout p
         where p.source = 'withdrawal' and p.source_id = w.id order by p.id desc limit 1)`.as('route'),
    ])
    .where(visible(scope))

/** The same rows without joins: counting ten thousand of them is an index-only scan. */
const counted = ({ database, scope }: Context) =>
  database.selectFrom('finance.withdrawal as w').select('w.id').where(visible(scope))

const keyset: Keyset<ListRow> = {
  sorts: {
    requestedAt: { column: 'w.requested_at', type: 'timestamptz', of: (row) => row.requested_at },
    usdCents: { column: 'w.usd_cents', type: 'bigint', of: (row) => row.usd_cents },
  },
  defaultSort: '-requestedAt',
  id: { column: 'w.id', type: 'text', of: (row) => row.id },
  defaultSize: 50,
}

const paid = sql<boolean>`w.state in ('success', 'manual processing successful')`
const spans = { requested: span('w.requested_at'), paid: span('w.ended_at') }
const spanOf = (payload: object) => spans[(payload as { moment?: keyof typeof spans }).moment ?? 'requested']

const filters: Filters<typeof withdrawalList> = {
  withdrawalId: among('w.id'),
  userId: among('w.user_id'),
  state: equals('w.state'),
  method: equals('w.method'),
  held: (value) => (value ? sql`w.held <> ''` : sql`w.held = ''`),
  released: (value) => (value ? sql`w.released_at is not null` : sql`w.released_at is null`),
  // As a literal: each reason has an index of its own.
  risk: (reason) => sql`w.risk_reasons @> array[${sql.lit(reason)}]`,
  usdMin: (usd) => sql`w.usd_cents >= ${usd * 100}`,
  usdMax: (usd) => sql`w.usd_cents <= ${usd * 100}`,
  moment: (moment) => (moment === 'paid' ? paid : sql`true`),
  startTimeStr: (value, context, payload) => spanOf(payload).startTimeStr(value, context),
  endTimeStr: (value, context, payload) => {
    const ended = spanOf(payload).endTimeStr(value, context, payload)
    if (spanOf(payload) !== spans.paid) return ended
    // Requested before it was paid, by clocks that differ by minutes: the list in order of requests begins there, not with the newest.
    return sql`${ended} and w.requested_at < ${spanOfDays(payload, context.timeZone).to!}::timestamptz + interval '1 hour'`
  },
}

export const withdrawalPage = (context: Context, payload: Parsed<typeof withdrawalList>) =>
  narrowedPage<ListRow, typeof payload>(
    context,
    withdrawals(context.database, context.scope),
    filters,
    keyset,
    payload,
    { counted: counted(context) },
  )

/** These withdrawals in the order of `ids`. */
export async function rowsOf(reader: Reader, scope: Scope, ids: readonly string[]): Promise<ListRow[]> {
  const rows = new Map(
    (await withdrawals(reader, scope).where('w.id', '=', anyOf(ids)).execute()).map((row) => [row.id, row]),
  )
  return ids.flatMap((id) => rows.get(id) ?? [])
}

export type UserDetails = {
  id: string
  registeredAt: Date | null
  country: string
  guildName: string
}

/** What the desk shows about their users. */
export async function userDetails(reader: Reader, ids: readonly string[]): Promise<Map<string, UserDetails>> {
  const { rows } = await sql<UserDetails>`
    select w.id, u.registered_at as "registeredAt", coalesce(u.country, '') as country,
           coalesce((select g.name from guilds.member m join guilds.guild g on g.id = m.guild_id
                      where m.user_id = w.user_id and m.state in ('active', 'leaving') limit 1), '') as "guildName"
      from finance.withdrawal w join users.app_user u on u.id = w.user_id where w.id = any(${ids}::text[])`.execute(
    reader,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
