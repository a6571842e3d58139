import { roleInfo, roleList, roleSave, roleUpdate, staffSessionsEnd } from '@greenroom/contract/systemStaff'
import { checkAccessibility } from '../harness/accessibility.ts'
import { act, drawer, grid, listRead, rowOf, search } from '../harness/list.ts'
import { hire, unique } from '../harness/people.ts'
import { alert, status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { errorText } from '../harness/texts.ts'

test('a role is created with read on one menu and write on another, and shows this when opened again', async ({
  page,
  server,
  signedIn,
}) => {
  await signedIn('administrator')
  const name = unique('Night shift ')
  await page.goto('/sys/role')
  await page.getByRole('button', { name: 'Add role' }).click()
  const form = drawer(page, 'Add role')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Required', { exact: true }).first()).toBeVisible()
  await form.getByLabel('Role name').fill(name)
  const tree = form.getByRole('tree')
  await tree.getByRole('button', { name: 'Countries: Read', exact: true }).click()
  await tree.getByRole('button', { name: 'Whitelist: Read and write' }).click()
  await expect(tree.getByRole('treeitem', { name: 'System: Mixed' })).toBeVisible()
  await checkAccessibility(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, `Role ${name} added`)).toBeVisible()

  await search(page, 'Role', name)
  await act(page, rowOf(page, name), 'Edit role')
  const again = drawer(page, `Edit role: ${name}`)
  await expect(again.getByRole('treeitem', { name: 'Countries: Read', exact: true })).toBeVisible()
  await expect(again.getByRole('treeitem', { name: 'Whitelist: Read and write' })).toBeVisible()

  const { records } = await (await server.administrator()).call(roleList, { roleName: name })
  const { role } = await (await server.administrator()).call(roleInfo, { roleId: records[0]?.roleId ?? 0 })
  expect([role.menuIds, role.readMenuIds]).toEqual(['20106', '20108'])
})

test('the tree works by keyboard: arrows move, 0, 1 and 3 set the level, a folder sets everything below', async ({
  page,
  signedIn,
}) => {
  await signedIn('administrator')
  await page.goto('/sys/role?drawer=add:')
  const form = drawer(page, 'Add role')
  const tree = form.getByRole('tree')
  await expect(form.getByLabel('Role name')).toBeFocused()
  // Other tests may have added folders before it.
  await tree.getByRole('treeitem', { name: /^System:/ }).focus()
  await page.keyboard.press('1')
  await expect(tree.getByRole('treeitem', { name: 'Operation log: Read', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('3')
  await expect(tree.getByRole('treeitem', { name: 'Accounts: Read and write', exact: true })).toBeFocused()
  await page.keyboard.press('0')
  await expect(tree.getByRole('treeitem', { name: 'Accounts: None', exact: true })).toBeVisible()
})

test('when someone else saved first, both versions are shown side by side and no input is lost', async ({
  page,
  server,
  signedIn,
}) => {
  await signedIn('administrator')
  const administrator = await server.administrator()
  const { roleId } = await hire(server, { read: ['system.country'] })
  const { role } = await administrator.call(roleInfo, { roleId })
  await page.goto(`/sys/role?drawer=edit:${roleId}`)
  const form = drawer(page, /^Edit role/)
  await form.getByLabel('Note').fill('mine')
  await administrator.call(roleUpdate, { roleId, roleName: role.roleName, remark: 'theirs', readMenuIds: [20108] })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Someone else saved first')).toBeVisible()
  await expect(form.getByText('theirs', { exact: true })).toBeVisible()
  await checkAccessibility(page)
  await form.getByRole('button', { name: 'Continue with this' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, `Role ${role.roleName} edited`)).toBeVisible()
  expect((await administrator.call(roleInfo, { roleId })).role.remark).toBe('mine')
})

test('a name that is taken is reported under the field', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/role?drawer=add:')
  const form = drawer(page, 'Add role')
  await form.getByLabel('Role name').fill('analyst')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(errorText(10029))).toBeVisible()
  await expect(form.getByLabel('Role name')).toHaveValue('analyst')
})

test('a role in use cannot be deleted, and the message says so', async ({ page, server, signedIn }) => {
  await signedIn('administrator')
  const { roleId } = await hire(server, { read: ['system.country'] })
  const { role } = await (await server.administrator()).call(roleInfo, { roleId })
  await page.goto('/sys/role')
  await search(page, 'Role', role.roleName)
  await rowOf(page, role.roleName)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  const item = page.getByRole('menuitem', { name: 'Delete role' })
  await expect(item).toBeDisabled()
  await expect(page.getByText('Accounts have this role; assign them another one first.')).toBeVisible()
})

test('an unused role is deleted after a confirmation', async ({ page, server, signedIn }) => {
  await signedIn('administrator')
  const name = unique('Unused ')
  await (await server.administrator()).call(roleSave, { roleName: name })
  await page.goto('/sys/role')
  await search(page, 'Role', name)
  await act(page, rowOf(page, name), 'Delete role')
  const question = page.getByRole('dialog', { name: 'Delete role' })
  await expect(question).toContainText(name)
  await question.getByRole('button', { name: 'Delete role' }).click()
  await expect(rowOf(page, name)).toHaveCount(0)
  await expect(page.getByText('No matching rows')).toBeVisible()
})

test('a role with read-only rights sees the roles, and no action that writes', async ({ page, signedIn }) => {
  const person = await signedIn('reader')
  await page.goto('/sys/role')
  await listRead(page)
  await expect(rowOf(page, 'Analyst')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add role' })).toBeDisabled()
  await page.goto('/sys/role?drawer=edit:7')
  const form = drawer(page, /^Edit role/)
  await expect(form.getByText('Your role has read-only access here.')).toBeVisible()
  await expect(form.getByLabel('Role name')).toBeDisabled()
  await expect(form.getByRole('button', { name: 'Save' })).toHaveCount(0)
  expect(await person.client.send(roleUpdate, { roleId: 7, roleName: 'x' })).toMatchObject({ errorCode: 10026 })
  await checkAccessibility(page)
})

test('an expired session keeps a form’s input: it is restored after logging in again', async ({
  page,
  server,
  signedIn,
}) => {
  const person = await signedIn('administrator')
  const name = unique('Half typed ')
  await page.goto('/sys/role?drawer=add:')
  const form = drawer(page, 'Add role')
  await form.getByLabel('Role name').fill(name)
  await form.getByRole('button', { name: 'Countries: Read', exact: true }).click()
  await (await server.administrator()).call(staffSessionsEnd, { ids: [person.userId], reason: 'a test' })
  await form.getByRole('button', { name: 'Save' }).click()

  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('status').filter({ hasText: errorText(10007) })).toBeVisible()
  await page.getByLabel('Account').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/sys\/role\?drawer=add/)
  await expect(form.getByText('Your earlier input was restored.')).toBeVisible()
  await expect(form.getByLabel('Role name')).toHaveValue(name)
  await expect(form.getByRole('treeitem', { name: 'Countries: Read', exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, `Role ${name} added`)).toBeVisible()
  await expect(alert(page, /./)).toHaveCount(0)
  await expect(grid(page)).toBeVisible()
})

test('closing a changed form asks before it discards the changes', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/sys/role?drawer=add:')
  const form = drawer(page, 'Add role')
  await form.getByLabel('Role name').fill('something')
  await page.keyboard.press('Escape')
  await expect(form.getByText('Discard your changes?')).toBeVisible()
  await form.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Role name')).toHaveValue('something')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Add role' }).click()
  await expect(form.getByLabel('Role name')).toHaveValue('')
})
