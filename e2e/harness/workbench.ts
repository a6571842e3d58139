// The workbench of an audit queue, as a reviewer finds it.
import { expect, type Locator, type Page } from '@playwright/test'

export const workbench = (page: Page): Locator => page.locator('[data-workbench]')
export const tiles = (page: Page): Locator => page.getByRole('listbox').getByRole('option')
/** What is still to be decided. */
export const openTiles = (page: Page): Locator => page.locator('[role="option"][aria-disabled="false"]')
/** The item that keys are about, in either view. */
export const inFocus = (page: Page): Locator => page.locator('[data-review][data-focused], [data-review]:has(article)')

/** The queue has answered, with items or without. */
export async function queueRead(page: Page): Promise<void> {
  await expect(workbench(page)).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 })
}

export async function openQueue(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await queueRead(page)
}

/** The picture in focus is there. */
export async function pictureThere(page: Page): Promise<void> {
  await expect(inFocus(page).locator('img').first()).toBeVisible()
}

export const reviewIn = (page: Page): Promise<string | null> => inFocus(page).getAttribute('data-review')

/** The ids of the reviews on the screen. */
export const reviewsOn = (page: Page): Promise<string[]> =>
  tiles(page).evaluateAll((all) => all.map((tile) => tile.getAttribute('data-review') ?? ''))

/** Presses a key and waits until another item is in focus. */
export async function pressOn(page: Page, key: string): Promise<void> {
  const before = await reviewIn(page)
  await page.keyboard.press(key)
  await expect(
    inFocus(page)
      .and(page.locator(`[data-review]:not([data-review="${before}"])`))
      .or(page.getByText(/Nothing waits|没有待审核项目/)),
  ).toBeVisible()
}

/**
 * Measures in the page, for every press of p, how long it takes until the next item's picture is drawn: two frames after
 * the one in which it stands there decoded. Answers a reader of the figures, in milliseconds.
 */
export async function measureNext(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const figures: number[] = []
    Object.assign(window, { nextItemMs: figures })
    const shown = () => {
      const item = document.querySelector('[data-review][data-focused], [data-review]:has(article)')
      const picture = item?.querySelector('img') as HTMLImageElement | null
      return { id: item?.getAttribute('data-review'), there: picture?.complete && picture.naturalWidth > 0 }
    }
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'p') return
        const before = shown().id
        performance.mark('audit:press', { startTime: event.timeStamp })
        const look = () => {
          const { id, there } = shown()
          if (id === before || !there) return void requestAnimationFrame(look)
          const channel = new MessageChannel()
          // After this frame was handed over for drawing.
          channel.port1.onmessage = () => {
            performance.mark('audit:next')
            figures.push(performance.measure('audit:press to next', 'audit:press', 'audit:next').duration)
          }
          channel.port2.postMessage(undefined)
        }
        requestAnimationFrame(look)
      },
      { capture: true },
    )
  })
  return () => page.evaluate(() => (window as unknown as { nextItemMs: number[] }).nextItemMs)
}
