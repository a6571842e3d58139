// Moving in from a made-up old console: reading and checking its dump, applying it, and undoing it, on an empty database that is durable as ever.
// `node bench/moving.ts [--users=50000] [--seed=33]`
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inTransaction, openDatabase } from '../server/src/kit/database/database.ts'
import { migrate } from '../server/src/kit/database/migrate.ts'
import { openEmbedded } from '../server/src/kit/embedded/embedded.open.ts'
import { verifyLedger } from '../server/src/ledger/index.ts'
import { openParams } from '../server/src/params/index.ts'
import { importFiles, workOnImports } from '../server/src/rooms/moving/index.ts'
import { beginApplying, beginUndoing } from '../server/src/rooms/moving/moving.apply.ts'
import { lockImport } from '../server/src/rooms/moving/moving.queries.ts'
import { dump, oldConsole, totalsOf } from '../server/test/oldConsole.ts'

const { values } = parseArgs({
  options: { users: { type: 'string', default: '50000' }, seed: { type: 'string', default: '33' } },
})
const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-moving-'))
chmodSync(dataDir, 0o755)
const embedded = await openEmbedded({ dataDir, database: 'greenroom', log: () => {} })
const database = openDatabase(embedded.url, { max: 4 })

/** Parts of one size, as a file is read. */
async function* parts(pieces: Iterable<string>, bytes: number): AsyncGenerator<Buffer> {
  let left = Buffer.alloc(0)
  for (const piece of pieces) {
    left = Buffer.concat([left, Buffer.from(piece)])
    while (left.length >= bytes) {
      yield left.subarray(0, bytes)
      left = left.subarray(bytes)
    }
  }
  yield left
}

let highest = 0
async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  const seconds = (performance.now() - began) / 1_000
  highest = Math.max(highest, process.memoryUsage().rss)
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${Math.round(records / seconds).toLocaleString('en')} records a second`,
  )
  return result
}

const clock = { now: () => new Date() }
const old = oldConsole({ users: Number(values.users), seed: Number(values.seed), now: Date.now() })
const records = [...totalsOf(old).values()].reduce((sum, { count = 0 }) => sum + count, 0)
try {
  await migrate(embedded.url)
  const params = await openParams(database, 60_000)
  const at = { database, clock, params }
  console.log(`${records.toLocaleString('en')} records, load ${loadavg()[0]!.toFixed(1)}`)
  const { found } = await timed('read and checked', () =>
    importFiles(at, [{ name: 'old.ndjson', parts: parts(dump(old), 4 * 1024 * 1024) }], undefined),
  )
  if (found.faults > 0) throw new Error(`${found.faults} faults`)
  const work = async () => {
    while (await workOnImports(at)) highest = Math.max(highest, process.memoryUsage().rss)
  }
  const now = clock.now()
  const rule = { tokens_per_usd: params.integer('tokens_per_usd'), bonus_per_usd: params.integer('bonus_per_usd') }
  await inTransaction(database, async (tx) =>
    beginApplying(tx, (await lockImport(tx, found.id))!, { ...rule, now, at: now, asked_by: 'a', approved_by: 'b' }),
  )
  await timed('applied', work)
  await inTransaction(database, async (tx) =>
    beginUndoing(tx, (await lockImport(tx, found.id))!, { now: clock.now(), by: 'a' }),
  )
  await timed('undone', work)
  console.log(`findings of the ledger: ${(await verifyLedger(database)).length}`)
  console.log(`highest memory of Node: ${Math.round(highest / 1024 / 1024)} MiB`)
  params.close()
} finally {
  await database.destroy()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
