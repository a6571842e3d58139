// Full phone numbers and e-mail addresses are returned by the reveal call only, not by another answer, an export or a page of the log, and
// the database stores them only where they belong.
import type { AnyCall } from '@greenroom/contract/call'
import { clientList } from '@greenroom/contract/clients'
import { declaredCalls } from '@greenroom/contract/rooms'
import { logInfo, logList } from '@greenroom/contract/system'
import { staffUpdate } from '@greenroom/contract/systemStaff'
import { userGrant, userReveal } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appUser, giveTokens } from '../src/rooms/users/people.fixture.ts'
import { connect } from './bridge.ts'
import { chainSettings } from './chain.ts'
import { everyMenu, person, sessionOf } from './people.ts'
import { type Client, startProduct, type TestProduct } from './product.ts'
import { reads } from './reads.ts'
import type { World } from './world/base.ts'
import { writes } from './writes.ts'

/** Tables meant to hold contact details. */
const theirPlace = new Set([
  'users.app_user',
  'access.staff',
  'access.sms_code',
  'guilds.guild',
  'topup_agents.application',
])

/** Unique and searchable as is: consecutive digits, an address. */
const details = { app: '13955501234', appMail: 'noura.whole@example.org', staff: '13955505678', bridge: '13955509012' }
const mails = [details.appMail, 'bridge.whole@example.org', 'rejected.whole@example.org']
const needles = [details.app, details.staff, details.bridge, '13955503456', ...mails]

let product: TestProduct
let world: World
let admin: Client
let userId: number
const answers: { name: string; body: string }[] = []

beforeAll(async () => {
  product = await startProduct(chainSettings)
  const token = await sessionOf(product, 'admin')
  admin = product.as(token)
  world = { product, admin }
  userId = await appUser(product, { phone: details.app, email: details.appMail, devices: ['a-device'] })
  await giveTokens(product, userId, { paid: 1_000, costMicros: 10_000 })
  // Every possible action is done once, some of it to these users.
  for (const [name, line] of Object.entries(writes)) {
    if (line.file) continue
    const { call } = declaredCalls.find((declared) => declared.call.name === name)!
    const payload = await line.payload(world)
    const client = line.by ? await line.by(world) : admin
    const body = JSON.stringify(await client.send(call, payload as never))
    if (name !== 'userReveal') answers.push({ name, body })
  }
  const reason = 'asked on the phone'
  const onThem: [AnyCall, object][] = declaredCalls
    .filter(({ call }) => /^user(Ban|Unban|Flag|Note|LogOut|Grant|Deduct)/.test(call.name) && call.level === 'write')
    .map(({ call }) => [call, { ids: [userId], userId, reason, text: 'a note', hours: 1, kind: 'id', tokens: 1 }])
  for (const [call, payload] of onThem)
    answers.push({ name: call.name, body: JSON.stringify(await admin.send(call, payload as never)) })
  await admin.call(userGrant, { ids: [userId], tokens: 500_000, kind: 'reward', reason } as never)
  const revealed = await admin.call(userReveal, { userId, field: 'phone', reason })
  expect(JSON.stringify(revealed)).toContain(details.app)

  const { staffId, roleId } = await person(product, { permissions: everyMenu(1) })
  const phone = { areaCode: '86', phone: details.staff }
  await admin.call(staffUpdate, { userId: staffId, version: 1, roleIds: [roleId], ...phone })

  const app = await connect(product)
  const stored = { sex: 'woman', country: 'CN', language: 'zh', platform: 'ios' } as const
  await app.send([
    {
      type: 'user.registered',
      data: { userId: 77_001, nickname: 'A', deviceId: 'd1', areaCode: '86', phone: details.bridge, ...stored },
    },
    { type: 'user.updated', data: { userId: 77_001, email: mails[1] } as never },
    // Refused lines are kept for inspection.
    { type: 'user.registered', data: { userId: -1, phone: '13955503456', email: mails[2], ...stored } as never },
    { type: 'agent.applied', data: { userId: 1, contact: `+86 13955503456, ${mails[2]}`, note: '' } as never },
  ])
  await app.post(`{"id":"x","type":"user.registered","data":{"phone":"13955503456","email":"${mails[2]}`)
  await admin.call(clientList, {})
})
afterAll(() => product.close())

const stored = () =>
  answers.flatMap(({ name, body }) =>
    needles.filter((needle) => body.includes(needle)).map((needle) => `${name} tells ${needle}`),
  )

test('no answer contains one', async () => {
  const payloads = reads(world)
  for (const { call } of declaredCalls.filter((declared) => declared.call.operation === undefined)) {
    const payload = {
      ...(await payloads[call.name]?.()),
      ...(call.name.startsWith('user') && payloads[call.name] && { userId }),
    }
    answers.push({ name: call.name, body: JSON.stringify(await admin.send(call, payload as never)) })
  }
  const { records } = await admin.call(logList, { size: 200 })
  for (const { id } of records)
    answers.push({ name: `logInfo ${id}`, body: JSON.stringify(await admin.call(logInfo, { id })) })
  expect(answers.length).toBeGreaterThan(250)
  expect(stored()).toEqual([])
})

test('no export contains one', async () => {
  answers.length = 0
  const lists = declaredCalls.filter(({ call }) => call.exportable)
  expect(lists.length).toBeGreaterThan(25)
  const payloads = reads(world)
  for (const { call } of lists) {
    const payload = { ...(await payloads[call.name]?.()), export: 'csv' }
    const answer = await admin.send(call, payload as never)
    expect(answer, call.name).toMatchObject({ code: 200, result: { url: expect.any(String) } })
    const { url } = (answer as unknown as { result: { url: string } }).result
    const file = await product.app.inject({ url })
    expect(file.statusCode, call.name).toBe(200)
    answers.push({ name: `${call.name}.csv`, body: file.body })
  }
  expect(stored()).toEqual([])
})

test('the database stores them where they belong, and in no log, approval, delivery or rejected line', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`.execute(
    product.database,
  )
  expect(tables.length).toBeGreaterThan(60)
  const kept: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ needle: string }>`
      select distinct needle from ${sql.raw(name)} t, unnest(${needles}::text[]) needle
       where strpos(to_jsonb(t)::text, needle) > 0`.execute(product.database)
    kept.push(...rows.map(({ needle }) => `${name}: ${needle}`))
  }
  const places = new Set(kept.map((one) => one.split(':')[0]!))
  // Where they belong, the search finds them.
  expect(places).toContain('users.app_user')
  expect(places).toContain('access.staff')
  expect(kept.filter((one) => !theirPlace.has(one.split(':')[0]!))).toEqual([])
})
