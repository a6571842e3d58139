// The audit desk, as a reviewer finds it.
import { expect, type Locator, type Page } from '@playwright/test'

export const workbench = (page: Page): Locator => page.locator('[data-workbench]')
export const tiles = (page: Page): Locator => page.getByRole('listbox').getByRole('option')
/** Undecided items. */
export const openTiles = (page: Page): Locator => page.locator('[role="option"][aria-disabled="false"]')
/** The focused item, in either view. */
export const inFocus = (page: Page): Locator => page.locator('[data-review][data-focused], [data-review]:has(article)')

/** Waits for the queue's answer, with or without items. */
export async function queueRead(page: Page): Promise<void> {
  await expect(workbench(page)).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 })
}

export async function openQueue(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await queueRead(page)
}

/** Waits for the focused picture. */
export async function pictureShown(page: Page): Promise<void> {
  await expect(inFocus(page).locator('img').first()).toBeVisible()
}

export const reviewIn = (page: Page): Promise<string | null> => inFocus(page).getAttribute('data-review')

/** Ids of the reviews on screen. */
export const reviewsOn = (page: Page): Promise<string[]> =>
  tiles(page).evaluateAll((all) => all.map((tile) => tile.getAttribute('data-review') ?? ''))

/** Presses a key and waits until another item has the focus. */
export async function pressAndMove(page: Page, key: string): Promise<void> {
  const before = await reviewIn(page)
  await page.keyboard.press(key)
  await expect(
    inFocus(page)
      .and(page.locator(`[data-review]:not([data-review="${before}"])`))
      .or(page.getByText(/The queue is empty|没有待审核项目/)),
  ).toBeVisible()
}
