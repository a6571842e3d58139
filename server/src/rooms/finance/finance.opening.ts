// What users of an old console owe, when they first paid, and their open orders and withdrawals, as an import brings them (docs/moving-in.md).
import type { ImportRecord } from '@greenroom/contract/movingRecords.schema'
import { sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'
import { derivedId } from '../../kit/random.ts'
import type { Origin } from '../users/index.ts'

/** The order that stands for an imported debt: it has no creation, so that no list and no figure has it. */
const debtOrderOf = ({ importId, run }: Origin, userId: number) => `import ${importId}.${run} user ${userId}`
const debtIdOf = ({ importId, run, at }: Origin, userId: number) =>
  derivedId(at, 'import', importId, run, 'debt', userId)

type Debt = { userId: number; tokens: number; transferId: string }

/** Debts, which later recharges and withdrawals repay like those of chargebacks here. */
export async function openDebts(tx: Transaction, origin: Origin, debts: readonly Debt[]): Promise<void> {
  if (debts.length === 0) return
  await sql`
    with owed as (
      select * from unnest(${debts.map(({ userId }) => debtIdOf(origin, userId))}::uuid[],
                           ${debts.map(({ userId }) => debtOrderOf(origin, userId))}::text[],
                           ${debts.map(({ userId }) => userId)}::bigint[], ${debts.map(({ tokens }) => tokens)}::bigint[],
                           ${debts.map(({ transferId }) => transferId)}::uuid[]) as d(id, order_id, user_id, tokens, transfer_id)
    ), orders as (
      insert into finance.recharge_order (id, user_id) select order_id, user_id from owed
    ), added as (
      insert into finance.chargeback (id, order_id, kind, user_id, usd_cents, taken_tokens, debt_tokens, transfer_id, at, state)
      select id, order_id, 'chargeback', user_id, 0, 0, tokens, transfer_id, ${origin.at}, 'debt' from owed
    )
    insert into finance.chargeback_event (chargeback_id, at, what, tokens, transfer_id)
    select id, ${origin.at}, 'arrived', tokens, transfer_id from owed`.execute(tx)
}

export async function closeDebts(tx: Transaction, origin: Origin, userIds: readonly number[]): Promise<void> {
  const ids = userIds.map((userId) => debtIdOf(origin, userId))
  await sql`delete from finance.chargeback_event where chargeback_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from finance.chargeback where id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    delete from finance.recharge_order where id = any(${userIds.map((userId) => debtOrderOf(origin, userId))}::text[])`.execute(
    tx,
  )
}

/** When users first paid: what they pay here is no first recharge. */
export async function openFirstPayments(
  tx: Transaction,
  { importId }: Origin,
  payers: readonly { userId: number; at: string }[],
): Promise<void> {
  if (payers.length > 0)
    await sql`
      insert into finance.first_payment (user_id, at, import_id)
      select p.user_id, p.at, ${importId}
        from unnest(${payers.map(({ userId }) => userId)}::bigint[], ${payers.map(({ at }) => at)}::timestamptz[]) as p(user_id, at)
      on conflict do nothing`.execute(tx)
}

export const closeFirstPayments = (tx: Transaction, { importId }: Origin, userIds: readonly number[]) =>
  sql`delete from finance.first_payment where import_id = ${importId} and user_id = any(${userIds}::bigint[])`.execute(
    tx,
  )

/** Orders that wait for their payment, as if the app had created them then. @returns those that were not known */
export async function openOrders(tx: Transaction, orders: readonly ImportRecord<'order'>[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into finance.recharge_order (id, user_id, product, tokens, promo_tokens, usd_cents, gateway, currency, amount_minor, created_at,
                                        channel)
    select o."orderId", o."userId", o.product, o.tokens, o."promoTokens", o."usdCents", o.gateway, o.currency, o."amountMinor",
           o."createdAt", coalesce(u.channel, '')
      from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o(
             "orderId" text, "userId" bigint, product text, tokens bigint, "promoTokens" bigint, "usdCents" bigint, gateway text,
             currency text, "amountMinor" bigint, "createdAt" timestamptz)
      left join users.app_user u on u.id = o."userId"
     order by 1
    on conflict do nothing returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Removes orders that are still not paid. @returns those that are no longer as they were imported */
export async function closeOrders(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with gone as (
      delete from finance.recharge_order o
       where o.id = any(${ids}::text[]) and o.state = 'not paid' and o.refund = 'none' and o.recharge_id is null returning o.id)
    select i.id from unnest(${ids}::text[]) as i(id)
     where exists (select from finance.recharge_order o where o.id = i.id) and not exists (select from gone g where g.id = i.id)`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

type Withdrawal = ImportRecord<'withdrawal'> & { usdCents: number; holdId: string }

/**
 * Withdrawals in review, with their hold. Accounts are not imported: each gets one that cannot be opened, so that it can be refused, and the
 * user asks again, but never paid.
 */
export async function openWithdrawals(
  tx: Transaction,
  { importId, run, now }: Origin,
  all: readonly Withdrawal[],
): Promise<void> {
  if (all.length === 0) return
  await sql`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as w(
             "withdrawalId" text, "userId" bigint, bonus bigint, method text, "lastFour" text, "requestedAt" timestamptz,
             "usdCents" bigint, "holdId" uuid)
    ), accounts as (
      insert into finance.payee_account (user_id, kind, digest, sealed, last_four, first_used_at)
      select "userId", method, ${`import ${importId}.${run} `} || "withdrawalId", '', "lastFour", ${now} from asked
      returning id, digest
    )
    insert into finance.withdrawal (id, user_id, bonus, usd_cents, method, account_id, hold_id, requested_at)
    select w."withdrawalId", w."userId", w.bonus, w."usdCents", w.method, a.id, w."holdId", w."requestedAt"
      from asked w join accounts a on a.digest = ${`import ${importId}.${run} `} || w."withdrawalId"`.execute(tx)
}

/** Removes withdrawals that are still in review. @returns those that are not */
export async function closeWithdrawals(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; account: number }>`
    delete from finance.withdrawal where id = any(${ids}::text[]) and state = 'in review' and decision_id is null
       and approval_id is null returning id, account_id as account`.execute(tx)
  await sql`delete from finance.payee_account where id = any(${rows.map(({ account }) => account)}::int[])`.execute(tx)
  const gone = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !gone.has(id))
}
