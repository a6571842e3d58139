import { checkAccessibility } from '../harness/accessibility.ts'
import { act, confirm, drawer, listRead, rowOf, search } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { sidebar, status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { errorText } from '../harness/texts.ts'

test('a folder with a link is added, shows in the sidebar at once, and is deleted from the bottom up', async ({
  page,
  signedIn,
}) => {
  await signedIn('administrator')
  const [catalogue, link] = [unique('Help '), unique('Handbook ')]
  await page.goto('/sys/menu')
  await listRead(page)
  await page.getByRole('button', { name: 'Add menu' }).click()
  const form = drawer(page, 'Add menu')
  await form.getByText('Catalogue', { exact: true }).click()
  await form.getByLabel('English name').fill(catalogue)
  await form.getByLabel('Chinese name').fill('帮助')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, `Menu ${catalogue} added`)).toBeVisible()

  await search(page, 'Search', catalogue)
  await act(page, rowOf(page, catalogue), 'Add below')
  await form.getByLabel('English name').fill(link)
  await form.getByLabel('Chinese name').fill('手册')
  await form.getByRole('combobox', { name: 'Path' }).or(form.getByLabel('Path')).first().fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('The path of an existing screen, or an https address.')).toBeVisible()
  await form.getByLabel('Path').first().fill('https://example.com/handbook')
  await checkAccessibility(page)
  await form.getByRole('button', { name: 'Save' }).click()
  const entry = sidebar(page).getByRole('link', { name: link })
  await expect(entry).toHaveAttribute('href', 'https://example.com/handbook')
  await expect(entry).toHaveAttribute('target', '_blank')

  await rowOf(page, catalogue)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByText('It has sub-menus. Delete or move them first.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/sys/menu')
  await search(page, 'Search', link)
  await confirm(page, rowOf(page, link), 'Delete menu', 'a try')
  await expect(entry).toHaveCount(0)
})

test('built-in menus stay: deleting one is not offered and the server refuses it', async ({ page, signedIn }) => {
  const person = await signedIn('administrator')
  await page.goto('/sys/menu')
  await search(page, 'Search', 'Whitelist')
  await rowOf(page, 'Whitelist')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menuitem', { name: /^Delete menu/ })).toBeDisabled()
  const { menuDelete } = await import('@greenroom/contract/systemStaff')
  expect(await person.client.send(menuDelete, { id: 20106, reason: 'x' })).toMatchObject({ errorCode: 13002 })
  expect(errorText(13002)).not.toBe('')
})

test('a menu renamed by staff has that name in the sidebar, in either language', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/menu?drawer=edit:20107')
  const form = drawer(page, /^Edit menu/)
  await form.getByLabel('English name').fill('Releases')
  await form.getByLabel('Chinese name').fill('发布')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(sidebar(page).getByRole('link', { name: 'Releases' })).toBeVisible()
  await page.getByRole('button', { name: 'CN', exact: true }).click()
  await expect(page.getByRole('link', { name: '发布' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await expect(sidebar(page).getByRole('link', { name: 'Releases' })).toBeVisible()
  await page.goto('/sys/menu?drawer=edit:20107')
  await form.getByLabel('English name').fill('App versions')
  await form.getByLabel('Chinese name').fill('应用版本')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(sidebar(page).getByRole('link', { name: 'App versions' })).toBeVisible()
})
