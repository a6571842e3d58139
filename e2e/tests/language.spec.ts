import { checkAccessibility } from '../harness/accessibility.ts'
import { hire } from '../harness/people.ts'
import { expect, test } from '../harness/test.ts'
import { errorText } from '../harness/texts.ts'

test('CN is chosen on the log-in page, takes effect at once and is kept after a reload', async ({ page, server }) => {
  const person = await hire(server, 'administrator')
  await page.goto('/login')
  await page.getByRole('button', { name: 'CN', exact: true }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')

  await page.getByLabel('账号').fill(person.username)
  await page.getByLabel('密码', { exact: true }).fill('wrong-pass')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: errorText(12005, 'cn') })).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('button', { name: '系统' })).toBeVisible()

  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await expect(page.getByRole('button', { name: 'System', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'System', exact: true })).toBeVisible()
})

test.describe('a browser that speaks Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('is shown English until CN is chosen', async ({ page }) => {
    await page.goto('/login')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  })
})

test.describe('a browser that speaks one of the seven other languages', () => {
  test.use({ locale: 'es-MX' })

  test('gets the verification pages in that language', async ({ page }) => {
    await page.goto('/verify?for=reset')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('button', { name: 'Enviar código' })).toBeVisible()
  })
})

test('Arabic is laid out from right to left', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/dashboard?lang=ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const menu = page.getByRole('navigation', { name: 'القائمة الرئيسية' })
  await expect(menu).toBeVisible()
  const box = await menu.boundingBox()
  expect(box?.x ?? 0).toBeGreaterThan(700)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(page.viewportSize()!.width)
  await checkAccessibility(page)
})
