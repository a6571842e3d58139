// The Official room in both languages: reordering banners by keys and by dragging, and sending a message.
import { placementsOrdered } from '@greenroom/contract/sentences/official'
import { checkAccessibility } from '../harness/accessibility.ts'
import { sharedAppTest as test } from '../harness/appTest.ts'
import { unique } from '../harness/people.ts'
import { storedPicture } from '../harness/picture.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect } from '../harness/test.ts'
import { textsOf } from '../harness/texts.ts'

/** A banner that is shown now. */
async function aBanner(server: Server, name: string, sort: number) {
  await server.query(
    `insert into official.placement (kind, name, picture_id, position, sort, enabled, created_by, created_at, updated_by, updated_at)
     values ('banner', $1, $3::uuid, 'profile', $2::int, true, 'admin', now(), 'admin', now())`,
    [name, sort, await storedPicture(server, 'banner')],
  )
}

test('banners are reordered by keys and by dragging, and the phone shows the first (en)', async ({
  page,
  server,
  signedIn,
}) => {
  const t = textsOf('en', 'official')
  await server.query(`delete from official.placement`)
  const names = ['First', 'Second', 'Third'].map((name) => unique(`${name} banner `))
  for (const [index, name] of names.entries()) await aBanner(server, name, index + 1)
  const [first, second, third] = names as [string, string, string]
  await signedIn({ seeded: 'Operations' })
  await page.goto(`/official/banner?position=profile&lang=en`)
  await expect(page.getByRole('row').filter({ hasText: third })).toBeVisible()
  const preview = page.getByRole('complementary', { name: t('preview.title') })
  await preview.getByLabel(t('fields.position')).click()
  await page.getByRole('option', { name: t('options.position.profile') }).click()
  // The names follow, joined as the language does.
  const [clash] = t('preview.clash', { slots: 1, names: '|' }).split('|')
  await expect(preview.getByText(clash!)).toContainText(third)
  const phone = preview.getByRole('img', { name: t('preview.phone', { count: 1 }) })
  await expect(phone).toContainText(first)
  await preview.getByRole('button', { name: t('order.move', { name: third, place: 3 }) }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await preview.getByRole('button', { name: t('order.save') }).click()
  const sentence = placementsOrdered({ kind: 'banner', position: 'profile', count: 3 })
  await expect(status(page, sentence.en)).toBeVisible()
  await expect(preview.getByRole('button', { name: t('order.move', { name: third, place: 1 }) })).toBeVisible()
  await expect(phone).toContainText(third)
  await checkAccessibility(page)

  const items = preview.getByRole('region', { name: t('order.title') }).getByRole('listitem')
  await items
    .filter({ hasText: second })
    .locator('[data-grip]')
    .dragTo(items.filter({ hasText: third }), { steps: 5 })
  await expect(preview.getByRole('button', { name: t('order.move', { name: second, place: 1 }) })).toBeVisible()
  const save = preview.getByRole('button', { name: t('order.save') })
  // For 50 ms after a drop the library of dragging swallows the click that ends it, and so any other.
  await expect(async () => {
    if (await save.isVisible()) await save.click({ timeout: 1_000 })
    await expect(save).toBeHidden({ timeout: 3_000 })
  }).toPass()
  await expect(phone).toContainText(second)
})

test('a message goes from its audience to its curve (cn)', async ({ page, server, signedIn, app }) => {
  const t = textsOf('cn', 'official')
  const ids = [7_900_001, 7_900_002, 7_900_003]
  await server.query(
    `insert into users.app_user (id, nickname, sex, created_at)
     select id, 'Reader ' || id, 'woman', now() from unnest($1::bigint[]) id on conflict do nothing`,
    [ids],
  )
  await signedIn({ seeded: 'Operations' })
  await page.goto(`/official/message?lang=cn&drawer=add`)
  const form = page.getByRole('dialog')
  const name = unique('Spring ')
  await form.getByLabel(t('fields.name')).fill(name)
  await form.getByLabel(t('placement.textIn', { language: 'English' })).fill('Spring is here')
  await form.getByRole('combobox', { name: t('fields.userType') }).click()
  await page.getByRole('option', { name: t('options.userType.ids') }).click()
  await form.getByLabel(t('fields.ids')).fill([...ids, 5].join(', '))
  await form.getByText(t('options.sendType.now'), { exact: true }).click()
  await form.getByRole('button', { name: t('options.sendType.now') }).click()
  await expect(form.getByText(t('message.countFirst'))).toBeVisible()
  await form.getByRole('button', { name: t('message.count') }).click()
  await expect(form.getByText(t('message.size', { count: 4 }))).toBeVisible()
  await expect(form.getByText(t('message.unknown', { count: 1 }))).toBeVisible()
  await checkAccessibility(page)
  await form.getByRole('button', { name: t('message.sendTo', { count: 4 }) }).click()

  // The app accepts it, and reports deliveries and reads.
  const sent = () => app.received.find(({ type, data }) => type === 'message.send' && data['text'] === 'Spring is here')
  await expect.poll(() => sent()?.data['userIds'], { timeout: 20_000 }).toEqual(ids)
  const messageId = String(sent()!.data['messageId'])
  app.received.splice(app.received.indexOf(sent()!), 1)
  await app.send({ type: 'message.delivered', data: { messageId, userIds: ids.slice(0, 2) } })
  await app.send({ type: 'message.read', data: { messageId, userIds: ids.slice(0, 1) } })

  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText(t('options.messageState.sent'), { exact: true })).toBeVisible({ timeout: 20_000 })
  await row.locator('[data-row-menu]').click()
  await page.getByRole('menuitem', { name: t('actions.message.show') }).click()
  const shown = page.getByRole('dialog', { name })
  await expect(shown.getByText(t('message.progress', { sent: 3, percent: 100 }))).toBeVisible()
  await expect(shown.getByRole('heading', { name: t('message.curve') })).toBeVisible()
  await expect(shown.getByText(t('options.missReason.unknown')).first()).toBeVisible()
  await expect(shown).toContainText(/2\/3/)
  await checkAccessibility(page)
})
