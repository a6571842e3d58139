import { login } from '@greenroom/contract/access'
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { unique } from '../harness/people.ts'
import type { Server } from '../harness/server.ts'
import { expect, test } from '../harness/test.ts'
import { errorText } from '../harness/texts.ts'

let nextUser = 700_000 + (Date.now() % 100_000)

/** An app user with this phone. */
async function appUser(server: Server, sex: 'man' | 'woman' = 'woman') {
  const id = nextUser++
  const phone = `137${String(Date.now()).slice(-6)}${String(id).slice(-2)}`
  await server.query(
    `insert into users.app_user (id, nickname, sex, area_code, phone, created_at) values ($1, 'Lin', $2, '+86', $3, now())`,
    [id, sex, phone],
  )
  return { id: String(id), phone }
}

const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
const field = (page: Page, name: string) => page.getByRole('textbox', { name })

test('a guild is registered step by step, and its account waits for review', async ({ page, server }) => {
  const leader = await appUser(server)
  const [guild, account] = [unique('Star '), unique('leader')]
  await page.goto('/login')
  await page.getByRole('link', { name: 'Register your guild' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await next(page)
  await expect(page.getByText(errorText(30014))).toBeVisible()
  await field(page, 'Guild name').fill(guild)
  await checkAccessibility(page)
  await next(page)

  await field(page, "Leader's real name").fill('Lin Yue')
  await field(page, "Leader's user ID").fill('999999999')
  await field(page, 'E-mail').fill('lin@example.com')
  await field(page, 'Phone').fill(leader.phone)
  await expect(page.getByText(errorText(30005))).toBeVisible()
  await field(page, "Leader's user ID").fill(leader.id)
  await checkAccessibility(page)
  await next(page)

  await field(page, 'Account name').fill(account)
  await field(page, 'Password').first().fill('onlyletters')
  await field(page, 'Password again').fill('onlyletters')
  await next(page)
  await expect(page.getByText(errorText(12007))).toBeVisible()
  await field(page, 'Password').first().fill('Guild-2026')
  await field(page, 'Password again').fill('Guild-2026')
  await checkAccessibility(page)
  await next(page)

  await expect(page.getByText(`+86 ${leader.phone}`)).toBeVisible()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled()
  await expect.poll(() => server.sms(leader.phone).length).toBe(1)
  await field(page, 'SMS code').fill(server.sms(leader.phone)[0]?.code ?? '')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Submit application' }).click()
  await expect(page).toHaveURL(/\/success$/)
  await expect(page.getByText(`“${guild}” is registered and waiting for review.`)).toBeVisible()
  await checkAccessibility(page)

  const refused = await server.as().send(login, { username: account, password: 'Guild-2026' })
  expect(refused).toMatchObject({ errorCode: 30006 })
})

test('the input survives a reload, except for passwords', async ({ page }) => {
  const guild = unique('Moon ')
  await page.goto('/register')
  await field(page, 'Guild name').fill(guild)
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).join())).toContain('register')
  await page.reload()
  await expect(field(page, 'Guild name')).toHaveValue(guild)
})

test('a name that another guild has is reported while typing', async ({ page, server }) => {
  const leader = await appUser(server)
  const guild = unique('Taken ')
  await server.query(
    `insert into guilds.guild (name, leader_user_id, leader_name, leader_email, area_code, phone, state, registered_at)
     values ($1, $2, 'x', 'x@example.com', '+86', $3, 'normal', now())`,
    [guild, leader.id, leader.phone],
  )
  await page.goto('/register')
  await field(page, 'Guild name').fill(guild)
  await expect(page.getByText(errorText(30001))).toBeVisible()
})

test('registering in Chinese', async ({ page }) => {
  await page.goto('/register?lang=cn')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('公会')
  await page
    .getByRole('button', { name: '继续' })
    .or(page.getByRole('button', { name: '下一步' }))
    .click()
  await expect(page.getByText(errorText(30014, 'cn'))).toBeVisible()
})
