// How much a page moves while it loads, as the browser counts it (layout instability: 0 is none, 0.1 is noticed).
import type { Page } from '@playwright/test'

/** Starts to count on every page opened from now on. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = window as unknown as { shifted: number }
    counted.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) counted.shifted += value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The sum since the page was opened. */
export const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifted: number }).shifted)
