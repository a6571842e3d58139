// The restore drill of docs/operating.md, with the operator's commands: fill, back up, change, note the time, change
// more, restore to that time into an empty folder, and check the result.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deliveryResume, deliverySwitch } from '@greenroom/contract/clients'
import { logList } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addedClient } from '../../test/bridge.ts'
import { adminPassword, clientsOf } from '../../test/product.ts'
import { operator } from '../../test/programs.ts'
import { ensureAdministrator } from '../access/administrator.ts'
import { buildProduct, type Product } from '../app/index.ts'
import { lastBackup, lastRun, openSchedule, openShipper } from '../backup/index.ts'
import type { Command } from '../backup/schedule.ts'
import { openReceiver, type Receiver } from '../bridge/delivery/delivery.receiver.fixture.ts'
import { send } from '../bridge/index.ts'
import { type Config, readConfig } from '../config.ts'
import { wallNow } from '../kit/clock.ts'
import { inTransaction, openDatabase } from '../kit/database/database.ts'
import { migrate } from '../kit/database/migrate.ts'
import { type Embedded, openEmbedded } from '../kit/embedded/embedded.open.ts'
import { newId } from '../kit/random.ts'
import { ofPlatform, paid, post } from '../ledger/index.ts'
import { erase, expectErased, register } from './forget.fixture.ts'
import { upgrades } from './upgrade.suite.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const root = mkdtempSync(join(tmpdir(), 'greenroom-drill-'))
const [dataDir, into] = [join(root, 'data'), join(root, 'restored')]
const places = new Set<string>()
let receiver: Receiver
let first: Running
beforeAll(async () => {
  receiver = await openReceiver()
  first = await start(dataDir)
})
afterAll(async () => {
  await first.stop()
  await receiver.close()
  for (const place of [root, ...places]) rmSync(place, { recursive: true, force: true })
})

type Running = { product: Product; embedded: Embedded; config: Config; stop(): Promise<void> }

/** A server on a data directory, without a port. */
async function start(directory: string): Promise<Running> {
  const embedded = await openEmbedded({ dataDir: directory, database: 'greenroom', log: () => {} })
  places.add(embedded.location)
  await migrate(embedded.url)
  const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'error', BRIDGE_ALLOW_PRIVATE: 'on', SIMULATE: 'off' })
  const product = await buildProduct(config, embedded.url).catch(async (error: unknown) => {
    await embedded.stop()
    throw error
  })
  await ensureAdministrator(product.database, adminPassword)
  product.health.ready = true
  product.outbox.start()
  const shipper = openShipper(config, () => {})
  let stopped: Promise<void> | undefined
  const stop = async () => {
    await product.close()
    await shipper.close()
    await embedded.stop()
    await shipper.last()
  }
  return { product, embedded, config, stop: () => (stopped ??= stop()) }
}

/** A command as the operator types it. */
function command(name: 'backup' | 'restore' | 'restore-test', ...args: string[]) {
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: operator({ DATA_DIR: dataDir }),
  })
  return { status, said: stdout + stderr }
}

const tokensOf = async ({ database }: Product) => {
  const row = await database
    .selectFrom('ledger.account')
    .select('posted')
    .where('owner', '=', 'user:7')
    .where('purpose', '=', 'paid')
    .executeTakeFirst()
  return row?.posted ?? 0n
}

const give = ({ database, clock }: Product, amount: bigint) =>
  inTransaction(database, async (tx) => {
    const at = clock.now()
    const [wallet, issue] = [paid(7n), ofPlatform('issue', 'TOKEN')]
    await post(tx, 'drill', at, [
      {
        id: newId(at),
        kind: 'grant',
        phase: 'single',
        reference: 'drill',
        occurredAt: at,
        request: {},
        accounts: [wallet, issue],
        decide: () => [
          { account: wallet, amount },
          { account: issue, amount: -amount },
        ],
      },
    ])
  })

/** How the runs of a kind ended, oldest first. */
const ends = async ({ product }: Running, kind: 'backup' | 'restore') => {
  const rows = await product.database
    .selectFrom('kit.backup_run')
    .select('failure')
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  return rows.map(({ failure }) => failure)
}

