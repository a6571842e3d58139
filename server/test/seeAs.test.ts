// An administrator looks as a role or an account would. Whatever is tried, nothing is done, nothing is seen that they would not see, and it is
// logged.
import { home, sessionList, userInfo } from '@greenroom/contract/access'
import { type DeclaredCall, declaredCalls } from '@greenroom/contract/allCalls'
import { seeAsHeader } from '@greenroom/contract/call'
import { guildInfo, guildList } from '@greenroom/contract/guilds'
import { logList } from '@greenroom/contract/system'
import { seeAsBegin, seeAsEnd } from '@greenroom/contract/systemRights'
import { roleList, staffInfo, staffList } from '@greenroom/contract/systemStaff'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownWritesSoFar } from '../src/kit/database/database.ts'
import { ask, sent } from './asking.ts'
import { chainSettings } from './chain.ts'
import { adminSessions, everyMenu, person } from './people.ts'
import { anOperationId, type Client, startProduct, type TestProduct } from './product.ts'
import { reads } from './reads.ts'
import type { World } from './world/base.ts'
import { aGuild } from './world/guilds.ts'

let product: TestProduct
let world: World
let token: string
let admin: Client
let kept: readonly [string, string] | undefined

beforeAll(async () => {
  product = await startProduct(chainSettings)
})
beforeEach(async () => {
  kept = await adminSessions(product, kept)
  token = kept[0]
  admin = product.as(token)
  world = { product, admin: product.as(kept[1]) }
})
afterAll(() => product.close())

const over = { code: 500, errorCode: 10026, detail: [{ reason: 'seeAs.over' }] }
const acts = { code: 500, errorCode: 10026, detail: [{ reason: 'seeAs.acts' }] }

/** What the administrator sees as an account or a role. */
async function as(whom: { userId: number } | { roleId: number }) {
  const { seeAsId } = await admin.call(seeAsBegin, whom)
  return looking(seeAsId)
}
const looking = (seeAsId: string, by = token) => ({
  seeAsId,
  headers: { [seeAsHeader]: seeAsId },
  ask: (declared: Pick<DeclaredCall, 'call'>, fields: Record<string, string> = {}) => {
    const { headers, ...more } = sent(declared, fields)
    return ask(product, declared, by, { ...more, headers: { ...headers, [seeAsHeader]: seeAsId } })
  },
})

type Shown = { user: { permissions: object; unionId: number | null; username: string; seeing?: { name: string } } }
const shownTo = async (look: ReturnType<typeof looking>): Promise<Shown> => {
  const answer = (await look.ask({ call: userInfo })) as unknown as { code: number; result: Shown }
  expect(answer.code).toBe(200)
  return answer.result
}

describe('beginning', () => {
  test('is for administrators, for one account or role, and for what sees something', async () => {
    const { client, staffId } = await person(product, { permissions: everyMenu(3) })
    expect(await client.refused(seeAsBegin, { userId: staffId })).toMatchObject({
      code: 10026,
      reason: 'seeAs.administrator',
    })
    for (const payload of [{}, { userId: staffId, roleId: 2 }])
      expect(await admin.refused(seeAsBegin, payload)).toMatchObject({ code: 20000, reason: 'seeAs.one' })
    for (const roleId of [8, 9])
      expect(await admin.refused(seeAsBegin, { roleId })).toMatchObject({ code: 20000, reason: 'seeAs.outside' })
    for (const payload of [{ userId: 999_999 }, { roleId: 999_999 }])
      expect(await admin.refused(seeAsBegin, payload)).toMatchObject({ code: 10032 })
    await product.database.updateTable('access.staff').set({ status: 0 }).where('id', '=', staffId).execute()
    expect(await admin.refused(seeAsBegin, { userId: staffId })).toMatchObject({ code: 20000, reason: 'seeAs.account' })
    expect(await admin.refused(seeAsEnd, {})).toMatchObject({ code: 10032 })
  })

  test('and ending are logged, and a session looks at one thing at a time', async () => {
    const { username, staffId, roleId } = await person(product)
    const [first, second] = [await as({ userId: staffId }), await as({ roleId })]
    expect(await first.ask({ call: home })).toMatchObject(over)
    expect(await second.ask({ call: home })).toMatchObject({ code: 200 })
    await admin.call(seeAsEnd, {})
    expect(await second.ask({ call: home })).toMatchObject(over)
    const { records } = await admin.call(logList, { size: 3 })
    expect(records.map(({ operation, logContent, target }) => [operation, logContent, target])).toEqual([
      ['seeAs.end', `No longer sees as role of ${username}`, `role ${roleId}`],
      ['seeAs.begin', `Sees as role role of ${username} for 30 minutes`, `role ${roleId}`],
      ['seeAs.begin', `Sees as account ${username} for 30 minutes`, `staff ${staffId}`],
    ])
  })

  test('is offered to administrators only, where there is something to see', async () => {
    const { client, staffId } = await person(product, { permissions: everyMenu(3) })
    expect((await client.call(staffInfo, { userId: staffId })).user.can.seeAs).toBe('onlyAdministrators')
    expect((await admin.call(staffInfo, { userId: staffId })).user.can.seeAs).toBe(true)
    const { records } = await admin.call(roleList, {})
    expect(new Map(records.map(({ roleId, can }) => [roleId, can.seeAs]))).toEqual(
      new Map(records.map(({ roleId }) => [roleId, roleId === 8 || roleId === 9 ? 'outside' : true])),
    )
  })
})

