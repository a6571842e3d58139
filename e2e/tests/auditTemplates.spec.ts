import { checkAccessibility } from '../harness/accessibility.ts'
import { act, choose, confirm, drawer, makeCurrent, rowOf, rows, search } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { errorText } from '../harness/texts.ts'

test('a template is written in nine languages, English and Chinese side by side, as the user will read it', async ({
  page,
  server,
  signedIn,
}) => {
  await signedIn('administrator')
  const title = unique('Reason ')
  await page.goto('/audit/template')
  await page.getByRole('button', { name: 'Add template' }).click()
  const form = drawer(page, 'Add template')
  const english = form.getByRole('group', { name: 'English' })
  const chinese = form.getByRole('group', { name: '简体中文' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(english.getByText('Required', { exact: true })).toHaveCount(2)
  await english.getByLabel('Title').fill(title)
  await english.getByLabel('Text').fill('Please choose\nanother.')
  await chinese.getByLabel('Title').fill(`理由${title}`)
  await chinese.getByLabel('Text').fill('请更换。')
  await expect(chinese.getByRole('figure', { name: "User's view" })).toContainText('请更换。')
  await form.getByText('Other languages: 0 of 7 written.').click()
  const arabic = form.getByRole('group', { name: 'العربية' })
  await arabic.getByLabel('Text').fill('يُرجى اختيار غيره.')
  await expect(arabic.getByLabel('Text')).toHaveCSS('direction', 'rtl')
  await expect(form.getByText('Other languages: 1 of 7 written.')).toBeVisible()
  await form.getByLabel('Sort').fill('1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Required', { exact: true })).toHaveCount(1)
  await form.getByRole('checkbox', { name: 'Photos' }).check()
  await form.getByRole('checkbox', { name: 'Avatars' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  // The first position is taken by a built-in template.
  await expect(form.getByText(errorText(90002))).toBeVisible()
  await checkAccessibility(page)
  const [{ sort }] = (await server.query('select max(sort) + 1 as sort from audits.template')) as [{ sort: number }]
  await form.getByLabel('Sort').fill(String(sort))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, `Reason template ${title} added`)).toBeVisible()
  const [stored] = await server.query("select texts from audits.template where titles ->> 'en' = $1", [title])
  expect(stored).toEqual({ texts: { en: 'Please choose\nanother.', cn: '请更换。', ar: 'يُرجى اختيار غيره.' } })

  await search(page, 'Title or text', title)
  await expect(rowOf(page, title)).toContainText('Photos, Avatars')
  await expect(rowOf(page, title)).toContainText('Enabled')
  await confirm(page, rowOf(page, title), 'Disable')
  await expect(rowOf(page, title)).toContainText('Disabled')
  await act(page, rowOf(page, title), 'Enable')
  await expect(status(page, `Reason template ${title} enabled`)).toBeVisible()
})

test('a duplicate title is refused under its field', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/audit/template')
  await act(page, rowOf(page, 'Minor'), 'Edit')
  const form = drawer(page, 'Edit: Minor')
  await form.getByRole('group', { name: 'English' }).getByLabel('Title').fill('unclear PICTURE')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(
    form
      .getByRole('group', { name: 'English' })
      .getByText('Another template has this title, or one that looks like it.'),
  ).toBeVisible()
})

test('a read-only account sees the texts, and why they can’t be changed', async ({ page, signedIn }) => {
  await signedIn('reader')
  await page.goto('/audit/template')
  await choose(page, 'Queue', 'Bulk greetings')
  await expect(rows(page)).not.toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add template' })).toHaveAttribute('aria-disabled', 'true')
  await rowOf(page, 'Against the rules').getByRole('gridcell').nth(2).click()
  await expect(page.getByText('No matching rows')).toHaveCount(0)
})

test('the templates in Chinese', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/audit/template?lang=cn')
  const row = page.getByRole('row').filter({ hasText: '图片不清晰' })
  await expect(row).toContainText('已启用')
  await makeCurrent(row)
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: /编辑.*图片不清晰/ })
  await expect(form.getByRole('figure', { name: '用户看到的效果' }).last()).toContainText('请上传清晰的图片')
})
