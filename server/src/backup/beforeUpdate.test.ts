// Before an update the embedded database is backed up: killed at any moment, there is a way back, and the way that is printed leads there.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { operator } from '../../test/programs.ts'
import { withClient } from '../../test/server.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../kit/database/database.ts'
import { noticeRestore } from '../kit/database/installation.ts'
import { migrate } from '../kit/database/migrate.ts'
import { openEmbedded } from '../kit/embedded/embedded.open.ts'
import { locateRunning } from '../kit/embedded/running.ts'
import { migrations, stepOf } from '../migrations/index.ts'
import { release } from '../migrations/release.ts'
import { nameOfUpdate, superseded, type Update, updatesIn } from './beforeUpdate.rules.ts'
import { beforeUpdateOf } from './index.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const root = mkdtempSync(join(tmpdir(), 'greenroom-update-'))
const dataDir = join(root, 'data')
const backups = `${dataDir}-before-updates`
const places = new Set<string>()
const open = async (folder: string) => {
  const embedded = await openEmbedded({ dataDir: folder, database: 'greenroom', log: () => {} })
  places.add(embedded.location)
  return embedded
}

const rows = (url: string, text: string) =>
  withClient(url, async (client) => (await client.query(text)).rows as unknown[])

/** A filled database of the release before. */
beforeAll(async () => {
  const embedded = await open(dataDir)
  await migrate(embedded.url)
  const database = openDatabase(embedded.url, { max: 1 })
  await noticeRestore(database, false, async () => {})
  await database.destroy()
  await rows(
    embedded.url,
    `update kit.migration set release = '0.0.9'; update kit.function_file set release = '0.0.9';
     create table public.noted as select 'before' as word`,
  )
  await embedded.stop()
  mkdirSync(join(dataDir, 'files', 'pictures'), { recursive: true })
  writeFileSync(join(dataDir, 'files', 'pictures', 'one.webp'), 'a picture')
})
afterAll(() => {
  for (const place of [root, ...places]) rmSync(place, { recursive: true, force: true })
})

const fixture = fileURLToPath(new URL('beforeUpdate.fixture.ts', import.meta.url))

/** Starts an update, and kills its process as soon as a line begins so. @returns what it printed */
async function update(statements: string, killedAt?: string): Promise<string> {
  const child = spawn(process.execPath, [fixture, dataDir, statements], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: operator(),
  })
  const said: string[] = []
  const ended = new Promise((resolve) => child.once('close', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    if (killedAt !== undefined && line.startsWith(killedAt)) child.kill('SIGKILL')
  }
  await ended
  return said.join('\n')
}

const folders = () => (existsSync(backups) ? readdirSync(backups) : [])
const complete = () => updatesIn(folders())

test('killed at each stage, an update goes on at the next start, and the printed way leads back', async () => {
  expect(await update('create table public.later (id int)', 'Backing up')).not.toContain('verified')
  expect(complete()).toEqual([])

  const slow = 'create table public.later (id int); select pg_sleep(600)'
  expect(await update(slow, 'Backed up')).not.toContain('updated')
  expect(complete()).toMatchObject([{ from: '0.0.9', to: release }])

  const said = await update('create table public.later (id int)')
  expect(said).toContain('updated')
  // The same update tried again: its backup replaces the one before, and nothing unfinished is left.
  const names = folders()
  expect(names).toHaveLength(1)
  const folder = join(backups, names[0]!)
  expect(said).toContain(`Backed up before the update from 0.0.9 to ${release}: ${folder}`)
  expect(statSync(folder).mode & 0o077).toBe(0)

  const original = await open(dataDir)
  const { superuserUrl, home } = locateRunning(dataDir, 'greenroom')!
  expect(await rows(superuserUrl, `select current_setting('archive_library') as library`)).toEqual([{ library: '' }])
  expect(await rows(superuserUrl, 'select slot_name from pg_replication_slots')).toEqual([])
  expect([existsSync(join(home, 'archive')), existsSync(join(dataDir, 'backup.json'))]).toEqual([false, false])
  await rows(original.url, `insert into public.noted values ('after')`)
  await original.stop()

  const [, command = '', into = ''] = /: (BACKUP_DIR=\S+ npm run restore -- --into=(\S+)),/.exec(said) ?? []
  expect(readFileSync(join(folder, 'GOING-BACK.txt'), 'utf8')).toContain(command)
  const [given = '', , , , , way = ''] = command.split(' ')
  const restore = fileURLToPath(new URL('../cli/restore.ts', import.meta.url))
  const restored = spawnSync(process.execPath, [restore, way], {
    encoding: 'utf8',
    env: operator({ DATA_DIR: dataDir, BACKUP_DIR: given.replace('BACKUP_DIR=', '') }),
  })
  expect(restored.stdout + restored.stderr).toContain('The ledger holds')
  expect(restored.status).toBe(0)
  const back = await open(into)
  expect(await rows(back.url, 'select word from public.noted')).toEqual([{ word: 'before' }])
  expect(await rows(back.url, `select name from kysely_migration where name >= '9'`)).toEqual([])
  expect(readFileSync(join(into, 'files', 'pictures', 'one.webp'), 'utf8')).toBe('a picture')
  await back.stop()
})

