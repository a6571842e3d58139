// Runs axe on the current page, in light and dark.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import { type Extent, inspect } from './inspect.ts'

// `axe.source` is the readable build, more than twice as long to send and to compile.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type { Extent } from './inspect.ts'

/** Hashes of colours that a check of this worker has passed. */
const passedColours = new Set<number>()

/**
 * Fails with each violation and its element. In the second colour scheme only the colour rule runs, since the others give
 * the same result. The page stays in it: the next check begins there, which saves drawing the page again.
 *
 * `part`: the open dialog and the messages, or else the content of the page with what floats above it. `screen`: the
 * document without what surrounds every screen (menu, top bar, tabs); `screens.spec.ts` checks each screen once so.
 * `shell`: the whole document. A test that runs in two languages checks in one: both have the same elements and colours.
 */
export async function checkAccessibility(page: Page, what = 'the page', extent: Extent = 'part'): Promise<void> {
  // Once per document: compiling it takes longer than checking a small screen.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await look(page, `${what} in ${first}`, first, extent, true)
  await look(page, `${what} in ${second}`, second, extent, false)
}

async function look(
  page: Page,
  what: string,
  colorScheme: 'light' | 'dark',
  extent: Extent,
  isWhole: boolean,
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await standsStill(page)
  const asked: Parameters<typeof inspect>[0] = [extent, isWhole, [...passedColours]]
  const { violations, passed } = await page.evaluate(inspect, asked)
  for (const colours of passed) passedColours.add(colours)
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

/** A screen that is still being fetched has no heading, and colours fade in: waits for the heading, and for animations to end. */
async function standsStill(page: Page): Promise<void> {
  // Without a heading after this time, the check reports it.
  await page.waitForFunction(() => document.querySelector('h1') !== null, undefined, { timeout: 5_000 }).catch(() => {})
  // Without a choice of the user, the page follows the system's colour scheme a moment later.
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
