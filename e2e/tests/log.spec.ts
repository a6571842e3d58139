import { readFileSync } from 'node:fs'
import { viewSave } from '@greenroom/contract/access'
import { roleSave, roleUpdate } from '@greenroom/contract/systemStaff'
import { checkAccessibility } from '../harness/accessibility.ts'
import { choose, drawer, grid, listRead, rowOf, rows, search } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import type { Server } from '../harness/server.ts'
import { expect, test } from '../harness/test.ts'

/** A role created and renamed: two entries with before and after. */
async function twoEntries(server: Server) {
  const administrator = await server.administrator()
  const name = unique('Logged ')
  const { roleId } = await administrator.call(roleSave, { roleName: name, remark: '=1+1' })
  await administrator.call(roleUpdate, { roleId, roleName: name, remark: 'changed' })
  return { roleId, name }
}

test('an entry shows before and after as a difference', async ({ page, server, signedIn }) => {
  const { name } = await twoEntries(server)
  await signedIn('administrator')
  await page.goto('/sys/log')
  await search(page, 'Content', name)
  await expect(rows(page)).toHaveCount(2)
  await rowOf(page, 'Edit role').getByRole('link').click()
  const entry = drawer(page, /^Edit role/)
  await expect(entry.getByText('=1+1')).toBeVisible()
  await expect(entry.getByText('changed', { exact: true })).toBeVisible()
  await checkAccessibility(page)
})

test('filters stay in the address: a reload and a link show the same rows, and Back undoes one', async ({
  page,
  server,
  signedIn,
}) => {
  const { name } = await twoEntries(server)
  await signedIn('administrator')
  await page.goto('/sys/log')
  await search(page, 'Content', name)
  await choose(page, 'Operation', 'Add role')
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await listRead(page)
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear (1 active)' }).click()
  await expect(page).toHaveURL(/\/sys\/log$/)
})

