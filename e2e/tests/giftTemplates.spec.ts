import { addGifts } from '../../server/test/gifts.ts'
import { checkAccessibility } from '../harness/accessibility.ts'
import { confirm, drawer, rowOf, search } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { storedPicture } from '../harness/picture.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { errorText } from '../harness/texts.ts'

/** Gifts that are sold now, with these names. */
async function someGifts(server: Server, names: readonly string[]): Promise<number[]> {
  const values = [names, await storedPicture(server, 'giftPicture'), new Date()]
  return (await server.query<{ id: number }>(addGifts, values)).map(({ id }) => id)
}

test('a template has an even number of gifts of the catalogue, from 6 to 10, in order', async ({
  page,
  server,
  signedIn,
}) => {
  const tag = unique('G')
  const gifts = Array.from({ length: 6 }, (_, n) => `${tag} ${n + 1}`)
  await someGifts(server, gifts)
  await signedIn('administrator')
  const name = unique('Gift ').slice(0, 20)
  await page.goto('/sys/giftTemplate')
  await page.getByRole('button', { name: 'Add template' }).click()
  const form = drawer(page, 'Add template')
  await form.getByLabel('Name').fill('a name that is far too long')
  const add = async (gift: string) => {
    await form.getByRole('combobox', { name: 'Add a gift' }).fill(gift)
    await page.getByRole('option', { name: gift }).click()
  }
  for (const gift of gifts.slice(0, 5)) await add(gift)
  await expect(form.getByText('Gifts: 5 of 6 to 10, an even number')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(errorText(70001))).toBeVisible()
  await expect(form.getByText(errorText(70004))).toBeVisible()
  await add(gifts[5]!)
  await form.getByRole('button', { name: `${gifts[5]}, position 6` }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(form.getByRole('button', { name: `${gifts[5]}, position 5` })).toBeFocused()
  // Escape puts back what was picked up, and the form stays open.
  await page.keyboard.press('Space')
  await expect(page.locator('li[data-dragged]')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('li[data-dragged]')).toHaveCount(0)
  await checkAccessibility(page)
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, `Gift template ${name} for live rooms added`)).toBeVisible()
  await search(page, 'Search', name)
  await expect(rowOf(page, name).locator('img')).toHaveCount(6)
  await checkAccessibility(page)
})

test('one template per scene is enabled: the second is refused until the first is disabled', async ({
  page,
  server,
  signedIn,
}) => {
  const person = await signedIn('administrator')
  const tag = unique('Scene')
  const { giftTemplateCalls } = await import('@greenroom/contract/systemRecords')
  const giftIds = await someGifts(
    server,
    Array.from({ length: 6 }, (_, n) => `${tag} ${n}`),
  )
  for (const name of [`${tag}a`, `${tag}b`])
    await person.client.call(giftTemplateCalls.save, { name, scene: 'chat', giftIds })

  await page.goto('/sys/giftTemplate')
  await search(page, 'Search', tag)
  await confirm(page, rowOf(page, `${tag}a`), 'Enable')
  await expect(rowOf(page, `${tag}a`)).toContainText('Enabled')
  await confirm(page, rowOf(page, `${tag}b`), 'Enable')
  await expect(page.getByText(errorText(90006))).toBeVisible()
  await page.getByRole('dialog', { name: 'Enable' }).getByRole('button', { name: 'Cancel' }).click()
  await confirm(page, rowOf(page, `${tag}a`), 'Disable')
  await expect(rowOf(page, `${tag}a`)).toContainText('Disabled')
  await confirm(page, rowOf(page, `${tag}b`), 'Enable')
  await expect(rowOf(page, `${tag}b`)).toContainText('Enabled')
  await confirm(page, rowOf(page, `${tag}b`), 'Disable')
})
