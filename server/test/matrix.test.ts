// Access matrix: every call × everyone who may not call it, and every invalid payload. Each is refused with HTTP 200 and a code, without a
// stack trace or a crash. What needs a valid payload that stays valid is in `writes.test.ts`.

import { type DeclaredCall, declaredCalls } from '@greenroom/contract/allCalls'
import { menusOf } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask as askOf, formOf, named, nextCount, sent } from './asking.ts'
import { adminSessions, everyMenu, type Person, person } from './people.ts'
import { startProduct, type TestProduct } from './product.ts'
import { reads } from './reads.ts'
import type { World } from './world/base.ts'
import { aGuild, aMember } from './world/guilds.ts'
import { worldSettings } from './world/provider.ts'
import { aBulk } from './world/system.ts'
import { writes } from './writes.ts'
import { fieldsOf, requiredOf, textFields, wrongTexts } from './wrong.ts'

let product: TestProduct
let world: World
let admin: string

beforeAll(async () => {
  product = await startProduct(worldSettings)
})
let sessions: readonly [string, string] | undefined
beforeEach(async () => {
  sessions = await adminSessions(product, sessions)
  admin = sessions[0]
  world = { product, admin: product.as(sessions[1]) }
})
afterAll(() => product.close())

/** Sessions of accounts that no call changes, by their permissions. */
const tokens = new Map<string, string>()
async function tokenWith(permissions: NonNullable<Person['permissions']>): Promise<string> {
  const key = JSON.stringify(permissions)
  const token = tokens.get(key) ?? (await person(product, { permissions })).token
  tokens.set(key, token)
  return token
}

const ask = (declared: DeclaredCall, token: string | undefined, more?: InjectOptions) =>
  askOf(product, declared, token, more)

const isPublic = ({ call }: DeclaredCall) => call.level === 'public'
const onMenu = ({ call }: DeclaredCall) => menusOf(call).length > 0
const isPost = ({ call }: DeclaredCall) => call.method === 'POST'
const row = (declared: DeclaredCall) => ({ name: declared.call.name, declared })

describe('access', () => {
  const bad = ['', 'x', 'a'.repeat(43), 'a'.repeat(10_000), "' or 1=1 --", 'undefined', '\u00e9'.repeat(40)]
  const closed = declaredCalls.filter((call) => !isPublic(call))

  test('what is no token opens no session', async () => {
    for (const declared of closed.slice(0, 3))
      for (const token of bad)
        expect(await ask(declared, token), token.slice(0, 50)).toMatchObject({ code: 500, errorCode: 10007 })
  })

  // What opens none is one function's for all of them, above.
  test.each(closed.map(row))('$name requires a session', async ({ declared }) => {
    for (const token of [undefined, 'a'.repeat(43)])
      expect(await ask(declared, token), String(token)).toMatchObject({ code: 500, errorCode: 10007 })
  })

  test.each(closed.map(row))(
    '$name takes the token as a parameter only where the specification says so',
    async ({ declared }) => {
      const answer = await ask(declared, undefined, sent(declared, { token: admin }))
      if (declared.call.tokenParam) expect(answer.code).toBe(200)
      else expect(answer).toMatchObject({ code: 500, errorCode: 10007 })
    },
  )

  test.each(declaredCalls.filter(onMenu).map(row))('$name requires its menu', async ({ declared }) => {
    expect(await ask(declared, await tokenWith({}))).toMatchObject({
      code: 500,
      errorCode: 10026,
      detail: [{ reason: 'menu.missing' }],
    })
    const kinds = Object.entries(declared.call.menuBy ?? { '': declared.call.menu as MenuKey })
    for (const [kind, menu] of kinds) {
      const { [menu]: _, ...others } = everyMenu(3)
      const payload = sent(declared, kind === '' ? {} : { kind })
      expect(await ask(declared, await tokenWith(others), payload), kind).toMatchObject({
        code: 500,
        errorCode: 10026,
        detail: [{ reason: 'menu.missing' }],
      })
    }
  })

  test.each(declaredCalls.filter(({ call }) => call.level === 'read').map(row))(
    '$name accepts read-only',
    async ({ declared }) => {
      // A cohort's users are rows of the user list.
      const also = declared.call.name === 'indicatorReturned' ? { 'users.list': 1 as const } : {}
      const token = await tokenWith({ [menusOf(declared.call)[0] as MenuKey]: 1, ...also })
      const answer = await ask(declared, token)
      expect([10007, 10026]).not.toContain(answer.errorCode)
    },
  )
})

