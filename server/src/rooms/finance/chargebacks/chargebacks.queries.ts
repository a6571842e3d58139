// Chargebacks as staff see them. Platform data: guild and agent callers find none.
import type { Parsed } from '@greenroom/contract/call'
import type { chargebackList, userChargebackList } from '@greenroom/contract/chargebacks'
import type { PersonRef } from '@greenroom/contract/fields'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { anyOf, lockById } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { personColumn } from '../../users/index.ts'

export type Chargeback = Selectable<DB['finance.chargeback']>
export type ChargebackRow = Chargeback & { user: PersonRef; gateway: string; of_user: bigint }
export type EventRow = Selectable<DB['finance.chargeback_event']>

/** A chargeback that was not won: one that was says nothing against its payer. */
export const lasting = (alias: 'c' | 'k') =>
  sql<boolean>`${sql.ref(`${alias}.kind`)} = 'chargeback' and ${sql.ref(`${alias}.state`)} <> 'reversed'`

const sorts = {
  at: { column: 'c.at', type: 'timestamptz' as const, of: (row: Chargeback) => row.at },
  usdCents: { column: 'c.usd_cents', type: 'bigint' as const, of: (row: Chargeback) => String(row.usd_cents) },
  owedTokens: { column: 'c.owed_tokens', type: 'bigint' as const, of: (row: Chargeback) => String(row.owed_tokens) },
}
const id = { column: 'c.id', type: 'uuid' as const, of: (row: Chargeback) => row.id }

const keyset: Keyset<ChargebackRow> = { sorts, defaultSort: '-at', id, defaultSize: 50 }

const filters: Filters<typeof chargebackList> = {
  chargebackId: equals('c.id'),
  orderId: among('c.order_id'),
  userId: among('c.user_id'),
  kind: equals('c.kind'),
  state: equals('c.state'),
  gateway: equals('o.gateway'),
  payerReference: equals('c.payer_reference'),
  deviceId: among((is) => sql`c.user_id in (select d.user_id from users.user_device d where ${is('d.device_id')})`),
  owing: (owing) => (owing ? sql`c.owed_tokens > 0` : sql`c.owed_tokens = 0`),
  ...span('c.at'),
}

/** One page, newest first. */
export function chargebackPage(context: Context, payload: Parsed<typeof chargebackList>) {
  const query = context.database
    .selectFrom('finance.chargeback as c')
    .innerJoin('finance.recharge_order as o', 'o.id', 'c.order_id')
    .innerJoin('users.app_user as u', 'u.id', 'c.user_id')
    .selectAll('c')
    .select([
      'o.gateway',
      personColumn('c.user_id', 'u').as('user'),
      sql<bigint>`(select count(*) from finance.chargeback k where k.user_id = c.user_id and ${lasting('k')})`.as(
        'of_user',
      ),
    ])
    .where(visible(context.scope))
  return narrowedPage<ChargebackRow, typeof payload>(context, query, filters, keyset, payload)
}

const ofUser: Filters<typeof userChargebackList> = { userId: equals('c.user_id'), ...span('c.at') }

/** One page of a user's chargebacks. */
export const userChargebackPage = (context: Context, payload: Parsed<typeof userChargebackList>) =>
  narrowedPage<Chargeback, typeof payload>(
    context,
    context.database.selectFrom('finance.chargeback as c').selectAll('c').where(visible(context.scope)),
    ofUser,
    { sorts: { at: sorts.at }, defaultSort: '-at', id, defaultSize: 20 },
    payload,
  )

export const eventsOf = (reader: Reader, chargebackId: string): Promise<EventRow[]> =>
  reader
    .selectFrom('finance.chargeback_event')
    .selectAll()
    .where('chargeback_id', '=', chargebackId)
    .orderBy('id')
    .execute()

/** These chargebacks by id, as they are, without a lock. */
export const chargebacksOf = async (reader: Reader, ids: readonly string[]): Promise<Map<string, Chargeback>> =>
  new Map(
    (
      await reader.selectFrom('finance.chargeback').selectAll().where('id', '=', anyOf(ids)).orderBy('id').execute()
    ).map((row) => [row.id, row]),
  )

/** These chargebacks, locked in id order. Lock their orders, and accounts, before. */
export const lockChargebacks = (tx: Transaction, ids: readonly string[]): Promise<Map<string, Chargeback>> =>
  lockById(tx, 'finance.chargeback', ids)

export type Decided = { id: string; state: string; what: string; writtenOff: bigint; transferId: string | null }

/** Writes staff's decisions on locked chargebacks, with a line in their history. */
export async function decide(
  tx: Transaction,
  all: readonly Decided[],
  by: string,
  at: Date,
  reason: string,
): Promise<void> {
  if (all.length === 0) return
  await sql`
    with decided as (
      select * from unnest(${all.map((one) => one.id)}::uuid[], ${all.map((one) => one.state)}::text[],
                           ${all.map((one) => one.what)}::text[], ${all.map((one) => one.writtenOff)}::bigint[],
                           ${all.map((one) => one.transferId)}::uuid[]) as d(id, state, what, written_off, transfer_id)
    ), changed as (
      update finance.chargeback c
         set state = d.state, written_off_tokens = c.written_off_tokens + d.written_off, version = c.version + 1
        from decided d where d.id = c.id
    )
    insert into finance.chargeback_event (chargeback_id, at, what, tokens, by, reason, transfer_id)
    select id, ${at}, what, written_off, ${by}, ${reason}, transfer_id from decided order by id`.execute(tx)
}

/** Adds the decider and reason to the line that the reversal wrote. */
export const signReversal = (tx: Transaction, ids: readonly string[], by: string, reason: string) =>
  sql`update finance.chargeback_event set by = ${by}, reason = ${reason}
       where chargeback_id = any(${[...ids]}::uuid[]) and what = 'reversed'`.execute(tx)
