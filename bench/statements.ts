// A gateway's statement of a million lines: sent in parts as the browser sends it, and matched with as many orders, until its dry run is
// done. `node bench/statements.ts [--lines=1000000] [--gateway=name] [--fill]`; with `--fill` it only fills, and a later run with the same
// gateway measures, once. Prints the seconds of each step and the server's memory while it works.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { basePath, type Call } from '@greenroom/contract/call'
import { newId } from '@greenroom/contract/operationId'
import * as calls from '@greenroom/contract/statements'
import { statementPartBytes } from '@greenroom/contract/statements.schema'
import { withClient } from '../server/test/server.ts'
import { fillUsers } from './lib/fill-users.ts'
import { inBulk } from './lib/in-bulk.ts'
import { logIn } from './lib/list.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '1000000' },
    gateway: { type: 'string', default: `bench-${Date.now()}` },
    fill: { type: 'boolean', default: false },
  },
})
const lines = Number(values.lines)
const users = 1_000
const { gateway } = values
const period = { fromDay: '2026-10-01', toDay: '2026-10-31' }
const chunk = 250_000

/** Orders of October; every thousandth differs in its amount or is missing on one side. */
async function fillOrders(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query('select 1 from finance.recharge_order where gateway = $1 limit 1', [gateway])
    if (found.rows.length > 0) return
    await inBulk(client, ['finance.recharge_order'], async () => {
      for (let from = 0; from < lines; from += chunk)
        await client.query(
          `insert into finance.recharge_order (id, user_id, product, tokens, usd_cents, gateway, gateway_reference, state, created_at, paid_at)
         select $3 || n, 1 + n % ${users}, 'coins', 100, 100 + n % 900, $3, 'pay_' || n, 'success', at, at
           from generate_series($1::bigint, $2::bigint - 1) n
          cross join lateral (select timestamptz '2026-10-01 00:00:00+00' + make_interval(secs => n * 30.9 * 86400 / $4::bigint) as at) m`,
          [from, Math.min(from + chunk, lines), gateway, lines],
        )
    })
  })
}

/** The file, part by part: it is never entirely in memory. */
function* parts(): Generator<{ bytes: Buffer; last: boolean }> {
  let waiting: Buffer[] = [Buffer.from('Ref,Amount,Currency,Fee,When,Kind\n')]
  let size = waiting[0]!.length
  for (let n = 0; n < lines; n++) {
    if (n % 1_000 === 500) continue
    const amount = ((100 + (n % 900) + (n % 1_000 === 7 ? 1 : 0)) / 100).toFixed(2)
    const reference = n % 1_000 === 9 ? `else_${n}` : `pay_${n}`
    const day = String(1 + Math.floor((n * 30.9) / lines)).padStart(2, '0')
    const line = Buffer.from(`${reference},${amount},USD,0.05,2026-10-${day},charge\n`)
    waiting.push(line)
    size += line.length
    if (size < statementPartBytes) continue
    const file = Buffer.concat(waiting)
    yield { bytes: file.subarray(0, statementPartBytes), last: false }
    waiting = [file.subarray(statementPartBytes)]
    size -= statementPartBytes
  }
  yield { bytes: Buffer.concat(waiting), last: true }
}

const megabytes = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024)

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
try {
  await fillUsers(database.url, users)
  await fillOrders(database.url)
  if (!values.fill) await measure()
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const product = await startProduct(database.url, folder, [], { SIMULATE: 'off' })
  const token = await logIn(product.url)
  const post = async <A>(call: Call, body: FormData | URLSearchParams): Promise<A> => {
    body.set('operationId', newId())
    const response = await fetch(product.url + basePath + call.path, { method: 'POST', headers: { token }, body })
    const answer = (await response.json()) as { code: number; result: A }
    if (answer.code !== 200) throw new Error(`${call.name}: ${JSON.stringify(answer)}`)
    return answer.result
  }
  const fields = (of: Record<string, unknown>) =>
    new URLSearchParams(
      Object.entries(of).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
    )
  const settings = {
    delimiter: ',',
    decimal: '.',
    dates: 'iso',
    currency: 'USD',
    columns: { reference: 'Ref', amount: 'Amount', currency: 'Currency', fee: 'Fee', date: 'When', kind: 'Kind' },
    refundWords: ['refund'],
  }
  const mapping = { name: gateway, gateway, settings }
  const { id: mappingId } = await post<{ id: number }>(calls.statementMappingSave, fields(mapping))
  const before = megabytes(product.pid)
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, megabytes(product.pid))
  }, 200)
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1_000).toFixed(1)
  const start = { mappingId, fileName: `${gateway}.csv`, ...period }
  const { statementId } = await post<{ statementId: number }>(calls.statementStart, fields(start))
  let number = 0
  for (const { bytes, last } of parts()) {
    const form = new FormData()
    for (const [name, value] of fields({ statementId, number, last })) form.set(name, value)
    form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'part')
    await post(calls.statementPart, form)
    number += 1
  }
  const loaded = seconds()
  let state = 'matching'
  let found: object = {}
  while (state === 'matching') {
    await new Promise((resolve) => setTimeout(resolve, 200))
    const response = await fetch(
      `${product.url}${basePath}${calls.statementInfo.path}?${new URLSearchParams({ statementId: String(statementId) })}`,
      { headers: { token } },
    )
    const { result } = (await response.json()) as { result: { state: string; counts: object } }
    state = result.state
    found = result.counts
  }
  clearInterval(watch)
  console.log(`load ${loadavg()[0]!.toFixed(1)}; ${lines} lines in ${number} parts`)
  console.log(
    `loaded after ${loaded} s, ${state} after ${seconds()} s; the server held ${before} MiB before, at most ${most}`,
  )
  console.log(JSON.stringify(found))
  await product.stop()
}