describe('lower rights', () => {
  const reason = 'because'
  /** How each call that changes accounts or roles is tested on one with higher rights; a new call needs a line here. */
  type Above = { staffId: number; roleId: number; menuId: number }
  const tries: Record<string, ((above: Above) => Record<string, unknown>) | { because: string }> = {
    staffSave: ({ roleId }) => ({ username: `above${nextCount()}`, roleIds: [roleId] }),
    staffUpdate: ({ staffId }) => ({ userId: staffId, version: 1, roleIds: [] }),
    staffStatus: ({ staffId }) => ({ ids: [staffId], status: 0, reason }),
    staffPasswordReset: ({ staffId }) => ({ userId: staffId, reason }),
    staffGoogleUnbind: ({ staffId }) => ({ userId: staffId, reason }),
    staffInvitationRevoke: ({ staffId }) => ({ userId: staffId }),
    staffSessionsEnd: ({ staffId }) => ({ ids: [staffId], reason }),
    staffDelete: ({ staffId }) => ({ ids: [staffId], reason }),
    roleSave: ({ menuId }) => ({ roleName: `above${nextCount()}`, menuIds: [menuId] }),
    roleUpdate: ({ roleId }) => ({ roleId, roleName: `above${nextCount()}`, secondFactor: 'none' }),
    roleDelete: { because: 'only removes roles that nobody holds' },
    seeAsBegin: ({ staffId }) => ({ userId: staffId }),
    seeAsEnd: { because: 'ends what the caller itself looks at' },
  }
  const changing = declaredCalls.filter(
    ({ call }) => call.level === 'write' && (call.menu === 'system.user' || call.menu === 'system.role'),
  )

  test('every call that changes accounts or roles is tested', () => {
    expect(changing.map(({ call }) => call.name).toSorted()).toEqual(Object.keys(tries).toSorted())
  })

  test.each(changing.filter(({ call }) => typeof tries[call.name] === 'function').map(row))(
    '$name refuses one with more rights',
    async ({ declared }) => {
      const { token } = await person(product, { permissions: { 'system.user': 3, 'system.role': 3 } })
      const { staffId, roleId } = await person(product, { permissions: { 'system.param': 1 } })
      await product.database
        .updateTable('access.role')
        .set({ second_factor: 'google' })
        .where('id', '=', roleId)
        .execute()
      const { id: menuId } = await product.database
        .selectFrom('access.menu')
        .select('id')
        .where('key', '=', 'system.param')
        .executeTakeFirstOrThrow()
      const before = await stateOf(staffId, roleId)
      const tried = tries[declared.call.name] as (above: Above) => Record<string, unknown>
      const answer = await ask(declared, token, sent(declared, formOf(tried({ staffId, roleId, menuId }))))
      const outcomes = (answer as { result?: { outcomes?: { errorCode?: number }[] } }).result?.outcomes
      expect(outcomes?.[0] ?? answer).toMatchObject({ errorCode: 10026 })
      expect(await stateOf(staffId, roleId)).toEqual(before)
    },
  )

  const stateOf = async (staffId: number, roleId: number) => [
    await product.database.selectFrom('access.staff').selectAll().where('id', '=', staffId).execute(),
    await product.database.selectFrom('access.staff_role').selectAll().where('staff_id', '=', staffId).execute(),
    await product.database.selectFrom('access.role').selectAll().where('id', '=', roleId).execute(),
    (await product.database.selectFrom('access.session').select('id').where('staff_id', '=', staffId).execute()).length,
  ]
})

describe('invalid payloads', () => {
  test.each(declaredCalls.filter(isPost).map(row))('$name refuses foreign content types', async ({ declared }) => {
    for (const type of ['text/plain', 'application/xml', 'application/octet-stream', 'image/png', 'nonsense'])
      expect(await ask(declared, admin, { payload: 'a=1', headers: { 'content-type': type } }), type).toMatchObject({
        code: 500,
        errorCode: 10009,
        detail: [{ reason: 'body.unreadable' }],
      })
  })

  test.each(declaredCalls.filter(isPost).map(row))('$name refuses malformed JSON', async ({ declared }) => {
    const json = { 'content-type': 'application/json' }
    for (const payload of ['{', '{"a":1', 'nonsense', '[]', '"text"', '1', 'true', '{"__proto__":{"a":1}}'])
      expect(await ask(declared, admin, { payload, headers: json }), payload).toMatchObject({
        code: 500,
        errorCode: 10009,
      })
  })

  const withFields = declaredCalls.filter((declared) => fieldsOf(declared).length > 0)

  test.each(withFields.map(row))('$name names the wrong field', async ({ declared }) => {
    for (const [field, schema] of fieldsOf(declared)) {
      for (const text of wrongTexts(schema)) {
        const answer = await ask(declared, admin, sent(declared, { [field]: text }))
        const shown = `${field}=${text.slice(0, 40)}: ${JSON.stringify(answer)}`
        expect(answer.code, shown).toBe(500)
        expect([10009, declared.call.fieldCodes?.[field]], shown).toContain(answer.errorCode)
        expect(named(answer), shown).toContain(field)
      }
    }
  })

  test.each(withFields.filter((declared) => requiredOf(declared).length > 0).map(row))(
    '$name names the missing fields',
    async ({ declared }) => {
      const required = requiredOf(declared)
      const answer = await ask(declared, admin, sent(declared, {}))
      const only = required.length === 1 ? declared.call.fieldCodes?.[required[0]!] : undefined
      const common = new Set(required.map((field) => declared.call.fieldCodes?.[field]))
      expect(answer.code).toBe(500)
      expect([10009, only, ...(common.size === 1 ? common : [])]).toContain(answer.errorCode)
      expect(named(answer)).toEqual(expect.arrayContaining(required))
    },
  )

  test.each(withFields.filter((d) => isPost(d) && d.call.encoding !== 'multipart').map(row))(
    '$name refuses objects in place of values',
    async ({ declared }) => {
      for (const [field] of fieldsOf(declared)) {
        const payload = JSON.stringify({ [field]: { a: 1 } })
        const answer = await ask(declared, admin, { payload, headers: { 'content-type': 'application/json' } })
        expect(answer.code, payload).toBe(500)
      }
    },
  )
})

