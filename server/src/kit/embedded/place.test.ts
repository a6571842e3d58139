// Where the database is stored: inside the data directory, or for root where PostgreSQL's account can reach it.
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EmbeddedProblem } from './embedded.open.ts'
import { dataFolder, isRoot, open, query, temporaryFolder } from './harness.fixture.ts'
import { copyFolder } from './kills.fixture.ts'
import { reachableRoot } from './place.ts'

/** A folder that only its owner can enter, like root's home. */
function privateFolder(): string {
  const path = temporaryFolder()
  chmodSync(path, 0o700)
  return path
}

test('below a private folder the database opens (elsewhere only for root) and is found again', async () => {
  const dataDir = join(privateFolder(), 'data with a space')
  const first = await open(dataDir)
  await query(first.url, 'CREATE TABLE note AS SELECT 42 AS answer')
  await first.stop()
  const expected = isRoot ? `${reachableRoot}/` : dataDir
  expect(first.location.startsWith(expected)).toBe(true)
  if (isRoot) expect(first.lines.join()).toContain(first.location)

  const again = await open(dataDir)
  expect(again.location).toBe(first.location)
  expect(await query(again.url, 'SELECT answer FROM note')).toEqual([{ answer: 42 }])
})

test('in a folder that others may enter it is inside the data directory', async () => {
  const dataDir = temporaryFolder()
  expect((await open(dataDir)).location).toBe(join(dataDir, 'postgres'))
})

test('a moved data directory keeps its database, even out of reach', async () => {
  const dataDir = await dataFolder()
  const first = await open(dataDir)
  await query(first.url, 'CREATE TABLE note AS SELECT 42 AS answer')
  await first.stop()
  const moved = join(privateFolder(), 'moved')
  renameSync(dataDir, moved)

  const again = await open(moved)
  expect(await query(again.url, 'SELECT answer FROM note')).toEqual([{ answer: 42 }])
})

test('an external database that vanished is not replaced by an empty one', async () => {
  const dataDir = temporaryFolder()
  const elsewhere = temporaryFolder()
  writeFileSync(join(dataDir, 'postgres.location'), `${elsewhere}/gone\n`)
  const refusal = await open(dataDir).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(EmbeddedProblem)
  expect((refusal as Error).message).toContain(`${elsewhere}/gone`)
})

test('a database of another major version is refused with a clear message', async () => {
  const dataDir = temporaryFolder()
  const cluster = join(dataDir, 'postgres', 'cluster')
  mkdirSync(cluster, { recursive: true })
  writeFileSync(join(cluster, 'PG_VERSION'), '16\n')
  await expect(open(dataDir)).rejects.toThrow(/created by PostgreSQL 16, but version 18 is installed/)
})

test('a copied data directory opens beside its original', async () => {
  const original = await dataFolder()
  const copy = join(temporaryFolder(), 'copy')
  copyFolder(original, copy)
  const [one, other] = await Promise.all([open(original), open(copy)])
  expect(one.location).not.toBe(other.location)
})
