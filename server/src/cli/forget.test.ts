// Whom the platform has forgotten is not brought back by a backup: the copy forgets them again before anybody opens it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { operator } from '../../test/programs.ts'
import { settled } from '../../test/settled.ts'
import { buildProduct } from '../app/index.ts'
import { bury } from '../backup/index.ts'
import { readConfig } from '../config.ts'
import { openStorage } from '../files/index.ts'
import { type Database, openDatabase } from '../kit/database/database.ts'
import { migrate } from '../kit/database/migrate.ts'
import { openEmbedded } from '../kit/embedded/embedded.open.ts'
import { eraseDue } from '../rooms/privacy/index.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const root = mkdtempSync(join(tmpdir(), 'greenroom-forget-'))
const [dataDir, into] = [join(root, 'data'), join(root, 'restored')]
const places = new Set<string>()
afterAll(() => {
  for (const place of [root, ...places]) rmSync(place, { recursive: true, force: true })
})

function command(name: 'backup' | 'restore', ...args: string[]) {
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: operator({ DATA_DIR: dataDir }),
  })
  return { status, said: stdout + stderr }
}

const nicknameIn = async (database: Database) =>
  (await database.selectFrom('users.app_user').select('nickname').where('id', '=', 7n).executeTakeFirst())?.nickname

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

test('backed up, erased, restored to before: the person is still gone', async () => {
  const embedded = await openEmbedded({ dataDir, database: 'greenroom', log: () => {} })
  places.add(embedded.location)
  await migrate(embedded.url)
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', SIMULATE: 'off' })
  const product = await buildProduct(config, embedded.url)
  const { database, clock } = product
  const now = clock.now()
  await database.insertInto('users.app_user').values({ id: 7n, nickname: 'Forget me', created_at: now }).execute()
  expect(command('backup')).toMatchObject({ status: 0 })
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database)

  await database
    .insertInto('privacy.deletion')
    .values({ id: '01a2f000-0000-7000-8000-000000000007', user_id: 7n, asked_at: now, due_at: now })
    .execute()
  const storage = await openStorage(config)
  const erasing = { ...product, bury: (one: Parameters<typeof bury>[2]) => bury(config, storage, one) }
  do await settled(database)
  while (await eraseDue(erasing))
  expect(await nicknameIn(database)).toBe('')
  // A number and a moment, beside the files and with the backups.
  for (const folder of [join(dataDir, 'files'), `${dataDir}-backups`]) {
    const [name = ''] = readdirSync(join(folder, 'tombstones'))
    expect(JSON.parse(readFileSync(join(folder, 'tombstones', name), 'utf8'))).toEqual({
      deletionId: '01a2f000-0000-7000-8000-000000000007',
      userId: 7,
      erasedAt: expect.any(String),
    })
  }
  expect(command('backup', '--log')).toMatchObject({ status: 0 })
  await product.close()
  await embedded.stop()
  // Those beside the files are lost with the machine.
  rmSync(join(dataDir, 'files', 'tombstones'), { recursive: true })

  const moment = new Date(rows[0]!.at.getTime() + 1)
  const restored = command('restore', `--into=${into}`, `--to=${moment.toISOString()}`)
  expect(restored.said).toContain('Erased again: 1 of 1')
  expect(restored).toMatchObject({ status: 0 })
  const copy = await openEmbedded({ dataDir: into, database: 'greenroom', log: () => {} })
  places.add(copy.location)
  const opened = openDatabase(copy.url, { max: 1 })
  expect(await nicknameIn(opened)).toBe('')
  expect(await tablesWith(opened, 'Forget me')).toEqual([])
  expect(await tablesWith(opened, 'Administrator')).toContain('access.role')
  expect(readdirSync(join(into, 'files', 'tombstones'))).toHaveLength(1)
  await opened.destroy()
  await copy.stop()
})
