// Gifts of the catalogue as rows, for tests of screens that show them.
import { CompiledQuery } from 'kysely'
import { newId } from '../src/kit/random.ts'
import type { TestProduct } from './product.ts'

/**
 * Adds a gift for each name in $1 (null: named by its id), with the picture $2, sold from $3 on at 10 tokens. Returns their ids.
 * The identity column does not count ids that were given, so ids are given here, too. Sort numbers begin above those that calls give.
 */
export const addGifts = `
  with gift as (
    insert into official.gift (id, texts, type, continuous, floating_screen, sort, picture_id, enabled,
                               created_by, created_at, updated_by, updated_at)
    select last.id + n, jsonb_build_object('en', coalesce(name, 'Gift ' || last.id + n), 'cn', coalesce(name, '礼物 ' || last.id + n)), 'ordinary', true, false,
           last.sort + n, $2::uuid, true, 'admin', $3, 'admin', $3
      from unnest($1::text[]) with ordinality as named(name, n),
           (select coalesce(max(id), 0) as id, greatest(max(sort), 8000) as sort from official.gift) as last
    returning id),
  price as (
    insert into official.gift_price (gift_id, from_at, price, created_by, created_at)
    select id, $3, 10, 'admin', $3 from gift)
  select id from gift order by id`

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
  const names = Array<null>(count).fill(null)
  const { rows } = await database.executeQuery<{ id: number }>(CompiledQuery.raw(addGifts, [names, pictureId, now]))
  return rows.map(({ id }) => Number(id))
}
