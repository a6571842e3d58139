// Top-up agents: sales at a steady rate from many agents, timed at the clients, and the lists of trades over a large table.
// `node bench/agents.ts [--users=100000] [--agents=100] [--rate=200] [--seconds=30] [--rows=10000000] [--times=20]
// [--fill] [--new-buyers] [--profile=folder]`; with `--fill` it only fills, with `--new-buyers` it sells to users who have no wallet yet, with
// `--profile` the server writes its processor profile there.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { agentOwnSaleList, agentSell } from '@greenroom/contract/agentPortal'
import { agentSaleList } from '@greenroom/contract/agentTrades'
import { basePath, type Call } from '@greenroom/contract/call'
import { sql } from 'kysely'
import { openDatabase } from '../server/src/kit/database/database.ts'
import { fillAgents, fillSales, type Seller } from './lib/fill-agents.ts'
import { fillUsers } from './lib/fill-users.ts'
import { logIn } from './lib/list.ts'
import { dataDir, openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'
import { ownMilliseconds, postgresMilliseconds, usedBy } from './lib/processor.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    agents: { type: 'string', default: '100' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    rows: { type: 'string', default: '10000000' },
    times: { type: 'string', default: '20' },
    fill: { type: 'boolean', default: false },
    'new-buyers': { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
})
const [users, agents, rate, seconds, rows, times] = [
  values.users,
  values.agents,
  values.rate,
  values.seconds,
  values.rows,
  values.times,
].map(Number) as [number, number, number, number, number, number]

const sorted = (took: number[]) => took.toSorted((a, b) => a - b)
const at = (took: readonly number[], share: number) => (took[Math.floor(share * (took.length - 1))] ?? 0).toFixed(1)

/** Warm-up at the same rate, not counted: code is compiled, and the rounds that run at the start end. */
const warmUp = 8

/** Not `fetch`, which would use as much of the machine under measurement as the server does. */
const connections = new Agent({ keepAlive: true, maxSockets: 64 })
const post = (url: string, token: string, body: string) =>
  new Promise<string>((resolve, reject) => {
    const headers = { token, 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
    const sending = request(url, { method: 'POST', agent: connections, headers }, (response) => {
      let output = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        output += chunk
      })
      response.on('end', () => resolve(output))
      response.on('error', reject)
    })
    sending.on('error', reject)
    sending.end(body)
  })

const hasNoWallet = sql<boolean>`not exists (select from ledger.account a where a.owner = 'user:' || app_user.id)`

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const place = await openDatabaseForBench()
const database = openDatabase(place.url, { max: 4 })
try {
  await fillUsers(place.url, users)
  const sellers = await fillAgents(database, agents)
  await fillSales(place.url, rows)
  if (!values.fill) await measure(sellers)
} finally {
  await database.destroy()
  await place.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Figures of the filled users are counted first: they are none of the sales' cost. */
async function untilFolded(): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from indicators.touched) or exists (select from promotion.dirty_day) as waits`.execute(
      database,
    )
    quiet = rows[0]!.waits ? 0 : quiet + 1
  }
}

async function measure(sellers: readonly Seller[]): Promise<void> {
  const { rows: buyers } = await database
    .selectFrom('users.app_user')
    .select('id')
    .where('state', '=', 'normal')
    .where('market_audit', '=', false)
    .where('registered_at', 'is not', null)
    .where(values['new-buyers'] ? hasNoWallet : sql<boolean>`true`)
    .limit(10_000)
    .execute()
    .then((found) => ({ rows: found.map(({ id }) => Number(id)) }))
  const args = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []
  const product = await startProduct(place.url, folder, args, { SIMULATE: 'off' })

  const sell = async (number: number, due = performance.now()) => {
    const { token } = sellers[number % sellers.length]!
    const sent = { userId: String(buyers[(number * 37) % buyers.length]), tokens: '2000', key: crypto.randomUUID() }
    const answer = await post(product.url + basePath + agentSell.path, token, new URLSearchParams(sent).toString())
    if (!answer.startsWith('{"code":200')) throw new Error(`not sold: ${answer}`)
    return performance.now() - due
  }
  await untilFolded()
  // One sale each first, to open connections and prepare statements.
  await Promise.all(sellers.map((_, number) => sell(number)))
  console.log(`load ${loadavg()[0]!.toFixed(1)}; ${rate} sales a second from ${sellers.length} agents for ${seconds} s`)
  // Open loop: a slow answer does not slow the next sale down, and what waits for its turn counts from when it was due.
  const selling: Promise<number>[] = []
  const started = performance.now()
  const processor = () => ({
    server: usedBy(product.pid) ?? 0,
    // Only of the embedded database: another may be on any machine.
    database: process.env['DATABASE_URL'] ? Number.NaN : postgresMilliseconds(join(dataDir, 'postgres')),
    clients: ownMilliseconds(),
  })
  let before = processor()
  for (let number = 0; number < rate * (warmUp + seconds); number++) {
    if (number === rate * warmUp) before = processor()
    const due = started + (number * 1_000) / rate
    const wait = due - performance.now()
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
    selling.push(sell(number, due))
  }
  const all = await Promise.all(selling)
  const lasted = (performance.now() - started) / 1_000
  const used = processor()
  const took = sorted(all.slice(rate * warmUp))
  const each = (of: keyof typeof used) => ((used[of] - before[of]) / took.length).toFixed(2)
  console.log(
    `${all.length} sold in ${lasted.toFixed(1)} s: p50 ${at(took, 0.5)} ms, p95 ${at(took, 0.95)} ms, p99 ${at(took, 0.99)} ms
