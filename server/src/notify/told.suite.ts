// The bell, and of which moments accounts are told. Run by `notify.test.ts`, on its product.
import { readFileSync } from 'node:fs'
import { agentFreeze } from '@greenroom/contract/agents'
import { agentBackDecide, agentPurchaseDecide } from '@greenroom/contract/agentTrades'
import { guildAgree, guildBan, guildRefuse } from '@greenroom/contract/guilds'
import { languages, staffLanguages } from '@greenroom/contract/languages'
import { isForApplicants, type ToldMoment, toldMoments, topics } from '@greenroom/contract/moments'
import { payoutRequestDecide, payoutRequestSave } from '@greenroom/contract/payouts'
import { settlementAnswer } from '@greenroom/contract/settlement'
import { approvalDecide } from '@greenroom/contract/system'
import { staffSave } from '@greenroom/contract/systemStaff'
import { noticeList, noticeRead, noticeUnread, toldSettings, toldSettingsSave } from '@greenroom/contract/told'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { everyMenu, person } from '../../test/people.ts'
import type { Client, TestProduct } from '../../test/product.ts'
import { sentMessages } from '../access/access.accounts.fixture.ts'
import { unitsOf } from '../jobs/index.ts'
import { inTransaction } from '../kit/database/database.ts'
import { aGuild } from '../rooms/guilds/guilds.fixture.ts'
import { closingReminder } from '../rooms/guilds/settlement/settlement.confirming.ts'
import { aDraft, putInState } from '../rooms/guilds/settlement/settlement.fixture.ts'
import { anAgent, aPurchase, aSaleToReturn, leadingAgent } from '../rooms/topup-agents/agents.fixture.ts'
import { tellShortStocks } from '../rooms/topup-agents/trades/trades.stock.ts'
import type { Notifier } from './notify.service.ts'
import { tell, tellWaiting } from './told.service.ts'
import { fill, wordsOf } from './told.words.ts'

/** What the suites are run on; read when a test runs. */
export type On = { product: () => TestProduct; admin: () => Client; notifier: () => Notifier }

const byText = (a: string, b: string) => (a < b ? -1 : 1)

/** The round of moments, by one process. */
export const told = ({ product, notifier }: On) => {
  const { database, clock, approvals } = product()
  return tellWaiting({
    database,
    notifier: notifier(),
    units: unitsOf({ database, clock }, 'moments', (error) => {
      throw error
    }),
    asked: (reader, { about }) => approvals.decidersOf(reader, about, clock.now()),
  })
}

const textsOf = async (client: Client, language?: 'en' | 'ar' | 'ja') =>
  (await client.call(noticeList, { zone: 'Asia/Jakarta', ...(language && { language }) })).notices.map(
    ({ text }) => text,
  )

