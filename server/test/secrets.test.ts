// Secrets never leave the server: hashes, tokens, authenticator secrets, codes.
import * as access from '@greenroom/contract/access'
import { basePath } from '@greenroom/contract/call'
import { declaredCalls } from '@greenroom/contract/rooms'
import * as system from '@greenroom/contract/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainSettings } from './chain.ts'
import { person, sessionOf } from './people.ts'
import { adminPassword, startProduct, type TestProduct } from './product.ts'
import { reads as readsOf } from './reads.ts'
import type { World } from './world/base.ts'
import { oldPassword } from './world/staff.ts'
import { writes } from './writes.ts'
import { requiredOf } from './wrong.ts'

let product: TestProduct
let world: World
let token: string
let secrets: string[]

const answers: { name: string; body: string }[] = []
const shownOnce: string[] = []

beforeAll(async () => {
  product = await startProduct(chainSettings)
  token = await sessionOf(product, 'admin')
  world = { product, admin: product.as(token) }
  // One of everything is written before it is read.
  for (const [name, line] of Object.entries(writes)) {
    if (line.file) continue
    const { call } = declaredCalls.find((declared) => declared.call.name === name)!
    const payload = await line.payload(world)
    const client = line.by ? await line.by(world) : world.admin
    const body = JSON.stringify(await client.send(call, payload as never))
    // These return a secret once, to its recipient.
    if (name === 'clientSecretReveal') shownOnce.push(JSON.parse(body).result.secret)
    else if (name !== 'login' && name !== 'staffPasswordReset' && name !== 'staffSave') answers.push({ name, body })
  }
  await person(product)
  const rows = await Promise.all([
    product.database.selectFrom('access.staff').select(['password_hash', 'google_secret']).execute(),
    product.database.selectFrom('access.session').select('token_hash').execute(),
    product.database.selectFrom('access.sms_code').select('code_hash').execute(),
    product.database.selectFrom('kit.secret').select('value').execute(),
    product.database.selectFrom('bridge.client_secret').select('sealed').execute(),
  ])
  secrets = rows
    .flat()
    .flatMap((row) => Object.values(row))
    .flatMap((value) =>
      value === null || value === 'none'
        ? []
        : Buffer.isBuffer(value)
          ? [value.toString('hex'), value.toString('base64'), value.toString('base64url')]
          : [String(value)],
    )
  secrets.push(token, adminPassword, oldPassword, ...shownOnce)
})
afterAll(() => product.close())

const reading = declaredCalls.filter(({ call }) => call.operation === undefined)

test('every reading call with a payload has a line in reads.ts', () => {
  const reads = readsOf(world)
  const asking = reading.filter((declared) => requiredOf(declared).length > 0).map(({ call }) => call.name)
  expect(asking.filter((name) => !(name in reads))).toEqual([])
})

test('there are secrets to look for', () => {
  expect(secrets.length).toBeGreaterThan(30)
  expect(secrets.some((secret) => secret.startsWith('$argon2id$'))).toBe(true)
})

test('no answer contains one', async () => {
  const reads = readsOf(world)
  for (const { call } of reading) {
    // For guild leaders or agents only; it returns their own figures.
    if (call.name === 'guildHome' || (call.menu?.startsWith('topup-agents.') && call.for?.includes('agent'))) continue
    const payload = (await reads[call.name]?.()) ?? {}
    const answer = await world.admin.send(call, payload as never)
    expect(answer, call.name).toMatchObject({ code: 200 })
    answers.push({ name: call.name, body: JSON.stringify(answer) })
  }
  const { records } = await world.admin.call(system.logList, { size: 200 })
  expect(records.length).toBeGreaterThan(40)
  for (const { id } of records)
    answers.push({ name: `logInfo ${id}`, body: JSON.stringify(await world.admin.call(system.logInfo, { id })) })

  const leaks = answers.flatMap(({ name, body }) =>
    secrets.filter((secret) => body.includes(secret)).map((secret) => `${name} tells ${secret.slice(0, 12)}…`),
  )
  expect(leaks).toEqual([])
})

test('nor does the operation log in the database, nor a code that was sent', async () => {
  const entries = await product.database.selectFrom('log.entry').selectAll().execute()
  const codes = (await product.database.selectFrom('access.sms_code').select('number').execute()).length
  expect(codes).toBeGreaterThan(0)
  const leaks = entries.flatMap((entry) => {
    const text = JSON.stringify(entry, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    return secrets
      .filter((secret) => text.includes(secret))
      .map((secret) => `${entry.operation}: ${secret.slice(0, 12)}…`)
  })
  expect(leaks).toEqual([])
})

test('a session is opened by its token only, not by its stored hash', async () => {
  const { token_hash: stored } = await product.database
    .selectFrom('access.session')
    .select('token_hash')
    .executeTakeFirstOrThrow()
  for (const text of [stored.toString('hex'), stored.toString('base64'), stored.toString('base64url')]) {
    const response = await product.app.inject({
      url: `${basePath}${access.userInfo.path}`,
      headers: { token: text },
    })
    expect(response.json()).toMatchObject({ code: 500, errorCode: 10007 })
  }
})
