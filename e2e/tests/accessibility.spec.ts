import { checkAccessibility } from '../harness/accessibility.ts'
import { listRead } from '../harness/list.ts'
import { sidebar } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

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
  await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
  // The menu with a submenu open: no other test checks it.
  await sidebar(page).getByRole('button', { name: 'System', exact: true }).click()
  await checkAccessibility(page, 'home', 'shell')
})
