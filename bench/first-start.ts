// A first start with a village: seconds until its guilds begin (62 of 90 days sent), until the village is complete, and until the figures
// are, with the processor time of each process. `node bench/first-start.ts [--profile]`
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '../server/src/kit/database/database.ts'
import { dataDir, openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'
import { postgresMilliseconds, usedBy } from './lib/processor.ts'

const { values } = parseArgs({ options: { profile: { type: 'boolean', default: false } } })
const mostSeconds = 600

rmSync(dataDir, { recursive: true, force: true })
const place = await openDatabaseForBench()
const database = openDatabase(place.url, { max: 1 })
const started = performance.now()
const seconds = () => (performance.now() - started) / 1_000
const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${dataDir}/profile`] : []
const server = await startProduct(place.url, `${dataDir}/product`, profile, { SIMULATE: 'village' })
console.log(`ready after ${seconds().toFixed(1)} s`)

/** The simulator is a child of the server. */
function simulatorPid(): number {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      if (readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(server.pid)) {
        if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('simulator')) return Number(name)
      }
    } catch {
      // The process has ended.
    }
  return 0
}

type Row = { events: number; filled: boolean; touched: number; begun: boolean }
const table: Record<string, Record<string, number>> = {}
const note = (what: string, { events, touched }: Row) => {
  table[what] = {
    seconds: Number(seconds().toFixed(1)),
    events,
    touched,
    'server s': Number(((usedBy(server.pid) ?? 0) / 1_000).toFixed(1)),
    'simulator s': Number(((usedBy(simulatorPid()) ?? 0) / 1_000).toFixed(1)),
    'PostgreSQL s': Number((postgresMilliseconds(`${dataDir}/postgres`) / 1_000).toFixed(1)),
  }
}
let still = 0
let last = -1
while (seconds() < mostSeconds) {
  const { rows } = await sql<Row>`
    select (select count(*)::int from bridge.event) as events,
           exists (select from kit.simulation where filled_at is not null) as filled,
           (select count(*)::int from indicators.touched) + (select count(*)::int from indicators.due) as touched,
           exists (select from guilds.guild) as begun`.execute(database)
  const row = rows[0]!
  if (row.begun && !table['guilds begin']) note('guilds begin', row)
  if (row.filled && !table['village stands']) note('village stands', row)
  if (row.filled && row.touched < 300) {
    note('figures complete', row)
    break
  }
  if (row.events !== last) still = 0
  last = row.events
  if (++still > 400) break
  await new Promise((resolve) => setTimeout(resolve, 500))
}
console.table(table)
await database.destroy()
await server.stop()
await place.close()
