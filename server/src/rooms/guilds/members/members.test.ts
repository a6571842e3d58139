// Members of guilds, from the screen to the app and back: who may be invited, who decides, and how memberships end.
import {
  memberAgree,
  memberExpel,
  memberFlowEntries,
  memberFlowList,
  memberInvite,
  memberList,
  memberTakeBack,
  userMemberList,
} from '@greenroom/contract/guildMembers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aGuild, anAnchorToBe } from '../../../../test/world/guilds.ts'
import { dissolveEffects } from '../../../app/effects.ts'
import { anApp, appUser, commandsAbout, giveTokens } from '../../users/people.fixture.ts'
import { guildsRounds } from '../index.ts'

let product: TestProduct
let admin: Client
let app: BridgeConnection
let world: { product: TestProduct; admin: Client }
let guildId: number
let leader: Client
let woman: number
const reason = 'never broadcasts'
const dayMs = 86_400_000

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  world = { product, admin }
  app = await connect(product)
  await anApp(product)
  await round('guild-weeks')
})
afterAll(() => product.close())
beforeEach(async () => {
  guildId = await aGuild(world)
  leader = (await person(product, { permissions: everyMenu(3), unionId: guildId })).client
  woman = await anAnchorToBe(world)
})

async function round(name: string): Promise<void> {
  const shared = {
    database: product.database,
    clock: product.clock,
    params: product.params,
    effects: dissolveEffects(product.params),
  }
  await guildsRounds(shared)
    .find((one) => one.name === name)!
    .run(() => true)
}
const rows = (userId = woman) =>
  product.database.selectFrom('guilds.member').selectAll().where('user_id', '=', BigInt(userId)).orderBy('id').execute()
const idOf = async (userId = woman) => (await rows(userId)).at(-1)!.id
const set = (userId: number, values: Record<string, unknown>) =>
  product.database.updateTable('users.app_user').set(values).where('id', '=', BigInt(userId)).execute()
const invite = (client: Client, ids: (number | string)[]) =>
  client.call(memberInvite, { ids: ids.map(String) }).then(({ outcomes }) => outcomes)
const answer = (accepted: boolean, guild = guildId, userId = woman) =>
  ({ type: 'guild.inviteAnswered', data: { guildId: guild, userId, accepted } }) as const
const leave = (guild = guildId, userId = woman) =>
  ({ type: 'guild.leaveRequested', data: { guildId: guild, userId, reason: 'moving' } }) as const
const logged = (userId = woman) =>
  product.database.selectFrom('log.entry').selectAll().where('target', '=', `user ${userId}`).orderBy('id').execute()
const weekEnd = async () =>
  (
    await sql<{ ends_at: Date }>`select ends_at from guilds.week order by starts_at desc limit 1`.execute(
      product.database,
    )
  ).rows[0]!.ends_at
async function join(userId = woman, client = leader, guild = guildId): Promise<number> {
  expect(await invite(client, [userId])).toMatchObject([{ ok: true }])
  await app.accepted(answer(true, guild, userId))
  return idOf(userId)
}
/** As if their week had ended. */
const weekOver = (userId = woman) =>
  sql`update guilds.member set ends_at = ends_at - interval '14 days', since = since - interval '30 days'
       where user_id = ${userId} and ends_at is not null`.execute(product.database)
const codesOf = (outcomes: { errorCode?: number | undefined }[]) => outcomes.map((one) => one.errorCode)

