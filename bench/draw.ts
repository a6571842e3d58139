// Drawing of the dashboards on a slow machine: from the arrival of a dashboard's figures until its tiles and the charts in view are
// painted, and until all charts are, with the processor slowed down four times; and, at its own speed, how much processor time the page's
// main thread takes until the charts in view are drawn, which other work on the machine changes less than the clock.
// `node bench/draw.ts [--runs=3] [--days=91] [--of=match,overall] [--only=fill|measure]`
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DashboardKey, dashboardKeys, dashboards, retentionCharts } from '@greenroom/contract/dashboards'
import type { Page } from '@playwright/test'
import { listeningPage, openBrowser, throttle } from './lib/browser.ts'
import { fillIndicators } from './lib/fill-indicators.ts'
import { logIn } from './lib/list.ts'
import { processorTime } from './lib/mainThread.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    days: { type: 'string', default: '91' },
    of: { type: 'string', default: [...dashboardKeys, 'retention'].join() },
    only: { type: 'string' },
  },
})
const [runs, days] = [Number(values.runs), Number(values.days)]
const [slower, aim] = [4, 1_000]

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
const browser = await openBrowser()
const chartsOf = (kind: string) =>
  (kind === 'retention' ? retentionCharts : dashboards[kind as DashboardKey].charts).length
const date = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** When the last figures came, the charts in view were painted, and all were: milliseconds since the page was opened. */
const drawn = (page: Page, charts: number) =>
  page.evaluate(async (count) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const found = () => [
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
      const shown = found().filter(isInView)
      return shown.length > 0 && shown.every(isDrawn)
    })
    const all = await until(() => found().length >= count && found().every(isDrawn))
    const answers = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /data\/(figures|cohorts)\?/.test(name)) as PerformanceResourceTiming[]
    return { came: answers.at(-1)!.responseEnd, inView, all }
  }, charts)

try {
  if (values.only !== 'measure')
    console.log(await fillIndicators(database.url, { days: 100, countries: 3, channels: 2 }))
  if (values.only !== 'fill') await measure()
} finally {
  await browser.close()
  await database.close()
  rmSync(folder, { recursive: true })
}

async function measure(): Promise<void> {
  const product = await startProduct(database.url, folder, [], { SIMULATE: 'off' })
  const token = await logIn(product.url)
  for (const kind of values.of.split(',')) {
    const address = `${product.url}/data/${kind}?day=${date(days)}..${date(1)}`
    const found: { inView: number; all: number; start: number; processor: number }[] = []
    for (let run = 0; run < runs; run++) {
      const slow = await listeningPage(browser, token, product.url)
      await throttle(slow.session, slower)
      await slow.page.goto(address, { waitUntil: 'commit' })
      const { came, inView, all } = await drawn(slow.page, chartsOf(kind))
      await slow.page.context().close()
      const { page } = await listeningPage(browser, token, product.url)
      const processor = await processorTime({ browser, page, folder }, async () => {
        await page.goto(address, { waitUntil: 'commit' })
        return (await drawn(page, 0)).came
      })
      await page.context().close()
      found.push({ inView: inView - came, all: all - came, start: inView, processor })
    }
    const middle = (of: number[]) => Math.round(of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)]!)
    const inView = found.map((one) => one.inView)
    console.log(
      `${kind}: in view ${middle(inView)} ms (worst ${Math.round(Math.max(...inView))}), all ${middle(found.map(({ all }) => all))} ms,`,
      `in view since opening ${middle(found.map(({ start }) => start))} ms; processor ${middle(found.map((one) => one.processor))} ms`,
      middle(inView) > aim ? 'OVER' : '',
    )
  }
  console.log(
    'load',
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  )
  await product.stop()
}
