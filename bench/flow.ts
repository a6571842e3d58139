// The ledger's screens and the person's page on a large ledger: each call one after the other on one connection, as a
// person makes them, timed at the client beside the server. `node bench/flow.ts [--users=1000000] [--entries=20000000]`
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as audits from '@greenroom/contract/audits'
import { basePath, type Call } from '@greenroom/contract/call'
import * as finance from '@greenroom/contract/finance'
import * as flow from '@greenroom/contract/flow'
import * as live from '@greenroom/contract/live'
import * as users from '@greenroom/contract/users'
import { fillLedger } from './lib/fill-ledger.ts'
import { fillUsers } from './lib/fill-users.ts'
import { logIn } from './lib/list.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    entries: { type: 'string', default: '20000000' },
    times: { type: 'string', default: '30' },
  },
})
const people = Number(values.users)
const times = Number(values.times)
/** Gives fifty thousand gifts more than others: a long statement. */
const whale = 7

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
try {
  await fillUsers(database.url, people)
  await fillLedger(database.url, { users: people, entries: Number(values.entries) })
  const product = await startProduct(database.url, folder, [], { SIMULATE: 'off' })
  const token = await logIn(product.url)

  const ask = async (call: Call<any>, payload: object) => {
    const query = new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)]))
    const started = performance.now()
    const response = await fetch(`${product.url}${basePath}${call.path}?${query}`, { headers: { token } })
    const answer = (await response.json()) as { code: number; result: { next?: string; records?: unknown[] } }
    if (answer.code !== 200) throw new Error(`${call.name}: ${JSON.stringify(answer)}`)
    return { took: performance.now() - started, ...answer.result }
  }
  const rows: Record<string, object> = {}
  const time = async (name: string, call: Call<any>, payload: object) => {
    const took: number[] = []
    let records: number | undefined
    for (let round = 0; round < times; round++) {
      const answer = await ask(call, payload)
      took.push(answer.took)
      records = answer.records?.length
    }
    took.sort((a, b) => a - b)
    const at = (share: number) => Number((took[Math.floor(share * (took.length - 1))] ?? 0).toFixed(1))
    rows[name] = { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'worst ms': at(1), records }
  }
  const walk = async (call: Call<any>, payload: object, pages: number) => {
    let after: string | undefined
    for (let page = 0; page < pages; page += 10) {
      // A cursor is of no page size, so large pages lead there sooner.
      const { next } = await ask(call, { ...payload, size: 200, ...(after && { after }) })
      if (next === undefined) break
      after = next
    }
    return after
  }

  const some = Math.floor(people / 2)
  const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
  await time('entries, page 1', flow.flowTokenList, { size: 20 })
  const far = await walk(flow.flowTokenList, {}, 10_000)
  await time('entries, page 10,000', flow.flowTokenList, { size: 20, after: far })
  for (const [name, filter] of Object.entries({
    kind: { kind: 'recharge' },
    currency: { currency: 'BONUS' },
    purpose: { purpose: 'paid' },
    user: { userId: some },
    'user who has many': { userId: whale },
    owner: { owner: 'platform' },
    reference: { reference: `order ${some}` },
    day: { startTimeStr: day, endTimeStr: day },
    'day and user': { startTimeStr: day, endTimeStr: day, userId: some },
  }))
    await time(`entries by ${name}`, flow.flowTokenList, { size: 20, ...filter })
  await time('statement of one who has many, page 1', flow.userEntryList, { userId: whale, size: 20 })
  const deep = await walk(flow.userEntryList, { userId: whale }, 2_000)
  await time('statement of one who has many, page 2,000', flow.userEntryList, { userId: whale, size: 20, after: deep })
  await time('days', flow.flowDailyList, {})
  await time('person', users.userDetail, { userId: some })
  await time('person: statement', flow.userEntryList, { userId: some })
  for (const call of [
    live.userCallList,
    live.userLiveList,
    live.userGiftList,
    finance.userOrderList,
    finance.userWithdrawalList,
    audits.userContentList,
    audits.userReportList,
    users.userNoteList,
  ])
    await time(`person: ${call.name}`, call, { userId: some })
  console.table(rows)
  await product.stop()
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}