describe('a look', () => {
  test('has the rights of the role, and shows itself', async () => {
    const { roleId, username } = await person(product, { permissions: { 'guilds.list': 3, 'users.list': 1 } })
    const look = await as({ roleId })
    const { user } = await shownTo(look)
    expect(user.permissions).toEqual({ 'guilds.list': 3, 'users.list': 1 })
    expect(user).toMatchObject({ username: 'admin', seeing: { name: `role of ${username}`, of: 'role' } })
    expect(await look.ask({ call: guildList })).toMatchObject({ code: 200 })
    expect(await look.ask({ call: staffList })).toMatchObject({
      errorCode: 10026,
      detail: [{ reason: 'menu.missing' }],
    })
    expect((await admin.call(userInfo, {})).user).not.toHaveProperty('seeing')
  })

  test('sees one guild as its account does, and no other', async () => {
    const [own, other] = [await aGuild(world), await aGuild(world)]
    const { staffId } = await person(product, { unionId: own, permissions: everyMenu(3) })
    const look = await as({ userId: staffId })
    expect((await shownTo(look)).user.unionId).toBe(own)
    expect(await look.ask({ call: guildInfo }, { guildId: String(own) })).toMatchObject({ code: 200 })
    expect(await look.ask({ call: guildInfo }, { guildId: String(other) })).toMatchObject({ errorCode: 10032 })
    expect(await look.ask({ call: staffList })).toMatchObject({ detail: [{ reason: 'account.kind' }] })
  })

  test('shows the looker’s own sessions, never the account’s', async () => {
    const { staffId } = await person(product)
    const look = await as({ userId: staffId })
    const { result } = (await look.ask({ call: sessionList })) as unknown as {
      result: { sessions: { current: boolean; userAgent: string }[] }
    }
    const own = await admin.call(sessionList, {})
    expect(result.sessions.map(({ userAgent }) => userAgent)).toEqual(own.sessions.map(({ userAgent }) => userAgent))
    expect(result.sessions.filter(({ current }) => current)).toHaveLength(1)
  })

  test('serves nothing that is the account’s alone: views, notices, passkeys, browsers, exports, requests, what it wants to be told', async () => {
    const { staffId, token: own } = await person(product, { permissions: everyMenu(3) })
    const mark = 'private-7f3a'
    await sql`update access.session set user_agent = ${mark}, ip = '203.0.113.77' where staff_id = ${staffId}`.execute(
      product.database,
    )
    await sql`insert into access.saved_view (staff_id, screen, name, query) values (${staffId}, '/sys/log', ${mark}, ${`q=${mark}`})`.execute(
      product.database,
    )
    await sql`insert into access.passkey (staff_id, credential_id, public_key, name, created_at)
              values (${staffId}, ${Buffer.from(mark)}, ${Buffer.from(mark)}, ${mark}, now())`.execute(product.database)
    await sql`insert into notify.notice (id, staff_id, moment, about, params, href, at)
              values (gen_random_uuid(), ${staffId}, 'returnRefused', ${mark}, ${JSON.stringify({ subject: mark })}, ${`/${mark}`}, now())`.execute(
      product.database,
    )
    await sql`insert into notify.reader (staff_id, language, zone) values (${staffId}, 'ar', 'Pacific/Chatham')`.execute(
      product.database,
    )
    await sql`insert into files.export (id, staff_id, session_id, call, title, payload, format, language, created_at, beat_at, expires_at)
              select gen_random_uuid(), ${staffId}, id, 'userList', ${mark}, '{}', 'csv', 'en', now(), now(), now() + interval '1 day'
                from access.session where staff_id = ${staffId}`.execute(product.database)
    const privates = [mark, '203.0.113.77', 'Pacific/Chatham']
    // The account itself reads each of them somewhere.
    const found = new Set<string>()
    const look = await as({ userId: staffId })
    const mine = declaredCalls.filter(({ call }) => call.level === 'signed-in' && call.operation === undefined)
    for (const declared of mine) {
      const payload = (await reads(world)[declared.call.name]?.()) ?? {}
      const fields = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]))
      const seen = JSON.stringify(await look.ask(declared, fields))
      expect(
        privates.filter((word) => seen.includes(word)),
        declared.call.name,
      ).toEqual([])
      const read = JSON.stringify(await ask(product, declared, own, sent(declared, fields)))
      for (const word of privates) if (read.includes(word)) found.add(word)
    }
    expect([...found].toSorted()).toEqual(privates.toSorted())
    expect(mine.length).toBeGreaterThan(10)
  })

  test('ends with its time, with the right to look, and with what it is as', async () => {
    const { staffId, roleId } = await person(product)
    const timed = await as({ roleId })
    await sql`update access.see_as set began_at = began_at - interval '31 minutes', ends_at = ends_at - interval '31 minutes'
              where id = ${timed.seeAsId}::uuid`.execute(product.database)
    expect(await timed.ask({ call: home })).toMatchObject(over)

    const account = await as({ userId: staffId })
    await product.database.updateTable('access.staff').set({ status: 0 }).where('id', '=', staffId).execute()
    expect(await account.ask({ call: home })).toMatchObject(over)

    const maker = await person(product)
    await product.database.insertInto('access.staff_role').values({ staff_id: maker.staffId, role_id: 1 }).execute()
    const { seeAsId } = await maker.client.call(seeAsBegin, { roleId: 2 })
    const look = looking(seeAsId, maker.token)
    expect(await look.ask({ call: home })).toMatchObject({ code: 200 })
    await product.database
      .deleteFrom('access.staff_role')
      .where('staff_id', '=', maker.staffId)
      .where('role_id', '=', 1)
      .execute()
    expect(await look.ask({ call: home })).toMatchObject(over)
  })

  test('is nobody else’s, and cannot be guessed or forged', async () => {
    const { roleId } = await person(product)
    const { seeAsId } = await as({ roleId })
    const { token: stranger } = await person(product, { permissions: everyMenu(3) })
    for (const by of [kept![1], stranger]) expect(await looking(seeAsId, by).ask({ call: home })).toMatchObject(over)
    for (const id of ['', 'x', anOperationId(), `${seeAsId}'`, `${seeAsId},${seeAsId}`, 'role:1', '1'])
      expect(await looking(id).ask({ call: home }), id).toMatchObject(over)
    expect(
      await ask(product, { call: home }, 'no-session-at-all-of-anybody', { headers: { [seeAsHeader]: seeAsId } }),
    ).toMatchObject({ errorCode: 10007 })
  })
})

