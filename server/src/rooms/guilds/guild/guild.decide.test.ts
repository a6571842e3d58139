// What staff decide about guilds, from the call to the app: states, accounts, members, history, log.
import { home, login } from '@greenroom/contract/access'
import { guildAgree, guildBan, guildDissolve, guildList, guildRefuse, guildUnban } from '@greenroom/contract/guilds'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { anAccount, password } from '../../../access/access.accounts.fixture.ts'
import { anApp } from '../../users/people.fixture.ts'
import { aGuild, aMember, guildRow, historyOf } from '../guilds.fixture.ts'

let product: TestProduct
let admin: Client
const reason = 'a test'

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  await anApp(product)
})
afterAll(() => product.close())

const commandsAbout = async (subject: string) =>
  (
    await product.database
      .selectFrom('bridge.command')
      .select(['type', 'data'])
      .where('subject', '=', subject)
      .orderBy('id')
      .execute()
  ).map((row) => ({ type: row.type, ...(row.data as object) }))
const logIn = (username: string) => product.as(undefined).send(login, { username, password })
const codeOf = async (username: string) => {
  const answer = await logIn(username)
  return answer.code === 200 ? 200 : answer.errorCode
}

const signedIn = async (made: Parameters<typeof anAccount>[1]) => ({
  client: await product.login((await anAccount(product, made)).username, password),
})

describe('an application', () => {
  it('is approved: the leader can log in', async () => {
    const guild = await aGuild(product, { state: 'under review' })
    const { username } = await anAccount(product, { unionId: guild.id, status: 3 })
    expect(await codeOf(username)).toBe(30006)
    expect((await admin.call(guildAgree, { ids: [guild.id] })).outcomes).toEqual([{ id: guild.id, ok: true }])
    expect(await codeOf(username)).toBe(200)
    expect(await guildRow(product, guild.id)).toMatchObject({ state: 'normal', version: 2, ended_at: null })
    expect((await guildRow(product, guild.id)).approved_at).not.toBeNull()
    expect(await historyOf(product, guild.id)).toMatchObject([
      { what: 'approved', by: 'admin', detail: { state: { before: 'under review', after: 'normal' } } },
    ])
    expect(await commandsAbout(`guild:${guild.id}`)).toEqual([
      {
        type: 'guild.changed',
        guildId: guild.id,
        state: 'normal',
        method: 'guild pickup',
        leaderUserId: guild.leader,
        reason: '',
      },
    ])
  })

  it('is refused with a reason: the account is disabled, and name, leader and phone are free', async () => {
    const guild = await aGuild(product, { state: 'under review' })
    const { username } = await anAccount(product, { unionId: guild.id, status: 3 })
    await admin.call(guildRefuse, { ids: [guild.id], reason })
    expect(await codeOf(username)).toBe(12006)
    expect(await guildRow(product, guild.id)).toMatchObject({ state: 'rejected', state_reason: reason })
    expect(await commandsAbout(`guild:${guild.id}`)).toEqual([
      expect.objectContaining({ type: 'guild.changed', state: 'rejected', reason }),
    ])
    expect(await admin.refused(guildRefuse, { ids: [guild.id], reason: '' })).toEqual({
      code: 11004,
      fields: ['reason'],
    })
  })

  it('is decided once, also by two at the same moment', async () => {
    const guild = await aGuild(product, { state: 'under review' })
    const answers = await Promise.all([
      admin.call(guildAgree, { ids: [guild.id] }),
      admin.call(guildRefuse, { ids: [guild.id], reason }),
      admin.call(guildAgree, { ids: [guild.id] }),
    ])
    const outcomes = answers.flatMap((answer) => answer.outcomes)
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    for (const outcome of outcomes.filter(({ ok }) => !ok))
      expect(outcome).toMatchObject({
        errorCode: 20000,
        reason: expect.stringMatching(/^guild\.(normal|rejected)$/),
      })
    expect(await historyOf(product, guild.id)).toHaveLength(1)
  })

  it('cannot be approved until the leader is of age and the parent may have sub-agencies', async () => {
    const young = await aGuild(product, { state: 'under review', young: true })
    const banned = await aGuild(product, { state: 'banned' })
    const below = await aGuild(product, { state: 'under review', parentId: banned.id })
    expect((await admin.call(guildAgree, { ids: [young.id, below.id, 999_999] })).outcomes).toMatchObject([
      { id: young.id, ok: false, errorCode: 30013, reason: 'guild.age' },
      { id: below.id, ok: false, errorCode: 30020, reason: 'guild.parent' },
      { id: 999_999, ok: false, errorCode: 10032 },
    ])
  })

  it('is shown on Home until it is decided', async () => {
    const line = async () => (await admin.call(home, {})).todo.find(({ key }) => key === 'guildReviews')
    const before = (await line())?.count ?? 0
    const guild = await aGuild(product, { state: 'under review' })
    expect((await line())?.count).toBe(before + 1)
    await admin.call(guildRefuse, { ids: [guild.id], reason })
    expect((await line())?.count ?? 0).toBe(before)
  })
})

describe('a ban', () => {
  it('stops the leader at once, and is lifted', async () => {
    const guild = await aGuild(product)
    const { username } = await anAccount(product, { unionId: guild.id })
    const leader = await product.login(username, password)
    await admin.call(guildBan, { ids: [guild.id], reason })
    expect(await codeOf(username)).toBe(30004)
    expect((await leader.send(home, {})).code).toBe(500)
    expect((await admin.call(guildBan, { ids: [guild.id], reason })).outcomes).toMatchObject([
      { errorCode: 20000, reason: 'guild.banned' },
    ])
    await admin.call(guildUnban, { ids: [guild.id], reason: 'paid' })
    expect(await codeOf(username)).toBe(200)
    expect((await historyOf(product, guild.id)).map(({ what, reason }) => [what, reason])).toEqual([
      ['banned', reason],
      ['unbanned', 'paid'],
    ])
    expect(await commandsAbout(`guild:${guild.id}`)).toEqual([
      expect.objectContaining({ state: 'banned', reason }),
      expect.objectContaining({ state: 'normal', reason: '' }),
    ])
  })
})

