// Drawing of the dashboards on a slow machine: from the arrival of a dashboard's figures until its tiles and the charts in view are
// painted, and until all charts are, with the processor slowed down four times. `node bench/draw.ts [--runs=3] [--days=91]`
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DashboardKey, dashboardKeys, dashboards, retentionCharts } from '@greenroom/contract/dashboards'
import { listeningPage, openBrowser, throttle } from './lib/browser.ts'
import { fillIndicators } from './lib/fill-indicators.ts'
import { logIn } from './lib/list.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, days: { type: 'string', default: '91' } },
})
const [runs, days] = [Number(values.runs), Number(values.days)]
const [slower, aim] = [4, 1_000]

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
const browser = await openBrowser()
const chartsOf = (kind: string) =>
  (kind === 'retention' ? retentionCharts : dashboards[kind as DashboardKey].charts).length
const date = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
try {
  console.log(await fillIndicators(database.url, { days: 100, countries: 3, channels: 2 }))
  const product = await startProduct(database.url, folder, [], { SIMULATE: 'off' })
  const token = await logIn(product.url)
  for (const kind of [...dashboardKeys, 'retention']) {
    const found: { inView: number; all: number }[] = []
    for (let run = 0; run < runs; run++) {
      const { page, session } = await listeningPage(browser, token, product.url)
      await throttle(session, slower)
      await page.goto(`${product.url}/data/${kind}?day=${date(days)}..${date(1)}`, { waitUntil: 'commit' })
      found.push(
        await page.evaluate(async (count) => {
          const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
          const charts = () => [
            ...document.querySelectorAll<HTMLElement>('[role=group][aria-roledescription] > div:first-of-type'),
          ]
          const isInView = (element: Element) => element.getBoundingClientRect().top < innerHeight
          const isDrawn = (element: HTMLElement) => element.dataset['chart'] === 'drawn'
          const until = async (is: () => boolean) => {
            while (!is()) await frame()
            // What was drawn in this frame is painted after it.
            await frame()
            return performance.now()
          }
          const inView = await until(() => {
            const shown = charts().filter(isInView)
            return shown.length > 0 && shown.every(isDrawn)
          })
          const all = await until(() => charts().length >= count && charts().every(isDrawn))
          const answers = performance
            .getEntriesByType('resource')
            .filter(({ name }) => /data\/(figures|cohorts)\?/.test(name)) as PerformanceResourceTiming[]
          const came = answers.at(-1)!.responseEnd
          return { inView: Math.round(inView - came), all: Math.round(all - came) }
        }, chartsOf(kind)),
      )
      await page.context().close()
    }
    const middle = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)]!
    const inView = found.map((one) => one.inView)
    const worst = Math.max(...inView)
    console.log(
      `${kind}: in view ${middle(inView)} ms (worst ${worst}), all ${middle(found.map(({ all }) => all))} ms${middle(inView) > aim ? ' OVER' : ''}`,
    )
  }
  console.log(
    'load',
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  )
  await product.stop()
} finally {
  await browser.close()
  await database.close()
  rmSync(folder, { recursive: true })
}
