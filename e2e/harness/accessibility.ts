// Runs axe on the current page, in light and dark.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { AxeResults, RunOptions } from 'axe-core'

// `axe.source` is the readable build, more than twice as long to send and to compile.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = AxeResults['violations'][number]

export type Extent = 'part' | 'screen' | 'shell'

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
  // What lies outside every landmark would be a part of what surrounds each screen; the rule looks at every element.
  const rules = extent === 'shell' ? {} : { rules: { region: { enabled: false } } }
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await look(page, `${what} in ${first}`, first, extent, rules)
  await look(page, `${what} in ${second}`, second, extent, {
    runOnly: { type: 'rule', values: ['color-contrast'] },
  })
}

async function look(
  page: Page,
  what: string,
  colorScheme: 'light' | 'dark',
  extent: Extent,
  rules: RunOptions,
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await standsStill(page)
  const violations = await page.evaluate(
    async ([of, options]) => {
      const { axe: run } = globalThis as unknown as { axe: typeof axe }
      const shown = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
      const dialogs = shown('[role=dialog][aria-modal=true]')
      const main = document.querySelector('main')
      const column = 'div:has(> main)'
      const parts = () => {
        if (dialogs.length > 0) return [...dialogs, ...shown('[role=alert], [role=status]')]
        if (!main) return [document]
        // Menus, lists of options and messages are drawn beside the application, banners above the content.
        const floating = shown('body > *').filter((element) => !element.contains(main))
        return [main, ...floating, ...shown(`${column} > :not(main, header, nav)`)]
      }
      const include = of === 'part' ? parts() : [document]
      const exclude = of === 'shell' ? [] : ['aside > nav', `${column} > :is(header, nav)`]
      const excluded = exclude.flatMap((selector) => shown(selector))
      // For contrast, axe reads some twenty styles of each element of the document, although no text stands on an icon, on
      // what is not drawn, on the menu, or on the page behind a dialog that covers it. It meets them in this walk only.
      const covers = (element: Element) => /^rgb\(/.test(getComputedStyle(element).backgroundColor)
      const behind = of === 'part' && dialogs.length > 0 && dialogs.every(covers) ? shown('main') : []
      const below = new Set([...excluded, ...behind, ...document.querySelectorAll('svg[aria-hidden=true]')])
      document.createTreeWalker = (root, what) =>
        Document.prototype.createTreeWalker.call(document, root, what, (node) =>
          below.has(node as Element) || !(node as Element).checkVisibility()
            ? NodeFilter.FILTER_REJECT
            : NodeFilter.FILTER_ACCEPT,
        )
      const found = await run
        .run({ include, exclude: excluded }, options)
        .finally(() => Reflect.deleteProperty(document, 'createTreeWalker'))
      return found.violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => ({ html })) }))
    },
    // Reporting what passes takes twice as long as finding violations, and only `html` is shown.
    [extent, { ...rules, resultTypes: ['violations'], selectors: false, iframes: false }] as [Extent, RunOptions],
  )
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
const withoutTrees = <V extends Pick<Violation, 'id'> & { nodes: { html: string }[] }>(violation: V): V =>
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