test('a server takes its first backup by itself, restores it elsewhere, proves it, and leaves nothing of that', async () => {
  const { product, config } = first
  mkdirSync(join(dataDir, 'files', 'pictures', 'ab'), { recursive: true })
  writeFileSync(join(dataDir, 'files', 'pictures', 'ab', 'one.webp'), 'a picture')
  await sql`
    insert into files.file (id, purpose, mime, bytes, width, height, sha256, storage_key, created_at)
    values ('0192d7a1-0000-7000-8000-0000000000ab', 'giftPicture', 'image/webp', 9, 1, 1, '', 'pictures/ab/one.webp', ${wallNow()})`.execute(
    product.database,
  )
  const failures: string[] = []
  const schedule = openSchedule({
    config,
    database: product.database,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
    isWanted: async () => true,
    onFailure: (error) => void failures.push(String(error)),
  })
  await schedule.turn()
  expect(failures).toEqual([])
  expect([await ends(first, 'backup'), await ends(first, 'restore')]).toEqual([[''], ['']])
  expect((await lastBackup(config)).at).not.toBeNull()
  expect(existsSync(`${dataDir}-restore-test`)).toBe(false)
  // Nothing is due.
  await schedule.turn()
  expect(await ends(first, 'backup')).toEqual([''])
  await schedule.close()
})

test('a backup that fails is noted and tried again after an hour; off, or of a simulated app, none is taken', async () => {
  const { product, config } = first
  const ran: string[] = []
  const failures: string[] = []
  let now = wallNow()
  const hours = (count: number) => (now = new Date(now.getTime() + count * 3_600_000))
  const opened = (given: Partial<Config>, isWanted = true, command?: Command) =>
    openSchedule({
      config: { ...config, ...given },
      database: product.database,
      env: {},
      isWanted: async () => isWanted,
      onFailure: (error) => void failures.push(String(error)),
      now: () => now,
      command:
        command ??
        (async (name, args) => {
          ran.push([name, ...args].join(' '))
          return 'no room'
        }),
    })
  hours(24)
  for (const none of [opened({ BACKUP_AT: 'off' }), opened({}, false)]) {
    await none.turn()
    await none.close()
  }
  expect(ran).toEqual([])
  const schedule = opened({ BACKUP_KEEP: '7d' })
  await schedule.turn()
  await schedule.turn()
  expect(ran).toEqual(['backup --keep=7d'])
  expect([failures, await ends(first, 'backup')]).toEqual([['Error: no room'], ['', 'no room']])
  hours(1)
  await schedule.turn()
  expect(ran).toHaveLength(2)
  await schedule.close()
  // A server that was started again knows when it was last tried.
  const again = opened({ BACKUP_AT: '00:00' }, false)
  await again.turn()
  expect(ran).toHaveLength(2)
  await again.close()
  // One that is ended with the server has not failed.
  hours(1)
  const held = opened(
    {},
    true,
    (_, __, stop) => new Promise((resolve) => stop.addEventListener('abort', () => resolve('ended'))),
  )
  const turn = held.turn()
  await held.close()
  await turn
  expect(failures).toHaveLength(2)
  await product.database.deleteFrom('kit.backup_run').where('failure', '<>', '').execute()
})

