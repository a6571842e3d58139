// One guild from its application to an anchor's payslip: approval, invitations, earnings, draft, confirmation, approval by one member of
// staff and payment by another. Staff work in English, the leader on a phone and in Chinese.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openDatabase } from '../../server/src/kit/database.ts'
import { accountInForce } from '../../server/src/rooms/guilds/payouts/payable.fixture.ts'
import { checkAccessibility } from '../harness/accessibility.ts'
import type { App } from '../harness/app.ts'
import { appTest } from '../harness/appTest.ts'
import { appUser } from '../harness/appUsers.ts'
import { anchorToBe, logInAs, moveClock, registerGuild, settleWeek } from '../harness/guilds.ts'
import { act, rowOf, search } from '../harness/list.ts'
import { pictureFile } from '../harness/picture.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect } from '../harness/test.ts'

const test = appTest()
const cn = JSON.parse(readFileSync(new URL('../../web/src/i18n/locales/cn/guilds.json', import.meta.url), 'utf8'))
const [hour, day] = [3_600_000, 86_400_000]
const phone = { width: 390, height: 844 }
const desk = { width: 1366, height: 768 }

/** Nothing scrolls the page sideways, and touch targets in its main part are at least 44 px high. */
async function suitsPhone(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main a[href]')]
      .filter(
        (one) =>
          one.checkVisibility() && one.getBoundingClientRect().height < 43.5 && one.getBoundingClientRect().height > 1,
      )
      .map(
        (one) =>
          `${one.textContent || one.getAttribute('aria-label')}: ${Math.round(one.getBoundingClientRect().height)}`,
      ),
  )
  expect.soft(small, page.url()).toEqual([])
}

/** Two evenings of an anchor: an hour live each, with gifts of 80,000 paid tokens. */
async function earns(server: Server, app: App, anchor: number, from: Date) {
  const at = (hours: number) => new Date(from.getTime() + hours * hour)
  const { id: giver } = await appUser(server)
  const order = { orderId: `order ${giver}`, userId: giver }
  await app.tell(
    {
      type: 'recharge.created',
      at: from,
      data: { ...order, product: 't', tokens: 200_000, promoTokens: 0, usdCents: 200_000, gateway: 'stripe' } as never,
    },
    { type: 'recharge.paid', at: from, data: { ...order, gatewayReference: 'g', feeUsdCents: 0 } },
    ...[0, 24, 48].flatMap((evening) => {
      const liveId = `live ${anchor} ${evening}`
      return [
        { type: 'live.started', at: at(evening), data: { liveId, userId: anchor, title: '', rate: 0 } } as never,
        {
          type: 'gift.sent',
          at: at(evening + 0.5),
          data: { giftId: 1, senderId: giver, receiverId: anchor, count: 1, tokens: 60_000, liveId },
        } as never,
        { type: 'live.ended', at: at(evening + 1.1), data: { liveId, reason: 'anchor' } } as never,
      ]
    }),
  )
}

/** The Monday after this moment, 02:00. */
const mondayAfter = (now: Date) => {
  const midnight = new Date(now.toISOString().slice(0, 10)).getTime()
  return new Date(midnight + ((8 - now.getUTCDay()) % 7 || 7) * day + 2 * hour)
}

async function payoutAccount(server: Server, guild: string, at: Date) {
  const [found] = await server.query<{ id: number }>('select id from guilds.guild where name = $1', [guild])
  const database = openDatabase(server.databaseUrl, { max: 1 })
  await accountInForce(database, { guildId: found!.id, at })
  await database.destroy()
}

