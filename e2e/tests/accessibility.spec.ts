import { screens } from '@greenroom/contract/screens'
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { listRead } from '../harness/list.ts'
import { expect, test } from '../harness/test.ts'

/** The screen has answered: a list, or one of those that are none. */
const screenRead = (page: Page) =>
  expect(page.locator('main [aria-busy="false"]').and(page.locator(':visible')).first()).toBeVisible()

/** Every tab stop between the top of the page and the list, in the order of Tab. */
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

test('home has nothing that keeps anybody out', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible()
  await checkAccessibility(page)
})

/** Eight queues are one workbench: one of pictures, one of texts, one of pairs. */
const sameWorkbench = ['audits.library', 'audits.avatar', 'audits.cover', 'audits.dynamic', 'audits.greeting']
const looked = Object.entries(screens).filter(([key]) => !sameWorkbench.includes(key))

for (const [, { path }] of looked) {
  test(`${path} has nothing that keeps anybody out, and fits in either direction of writing`, async ({
    page,
    signedIn,
  }) => {
    await signedIn('administrator')
    for (const language of ['en', 'ar']) {
      await page.goto(`${path}?lang=${language}`)
      await screenRead(page)
      // What axe knows is the same in either direction.
      if (language === 'en') await checkAccessibility(page)
      else await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      const { scrollWidth, clientWidth } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return { scrollWidth, clientWidth }
      })
      expect(scrollWidth, `sideways scrolling in ${language}`).toBeLessThanOrEqual(clientWidth)
    }
  })
}
