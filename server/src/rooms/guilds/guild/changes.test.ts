// Changes of a guild other than its state (leader, parent, rate, method, helpers), and automatic ones.
import { login, smsSend } from '@greenroom/contract/access'
import {
  guildAccountList,
  guildAccountReset,
  guildAccountSave,
  guildAccountStatus,
  guildAgree,
  guildDissolve,
  guildFamily,
  guildInfo,
  guildLeader,
  guildMethod,
  guildParent,
  guildRate,
  guildSubList,
  guildSubSave,
} from '@greenroom/contract/guilds'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { anAccount, password, sentMessages } from '../../../access/accounts.fixture.ts'
import { anApp, appUser } from '../../users/people.fixture.ts'
import { aGuild, aMember, guildRow, historyOf } from '../guilds.fixture.ts'
import { weekAt } from '../weeks/queries.ts'
import { weekLater } from '../weeks/rules.ts'
import { ensureWeeks } from '../weeks/service.ts'
import { sweepGuilds } from './rounds.ts'

let product: TestProduct
let admin: Client
let second: Client
let app: BridgeConnection
let phones = 0
const reason = 'a test'

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  await ensureWeeks(product.database, product.clock.now(), 'UTC')
  app = await connect(product)
  await anApp(product)
  second = await signedIn({ menus: { 'guilds.list': 3, 'system.approval': 3 } })
})
afterAll(() => product.close())

async function signedIn(made: Parameters<typeof anAccount>[1]): Promise<Client> {
  return product.login((await anAccount(product, made)).username, password)
}
/** Every screen of a leader. */
const menus = { 'guilds.family': 3, 'guilds.levelTwoGuild': 3, 'guilds.memberList': 3 } as const
const leaderOf = (unionId: number, more: object = {}) => signedIn({ unionId, menus, ...more })
const sweep = (closeWeek: () => Promise<[]> = async () => []) =>
  sweepGuilds({ database: product.database, clock: product.clock, effects: { closeWeek }, timeZone: () => 'UTC' })

/** Someone who may lead a guild, as forms name them. */
async function candidate(more: { young?: true } = {}) {
  const leaderPhone = String(13_400_000_000 + ++phones)
  const userId = await appUser(product, { phone: leaderPhone })
  if (!more.young)
    await sql`update users.app_user set certified = true, birthday = '1990-01-01' where id = ${userId}`.execute(
      product.database,
    )
  return {
    userNumber: String(userId),
    leaderName: 'Bo Li',
    leaderEmail: 'bo@example.com',
    areaCode: '86',
    leaderPhone,
  }
}
const codeOf = async (username: string) => {
  const answer = await product.as(undefined).send(login, { username, password })
  return answer.code === 200 ? 200 : answer.errorCode
}

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
  it('or none: the agreed rate ends', async () => {
    const [one, two] = [await aGuild(product), await aGuild(product)]
    const sub = await aGuild(product, { parentId: one.id, rateBp: 500 })
    await admin.call(guildParent, { guildId: sub.id, parentId: two.id, reason })
    expect(await guildRow(product, sub.id)).toMatchObject({ parent_id: two.id, agreed_rate_bp: null })
    await admin.call(guildParent, { guildId: sub.id, reason })
    expect(await guildRow(product, sub.id)).toMatchObject({ parent_id: null })
    expect((await historyOf(product, sub.id)).map(({ what }) => what)).toEqual(['parent changed', 'parent changed'])
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
  it('waits for a second member of staff', async () => {
    const sub = await aGuild(product, { parentId: (await aGuild(product)).id })
    const { approvalId } = await admin.call(guildRate, { guildId: sub.id, rateBp: 600, reason })
    expect((await admin.call(guildInfo, { guildId: sub.id })).guild.pendingRateId).toBe(approvalId)
    expect((await guildRow(product, sub.id)).agreed_rate_bp).toBeNull()
    expect(await admin.refused(guildRate, { guildId: sub.id, rateBp: 700, reason })).toMatchObject({ code: 20000 })
    const decide = (client: Client) => client.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason })
    expect((await decide(admin)).outcomes).toMatchObject([{ ok: false, errorCode: 10026 }])
    const both = await Promise.all([decide(second), decide(second)])
    expect(both.flatMap(({ outcomes }) => outcomes).filter(({ ok }) => ok)).toHaveLength(1)
    expect((await guildRow(product, sub.id)).agreed_rate_bp).toBe(600)
    expect(await historyOf(product, sub.id)).toMatchObject([
      { what: 'rate changed', by: 'admin', detail: { rateBp: { before: null, after: 600 } } },
    ])
  })

  it('is not agreed with a former parent', async () => {
    const sub = await aGuild(product, { parentId: (await aGuild(product)).id })
    const { approvalId } = await admin.call(guildRate, { guildId: sub.id, rateBp: 600, reason })
    await admin.call(guildParent, { guildId: sub.id, reason })
    const { outcomes } = await second.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason })
    expect(outcomes).toMatchObject([{ ok: false }])
    expect((await guildRow(product, sub.id)).agreed_rate_bp).toBeNull()
    expect(await admin.refused(guildRate, { guildId: sub.id, rateBp: 1, reason })).toMatchObject({ code: 20000 })
  })
})

