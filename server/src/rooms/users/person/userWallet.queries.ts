// Wallets as lists sort and filter them.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { UserBalance } from '../../../ledger/index.ts'

/** A wallet as lists show it: up to 2 seconds old. */
export type Wallet = { userId: bigint; paidTokens: bigint; promoTokens: bigint; tokens: bigint; bonus: bigint }

/** Wallets of these people, by id; unknown ids are left out. */
export async function walletsOf(reader: Reader, userIds: readonly bigint[]): Promise<Map<bigint, Wallet>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<Wallet>`
    select user_id as "userId", paid_tokens as "paidTokens", promo_tokens as "promoTokens", tokens, bonus
      from users.wallet where user_id = any(${userIds}::bigint[])`.execute(reader)
  return new Map(rows.map((row) => [row.userId, row]))
}

/** Writes balances; the ledger may know users before this room does. */
export async function writeWallets(tx: Transaction, now: Date, balances: readonly UserBalance[]): Promise<void> {
  if (balances.length === 0) return
  await sql`
    insert into users.wallet as w (user_id, paid_tokens, promo_tokens, bonus, changed_at)
    select b.user_id, b.paid, b.promo, b.bonus, ${now}
      from unnest(${balances.map((b) => b.userId)}::bigint[], ${balances.map((b) => b.paidTokens)}::bigint[],
                  ${balances.map((b) => b.promoTokens)}::bigint[], ${balances.map((b) => b.bonus)}::bigint[])
        as b(user_id, paid, promo, bonus)
     order by b.user_id
    on conflict (user_id) do update
      set paid_tokens = excluded.paid_tokens, promo_tokens = excluded.promo_tokens, bonus = excluded.bonus,
          changed_at = excluded.changed_at
      where (w.paid_tokens, w.promo_tokens, w.bonus)
            is distinct from (excluded.paid_tokens, excluded.promo_tokens, excluded.bonus)`.execute(tx)
}