processor time a sale: server ${each('server')} ms, database ${each('database')} ms, clients ${each('clients')} ms`,
  )
  if (times === 0) return product.stop()

  const admin = await logIn(product.url)
  const ask = async (token: string, call: Call<any>, payload: object) => {
    const query = new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)]))
    const started = performance.now()
    const response = await fetch(`${product.url}${basePath}${call.path}?${query}`, { headers: { token } })
    const answer = (await response.json()) as { code: number; result: { next?: string; records: unknown[] } }
    if (answer.code !== 200) throw new Error(`${call.name}: ${JSON.stringify(answer)}`)
    return { took: performance.now() - started, ...answer.result }
  }
  const { agentId, token } = sellers[0]!
  const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
  let after: string | undefined
  for (let page = 0; page < 1_000; page++) {
    const { next } = await ask(admin, agentSaleList, { size: 200, ...(after && { after }) })
    if (next === undefined) break
    after = next
  }
  const lists: [string, string, Call<any>, object][] = [
    ['sales, page 1', admin, agentSaleList, {}],
    ['sales, page 10,000', admin, agentSaleList, { after }],
    ['sales of an agent', admin, agentSaleList, { agentId }],
    ['sales to a user', admin, agentSaleList, { userId: buyers[1] }],
    ['sales asked back', admin, agentSaleList, { backState: 'asked' }],
    ['sales to new buyers', admin, agentSaleList, { pattern: 'new' }],
    ['round trips', admin, agentSaleList, { pattern: 'round' }],
    ['sales of a day', admin, agentSaleList, { startTimeStr: day, endTimeStr: day }],
    ['large sales', admin, agentSaleList, { tokensMin: 51_900 }],
    ['an agent’s round trips', admin, agentSaleList, { agentId, pattern: 'round' }],
    ['own sales', token, agentOwnSaleList, {}],
    ['own sales to a user', token, agentOwnSaleList, { userId: buyers[1] }],
  ]
  console.log(`load ${loadavg()[0]!.toFixed(1)}\n| request | first ms | p50 ms | p95 ms | rows |`)
  for (const [name, by, call, payload] of lists) {
    const requested = []
    for (let round = 0; round < times; round++) requested.push(await ask(by, call, { size: 20, ...payload }))
    const ms = sorted(requested.map((one) => one.took))
    console.log(
      `| ${[name, requested[0]!.took.toFixed(1), at(ms, 0.5), at(ms, 0.95), requested[0]!.records.length].join(' | ')} |`,
    )
  }
  await product.stop()
}
