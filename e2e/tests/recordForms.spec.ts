// The behaviour of every declared record's form, tested with reason templates.
import { auditTemplateCalls } from '@greenroom/contract/auditTemplates'
import { checkAccessibility } from '../harness/accessibility.ts'
import { act, drawer, listRead, rowOf } from '../harness/list.ts'
import { alert, status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

test('the second of two savers sees both texts and chooses', async ({ page, server, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/audit/template')
  await act(page, rowOf(page, 'Violence or blood'), 'Edit')
  const form = drawer(page, 'Edit: Violence or blood')
  await form.getByRole('group', { name: 'English' }).getByLabel('Text').fill('Mine.')
  const administrator = await server.administrator()
  const { records } = await administrator.call(auditTemplateCalls.list, { text: 'Violence' })
  const { templateId, version, kinds, titleEn, titleCn, textCn, sort } = records[0]!
  await administrator.call(auditTemplateCalls.update, {
    templateId,
    version,
    kinds,
    titleEn,
    titleCn,
    textCn,
    sort,
    textEn: 'Theirs.',
  })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(alert(page, 'Saved by admin while you were editing.')).toBeVisible()
  await expect(form.getByText('Theirs.', { exact: true })).toBeVisible()
  await checkAccessibility(page)
  await form.getByRole('button', { name: 'Continue with this' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, 'Reason template Violence or blood edited')).toBeVisible()
  await expect(rowOf(page, 'Violence or blood')).toContainText(/Mine\.|Theirs\./)
})

test('closing the form returns the focus to what opened it', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/audit/template')
  await listRead(page)
  const add = page.getByRole('button', { name: 'Add template' })
  const form = drawer(page, 'Add template')
  // The second time, its code is already loaded, and it takes the focus at once.
  for (let turn = 0; turn < 2; turn++) {
    await add.press('Enter')
    await expect(form.getByLabel('Title').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(add).toBeFocused()
  }
})
