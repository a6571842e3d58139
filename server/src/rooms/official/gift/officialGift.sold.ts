// Gifts as the app sent them, against the catalogue of their moment.
import type { Reader } from '../../../kit/database/database.ts'
import { catalogueSince, newestSold, pricesOf, sendingRulesOf } from './officialGift.queries.ts'
import { catalogueCost } from './officialGift.rules.ts'

/** A sent gift: what was charged, and what it costs by the catalogue; null if the catalogue had no such gift. */
export type PricedGift = { id: string; giftId: number; count: number; charged: bigint; cost: bigint | null }

/**
 * The newest gifts sent from the moment of `fromId` on, at most `limit`, each with its cost by the catalogue of its moment. Gifts sent
 * before the catalogue had any are left out: until then the app sells its own.
 */
export async function giftsPriced(reader: Reader, fromId: string, limit: number): Promise<PricedGift[]> {
  const since = await catalogueSince(reader)
  if (since === null) return []
  const sold = (await newestSold(reader, fromId, limit)).filter(({ at }) => at >= since)
  const ids = [...new Set(sold.map((one) => one.gift_id))]
  const [prices, rules] = [await pricesOf(reader, ids), await sendingRulesOf(reader, ids)]
  return sold.map((one) => ({
    id: one.id,
    giftId: one.gift_id,
    count: one.count,
    charged: one.tokens,
    cost: catalogueCost(one, prices.get(one.gift_id) ?? [], rules.get(one.gift_id) ?? []),
  }))
}
