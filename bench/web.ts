// The web in a browser on a slow machine: bytes of JavaScript and CSS, time to the first row of the operation log, and
// time to select one of 200 rows, with the CPU slowed down four times. `node bench/web.ts [--runs=5]`
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listeningPage, openBrowser, rowsShown, type Transferred, throttle } from './lib/browser.ts'
import { chooseRows } from './lib/chooseRow.ts'
import { keep, median } from './lib/figures.ts'
import { fillLog } from './lib/fill.ts'
import { logIn } from './lib/list.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })
const runs = Number(values.runs)
const slower = 4

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
const browser = await openBrowser()
try {
  await fillLog(database.url, 1_000)
  const product = await startProduct(database.url, folder)
  const token = await logIn(product.url)

  for (const path of ['/login', '/sys/log']) {
    const { page, sum } = await listeningPage(browser, path === '/login' ? undefined : token, product.url)
    await page.goto(product.url + path)
    await (path === '/login' ? page.getByRole('button', { name: 'Log in' }) : rowsShown(page)).waitFor()
    console.log(`${path}, drawn: ${inWords(sum)}`)
    keep(`${path}, KB of JavaScript and CSS`, (sum.script + sum.style) / 1_000)
    // Prefetching comes later: wait until there was no request for half a second.
    await page.waitForLoadState('networkidle')
    console.log(`${path}, quiet: ${inWords(sum)}`)
    await page.context().close()
  }

  const firstRow: number[] = []
  for (let run = 0; run < runs; run++) {
    const { page, session } = await listeningPage(browser, token, product.url)
    await throttle(session, slower)
    const started = performance.now()
    await page.goto(`${product.url}/sys/log`, { waitUntil: 'commit' })
    await rowsShown(page).waitFor()
    firstRow.push(performance.now() - started)
    await page.context().close()
  }
  keep('first row, ms', median(firstRow))
  console.log(`first row, empty cache, processor ${slower}× slower: ${spread(firstRow)}`)

  const { page, session } = await listeningPage(browser, token, product.url)
  await page.goto(`${product.url}/sys/country?size=200`)
  await rowsShown(page).waitFor()
  await throttle(session, slower)
  const choosing = await chooseRows(page, runs * 2)
  keep('choosing one of 200 rows, ms', median(choosing))
  console.log(`choosing one of 200 rows, processor ${slower}× slower: ${spread(choosing)}`)
  await product.stop()
} finally {
  await browser.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

function inWords({ script, style, headers, files }: Transferred): string {
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)
  const parts = `JavaScript ${kilobytes(script)}, CSS ${kilobytes(style)}`
  return `${kilobytes(script + style)} KB (${parts}; ${files} files, ${kilobytes(headers)} KB of headers beside)`
}

function spread(milliseconds: number[]): string {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  return `median ${at(0.5)} ms, worst ${at(1)} ms of ${sorted.length}`
}
