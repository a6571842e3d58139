// For the restore drill: somebody who asks to be forgotten between the moment that is restored and the loss of the machine.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { settled } from '../../test/settled.ts'
import type { Product } from '../app/index.ts'
import { bury } from '../backup/index.ts'
import type { Config } from '../config.ts'
import { openStorage } from '../files/index.ts'
import type { Database } from '../kit/database/database.ts'
import { eraseDue } from '../rooms/privacy/index.ts'

const userId = 77
const nickname = 'Forget me'
const deletionId = '01a2f000-0000-7000-8000-000000000007'

const nicknameIn = async (database: Database) =>
  (
    await database
      .selectFrom('users.app_user')
      .select('nickname')
      .where('id', '=', BigInt(userId))
      .executeTakeFirstOrThrow()
  ).nickname

/** The tables in whose rows a word stands, whatever the column. */
async function tablesWith(database: Database, word: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`.execute(database)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.raw(name)} r where r::text like ${`%${word}%`} limit 1`.execute(
      database,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

export const register = ({ database, clock }: Product) =>
  database
    .insertInto('users.app_user')
    .values({ id: BigInt(userId), nickname, created_at: clock.now() })
    .execute()

/** Erases them, and loses the tombstone beside the files: the one with the backups is left. */
export async function erase(product: Product, config: Config): Promise<void> {
  const { database, clock } = product
  const now = clock.now()
  await database
    .insertInto('privacy.deletion')
    .values({ id: deletionId, user_id: BigInt(userId), asked_at: now, due_at: now })
    .execute()
  const storage = await openStorage(config)
  const erasing = { ...product, bury: (one: Parameters<typeof bury>[2]) => bury(config, storage, one) }
  do await settled(database)
  while (await eraseDue(erasing))
  expect(await nicknameIn(database)).toBe('')
  const { DATA_DIR: dataDir } = config
  for (const folder of [join(dataDir, 'files'), `${dataDir}-backups`]) {
    const [name = ''] = readdirSync(join(folder, 'tombstones'))
    // A number and a moment.
    expect(JSON.parse(readFileSync(join(folder, 'tombstones', name), 'utf8'))).toEqual({
      deletionId,
      userId,
      erasedAt: expect.any(String),
    })
  }
  rmSync(join(dataDir, 'files', 'tombstones'), { recursive: true })
}

/** In a database restored to before they were erased. */
export async function expectErased({ database }: Product, { DATA_DIR: dataDir }: Config): Promise<void> {
  expect(await nicknameIn(database)).toBe('')
  expect(await tablesWith(database, nickname)).toEqual([])
  expect(await tablesWith(database, 'Administrator')).toContain('access.role')
  expect(readdirSync(join(dataDir, 'files', 'tombstones'))).toHaveLength(1)
}
