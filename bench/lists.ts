// Every list of the contract over a filled database, eight callers at once: requests a second, p50 and p97.5, and Node's
// processor time a request; and, alternating with bare Node, the operation log, as a measure of the machine. A new list is
// measured as soon as it is declared. `node bench/lists.ts [--users=1000000] [--log=1000000] [--rows=100000]
// [--entries=1000000] [--guilds=1000] [--seconds=1] [--only=name prefixes, with commas]`
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DeclaredCall, declaredCalls } from '@greenroom/contract/allCalls'
import { basePath } from '@greenroom/contract/call'
import { logList } from '@greenroom/contract/system'
import autocannon from 'autocannon'
import { z } from 'zod'
import { openDatabase } from '../server/src/kit/database/database.ts'
import { ensureWeeks } from '../server/src/rooms/guilds/weeks/weeks.service.ts'
import { fillLog } from './lib/fill.ts'
import { fillGuilds } from './lib/fill-guilds.ts'
import { fillLedger } from './lib/fill-ledger.ts'
import { fillOrders } from './lib/fill-orders.ts'
import { fillUsers } from './lib/fill-users.ts'
import { fillWithdrawals } from './lib/fill-withdrawals.ts'
import { logIn } from './lib/list.ts'
import { openDatabaseForBench, sealedForBench } from './lib/place.ts'
import { type Running, startNode, startProduct } from './lib/process.ts'
import { usedBy } from './lib/processor.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    log: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '100000' },
    entries: { type: 'string', default: '1000000' },
    guilds: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const numberOf = (option: Exclude<keyof typeof values, 'only'>) => Number(values[option])
const connections = 8
const size = 20
/** Milliseconds, with eight callers on two cores. */
const aim = 250

type Payload = Record<string, string | number>
/** The package knows no p95; the 97.5th is the stricter one. */
type Measured = { rate: number; p50: number; p97: number; processor: number }

const fieldsOf = (type: z.ZodType): Record<string, z.ZodType> => (type instanceof z.ZodObject ? type.shape : {})
const isList = ({ call, schema }: DeclaredCall) =>
  call.method === 'GET' && call.level !== 'public' && 'records' in fieldsOf(schema.answer)

/** Values from other lists' records, by field name: a list of one user's calls needs a user's id. */
const known = new Map<string, string | number>()
function remember(record: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === 'string' || typeof value === 'number') known.set(name, known.get(name) ?? value)
    else if (value && typeof value === 'object' && 'userId' in value) remember(value as Record<string, unknown>)
  }
}

/** The smallest payload that the schema accepts; undefined while a field's value is unknown. */
function payloadOf({ schema }: DeclaredCall): Payload | undefined {
  const payload: Payload = { size }
  for (const issue of schema.payload.safeParse({ size: String(size) }).error?.issues ?? []) {
    const name = String(issue.path[0])
    const choice = issue.code === 'invalid_value' ? issue.values[0] : undefined
    const value = choice === undefined ? known.get(name) : String(choice)
    if (value === undefined) return undefined
    payload[name] = value
  }
  return payload
}

const addressOf = ({ call }: DeclaredCall, payload: Payload) =>
  `${basePath}${call.path}?${new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)]))}`

async function rateOf(path: string, { url, pid }: Running, token: string): Promise<Measured> {
  const before = usedBy(pid) ?? 0
  const { requests, latency, non2xx, errors } = await autocannon({
    url: url + path,
    connections,
    duration: numberOf('seconds'),
    headers: { token },
  })
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} were no success, ${errors} failed`)
  const processor = ((usedBy(pid) ?? 0) - before) / Math.max(1, requests.total)
  return { rate: requests.average, p50: latency.p50, p97: latency.p97_5, processor }
}

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
try {
  const users = numberOf('users')
  await fillUsers(database.url, users)
  await fillLog(database.url, numberOf('log'))
  const sealed = await sealedForBench(database.url)
  if (numberOf('rows') > 0) {
    await fillOrders(database.url, { rows: numberOf('rows'), users })
    await fillWithdrawals(database.url, { rows: numberOf('rows'), users, sealed })
  }
  if (numberOf('entries') > 0) await fillLedger(database.url, { users, entries: numberOf('entries') })
  const weeks = openDatabase(database.url, { max: 1 })
  await ensureWeeks(weeks, new Date(), 'UTC')
  await weeks.destroy()
  if (numberOf('guilds') > 0)
    await fillGuilds(database.url, { guilds: numberOf('guilds'), anchors: 10 * numberOf('guilds'), sealed })
  const product = await startProduct(database.url, folder)
  const bare = await startNode(['bench/lib/bare-beside.ts'], { DATABASE_URL: database.url })
  const token = await logIn(product.url)

  async function ask(list: DeclaredCall, payload: Payload) {
    const response = await fetch(product.url + addressOf(list, payload), { headers: { token } })
    const { result, errorCode } = (await response.json()) as {
      result?: { records?: Record<string, unknown>[]; total?: number }
      errorCode?: number
    }
    return { records: result?.records ?? [], total: result?.total, errorCode }
  }

  const only = values.only.split(',')
  const lists = declaredCalls.filter(isList).filter(({ call }) => only.some((begin) => call.name.startsWith(begin)))
  const payloads = new Map<DeclaredCall, { payload: Payload; records: number; total: number | undefined }>()
  const refused: string[] = []
  // Twice: some lists need values from the first round.
  for (let round = 0; round < 2; round++)
    for (const list of lists.filter((one) => !payloads.has(one))) {
      const payload = payloadOf(list)
      if (!payload) continue
      const { records, total, errorCode } = await ask(list, payload)
      if (errorCode) refused.push(`${list.call.name} ${errorCode}`)
      else payloads.set(list, { payload, records: records.length, total })
      if (records[0]) remember(records[0])
    }

  console.log(`${payloads.size} lists, ${connections} callers, load ${loadavg()[0]?.toFixed(1)}`)
  console.log('| list | rows (of) | requests/s | p50 ms | p97.5 ms | Node, ms a request |')
  console.log('|---|---|---|---|---|---|')
  const slow: string[] = []
  for (const [list, { payload, records, total }] of payloads) {
    const { rate, p50, p97, processor } = await rateOf(addressOf(list, payload), product, token)
    if (p97 > aim) slow.push(`${list.call.name} ${p97} ms`)
    const of = total === undefined ? '' : ` (${total.toLocaleString('en')})`
    console.log(
      `| ${list.call.name} | ${records}${of} | ${rate.toFixed(0)} | ${p50} | ${p97} | ${processor.toFixed(2)} |`,
    )
  }
  const log = `${basePath}${logList.path}?size=${size}`
  const shares: number[] = []
  for (let round = 0; round < 5; round++) {
    const [ours, theirs] = [await rateOf(log, product, token), await rateOf(log, bare, token)]
    shares.push((100 * ours.rate) / theirs.rate)
  }
  console.log(`the operation log, of bare Node: ${shares.map((share) => share.toFixed(0)).join(', ')} %`)
  console.log(`over ${aim} ms: ${slow.join(', ') || 'none'}`)
  const requested = new Set([...payloads.keys()].map(({ call }) => call.name))
  const left = lists.map(({ call }) => call.name).filter((name) => !requested.has(name))
  console.log(`skipped, since no record is known: ${left.join(', ') || 'none'}`)
  if (refused.length > 0) console.log(`refused: ${refused.join(', ')}`)
  await Promise.all([product.stop(), bare.stop()])
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}
