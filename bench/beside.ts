// Three calls compared with bare Node doing the same work, alternating in one run: the user list with two filters and
// its total, the operation log, and an audited update (a flag). 1,000,000 users and log rows, 8 connections. `node
// bench/beside.ts [--rounds=7] [--seconds=4] [--rows=1000000] [--only=people,log,update]`
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { basePath } from '@greenroom/contract/call'
import { logList } from '@greenroom/contract/system'
import { userFlag, userList } from '@greenroom/contract/users'
import autocannon, { type Client } from 'autocannon'
import { withClient } from '../server/test/server.ts'
import { keep, median } from './lib/figures.ts'
import { fillLog } from './lib/fill.ts'
import { fillUsers } from './lib/fill-users.ts'
import { logIn } from './lib/list.ts'
import { dataDir, openDatabaseForBench } from './lib/place.ts'
import { type Running, startNode, startProduct } from './lib/process.ts'
import { postgresMilliseconds, usedBy } from './lib/processor.ts'
import { openSettling } from './lib/settled.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string', default: 'people,log,update' },
  },
})
const seconds = Number(values.seconds)
const connections = 8
const rows = Number(values.rows)

type Work = { name: string; aim: number; path: string; bodies?: () => () => string }

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
try {
  await fillUsers(database.url, rows)
  await fillLog(database.url, rows)
  const product = await startProduct(database.url, folder)
  const bare = await startNode(['bench/lib/bare-beside.ts'], { DATABASE_URL: database.url })
  const token = await logIn(product.url)
  // What a fill left to be folded would be counted beside the first call.
  const settling = await openSettling(database.url)
  await settling.wait()
  await settling.close()
  // The server's one collection after its start (`garbage.ts`) is no part of a request.
  await new Promise((resolve) => setTimeout(resolve, 18_000))
  const works: Work[] = [
    { name: 'people', aim: 60, path: `${basePath}${userList.path}?size=20&sex=woman&country=BR` },
    { name: 'log', aim: 60, path: `${basePath}${logList.path}?size=20` },
    { name: 'update', aim: 60, path: `${basePath}${userFlag.path}`, bodies: await flagging() },
  ]
  for (const work of works.filter(({ name }) => values.only.split(',').includes(name))) {
    await sameRows(work, product, bare, token)
    const measured: { product: Rate; bare: Rate }[] = []
    for (let round = 0; round <= Number(values.rounds); round++) {
      const pair = { product: await rateOf(work, product, token), bare: await rateOf(work, bare, token) }
      // The first warms both up.
      if (round > 0) measured.push(pair)
    }
    report(work, measured)
  }
  await Promise.all([product.stop(), bare.stop()])
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Each connection sets and clears the flag of its own user. */
async function flagging(): Promise<() => () => string> {
  const ids = await withClient(database.url, async (client) => {
    const { rows: found } = await client.query<{ id: string }>(
      'select id::text from users.app_user where not internal and id % 3 = 0 order by md5(id::text) limit 200000',
    )
    return found.map(({ id }) => id)
  })
  let next = 0
  return () => {
    let id: string | undefined
    return () => {
      const on = id === undefined
      id ??= ids[next++ % ids.length]!
      const body = String(new URLSearchParams({ ids: id, flag: 'internal', on: `${on}`, reason: 'a bench' }))
      if (!on) id = undefined
      return body
    }
  }
}

/** Both must answer the same users or entries, or the comparison is meaningless. */
async function sameRows({ name, path, bodies }: Work, one: Running, other: Running, token: string): Promise<void> {
  if (bodies) return
  const idsOf = async ({ url }: Running) => {
    const response = await fetch(url + path, { headers: { token } })
    const { result } = (await response.json()) as { result: { records: { userId?: number; id: unknown }[] } }
    return result.records.map(({ userId, id }) => String(userId ?? id))
  }
  const [ours, theirs] = [await idsOf(one), await idsOf(other)]
  if (ours.length !== 20 || (name === 'people' && ours.join() !== theirs.join()))
    throw new Error(`${name}: the two answer different rows`)
}

/** `processor` and `postgres` are milliseconds per request. */
type Rate = { rate: number; p50: number; p99: number; processor: number; postgres: number }

async function rateOf({ path, bodies }: Work, server: Running, token: string): Promise<Rate> {
  const before = [usedBy(server.pid) ?? 0, ofPostgres()] as const
  const { requests, latency, non2xx, errors, mismatches } = await autocannon({
    url: server.url + path,
    connections,
    duration: seconds,
    headers: { token, ...(bodies && { 'content-type': 'application/x-www-form-urlencoded' }) },
    ...(bodies && {
      method: 'POST' as const,
      setupClient: (client: Client) => {
        const body = bodies()
        client.setBody(body())
        client.on('response', () => client.setBody(body()))
      },
      verifyBody: (body: string) => body.includes('"ok":true'),
    }),
  })
  if (non2xx + errors + mismatches > 0)
    throw new Error(`${path}: ${non2xx} were no success, ${errors} failed, ${mismatches} did nothing`)
  const processor = ((usedBy(server.pid) ?? 0) - before[0]) / requests.total
  const postgres = (ofPostgres() - before[1]) / requests.total
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, processor, postgres }
}

/** Only for the embedded database: another may be on any machine. */
function ofPostgres(): number {
  return process.env['DATABASE_URL'] ? Number.NaN : postgresMilliseconds(join(dataDir, 'postgres'))
}

function report({ name, aim }: Work, measured: readonly { product: Rate; bare: Rate }[]): void {
  const figures = (which: 'product' | 'bare') => {
    const of = (key: keyof Rate) => median(measured.map((round) => round[which][key]))
    return `${of('rate').toFixed(0)} a second, p50 ${of('p50')}, p99 ${of('p99')} ms, ${of('processor').toFixed(2)} ms of processor, PostgreSQL ${of('postgres').toFixed(2)}`
  }
  const shares = measured.map(({ product, bare }) => (100 * product.rate) / bare.rate)
  for (const part of ['processor', 'postgres'] as const) {
    const ratio = median(measured.map(({ product, bare }) => product[part] / bare[part]))
    keep(`${name}, ${part === 'processor' ? 'Node' : 'PostgreSQL'} × bare`, ratio)
  }
  // In microseconds.
  if (name === 'log') keep('bare log, processor', 1_000 * median(measured.map(({ bare }) => bare.processor)))
  console.log(`${name}: product ${figures('product')}`)
  console.log(`${name}: bare    ${figures('bare')}`)
  console.log(
    `${name}: of bare ${median(shares).toFixed(0)} % (${shares.map((share) => share.toFixed(0)).join(', ')}), aim ${aim} %`,
  )
}
