// Runs axe on the current page, in light and dark.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Fails with each violation and its element. Measured when nothing moves: colours fade in. In dark only colour rules
 * run, since the others give the same result.
 */
export async function checkAccessibility(page: Page, what = 'the page'): Promise<void> {
  await check(page, `${what} in light`, new AxeBuilder({ page }))
  await page.emulateMedia({ colorScheme: 'dark' })
  await check(page, `${what} in dark`, new AxeBuilder({ page }).withRules('color-contrast'))
  await page.emulateMedia({ colorScheme: 'light' })
}

async function check(page: Page, what: string, axe: AxeBuilder): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await standsStill(page)
  // There is one document, so axe needs no second page to combine results; and reporting passes takes twice as long as
  // finding violations.
  const { violations } = await axe
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations
    .map(withoutTrees)
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ html }) => html).slice(0, 5),
    }))
  expect.soft(found, `accessibility of ${what}`).toEqual([])
}

/**
 * A menu tree item has its state in its accessible name; the words on its three buttons are the buttons' names, which
 * the rule cannot tell apart.
 */
const withoutTrees = <V extends { id: string; nodes: { html: string }[] }>(violation: V): V =>
  violation.id === 'label-content-name-mismatch'
    ? { ...violation, nodes: violation.nodes.filter(({ html }) => !html.includes('role="treeitem"')) }
    : violation

async function standsStill(page: Page): Promise<void> {
  // The page follows the system's colours after it has heard of them, unless the user has chosen some.
  await page
    .waitForFunction(
      () =>
        localStorage.getItem('theme') !== null ||
        document.documentElement.dataset['mantineColorScheme'] ===
          (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
    )
    .catch(() => {})
  await page.evaluate(async () => {
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running')
    const finite = running().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.all(finite.map(({ finished }) => finished.catch(() => {})))
  })
}
