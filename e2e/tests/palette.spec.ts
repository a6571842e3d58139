import { roleSave } from '@greenroom/contract/systemStaff'
import { checkAccessibility } from '../harness/accessibility.ts'
import { unique } from '../harness/people.ts'
import { sidebar } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

test('Ctrl K finds a screen by its name and opens it', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/dashboard')
  await expect(sidebar(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('textbox', { name: 'Search or jump to' })
  await expect(search).toBeFocused()
  await checkAccessibility(page)
  await page.keyboard.type('white')
  await expect(page.getByRole('button', { name: /Whitelist/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sys\/whitelist/)
})

test('the palette offers only permitted screens', async ({ page, signedIn }) => {
  await signedIn({ read: ['system.country', 'system.version'] })
  await page.goto('/dashboard')
  await expect(sidebar(page)).toBeVisible()
  // The sidebar may be drawn a moment before the shell listens.
  const field = page.getByRole('textbox', { name: 'Search or jump to' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.type('roles')
  await expect(page.getByText(/^No results/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('? shows the keys that work here, but not while typing', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/log')
  await expect(page.getByRole('grid')).toBeVisible()
  await page.getByLabel('Search the menu').press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(page.getByLabel('Search the menu')).toHaveValue('?')
  await expect(help).toBeHidden()
  await page.getByRole('grid').focus()
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  await expect(help.getByText('Next row')).toBeVisible()
  await checkAccessibility(page)
})

test('dark mode is kept after a reload', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('button', { name: 'Switch to light' })).toBeVisible()
})

test('a screen is found by its name in the other language', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/dashboard?lang=en')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search or jump to' }).fill('国家')
  await expect(page.getByRole('button', { name: 'Countries System', exact: true })).toBeVisible()
})

test('results of earlier words are not shown under new ones', async ({ page, server, signedIn }) => {
  const name = unique('Palette ')
  const { roleId } = await (await server.administrator()).call(roleSave, { roleName: name })
  await signedIn('administrator')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: 'Search or jump to' })
  await field.fill(`roles ${name}`)
  const found = page.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect(found).toBeVisible()
  // The next search is never answered: nothing may stand in for it.
  await page.route('**/cms/sys/role/**', () => {})
  await field.fill(`roles ${roleId}zzz`)
  await expect(found).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
})