describe('changes nothing', () => {
  const row = (declared: DeclaredCall) => ({ name: declared.call.name, declared })
  const open = declaredCalls.filter(({ call }) => call.level !== 'public')
  const acting = open.filter(({ call }) => call.operation !== undefined || call.encoding === 'multipart')
  let administrator: ReturnType<typeof looking>
  beforeAll(async () => {
    kept = await adminSessions(product, kept)
    token = kept[0]
    admin = product.as(token)
    administrator = await as({ roleId: 1 })
  })

  test('every call with an operation is refused, whatever the rights', async () => {
    const before = ownWritesSoFar(product.database)
    for (const declared of acting) expect(await administrator.ask(declared), declared.call.name).toMatchObject(acts)
    expect(acting.length).toBeGreaterThan(200)
    expect(ownWritesSoFar(product.database)).toBe(before)
  })

  test('no list gives a file', async () => {
    for (const declared of open.filter(({ call }) => call.exportable))
      for (const fields of [{ export: 'xlsx' }, { export: 'csv', async: 'true' }])
        expect(await administrator.ask(declared, fields), declared.call.name).toMatchObject(acts)
  })

  test.each(open.filter((declared) => !acting.includes(declared)).map(row))(
    '$name writes nothing',
    async ({ declared }) => {
      const payload = (await reads(world)[declared.call.name]?.()) ?? {}
      const fields = Object.fromEntries(
        Object.entries(payload).map(([name, value]) => [
          name,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      )
      const before = ownWritesSoFar(product.database)
      const answer = await administrator.ask(declared, fields)
      // What keeps something of its own while it reads, such as a count of look-ups, is refused rather than done.
      if (answer.errorCode === 10026) expect(answer, JSON.stringify(answer)).toMatchObject(acts)
      expect(ownWritesSoFar(product.database)).toBe(before)
    },
  )
})