describe('a valid payload with other text', () => {
  // Something short, which most fields take, and much at once; `fuzz.test.ts` has each by itself, and what no field takes.
  const pasted = ['🎁', "%00'; drop table x; --${x}\u202e../..<b>🎁\ud83c", 'A'.repeat(5_000)]

  test.each(declaredCalls.filter((declared) => textFields(declared).length > 0).map(row))(
    '$name handles pasted text',
    async ({ declared }) => {
      const write = writes[declared.call.name]
      let payload: Record<string, string> | undefined
      for (const field of textFields(declared)) {
        payload ??= write ? formOf(await write.payload(world)) : {}
        let isUsed = false
        for (const text of pasted) {
          const { code } = await ask(declared, admin, sent(declared, { ...payload, [field]: text }))
          isUsed ||= code === 200
        }
        // What a call has used up is prepared again.
        if (isUsed) payload = undefined
      }
    },
  )
})

describe('lists', () => {
  const lists = declaredCalls.filter((declared) => fieldsOf(declared).some(([name]) => name === 'after'))

  /** Required filters of lists: a user id, or a parameter's key. */
  const needed = async (declared: DeclaredCall) => {
    if (requiredOf(declared).includes('bulkId')) return { bulkId: await aBulk(world) }
    const [time, startTime, endTime] = ['2026-11-20', '2026-11-16', '2026-11-22']
    if (requiredOf(declared).includes('startTime')) return { startTime, endTime }
    if (requiredOf(declared).includes('time')) return { time }
    if (requiredOf(declared).includes('memberId')) return { memberId: String(await aMember(world, 'active')) }
    if (declared.call.name === 'everyDayReportDetail') return { id: `${await aGuild(world)}-${time}` }
    const read = reads(world)[declared.call.name]
    if (read) return Object.fromEntries(Object.entries(await read()).map(([field, value]) => [field, String(value)]))
    const schemas = new Map(fieldsOf(declared))
    return Object.fromEntries(
      requiredOf(declared).map((field) => [field, schemas.get(field)?.type === 'integer' ? '1' : 'platform_time_zone']),
    )
  }

  test('there are lists', () => {
    expect(lists.length).toBeGreaterThan(8)
  })

  test.each(lists.map(row))('$name refuses invalid pages', async ({ declared }) => {
    const required = await needed(declared)
    const wrong = {
      size: ['0', '201', '-1', 'all'],
      current: ['0', '-1', 'last'],
      sort: ['nothing', '-nothing', 'id; drop', 'a.b'],
      after: ['x', 'bm90aGluZw', Buffer.from('{}').toString('base64url'), Buffer.from('null').toString('base64url')],
      export: ['pdf'],
    }
    for (const [field, texts] of Object.entries(wrong))
      for (const text of texts) {
        const answer = await ask(declared, admin, sent(declared, { ...required, [field]: text }))
        expect(answer, `${field}=${text}`).toMatchObject({ code: 500, errorCode: 10009 })
        expect(named(answer), `${field}=${text}`).toContain(field)
      }
  })

  test.each(lists.map(row))('$name is paged as specified', async ({ declared }) => {
    const required = await needed(declared)
    const answer = (await ask(declared, admin, sent(declared, { ...required, size: '1' }))) as unknown as {
      code: number
      result: { records: unknown[]; current: number; size: number; total: number; pages: number; next?: string }
    }
    expect(answer.code).toBe(200)
    const { records, current, size, total, pages, next } = answer.result
    expect({ current, size, pages }).toEqual({ current: 1, size: 1, pages: total })
    expect(records).toHaveLength(Math.min(1, total))
    expect(next === undefined).toBe(total <= 1)
  })
})
