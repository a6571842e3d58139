// A new start recovers whatever was killed, at any time. More moments: `node bench/embedded-kill.ts`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { accountFor } from './account.ts'
import { copyPrograms } from './binaries.ts'
import { identity } from './embedded.run.ts'
import {
  dataFolder,
  killHard,
  open,
  postmasterPid,
  query,
  reported,
  startHolder,
  temporaryFolder,
} from './harness.fixture.ts'
import { firstStartKilled, postmasterKilled } from './kills.fixture.ts'

test('a PostgreSQL whose owner was killed is adopted while it runs', async () => {
  const dataDir = await dataFolder()
  const holder = startHolder(dataDir)
  const held = await reported(holder)
  await query(held.url, 'CREATE TABLE note AS SELECT 42 AS answer')
  const orphan = postmasterPid(held.location)
  await killHard(holder)

  const { url, location, lines } = await open(dataDir)
  expect(postmasterPid(location)).toBe(orphan)
  expect(lines.join()).toContain(`pid ${orphan}`)
  expect(await query(url, 'SELECT answer FROM note')).toEqual([{ answer: 42 }])
})

test('owner and PostgreSQL both killed: the WAL is replayed and no commit is lost', async () => {
  const dataDir = await dataFolder()
  const holder = startHolder(dataDir)
  const held = await reported(holder)
  await query(held.url, 'CREATE TABLE note AS SELECT 42 AS answer')
  process.kill(postmasterPid(held.location), 'SIGKILL')
  await killHard(holder)

  const { url } = await open(dataDir)
  expect(await query(url, 'SELECT answer FROM note')).toEqual([{ answer: 42 }])
})

test('an empty pid file does not block a start', async () => {
  const dataDir = await dataFolder()
  const first = await open(dataDir)
  await first.stop()
  writeFileSync(join(first.location, 'cluster', 'postmaster.pid'), '')
  expect(await query((await open(dataDir)).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a process that exits without a stop leaves no PostgreSQL behind', async () => {
  const dataDir = await dataFolder()
  const holder = startHolder(dataDir)
  const { location } = await reported(holder)
  holder.kill('SIGTERM')
  // PostgreSQL removes its pid file last in a clean shutdown.
  const pidFile = join(location, 'cluster', 'postmaster.pid')
  await vi.waitFor(() => expect(existsSync(pidFile)).toBe(false), { timeout: 10_000, interval: 20 })
  await (await open(dataDir)).stop()
})

test('a killed PostgreSQL is restarted at the same address by its owner', async () => {
  const { url, location, lines } = await open(await dataFolder())
  process.kill(postmasterPid(location), 'SIGKILL')
  await vi.waitFor(() => query(url, 'SELECT 1'), { timeout: 20_000, interval: 50 })
  expect(lines.join()).toContain('starting it again')
})

test('a socket lock naming an unrelated process does not block a restart', async () => {
  const { url, location, lines } = await open(await dataFolder())
  const [, , , port, sockets = ''] = readFileSync(join(location, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
  const lock = join(sockets, `.s.PGSQL.${port}.lock`)
  const unrelated = spawn('sleep', ['60'], identity(accountFor(join(location, 'cluster'))))
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(unrelated.pid)))
  process.kill(postmasterPid(location), 'SIGKILL')
  await vi.waitFor(() => query(url, 'SELECT 1'), { timeout: 20_000, interval: 50 })
  expect(lines.join()).not.toContain('could not be started again')
  unrelated.kill()
  await once(unrelated, 'exit')
})

const whole = { database: 'held', unfinished: [] }

test.for([0, 80])('the postmaster killed %i ms after its start: the start continues', async (delay) => {
  expect(await postmasterKilled(await dataFolder(), delay)).toEqual(whole)
})

test.for([20, 400])('killed %i ms into the first start', async (delay) => {
  expect(await firstStartKilled(temporaryFolder(), delay)).toEqual(whole)
})

test('a pid file left from before a reboot names an unrelated process', async () => {
  const dataDir = await dataFolder()
  const holder = startHolder(dataDir)
  const { location } = await reported(holder)
  const pidFile = join(location, 'cluster', 'postmaster.pid')
  const text = readFileSync(pidFile, 'utf8')
  process.kill(postmasterPid(location), 'SIGKILL')
  await killHard(holder)
  const unrelated = spawn('sleep', ['60'], identity(accountFor(join(location, 'cluster'))))
  writeFileSync(pidFile, text.replace(/^\d+/, String(unrelated.pid)))

  const { url } = await open(dataDir)
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  unrelated.kill()
  await once(unrelated, 'exit')
})

test("an incomplete copy of PostgreSQL's programs is made again", async () => {
  const native = join(temporaryFolder(), 'native')
  mkdirSync(join(native, 'bin'), { recursive: true })
  writeFileSync(join(native, 'bin', 'postgres'), 'a program')
  const shared = temporaryFolder()
  const dead = join(shared, 'unfinished-999999999-abc')
  mkdirSync(join(dead, 'native'), { recursive: true })

  const copy = await copyPrograms({ native, version: '1.0' }, shared, () => {})
  expect(readFileSync(join(copy, 'bin', 'postgres'), 'utf8')).toBe('a program')
  expect(readdirSync(shared)).toEqual(['postgresql-1.0'])
  expect(await copyPrograms({ native, version: '1.0' }, shared, () => {})).toBe(copy)
})