describe('an invitation', () => {
  it('reaches the app, is logged, and expires after the parameter’s time', async () => {
    expect(await invite(leader, [woman])).toEqual([{ id: woman, ok: true }])
    const [row] = await rows()
    expect(row).toMatchObject({ guild_id: guildId, state: 'invited', version: 1 })
    expect(row!.expires_at!.getTime() - row!.since.getTime()).toBe(7 * dayMs)
    expect(await commandsAbout(product, woman)).toMatchObject([
      { type: 'guild.invited', guildId, userId: woman, expiresAt: row!.expires_at!.toISOString() },
    ])
    expect(await logged()).toMatchObject([
      { operation: 'member.invite', menu_key: 'guilds.memberList', before: null, after: { guildId, state: 'invited' } },
    ])
    await app.accepted(answer(true))
    expect(await rows()).toMatchObject([{ state: 'active', expires_at: null }])
    const { records } = await leader.call(memberList, {})
    expect(records).toMatchObject([{ user: { userId: woman }, state: 'active', points: 0 }])
  })

  it('reports for each user of a list why it was not sent', async () => {
    const [man, banned, flagged, minor, unknownAge, uncertified, noPhone, noCover, elsewhere, leading] =
      await Promise.all(Array.from({ length: 10 }, () => anAnchorToBe(world)))
    await set(man!, { sex: 'man' })
    await set(banned!, { state: 'ban ID' })
    await set(flagged!, { market_audit: true })
    await set(minor!, { birthday: new Date(Date.now() - 17 * 365 * dayMs) })
    await set(unknownAge!, { birthday: null })
    await set(uncertified!, { certified: false })
    await set(noPhone!, { phone: '', area_code: '' })
    await product.database.deleteFrom('audits.item').where('user_id', '=', BigInt(noCover!)).execute()
    const otherGuild = await aGuild(world)
    await product.database
      .insertInto('guilds.member')
      .values({ guild_id: otherGuild, user_id: BigInt(elsewhere!), state: 'active', since: product.clock.now() })
      .execute()
    await product.database
      .updateTable('guilds.guild')
      .set({ leader_user_id: BigInt(leading!) })
      .where('id', '=', otherGuild)
      .execute()
    await invite(leader, [woman])
    const member = await anAnchorToBe(world)
    await join(member)
    const outcomes = await invite(leader, [
      'abc',
      '0',
      '00012',
      987_654_321,
      man!,
      banned!,
      flagged!,
      minor!,
      unknownAge!,
      uncertified!,
      elsewhere!,
      leading!,
      noPhone!,
      noCover!,
      woman,
      member,
    ])
    expect(codesOf(outcomes)).toEqual([
      30008, 30008, 30008, 30016, 20001, 30013, 30013, 30013, 30013, 30013, 30009, 30009, 30011, 30012, 20000, 20000,
    ])
    expect(outcomes[0]).toMatchObject({ id: 'abc' })
    expect(outcomes[7]).toMatchObject({ reason: 'member.under', params: { age: 18 } })
    expect(await invite(leader, [man!, await anAnchorToBe(world)])).toMatchObject([{ ok: false }, { ok: true }])
  })

  it('is refused for all users if the guild is not normal, or not the caller’s', async () => {
    const ids = [String(woman)]
    const states = { 'under review': 30006, banned: 30004, dissolved: 30003, rejected: 1000002 } as const
    for (const [state, code] of Object.entries(states)) {
      await product.database
        .updateTable('guilds.guild')
        .set({ state: state as 'normal' })
        .where('id', '=', guildId)
        .execute()
      expect(await admin.refused(memberInvite, { ids, guildId })).toEqual({ code, fields: ['guildId'] })
    }
    expect(await admin.refused(memberInvite, { ids })).toEqual({ code: 10009, fields: ['guildId'] })
    expect(await admin.refused(memberInvite, { ids, guildId: 999_999 })).toMatchObject({ code: 10032 })
    await product.database.updateTable('guilds.guild').set({ state: 'normal' }).where('id', '=', guildId).execute()
    const other = await aGuild(world)
    leader = (await person(product, { permissions: everyMenu(3), unionId: guildId })).client
    expect(await leader.refused(memberInvite, { ids, guildId: other })).toMatchObject({ code: 10032 })
    expect(await leader.refused(memberInvite, { ids: [] })).toMatchObject({ code: 10009 })
    expect(await rows()).toEqual([])
  })

  it('is withdrawn, and can no longer be accepted', async () => {
    await invite(leader, [woman])
    const id = await idOf()
    expect((await leader.call(memberTakeBack, { ids: [id] })).outcomes).toEqual([{ id, ok: true }])
    expect(await rows()).toEqual([])
    expect((await commandsAbout(product, woman)).at(-1)).toMatchObject({
      type: 'guild.removed',
      guildId,
      reason: 'taken back',
    })
    expect(codesOf((await leader.call(memberTakeBack, { ids: [id] })).outcomes)).toEqual([10032])
    expect(await app.rejected(answer(true))).toBe(10032)
    await join()
    expect(codesOf((await leader.call(memberTakeBack, { ids: [await idOf()] })).outcomes)).toEqual([20000])
  })

  it('expires by itself, once', async () => {
    await invite(leader, [woman])
    await sql`update guilds.member set expires_at = since where user_id = ${woman}`.execute(product.database)
    await Promise.all([round('guild-members'), round('guild-members')])
    expect(await rows()).toEqual([])
    expect((await commandsAbout(product, woman)).filter(({ type }) => type === 'guild.removed')).toHaveLength(1)
    expect((await logged()).filter(({ username }) => username === 'system')).toHaveLength(1)
  })

  it('accepted twice at the same moment: one membership, counted once', async () => {
    await invite(leader, [woman])
    const answers = await Promise.all([app.send([answer(true)]), app.send([answer(true)]), app.send([answer(true)])])
    expect(answers.flat().filter(({ status }) => status === 'rejected')).toEqual([])
    expect((await rows()).filter(({ state }) => state === 'active')).toHaveLength(1)
  })

  it('of two guilds: the first that is accepted counts', async () => {
    const other = await aGuild(world)
    const otherLeader = (await person(product, { permissions: everyMenu(3), unionId: other })).client
    await Promise.all([invite(leader, [woman]), invite(otherLeader, [woman])])
    const answers = await Promise.all([
      app.send([answer(true), answer(true)]),
      app.send([answer(true, other)]),
      app.send([answer(true)]),
    ])
    const active = (await rows()).filter(({ state }) => state === 'active')
    expect(active).toHaveLength(1)
    const refused = answers.flat().filter(({ status }) => status === 'rejected')
    expect(new Set(refused.map(({ errorCode }) => errorCode))).toEqual(new Set([30009]))
    const guild = await product.database.selectFrom('guilds.guild').select(['id', 'members']).execute()
    expect(guild.find(({ id }) => id === active[0]!.guild_id)!.members).toBe(1)
  })

  it('sent twice at the same moment is one', async () => {
    const outcomes = (await Promise.all(Array.from({ length: 4 }, () => invite(leader, [woman])))).flat()
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(codesOf(outcomes.filter(({ ok }) => !ok))).toEqual([20000, 20000, 20000])
    expect(await rows()).toHaveLength(1)
  })

  it('is not accepted by a user banned in the meantime, for a banned guild, or by a leader', async () => {
    await invite(leader, [woman])
    await set(woman, { state: 'ban ID' })
    expect(await app.rejected(answer(true))).toBe(30013)
    await set(woman, { state: 'normal' })
    await product.database.updateTable('guilds.guild').set({ state: 'banned' }).where('id', '=', guildId).execute()
    expect(await app.rejected(answer(true))).toBe(30004)
    await product.database.updateTable('guilds.guild').set({ state: 'normal' }).where('id', '=', guildId).execute()
    const other = await aGuild(world)
    await product.database
      .updateTable('guilds.guild')
      .set({ leader_user_id: BigInt(woman) })
      .where('id', '=', other)
      .execute()
    expect(await app.rejected(answer(true))).toBe(30009)
    expect(await rows()).toMatchObject([{ state: 'invited' }])
  })
})

