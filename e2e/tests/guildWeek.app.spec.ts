// One guild from its application to an anchor's payslip: approval, invitations, earnings, draft, confirmation, approval by one member of staff
// and payment by another. The leader works on a phone; each part is in another language, so that five see their share of it in one run.
import type { Page } from '@playwright/test'
import { openDatabase } from '../../server/src/kit/database/database.ts'
import { accountInForce } from '../../server/src/rooms/guilds/payouts/guildPayouts.payable.fixture.ts'
import { checkAccessibility } from '../harness/accessibility.ts'
import type { App } from '../harness/app.ts'
import { appTest } from '../harness/appTest.ts'
import { appUser } from '../harness/appUsers.ts'
import { anchorToBe, logInAs, moveClock, registerGuild, settleWeek } from '../harness/guilds.ts'
import { act, listRead, rowOf, search } from '../harness/list.ts'
import { pictureFile } from '../harness/picture.ts'
import type { Server } from '../harness/server.ts'
import { expect } from '../harness/test.ts'
import { numberIn, type Spoken, textsOf } from '../harness/texts.ts'

const test = appTest()
const [hour, day] = [3_600_000, 86_400_000]
const phone = { width: 390, height: 844 }
const desk = { width: 1366, height: 768 }

/** Nothing scrolls the page sideways, and touch targets in its main part are at least 44 px high. */
async function suitsPhone(page: Page) {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
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
  await app.send(
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

/** The next such day of the week (0 is Sunday) after the day of `now`, at that hour. */
const nextDay = (now: Date, weekday: number, hours: number) => {
  const midnight = new Date(now.toISOString().slice(0, 10)).getTime()
  return new Date(midnight + ((weekday + 7 - now.getUTCDay()) % 7 || 7) * day + hours * hour)
}

async function platformNow(server: Server): Promise<Date> {
  const [clock] = await server.query<{ now: Date }>('select platform_at + (now() - wall_at) as now from kit.clock')
  return new Date(Math.max(Date.now(), new Date(clock?.now ?? 0).getTime()))
}

async function payoutAccount(server: Server, guild: string, at: Date) {
  const [found] = await server.query<{ id: number }>('select id from guilds.guild where name = $1', [guild])
  const database = openDatabase(server.databaseUrl, { max: 1 })
  await accountInForce(database, { guildId: found!.id, at })
  await database.destroy()
}

test('a guild’s first week, from the application to the payslip, each part in another language', async ({
  page,
  server,
  app,
  signedIn,
}) => {
  /** Texts and addresses of one language: a part of the week is in it from beginning to end. */
  const speaking = (language: Spoken) => ({
    words: textsOf(language, 'guilds'),
    reasonField: textsOf(language, 'list')('form.reason'),
    open: (path: string) => page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`),
  })
  const confirmIn = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
  // A Tuesday, so that the week has room for three evenings whatever today is.
  await moveClock(server, nextDay(await platformNow(server), 2, 10))
  const { guild, account } = await registerGuild(page, server, 'ms')
  const [anchor, extra] = [await anchorToBe(server), await anchorToBe(server)]
  const asLeader = async () => {
    await page.context().clearCookies()
    await logInAs(page, server, account)
    await page.setViewportSize(phone)
  }

  // Staff approve, in English.
  const english = speaking('en')
  await signedIn({ seeded: 'Operations' })
  await english.open('/dashboard')
  await page.getByRole('link', { name: new RegExp(textsOf('en', 'home')('todo.guildReviews')) }).click()
  await search(page, english.words('filters.q'), guild)
  await checkAccessibility(page, 'guilds to review')
  await act(page, rowOf(page, guild), english.words('actions.guild.agree'))
  await confirmIn(english.words('actions.guild.agree'))
  // It leaves the list of those under review.
  await expect(rowOf(page, guild)).toHaveCount(0)

  // The leader invites a pasted list, in Arabic: an outcome for each.
  const arabic = speaking('ar')
  await asLeader()
  await arabic.open('/sociatyManage/memberList')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('button', { name: arabic.words('actions.members.invite') }).click()
  const invite = page.getByRole('dialog', { name: arabic.words('actions.members.invite') })
  // As an Arabic keyboard writes them.
  const arabicDigits = (id: number) => String(id).replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
  await invite
    .getByLabel(arabic.words('fields.memberIds'))
    .fill(`${arabicDigits(anchor.id)} ${arabicDigits(extra.id)} ٧٧`)
  await invite.getByRole('button', { name: arabic.words('actions.members.invite') }).click()
  await expect(page.getByRole('dialog').getByText('77', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  const invited = () =>
    app.received.flatMap(({ type, data }) =>
      type === 'guild.invited' && [anchor.id, extra.id].includes(Number(data['userId'])) ? data : [],
    )
  await expect.poll(() => invited().length).toBe(2)
  const { guildId } = invited()[0] as { guildId: number }
  const answeredAt = await platformNow(server)
  for (const { id } of [anchor, extra])
    await app.send({ type: 'guild.inviteAnswered', at: answeredAt, data: { guildId, userId: id, accepted: true } })
  await arabic.open('/sociatyManage/memberList')
  await listRead(page)
  await suitsPhone(page)
  await checkAccessibility(page, 'the members on a phone, from the right')
  await act(page, rowOf(page, extra.nickname), arabic.words('actions.members.expel'))
  await page.getByRole('dialog').getByLabel(arabic.reasonField).fill('Changed their mind')
  await confirmIn(arabic.words('actions.members.expel'))
  await expect(rowOf(page, extra.nickname).getByTitle(arabic.words('options.ending.expelled'))).toBeVisible()

  // Move the clock by a week.
  const now = await platformNow(server)
  const monday = nextDay(now, 1, 2)
  await payoutAccount(server, guild, now)
  await moveClock(server, new Date(monday.getTime() - 6 * hour))
  await earns(server, app, anchor.id, new Date(monday.getTime() - 4 * day))
  const drafted = new Date(monday.getTime() + 5 * 60_000)
  await moveClock(server, drafted)
  await settleWeek(server, drafted)

  // The leader reads the draft and may dispute it, and confirms it, in Spanish.
  const { words, reasonField, open } = speaking('es')
  await open('/sociatyManage/settleAccounts')
  await listRead(page)
  await suitsPhone(page)
  await page
    .getByRole('row')
    .filter({ hasText: words('options.settlementState.draft') })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('heading', { name: words('settlement.lines') })).toBeVisible()
  const detail = new URL(page.url()).pathname
  await expect(page.locator('[data-step="commission"]')).toBeVisible()
  await suitsPhone(page)
  await checkAccessibility(page, 'the settlement on a phone')
  await page.getByRole('button', { name: words('actions.settlement.dispute') }).click()
  const dispute = page.getByRole('dialog', { name: words('actions.settlement.dispute') })
  await expect(dispute.getByLabel(reasonField)).toBeVisible()
  await checkAccessibility(page, 'the dispute on a phone')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: words('actions.settlement.confirm') }).click()
  await confirmIn(words('actions.settlement.confirm'))
  await expect(page.getByText(words('options.settlementState.confirmed'), { exact: true }).first()).toBeVisible()

  // One member of staff approves, in Chinese; another pays.
  const chinese = speaking('cn')
  await page.setViewportSize(desk)
  const payable = async (of: typeof chinese) => {
    await search(page, of.words('filters.q'), guild)
    return rowOf(page, guild)
  }
  await signedIn({ seeded: 'Finance checker' })
  await chinese.open('/sociatyManage/settleAccounts')
  await act(page, await payable(chinese), chinese.words('actions.settlement.approve'))
  await confirmIn(chinese.words('actions.settlement.approve'))
  await expect(rowOf(page, guild)).toContainText(chinese.words('options.settlementState.approved'))
  const published = () =>
    app.received.find(({ type, data }) => type === 'settlement.published' && data['userId'] === anchor.id)?.data
  await expect.poll(published).toMatchObject({ guildId, method: 'guild pickup' })

  await signedIn({ seeded: 'Finance maker' })
  await english.open('/sociatyManage/settleAccounts')
  await act(page, await payable(english), english.words('actions.settlement.pay'))
  const pay = page.getByRole('dialog', { name: english.words('actions.settlement.pay') })
  await pay.getByLabel(textsOf('en', 'list')('proof.reference')).fill('FT 4711')
  await pay.locator('input[type=file]').setInputFiles([pictureFile('receipt.png', 600)])
  await expect(pay.locator('img')).toBeVisible()
  await pay.getByRole('button', { name: english.words('actions.settlement.pay') }).click()
  await expect(pay).toBeHidden()

  // Above the limit, a second member of staff approves the payment.
  const systemWords = textsOf('cn', 'system')
  await signedIn({ seeded: 'Finance checker' })
  await chinese.open('/sys/approval?tab=all')
  await act(page, rowOf(page, guild), systemWords('actions.approval.approve'))
  await confirmIn(systemWords('actions.approval.approve'))
  await expect(rowOf(page, guild)).toContainText(systemWords('options.approval.approved'))

  // The anchor's payslip in Malay: on the phone, printed; and in Chinese.
  const malay = speaking('ms')
  await asLeader()
  await malay.open(detail)
  await expect(page.getByText(malay.words('options.settlementState.paid'), { exact: true }).first()).toBeVisible()
  await page
    .getByRole('link', { name: malay.words('settlement.slip') })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: new RegExp(anchor.nickname) })).toBeVisible()
  await expect(page.getByText(numberIn('ms', 72_000)).first()).toBeVisible()
  await suitsPhone(page)
  await checkAccessibility(page, 'the payslip on a phone')
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: textsOf('ms', 'evening')('share.share') }).click(),
  ])
  expect(picture.suggestedFilename()).toMatch(/\.png$/)
  const slip = new URL(page.url())
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: malay.words('settlement.print') })).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('heading', { name: malay.words('settlement.days') })).toBeVisible()
  await page.emulateMedia({ media: null })
  slip.searchParams.set('lang', 'cn')
  await page.goto(`${slip.pathname}${slip.search}`)
  await expect(page.getByRole('heading', { name: chinese.words('settlement.days') })).toBeVisible()
  await suitsPhone(page)
})
