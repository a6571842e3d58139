// What metrics and traces cost: two servers on one database, one with both and one without, that answer the same list and the same log in turn.
// Processor time per request, and of each while nobody calls. `node bench/telemetry.ts [--rounds=9] [--seconds=4] [--rows=100000] [--idle=30]`
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { basePath } from '@greenroom/contract/call'
import { logList } from '@greenroom/contract/system'
import { userList } from '@greenroom/contract/users'
import autocannon from 'autocannon'
import { median } from './lib/figures.ts'
import { fillLog } from './lib/fill.ts'
import { fillUsers } from './lib/fill-users.ts'
import { logIn } from './lib/list.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { type Running, startProduct } from './lib/process.ts'
import { usedBy } from './lib/processor.ts'
import { openSettling } from './lib/settled.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '4' },
    rows: { type: 'string', default: '100000' },
    idle: { type: 'string', default: '30' },
  },
})
const scrapeMs = 15_000
const metricsPort = 19_464

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
const collector = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.end('{}'))
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
try {
  await fillUsers(database.url, Number(values.rows))
  await fillLog(database.url, Number(values.rows))
  const plain = await startProduct(database.url, folder)
  const seen = await startProduct(database.url, folder, [], {
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_TRACES_SAMPLER_ARG: '0.01',
  })
  const scraping = setInterval(() => {
    void fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((response) => response.text())
  }, scrapeMs)
  const token = await logIn(plain.url)
  const settling = await openSettling(database.url)
  await settling.wait()
  await settling.close()
  // The servers' one collection after their start (`garbage.ts`) is no part of a request.
  await new Promise((resolve) => setTimeout(resolve, 18_000))
  for (const [name, path] of [
    ['list', `${basePath}${userList.path}?size=20&sex=woman&country=BR`],
    ['log', `${basePath}${logList.path}?size=20`],
  ] as const) {
    const ratios: number[] = []
    const costs: [number, number][] = []
    for (let round = 0; round <= Number(values.rounds); round++) {
      // In turn, so that whatever else the machine does is spread over both.
      const order = round % 2 === 0 ? [plain, seen] : [seen, plain]
      const first = await costOf(order[0]!, path, token)
      const second = await costOf(order[1]!, path, token)
      const [without, withBoth] = round % 2 === 0 ? [first, second] : [second, first]
      // The first warms both up.
      if (round === 0) continue
      ratios.push(withBoth / without)
      costs.push([without, withBoth])
    }
    const [without, withBoth] = [0, 1].map((at) => median(costs.map((pair) => pair[at]!)))
    console.log(
      `${name}: ${without!.toFixed(3)} ms of processor without, ${withBoth!.toFixed(3)} with; ratio ${median(ratios).toFixed(3)} (${ratios.map((one) => one.toFixed(3)).join(', ')})`,
    )
  }
  for (const [name, server] of [
    ['without', plain],
    ['with', seen],
  ] as const) {
    const before = usedBy(server.pid) ?? 0
    await new Promise((resolve) => setTimeout(resolve, Number(values.idle) * 1_000))
    console.log(
      `idle, ${name}: ${(((usedBy(server.pid) ?? 0) - before) / Number(values.idle)).toFixed(1)} ms of processor a second`,
    )
  }
  clearInterval(scraping)
  await Promise.all([plain.stop(), seen.stop()])
} finally {
  collector.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Milliseconds of processor per request. */
async function costOf(server: Running, path: string, token: string): Promise<number> {
  const before = usedBy(server.pid) ?? 0
  const { requests, non2xx, errors } = await autocannon({
    url: server.url + path,
    connections: 8,
    duration: Number(values.seconds),
    headers: { token },
  })
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx + errors} were no success`)
  return ((usedBy(server.pid) ?? 0) - before) / requests.total
}
