// The dashboards' calls over generated cubes of two years, one after the other as a reader makes them. `node bench/indicators.ts
// [--countries=12] [--channels=8] [--days=770] [--times=20] [--only=fill|measure]`
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { basePath } from '@greenroom/contract/call'
import { dashboardKeys, dashboards } from '@greenroom/contract/dashboards'
import { fillIndicators } from './lib/fill-indicators.ts'
import { logIn } from './lib/list.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'

const { values } = parseArgs({
  options: {
    countries: { type: 'string', default: '12' },
    channels: { type: 'string', default: '8' },
    days: { type: 'string', default: '770' },
    times: { type: 'string', default: '20' },
    only: { type: 'string' },
  },
})
const times = Number(values.times)
const spans = { '3 months': { days: 91, aim: 300 }, '2 years': { days: 731, aim: 800 } }
/** Every combination of filters that a screen offers. */
const filters = { country: 'CA,CB', channel: 'channel-1,channel-2', platform: 'ios', sex: 'man' }
const requests: [string, Record<string, string>][] = [
  ['compared', { compare: 'before' }],
  ...Array.from({ length: 16 }, (_, set): [string, Record<string, string>] => {
    const chosen = Object.entries(filters).filter((_, place) => (set >> place) & 1)
    return [chosen.map(([name]) => name).join('+') || 'all', Object.fromEntries(chosen)]
  }),
]
const oneSex = new Set(dashboardKeys.filter((kind) => 'sex' in dashboards[kind]).map(String))

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
try {
  const began = performance.now()
  const size = {
    days: Number(values.days),
    countries: Number(values.countries),
    channels: Number(values.channels),
  }
  if (values.only !== 'measure')
    console.log(
      await fillIndicators(database.url, size),
      `filled in ${Math.round((performance.now() - began) / 1_000)} s`,
    )
  if (values.only !== 'fill') await measure()
} finally {
  await database.close()
  rmSync(folder, { recursive: true })
}

async function measure(): Promise<void> {
  const product = await startProduct(database.url, folder, [], { SIMULATE: 'off' })
  const token = await logIn(product.url)
  const ask = async (path: string, payload: Record<string, string>): Promise<number> => {
    const started = performance.now()
    const response = await fetch(`${product.url}${basePath}${path}?${new URLSearchParams(payload)}`, {
      headers: { token },
    })
    const answer = (await response.json()) as { code: number }
    if (answer.code !== 200) throw new Error(JSON.stringify(answer).slice(0, 300))
    return performance.now() - started
  }
  for (const [name, { days, aim }] of Object.entries(spans)) {
    const over = { p95: 0, first: 0, of: 0 }
    for (const kind of [...dashboardKeys, 'retention']) {
      const found: string[] = []
      const worst = { p50: 0, p95: 0, first: 0 }
      for (const [what, chosen] of requests) {
        if (oneSex.has(kind) && chosen['sex'] !== undefined) continue
        const [path, payload] =
          kind === 'retention' ? ['/data/cohorts', { ...chosen, compare: '' }] : ['/data/figures', { kind, ...chosen }]
        const took: number[] = []
        for (let time = 0; time < times; time++) took.push(await ask(path, { ...payload, days: String(days) }))
        const [first] = took as [number]
        took.sort((a, b) => a - b)
        const p50 = took[Math.floor(took.length / 2)]!
        const p95 = took[Math.min(took.length - 1, Math.ceil(took.length * 0.95) - 1)]!
        found.push(
          `${what} ${p50.toFixed(0)}/${p95.toFixed(0)}/${first.toFixed(0)}${p95 > aim || first > aim ? ' OVER' : ''}`,
        )
        over.of++
        if (p95 > aim) over.p95++
        if (first > aim) over.first++
        worst.p50 = Math.max(worst.p50, p50)
        worst.p95 = Math.max(worst.p95, p95)
        worst.first = Math.max(worst.first, first)
      }
      const most = `most ${worst.p50.toFixed(0)}/${worst.p95.toFixed(0)}/${worst.first.toFixed(0)}`
      console.log(`${name}, ${kind} (p50/p95/first ms), ${most}: ${found.join(', ')}`)
    }
    console.log(`${name}: of ${over.of} over ${aim} ms: ${over.p95} at p95, ${over.first} of the first reads`)
  }
  console.log(
    'load',
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  )
  await product.stop()
}