describe('leaving', () => {
  it('is approved, takes effect at the end of the week, and then frees the anchor for another guild', async () => {
    const id = await join()
    expect(codesOf((await leader.call(memberAgree, { ids: [id] })).outcomes)).toEqual([20000])
    await app.accepted(leave())
    expect((await leader.call(memberAgree, { ids: [id] })).outcomes).toEqual([{ id, ok: true }])
    expect(await rows()).toMatchObject([{ state: 'leaving', ending: 'left', ends_at: await weekEnd() }])
    expect(await leader.call(memberAgree, { ids: [id] })).toMatchObject({
      outcomes: [{ errorCode: 20000, reason: 'member.agreed' }],
    })
    const other = await aGuild(world)
    const otherLeader = (await person(product, { permissions: everyMenu(3), unionId: other })).client
    expect(codesOf(await invite(otherLeader, [woman]))).toEqual([30009])

    await weekOver()
    await Promise.all([round('guild-members'), round('guild-members')])
    expect(await rows()).toMatchObject([{ state: 'left' }])
    expect((await commandsAbout(product, woman)).filter(({ type }) => type === 'guild.removed')).toMatchObject([
      { guildId, reason: 'left' },
    ])
    expect((await logged()).filter(({ operation }) => operation === 'member.end')).toMatchObject([
      { username: 'system' },
    ])
    await join(woman, otherLeader, other)
  })

  it('is approved automatically after the parameter’s time', async () => {
    await join()
    await app.accepted(leave())
    await round('guild-members')
    expect(await rows()).toMatchObject([{ state: 'leaving', ends_at: null }])
    await sql`update guilds.member set leave_asked_at = leave_asked_at - interval '7 days' where user_id = ${woman}`.execute(
      product.database,
    )
    await Promise.all([round('guild-members'), round('guild-members')])
    expect(await rows()).toMatchObject([{ state: 'leaving', ending: 'left', ends_at: await weekEnd(), by: 'system' }])
    expect((await logged()).filter(({ operation }) => operation === 'member.agree')).toHaveLength(1)
  })

  it('that is due ends with the answer to another guild, even if no round ran', async () => {
    const id = await join()
    await app.accepted(leave())
    await leader.call(memberAgree, { ids: [id] })
    const other = await aGuild(world)
    await product.database
      .insertInto('guilds.member')
      .values({ guild_id: other, user_id: BigInt(woman), state: 'invited', since: product.clock.now() })
      .execute()
    expect(await app.rejected(answer(true, other))).toBe(30009)
    await weekOver()
    await app.accepted(answer(true, other))
    expect((await rows()).map(({ state }) => state)).toEqual(['left', 'active'])
  })
})

