// Gifts for other screens.
import type { giftCard } from '@greenroom/contract/gifts.schema'
import { namesOf } from '@greenroom/contract/localized'
import { stateAt } from '@greenroom/contract/shown'
import type { z } from 'zod'
import { fileAddress, uploadedFor } from '../../../files/index.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { periodOf, pricesOf } from './officialGift.queries.ts'
import { pricesAt } from './officialGift.rules.ts'

/** Gifts of `ids`, or all, in the catalogue's order. `fileUrl` is the base of uploaded files. */
export async function giftCards(
  reader: Reader,
  { now, fileUrl, ids }: { now: Date; fileUrl: string; ids?: readonly number[] },
): Promise<z.output<typeof giftCard>[]> {
  let query = reader.selectFrom('official.gift').selectAll().orderBy('sort')
  if (ids) query = query.where('id', '=', anyOf([...new Set(ids)]))
  const rows = await query.execute()
  const [mimes, prices] = await Promise.all([
    uploadedFor(
      reader,
      ['giftPicture'],
      rows.map(({ picture_id }) => picture_id),
    ),
    pricesOf(
      reader,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.map((row) => ({
    giftId: row.id,
    names: namesOf(row.texts),
    picture: { fileId: row.picture_id, url: fileAddress(fileUrl, row.picture_id, mimes.get(row.picture_id)) },
    price: pricesAt(prices.get(row.id) ?? [], now).price,
    state: stateAt(periodOf(row), now.getTime()),
  }))
}
