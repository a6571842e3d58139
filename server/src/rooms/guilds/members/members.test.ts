// Members of guilds, from the screen to the app and back: who may be invited, who decides, and how memberships end.
import {
  memberAgree,
  memberExpel,
  memberFlowEntries,
  memberFlowList,
  memberList,
  memberTakeBack,
  userMemberList,
} from '@greenroom/contract/guildMembers'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import type { Client } from '../../../../test/product.ts'
import { aGuild, anAnchorToBe } from '../../../../test/world/guilds.ts'
import { appUser, giveTokens } from '../../users/people.fixture.ts'
import { links } from '../link/inviteLink.suite.ts'
import { invitations } from './invite.suite.ts'
import { departures } from './members.departures.suite.ts'
import {
  admin,
  app,
  codesOf,
  guildId,
  invite,
  join,
  leader,
  product,
  reason,
  round,
  rows,
  startGuild,
  woman,
  world,
} from './members.fixture.ts'

startGuild()
invitations()
links()
departures()

describe('permissions', () => {
  it('a leader sees their own family, changes their own guild only, and finds nothing of others', async () => {
    const sub = await aGuild(world)
    await product.database.updateTable('guilds.guild').set({ parent_id: guildId }).where('id', '=', sub).execute()
    const subLeader = (await person(product, { permissions: everyMenu(3), unionId: sub })).client
    const [theirs, subs, others] = [woman, await anAnchorToBe(world), await anAnchorToBe(world)]
    const other = await aGuild(world)
    const otherLeader = (await person(product, { permissions: everyMenu(3), unionId: other })).client
    const herId = await join()
    const subId = await join(subs, subLeader, sub)
    const otherId = await join(others, otherLeader, other)

    const seen = async (client: Client, filters = {}) =>
      (await client.call(memberList, filters)).records.map(({ user }) => user.userId).toSorted((a, b) => a - b)
    expect(await seen(leader)).toEqual([theirs, subs])
    expect(await seen(subLeader)).toEqual([subs])
    expect(await seen(leader, { guildId: other })).toEqual([])
    expect(await seen(leader, { userId: others })).toEqual([])
    expect(await seen(leader, { q: String(others) })).toEqual([])
    expect(await seen(leader, { memberId: otherId })).toEqual([])
    expect(await seen(admin, { guildId: other })).toEqual([others])

    for (const [call, payload] of [
      [memberExpel, { reason }],
      [memberAgree, {}],
      [memberTakeBack, {}],
    ] as const)
      expect(codesOf((await leader.call(call, { ids: [otherId, subId], ...payload } as never)).outcomes)).toEqual([
        10032, 10026,
      ])
    const { records } = await leader.call(memberList, { guildId: sub })
    expect(records[0]!.can).toEqual({ agree: 'ofSubAgency', expel: 'ofSubAgency', takeBack: 'ofSubAgency' })
    expect(await subLeader.call(memberExpel, { ids: [subId], reason })).toMatchObject({ outcomes: [{ ok: true }] })
    expect(await rows(others)).toMatchObject([{ state: 'active' }])

    const answered = await leader.send(memberList, { export: 'csv' })
    const { url } = (answered as unknown as { result: { url: string } }).result
    const file = await product.app.inject({
      method: 'GET',
      url: new URL(url, 'http://x').pathname + new URL(url, 'http://x').search,
    })
    expect(file.body).toContain(String(theirs))
    expect(file.body).not.toContain(String(others))
    expect(await admin.call(memberExpel, { ids: [herId], reason })).toMatchObject({ outcomes: [{ ok: true }] })
  })

  it('a read-only account changes nothing; a top-up agent finds nobody', async () => {
    const id = await join()
    const reader = (await person(product, { permissions: { 'guilds.memberList': 1 }, unionId: guildId })).client
    expect((await reader.call(memberList, {})).records).toMatchObject([
      { can: { agree: 'readOnly', expel: 'readOnly' } },
    ])
    expect(await reader.refused(memberExpel, { ids: [id], reason })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    expect(await leader.refused(userMemberList, { userId: woman })).toMatchObject({
      code: 10026,
      reason: 'account.kind',
    })
  })

  it('lists by name, state and time, and by points within a guild', async () => {
    const second = await anAnchorToBe(world)
    await join()
    await join(second)
    await invite(leader, [await anAnchorToBe(world)])
    const week = await sql<{ week: string }>`select to_char(max(week), 'YYYY-MM-DD') as week from guilds.week`.execute(
      product.database,
    )
    for (const [userId, bonus] of [
      [woman, 10n],
      [second, 30n],
    ] as const)
      await sql`insert into guilds.anchor_week (guild_id, week, user_id, gift_bonus, base_micros)
                values (${guildId}, ${week.rows[0]!.week}, ${userId}, ${bonus}, 5)`.execute(product.database)
    const ids = async (payload: object, client = leader) =>
      (await client.call(memberList, payload)).records.map(({ user }) => user.userId)
    expect(await ids({ sort: '-points', state: 'active' })).toEqual([second, woman])
    const first = await leader.call(memberList, { sort: 'points', state: 'active', size: 1 })
    expect(first.records).toMatchObject([{ user: { userId: woman }, points: 10, baseMicros: 5 }])
    expect(await ids({ sort: 'points', state: 'active', size: 1, after: first.next! })).toEqual([second])
    expect(await ids({ guildId, sort: '-points', size: 1 }, admin)).toEqual([second])
    expect(await admin.refused(memberList, { sort: '-points' })).toMatchObject({ code: 10009, reason: 'field.oneOf' })
    expect(await ids({ state: 'invited' })).toHaveLength(1)
    expect(await ids({ member: false })).toHaveLength(1)
    expect(await ids({ q: `Someone ${woman}` })).toEqual([woman])
    expect(await ids({ startTimeStr: '2000-01-01', endTimeStr: '2001-01-01' })).toEqual([])
  })

  it("a person's memberships are shown on the user page", async () => {
    await join()
    expect((await admin.call(userMemberList, { userId: woman })).records).toMatchObject([
      { guild: { guildId }, state: 'active', leader: false },
    ])
    expect((await admin.call(userMemberList, { userId: await appUser(product) })).records).toEqual([])
  })
})

describe('member flow', () => {
  it('shows days and postings of the family during the membership, and never who paid', async () => {
    const id = await join()
    const payer = await appUser(product)
    await giveTokens(product, payer, { paid: 1_000, costMicros: 10_000_000 })
    const gift = (tokens: number, at: Date) =>
      ({
        type: 'gift.sent',
        at,
        data: { giftId: 1, senderId: payer, receiverId: woman, count: 1, tokens },
      }) as const
    const now = product.clock.now()
    await app.accepted(gift(50, new Date(now.getTime() - 3_600_000)))
    await app.accepted(gift(100, now))
    const { records } = await leader.call(memberFlowEntries, { memberId: id })
    expect(records).toEqual([{ id: expect.any(String), at: now.toISOString(), kind: 'gift', bonus: 40 }])
    expect((await leader.call(memberFlowEntries, { memberId: id, kind: 'call' })).records).toEqual([])
    const other = (await person(product, { permissions: everyMenu(3), unionId: await aGuild(world) })).client
    expect(await other.refused(memberFlowEntries, { memberId: id })).toEqual({ code: 10032, fields: ['memberId'] })

    await round('guild-figures')
    const days = await leader.call(memberFlowList, {})
    expect(days.records).toMatchObject([
      { user: { userId: woman }, memberId: id, bonus: 40, giftBonus: 40, promoMicros: 0 },
    ])
    expect(JSON.stringify(days)).not.toContain(String(payer))
    expect((await other.call(memberFlowList, { guildId })).records).toEqual([])
    expect((await admin.call(memberFlowList, { guildId, q: String(woman) })).records).toHaveLength(1)
    expect((await admin.call(memberFlowList, { guildId, toDay: '2001-01-01' })).records).toEqual([])
  })
})
