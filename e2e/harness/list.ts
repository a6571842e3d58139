// A list screen, as a user finds it.
import { expect, type Locator, type Page } from '@playwright/test'
import { eitherText } from './texts.ts'

const records = eitherText('list', 'table.label')
const actionsFor = eitherText('list', 'table.menuOf')
const moreFilters = eitherText('list', 'filters.more')

export const grid = (page: Page): Locator => page.getByRole('grid', { name: records })
/** Record rows; the header is a row too. */
export const rows = (page: Page): Locator =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
export const rowOf = (page: Page, text: string | RegExp): Locator => rows(page).filter({ hasText: text })
/** Makes a row the current one, for the keys, without opening it. */
export const makeCurrent = (row: Locator): Promise<void> =>
  row
    .getByRole('gridcell')
    .nth(2)
    .click({ modifiers: ['ControlOrMeta'] })
export const drawer = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })

/** Waits for the list's answer to the address in the bar: rows, or the empty state. */
export async function listRead(page: Page): Promise<void> {
  const isRead = (list: HTMLElement | SVGElement) =>
    list.ariaBusy === 'false' && list.dataset['address'] === location.search
  await expect.poll(() => grid(page).evaluate(isRead), { intervals: [20, 50, 100] }).toBe(true)
}

/** Waits for the frames in which the page measures what it has just drawn. */
export const measured = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

/** A filter of the bar; *More filters* has those that don't fit. */
async function filter(page: Page, control: Locator): Promise<Locator> {
  await listRead(page)
  // Before, a filter may be shown that does not fit.
  await measured(page)
  const more = page.getByRole('search').getByRole('button', { name: moreFilters })
  await expect(control.or(more).filter({ visible: true }).first()).toBeVisible()
  if (!(await control.isVisible())) await more.click()
  return control
}

/** Searches in a text filter and waits for the answer. */
export async function search(page: Page, name: string, text: string): Promise<void> {
  const field = await filter(page, page.getByRole('search').getByRole('textbox', { name }))
  await field.fill(text)
  await field.press('Enter')
  await expect(page).toHaveURL(new RegExp(`=${encodeURIComponent(text).replaceAll('%20', '(%20|\\+)')}`))
  await listRead(page)
}

/** Picks an entry of a row's menu. */
export async function act(page: Page, row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: actionsFor }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click()
}

/** Picks an entry of a row's menu, and confirms it in its dialog; `reason` fills the dialog's field. */
export async function confirm(page: Page, row: Locator, action: string, reason?: string): Promise<void> {
  await act(page, row, action)
  const question = page.getByRole('dialog', { name: action })
  if (reason !== undefined) await question.getByLabel('Reason').fill(reason)
  await question.getByRole('button', { name: action }).click()
}

/** Picks from a filter's drop-down. */
export async function choose(page: Page, name: string, option: string): Promise<void> {
  await (await filter(page, page.getByRole('search').getByRole('button', { name }))).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await listRead(page)
}

/** Waits until the shown screen has its data. */
export async function screenRead(page: Page): Promise<void> {
  await expect(page.locator('main [aria-busy="false"]').filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]').filter({ visible: true })).toHaveCount(0)
}

/** How far the default columns exceed the list, and how many times are cut. */
export const columnsOf = (page: Page) =>
  grid(page)
    .filter({ visible: true })
    .evaluate((element) => ({
      over: element.scrollWidth - element.clientWidth,
      cut: [...element.querySelectorAll('[role=gridcell] time')].filter((time) => {
        const { left, right } = time.getBoundingClientRect()
        const of = time.closest('[role=gridcell]')!
        const cell = of.getBoundingClientRect()
        return left < cell.left || right > cell.right || of.scrollWidth > of.clientWidth
      }).length,
    }))
