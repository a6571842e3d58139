// axe on a page as it is, in light and in dark.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const colour = ['color-contrast']

/**
 * Fails with each violation and where it is. Measured when everything stands still: colours fade in.
 *
 * @param colours false where the same screen's colours have been looked at already: they cost most of the time.
 */
export async function checkAccessibility(page: Page, { colours = true } = {}): Promise<void> {
  const light = new AxeBuilder({ page })
  await check(page, 'light', colours ? light : light.disableRules(colour))
  // What else axe knows is the same in the dark.
  if (colours) await check(page, 'dark', new AxeBuilder({ page }).withRules(colour))
  await page.emulateMedia({ colorScheme: 'light' })
}

async function check(page: Page, scheme: 'light' | 'dark', axe: AxeBuilder): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await standsStill(page)
  // Everything is in one document, so axe needs no second page to put its results together.
  const { violations } = await axe.setLegacyMode(true).analyze()
  const found = violations
    .map(withoutTrees)
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ html }) => html).slice(0, 5),
    }))
  expect(found, `accessibility in ${scheme}`).toEqual([])
}

/**
 * An item of the tree of menus says its state in its own name; the words on its three buttons are the buttons' names and
 * not part of it, which the rule cannot tell.
 */
const withoutTrees = <V extends { id: string; nodes: { html: string }[] }>(violation: V): V =>
  violation.id === 'label-content-name-mismatch'
    ? { ...violation, nodes: violation.nodes.filter(({ html }) => !html.includes('role="treeitem"')) }
    : violation

async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running')
    const finite = running().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.all(finite.map(({ finished }) => finished.catch(() => {})))
  })
}
