// The operation log list with a million rows: page 1 and a page 10,000 further by cursor, from the product, from a bare
// Node server with the same statements, and from pgbench. `node bench/log-list.ts [--seconds=10] [--rows=1000000]`
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fillLog } from './lib/fill.ts'
import { cursorAfter, listAddress, logIn } from './lib/list.ts'
import { type Measured, measure } from './lib/load.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { startNode, startProduct } from './lib/process.ts'
import { countLines, pgbenchScript, readStatements, type Statement } from './lib/statements.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, rows: { type: 'string', default: '1000000' } },
})
const seconds = Number(values.seconds)
const connections = 8
const pagesFurther = 10_000
const size = 20

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
try {
  await fillLog(database.url, Number(values.rows))
  const { token, cursor, statements } = await prepare()
  const product = await startProduct(database.url, folder)
  const bare = { first: await startBare(statements.first), far: await startBare(statements.far) }
  const rows: Record<string, Measured> = {}
  for (const page of ['first', 'far'] as const) {
    const path = listAddress(size, page === 'far' ? cursor : undefined)
    rows[`product, ${page}`] = await measure({ server: product, path, headers: { token }, connections, seconds })
    rows[`bare Node, ${page}`] = await measure({ server: bare[page], path: '/', headers: {}, connections, seconds })
    rows[`pgbench, ${page}`] = pgbench(statements[page])
  }
  console.table(rows)
  await Promise.all([product.stop(), bare.first.stop(), bare.far.stop()])
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Logs in, walks to the far page, and records the product's statements for both pages. */
async function prepare() {
  const file = join(folder, 'sql.jsonl')
  const recorder = new URL('lib/record-sql.ts', import.meta.url).href
  const product = await startProduct(database.url, folder, ['--import', recorder], { BENCH_SQL_FILE: file })
  const token = await logIn(product.url)
  const cursor = await cursorAfter(product.url, token, pagesFurther * size)
  const statementsOf = async (after: string | undefined): Promise<Statement[]> => {
    const address = product.url + listAddress(size, after)
    // The first answer also estimates the total, which is then cached.
    await (await fetch(address, { headers: { token } })).text()
    const before = countLines(file)
    await (await fetch(address, { headers: { token } })).text()
    return readStatements(file, before)
  }
  const statements = { first: await statementsOf(undefined), far: await statementsOf(cursor) }
  await product.stop()
  console.log(`The product sends ${statements.first.length} statements a request:`)
  for (const { text } of statements.first) console.log(`  ${text.replaceAll(/\s+/g, ' ').trim()}`)
  return { token, cursor, statements }
}

function startBare(statements: readonly Statement[]) {
  const file = join(mkdtempSync(join(folder, 'bare-')), 'statements.json')
  writeFileSync(file, JSON.stringify(statements))
  return startNode(['bench/lib/bare.ts'], { DATABASE_URL: database.url, BENCH_SQL_FILE: file })
}

function pgbench(statements: readonly Statement[]): Measured {
  const program = process.env['PGBENCH'] ?? '/usr/lib/postgresql/15/bin/pgbench'
  if (!existsSync(program)) return { 'requests/s': 'no pgbench on this machine' }
  const { script, variables } = pgbenchScript(statements)
  const file = join(folder, 'pgbench.sql')
  writeFileSync(file, script)
  const flags = ['-n', '-M', 'extended', '-c', `${connections}`, '-j', '2', '-T', `${seconds}`, '-f', file]
  const set = variables.flatMap((variable) => ['-D', variable])
  const run = spawnSync(program, [...flags, ...set, database.url], { encoding: 'utf8' })
  const tps = /tps = ([\d.]+)/.exec(run.stdout)?.[1]
  if (!tps) throw new Error(`pgbench: ${run.stdout}${run.stderr}`)
  const average = /latency average = ([\d.]+)/.exec(run.stdout)?.[1]
  return { 'requests/s': Math.round(Number(tps)), 'average ms': Number(average) }
}
