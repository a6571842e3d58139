import { languageChoose } from '@greenroom/contract/access'
import { menuKeys } from '@greenroom/contract/screens'
import { logInfo, logList, logNames } from '@greenroom/contract/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { newId } from '../../../kit/random.ts'

let product: TestProduct
let admin: Client

type Made = {
  content: string
  at?: Date
  username?: string
  operation?: string
  menu?: string | null
  unionId?: number
}

/** Inserts entries as rooms do, with any time and operation. */
async function write(...entries: Made[]): Promise<string[]> {
  const rows = entries.map((entry) => {
    const at = entry.at ?? product.clock.now()
    return {
      id: newId(at),
      at,
      staff_id: 7,
      username: entry.username ?? 'someone',
      union_id: entry.unionId ?? null,
      ip: '10.0.0.1',
      menu_key: entry.menu === undefined ? 'system.role' : entry.menu,
      operation: entry.operation ?? 'role.update',
      target: 'role 5',
      content: entry.content,
      reason: 'because',
      before: JSON.stringify({ name: 'Old' }),
      after: JSON.stringify({ name: 'New' }),
      request_id: 'request-1',
    }
  })
  await product.database.insertInto('log.entry').values(rows).execute()
  return rows.map((row) => row.id)
}

let guilds = 0

