import type { Page } from '@playwright/test'

const patienceMs = 5_000

/**
 * Gives the page another size. Chromium has twice never answered that a page has it (the operation log, after the queues, beside other tests);
 * asked again, by way of another height, it answers.
 */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  for (let tries = 1; tries <= 4; tries++) {
    const unanswered = new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false))
    if (await Promise.race([page.setViewportSize(size).then(() => true), unanswered])) return
    console.error(`the browser did not answer that the page is ${size.width} px wide (${tries})`)
    await Promise.race([page.setViewportSize({ ...size, height: size.height - tries }).then(() => true), unanswered])
  }
  throw new Error(`the page did not become ${size.width} px wide`)
}