test('without room, or told not to, nothing is copied, and it says so', async () => {
  const embedded = await open(dataDir)
  const before = folders()
  const lines: string[] = []
  const attempt = (settings: Record<string, string>, free: number, ...names: string[]) =>
    migrate(
      embedded.url,
      { ...migrations, ...Object.fromEntries(['9999_next', ...names].map((name) => [name, stepOf('select 1')])) },
      {
        before: beforeUpdateOf(readConfig({ DATA_DIR: dataDir, ...settings }), {
          print: (line) => lines.push(line),
          freeAt: async () => free,
        }),
      },
    )
  await rows(embedded.url, `update kit.migration set release = '0.0.9'; update kit.function_file set release = '0.0.9'`)
  await expect(attempt({}, 1_000_000, '9999_one')).rejects.toThrow(
    /^The update to \S+ was not begun, and nothing was changed: its backup may take \d+ MB, and 1 MB are free for .*-before-updates\. Make room/,
  )
  expect(await rows(embedded.url, `select name from kysely_migration where name = '9999_one'`)).toEqual([])
  expect(lines).toEqual([])

  await attempt({ UPDATE_BACKUPS: 'off' }, 1_000_000, '9999_one')
  expect(lines).toEqual([
    `Updating from 0.0.9 to ${release} without a backup: UPDATE_BACKUPS is off. There is no way back.`,
  ])

  // The first part of the update stays: a version before could not start on what is here, so the backup of before it is the way back.
  await attempt({}, 1_000_000, '9999_one', '9999_two')
  expect(lines.at(-1)).toMatch(/^The update to \S+ goes on\. To go back, stop Greenroom, .* npm run restore/)
  expect(folders()).toEqual(before)
  await embedded.stop()
})

test('a PostgreSQL server of one’s own is backed up with its own tools', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://one@host/two' })
  expect(beforeUpdateOf(config, { print: () => {} })).toBeUndefined()
})

test('the newest three are kept, and each update once', () => {
  const version = fc.constantFrom('0.1.0', '0.2.0', '0.10.0', '1.0.0-rc.1')
  fc.assert(
    fc.property(fc.array(fc.record({ from: version, to: version }), { maxLength: 9 }), (drawn) => {
      const updates = drawn.map((one, at): Update => ({ ...one, id: `202612${String(at + 10)}t000000z` }))
      const names = updates.map(nameOfUpdate)
      expect(updatesIn(['unfinished', ...names.toReversed()])).toEqual(updates)
      const gone = superseded(updates)
      const left = updates.filter((one) => !gone.includes(one))
      const kinds = new Set(left.map(({ from, to }) => `${from} ${to}`))
      const all = new Set(updates.map(({ from, to }) => `${from} ${to}`))
      expect([left.length, kinds.size]).toEqual([Math.min(3, all.size), Math.min(3, all.size)])
      // The newest is always kept.
      expect(left.at(-1)).toEqual(updates.at(-1))
    }),
  )
})
