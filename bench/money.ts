// The Finance area on large tables, timed at a client: lists of orders (page 1, page 10,000 by cursor, each filter), and the
// books over a large ledger. `node bench/money.ts [--users=1000000] [--rows=10000000] [--entries=50000000] [--times=20]
// [--only=name prefixes, with commas] [--plans] [--fill]`; with `--fill` it only fills.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as books from '@greenroom/contract/books'
import { basePath, type Call } from '@greenroom/contract/call'
import { fillLedger } from './lib/fill-ledger.ts'
import { fillOrders } from './lib/fill-orders.ts'
import { fillUsers } from './lib/fill-users.ts'
import { fillWithdrawals } from './lib/fill-withdrawals.ts'
import { logIn } from './lib/list.ts'
import { aimOfList, day, moneyLists, type Payload } from './lib/money-lists.ts'
import { openDatabaseForBench, sealedForBench } from './lib/place.ts'
import { markOf, plansOf, statementsSince } from './lib/plans.ts'
import { startProduct } from './lib/process.ts'
import { caughtUp } from './lib/rounds.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '10000000' },
    entries: { type: 'string', default: '50000000' },
    times: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    fill: { type: 'boolean', default: false },
    plans: { type: 'boolean', default: false },
  },
})
const [users, rows, entries, times] = [values.users, values.rows, values.entries, values.times].map(Number) as [
  number,
  number,
  number,
  number,
]
const only = values.only.split(',')
const farPages = 10_000
const size = 20
const aimOfBooks = 300
const tables = /"?(finance|topup_agents|ledger|flow)"?\./

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()

async function fill(): Promise<void> {
  if (users > 0) await fillUsers(database.url, users)
  if (entries > 0) await fillLedger(database.url, { users, entries })
  if (rows === 0) return
  await fillOrders(database.url, { rows, users })
  await fillWithdrawals(database.url, { rows, users, sealed: await sealedForBench(database.url) })
}

async function measure(): Promise<void> {
  const file = join(folder, 'sent.jsonl')
  writeFileSync(file, '')
  const recorder = new URL('lib/record-sql.ts', import.meta.url).pathname
  const product = await startProduct(database.url, folder, values.plans ? ['--import', recorder] : [], {
    SIMULATE: 'off',
    ...(values.plans && { BENCH_SQL_FILE: file }),
  })
  const token = await logIn(product.url)
  console.log('seconds until each round has read its new rows:', await caughtUp(database.url))

  const ask = async (call: Call<any>, payload: object) => {
    const query = new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)]))
    const started = performance.now()
    const response = await fetch(`${product.url}${basePath}${call.path}?${query}`, { headers: { token } })
    const answer = (await response.json()) as { code: number; result: { next?: string; records?: unknown[] } }
    if (answer.code !== 200) throw new Error(`${call.name}: ${JSON.stringify(answer)}`)
    return { took: performance.now() - started, ...answer.result }
  }
  const isRequested = (name: string) => only.some((beginning) => name.startsWith(beginning))
  const time = async (name: string, call: Call<any>, payload: Payload, aim: number) => {
    if (!isRequested(name)) return
    const took: number[] = []
    let found: number | undefined
    const mark = values.plans ? markOf(file) : 0
    for (let round = 0; round < times; round++) {
      const answer = await ask(call, typeof payload === 'function' ? payload(round) : payload)
      took.push(answer.took)
      found = answer.records?.length
    }
    // The first also counts, and finds caches cold.
    const first = took[0]!
    took.sort((a, b) => a - b)
    const at = (share: number) => took[Math.floor(share * (took.length - 1))]!
    const shown = [first, at(0.5), at(0.95)].map((milliseconds) => milliseconds.toFixed(1))
    const plan = values.plans ? ` ${await plansOf(database.url, statementsSince(file, mark, tables))} |` : ''
    console.log(`| ${[name, ...shown, found ?? '', at(0.95) > aim ? 'over' : ''].join(' | ')} |${plan}`)
  }

  console.log(`load ${loadavg()[0]!.toFixed(1)}`)
  console.log('| request | first ms | p50 ms | p95 ms | rows | |')
  const { result } = (await (
    await fetch(`${product.url}${basePath}${books.booksMonthList.path}`, { headers: { token } })
  ).json()) as { result: { months: { month: string }[] } }
  for (const { month } of result.months)
    await time(`trial balance of ${month}`, books.booksTrial, { month }, aimOfBooks)
  const moment = `${day(20)} 08:07:33`
  await time('trial balance at a moment', books.booksTrial, { atStr: moment }, aimOfBooks)
  await time('profit and what is owed, 6 months', books.booksFigures, {}, aimOfBooks)
  const [, month] = result.months.map((one) => one.month)
  await time('journal of a month', books.booksJournal, { month, size }, aimOfList)
  for (const [name, book] of Object.entries({
    'an account of the platform': { holder: 'platform', purpose: 'burn', currency: 'TOKEN' },
    'accounts of users': { holder: 'user', purpose: 'paid', currency: 'TOKEN' },
    'an account without movements': { holder: 'platform', purpose: 'feeCost', currency: 'USD' },
  }))
    await time(`journal of ${name}`, books.booksJournal, { month, size, ...book }, aimOfList)
  for (const [name, { call, filters, aim = aimOfList }] of Object.entries(moneyLists)) {
    await time(`${name}, page 1`, call, { size }, aim)
    const far = `${name}, page ${farPages}`
    if (isRequested(far)) {
      let after: string | undefined
      for (let page = 0; page < farPages; page += 10) {
        const { next } = await ask(call, { size: 200, ...(after && { after }) })
        if (next === undefined) break
        after = next
      }
      await time(far, call, { size, after }, aim)
    }
    for (const [filter, payload] of Object.entries(filters))
      await time(
        `${name} by ${filter}`,
        call,
        (round: number) => ({ size, ...(typeof payload === 'function' ? payload(round) : payload) }),
        aim,
      )
  }
  await product.stop()
}

try {
  await fill()
  if (!values.fill) await measure()
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}