describe('the settlement method', () => {
  const codeFor = async (phone: string) => {
    await product.as(undefined, `10.7.0.${++phones % 250}`).call(smsSend, {
      areaCode: '86',
      phoneNumber: phone,
      validate: 'withdraw',
    })
    return vi.waitFor(async () => {
      const message = (await sentMessages(product, `+86${phone}`)).at(-1)
      if (!message) throw new Error('no code yet')
      return message.code
    })
  }

  it('changes permanently, with a code, from the next week on', async () => {
    const guild = await aGuild(product)
    const phone = String(13_300_000_000 + ++phones)
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

  it('is changed only by the leader, who needs a phone', async () => {
    const guild = await aGuild(product)
    expect(await admin.refused(guildMethod, { smsCode: '123456' })).toMatchObject({ code: 10026 })
    expect(await (await leaderOf(guild.id)).refused(guildMethod, { smsCode: '123456' })).toMatchObject({ code: 12003 })
  })
})

describe('a sub-agency', () => {
  it('is registered by the leader and approved with its rate by staff', async () => {
    const parent = await aGuild(product)
    const leader = await leaderOf(parent.id)
    const sent = await candidate()
    const { guildId, cmsUserName } = await leader.call(guildSubSave, { unionName: 'Small / 50%', ...sent, rateBp: 450 })
    expect(cmsUserName).toBe(`guild${guildId}`)
    expect(await guildRow(product, guildId)).toMatchObject({
      state: 'under review',
      parent_id: parent.id,
      agreed_rate_bp: 450,
      inviter_id: null,
    })
    expect((await leader.call(guildSubList, {})).records).toMatchObject([{ guildId, leaderName: '', own: false }])
    expect((await admin.call(guildAgree, { ids: [guildId] })).outcomes).toMatchObject([{ ok: true }])
    // Nobody knows the first password.
    expect(await codeOf(cmsUserName)).toBe(12005)
  })

  it('with a rate requested by staff needs approval by another member of staff', async () => {
    const parent = await aGuild(product)
    const { guildId } = await admin.call(guildSubSave, {
      parentId: parent.id,
      unionName: 'By staff',
      ...(await candidate()),
      rateBp: 450,
      cmsUserName: 'bystaff001',
      cmsPassWord: password,
    })
    expect((await admin.call(guildAgree, { ids: [guildId] })).outcomes).toMatchObject([{ errorCode: 10026 }])
    expect((await second.call(guildAgree, { ids: [guildId] })).outcomes).toMatchObject([{ ok: true }])
    expect(await codeOf('bystaff001')).toBe(200)
  })

  it('is refused for the same reasons as a registration', async () => {
    const parent = await aGuild(product)
    const sub = await aGuild(product, { parentId: parent.id })
    const sent = await candidate()
    const good = { parentId: parent.id, unionName: 'Refused', ...sent }
    const code = async (more: object) => (await admin.refused(guildSubSave, { ...good, ...more })).code
    expect(await code({ unionName: '' })).toBe(30014)
    expect(await code({ unionName: parent.name.toUpperCase() })).toBe(30001)
    expect(await code({ parentId: undefined })).toBe(30020)
    expect(await code({ parentId: sub.id })).toBe(30020)
    expect(await code({ cmsUserName: 'short' })).toBe(12004)
    expect(await code({ cmsUserName: 'admin' })).toBe(12004)
    expect(await code({ cmsPassWord: 'simple' })).toBe(12007)
    expect(await code({ userNumber: String(parent.leader) })).toBe(30002)
    // A sub-agency has no sub-agencies, and no leader registers one under another guild.
    const subLeader = await leaderOf(sub.id)
    expect(await subLeader.refused(guildSubSave, { ...good, parentId: undefined })).toMatchObject({ code: 30020 })
    const stranger = await leaderOf((await aGuild(product)).id)
    expect(await stranger.refused(guildSubSave, good)).toMatchObject({ code: 30020 })
  })
})

describe('helpers of a leader', () => {
  it('read what the leader reads and write nothing', async () => {
    const guild = await aGuild(product)
    const { id, username } = await anAccount(product, { unionId: guild.id })
    await sql`update access.staff_role set role_id = 8 where staff_id = ${id}`.execute(product.database)
    const leader = await product.login(username, password)
    const made = await leader.call(guildAccountSave, { username: `helper${guild.id}`, remark: 'nights' })
    const helper = await product.login(`helper${guild.id}`, made.password)
    expect((await helper.call(guildFamily, {})).guild.guildId).toBe(guild.id)
    expect((await helper.call(guildAccountList, {})).records).toMatchObject([
      { userId: made.userId, remark: 'nights', status: 1, can: { disable: 'readOnly', reset: 'readOnly' } },
    ])
    expect(await helper.refused(guildAccountSave, { username: 'helper9999' })).toMatchObject({ code: 10026 })
    expect(await helper.refused(guildSubSave, { unionName: 'x', ...(await candidate()) })).toMatchObject({
      code: 10026,
    })
    expect(await helper.refused(guildMethod, { smsCode: '123456' })).toMatchObject({ code: 10026 })

    const file = (await leader.send(guildAccountList, { export: 'csv' })) as unknown as { result: { url: string } }
    const { pathname, search } = new URL(file.result.url, 'http://x')
    const { body } = await product.app.inject({ method: 'GET', url: pathname + search })
    expect(body.trim().split('\r\n').slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^${made.userId},helper${guild.id},nights,Enabled,`)),
    ])

    const { password: fresh } = await leader.call(guildAccountReset, { userId: made.userId })
    expect((await helper.send(guildFamily, {})).code).toBe(500)
    await product.login(`helper${guild.id}`, fresh)
    await leader.call(guildAccountStatus, { ids: [made.userId], status: 0 })
    expect((await product.as(undefined).send(login, { username: `helper${guild.id}`, password: fresh })).code).toBe(500)
    expect((await leader.call(guildAccountStatus, { ids: [made.userId], status: 0 })).outcomes).toMatchObject([
      { errorCode: 20000 },
    ])
  })

  it('belong to the leader only; no other account counts as one', async () => {
    const guild = await aGuild(product)
    const leader = await leaderOf(guild.id)
    const foreign = await anAccount(product, { unionId: (await aGuild(product)).id })
    const own = await anAccount(product, { unionId: guild.id })
    for (const { id } of [foreign, own]) {
      expect(await leader.refused(guildAccountReset, { userId: id })).toMatchObject({ code: 10032 })
      expect((await leader.call(guildAccountStatus, { ids: [id], status: 0 })).outcomes).toMatchObject([
        { errorCode: 10032 },
      ])
    }
    expect(await leader.refused(guildAccountSave, { username: foreign.username })).toMatchObject({ code: 10028 })
    expect(await leader.refused(guildAccountSave, { username: 'short' })).toMatchObject({ code: 12004 })
    expect(await admin.refused(guildAccountSave, { username: 'helper0000' })).toMatchObject({ code: 10026 })
  })
})

describe('fifteen days', () => {
  test('warn on days 7, 12 and 14, once each, and dissolve on day 15', async () => {
    const guild = await aGuild(product, { days: 7.1 })
    const older = async (days: number) =>
      sql`update guilds.guild set approved_at = approved_at - make_interval(secs => ${days * 86_400}) where id = ${guild.id}`.execute(
        product.database,
      )
    await sweep()
    await sweep()
    await older(5)
    await sweep()
    await older(2)
    await sweep()
    expect(await guildRow(product, guild.id)).toMatchObject({ state: 'normal', warned_day: 14 })
    await older(1)
    const closed = vi.fn(async (): Promise<[]> => [])
    await sweep(closed)
    expect(closed).toHaveBeenCalledOnce()
    expect(await guildRow(product, guild.id)).toMatchObject({ state: 'dissolved' })
    const history = await historyOf(product, guild.id)
    expect(history.map(({ what, by }) => [what, by])).toEqual([
      ['warned', 'system'],
      ['warned', 'system'],
      ['warned', 'system'],
      ['dissolved', 'system'],
    ])
    const entries = await product.database
      .selectFrom('bridge.command')
      .select(['type', 'data'])
      .where('subject', '=', `guild:${guild.id}`)
      .orderBy('id')
      .execute()
    expect(entries.map(({ type, data }) => [type, (data as { day?: number }).day])).toEqual([
      ['guild.warned', 7],
      ['guild.warned', 12],
      ['guild.warned', 14],
      ['guild.changed', undefined],
    ])
  })

  test('do not dissolve a guild that has an anchor on day 15, even if the anchor leaves later', async () => {
    const guild = await aGuild(product, { days: 15.1 })
    await aMember(product, guild.id)
    await sweep()
    expect(await guildRow(product, guild.id)).toMatchObject({ state: 'normal', warned_day: 15 })
    await sql`delete from guilds.member where guild_id = ${guild.id}`.execute(product.database)
    await sweep()
    expect(await guildRow(product, guild.id)).toMatchObject({ state: 'normal', members: 0 })
  })
})

describe('an application in the app', () => {
  const applied = (userId: number | string, more: object = {}) =>
    ({
      type: 'guild.applied',
      data: {
        userId: Number(userId),
        guildName: `App guild ${userId}`,
        leaderName: 'Bo Li',
        leaderEmail: 'bo@example.com',
        parentId: null,
        inviterId: null,
        ...more,
      },
    }) as const
  const codes = async (...events: ReturnType<typeof applied>[]) =>
    (await app.send(events)).map((line) => line.errorCode ?? 0)

  it('is the same as the form: it waits for review, and its account is named by the guild’s id', async () => {
    const { userNumber, leaderPhone } = await candidate()
    const [line] = await app.send([applied(userNumber)])
    const { guildId, username } = line!.result as { guildId: number; username: string }
    expect(username).toBe(`guild${guildId}`)
    expect(await guildRow(product, guildId)).toMatchObject({ state: 'under review', phone: leaderPhone })
    expect(await historyOf(product, guildId)).toMatchObject([{ what: 'registered', by: 'app' }])
    await admin.call(guildAgree, { ids: [guildId] })
    expect(await codeOf(username)).toBe(12005)
    expect(await codes(applied(userNumber, { guildName: 'Another' }))).toEqual([30002])
  })

  it('is refused for the same reasons as the form, also within one batch', async () => {
    const guild = await aGuild(product)
    const sub = await aGuild(product, { parentId: guild.id })
    const member = await aMember(product, guild.id)
    const [a, b] = [await candidate(), await candidate()]
    const phoneless = await appUser(product)
    const young = await candidate()
    await sql`update users.app_user set birthday = '2012-01-01' where id = ${young.userNumber}::bigint`.execute(
      product.database,
    )
    expect(
      await codes(
        applied(888_888_888),
        applied(guild.leader),
        applied(member),
        applied(phoneless),
        applied(young.userNumber),
        applied(a.userNumber, { guildName: '' }),
        applied(a.userNumber, { guildName: guild.name }),
        applied(a.userNumber, { parentId: sub.id }),
        applied(a.userNumber, { inviterId: 999_999 }),
        applied(a.userNumber, { leaderName: ' ' }),
        applied(a.userNumber, { leaderEmail: 'x' }),
        applied(a.userNumber, { guildName: 'Twice' }),
        applied(b.userNumber, { guildName: 'TWICE' }),
        applied(a.userNumber, { guildName: 'Again' }),
      ),
    ).toEqual([30005, 30002, 30017, 30010, 30013, 30014, 30001, 30020, 30021, 30015, 30018, 0, 30001, 30006])
  })
})
