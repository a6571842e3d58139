import { captchaNew, login, userInfo } from '@greenroom/contract/access'
import { generateSync } from 'otplib'
import { checkAccessibility } from '../harness/accessibility.ts'
import { hire, unique } from '../harness/people.ts'
import { alert, expectHome, logInWith, typeCode } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { errorText } from '../harness/texts.ts'

test('logging in leads to the requested page, ignoring spaces around the name', async ({ page, server }) => {
  const person = await hire(server, 'administrator')
  await page.goto('/sys/role?page=2')
  await expect(page).toHaveURL(/\/login$/)
  await logInWith(page, `  ${person.username} `, person.password)
  await expect(page).toHaveURL(/\/sys\/role\?page=2$/)
})

test('the session is kept in a cookie for 365 days, and /login redirects home meanwhile', async ({ page, server }) => {
  const person = await hire(server, 'reader')
  await page.goto('/login')
  await logInWith(page, person.username, person.password)
  await expectHome(page, person.username)
  const token = (await page.context().cookies()).find(({ name }) => name === 'Admin-Token')
  expect(token?.sameSite).toBe('Lax')
  expect((token?.expires ?? 0) / 86_400 - Date.now() / 86_400_000).toBeCloseTo(365, 1)
  await page.goto('/login')
  await expectHome(page, person.username)
})

test('a wrong password and an unknown name get the same message, and the input stays', async ({ page, server }) => {
  const person = await hire(server, 'reader')
  await page.goto('/login')
  for (const name of [person.username, unique('nobody')]) {
    await logInWith(page, name, 'Wr0ng-password')
    await expect(alert(page, errorText(12005))).toBeVisible()
    await expect(page.getByLabel('Account')).toHaveValue(name)
  }
  await checkAccessibility(page, 'the log-in page', 'shell')
})

test('empty fields are named before anything is sent', async ({ page }) => {
  await page.goto('/login')
  await logInWith(page, '', '')
  await expect(page.getByText('Enter your account name')).toBeVisible()
  await logInWith(page, 'someone', 'four')
  await expect(page.getByText('Use at least 5 characters')).toBeVisible()
})

test('after ten failures the account is frozen, even for the right password', async ({ page, server }) => {
  const person = await hire(server, 'reader')
  for (let tries = 0; tries < 10; tries++) {
    const { captchaId } = await server.as().call(captchaNew, {})
    const [row] = await server.query<{ text: string }>('select text from access.captcha where id = $1', [captchaId])
    const captcha = row?.text ?? ''
    await server.as().send(login, { username: person.username, password: 'Wr0ng-password', captcha, captchaId })
  }
  await page.goto('/login')
  await logInWith(page, person.username, person.password)
  await expect(alert(page, errorText(10005))).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test('after three failures the log-in requires a captcha, which works by keyboard alone', async ({ page, server }) => {
  const person = await hire(server, 'reader')
  for (let tries = 0; tries < 3; tries++)
    await server.as().send(login, { username: person.username, password: 'Wr0ng-password' })
  await page.goto('/login')
  await logInWith(page, person.username, person.password)
  const field = page.getByLabel('Characters in the picture')
  await expect(field).toBeFocused()
  await checkAccessibility(page)
  const shown = async () => {
    const [row] = await server.query<{ text: string }>(
      'select text from access.captcha order by expires_at desc limit 1',
    )
    return row?.text ?? ''
  }
  // Until the new picture is there, nothing changes: a later change would take the focus from a user who has gone on.
  const { promise: picture, resolve: send } = Promise.withResolvers<void>()
  await page.route(`**${captchaNew.path}*`, async (route) => {
    await picture
    await route.continue()
  })
  const isAsked = page.waitForRequest(`**${captchaNew.path}*`)
  await field.fill('zzzzz')
  await page.keyboard.press('Enter')
  await isAsked
  await expect(field).toHaveValue('zzzzz')
  send()
  await expect(page.getByText("That doesn't match the picture. Try the new one.")).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')

  const before = await shown()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'New picture' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(shown).not.toBe(before)
  await expect(field).toBeFocused()
  await field.pressSequentially((await shown()).toLowerCase())
  await page.keyboard.press('Enter')
  await expectHome(page, person.username)
})

test('a forgotten password is reset with a code to the phone, and every session ends', async ({ page, server }) => {
  const phone = `137${Date.now().toString().slice(-8)}`
  const person = await hire(server, 'reader', { phone })
  const session = await server.as().login(person.username, person.password)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/verify\?for=reset$/)
  await expect(page.getByRole('heading', { name: 'Set your password', level: 1 })).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('Account').fill(person.username)
  await page.getByLabel('Phone').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('If the account has this phone, a code is on its way.')).toBeVisible()
  await expect.poll(() => server.sms(phone).length).toBe(1)
  await page.getByLabel('Verification code').fill(server.sms(phone)[0]?.code ?? '')
  await page.getByLabel('New password', { exact: true }).fill('Brand-new1')
  await page.getByLabel('New password again').fill('Brand-new1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Your password is set. Log in with the new one.')).toBeVisible()
  expect(await session.send(userInfo, {})).toMatchObject({ errorCode: 10007 })
  await logInWith(page, person.username, 'Brand-new1')
  await expectHome(page, person.username)
})

test('an SMS code is the second step if the role requires one', async ({ page, server }) => {
  const phone = `138${Date.now().toString().slice(-8)}`
  const person = await hire(server, { read: ['system.log'], secondFactor: 'sms' }, { phone })
  await page.goto('/login')
  await logInWith(page, person.username, person.password)
  await expect(page).toHaveURL(/\/verify$/)
  await expect(page.getByText(`+86 138****${phone.slice(-4)}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled()
  await checkAccessibility(page)

  await expect.poll(() => server.sms(phone).length).toBe(1)
  const code = server.sms(phone)[0]?.code ?? ''
  await typeCode(page, code === '000000' ? '111111' : '000000')
  await expect(alert(page, errorText(12002))).toBeVisible()
  await typeCode(page, code)
  await expectHome(page, person.username)
})

test('an authenticator is set up at the first log-in and required at the next', async ({ page, server, browser }) => {
  const person = await hire(server, { read: ['system.log'], secondFactor: 'google' })
  await page.goto('/login')
  await logInWith(page, person.username, person.password)
  await expect(page).toHaveURL(/\/googleCode$/)
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await checkAccessibility(page)
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  const inSeconds = Math.floor(Date.now() / 1000)
  await typeCode(page, generateSync({ secret, epoch: inSeconds }))
  await expectHome(page, person.username)

  const again = await (await browser.newContext()).newPage()
  await again.goto(`${server.url}/login`)
  await logInWith(again, person.username, person.password)
  await expect(alert(again, errorText(290010))).toBeVisible()
  await expect(again.getByRole('heading', { name: 'Verification code' })).toBeVisible()
  // A code works once, so use the next one; half a minute of clock drift is allowed.
  await typeCode(again, generateSync({ secret, epoch: inSeconds + 30 }))
  await expectHome(again, person.username)
  await again.context().close()
})

test('a reload between the two steps starts again, since the password is stored nowhere', async ({ page, server }) => {
  const person = await hire(server, { read: ['system.log'], secondFactor: 'google' })
  await page.goto('/login')
  await logInWith(page, person.username, person.password)
  await expect(page).toHaveURL(/\/googleCode$/)
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
})
