// A guild requests its payable on a phone; one member of staff approves, another pays with proof. In Chinese.
import { readFileSync } from 'node:fs'
import { openDatabase } from '../../server/src/kit/database/database.ts'
import { accountInForce, weekApproved } from '../../server/src/rooms/guilds/payouts/guildPayouts.payable.fixture.ts'
import { checkAccessibility } from '../harness/accessibility.ts'
import { pictureFile } from '../harness/picture.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

type Language = 'en' | 'cn'
const textsOf = (language: Language, namespace: string) =>
  JSON.parse(readFileSync(new URL(`../../contract/texts/cn/${namespace}.json`, import.meta.url), 'utf8'))

/** The leader's guild has two approved weeks and an account. */
async function owed(server: Server, staffId: number): Promise<void> {
  const [found] = await server.query<{ union_id: number }>('select union_id from access.staff where id = $1', [staffId])
  const database = openDatabase(server.databaseUrl, { max: 2 })
  const of = { guildId: found!.union_id, at: new Date() }
  await accountInForce(database, of)
  await weekApproved(database, { ...of, cents: 20_000, weeksAgo: 2 })
  await weekApproved(database, { ...of, cents: 15_550, weeksAgo: 1 })
  await database.destroy()
}

test('a guild’s request is approved by one member of staff and paid by another (cn)', async ({
  page,
  server,
  signedIn,
}) => {
  const texts = textsOf('cn', 'guilds')
  const leader = await signedIn({ seeded: 'Guild leader' })
  await owed(server, leader.userId)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sociatyManage/withdrawalManage?lang=cn')
  await expect(page.getByText('$355.50')).toBeVisible()
  await page.getByRole('button', { name: texts.actions.payout.ask }).click()
  const form = page.getByRole('dialog', { name: texts.actions.payout.ask })
  await expect(form.getByLabel(texts.fields.amount)).toHaveValue('350 USD')
  await form.getByLabel(texts.fields.amount).fill('355')
  await form.getByRole('button', { name: texts.actions.payout.ask }).click()
  await expect(form.getByRole('alert').or(form.getByText(/10/)).first()).toBeVisible()
  await form.getByLabel(texts.fields.amount).fill('300')
  await checkAccessibility(page)
  await form.getByRole('button', { name: texts.actions.payout.ask }).click()
  await expect(status(page, '$300.00')).toBeVisible()
  await expect(page.getByRole('grid').getByText(texts.options.requestState['in review'])).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await checkAccessibility(page)

  await page.setViewportSize({ width: 1366, height: 768 })
  const act = async (state: string, action: string) => {
    await page.goto(`/sociatyManage/withdrawalManage?lang=cn&requestState=${state}`)
    await page.getByRole('row').filter({ hasText: '$300.00' }).first().locator('[data-row-menu]').click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await signedIn({ seeded: 'Finance checker' })
  await act('in+review', texts.actions.payout.agree)
  await page.getByRole('dialog').getByRole('button', { name: texts.actions.payout.agree }).click()
  await expect(status(page, '$300.00')).toBeVisible()

  await signedIn({ seeded: 'Finance maker' })
  await act('agreed', texts.actions.payout.pay)
  const pay = page.getByRole('dialog', { name: texts.actions.payout.pay })
  await pay.getByRole('button', { name: texts.actions.payout.pay }).click()
  await expect(pay.getByText(textsOf('cn', 'list').invalid.required).first()).toBeVisible()
  await pay.getByLabel(textsOf('cn', 'list').proof.reference).fill('FT 4711')
  await pay.locator('input[type=file]').setInputFiles([pictureFile('receipt.png', 600)])
  await expect(pay.locator('img')).toBeVisible()
  await checkAccessibility(page)
  await pay.getByRole('button', { name: texts.actions.payout.pay }).click()
  await expect(status(page, '$300.00')).toBeVisible()
  await page.goto('/sociatyManage/withdrawalManage?lang=cn&requestState=paid+out')
  await page.getByRole('row').filter({ hasText: '$300.00' }).first().getByText('$300.00').click()
  const shown = page.getByRole('dialog', { name: texts.payout.request })
  await expect(shown.getByText('FT 4711').first()).toBeVisible()
  await expect(shown.getByRole('link', { name: texts.fields.proof })).toBeVisible()
  await expect(shown.getByText('$55.50')).toBeVisible()
  await checkAccessibility(page)
})
