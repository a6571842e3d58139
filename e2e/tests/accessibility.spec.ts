import { screens } from '@greenroom/contract/screens'
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { listRead } from '../harness/list.ts'
import { visit } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

/** Waits until the screen has its data: a list, or one of the other screens. */
const screenRead = (page: Page) =>
  expect(page.locator('main [aria-busy="false"]').and(page.locator(':visible')).first()).toBeVisible()

/** Every tab stop between the top of the page and the list, in Tab order. */
test('the list is reached from the top by a skip link and a few tabs', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/role')
  await listRead(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  for (let tabs = 0; tabs < 12; tabs++) {
    if (await page.getByRole('grid').evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('grid')).toBeFocused()
})

test('home has no accessibility violations', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible()
  await checkAccessibility(page)
})

/** Eight queues share one desk: one each for pictures, texts and pairs. */
const sameWorkbench = ['audits.library', 'audits.avatar', 'audits.cover', 'audits.dynamic', 'audits.greeting']
const looked = Object.entries(screens).filter(([key]) => !sameWorkbench.includes(key))
const rooms = Map.groupBy(looked, ([key]) => key.split('.')[0])

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

// A room's screens are visited in one page: loading the product for every screen took most of the time.
for (const [room, its] of rooms) {
  test(`${room}: no screen has violations, and each fits in either writing direction`, async ({ page, signedIn }) => {
    test.slow()
    await signedIn('administrator')
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const [, { path }] of its) {
      await test.step(path, async () => {
        await visit(page, path)
        await screenRead(page)
        await checkAccessibility(page, path)
        expect.soft(await sidewaysScroll(page), `sideways scrolling of ${path}`).toBeLessThanOrEqual(0)
      })
    }
    // axe finds the same in either direction.
    await page.goto('/dashboard?lang=ar')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    for (const [, { path }] of its) {
      await visit(page, path)
      await screenRead(page)
      expect.soft(await sidewaysScroll(page), `sideways scrolling of ${path} in ar`).toBeLessThanOrEqual(0)
    }
  })
}
