// Reads gifts, their prices and sales.
import { namesOf } from '@greenroom/contract/localized'
import { type Selectable, sql } from 'kysely'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'

export type GiftRow = Selectable<DB['official.gift']>

/** Its sales period, for `stateAt`. */
export const periodOf = (row: GiftRow) => ({
  enabled: row.enabled,
  from: row.from_at?.toISOString() ?? null,
  to: row.to_at?.toISOString() ?? null,
})

export type Price = { price: number; from: Date; by: string }

/** Every price of these gifts, newest first. */
export async function pricesOf(reader: Reader, ids: readonly number[]): Promise<Map<number, Price[]>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('official.gift_price')
    .select(['gift_id', 'price', 'from_at as from', 'created_by as by'])
    .where('gift_id', '=', anyOf(ids))
    .orderBy('from_at', 'desc')
    .execute()
  return Map.groupBy(rows, (row) => row.gift_id)
}

export type Sold = { units: bigint; tokens: bigint; promo_tokens: bigint; bonus: bigint }

/** These gifts' sales since `day`. */
export async function soldSince(reader: Reader, ids: readonly number[], day: string): Promise<Map<number, Sold>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Sold & { gift_id: number }>`
    select gift_id, sum(units)::bigint as units, sum(tokens)::bigint as tokens,
           sum(promo_tokens)::bigint as promo_tokens, sum(bonus)::bigint as bonus
      from official.gift_day where gift_id = any (${ids}::int[]) and day >= ${day}::date group by 1`.execute(reader)
  return new Map(rows.map((row) => [row.gift_id, row]))
}

/** The days with sales of a gift since `day`, newest first. */
export async function daysSince(reader: Reader, id: number, day: string): Promise<(Sold & { day: string })[]> {
  const { rows } = await sql<Sold & { day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, units, tokens, promo_tokens, bonus
      from official.gift_day where gift_id = ${id} and day >= ${day}::date order by official.gift_day.day desc`.execute(
    reader,
  )
  return rows
}

/** Names of the gifts in the catalogue. */
export async function giftNamesOf(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, { en: string; cn: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('official.gift')
    .select(['id', 'texts'])
    .where('id', '=', anyOf([...new Set(ids)]))
    .execute()
  return new Map(rows.map((row) => [row.id, namesOf(row.texts)]))
}

/** Adds a price from `at` on; a scheduled one is replaced. */
export async function setPrice(
  tx: Transaction,
  change: { giftId: number; price: number; at: Date; by: string; now: Date },
): Promise<void> {
  const { giftId, price, at, by, now } = change
  await sql`delete from official.gift_price where gift_id = ${giftId} and from_at > ${now}`.execute(tx)
  await sql`
    insert into official.gift_price (gift_id, from_at, price, created_by, created_at)
    values (${giftId}, ${at}, ${price}, ${by}, ${now})
    on conflict (gift_id, from_at) do update set price = excluded.price, created_by = excluded.created_by`.execute(tx)
}

export type SendingRule = { continuous: boolean; floatingScreen: boolean; from: Date }

/** How these gifts may be sent, and since when, newest first. */
export async function sendingRulesOf(reader: Reader, ids: readonly number[]): Promise<Map<number, SendingRule[]>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('official.gift_rule')
    .select(['gift_id', 'from_at as from', 'continuous', 'floating_screen as floatingScreen'])
    .where('gift_id', '=', anyOf(ids))
    .orderBy('from_at', 'desc')
    .execute()
  return Map.groupBy(rows, (row) => row.gift_id)
}

/** Keeps how a gift may be sent from now on. */
export async function setSendingRule(
  tx: Transaction,
  rule: { giftId: number; continuous: boolean; floatingScreen: boolean; now: Date },
): Promise<void> {
  await tx
    .insertInto('official.gift_rule')
    .values({
      gift_id: rule.giftId,
      from_at: rule.now,
      continuous: rule.continuous,
      floating_screen: rule.floatingScreen,
    })
    .onConflict((row) =>
      row.columns(['gift_id', 'from_at']).doUpdateSet((eb) => ({
        continuous: eb.ref('excluded.continuous'),
        floating_screen: eb.ref('excluded.floating_screen'),
      })),
    )
    .execute()
}

/** Since when the catalogue has a gift with a price; null while it has none. */
export async function catalogueSince(reader: Reader): Promise<Date | null> {
  const { since } = await reader
    .selectFrom('official.gift_price')
    .select(({ fn }) => fn.min('from_at').as('since'))
    .executeTakeFirstOrThrow()
  return since
}

export type SoldGift = { id: string; at: Date; gift_id: number; count: number; tokens: bigint }

/** The newest gifts sent from the moment of `fromId` on. */
export async function newestSold(reader: Reader, fromId: string, limit: number): Promise<SoldGift[]> {
  const { rows } = await sql<SoldGift>`
    select id, at, gift_id, count, tokens from live.gift
     where id >= ${fromId}::uuid order by id desc limit ${limit}`.execute(reader)
  return rows
}
