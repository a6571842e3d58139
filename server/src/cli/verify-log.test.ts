import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { operator } from '../../test/programs.ts'
import { testSeals } from '../../test/seals.ts'
import { settled } from '../../test/settled.ts'
import { type Database, openDatabase } from '../kit/database/database.ts'
import { sealLog } from '../log/index.ts'

let url: string
let database: Database
const folder = mkdtempSync(join(tmpdir(), 'greenroom-verify-'))
const keys = join(folder, 'seal.keys')
vi.setConfig({ testTimeout: 60_000 })

beforeAll(async () => {
  writeFileSync(keys, `test ${Buffer.alloc(32, 7).toString('base64')}\n`)
  url = (await freshDatabase()).url
  database = openDatabase(url, { max: 2 })
  await sql`
    insert into log.entry (id, at, username, ip, operation, target, content, reason, request_id)
    select overlay(kit.uuid_at(now())::text placing lpad(i::text, 12, '0') from 25)::uuid, now(), 'someone', '', 'role.save',
           'role ' || i, 'content ' || i, '', '' from generate_series(1, 5) i`.execute(database)
  await settled(database)
  await sealLog(database, testSeals)
})
afterAll(async () => {
  await database.destroy()
  rmSync(folder, { recursive: true })
})

/** Runs the command as an operator does. */
function run(
  args: string[] = [],
  env: Record<string, string> = { DATABASE_URL: url, SEAL_KEYS: keys },
  command = 'verify-log.ts',
) {
  const script = fileURLToPath(new URL(command, import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: operator(env),
  })
  return { status, stdout, stderr }
}

it('reports that the chain holds, where it ends, and what is not sealed yet', () => {
  const { status, stdout } = run()
  expect(stdout).toMatch(
    /^1 blocks with 5 entries hold; 0 wait for the next block \(\d+ ms\)\.\nLast block: 1:[0-9a-f]{64}\n$/,
  )
  expect(status).toBe(0)
})

it('compares a block with the hash noted down earlier', () => {
  const noted = /Last block: (\S+)/.exec(run().stdout)?.[1] ?? ''
  expect(run(['--expect', noted]).status).toBe(0)
  const other = `1:${'0'.repeat(64)}`
  expect(run(['--expect', other])).toMatchObject({ status: 1, stdout: expect.stringContaining('BROKEN at block 1') })
  expect(run(['--expect', 'nonsense'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--expect must be'),
  })
})

it('says that it can prove nothing without the key of the last seal', () => {
  for (const SEAL_KEYS of [join(folder, 'none'), join(folder, 'others')]) {
    writeFileSync(join(folder, 'others'), `other ${Buffer.alloc(32, 9).toString('base64')}\n`)
    const { status, stdout } = run([], { DATABASE_URL: url, SEAL_KEYS })
    expect(stdout).toContain(
      'NOT PROVED: the last 1 blocks hold together, but the key test that sealed them is not in the key file',
    )
    expect(status).toBe(2)
  }
})

it('holds while a month stands in a file, which comes back', async () => {
  const months = (...args: string[]) => run(args, undefined, 'months.ts')
  const month = new Date().toISOString().slice(0, 7)
  await sql`update kit.clock set platform_at = now() + interval '200 days', wall_at = now()`.execute(database)
  const detached = months('detach', 'log', month, '--to', folder)
  expect(detached.stdout).toMatch(
    /^1 blocks with 5 entries hold[^]*5 entries of \S+ stand in \S+zst \(\d+ bytes\)[^]*5 entries stand in files/,
  )
  expect(detached).toMatchObject({ status: 0, stderr: '' })
  expect(months().stdout).toContain(`log ${month}: 5 entries in greenroom-log-${month}.ndjson.zst`)
  expect(months('detach', 'log', month, '--to', folder)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`The log has no ${month}`),
  })
  const back = months('attach', 'log', month, '--from', folder)
  expect(back.stdout).toMatch(/5 entries of \S+ are back/)
  expect(back.stdout.match(/entries hold/g)).toHaveLength(2)
  expect(back.status).toBe(0)
  expect(months('detach', 'ledger', month)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('npm run months -- detach'),
  })
})

it('reports which block is broken and why', async () => {
  // Forging an entry doesn't require the owner: its number puts it into a sealed block.
  await sql`
    insert into log.entry (id, at, xid, username, ip, operation, target, content, reason, request_id)
    select overlay(id::text placing '999999999999' from 25)::uuid, at, xid, username, ip, operation, target, 'forged', '', ''
      from log.entry limit 1`.execute(database)
  const { status, stdout } = run()
  expect(stdout).toContain('BROKEN at block 1: entries were added or removed.')
  expect(status).toBe(1)
})

it('exits with 2 if there is nothing to check', () => {
  expect(run([], { DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' }).status).toBe(2)
  const none = run([], { DATA_DIR: '/nonexistent/greenroom' })
  expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining('There is no database') })
})
