// The Promotion room: a landing page from its template to a click counted for its channel, in Chinese; a registration benefit, in
// Chinese; a promoter's month from freezing to a payout batch.
import { channelSave, promoterAccountSave, promoterSave } from '@greenroom/contract/channels'
import { landingPublished } from '@greenroom/contract/sentences/promotion'
import type { Locator } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { sharedAppTest as test } from '../harness/appTest.ts'
import { act, rowOf } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { status } from '../harness/shell.ts'
import { expect } from '../harness/test.ts'
import { textsOf } from '../harness/texts.ts'

const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

const saveLabel = { en: textsOf('en', 'common')('save'), cn: textsOf('cn', 'common')('save') }

test('a landing page goes from its template to a click counted for its channel (cn)', async ({
  page,
  server,
  signedIn,
}) => {
  const t = textsOf('cn', 'promotion')
  // The tagline's name ends with it in Chinese.
  const titleOf = (form: Locator) => form.getByRole('textbox', { name: new RegExp(`^${t('fields.title')}`) })
  const admin = await server.administrator()
  const [number, key] = [unique('chan'), unique('page')]
  await admin.call(channelSave, {
    number,
    name: 'Spring channel',
    type: 'social',
    model: 'CPA',
    priceCents: 80,
    coefficient: '1.00',
  })
  await signedIn({ seeded: 'Operations' })
  await page.goto('/promotion/landing?lang=cn&drawer=add')
  const form = page.getByRole('dialog')
  await form.getByLabel(t('fields.name')).fill('Spring page')
  await form.getByLabel(t('fields.key')).fill(key)
  await form.getByRole('combobox', { name: t('fields.channelId') }).click()
  await page.getByRole('option', { name: number }).click()
  await titleOf(form).fill('Meet somebody new')
  await form.getByLabel(t('fields.points')).fill('Free to join\nVerified hosts')
  await form.getByLabel(t('fields.google')).fill('https://play.google.com/store/apps/details?id=live.app')
  const preview = form.frameLocator('iframe')
  await expect(preview.getByRole('heading', { name: 'Meet somebody new' })).toBeVisible()
  await form.getByText(t('landing.sizes.desk'), { exact: true }).click()
  await expect(preview.getByRole('heading', { name: 'Meet somebody new' })).toBeVisible()
  await checkAccessibility(page)
  await form.getByRole('button', { name: saveLabel.cn }).click()
  await expect(status(page, t('landing.one'))).toBeVisible()

  // Edited from the list, whose rows lack the content.
  await page.goto('/promotion/landing')
  const row = page.getByRole('row').filter({ hasText: key })
  const act = async (action: 'edit' | 'publish') => {
    await row.locator('[data-row-menu]').click()
    // Items that can't be chosen say why, in which the word may occur.
    await page.getByRole('menuitem', { name: new RegExp(`^${t(`actions.landing.${action}`)}`) }).click()
  }
  await act('edit')
  const edit = page.getByRole('dialog')
  const title = titleOf(edit)
  await expect(title).toHaveValue('Meet somebody new')
  await title.fill('Meet somebody tonight')
  await edit.getByRole('button', { name: saveLabel.cn }).click()
  await expect(status(page, t('landing.one'))).toBeVisible()
  await act('publish')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('actions.landing.publish') })
    .click()
  const sentence = landingPublished({ name: 'Spring page', a: 1, b: null, shareB: 0 })
  await expect(status(page, sentence.cn)).toBeVisible()

  const headers = { 'user-agent': phone, 'accept-language': 'ar-EG' }
  await expect(async () => {
    const shown = await page.request.get(`${server.url}/l/${key}`, { headers })
    expect(await shown.text()).toContain('Meet somebody tonight')
  }).toPass()
  const clicked = await page.request.get(`${server.url}/l/${key}/a/google`, { headers, maxRedirects: 0 })
  expect(new URL(clicked.headers()['location']!).searchParams.get('referrer')).toContain(`utm_source=${number}`)
  await expect(async () => {
    await page.goto(`/promotion/channelDay?number=${number}`)
    const totals = page.getByLabel(t('totals'))
    const counted = new RegExp(`${t('columns.visits')}\\s*1\\s*${t('columns.clicks')}\\s*1`)
    await expect(totals).toContainText(counted, { timeout: 1_000 })
  }).toPass()
  await checkAccessibility(page)
})

