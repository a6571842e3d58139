import { roleUpdate } from '@greenroom/contract/systemStaff'
import { checkAccessibility } from '../harness/accessibility.ts'
import { sidebar } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

test('without a session every address leads to the log-in page', async ({ page }) => {
  for (const path of ['/', '/dashboard', '/sys/log', '/no/such/page']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
})

test('an unknown address leads to /404, and from there home', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/no/such/page')
  await expect(page).toHaveURL(/\/404$/)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveTitle(/^Page not found/)
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a screen without a grant names the missing menu, and opens once a role has it', async ({
  page,
  server,
  signedIn,
}) => {
  const person = await signedIn({ read: ['system.country'] })
  await page.goto('/sys/role')
  await expect(page.getByRole('heading', { name: "You don't have access to System / Roles" })).toBeVisible()
  await expect(page.getByText('Missing menu')).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Roles' })).toHaveCount(0)
  await checkAccessibility(page)

  const administrator = await server.administrator()
  await administrator.call(roleUpdate, {
    roleId: person.roleId,
    roleName: person.username,
    readMenuIds: [20108, 20101],
    menuIds: [],
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
})

test('a route’s last parameters are kept after a reload', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/log')
  await expect(page.getByRole('grid')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('grid')).toBeVisible()
  const kept = await page.evaluate(() => sessionStorage.getItem('greenroom:routes'))
  expect(new Map(JSON.parse(kept ?? '[]') as [string, object][]).get('system.log')).toMatchObject({ permission: 3 })
})
