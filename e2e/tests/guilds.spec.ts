// A guild's page for staff, and for its leader on a phone. guildWeek.app.spec follows a guild from its application on.
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { aGuild, leaderToBe } from '../harness/guilds.ts'
import { rowOf } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
test('staff change rate and parent of a sub-agency on its page, and reveal its contacts with a reason', async ({
  page,
  server,
  signedIn,
}) => {
  const parent = await aGuild(server)
  const sub = await aGuild(server, { parentId: parent.guildId })
  await signedIn('administrator')
  await page.goto(`/sociaty/SociatyManageDetail/${sub.guildId}/x/${sub.guildId}`)
  await expect(page.getByRole('heading', { name: sub.name })).toBeVisible()
  await page.getByRole('button', { name: 'Change rate' }).click()
  const rate = page.getByRole('dialog', { name: 'Change rate' })
  await rate.getByLabel('Agreed rate').fill('7.5')
  await rate.getByLabel('Reason').fill('agreed')
  await rate.getByRole('button', { name: 'Change rate' }).click()
  await expect(page.getByText(/7.5%/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Change parent' }).click()
  const move = page.getByRole('dialog', { name: 'Change parent' })
  await move.getByLabel('Reason').fill('requested')
  await move.getByRole('button', { name: 'Change parent' }).click()
  await expect(status(page, /moved to the platform/)).toBeVisible()
  await checkAccessibility(page)

  // Reveal the contacts, with a reason.
  await page.getByRole('button', { name: "Show the guild's e-mail address" }).click()
  const reveal = page.getByRole('dialog', { name: "Show the guild's e-mail address" })
  await reveal.getByLabel('Reason').fill('the bank asks')
  await reveal.getByRole('button', { name: "Show the guild's e-mail address" }).click()
  await expect(page.getByRole('button', { name: 'Copy the e-mail address' })).toBeVisible()

  // A payout account waits for a second member of staff.
  await page.getByRole('tab', { name: 'Money' }).click()
  await page.getByRole('button', { name: 'Payout account' }).click()
  const account = page.getByRole('dialog', { name: 'Payout account' })
  await account.getByRole('textbox', { name: 'Holder' }).fill('Lin Mei')
  await account.getByRole('button', { name: 'Request approval' }).click()
  await expect(account.getByText('Required').first()).toBeVisible()
  await account.getByRole('textbox', { name: 'Bank', exact: true }).fill('First Harbour Bank')
  await account.getByRole('textbox', { name: 'Account number or IBAN' }).fill('DE89370400440532013000')
  await checkAccessibility(page, 'the payout account')
  await account.getByRole('button', { name: 'Request approval' }).click()
  await expect(status(page, /pending approval/)).toBeVisible()
  await expect(page.getByText(/3000/).first()).toBeVisible()
  await expect(page.getByText('DE89370400440532013000')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the leader reads the family, adds a helper and registers a sub-agency', async ({ page, server, signedIn }) => {
    const leader = await signedIn({ seeded: 'Guild leader' })
    const [own] = await server.query<{ id: number; name: string }>(
      'select g.id, g.name from guilds.guild g join access.staff s on s.union_id = g.id where s.id = $1',
      [leader.userId],
    )
    const sub = await aGuild(server, { parentId: own!.id })
    const fits = () =>
      expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

    await page.goto('/sociatyManage/family')
    await expect(page.getByRole('heading', { name: 'Whole family' })).toBeVisible()
    await fits()
    await checkAccessibility(page, 'the family')
    await page.getByRole('link', { name: sub.name }).click()
    await expect(page.getByRole('heading', { name: sub.name })).toBeVisible()
    await expect(page.getByText('lin@example.com')).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'History' })).toHaveCount(0)
    await fits()

    await page.goto(`/sociaty/SociatyManageDetail/${own!.id}/x/${own!.id}?tab=helpers`)
    await field(page, 'Account name').fill(unique('helper'))
    await page.getByRole('button', { name: 'Add helper' }).click()
    await expect(page.locator('[data-password]')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reset password' })).toBeVisible()
    await fits()
    await checkAccessibility(page, 'helpers')

    const next = await leaderToBe(server)
    const name = unique('Small ')
    await page.goto('/GuildManagement/LevelTwoGuild')
    await fits()
    await checkAccessibility(page, 'sub-agencies')
    await page.getByRole('button', { name: 'Register sub-guild' }).click()
    const form = page.getByRole('dialog', { name: 'Register sub-guild' })
    await form.getByRole('textbox', { name: 'Guild', exact: true }).fill(name)
    await form.getByLabel("Leader's user ID").fill(next.id)
    await form.getByLabel('Real name').fill('Bo Li')
    await form.getByLabel('E-mail').fill('bo@example.com')
    await form.getByLabel('Country code').fill('86')
    await form.getByLabel('Phone').fill(next.phone)
    await form.getByLabel('Agreed rate').fill('4.5')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(status(page, /waiting for review/)).toBeVisible()
    await expect(rowOf(page, name)).toContainText('4.5')
  })
})
