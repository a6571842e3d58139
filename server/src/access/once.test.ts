// A call is done once for each operation id of an account.

import { operationSettle } from '@greenroom/contract/access'
import { guildAccountSave } from '@greenroom/contract/guilds'
import { dayNoteAdd, dayNoteDelete } from '@greenroom/contract/indicators'
import { operationIdDays } from '@greenroom/contract/operationId'
import { roleDelete, roleSave } from '@greenroom/contract/systemStaff'
import { userNoteSave } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyMenu, person } from '../../test/people.ts'
import { anOperationId, type Client, startProduct, type TestProduct } from '../../test/product.ts'
import { unique } from '../../test/world/base.ts'
import { anAppUser } from '../../test/world/users.ts'
import { guildWrites } from '../../test/writes/guild.ts'
import { contextOf } from '../kit/calls/context.ts'
import { refuseBecause } from '../kit/calls/refusal.ts'
import { wallNow } from '../kit/clock.ts'
import { idAt, newId } from '../kit/random.ts'
import { record } from '../log/index.ts'
import { sweepAccess } from './access.sweep.ts'
import { runOnce } from './once.service.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct({}, { servers: 2 })
  admin = await product.administrator()
})
afterAll(() => product.close())

const dayMs = 86_400_000
const note = () => ({
  kind: 'live' as const,
  fromDay: '2026-11-20',
  toDay: '2026-11-20',
  about: 'other' as const,
  text: unique('A note '),
})
const notes = async (text: string) =>
  (await product.database.selectFrom('indicators.note').select('id').where('text', '=', text).execute()).length
/** Sends with this id. */
const send = (client: Client, payload: ReturnType<typeof note>, operationId: string) =>
  client.send(dayNoteAdd, payload, { query: { operationId } })

describe('the same id', () => {
  test('is answered as the first time, and done once', async () => {
    const [payload, id] = [note(), anOperationId()]
    const first = await send(admin, payload, id)
    expect(first).toMatchObject({ code: 200 })
    expect(await send(admin, payload, id)).toEqual(first)
    expect(await notes(payload.text)).toBe(1)
  })

  test('is done once if it comes ten times at once', async () => {
    const [payload, id] = [note(), anOperationId()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(admin, payload, id)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ code: 200 })
    expect(await notes(payload.text)).toBe(1)
  })

  test('in capitals is the same', async () => {
    const [payload, id] = [note(), anOperationId()]
    const first = await send(admin, payload, id)
    expect(await send(admin, payload, id.toUpperCase())).toEqual(first)
    expect(await notes(payload.text)).toBe(1)
  })

  test('with another payload is refused, whatever the order of the fields', async () => {
    const [payload, id] = [note(), anOperationId()]
    const first = await send(admin, payload, id)
    expect(await send(admin, Object.fromEntries(Object.entries(payload).toReversed()) as typeof payload, id)).toEqual(
      first,
    )
    const other = note()
    expect(await send(admin, other, id)).toMatchObject({
      errorCode: 20000,
      detail: [{ field: 'operationId', reason: 'operation.used' }],
    })
    expect(await notes(other.text)).toBe(0)
  })

  test('of another account or another call is another one', async () => {
    const [payload, id] = [note(), anOperationId()]
    const other = (await person(product, { permissions: everyMenu(3) })).client
    await send(admin, payload, id)
    await send(other, payload, id)
    expect(await notes(payload.text)).toBe(2)
    const userId = await anAppUser({ product, admin })
    expect(await admin.send(userNoteSave, { userId, text: 'A note' }, { query: { operationId: id } })).toMatchObject({
      code: 200,
    })
  })

  test('is done again after a refusal, which is not remembered', async () => {
    const id = anOperationId()
    const payload = { roleName: unique('Role ') }
    const { roleId } = await admin.call(roleSave, payload)
    const again = () => admin.send(roleSave, payload, { query: { operationId: id } })
    expect(await again()).toMatchObject({ code: 500 })
    await admin.call(roleDelete, { roleIds: [roleId], remark: 'a test' })
    const first = await again()
    expect(first).toMatchObject({ code: 200 })
    expect(await again()).toEqual(first)
  })

  test('after what was created is gone again, still is not done again', async () => {
    const [payload, id] = [note(), anOperationId()]
    const first = await send(admin, payload, id)
    await admin.call(dayNoteDelete, { kind: payload.kind, id: (first as { result: { id: number } }).result.id })
    expect(await send(admin, payload, id)).toEqual(first)
    expect(await notes(payload.text)).toBe(0)
  })
})

