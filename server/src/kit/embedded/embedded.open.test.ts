import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Cluster, readPassword, superuser } from './cluster.ts'
import { DirectoryInUse } from './embedded.open.ts'
import { dataFolder, open, query, reported, startHolder, temporaryFolder } from './harness.fixture.ts'
import { takeOwnership } from './owner.ts'
import { turnLog } from './postmaster.ts'

test('data survives stop and open', async () => {
  const dataDir = temporaryFolder()
  const first = await open(dataDir)
  await query(first.url, 'CREATE TABLE note AS SELECT 42 AS answer')
  await first.stop()

  const again = await open(dataDir)
  expect(await query(again.url, 'SELECT answer FROM note')).toEqual([{ answer: 42 }])
  expect(again.location).toBe(first.location)
})

test('the application is no superuser, and its text search knows letters beyond ASCII', async () => {
  const { url } = await open(await dataFolder())
  await query(url, 'CREATE EXTENSION pg_trgm')
  const rows = await query(
    url,
    `SELECT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super,
      lower('ÄÖ') AS lower, similarity('直播间', '直播') > 0 AS alike, pg_encoding_to_char(encoding) AS encoding
     FROM pg_database WHERE datname = current_database()`,
  )
  expect(rows).toEqual([{ super: false, lower: 'äö', alike: true, encoding: 'UTF8' }])
})

test('the application’s password is not the superuser’s, also on an old cluster where they were equal', async () => {
  const dataDir = temporaryFolder()
  const first = await open(dataDir)
  const guess = new URL(first.url)
  guess.username = superuser
  await expect(query(guess.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
  const shared = readPassword(join(first.location, 'cluster'))
  expect(decodeURIComponent(new URL(first.url).password)).not.toBe(shared)
  await query(first.url, `ALTER ROLE CURRENT_USER PASSWORD '${shared}'`)
  await first.stop()
  const again = await open(dataDir)
  expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('nobody connects without the password', async () => {
  const { url } = await open(await dataFolder())
  const guess = new URL(url)
  guess.password = 'guess'
  await expect(query(guess.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
})

test('a directory held by another process is refused, naming its path and that process', async () => {
  const dataDir = await dataFolder()
  const holder = startHolder(dataDir)
  const held = await reported(holder)
  const refusal = await open(dataDir).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DirectoryInUse)
  expect(refusal).toMatchObject({ pid: holder.pid, directory: held.location })
  expect((refusal as Error).message).toContain(`(kill ${holder.pid})`)
  // The holder is unaffected.
  expect(await query(held.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  process.kill(holder.pid ?? 0, 'SIGKILL')
  await (await open(dataDir)).stop()
})

test('a second opening in the same process is refused too', async () => {
  const dataDir = await dataFolder()
  await open(dataDir)
  await expect(open(dataDir)).rejects.toThrow(DirectoryInUse)
})

test('a database that another process owns, without its lock file, is refused too, naming that process', async () => {
  const { url, location } = await open(await dataFolder())
  const { hostname, port } = new URL(url)
  const cluster = { password: readPassword(join(location, 'cluster')) } as Cluster
  const address = { port: Number(port), socketDirectory: decodeURIComponent(hostname) }
  await expect(takeOwnership(cluster, address, location)).rejects.toMatchObject({ pid: process.pid })
})

test('of two concurrent first starts one wins and the other is refused', async () => {
  const dataDir = temporaryFolder()
  const holders = [startHolder(dataDir), startHolder(dataDir)]
  const states = (await Promise.all(holders.map(reported))).map(({ state }) => state)
  expect(states.sort()).toEqual(['in use', 'open'])
  for (const holder of holders) holder.kill('SIGKILL')
  await (await open(dataDir)).stop()
})

test('the log is turned while PostgreSQL writes to it', () => {
  const home = temporaryFolder()
  const file = join(home, 'postgres.log')
  const server = openSync(file, 'a')
  writeSync(server, 'long ago\n')
  turnLog(home, 9)
  expect(readFileSync(file, 'utf8')).toBe('long ago\n')
  writeSync(server, 'then\n')
  turnLog(home, 9)
  writeSync(server, 'now\n')
  closeSync(server)
  expect([readFileSync(file, 'utf8'), readFileSync(`${file}.1`, 'utf8')]).toEqual(['now\n', 'long ago\nthen\n'])
})
