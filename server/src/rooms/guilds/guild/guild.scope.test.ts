// What leaders read of guilds: their own family, in totals; another's id answers as if it did not exist.
import {
  guildEventList,
  guildFamily,
  guildFamilyList,
  guildInfo,
  guildReveal,
  guildSubList,
} from '@greenroom/contract/guilds'
import { logList } from '@greenroom/contract/system'
import { userRevealList } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { aGuild, aMember } from '../guilds.fixture.ts'
import { addHistory } from '../guilds.history.ts'
import { weekAt } from '../weeks/weeks.queries.ts'
import { ensureWeeks } from '../weeks/weeks.service.ts'

let product: TestProduct
let admin: Client
let [mine, sub, other] = [
  { id: 0, name: '', leader: 0 },
  { id: 0, name: '', leader: 0 },
  { id: 0, name: '', leader: 0 },
]
let leader: Client
let subLeader: Client
let stranger: Client

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  await ensureWeeks(product.database, product.clock.now(), 'UTC')
  mine = await aGuild(product)
  sub = await aGuild(product, { parentId: mine.id, rateBp: 450 })
  other = await aGuild(product)
  const as = async (unionId: number) => (await person(product, { permissions: everyMenu(3), unionId })).client
  leader = await as(mine.id)
  subLeader = await as(sub.id)
  stranger = await as(other.id)
  await aMember(product, sub.id)
  await inTransaction(product.database, (tx) =>
    addHistory(
      tx,
      [mine, sub, other].map(({ id }) => ({
        guildId: id,
        at: product.clock.now(),
        by: 'admin',
        what: 'banned' as const,
        reason: 'late',
      })),
    ),
  )
  const week = (await weekAt(product.database, product.clock.now()))!
  for (const [id, bonus] of [
    [mine.id, 1_000],
    [sub.id, 60_000],
  ] as const) {
    await sql`
      insert into guilds.guild_week (guild_id, week, gift_bonus, bonus_micros, base_micros, joined, lost)
      values (${id}, ${week.week}::date, ${bonus}, ${bonus * 10_000}, ${bonus * 9_000}, 2, 1)`.execute(product.database)
    await sql`
      insert into guilds.settlement (guild_id, week, method, payable_cents, drafted_at, confirm_by)
      values (${id}, ${week.week}::date, 'guild pickup', ${bonus}, now(), now())`.execute(product.database)
  }
})
afterAll(() => product.close())

const historyIds = async (client: Client, guildId: number) =>
  (await client.call(guildEventList, { guildId })).records.length

it('shows a leader their own guild with masked contacts, and a sub-agency without any', async () => {
  expect((await leader.call(guildInfo, { guildId: mine.id })).guild).toMatchObject({
    own: true,
    leaderName: 'Ann Lee',
    phone: expect.stringMatching(/\*/),
    inviter: null,
    can: { agree: 'readOnly', changeMethod: true },
  })
  expect((await leader.call(guildInfo, { guildId: sub.id })).guild).toMatchObject({
    own: false,
    leaderName: '',
    leaderEmail: '',
    phone: '',
    stateReason: '',
    agreedRateBp: 450,
    members: 1,
    can: { changeMethod: 'leaderOnly' },
  })
  expect(await historyIds(leader, mine.id)).toBe(1)
  expect(await historyIds(leader, sub.id)).toBe(0)
  expect((await leader.call(guildEventList, { guildId: mine.id })).records).toMatchObject([{ by: '', reason: 'late' }])
  expect((await admin.call(guildEventList, { guildId: mine.id })).records).toMatchObject([{ by: 'admin' }])
  const file = (await leader.send(guildEventList, { guildId: mine.id, export: 'csv' })) as unknown as {
    result: { url: string }
  }
  const { body } = await product.app.inject({ url: file.result.url })
  expect(body.trim().split('\r\n').slice(1)).toEqual([expect.stringMatching(/,late,$/)])
})