/** A guild with a leader's account. */
async function guild(): Promise<number> {
  const at = product.clock.now()
  const leader = BigInt(900_000 + ++guilds)
  await product.database
    .insertInto('users.app_user')
    .values({ id: leader, nickname: `Leader ${leader}`, created_at: at })
    .execute()
  const { id } = await product.database
    .insertInto('guilds.guild')
    .values({
      name: `Guild ${leader}`,
      leader_user_id: leader,
      leader_name: 'Leader',
      leader_email: `${leader}@example.com`,
      area_code: '86',
      phone: `138${leader}`,
      state: 'normal',
      registered_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

const contents = async (payload: Parameters<typeof admin.call<typeof logList>>[1], by: Client = admin) =>
  (await by.call(logList, payload)).records.map((row) => row.logContent)

describe('filters', () => {
  beforeAll(async () => {
    await write(
      { content: 'Night Moderators 100%', operation: 'role.update', menu: 'system.role' },
      { content: '夜班审核', operation: 'staff.save', menu: 'system.user', username: 'bella' },
      { content: 'pushed out', operation: 'session.end', menu: null, username: 'bella' },
    )
  })

  it.each([
    ['a menu by its key', { menuName: 'system.user' }],
    ['a menu by its English name', { menuName: 'accounts' }],
    ['a menu by its Chinese name', { menuName: '账号管理' }],
    ['an operation by its key', { opName: 'staff.save' }],
    ['an operation by its English name', { opName: 'Add account' }],
    ['an operation by its Chinese name', { opName: '新增账号' }],
    ['content', { logContent: '夜班审' }],
  ])('finds by %s', async (_, filter) => {
    expect(await contents(filter)).toEqual(['夜班审核'])
  })

  it('filters by username, newest first', async () => {
    expect((await contents({ username: 'bella' })).toSorted()).toEqual(['pushed out', '夜班审核'])
  })

  it('a catalogue matches every menu in it', async () => {
    expect((await contents({ menuName: 'System', username: 'someone' })).length).toBe(1)
    expect(await contents({ menuName: 'System', username: 'bella' })).toEqual(['夜班审核'])
  })

  it('an unknown name finds nothing', async () => {
    const page = await admin.call(logList, { menuName: 'no such menu' })
    expect(page).toMatchObject({ records: [], total: 0, pages: 0 })
  })

  it('treats wildcards as plain text', async () => {
    expect(await contents({ logContent: '100%' })).toEqual(['Night Moderators 100%'])
    expect(await contents({ logContent: '1__%' })).toEqual([])
  })

  it('searches two characters within a month only, and never one', async () => {
    const { code, fields } = await admin.refused(logList, { logContent: '审核' })
    expect([code, fields]).toEqual([10009, ['logContent']])
    const today = product.clock.now().toISOString().slice(0, 10)
    expect(await contents({ logContent: '审核', startTimeStr: today })).toEqual(['夜班审核'])
    expect(await admin.refused(logList, { logContent: 'a', startTimeStr: today })).toMatchObject({
      code: 10009,
      reason: 'log.searchShort',
    })
  })

  it('refuses a span that ends before its start', async () => {
    const answer = await admin.refused(logList, { startTimeStr: '2026-02-02', endTimeStr: '2026-02-01' })
    expect(answer).toEqual({ code: 10009, fields: ['endTimeStr'], reason: 'time.order' })
  })
})

it('returns names in the requested language, else in the caller’s', async () => {
  const [chinese] = (await admin.call(logList, { username: 'bella', opName: 'staff.save', language: 'CN' })).records
  expect(chinese).toMatchObject({ menuName: '账号管理', opName: '新增账号', operation: 'staff.save' })
  const [english] = (await admin.call(logList, { username: 'bella', opName: 'staff.save' })).records
  expect(english).toMatchObject({ menuName: 'Accounts', opName: 'Add account' })
})

it('filters by time, where a day means the whole day', async () => {
  const month = product.clock.now().toISOString().slice(0, 7)
  const first = new Date(`${month}-01T00:00:00.000Z`)
  const before = new Date(first.getTime() - 1)
  const last = new Date(first.getTime() + 86_400_000 - 1)
  const next = new Date(first.getTime() + 86_400_000)
  await write(
    { content: 'edge before', at: before, username: 'edge' },
    { content: 'edge first', at: first, username: 'edge' },
    { content: 'edge last', at: last, username: 'edge' },
    { content: 'edge next', at: next, username: 'edge' },
  )
  const day = `${month}-01`
  expect(await contents({ username: 'edge', startTimeStr: day, endTimeStr: day })).toEqual(['edge last', 'edge first'])
  expect(await contents({ username: 'edge', endTimeStr: `${day} 00:00:00` })).toEqual(['edge before'])
})

it('pages by number and by cursor, twenty at a time', async () => {
  await write(...Array.from({ length: 45 }, (_, i) => ({ content: `page ${i}`, username: 'pager' })))
  const first = await admin.call(logList, { username: 'pager' })
  expect(first).toMatchObject({ size: 20, total: 45, pages: 3, current: 1 })
  const byNumber = await admin.call(logList, { username: 'pager', current: 2 })
  const byCursor = await admin.call(logList, { username: 'pager', after: first.next })
  expect(byCursor).toEqual(byNumber)
  const ascending = await contents({ username: 'pager', sort: 'at', size: 200 })
  expect(ascending.toReversed()).toEqual(await contents({ username: 'pager', size: 200 }))
  expect(ascending).toHaveLength(45)
})

describe('scope', () => {
  it('shows guild leaders only entries of their own guild, in the list and by id', async () => {
    const [unionId, otherId] = [await guild(), await guild()]
    const [own, other] = await write(
      { content: 'ours', unionId },
      { content: 'theirs', unionId: otherId },
      { content: 'of staff' },
    )
    const { client: leader } = await person(product, { permissions: { 'system.log': 1 }, unionId })
    const page = await leader.call(logList, {})
    expect(page.records.map((row) => row.logContent)).toEqual(['ours'])
    expect(page.total).toBe(1)
    expect((await leader.call(logInfo, { id: own! })).entry.logContent).toBe('ours')
    expect(await leader.refused(logInfo, { id: other! })).toEqual({
      code: 10032,
      fields: ['id'],
      reason: 'record.none',
    })
  })

  it('shows top-up agents only entries of their own account', async () => {
    const { client: agent } = await person(product, { permissions: { 'system.log': 1 }, agentId: 61 })
    expect(await contents({}, agent)).toEqual([])
    await agent.call(languageChoose, { language: 'en' })
    expect((await agent.call(logList, {})).records.map((row) => row.operation)).toEqual(['account.language'])
  })

  it('refuses a cursor of another caller’s list', async () => {
    const [one, other] = [await guild(), await guild()]
    await write({ content: 'a', unionId: one }, { content: 'b', unionId: one })
    const { client: leader } = await person(product, { permissions: { 'system.log': 1 }, unionId: one })
    const { client: stranger } = await person(product, { permissions: { 'system.log': 1 }, unionId: other })
    const { next } = await leader.call(logList, { size: 1 })
    expect(await stranger.refused(logList, { size: 1, after: next })).toEqual({
      code: 10009,
      fields: ['after'],
      reason: 'list.cursor',
    })
  })

  it('is refused without the menu', async () => {
    expect((await product.as(undefined).refused(logList, {})).code).toBe(10007)
    const { client } = await person(product, { permissions: { 'system.role': 3 } })
    expect(await client.refused(logList, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
  })
})

it('shows one unsealed entry with before and after', async () => {
  const [id] = await write({ content: 'look' })
  const { entry } = await admin.call(logInfo, { id: id! })
  expect(entry).toMatchObject({
    reason: 'because',
    requestId: 'request-1',
    before: { name: 'Old' },
    after: { name: 'New' },
    block: null,
  })
  expect(await admin.refused(logInfo, { id: 'nonsense' })).toMatchObject({ code: 10032, reason: 'record.none' })
})

it('lists the menus with screens, and every operation with its menu', async () => {
  const names = await admin.call(logNames, {})
  expect(names.menus).toContainEqual({ key: 'system.role', name: 'Roles' })
  expect(names.menus.filter((menu) => !(menuKeys as readonly string[]).includes(menu.key))).toEqual([])
  expect(names.operations).toContainEqual({ key: 'role.save', menu: 'system.role', name: 'Add role' })
  expect(names.operations).toContainEqual({ key: 'session.login', menu: null, name: 'Log in' })
  await admin.call(languageChoose, { language: 'cn' })
  expect((await admin.call(logNames, {})).menus).toContainEqual({ key: 'system.role', name: '角色管理' })
})
