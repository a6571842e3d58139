import { appUser } from '../harness/appUsers.ts'
import { act, drawer, rowOf } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { expect, test } from '../harness/test.ts'

test('an official account is added with its senders, and keeps them when edited', async ({
  page,
  server,
  signedIn,
}) => {
  const [first, second] = [await signedIn('reader'), await signedIn('administrator')]
  const { id } = await appUser(server)
  const title = unique('Care ')
  await page.goto('/official/account')
  await page.getByRole('button', { name: 'Add official account' }).click()
  const adding = drawer(page, 'Add official account')
  await adding.getByLabel('User ID').fill(`${id}`)
  await adding.getByLabel('Title').fill(title)
  const choose = async (form: typeof adding, username: string) => {
    await form.getByRole('combobox', { name: /Authorised senders/ }).fill(username)
    await page.getByRole('option', { name: username }).click()
  }
  await choose(adding, first.username)
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(adding).toBeHidden()
  await expect(rowOf(page, title)).toContainText(first.username)

  await act(page, rowOf(page, title), 'Edit official account')
  const editing = drawer(page, `Edit official account: ${title}`)
  await expect(editing.getByText(first.username)).toBeVisible()
  await choose(editing, second.username)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toBeHidden()
  await expect(rowOf(page, title)).toContainText(first.username)
  await expect(rowOf(page, title)).toContainText(second.username)
})
