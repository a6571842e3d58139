// The catalogue for the app.
import type { ConfigSet } from '@greenroom/contract/appConfig.schema'
import { namesOf } from '@greenroom/contract/localized'
import { fileAddress, uploadedFor } from '../../../files/index.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { pricesOf } from './officialGift.queries.ts'
import { pricesAt } from './officialGift.rules.ts'

/** Current and future gifts, with their next price. `fileUrl` is the base of uploaded files. */
export async function catalogueState(reader: Reader, now: Date, fileUrl: string): Promise<ConfigSet<'gifts'>['gifts']> {
  const rows = await reader
    .selectFrom('official.gift')
    .selectAll()
    .where('enabled', '=', true)
    .where((eb) => eb.or([eb('to_at', 'is', null), eb('to_at', '>', now)]))
    .orderBy('sort')
    .execute()
  const [mimes, prices] = await Promise.all([
    uploadedFor(
      reader,
      ['giftPicture', 'giftAnimation'],
      rows.flatMap(({ picture_id, animation_id }) => [picture_id, ...(animation_id ? [animation_id] : [])]),
    ),
    pricesOf(
      reader,
      rows.map(({ id }) => id),
    ),
  ])
  const addressOf = (id: string) => fileAddress(fileUrl, id, mimes.get(id))
  return rows.map((row) => {
    const { price, next } = pricesAt(prices.get(row.id) ?? [], now)
    return {
      giftId: row.id,
      names: namesOf(row.texts),
      texts: row.texts,
      type: row.type as 'ordinary' | 'activity',
      price,
      nextPrice: next && { price: next.price, from: next.from.toISOString() },
      continuous: row.continuous,
      floatingScreen: row.floating_screen,
      sort: row.sort,
      pictureUrl: addressOf(row.picture_id),
      animationUrl: row.animation_id && addressOf(row.animation_id),
      from: row.from_at?.toISOString() ?? null,
      to: row.to_at?.toISOString() ?? null,
    }
  })
}
