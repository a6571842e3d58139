// Changes of a guild's leader, parent, rate and settlement method. Run by `guild.changes.test.ts`, on its database.
import { smsSend } from '@greenroom/contract/access'
import { guildDissolve, guildInfo, guildLeader, guildMethod, guildParent, guildRate } from '@greenroom/contract/guilds'
import { reasonText } from '@greenroom/contract/reasonTexts'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import type { Client } from '../../../../test/product.ts'
import { anAccount, sentMessages } from '../../../access/access.accounts.fixture.ts'
import { aGuild, aMember, guildRow, historyOf } from '../guilds.fixture.ts'
import { weekAt } from '../weeks/weeks.queries.ts'
import { weekLater } from '../weeks/weeks.rules.ts'
import {
  admin,
  candidate,
  codeOf,
  leaderOf,
  product,
  reason,
  second,
  sweep,
  uniquePhone,
} from './guild.changes.fixture.ts'

export function terms(): void {
  describe('a new leader', () => {
    const change = (guildId: number, sent: Awaited<ReturnType<typeof candidate>>, version = 1) =>
      ({ guildId, version, ...sent, reason }) as const

    it('gets the guild and its account; the old leader loses access', async () => {
      const guild = await aGuild(product)
      const { username, id } = await anAccount(product, { unionId: guild.id })
      const helper = await anAccount(product, { unionId: guild.id })
      await sql`update access.staff set read_only = true where id = ${helper.id}`.execute(product.database)
      const sent = await candidate()
      await admin.call(guildLeader, change(guild.id, sent))
      expect(await guildRow(product, guild.id)).toMatchObject({
        leader_user_id: BigInt(sent.userNumber),
        leader_name: 'Bo Li',
        phone: sent.leaderPhone,
        version: 2,
      })
      expect(await codeOf(username)).toBe(12005)
      expect(await codeOf(helper.username)).toBe(12006)
      const account = await product.database
        .selectFrom('access.staff')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(account).toMatchObject({ phone: sent.leaderPhone, status: 1 })
      expect(await historyOf(product, guild.id)).toMatchObject([
        { what: 'leader changed', detail: { leaderUserId: { before: guild.leader, after: Number(sent.userNumber) } } },
      ])
    })

    it('passes the checks of a registration', async () => {
      const guild = await aGuild(product)
      const other = await aGuild(product)
      const sent = await candidate()
      const refused = async (more: object, version = 1) =>
        (await admin.refused(guildLeader, { ...change(guild.id, sent, version), ...more })).code
      expect(await refused({ userNumber: '999999999' })).toBe(30005)
      expect(await refused({ userNumber: 'abc' })).toBe(30005)
      expect(await refused({ userNumber: String(other.leader) })).toBe(30002)
      const member = await aMember(product, other.id)
      expect(await refused({ userNumber: String(member) })).toBe(30017)
      expect(await refused({ leaderPhone: (await candidate()).leaderPhone })).toBe(30007)
      expect(await refused({ leaderPhone: '' })).toBe(30010)
      expect(await refused({ leaderPhone: '1' })).toBe(30022)
      expect(await refused({ leaderName: ' ' })).toBe(30015)
      expect(await refused({ leaderEmail: 'nowhere' })).toBe(30018)
      expect(await refused({ reason: '' })).toBe(11004)
      expect(await refused({ guildId: 999_999 })).toBe(10032)
      expect(await refused({}, 7)).toBe(20000)
      expect(await refused(await candidate({ young: true }))).toBe(30013)
      const gone = await aGuild(product, { state: 'dissolved' })
      expect(await refused({ guildId: gone.id })).toBe(30003)
    })
  })

  describe('another parent', () => {
    it('or none, for a guild without an agreed rate', async () => {
      const [one, two] = [await aGuild(product), await aGuild(product)]
      const sub = await aGuild(product, { parentId: one.id })
      await admin.call(guildParent, { guildId: sub.id, parentId: two.id, reason })
      expect(await guildRow(product, sub.id)).toMatchObject({ parent_id: two.id, agreed_rate_bp: null })
      await admin.call(guildParent, { guildId: sub.id, reason })
      expect(await guildRow(product, sub.id)).toMatchObject({ parent_id: null })
      expect((await historyOf(product, sub.id)).map(({ what }) => what)).toEqual(['parent changed', 'parent changed'])
    })

    it('ends no agreed rate: that takes two first', async () => {
      const [one, two] = [await aGuild(product), await aGuild(product)]
      const sub = await aGuild(product, { parentId: one.id, rateBp: 300 })
      for (const parentId of [two.id, 0])
        expect(await admin.refused(guildParent, { guildId: sub.id, parentId, reason })).toMatchObject({
          code: 20000,
          fields: ['guildId'],
          reason: 'guild.rateAgreed',
        })
      expect(await guildRow(product, sub.id)).toMatchObject({ parent_id: one.id, agreed_rate_bp: 300 })
      expect((await admin.call(guildInfo, { guildId: sub.id })).guild.can.changeParent).toBe('rateAgreed')
      const { approvalId } = await admin.call(guildRate, { guildId: sub.id, reason })
      await second.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason })
      await admin.call(guildParent, { guildId: sub.id, parentId: two.id, reason })
      expect(await guildRow(product, sub.id)).toMatchObject({ parent_id: two.id, agreed_rate_bp: null })
    })

    it('must be a normal top-level guild: sub-agencies have no sub-agencies', async () => {
      const parent = await aGuild(product)
      const sub = await aGuild(product, { parentId: parent.id })
      const [banned, free] = [await aGuild(product, { state: 'banned' }), await aGuild(product)]
      const code = async (guildId: number, parentId: number) =>
        (await admin.refused(guildParent, { guildId, parentId, reason })).code
      expect(await code(free.id, sub.id)).toBe(30020)
      expect(await code(free.id, banned.id)).toBe(30020)
      expect(await code(free.id, free.id)).toBe(30020)
      expect(await code(free.id, 999_999)).toBe(30020)
      expect(await code(parent.id, free.id)).toBe(20000)
      expect(await code(sub.id, parent.id)).toBe(20000)
    })

    it('and its dissolution at the same moment leave no child without a parent', async () => {
      const [parent, sub] = [await aGuild(product), await aGuild(product)]
      await Promise.all([
        admin.send(guildParent, { guildId: sub.id, parentId: parent.id, reason }),
        admin.call(guildDissolve, { ids: [parent.id], reason }),
      ])
      expect(await guildRow(product, parent.id)).toMatchObject({ state: 'dissolved' })
      expect(await guildRow(product, sub.id)).toMatchObject({ parent_id: null })
    })
  })

  describe('a rate', () => {
    it('is not requested while the guild is under review, nor if it is the one agreed', async () => {
      const parentId = (await aGuild(product)).id
      const reviewed = await aGuild(product, { parentId, state: 'under review' })
      expect(await admin.refused(guildRate, { guildId: reviewed.id, rateBp: 600, reason })).toMatchObject({
        code: 30006,
        reason: 'guild.underReview',
      })
      const sub = await aGuild(product, { parentId })
      expect(await admin.refused(guildRate, { guildId: sub.id, reason })).toMatchObject({
        code: 20000,
        reason: 'guild.sameRate',
      })
    })

    it('waits for a second member of staff', async () => {
      const sub = await aGuild(product, { parentId: (await aGuild(product)).id })
      const { approvalId } = await admin.call(guildRate, { guildId: sub.id, rateBp: 600, reason })
      expect((await admin.call(guildInfo, { guildId: sub.id })).guild.pendingRateId).toBe(approvalId)
      expect((await guildRow(product, sub.id)).agreed_rate_bp).toBeNull()
      expect(await admin.refused(guildRate, { guildId: sub.id, rateBp: 700, reason })).toMatchObject({
        code: 20000,
        reason: 'approval.waits',
      })
      const decide = (client: Client) => client.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason })
      expect((await decide(admin)).outcomes).toMatchObject([
        { ok: false, errorCode: 10026, reason: 'approval.yourself' },
      ])
      const both = await Promise.all([decide(second), decide(second)])
      expect(both.flatMap(({ outcomes }) => outcomes).filter(({ ok }) => ok)).toHaveLength(1)
      expect((await guildRow(product, sub.id)).agreed_rate_bp).toBe(600)
      expect(await historyOf(product, sub.id)).toMatchObject([
        { what: 'rate changed', by: 'admin', detail: { rateBp: { before: null, after: 600 } } },
      ])
    })

    it('is not agreed for a guild that was dissolved meanwhile', async () => {
      const sub = await aGuild(product, { parentId: (await aGuild(product)).id })
      const { approvalId } = await admin.call(guildRate, { guildId: sub.id, rateBp: 600, reason })
      await second.call(guildDissolve, { ids: [sub.id], reason })
      const { outcomes } = await second.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason })
      expect(outcomes).toMatchObject([
        { ok: false, reason: 'approval.notApplied', params: { why: reasonText('approval.gone', {}, 'en') } },
      ])
      expect((await guildRow(product, sub.id)).agreed_rate_bp).toBeNull()
    })

    it('is not agreed with a former parent', async () => {
      const sub = await aGuild(product, { parentId: (await aGuild(product)).id })
      const { approvalId } = await admin.call(guildRate, { guildId: sub.id, rateBp: 600, reason })
      await admin.call(guildParent, { guildId: sub.id, reason })
      const { outcomes } = await second.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason })
      expect(outcomes).toMatchObject([{ ok: false }])
      expect((await guildRow(product, sub.id)).agreed_rate_bp).toBeNull()
      expect(await admin.refused(guildRate, { guildId: sub.id, rateBp: 1, reason })).toMatchObject({
        code: 20000,
        reason: 'guild.noParent',
      })
    })
  })

  describe('the settlement method', () => {
    const codeFor = async (phone: string) => {
      await product.as(undefined, `10.7.0.${uniquePhone() % 250}`).call(smsSend, {
        areaCode: '86',
        phoneNumber: phone,
        validate: 'withdraw',
      })
      return vi.waitFor(async () => {
        const message = (await sentMessages(product, `+86${phone}`)).at(-1)
        if (!message) throw new Error('no code yet')
        return message.code
      }, 10_000)
    }

    it('changes permanently, with a code, from the next week on', async () => {
      const guild = await aGuild(product)
      const phone = String(13_300_000_000 + uniquePhone())
      const leader = await leaderOf(guild.id, { areaCode: '86', phone })
      expect(await leader.refused(guildMethod, { smsCode: 'abc' })).toMatchObject({ code: 12001 })
      expect(await leader.refused(guildMethod, { smsCode: '000000' })).toMatchObject({ code: 12002 })
      const smsCode = await codeFor(phone)
      const { week } = (await weekAt(product.database, product.clock.now()))!
      expect(await leader.call(guildMethod, { smsCode })).toEqual({ methodFrom: weekLater(week, 1) })
      await sweep()
      expect(await guildRow(product, guild.id)).toMatchObject({ settlement_method: 'guild pickup' })
      expect((await leader.call(guildInfo, { guildId: guild.id })).guild.can.changeMethod).toBe('methodChanged')
      await sql`update guilds.guild set method_from = ${week}::date where id = ${guild.id}`.execute(product.database)
      await sweep()
      await sweep()
      expect(await guildRow(product, guild.id)).toMatchObject({ settlement_method: 'anchor withdrawal' })
      const entries = await product.database
        .selectFrom('bridge.command')
        .select('data')
        .where('subject', '=', `guild:${guild.id}`)
        .execute()
      expect(entries.map(({ data }) => (data as { method: string }).method)).toEqual(['anchor withdrawal'])
      expect(await historyOf(product, guild.id)).toMatchObject([{ what: 'method changed' }])
    })

    it('is not changed a second time', async () => {
      const guild = await aGuild(product)
      await sql`update guilds.guild set settlement_method = 'anchor withdrawal' where id = ${guild.id}`.execute(
        product.database,
      )
      const phone = String(13_300_000_000 + uniquePhone())
      const leader = await leaderOf(guild.id, { areaCode: '86', phone })
      expect(await leader.refused(guildMethod, { smsCode: await codeFor(phone) })).toMatchObject({
        code: 20000,
        reason: 'guild.methodChanged',
      })
      expect(await historyOf(product, guild.id)).toEqual([])
    })

    it('is changed only by the leader, who needs a phone', async () => {
      const guild = await aGuild(product)
      expect(await admin.refused(guildMethod, { smsCode: '123456' })).toMatchObject({
        code: 10026,
        reason: 'guild.leaderOnly',
      })
      expect(await (await leaderOf(guild.id)).refused(guildMethod, { smsCode: '123456' })).toMatchObject({
        code: 12003,
      })
    })
  })
}
