// Gifts of the catalogue as rows, for tests of screens that show them.
import { newId } from '../src/kit/random.ts'
import type { TestProduct } from './product.ts'

let sort = 8_000

/** @returns ids of new gifts that are sold now, each at 10 tokens. */
export async function someGifts({ database, clock }: TestProduct, count: number): Promise<number[]> {
  const now = clock.now()
  const pictureId = newId(now)
  const { id: staffId } = await database
    .selectFrom('access.staff')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('files.file')
    .values({
      id: pictureId,
      purpose: 'giftPicture',
      mime: 'image/webp',
      bytes: 1,
      width: 1,
      height: 1,
      sha256: Buffer.alloc(32),
      storage_key: `${pictureId}.webp`,
      staff_id: staffId,
      created_at: now,
    })
    .execute()
  const by = { created_by: 'admin', created_at: now, updated_by: 'admin', updated_at: now }
  // The identity column does not count ids that were given, so ids are given here, too.
  const { id: last } = await database
    .selectFrom('official.gift')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('id'))
    .executeTakeFirstOrThrow()
  const ids = Array.from({ length: count }, (_, n) => Number(last) + 1 + n)
  await database
    .insertInto('official.gift')
    .values(
      ids.map((id) => ({
        id,
        name_en: `Gift ${id}`,
        name_cn: `礼物 ${id}`,
        type: 'ordinary',
        continuous: true,
        floating_screen: false,
        sort: ++sort,
        picture_id: pictureId,
        enabled: true,
        ...by,
      })),
    )
    .execute()
  await database
    .insertInto('official.gift_price')
    .values(ids.map((id) => ({ gift_id: id, from_at: now, price: 10, created_by: 'admin', created_at: now })))
    .execute()
  return ids
}