/** The transaction of another process with this id, open until `end`. */
async function elsewhere(id: string, payload: Buffer) {
  const { id: account } = await product.database
    .selectFrom('access.staff')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  let begun = () => {}
  let end: (how: 'commit' | 'roll back') => void = () => {}
  const isBegun = new Promise<void>((resolve) => (begun = resolve))
  const ended = new Promise<'commit' | 'roll back'>((resolve) => (end = resolve))
  const done = product.database
    .transaction()
    .execute(async (tx) => {
      await tx
        .insertInto('access.operation')
        .values({ account, call: 'dayNoteAdd', id, payload, at: wallNow() })
        .execute()
      begun()
      if ((await ended) === 'roll back') throw new Error('rolled back')
    })
    .catch(() => undefined)
  await isBegun
  return { end: (how: 'commit' | 'roll back') => (end(how), done) }
}

/** As the server keeps it. */
async function hashOf(payload: ReturnType<typeof note>): Promise<Buffer> {
  const id = anOperationId()
  await send(admin, payload, id)
  await product.database.deleteFrom('indicators.note').where('text', '=', payload.text).execute()
  const { payload: hash } = await product.database
    .selectFrom('access.operation')
    .select('payload')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return hash
}

/** Until a statement waits for another transaction. */
const waits = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        product.database,
      )
      return rows.length
    })
    .toBeGreaterThan(0)

describe('another process with the same id', () => {
  test('is waited for, and its refusal or its end with its server lets this one run', async () => {
    const [payload, id] = [note(), anOperationId()]
    const other = await elsewhere(id, Buffer.alloc(32))
    const answer = send(admin, payload, id)
    await waits().finally(() => other.end('roll back'))
    expect(await answer).toMatchObject({ code: 200 })
    expect(await notes(payload.text)).toBe(1)
  })

  test('is waited for, and what it did is not done again', async () => {
    const [payload, id] = [note(), anOperationId()]
    // The hash of a payload is only known to the server.
    const known = await hashOf(payload)
    const other = await elsewhere(id, known)
    const answer = send(admin, payload, id)
    await waits().finally(() => other.end('commit'))
    expect(await answer).toEqual({ code: 200, result: { done: true } })
    expect(await notes(payload.text)).toBe(0)
  })
})

describe('an answer that was lost', () => {
  test('of a call that was done is told to be done, as often as it is asked', async () => {
    const [payload, operationId] = [note(), anOperationId()]
    await send(admin, payload, operationId)
    const settle = () => admin.call(operationSettle, { call: 'dayNoteAdd', operationId })
    expect(await settle()).toEqual({ done: true })
    expect(await settle()).toEqual({ done: true })
    expect(await notes(payload.text)).toBe(1)
  })

  test('of a call that never arrived is told not to be done, and it can’t be done later', async () => {
    const [payload, operationId] = [note(), anOperationId()]
    const settle = () => admin.call(operationSettle, { call: 'dayNoteAdd', operationId: operationId.toUpperCase() })
    expect(await settle()).toEqual({ done: false })
    expect(await send(admin, payload, operationId)).toMatchObject({
      errorCode: 20000,
      detail: [{ field: 'operationId', reason: 'operation.used' }],
    })
    expect(await notes(payload.text)).toBe(0)
    expect(await settle()).toEqual({ done: false })
  })

  test('of another account is none of the caller’s', async () => {
    const [payload, operationId] = [note(), anOperationId()]
    await send(admin, payload, operationId)
    const other = (await person(product, { permissions: {} })).client
    expect(await other.call(operationSettle, { call: 'dayNoteAdd', operationId })).toEqual({ done: false })
    expect(await admin.call(operationSettle, { call: 'dayNoteAdd', operationId })).toEqual({ done: true })
  })

  test('is waited for while the call runs', async () => {
    const [payload, operationId] = [note(), anOperationId()]
    const other = await elsewhere(operationId, await hashOf(payload))
    const settled = admin.call(operationSettle, { call: 'dayNoteAdd', operationId })
    await waits().finally(() => other.end('commit'))
    expect(await settled).toEqual({ done: true })
  })
})