describe('a dissolution', () => {
  it('frees members and sub-agencies, and withdraws invitations', async () => {
    const guild = await aGuild(product)
    const sub = await aGuild(product, { parentId: guild.id, rateBp: 400 })
    const { username } = await anAccount(product, { unionId: guild.id })
    const [anchor, leaving, invited] = [
      await aMember(product, guild.id),
      await aMember(product, guild.id, 'leaving'),
      await aMember(product, guild.id, 'invited'),
    ]
    const bystander = await aMember(product, sub.id)
    await admin.call(guildDissolve, { ids: [guild.id], reason })
    expect(await codeOf(username)).toBe(30003)
    expect(await guildRow(product, guild.id)).toMatchObject({ state: 'dissolved', members: 0, state_reason: reason })
    expect(await guildRow(product, sub.id)).toMatchObject({
      parent_id: null,
      agreed_rate_bp: null,
      state: 'normal',
      members: 1,
    })
    expect((await historyOf(product, sub.id)).at(-1)).toMatchObject({
      what: 'parent changed',
      detail: { parentId: { before: guild.id, after: null }, rateBp: { before: 400, after: null } },
    })
    const members = await product.database
      .selectFrom('guilds.member')
      .selectAll()
      .where('guild_id', '=', guild.id)
      .orderBy('id')
      .execute()
    expect(members.map(({ user_id, state }) => [Number(user_id), state])).toEqual([
      [anchor, 'left'],
      [leaving, 'left'],
    ])
    for (const userId of [anchor, leaving, invited])
      expect(await commandsAbout(`user:${userId}`)).toEqual([
        {
          type: 'guild.removed',
          guildId: guild.id,
          userId,
          reason,
          texts: expect.objectContaining({ es: 'La agencia a la que pertenece o que le invitó fue disuelta.' }),
        },
      ])
    expect(await commandsAbout(`user:${bystander}`)).toEqual([])
    for (const call of [guildBan, guildUnban])
      expect((await admin.call(call, { ids: [guild.id], reason })).outcomes).toMatchObject([{ errorCode: 30003 }])
  })

  it('and a concurrent ban both happen in some order, or one is refused', async () => {
    const guild = await aGuild(product)
    await aMember(product, guild.id)
    const [dissolved, banned] = await Promise.all([
      admin.call(guildDissolve, { ids: [guild.id], reason }),
      admin.call(guildBan, { ids: [guild.id], reason }),
    ])
    expect(dissolved.outcomes).toMatchObject([{ ok: true }])
    expect(await guildRow(product, guild.id)).toMatchObject({ state: 'dissolved', members: 0 })
    const what = (await historyOf(product, guild.id)).map((event) => event.what)
    // Decided by the request times, not by who came first.
    expect(new Set(what)).toEqual(new Set(banned.outcomes[0]!.ok ? ['banned', 'dissolved'] : ['dissolved']))
  })
})

test('lists guilds by every filter, with the allowed actions', async () => {
  const parent = await aGuild(product)
  const sub = await aGuild(product, { parentId: parent.id, state: 'banned' })
  const ids = async (filters: object) =>
    (await admin.call(guildList, { size: 200, ...filters })).records.map(({ guildId }) => guildId)
  expect(await ids({ q: parent.name })).toEqual([parent.id])
  expect(await ids({ q: String(sub.id) })).toContain(sub.id)
  expect(await ids({ q: String(sub.leader) })).toEqual([sub.id])
  expect(await ids({ parentId: parent.id })).toEqual([sub.id])
  expect(await ids({ parentId: parent.id, state: 'normal' })).toEqual([])
  expect(await ids({ parentId: parent.id, method: 'anchor withdrawal' })).toEqual([])
  expect(await ids({ q: parent.name, membersMin: 1 })).toEqual([])
  await aMember(product, parent.id)
  expect(await ids({ q: parent.name, membersMin: 1, membersMax: 5 })).toEqual([parent.id])
  expect(await ids({ q: parent.name, startTimeStr: '2000-01-01', endTimeStr: '2000-01-02' })).toEqual([])
  const [row] = (await admin.call(guildList, { q: String(sub.leader) })).records
  expect(row).toMatchObject({
    parent: { guildId: parent.id, name: parent.name },
    leaderEmail: 'a***@example.com',
    phone: expect.stringMatching(/^\+86 135\*\*\*\*\d{4}$/),
    can: { agree: 'banned', refuse: 'banned', ban: 'banned', unban: true, dissolve: true },
  })
  const reader = await signedIn({ menus: { 'guilds.list': 1 } })
  const [read] = (await reader.client.call(guildList, { q: String(sub.leader) })).records
  expect(read!.can).toMatchObject({
    agree: 'readOnly',
    refuse: 'readOnly',
    ban: 'readOnly',
    unban: 'readOnly',
    dissolve: 'readOnly',
  })
  expect(await reader.client.refused(guildAgree, { ids: [sub.id] })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
})

test('a leader neither lists guilds nor decides about them, even with the menu', async () => {
  const guild = await aGuild(product)
  const { client } = await signedIn({ menus: { 'guilds.list': 3 }, unionId: guild.id })
  expect(await client.refused(guildList, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
  expect(await client.refused(guildAgree, { ids: [guild.id] })).toMatchObject({ code: 10026, reason: 'account.kind' })
})
