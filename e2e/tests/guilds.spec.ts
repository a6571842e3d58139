// A guild from the register form to its leader's phone, and what staff do on its page.
import { login } from '@greenroom/contract/access'
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { act, rowOf, search } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
const password = 'Guild-2026'

let people = 600_000 + (Date.now() % 100_000)

/** An app user of age, who may lead a guild. */
async function leaderToBe(server: Server) {
  const id = people++
  const phone = `136${String(Date.now()).slice(-6)}${String(id).slice(-2)}`
  await server.query(
    `insert into users.app_user (id, nickname, sex, area_code, phone, created_at, certified, birthday)
     values ($1, 'Lin', 'woman', '+86', $2, now(), true, '1990-01-01')`,
    [id, phone],
  )
  return { id: String(id), phone }
}

/** A guild of the database with its leader's account. */
async function aGuild(server: Server, wanted: { name?: string; parentId?: number; state?: string } = {}) {
  const leader = await leaderToBe(server)
  const name = wanted.name ?? unique('Guild ')
  const [guild] = await server.query<{ id: number }>(
    `insert into guilds.guild (name, parent_id, leader_user_id, leader_name, leader_email, area_code, phone, state,
                               registered_at, approved_at)
     values ($1, $2, $3, 'Lin Yue', 'lin@example.com', '86', $4, $5, now() - interval '6 days', now() - interval '6 days')
     returning id`,
    [name, wanted.parentId ?? null, leader.id, leader.phone, wanted.state ?? 'normal'],
  )
  return { guildId: guild!.id, name }
}

async function logIn(page: Page, server: Server, username: string): Promise<void> {
  const { token } = await server.as().call(login, { username, password })
  if (token === undefined) throw new Error('a second step is asked for')
  await page.context().addCookies([{ name: 'Admin-Token', value: token, url: server.url }])
}

async function register(page: Page, server: Server) {
  const leader = await leaderToBe(server)
  const [guild, account] = [unique('Star / 50%.'), unique('leader')]
  await page.goto('/register')
  await field(page, 'Guild name').fill(guild)
  await next(page)
  await field(page, "Leader's real name").fill('Lin Yue')
  await field(page, "Leader's user ID").fill(leader.id)
  await field(page, 'E-mail').fill('lin@example.com')
  await field(page, 'Phone').fill(leader.phone)
  await next(page)
  await field(page, 'Account name').fill(account)
  await field(page, 'Password').first().fill(password)
  await field(page, 'Password again').fill(password)
  await next(page)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect.poll(() => server.sms(leader.phone).length).toBe(1)
  await field(page, 'SMS code').fill(server.sms(leader.phone)[0]?.code ?? '')
  await page.getByRole('button', { name: 'Send the application' }).click()
  await expect(page).toHaveURL(/\/success$/)
  return { guild, account }
}

test('a guild registers, staff approve it, and its leader reads her page in both languages', async ({
  page,
  server,
  signedIn,
}) => {
  const { guild, account } = await register(page, server)
  await signedIn({ seeded: 'Operations' })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /Guilds to review/ }).click()
  await expect(page).toHaveURL(/guildState=under/)
  await search(page, 'Name, leader or id', guild)
  await expect(rowOf(page, guild)).toContainText('Under review')
  await checkAccessibility(page)
  await act(page, rowOf(page, guild), 'Approve')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(status(page, /approved/)).toBeVisible()

  await page.context().clearCookies()
  await logIn(page, server, account)
  await page.goto('/sociatyManage/family')
  await page.getByRole('link', { name: guild }).click()
  await expect(page.getByRole('heading', { name: guild })).toBeVisible()
  await expect(page.getByText(/dissolves in 15 days/)).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('cell', { name: 'Approved' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('cell', { name: 'Approved' })).toBeVisible()
  await page.goto(`${page.url()}&lang=cn`)
  await expect(page.getByRole('tab', { name: '历史记录' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '审核通过' })).toBeVisible()
})

test('staff change rate and parent of a sub-agency on its page', async ({ page, server, signedIn }) => {
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
  await expect(page.getByText(/7.5 %/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Change parent' }).click()
  const move = page.getByRole('dialog', { name: 'Change parent' })
  await move.getByLabel('Reason').fill('asked for')
  await move.getByRole('button', { name: 'Change parent' }).click()
  await expect(status(page, /handed to the platform/)).toBeVisible()
  await checkAccessibility(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the leader reads her family, makes a helper and registers a sub-agency', async ({ page, server, signedIn }) => {
    const leader = await signedIn({ seeded: 'Guild leader' })
    const [own] = await server.query<{ id: number; name: string }>(
      'select g.id, g.name from guilds.guild g join access.staff s on s.union_id = g.id where s.id = $1',
      [leader.userId],
    )
    const sub = await aGuild(server, { parentId: own!.id })
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

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
    await page.getByRole('button', { name: 'Register sub-agency' }).click()
    const form = page.getByRole('dialog', { name: 'Register sub-agency' })
    await form.getByRole('textbox', { name: 'Guild', exact: true }).fill(name)
    await form.getByLabel("Leader's user ID").fill(next.id)
    await form.getByLabel('Real name').fill('Bo Li')
    await form.getByLabel('E-mail').fill('bo@example.com')
    await form.getByLabel('Country code').fill('86')
    await form.getByLabel('Phone').fill(next.phone)
    await form.getByLabel('Agreed rate').fill('4.5')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(status(page, /waits for review/)).toBeVisible()
    await expect(rowOf(page, name)).toContainText('4.5')
  })
})
