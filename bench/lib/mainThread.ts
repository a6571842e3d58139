// Processor time of a page's main thread, from a trace of Chromium: unlike the clock, it says little of what else the machine does.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'

type TraceEvent = { name: string; ph: string; ts: number; dur?: number; pid: number; tid: number; tdur?: number }

/** Tasks, and the microtasks that Chromium runs between them: answers to `import()` among others. */
const work = ['ThreadControllerImpl::RunTask', 'BlinkScheduler_PerformMicrotaskCheckpoint']

const endMark = 'bench-end'

/**
 * Runs `until` with the page, which resolves with the moment from which to measure (`performance.now()`) once the page has done its work.
 *
 * @returns milliseconds of processor time from that moment until then.
 */
export async function processorTime(
  { browser, page, folder }: { browser: Browser; page: Page; folder: string },
  until: () => Promise<number>,
): Promise<number> {
  const path = join(folder, 'trace.json')
  await browser.startTracing(page, { categories: ['-*', 'toplevel', 'blink.user_timing'], path })
  const from = await until()
  const end = await page.evaluate((name) => performance.mark(name).startTime, endMark)
  await browser.stopTracing()
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: TraceEvent[] }
  const mark = traceEvents.find(({ name }) => name === endMark)
  if (!mark) throw new Error('the trace lacks its end')
  const began = mark.ts - (end - from) * 1_000
  const found = traceEvents
    .filter(
      ({ name, ph, pid, tid, ts }) =>
        ph === 'X' && work.includes(name) && pid === mark.pid && tid === mark.tid && ts >= began && ts <= mark.ts,
    )
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))
  let [sum, covered] = [0, 0]
  for (const { ts, dur = 0, tdur = 0 } of found) {
    // Microtasks within a task are part of it.
    if (ts < covered) continue
    covered = ts + dur
    sum += tdur
  }
  return sum / 1_000
}
