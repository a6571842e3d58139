// Moving in from a made-up old console: reading and checking its dump, applying it, and undoing it, on an empty database that is durable as ever.
// Each step runs in a process of its own with a server's settings. Processor time a record holds on a busy machine, too.
// `node bench/moving.ts [--users=50000] [--seed=33] [--steps=check,apply,undo]`
import { spawn } from 'node:child_process'
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../server/src/kit/database/database.ts'
import { migrate } from '../server/src/kit/database/migrate.ts'
import { openEmbedded } from '../server/src/kit/embedded/embedded.open.ts'
import { verifyLedger } from '../server/src/ledger/index.ts'
import { dump, oldConsole, totalsOf } from '../server/test/oldConsole.ts'
import { serverOptions } from './lib/process.ts'
import { postgresMilliseconds } from './lib/processor.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '33' },
    steps: { type: 'string', default: 'check,apply,undo' },
  },
})
const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-moving-'))
chmodSync(dataDir, 0o755)
const embedded = await openEmbedded({ dataDir, database: 'greenroom', log: () => {} })
const database = openDatabase(embedded.url, { max: 2 })

type Took = { state: string; seconds: number; node: number; mebibytes: number }

/** Runs a step in a process of its own. */
function run(...args: string[]): Promise<Took> {
  const child = spawn(process.execPath, [...serverOptions, join(import.meta.dirname, 'lib/moving-step.ts'), ...args], {
    env: { ...process.env, MALLOC_ARENA_MAX: '2', DATABASE_URL: embedded.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve(JSON.parse(output) as Took) : reject(new Error(`${args[0]} ended with ${code}`)),
    )
  })
}

const old = oldConsole({ users: Number(values.users), seed: Number(values.seed), now: Date.now() })
const records = [...totalsOf(old).values()].reduce((sum, { count = 0 }) => sum + count, 0)
const file = join(dataDir, 'old.ndjson')
try {
  await migrate(embedded.url)
  await pipeline(Readable.from(dump(old)), createWriteStream(file))
  console.log(`${records.toLocaleString('en')} records, load ${loadavg()[0]!.toFixed(1)}`)
  for (const step of values.steps.split(',')) {
    const before = postgresMilliseconds(embedded.location)
    const { state, seconds, node, mebibytes } = await run(step, file)
    const postgres = postgresMilliseconds(embedded.location) - before
    const each = (milliseconds: number) => `${((milliseconds * 1_000) / records).toFixed(0)} µs`
    const million = ((node + postgres) / records) * 1_000
    console.log(
      `${state}: ${seconds.toFixed(1)} s; processor time a record ${each(node)} Node + ${each(postgres)} PostgreSQL, ` +
        `a million ${million.toFixed(0)} s; highest memory of Node ${mebibytes.toFixed(0)} MiB`,
    )
  }
  console.log(`findings of the ledger: ${(await verifyLedger(database)).length}, load ${loadavg()[0]!.toFixed(1)}`)
} finally {
  await database.destroy()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