describe('expelling', () => {
  it('takes effect at the end of the week, for a banned one at once', async () => {
    const [id, banned] = [await join(), await anAnchorToBe(world)]
    const bannedId = await join(banned)
    await set(banned, { state: 'ban ID' })
    expect((await leader.call(memberExpel, { ids: [id, bannedId], reason })).outcomes).toEqual([
      { id, ok: true },
      { id: bannedId, ok: true },
    ])
    expect(await rows()).toMatchObject([
      { state: 'leaving', ending: 'expelled', end_reason: reason, ends_at: await weekEnd() },
    ])
    expect(await rows(banned)).toMatchObject([{ state: 'expelled', end_reason: reason }])
    expect((await commandsAbout(product, banned)).at(-1)).toMatchObject({ type: 'guild.removed', reason })
    expect((await logged()).at(-1)).toMatchObject({ operation: 'member.expel', reason, before: { state: 'active' } })
    expect(codesOf((await leader.call(memberExpel, { ids: [id, bannedId], reason })).outcomes)).toEqual([20000, 20000])
    expect(await leader.refused(memberExpel, { ids: [id], reason: ' ' })).toEqual({ code: 11004, fields: ['reason'] })
    const guild = await product.database
      .selectFrom('guilds.guild')
      .select('members')
      .where('id', '=', guildId)
      .executeTakeFirst()
    expect(guild).toEqual({ members: 1 })
  })

  it('and leaving at the same moment: the member is expelled once', async () => {
    const id = await join()
    await Promise.all([
      leader.call(memberExpel, { ids: [id], reason }),
      app.accepted(leave()),
      leader.call(memberAgree, { ids: [id] }),
    ])
    expect(await rows()).toMatchObject([{ state: 'leaving', ending: 'expelled' }])
    await weekOver()
    await round('guild-members')
    expect(await rows()).toMatchObject([{ state: 'expelled' }])
    expect((await commandsAbout(product, woman)).filter(({ type }) => type === 'guild.removed')).toHaveLength(1)
  })

  it('then another guild may take the person when the week is over', async () => {
    const id = await join()
    await set(woman, { state: 'ban ID' })
    await leader.call(memberExpel, { ids: [id], reason })
    await set(woman, { state: 'normal' })
    const other = await aGuild(world)
    const otherLeader = (await person(product, { permissions: everyMenu(3), unionId: other })).client
    await invite(otherLeader, [woman])
    expect(await app.rejected(answer(true, other))).toBe(30009)
    await weekOver()
    await app.accepted(answer(true, other))
  })
})

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
    expect(await reader.refused(memberExpel, { ids: [id], reason })).toMatchObject({ code: 10026 })
    expect(await leader.refused(userMemberList, { userId: woman })).toMatchObject({ code: 10026 })
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
    expect(await admin.refused(memberList, { sort: '-points' })).toMatchObject({ code: 10009 })
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