test('a guild’s first week, from the application to the payslip', async ({ page, server, app, signedIn }) => {
  test.setTimeout(120_000)
  const { guild, account } = await registerGuild(page, server)
  const [anchor, extra] = [await anchorToBe(server), await anchorToBe(server)]

  await signedIn({ seeded: 'Operations' })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /Guilds to review/ }).click()
  await search(page, 'Name, leader or ID', guild)
  await checkAccessibility(page, 'guilds to review')
  await act(page, rowOf(page, guild), 'Approve')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(status(page, /approved/)).toBeVisible()

  // The leader invites a pasted list: an outcome for each.
  await page.context().clearCookies()
  await logInAs(page, server, account)
  await page.setViewportSize(phone)
  await page.goto('/sociatyManage/memberList?lang=cn')
  await page.getByRole('button', { name: cn.actions.members.invite }).click()
  const invite = page.getByRole('dialog', { name: cn.actions.members.invite })
  await invite.getByLabel(cn.fields.memberIds).fill(`${anchor.id} ${extra.id} 77`)
  await invite.getByRole('button', { name: cn.actions.members.invite }).click()
  await expect(page.getByRole('dialog').getByText('77', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  const invited = () => app.heard.filter(({ type }) => type === 'guild.invited').map(({ data }) => data)
  await expect.poll(() => invited().length).toBe(2)
  const { guildId } = invited()[0] as { guildId: number }
  for (const { id } of [anchor, extra])
    await app.tell({ type: 'guild.inviteAnswered', data: { guildId, userId: id, accepted: true } })
  await page.goto('/sociatyManage/memberList?lang=en')
  await suitsPhone(page)
  await act(page, rowOf(page, extra.nickname), 'Expel')
  await page.getByRole('dialog').getByLabel('Reason').fill('Changed their mind')
  await page.getByRole('dialog').getByRole('button', { name: 'Expel' }).click()
  await expect(status(page, /leaves|expelled/i)).toBeVisible()

  // Move the clock by a week.
  const monday = mondayAfter(new Date())
  await payoutAccount(server, guild, new Date())
  await moveClock(server, new Date(monday.getTime() - 6 * hour))
  await earns(server, app, anchor.id, new Date(Math.max(Date.now() + 60_000, monday.getTime() - 4 * day)))
  const drafted = new Date(monday.getTime() + 5 * 60_000)
  await moveClock(server, drafted)
  await settleWeek(server, drafted)

  // The leader reads the draft and may dispute it, and confirms it.
  await page.goto('/sociatyManage/settleAccounts?lang=en')
  await suitsPhone(page)
  await page.getByRole('row').filter({ hasText: 'To be confirmed' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Lines' })).toBeVisible()
  const detail = new URL(page.url()).pathname
  await expect(page.locator('[data-step="commission"]')).toBeVisible()
  await suitsPhone(page)
  await checkAccessibility(page, 'the settlement on a phone')
  await page.getByRole('button', { name: 'Dispute' }).click()
  await expect(page.getByRole('dialog', { name: 'Dispute' }).getByLabel('Reason')).toBeVisible()
  await checkAccessibility(page, 'the dispute on a phone')
  await page.keyboard.press('Escape')
  await page.goto(`${detail}?lang=cn`)
  await page.getByRole('button', { name: cn.actions.settlement.confirm }).click()
  await page.getByRole('dialog').getByRole('button', { name: cn.actions.settlement.confirm }).click()
  await expect(page.getByText(cn.options.settlementState.confirmed).first()).toBeVisible()

  // One member of staff approves, another pays.
  await page.setViewportSize(desk)
  const payable = async () => {
    await search(page, 'Name, leader or ID', guild)
    return rowOf(page, guild)
  }
  await signedIn({ seeded: 'Finance checker' })
  await page.goto('/sociatyManage/settleAccounts?lang=en')
  await act(page, await payable(), 'Approve')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(status(page, /approved/)).toBeVisible()
  await expect.poll(() => app.heard.filter(({ type }) => type === 'settlement.published').length).toBeGreaterThan(0)
  const command = app.heard.find(({ type, data }) => type === 'settlement.published' && data['userId'] === anchor.id)
  expect(command?.data).toMatchObject({ guildId, method: 'guild pickup' })

  await signedIn({ seeded: 'Finance maker' })
  await page.goto('/sociatyManage/settleAccounts?lang=en')
  await act(page, await payable(), 'Pay')
  const pay = page.getByRole('dialog', { name: 'Pay' })
  await pay.getByLabel('Reference').fill('FT 4711')
  await pay.locator('input[type=file]').setInputFiles([pictureFile('receipt.png', 600)])
  await expect(pay.locator('img')).toBeVisible()
  await pay.getByRole('button', { name: 'Pay' }).click()
  await expect(pay).toBeHidden()

  // Above the limit, a second member of staff approves the payment.
  await signedIn({ seeded: 'Finance checker' })
  await page.goto('/sys/approval?lang=en')
  await act(page, rowOf(page, guild), 'Approve')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(rowOf(page, guild)).toContainText('Approved')

  // The anchor's payslip, on the phone, in both languages, and printed.
  await page.context().clearCookies()
  await logInAs(page, server, account)
  await page.setViewportSize(phone)
  await page.goto(`${detail}?lang=en`)
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Payslip' }).first().click()
  await expect(page.getByRole('heading', { name: new RegExp(`Payslip of .*${anchor.nickname}`) })).toBeVisible()
  await expect(page.getByText('72,000').first()).toBeVisible()
  await suitsPhone(page)
  await checkAccessibility(page, 'the payslip on a phone')
  const slip = new URL(page.url())
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Days' })).toBeVisible()
  await page.emulateMedia({ media: null })
  await page.goto(`${slip.pathname}${slip.search}&lang=cn`)
  await expect(page.getByRole('heading', { name: cn.settlement.days })).toBeVisible()
  await suitsPhone(page)
})