test('back up, change, restore to a moment: all data is back but who was erased since, and nothing is sent to the app', async () => {
  const { product, config } = first
  const { secret } = await addedClient(product, { name: 'The app', endpoint: receiver.url })
  const keys = readFileSync(join(dataDir, 'seal.keys'), 'utf8')
  expect(statSync(join(dataDir, 'seal.keys')).mode & 0o777).toBe(0o600)
  await product.bridge.clients.refresh()
  mkdirSync(join(dataDir, 'files', 'exports'), { recursive: true })
  writeFileSync(join(dataDir, 'files', 'exports', 'list.csv'), 'an export')
  await give(product, 100n)
  await register(product)

  expect(command('backup')).toMatchObject({ status: 0, said: expect.stringContaining('MB, verified.') })
  await give(product, 20n)
  writeFileSync(join(dataDir, 'files', 'pictures', 'ab', 'two.webp'), 'a later picture')
  const { rows } = await sql<{ at: Date }>`select date_trunc('milliseconds', clock_timestamp()) + '1 ms' as at`.execute(
    product.database,
  )
  const moment = rows[0]!.at
  receiver.answer = () => 503
  await inTransaction(product.database, (tx) =>
    send(tx, product.clock.now(), [
      { type: 'user.unbanned', subject: 'user:7', data: { userId: 7, deviceIds: [], reason: 'drill' } },
    ]),
  )
  await erase(product, config)
  await give(product, 3n)
  expect(command('backup', '--log')).toMatchObject({ status: 0 })
  expect(command('backup', '--check')).toMatchObject({
    status: 0,
    said: expect.stringContaining('is complete and undamaged'),
  })
  // After the last that was sent: a stop sends it.
  await give(product, 5n)
  await first.stop()
  expect(readdirSync(join(first.embedded.location, 'archive'))).toEqual([])
  const backups = `${dataDir}-backups`
  const stored = readdirSync(backups, { recursive: true, encoding: 'utf8' }).join('\n')
  expect(stored).toContain('one.webp')
  expect(stored).not.toMatch(/seal|export/)

  const refused = command('restore', `--into=${dataDir}`)
  expect(refused).toMatchObject({ status: 2, said: expect.stringContaining('is not empty') })
  const restored = command('restore', `--into=${into}`, `--to=${moment.toISOString()}`)
  expect(restored.said).toContain('The ledger holds')
  expect(restored.said).toContain('blocks with')
  expect(restored.said).toContain('Erased again: 1 of 1')
  expect(restored).toMatchObject({ status: 0 })

  receiver.answer = () => 204
  receiver.received.length = 0
  // Backups contain no keys: without them it does not start, and creates no new ones.
  await expect(start(into)).rejects.toThrow(/sealed with keys that are missing/)
  expect(existsSync(join(into, 'seal.keys'))).toBe(false)
  copyFileSync(join(dataDir, 'seal.keys'), join(into, 'seal.keys'))
  const copy = await start(into)
  expect(readFileSync(join(into, 'seal.keys'), 'utf8')).toBe(keys)
  await expectErased(copy.product, copy.config)
  const [client] = copy.product.bridge.clients.all()
  expect(client?.secrets.map(({ key }) => `whsec_${key.toString('base64')}`)).toEqual([secret])
  const again = await clientsOf(copy.product).login('admin', adminPassword)
  expect(await tokensOf(copy.product)).toBe(120n)
  expect(readFileSync(join(into, 'files', 'pictures', 'ab', 'two.webp'), 'utf8')).toBe('a later picture')
  const { off } = await again.call(deliverySwitch, {})
  expect(off).toMatchObject({ restoredTo: moment.toISOString() })
  await inTransaction(copy.product.database, (tx) =>
    send(tx, copy.product.clock.now(), [
      { type: 'user.unbanned', subject: 'user:8', data: { userId: 8, deviceIds: [], reason: 'drill' } },
    ]),
  )
  copy.product.outbox.wake()
  // A copy is a new installation: its WAL must not mix with the original's.
  const mixed = spawnSync(process.execPath, [fileURLToPath(new URL('backup.ts', import.meta.url))], {
    encoding: 'utf8',
    env: operator({ DATA_DIR: into, BACKUP_DIR: backups }),
  })
  expect(mixed).toMatchObject({ status: 2, stderr: expect.stringContaining('another installation') })
  expect(receiver.received).toEqual([])

  await again.call(deliveryResume, { reason: 'the original is gone' })
  await vi.waitFor(() => expect(receiver.received.map(({ subject }) => subject)).toContain('user:8'), 10_000)
  expect((await again.call(deliverySwitch, {})).off).toBeNull()
  const { records } = await again.call(logList, { opName: 'Enable deliveries' })
  expect(records).toHaveLength(1)
  await copy.stop()
})

test('a damaged backup and a moment beyond the WAL are refused, and a partial restore is not used as a database', async () => {
  const elsewhere = join(root, 'elsewhere')
  const late = command('restore', `--into=${elsewhere}`, '--to=2099-01-01T00:00:00Z')
  expect(late).toMatchObject({ status: 2, said: expect.stringContaining('The archived log ends before') })
  await expect(openEmbedded({ dataDir: elsewhere, database: 'greenroom', log: () => {} })).rejects.toThrow(
    /restore into .* did not finish/,
  )
  const base = join(`${dataDir}-backups`, 'base')
  const id = readdirSync(base).toSorted().at(-1)!
  const packed = join(base, id, 'cluster.tzst')
  const bytes = readFileSync(packed)
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(packed, bytes)
  expect(command('backup', '--check')).toMatchObject({ status: 2 })
  // With the server stopped, too: the database is told.
  expect(command('restore-test')).toMatchObject({ status: 2, said: expect.stringMatching(/damaged|does not match/) })
  expect(existsSync(`${dataDir}-restore-test`)).toBe(false)
  const embedded = await openEmbedded({ dataDir, database: 'greenroom', log: () => {} })
  const database = openDatabase(embedded.url, { max: 1 })
  expect((await lastRun(database, 'restore'))?.failure).toMatch(/damaged|does not match/)
  await database.destroy()
  await embedded.stop()
})

upgrades(dataDir)