test('no match and a time span: the message says so, and the latest week finds it again', async ({
  page,
  server,
  signedIn,
}) => {
  const { name } = await twoEntries(server)
  await signedIn('administrator')
  await page.goto('/sys/log')
  await search(page, 'Content', unique('nothing is called so '))
  await expect(page.getByText('No matching rows')).toBeVisible()
  await checkAccessibility(page)
  await search(page, 'Content', name)
  await page.getByRole('search').getByRole('button', { name: 'Time' }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await listRead(page)
  await expect(rows(page)).toHaveCount(2)
})

test('the hash chain is verified on demand', async ({ page, server, signedIn }) => {
  await twoEntries(server)
  await signedIn('reader')
  await page.goto('/sys/log')
  await page.getByRole('button', { name: /Verify chain/ }).click()
  const answer = drawer(page, 'Verify chain')
  await expect(answer.getByText('The chain is intact: no entry was changed.')).toBeVisible()
  await checkAccessibility(page)
})

test('an export downloads and opens: every filtered row, cells that could be formulas defused', async ({
  page,
  server,
  signedIn,
}) => {
  const { name } = await twoEntries(server)
  await signedIn('administrator')
  await page.goto('/sys/log')
  await search(page, 'Content', name)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  // The address changes before the list does.
  await expect(page.getByText('All matching rows')).toBeVisible()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await (await download).path()
  const lines = readFileSync(file, 'utf8').trim().split(/\r?\n/)
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('Operation')
  expect(lines.slice(1).every((line) => line.includes(name))).toBe(true)
  expect(lines.join('\n')).not.toMatch(/(^|,|")=1/m)
})

test('a view is saved, chosen, changed and deleted', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/log')
  await choose(page, 'Operation', 'Add role')
  await page.getByRole('button', { name: /^Saved views/ }).click()
  await page.getByRole('menuitem', { name: 'Save as a view' }).click()
  const naming = page.getByRole('dialog', { name: 'Save as a view' })
  await naming.getByLabel('Name').fill('New roles')
  await checkAccessibility(page)
  await naming.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Saved views: New roles' })).toBeVisible()

  await page.goto('/sys/log')
  await page.getByRole('button', { name: /^Saved views/ }).click()
  await page.getByRole('menuitem', { name: 'New roles' }).click()
  await listRead(page)
  await expect(page.getByRole('search').getByText('Add role')).toBeVisible()
  await page.getByRole('button', { name: /^Saved views/ }).click()
  await page.getByRole('menuitem', { name: 'Delete “New roles”' }).click()
  await expect(page.getByRole('button', { name: 'Saved views: All' })).toBeVisible()
})

test('a shared view is shown to a colleague under its owner’s name, and is read-only', async ({ page, signedIn }) => {
  const owner = await signedIn({ read: ['system.log'] })
  const name = unique('Shared ')
  const view = { screen: 'system.log', name, query: 'q=role', shared: true }
  await owner.client.call(viewSave, view)
  // Deleting it asks first: others lose it, too.
  await page.goto('/sys/log')
  await page.getByRole('button', { name: /^Saved views/ }).click()
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('button', { name: `Saved views: ${name}` }).click()
  await page.getByRole('menuitem', { name: `Delete “${name}”` }).click()
  await expect(page.getByRole('menuitem', { name: `Delete “${name}” for everyone?` })).toBeVisible()
  await page.keyboard.press('Escape')
  await signedIn({ read: ['system.log'] })
  await page.goto('/sys/log')
  await page.getByRole('button', { name: /^Saved views/ }).click()
  await page.getByRole('menuitem', { name: `${name} ${owner.username}` }).click()
  await expect(page).toHaveURL(/q=role/)
  await page.getByRole('button', { name: `Saved views: ${name}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Save as a view' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^(Delete|Stop sharing)/ })).toHaveCount(0)
})

test('columns are chosen and the choice is kept', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/log')
  await listRead(page)
  await expect(grid(page).getByRole('columnheader', { name: 'Entry ID' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Entry ID' }).check()
  await page.getByRole('checkbox', { name: 'Address' }).uncheck()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await page.reload()
  await listRead(page)
  await expect(grid(page).getByRole('columnheader', { name: 'Entry ID' })).toBeVisible()
  await expect(grid(page).getByRole('columnheader', { name: 'Address' })).toHaveCount(0)
})

test('the whole list works by keyboard alone: down, open, close, menu, pages', async ({ page, server, signedIn }) => {
  for (let made = 0; made < 11; made++) await twoEntries(server)
  await signedIn('administrator')
  await page.goto('/sys/log?size=20')
  await listRead(page)
  await page.keyboard.press('/')
  await expect(page.getByRole('search').locator(':focus')).toHaveCount(1)
  await grid(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await expect
    .poll(async () => {
      const active = await grid(page).getAttribute('aria-activedescendant')
      return page.locator(`[id="${active}"]`).getAttribute('aria-rowindex')
    })
    .toBe('3')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(grid(page)).toBeFocused()
  await page.keyboard.press('.')
  await expect(page.getByRole('menuitem', { name: 'Show entry' })).toBeVisible()
  await expect(page.locator('[role=menu]:is(:focus, :focus-within)')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Show entry' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Next page' }).press('Enter')
  await listRead(page)
  await expect(page.getByText(/^21–/)).toBeVisible()
})

test('times are in the platform zone, with the other on hover', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/log')
  await listRead(page)
  const time = rows(page).first().locator('time')
  const at = new Date((await time.getAttribute('datetime')) ?? '')
  await expect(time).toHaveText(at.toISOString().slice(0, 19).replace('T', ' '))
  await time.hover()
  await expect(time).toHaveAttribute('title', /Asia\/Shanghai/)
})

test('the operation log in Chinese', async ({ page, server, signedIn }) => {
  const { name } = await twoEntries(server)
  await signedIn('administrator')
  await page.goto('/sys/log?lang=cn')
  await page.getByRole('search').getByRole('textbox', { name: '内容' }).fill(name)
  await page.keyboard.press('Enter')
  const list = page.getByRole('grid')
  await expect(list.getByRole('row')).toHaveCount(3)
  await expect(list.getByText('编辑角色', { exact: true })).toBeVisible()
  await expect(list.getByText('角色管理').first()).toBeVisible()
  await list.getByRole('row').filter({ hasText: '编辑角色' }).getByRole('link').click()
  await expect(page.getByRole('dialog', { name: /编辑角色/ })).toBeVisible()
})
