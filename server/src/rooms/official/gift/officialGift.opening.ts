// Gifts of an old console with their prices and pictures, as an import brings them (docs/moving-in.md): not enabled, since the app would be told.
import type { ImportRecord } from '@greenroom/contract/movingRecords.schema'
import { sql } from 'kysely'
import { keepPicture, type Storage } from '../../../files/index.ts'
import { Refusal } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import type { Origin } from '../../users/index.ts'

type Gift = ImportRecord<'gift'>

/** @throws what `failed` makes of a gift whose picture cannot be read */
export async function openGifts(
  tx: Transaction,
  { importId, run, at, by, now }: Origin,
  gifts: readonly Gift[],
  storage: Storage,
  failed: (giftId: number) => Error,
): Promise<void> {
  const rows: (Omit<Gift, 'picture'> & { pictureId: string })[] = []
  for (const { picture, ...gift } of gifts) {
    const id = derivedId(at, 'import', importId, run, 'picture', gift.giftId)
    const file = Buffer.from(picture, 'base64')
    await keepPicture(tx, storage, { id, purpose: 'giftPicture', file }).catch((error: unknown) => {
      throw error instanceof Refusal ? failed(gift.giftId) : error
    })
    const pictureId = id
    rows.push({ ...gift, pictureId })
  }
  await sql`
    with opened as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(
             "giftId" int, "nameEn" text, "nameCn" text, type text, price int, continuous boolean, "floatingScreen" boolean, sort int,
             "pictureId" uuid)
    ), added as (
      insert into official.gift (id, texts, type, continuous, floating_screen, sort, picture_id, created_by, created_at, updated_by, updated_at)
      select "giftId", jsonb_build_object('en', "nameEn", 'cn', "nameCn"), type, continuous, "floatingScreen", sort, "pictureId", ${by}, ${now},
             ${by}, ${now} from opened returning id
    ), priced as (
      insert into official.gift_price (gift_id, from_at, price, created_by, created_at)
      select "giftId", ${now}, price, ${by}, ${now} from opened join added on added.id = "giftId"
    )
    insert into official.gift_rule (gift_id, from_at, continuous, floating_screen)
    select "giftId", ${now}, continuous, "floatingScreen" from opened join added on added.id = "giftId"`.execute(tx)
}

/** Gifts that were changed or enabled since: templates take enabled ones only. */
export async function giftsInUse(tx: Transaction, giftIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select g.id from official.gift g
     where g.id = any(${giftIds}::int[])
       and (g.enabled or g.version > 1)
     order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Removes gifts; their pictures are removed like all that nobody refers to. */
export const closeGifts = (tx: Transaction, giftIds: readonly number[]) =>
  sql`delete from official.gift where id = any(${giftIds}::int[])`.execute(tx)