export function bell(on: On): void {
  const messages = (way: 'push') =>
    on.product().database.selectFrom('notify.message').select(['key']).where('way', '=', way).execute()

  describe('the bell', () => {
    test('tells whoever may decide a request of it once, and its maker what became of it and why', async () => {
      const { database } = on.product()
      const other = await on.product().second()
      const outsider = await person(on.product(), { permissions: { 'system.approval': 1 } })
      await told(on)
      const known = await textsOf(on.admin())
      const { approvalId } = await aRequest(on.admin())
      await Promise.all([told(on), told(on)])
      await told(on)
      const [first] = (await other.call(noticeList, {})).notices
      expect(first).toMatchObject({
        text: expect.stringMatching(/^admin asks for a decision: /),
        href: `/sys/approval?drawer=show:${approvalId}`,
        read: false,
        alarm: false,
      })
      expect(await other.call(noticeUnread, {})).toEqual({ unread: 1 })
      expect((await other.call(noticeList, { language: 'cn' })).notices[0]!.text).toMatch(/^admin 的申请待您审批：/)
      // Neither the maker nor who only reads requests, and nobody reads or marks another's.
      expect(await textsOf(on.admin())).toEqual(known)
      expect(await textsOf(outsider.client)).toEqual([])
      expect(await outsider.client.refused(noticeRead, { id: first!.id })).toMatchObject({ code: 10032 })
      expect(await other.call(noticeRead, { id: first!.id })).toEqual({ unread: 0 })
      expect((await other.call(noticeList, {})).notices[0]).toMatchObject({ read: true })

      await other.call(approvalDecide, { ids: [approvalId], decision: 'refuse', reason: 'not this week' })
      await told(on)
      expect((await textsOf(on.admin()))[0]).toMatch(/^Your request was rejected: .*\. Reason: not this week$/)
      await on.admin().call(noticeRead, {})
      expect(await on.admin().call(noticeUnread, {})).toEqual({ unread: 0 })
      const kept = await database.selectFrom('notify.moment').select(['params', 'told_at']).execute()
      expect(kept.every(({ params, told_at }) => told_at !== null && JSON.stringify(params) === '{}')).toBe(true)
    })

    test('is silent about a request that was decided before, and for who turned it off', async () => {
      const other = await on.product().second()
      const before = await textsOf(other)
      const one = await aRequest(on.admin())
      await other.call(approvalDecide, { ids: [one.approvalId], decision: 'approve' })
      await told(on)
      expect(await textsOf(other)).toEqual(before)
      const { topics: chosen } = await other.call(toldSettings, {})
      expect(chosen.map(({ topic }) => topic)).toContain('requests')
      const choose = (ways: 'bell'[]) =>
        other.call(toldSettingsSave, { language: 'en', zone: 'UTC', topics: { requests: ways } })
      await choose([])
      const two = await aRequest(on.admin())
      await told(on)
      expect(await textsOf(other)).toEqual(before)
      await choose(['bell'])
      await other.call(approvalDecide, { ids: [two.approvalId], decision: 'approve' })
      await told(on)
    })

    test('shows pages, the newest first', async () => {
      const { client, staffId } = await person(on.product())
      const all = Array.from({ length: 25 }, (_, at) => String(at))
      await inTransaction(on.product().database, (tx) =>
        tell(
          tx,
          on.product().clock.now(),
          all.map((about) => ({
            moment: 'requestDecided',
            about,
            to: { staffIds: [staffId] },
            params: { kind: 'withdrawal.pass', state: 'refused', by: 'x', reason: about },
          })),
        ),
      )
      await told(on)
      const first = await client.call(noticeList, {})
      const next = await client.call(noticeList, { before: first.notices.at(-1)!.id })
      expect([first.notices.length, first.more, next.notices.length, next.more]).toEqual([20, true, 5, false])
      expect(new Set([...first.notices, ...next.notices].map(({ text }) => text)).size).toBe(25)
      expect(await client.call(noticeUnread, {})).toEqual({ unread: 25 })
    })

    test('says nothing of the past, of what was rolled back, or to an account that is disabled', async () => {
      const { database, clock } = on.product()
      const { client, staffId } = await person(on.product())
      const of = (about: string) => ({
        moment: 'requestDecided' as const,
        about,
        to: { staffIds: [staffId] },
        params: { kind: 'withdrawal.pass', state: 'approved' },
      })
      const past = new Date(clock.now().getTime() - 2 * 24 * 3_600_000)
      await inTransaction(database, (tx) => tell(tx, past, [of('past')]))
      await inTransaction(database, async (tx) => {
        await tell(tx, clock.now(), [of('undone')])
        throw new Error('undone')
      }).catch(() => {})
      await told(on)
      expect(await textsOf(client)).toEqual([])
      await sql`update access.staff set status = 0 where id = ${staffId}`.execute(database)
      await inTransaction(database, (tx) => tell(tx, clock.now(), [of('disabled')]))
      await told(on)
      await sql`update access.staff set status = 1 where id = ${staffId}`.execute(database)
      expect(await textsOf(client)).toEqual([])
    })
  })

  describe('leaders and agents', () => {
    test('are told what was decided of a guild and why; an applicant by a message, since nothing else reaches her', async () => {
      const product = on.product()
      const applied = await aGuild(product, { state: 'under review' })
      const phone = '13877770001'
      const { staffId } = await person(product, { unionId: applied.id })
      await sql`update access.staff set status = 3, area_code = '86', phone = ${phone}, language = 'en' where id = ${staffId}`.execute(
        product.database,
      )
      await on.admin().call(guildRefuse, { ids: [applied.id], reason: 'papers are missing' })
      await told(on)
      await product.letters.round()
      expect((await sentMessages(product, `+86${phone}`)).map(({ text }) => text)).toEqual([
        `Greenroom: The application of the guild ${applied.name} was rejected. Reason: papers are missing http://localhost:1/dashboard`,
      ])

      const guild = await aGuild(product)
      const leader = await person(product, { permissions: everyMenu(1), unionId: guild.id })
      const stranger = await person(product, { permissions: everyMenu(1), unionId: (await aGuild(product)).id })
      const again = await aGuild(product, { state: 'under review' })
      await on.admin().call(guildAgree, { ids: [again.id] })
      await on.admin().call(guildBan, { ids: [guild.id], reason: 'fraud' })
      await told(on)
      const rows = await product.database
        .selectFrom('notify.notice')
        .select(['staff_id', 'moment'])
        .where('staff_id', 'in', [leader.staffId, stranger.staffId, staffId])
        .execute()
      expect(rows).toEqual([{ staff_id: leader.staffId, moment: 'guildBanned' }])
    })

    test('are told of weeks and payouts, with the reason of a refusal, in the language that they chose', async () => {
      const product = on.product()
      const { guildId } = await leadingAgent(product, 5_000)
      const { client } = await person(product, { permissions: everyMenu(3), unionId: guildId })
      const settings = await client.call(toldSettings, {})
      expect(settings.topics.map(({ topic }) => topic)).toEqual(['guildState', 'week', 'payout', 'members'])
      await client.call(toldSettingsSave, { language: 'ar', zone: 'Asia/Jakarta', topics: {} })
      const [one, two] = [
        await client.call(payoutRequestSave, { usdCents: 1_000 }),
        await client.call(payoutRequestSave, { usdCents: 2_000 }),
      ]
      await on.admin().call(payoutRequestDecide, { ids: [one.id], decision: 'refuse', reason: 'wrong account' })
      await on.admin().call(payoutRequestDecide, { ids: [two.id], decision: 'agree' })
      await told(on)
      expect(await textsOf(client, 'en')).toEqual([
        'Your payout of $20.00 was agreed and will be paid.',
        'Your payout of $10.00 was rejected. Reason: wrong account',
      ])
      expect(await textsOf(client, 'ja')).toEqual([
        '$20.00 の出金が承認されました。まもなく支払われます。',
        '$10.00 の出金は拒否されました。理由：wrong account',
      ])
      // Without a language of the page, that of the account's screens.
      expect((await client.call(noticeList, {})).notices[0]!.text).toContain('agreed')

      const { settlementId, guild } = await aDraft(product)
      await putInState(product.database, settlementId, 'disputed')
      await sql`
        insert into guilds.dispute (settlement_id, sum_version, lines, reason, by, at)
        values (${settlementId}, 1, '{1}', 'no', 'x', now())`.execute(product.database)
      const disputer = await person(product, { permissions: everyMenu(3), unionId: guild.id })
      const { version } = await product.database
        .selectFrom('guilds.settlement')
        .select('version')
        .where('id', '=', settlementId)
        .executeTakeFirstOrThrow()
      const answer = { settlementId, version, outcome: 'recomputed', answer: 'A line was missing.' } as const
      await on.admin().call(settlementAnswer, answer)
      await told(on)
      // A day before it confirms itself, once, no matter who looks.
      const soon = new Date(product.clock.now().getTime() + 23 * 3_600_000)
      await sql`update guilds.settlement set confirm_by = ${soon} where id = ${settlementId}`.execute(product.database)
      const [remind, again] = [closingReminder(product), closingReminder(product)]
      await remind()
      await Promise.all([remind(), again()])
      await told(on)
      const [closing, ...texts] = await textsOf(disputer.client)
      expect(closing).toMatch(/^The week from 2026-11-16 is confirmed by itself on /)
      expect(texts.toSorted()).toEqual([
        expect.stringMatching(
          /^The week from 2026-11-16 is ready: \$[\d.]+\. Confirm or dispute it by \d{4}-\d\d-\d\d \d\d:\d\d\.$/,
        ),
        'Your dispute about the week from 2026-11-16 was answered. A line was missing.',
      ])
    })

    test('agents: a refused purchase, a return, a freeze, stock that runs short once a day', async () => {
      const product = on.product()
      const agent = await anAgent(product, { stock: 50_000 })
      const { client } = agent.account
      expect((await client.call(toldSettings, {})).topics.map(({ topic }) => topic)).toEqual([
        'agentState',
        'purchase',
        'saleReturn',
        'stock',
      ])
      const purchase = await aPurchase(product, agent.agentId)
      const credited = await aPurchase(product, agent.agentId, 20_000_000)
      await on.admin().call(agentPurchaseDecide, { ids: [purchase], decision: 'refuse', reason: 'no such transfer' })
      await on.admin().call(agentPurchaseDecide, { ids: [credited], decision: 'credit' })
      const sale = await aSaleToReturn(product, agent)
      await on.admin().call(agentBackDecide, { ids: [sale], agree: false, reason: 'the buyer used it' })
      await sql`update topup_agents.agent_day set tokens = tokens + 5000000 where agent_id = ${agent.agentId}`.execute(
        product.database,
      )
      const short = () => tellShortStocks(product.database, product.clock.now(), 'UTC')
      await short()
      await short()
      await on.admin().call(agentFreeze, { ids: [agent.userId], reason: 'complaints' })
      await told(on)
      expect(await textsOf(client)).toEqual([
        'Your account as an agent was frozen. Reason: complaints',
        expect.stringMatching(/^Your stock is low: \d+ tokens are left/),
        expect.stringMatching(/^The sale to \d+ was not taken back\. Reason: the buyer used it$/),
        expect.stringMatching(/^Your payment of \$20\.00 arrived: \d+ tokens were added to your stock\.$/),
        'Your purchase for $10.00 was rejected. Reason: no such transfer',
      ])
    })
  })

  describe('words', () => {
    const keys = Object.keys(toldMoments) as ToldMoment[]
    const textsIn = (language: string): Record<string, string> =>
      JSON.parse(readFileSync(new URL(`../../../contract/texts/${language}/told.json`, import.meta.url), 'utf8'))
    const placeholders = (text: string) =>
      [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!).toSorted(byText)

    test('every moment has them, in the languages of staff, and in nine if it is of outsiders', () => {
      for (const language of languages) {
        const own = Object.keys(textsIn(language)).map((key) => key.split('_')[0])
        const wanted = keys.filter(
          (key) => topics[toldMoments[key].topic].of !== 'staff' || staffLanguages.some((one) => one === language),
        )
        expect(
          wanted.filter((key) => !own.includes(key)),
          language,
        ).toEqual([])
        for (const [key, text] of Object.entries(textsIn(language)))
          expect(placeholders(text), `${language} ${key}`).toEqual(placeholders(textsIn('en')[key]!))
      }
    })

    test('leave a part out that has nothing to say, and write times in the reader’s zone', () => {
      const read = { language: 'en', zone: 'Asia/Jakarta' } as const
      expect(fill('A.[[ Why: {{why}}]]', { why: '' }, read)).toBe('A.')
      expect(fill('A.[[ Why: {{why}}]]', { why: 'b' }, read)).toBe('A. Why: b')
      expect(fill('{{at}}', { at: '2026-12-01T20:30:00.000Z' }, read)).toBe('2026-12-02 03:30')
      expect(fill('{{at}}', { at: '2026-12-01T20:30:00.000Z' }, { ...read, zone: '' })).toBe('2026-12-01 20:30')
      expect(wordsOf('payoutAgreed', { usd: '$1.00' }, { ...read, language: 'ar' })).toContain('\u2068$1.00\u2069')
      expect(wordsOf('alarmBegan', { alarm: 'diskFull' }, { ...read, language: 'zh_tw' })).toBe('告警：磁盘已满')
      expect(isForApplicants('weekReady')).toBe(false)
    })
  })

  test('no push, mail or message was written for who chose none', async () => {
    expect(await messages('push')).toEqual([])
  })
}

let made = 0

/** A request of the administrator that waits for a second one: an account with a right that counts. */
async function aRequest(admin: Client): Promise<{ approvalId: string }> {
  const { approvalId = '' } = await admin.call(staffSave, { username: `asked-for${++made}`, roleIds: [5] })
  return { approvalId }
}