test('a benefit is approved by another account and granted at a registration (cn)', async ({
  page,
  server,
  signedIn,
  app,
}) => {
  await server.query(`update promotion.benefit set state = 'stopped'`)
  await signedIn({ seeded: 'Operations' })
  await page.goto('/promotion/benefit?lang=cn&drawer=add')
  const form = page.getByRole('dialog')
  const name = unique('迎新')
  await form.getByLabel('名称').fill(name)
  await form.getByLabel('代币', { exact: true }).fill('200')
  await form.getByLabel('免费通话分钟').fill('5')
  await form.getByLabel('预算（代币）').fill('7000')
  await expect(form.getByText('可供 10 位用户领取。')).toBeVisible()
  await checkAccessibility(page)
  await form.getByLabel('原因').fill('春季活动')
  await form.getByRole('button', { name: '提交审批' }).click()
  const row = () => page.getByRole('row').filter({ hasText: name })
  await expect(row()).toContainText('待审批')

  await signedIn({ seeded: 'Finance checker' })
  await page.goto('/sys/approval?tab=all&lang=cn')
  await row().locator('[data-row-menu]').click()
  await page.getByRole('menuitem', { name: '通过' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '通过' }).click()
  await expect(row()).toContainText('已通过')

  const userId = 7_300_001
  await app.send({
    type: 'user.registered',
    data: {
      userId,
      nickname: 'Newcomer',
      sex: 'man',
      country: 'BR',
      language: 'pt',
      platform: 'android',
      deviceId: unique('device-'),
    },
  })
  await signedIn('administrator')
  await page.goto(`/user/detail/${userId}?lang=cn`)
  await expect(page.getByText(`${name} · 200 代币 · 5 分钟免费通话`)).toBeVisible()
  await expect
    .poll(() => app.received.filter(({ type }) => type === 'benefit.granted').map(({ data }) => data['userId']))
    .toContain(userId)
  await page.getByRole('link', { name }).click()
  const shown = page.getByRole('dialog', { name })
  await expect(shown.getByText('Newcomer')).toBeVisible()
  await expect(shown.getByText('700 / 7,000')).toBeVisible()
  await checkAccessibility(page)
})

test('a promoter’s month is frozen by one account, approved by another, and put into a payout batch', async ({
  page,
  server,
  signedIn,
}) => {
  const admin = await server.administrator()
  const name = unique('Promoter ')
  const { id: promoterId } = await admin.call(promoterSave, { name })
  const { id } = await admin.call(channelSave, {
    number: unique('flat'),
    name: 'Posters',
    promoterId,
    type: 'offline',
    model: 'fixed',
    priceCents: 4_000,
    coefficient: '1.00',
  })
  // Since the last day of the month before.
  await server.query(
    `update promotion.term set from_day = date_trunc('month', now())::date - 1 where channel_id = $1`,
    [id],
  )
  // A real account, since a batch opens it; its approval and its 24 hours are taken as past.
  const { accountId } = await admin.call(promoterAccountSave, {
    id: promoterId,
    account: { kind: 'bank', holder: 'Noura Haddad', bankName: 'First Bank', accountNumber: '6222021234564321' },
  })
  await server.query(`update promotion.payout_account set state = 'effective', effective_at = now() where id = $1`, [
    accountId,
  ])
  const screen = `/promotion/settle?promoterId=${promoterId}&ended=true`
  const line = () => rowOf(page, name)
  await signedIn({ seeded: 'Operations' })
  await expect(async () => {
    await page.goto(screen)
    await expect(line()).toContainText('$40.00', { timeout: 1_000 })
  }).toPass()
  await checkAccessibility(page)
  await act(page, line(), 'Freeze')
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click()
  await expect(status(page, 'frozen')).toBeVisible()
  await expect(line()).toContainText('Frozen')

  await signedIn({ seeded: 'Finance maker' })
  await page.goto(screen)
  await act(page, line(), 'Approve')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(line()).toContainText('To be paid')
  await page.goto('/finance/promotion')
  await expect(rowOf(page, name)).toContainText('$40.00')
  await page.goto(`/finance/payout?tab=ready&source=promoter&payee=${encodeURIComponent(name)}`)
  await act(page, line(), 'Create batch')
  await page.getByRole('dialog').getByRole('button', { name: 'Create batch' }).click()
  await expect(status(page, '$40.00')).toBeVisible()
  await page.goto(screen)
  await line().getByText(name).click()
  const statement = page.getByRole('dialog')
  await expect(statement.getByText('Payout batch')).toBeVisible()
  await expect(statement.getByText('Bank account …4321')).toBeVisible()
  await checkAccessibility(page)
})