test('a server that stopped before it answered has done it, and says so', async () => {
  const [payload, id] = [note(), anOperationId()]
  await send(admin, payload, id)
  await product.database.updateTable('access.operation').set({ answer: null }).where('id', '=', id).execute()
  expect(await send(admin, payload, id)).toEqual({ code: 200, result: { done: true } })
  expect(await notes(payload.text)).toBe(1)
})

test('a secret is told once', async () => {
  const world = { product, admin }
  const write = guildWrites['guildAccountSave']!
  const payload = (await write.payload(world)) as never
  const leader = await write.by!(world)
  const query = { operationId: anOperationId() }
  const first = await leader.send(guildAccountSave, payload, { query })
  expect(first).toMatchObject({ result: { userId: expect.any(Number), password: expect.any(String) } })
  const { userId } = (first as { result: { userId: number } }).result
  expect(await leader.send(guildAccountSave, payload, { query })).toEqual({ code: 200, result: { userId, done: true } })
  const kept = await product.database
    .selectFrom('access.operation')
    .select('answer')
    .where('id', '=', query.operationId)
    .execute()
  expect(kept).toEqual([{ answer: { userId } }])
})

describe('an id', () => {
  test.each([
    ['missing', '', 'field.required'],
    ['of another form', 'x', 'operation.id'],
    ['of another version', '01900000-0000-4000-8000-000000000000', 'operation.id'],
    [
      'more than thirty days old',
      newId(new Date(wallNow().getTime() - (operationIdDays + 1) * dayMs)),
      'operation.time',
    ],
    [
      'more than thirty days ahead',
      newId(new Date(wallNow().getTime() + (operationIdDays + 1) * dayMs)),
      'operation.time',
    ],
  ])('%s is refused', async (_, operationId, reason) => {
    const payload = note()
    expect(await send(admin, payload, operationId)).toMatchObject({
      errorCode: 10009,
      detail: [{ field: 'operationId', reason }],
    })
    expect(await notes(payload.text)).toBe(0)
  })

  test('is not required by the calls of the specification', async () => {
    expect(await admin.send(roleSave, { roleName: unique('Role ') })).toMatchObject({ code: 200 })
  })
})

test('what is refused after something was written is not remembered', async () => {
  const context = contextOf({
    call: dayNoteAdd,
    requestId: 'r',
    ip: '',
    userAgent: '',
    language: 'en',
    timeZone: 'UTC',
    database: product.database,
    caller: null,
    clock: product.clock,
  })
  const once = runOnce(product.database)
  const write = () =>
    context.tx(async (tx) => {
      const content = { en: 'Tried', cn: '已尝试' }
      await record(tx, context, { target: 'try', content, before: null, after: {} })
    })
  const id = anOperationId()
  const refused = once(context, id, {}, async () => {
    await write()
    throw refuseBecause(20000, 'version', 'record.none')
  })
  await expect(refused).rejects.toMatchObject({ code: 20000, detail: [{ reason: 'record.none' }] })
  const done = { repeated: false, result: { done: 1 } }
  expect(
    await once(context, id, {}, async () => {
      await write()
      await write()
      return { done: 1 }
    }),
  ).toEqual(done)
  expect(await once(context, id, {}, () => Promise.reject(new Error('again')))).toEqual({ ...done, repeated: true })
})

test('ids are forgotten when they are no longer accepted', async () => {
  const at = (days: number) => idAt(new Date(wallNow().getTime() - days * dayMs))
  const [old, young] = [at(operationIdDays + 1), at(operationIdDays - 1)]
  const row = { account: 0, call: 'sweep', payload: Buffer.alloc(32), at: wallNow() }
  await product.database
    .insertInto('access.operation')
    .values([old, young].map((id) => ({ ...row, id })))
    .execute()
  await sweepAccess(product.database)
  const left = await product.database.selectFrom('access.operation').select('id').where('call', '=', 'sweep').execute()
  expect(left).toEqual([{ id: young }])
})
