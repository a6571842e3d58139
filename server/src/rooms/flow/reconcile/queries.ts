// What the others say of money: wallets as lists show them, orders, gifts, withdrawals, folded days. Only read, each in the
// snapshot of the whole reconciliation. It is the platform's: the service refuses every other scope.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database.ts'
import type { Sided } from './rules.ts'

/** Paid orders whose recharge happened from the moment of `fromId` on, with the tokens they bought. */
export async function paidOrders(reader: Reader, fromId: string): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select recharge_id as id, 'order ' || id as name, tokens + promo_tokens as amount
      from finance.recharge_order where recharge_id >= ${fromId}::uuid`.execute(reader)
  return rows
}

/** Gifts from the moment of `fromId` on, with the tokens they cost. */
export async function gifts(reader: Reader, fromId: string): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select id, 'gift ' || id as name, tokens as amount from live.gift where id >= ${fromId}::uuid`.execute(reader)
  return rows
}

/** What people asked to be paid and neither got nor were refused, by person. */
export async function openWithdrawals(reader: Reader): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select 'user:' || user_id as id, 'user:' || user_id as name, sum(bonus)::bigint as amount, '/user/detail/' || user_id as href
      from finance.withdrawal where state in ('in review', 'withdrawing', 'failure')
     group by user_id order by user_id`.execute(reader)
  return rows
}

/** Tokens and bonus of wallets as lists show them, but of those people. */
export async function walletSums(reader: Reader, but: readonly bigint[]): Promise<{ tokens: bigint; bonus: bigint }> {
  const { rows } = await sql<{ tokens: bigint; bonus: bigint }>`
    select coalesce(sum(tokens), 0)::bigint as tokens, coalesce(sum(bonus), 0)::bigint as bonus
      from users.wallet where user_id <> all(${but}::bigint[])`.execute(reader)
  return rows[0]!
}

export type WalletRow = { userId: bigint; tokens: bigint; bonus: bigint }

/** Wallets after a person's id, in order. */
export async function walletsAfterId(reader: Reader, userId: bigint, limit: number): Promise<WalletRow[]> {
  const { rows } = await sql<WalletRow>`
    select user_id as "userId", tokens, bonus from users.wallet
     where user_id > ${userId} order by user_id limit ${limit}`.execute(reader)
  return rows
}

/** What came in less what went out, over all days, by currency. */
export async function daySums(reader: Reader): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ currency: string; amount: bigint }>`
    select currency, sum(in_sum - out_sum)::bigint as amount from flow.daily group by currency`.execute(reader)
  return new Map(rows.map((row) => [row.currency, row.amount]))
}