it('reveals contacts to staff with the permission and a reason, and records it', async () => {
  const { client, username } = await person(product, { permissions: { 'users.contact': 3, 'guilds.family': 1 } })
  const { guild } = await client.call(guildInfo, { guildId: other.id })
  expect(guild.can.reveal).toBe(true)
  const { value } = await client.call(guildReveal, { guildId: other.id, field: 'phone', reason: 'the bank asks' })
  expect(value).toMatch(/^\+86 135\d{8}$/)
  expect((await client.call(guildReveal, { guildId: other.id, field: 'email', reason: 'x' })).value).toContain('@')
  const { records } = await admin.call(userRevealList, { username })
  expect(records).toMatchObject([
    { field: 'email', guild: { guildId: other.id, name: other.name } },
    { field: 'phone', userId: other.leader, guild: { guildId: other.id }, reason: 'the bank asks' },
  ])
  const { records: entries } = await admin.call(logList, { username })
  expect(entries.filter(({ operation }) => operation === 'guild.reveal')).toHaveLength(2)
  expect(JSON.stringify([records, entries])).not.toContain(value.slice(4))
  const requested = { guildId: mine.id, field: 'phone' as const, reason: 'mine' }
  expect(await client.refused(guildReveal, { ...requested, reason: '' })).toMatchObject({ code: 11004 })
  expect(await client.refused(guildReveal, { ...requested, guildId: 9_999_999 })).toMatchObject({ code: 10032 })
  const reader = (await person(product, { permissions: { 'users.contact': 1, 'guilds.family': 3 } })).client
  expect((await reader.call(guildInfo, { guildId: mine.id })).guild.can.reveal).toBe('readOnly')
  expect(await reader.refused(guildReveal, requested)).toMatchObject({ code: 10026, reason: 'menu.missing' })
  // A leader cannot reveal contacts of any guild.
  expect(await leader.refused(guildReveal, requested)).toMatchObject({ code: 10026, reason: 'account.kind' })
})

it("shows a sub-agency its parent's name and its own rate, and nothing else of the parent", async () => {
  expect((await subLeader.call(guildInfo, { guildId: sub.id })).guild).toMatchObject({
    own: true,
    parent: { guildId: mine.id, name: mine.name },
    agreedRateBp: 450,
  })
  expect(await subLeader.refused(guildInfo, { guildId: mine.id })).toEqual({ code: 10032, fields: ['guildId'] })
  expect(await subLeader.refused(guildFamily, { guildId: mine.id })).toMatchObject({ code: 10032 })
  expect(await historyIds(subLeader, mine.id)).toBe(0)
  const family = await subLeader.call(guildFamily, {})
  expect(family).toMatchObject({
    parent: { name: mine.name },
    subAgencies: [],
    guild: { guildId: sub.id, thisWeek: { payableCents: 60_000 } },
  })
})

it('shows a family in totals; a sub-agency’s payments only to itself and staff', async () => {
  const theirs = await leader.call(guildFamily, {})
  expect(theirs.guild).toMatchObject({
    guildId: mine.id,
    // 61,000 bonus, of which 90 % is base: 549 USD.
    thisWeek: { points: 1_000, baseCents: 900, level: 2, joined: 2, lost: 1, payableCents: 1_000 },
    lastWeek: { points: 0, baseCents: 0, level: 1, payableCents: null },
  })
  expect(theirs.subAgencies).toMatchObject([
    { guildId: sub.id, members: 1, thisWeek: { points: 60_000, baseCents: 54_000, level: 2, payableCents: null } },
  ])
  expect(theirs.total).toMatchObject({
    members: 1,
    thisWeek: { points: 61_000, baseCents: 54_900, level: 2, payableCents: null },
  })
  const staffs = await admin.call(guildFamily, { guildId: mine.id })
  expect(staffs.total.thisWeek.payableCents).toBe(61_000)
  expect(staffs.subAgencies[0]!.thisWeek.payableCents).toBe(60_000)
  const [row] = (await admin.call(guildFamilyList, { q: mine.name })).records
  expect(row).toMatchObject({ guildId: mine.id, subAgencies: 1, members: 1, thisWeek: staffs.total.thisWeek })
})

test("another's guild is not found by id, filter, search or export", async () => {
  for (const { id } of [mine, sub]) {
    expect(await stranger.refused(guildInfo, { guildId: id })).toMatchObject({ code: 10032 })
    expect(await stranger.refused(guildFamily, { guildId: id })).toMatchObject({ code: 10032 })
    expect(await historyIds(stranger, id)).toBe(0)
  }
  const subs = async (client: Client, filters: object = {}) =>
    (await client.call(guildSubList, filters)).records.map(({ guildId }) => guildId)
  expect(await subs(stranger)).toEqual([])
  expect(await subs(stranger, { parentId: mine.id })).toEqual([])
  expect(await subs(leader)).toEqual([sub.id])
  expect(await subs(subLeader)).toEqual([sub.id])
  expect(await subs(admin, { parentId: mine.id })).toEqual([sub.id])
  // A leader's real name cannot be found by guessing.
  expect(await subs(leader, { q: 'Ann Lee' })).toEqual([])
  expect(await stranger.refused(guildFamilyList, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
})

test('a top-up agent finds no guild', async () => {
  const { client } = await person(product, { permissions: everyMenu(3), agentId: 7 })
  for (const call of [guildInfo, guildFamily])
    expect(await client.refused(call, { guildId: mine.id })).toMatchObject({ code: 10026, reason: 'account.kind' })
})

test('staff name the guild whose family they read', async () =>
  expect(await admin.refused(guildFamily, {})).toEqual({ code: 10009, fields: ['guildId'], reason: 'field.required' }))
