// Gifts, one row each.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'

export type Gift = {
  id: string
  at: Date
  gift_id: number
  sender_id: bigint
  receiver_id: bigint
  count: number
  /** The total, including `promo_tokens`. */
  tokens: bigint
  promo_tokens: bigint
  bonus: bigint
  live_id: string | null
  call_id: string | null
}

export async function addGifts(tx: Transaction, gifts: readonly Gift[]): Promise<void> {
  if (gifts.length === 0) return
  await sql`
    insert into live.gift (id, at, gift_id, sender_id, receiver_id, count, tokens, promo_tokens, bonus, live_id, call_id)
    select * from unnest(
      ${gifts.map((g) => g.id)}::uuid[], ${gifts.map((g) => g.at)}::timestamptz[], ${gifts.map((g) => g.gift_id)}::int[],
      ${gifts.map((g) => g.sender_id)}::bigint[], ${gifts.map((g) => g.receiver_id)}::bigint[],
      ${gifts.map((g) => g.count)}::int[], ${gifts.map((g) => g.tokens)}::bigint[],
      ${gifts.map((g) => g.promo_tokens)}::bigint[], ${gifts.map((g) => g.bonus)}::bigint[],
      ${gifts.map((g) => g.live_id)}::text[], ${gifts.map((g) => g.call_id)}::text[])
    on conflict do nothing`.execute(tx)
}

/** Creates the monthly partitions around `now`. */
export async function ensureGiftMonths(tx: Transaction, now: Date): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(tx)
  await sql`select live.ensure_months(((${now}::timestamptz at time zone 'UTC') - interval '2 months')::date, 5)`.execute(
    tx,
  )
}
