import { checkAccessibility } from '../harness/accessibility.ts'
import { act, drawer, rowOf, search } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { pictureFile } from '../harness/picture.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { errorText } from '../harness/texts.ts'

const pictures = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => pictureFile(`gift ${from + at}.png`, 40, 20 * (from + at)))

test('a template takes an even number of 6 to 10 pictures, each checked before it is sent', async ({
  page,
  signedIn,
}) => {
  await signedIn('administrator')
  const name = unique('Gift ').slice(0, 20)
  await page.goto('/sys/giftTemplate')
  await page.getByRole('button', { name: 'Add template' }).click()
  const form = drawer(page, 'Add template')
  await form.getByLabel('Name').fill('a name that is far too long')
  const add = form.locator('input[type=file]')
  await add.setInputFiles([pictureFile('wide.png', 401)])
  await expect(page.getByText('wide.png is 401 × 401; the most is 400 × 400.')).toBeVisible()
  await add.setInputFiles([{ name: 'not.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }])
  await expect(page.getByText(/not\.png is not a PNG/)).toBeVisible()
  await add.setInputFiles(pictures(5))
  await expect(form.getByText('5 of 6 to 10, an even number')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(errorText(70001))).toBeVisible()
  await expect(form.getByText(errorText(70004))).toBeVisible()
  await checkAccessibility(page)
  await add.setInputFiles(pictures(1, 5))
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, `Gift template ${name} for live rooms added`)).toBeVisible()
  await search(page, 'Search', name)
  await expect(rowOf(page, name).locator('img').nth(5)).toBeVisible()
  await checkAccessibility(page)
})

test('one template per scene is enabled: the second is refused until the first is disabled', async ({
  page,
  server,
  signedIn,
}) => {
  const person = await signedIn('administrator')
  const tag = unique('Scene')
  const { giftTemplateSave } = await import('@greenroom/contract/system')
  const pictureIds: string[] = []
  for (const { buffer } of pictures(6)) {
    const body = new FormData()
    body.set('purpose', 'giftPicture')
    body.set('file', new Blob([new Uint8Array(buffer)], { type: 'image/png' }), 'gift.png')
    const answer = await fetch(`${server.url}/cms/sys/file/upload`, {
      method: 'POST',
      headers: { token: person.token },
      body,
    })
    pictureIds.push(((await answer.json()) as { result: { fileId: string } }).result.fileId)
  }
  for (const name of [`${tag}a`, `${tag}b`])
    await person.client.call(giftTemplateSave, { name, scene: 'chat', pictureIds })

  await page.goto('/sys/giftTemplate')
  await search(page, 'Search', tag)
  await enable(`${tag}a`)
  await expect(rowOf(page, `${tag}a`)).toContainText('Enabled')
  await enable(`${tag}b`)
  await expect(page.getByText(errorText(90006))).toBeVisible()
  await page.getByRole('dialog', { name: 'Enable' }).getByRole('button', { name: 'Cancel' }).click()
  await act(page, rowOf(page, `${tag}a`), 'Disable')
  await page.getByRole('dialog', { name: 'Disable' }).getByRole('button', { name: 'Disable' }).click()
  await expect(rowOf(page, `${tag}a`)).toContainText('Disabled')
  await enable(`${tag}b`)
  await expect(rowOf(page, `${tag}b`)).toContainText('Enabled')
  await act(page, rowOf(page, `${tag}b`), 'Disable')
  await page.getByRole('dialog', { name: 'Disable' }).getByRole('button', { name: 'Disable' }).click()

  async function enable(name: string) {
    await act(page, rowOf(page, name), 'Enable')
    await page.getByRole('dialog', { name: 'Enable' }).getByRole('button', { name: 'Enable' }).click()
  }
})
