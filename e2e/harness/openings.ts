// What a list opens above itself: the forms of its commands, the drawer of its first row, and what that row's menu opens.
import { expect, type Page } from '@playwright/test'

const command = '[data-list] button[data-opens]:not([aria-disabled="true"])'
const leading = '[role="grid"] a[href^="?drawer="]'
const dots = '[role="grid"] [data-row-menu]'
const item = '[role="menuitem"][data-opens]:not([aria-disabled="true"])'
const open = '[role="dialog"]'

/** Clicks the element at this place among those that are shown; false if there is none. */
const press = (page: Page, selector: string, at: number): Promise<boolean> =>
  page.evaluate(
    ({ selector, at }) => {
      const shown = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility())
      shown[at]?.click()
      return shown[at] !== undefined
    },
    { selector, at },
  )

/** Waits until something is open, with its data, or nothing is. */
const settled = (page: Page, is: 'open' | 'closed'): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate((selector) => {
          const shown = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
          if (shown.length === 0) return 'closed'
          return shown.some((one) => one.querySelector('[aria-busy="true"]')) ? 'busy' : 'open'
        }, open),
      { intervals: [20, 20, 50, 100], message: `dialogs are ${is}` },
    )
    .toBe(is)

/** Opens each of them without sending anything, and looks at it. */
export async function openEach(page: Page, look: (what: string, within: string) => Promise<void>): Promise<void> {
  const through = async (what: string) => {
    await settled(page, 'open')
    await look(what, open)
    await page.keyboard.press('Escape')
    await settled(page, 'closed')
  }
  for (let at = 0; await press(page, command, at); at++) await through(`command ${at + 1}`)
  if (await press(page, leading, 0)) await through('the first row')
  for (let at = 0; await press(page, dots, 0); at++) {
    await expect(page.getByRole('menu')).toBeVisible()
    if (at === 0) await look('the menu of the first row', '[role="menu"]')
    if (!(await press(page, item, at))) {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
      return
    }
    await through(`act ${at + 1} of the first row`)
  }
}
