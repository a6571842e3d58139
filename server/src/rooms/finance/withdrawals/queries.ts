// Withdrawals as they are asked for and kept back.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database.ts'

export type Withdrawal = {
  id: string
  user_id: bigint
  bonus: bigint
  usd_cents: bigint
  method: string
  account_id: number
  held: string
  hold_id: string
  requested_at: Date
}

/** Those of these ids that were asked for already. */
export async function takenIds(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from finance.withdrawal where id = any(${ids}::text[])`.execute(tx)
  return new Set(rows.map((row) => row.id))
}

/** @throws a unique violation when another transaction took an id meanwhile: the chunk runs again and is refused. */
export async function addWithdrawals(tx: Transaction, rows: readonly Withdrawal[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into finance.withdrawal (id, user_id, bonus, usd_cents, method, account_id, held, hold_id, requested_at)
    select * from unnest(
      ${rows.map((w) => w.id)}::text[], ${rows.map((w) => w.user_id)}::bigint[], ${rows.map((w) => w.bonus)}::bigint[],
      ${rows.map((w) => w.usd_cents)}::bigint[], ${rows.map((w) => w.method)}::text[],
      ${rows.map((w) => w.account_id)}::int[], ${rows.map((w) => w.held)}::text[], ${rows.map((w) => w.hold_id)}::uuid[],
      ${rows.map((w) => w.requested_at)}::timestamptz[])`.execute(tx)
}

export type Kept = { id: string; userId: bigint; state: string; held: string }

/**
 * Keeps back, for `reason`, what these people asked for and was not paid yet; an empty reason lets it go on. Answers those
 * that changed.
 */
export async function keepBack(tx: Transaction, userIds: readonly bigint[], reason: string): Promise<Kept[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<Kept>`
    with open as (
      select id from finance.withdrawal
       where user_id = any(${userIds}::bigint[]) and (state in ('in review', 'withdrawing') or (state = 'failure' and released_at is null)) and held <> ${reason}
       order by id for no key update)
    update finance.withdrawal w set held = ${reason}, version = w.version + 1
      from open o where w.id = o.id
    returning w.id, w.user_id as "userId", w.state, w.held`.execute(tx)
  return rows
}
