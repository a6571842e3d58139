// The lists of records behind figures, on facts of three months: the first page, a page far down, and filters that few records match.
// `node bench/records.ts [--calls=1000000] [--times=5] [--only=fill|measure] [--figures=viewers,revenue] [--plans]`: half as many of each kind
// besides calls; with the plans of the statements that took longest.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { basePath } from '@greenroom/contract/call'
import { indicatorRecords } from '@greenroom/contract/indicators'
import { fillRecords } from './lib/fill-records.ts'
import { logIn } from './lib/list.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { markOf, plansOf, statementsSince } from './lib/plans.ts'
import { startProduct } from './lib/process.ts'

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '5' },
    only: { type: 'string' },
    figures: { type: 'string' },
    plans: { type: 'boolean', default: false },
  },
})
const lists = [
  ['calls', 'callAttempts'],
  ['calls', 'unansweredBusy'],
  ['live', 'viewers'],
  ['live', 'viewsOver60'],
  ['live', 'gifterShare'],
  ['match', 'matchRequests'],
  ['match', 'matchCancelShare'],
  ['overall', 'revenue'],
  ['overall', 'firstPayers'],
  ['overall', 'refunded'],
  ['overall', 'issuedRecharges'],
  ['overall', 'consumedGifts'],
  ['overall', 'bonusWithdrawn'],
  ['overall', 'float'],
  ['overall', 'installs'],
] as const
const filters: [string, Record<string, string>][] = [
  ['all', {}],
  ['a common channel', { channel: 'common' }],
  ['a rare channel', { channel: 'rare' }],
  ['a country', { country: 'TR' }],
  ['a rare channel and a country', { channel: 'rare', country: 'TR' }],
  ['a rare platform', { platform: 'web' }],
]
const pagesDown = 50
const tables = /live\.|finance\.|ledger\.|indicators\.|promotion\.install/

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
try {
  if (values.only !== 'measure') await fillRecords(database.url, Number(values.calls))
  if (values.only !== 'fill') await measure()
} finally {
  await database.close()
  rmSync(folder, { recursive: true })
}

async function measure(): Promise<void> {
  const file = join(folder, 'statements.jsonl')
  const recorder = new URL('lib/record-sql.ts', import.meta.url).href
  const product = await startProduct(database.url, folder, values.plans ? ['--import', recorder] : [], {
    SIMULATE: 'off',
    BENCH_SQL_FILE: file,
  })
  const token = await logIn(product.url)
  const ask = async (payload: Record<string, string>) => {
    const started = performance.now()
    const response = await fetch(`${product.url}${basePath}${indicatorRecords.path}?${new URLSearchParams(payload)}`, {
      headers: { token },
    })
    const { code, result } = (await response.json()) as { code: number; result: { total: number; next?: string } }
    if (code !== 200) return { took: Number.NaN, total: 0, next: undefined }
    return { took: performance.now() - started, ...result }
  }
  const median = async (payload: Record<string, string>): Promise<string> => {
    const took: number[] = []
    for (let time = 0; time < Number(values.times); time++) took.push((await ask(payload)).took)
    return `${Math.round(took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)]!)} ms`
  }
  const chosenFigures = values.figures?.split(',')
  for (const [kind, figure] of lists) {
    if (chosenFigures && !chosenFigures.includes(figure)) continue
    for (const [name, chosen] of filters) {
      const payload = { kind, figure, days: '92', ...chosen }
      const first = await ask(payload)
      let after = first.next
      for (let page = 1; page < pagesDown && after !== undefined; page++)
        after = (await ask({ ...payload, after, size: '100' })).next
      const mark = values.plans ? markOf(file) : 0
      const far = after === undefined ? 'none' : await median({ ...payload, after })
      console.log(
        `${figure}, ${name}: ${first.total} records, first ${Math.round(first.took)} ms, again ${await median(payload)}, far ${far}`,
      )
      if (values.plans) console.log(`  ${await plansOf(database.url, statementsSince(file, mark, tables))}`)
    }
  }
  console.log(
    'load',
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  )
  await product.stop()
}
