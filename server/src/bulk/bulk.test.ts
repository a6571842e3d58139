import { declaredCalls } from '@greenroom/contract/allCalls'
import { bulkCancel, bulkFreeze, bulkInfo, bulkList, bulkOutcomes, bulkStart } from '@greenroom/contract/bulk'
import { buildHeader } from '@greenroom/contract/call'
import { whitelistCalls } from '@greenroom/contract/systemRecords'
import { userBan, userFlag, userList } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { person } from '../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../test/product.ts'
import { asApplication } from '../../test/server.ts'
import { buildProduct } from '../app/index.ts'
import { readConfig } from '../config.ts'
import { inTransaction } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'
import { anApp } from '../rooms/users/people.fixture.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  await anApp(product)
})
afterAll(() => product.close())

let next = 7_000_000
/** This many users of one channel. */
async function people(count: number): Promise<{ channel: string; ids: number[] }> {
  const first = next
  next += count
  const channel = `bulk-${first}`
  await sql`
    insert into users.app_user (id, nickname, channel, created_at)
    select i, 'Someone ' || i, ${channel}, ${product.clock.now()}
      from generate_series(${first}::bigint, ${first + count - 1}::bigint) i`.execute(product.database)
  return { channel, ids: Array.from({ length: count }, (_, at) => first + at) }
}
const freeze = (channel: string, by: Client = admin) => by.call(bulkFreeze, { list: 'userList', filters: { channel } })
const ban = { kind: 'id' as const, hours: 24, reason: 'a raid' }
const ended = async (bulkId: string, by: Client = admin) => {
  await vi.waitFor(async () => expect((await by.call(bulkInfo, { bulkId })).state).not.toMatch(/waiting|running/), {
    timeout: 20_000,
    interval: 50,
  })
  return by.call(bulkInfo, { bulkId })
}
const states = async (ids: number[]) => {
  const rows = await product.database
    .selectFrom('users.app_user')
    .select(['state', 'security'])
    .where('id', 'in', ids.map(BigInt))
    .execute()
  return {
    banned: rows.filter(({ state }) => state !== 'normal').length,
    flagged: rows.filter((row) => row.security).length,
  }
}
const entries = (request: string) =>
  product.database.selectFrom('log.readable').selectAll().where('request_id', '=', request).execute()
const jobOf = (bulkId: string) =>
  product.database.selectFrom('bulk.job').selectAll().where('id', '=', bulkId).executeTakeFirstOrThrow()

describe('all that match', () => {
  it('are counted and stored, and each has an outcome in the end', async () => {
    const { channel, ids } = await people(450)
    await admin.call(userBan, { ids: [ids[3]!], ...ban })
    const { bulkId, total } = await freeze(channel)
    expect(total).toBe(450)
    const later = await people(1)
    await product.database.updateTable('users.app_user').set({ channel }).where('channel', '=', later.channel).execute()
    const started = await admin.call(bulkStart, { bulkId, call: 'userBan', payload: ban })
    expect(started).toMatchObject({ operation: 'user.ban', action: 'Ban user', total: 450, reason: 'a raid' })
    expect(await ended(bulkId)).toMatchObject({ state: 'done', done: 449, failed: 1, total: 450 })
    expect(await states(ids)).toMatchObject({ banned: 450 })
    expect(await states(later.ids)).toMatchObject({ banned: 0 })
    const failed = await admin.call(bulkOutcomes, { bulkId, ok: false })
    expect(failed.records).toMatchObject([{ id: String(ids[3]), ok: false, errorCode: 20000, reason: 'user.banned' }])
    expect((await admin.call(bulkOutcomes, { bulkId, size: 200 })).total).toBe(450)

    const [entry, ...more] = await product.database
      .selectFrom('log.readable')
      .selectAll()
      .where('operation', '=', 'bulk.run')
      .where('target', '=', `bulk ${bulkId}`)
      .execute()
    expect(more).toEqual([])
    expect(entry).toMatchObject({ reason: 'a raid', after: { call: 'userBan', total: 450, filters: { channel } } })
    expect(await entries(`bulk ${bulkId}`)).toHaveLength(449)
    expect((await admin.call(bulkList, { bulkState: 'done' })).records.map((row) => row.bulkId)).toContain(bulkId)
  })

  it('skip whitelisted users, also if one is alone in the last chunk', async () => {
    const { channel, ids } = await people(201)
    const [last] = ids
    await admin.call(whitelistCalls.save, { kind: 'user', value: String(last) })
    const { bulkId } = await freeze(channel)
    // The list is newest first: the first id comes last.
    await admin.call(bulkStart, { bulkId, call: 'userBan', payload: ban })
    expect(await ended(bulkId)).toMatchObject({ done: 200, failed: 1 })
    const { records } = await admin.call(bulkOutcomes, { bulkId, ok: false })
    expect(records).toMatchObject([{ id: String(last), reason: 'user.whitelisted' }])
  })

  it('are refused if there are none, or too many', async () => {
    expect(await admin.send(bulkFreeze, { list: 'userList', filters: { channel: 'nobody' } })).toMatchObject({
      errorCode: 10009,
      detail: [{ reason: 'batch.empty' }],
    })
    const { channel } = await people(10_001)
    expect(await admin.send(bulkFreeze, { list: 'userList', filters: { channel } })).toMatchObject({
      detail: [{ reason: 'bulk.tooMany', params: { most: 10_000 } }],
    })
  })

  it('are acted on once, by a call that the list offers, with a valid payload', async () => {
    const { channel } = await people(2)
    const { bulkId } = await freeze(channel)
    const refused = (call: string, payload: object) =>
      admin.send(bulkStart, { bulkId, call, payload: payload as never })
    expect(await refused('deviceBan', ban)).toMatchObject({ errorCode: 10009, detail: [{ reason: 'bulk.notOver' }] })
    expect(await refused('toString', ban)).toMatchObject({ errorCode: 10009, detail: [{ reason: 'bulk.notOver' }] })
    expect(await refused('userBan', { ...ban, reason: '' })).toMatchObject({ errorCode: 11004 })
    await admin.call(bulkStart, { bulkId, call: 'userBan', payload: ban })
    expect(await refused('userBan', ban)).toMatchObject({ errorCode: 20000, detail: [{ reason: 'bulk.started' }] })
    await ended(bulkId)
    expect(await admin.send(bulkCancel, { bulkId })).toMatchObject({ detail: [{ reason: 'bulk.ended' }] })
  })
})

describe('rights', () => {
  test('are those of the list and of the call; jobs are visible to their maker only', async () => {
    const { channel } = await people(2)
    const reader = (await person(product, { permissions: { 'users.list': 1 } })).client
    const other = (await person(product, { permissions: { 'users.device': 3 } })).client
    expect(await other.refused(bulkFreeze, { list: 'userList', filters: { channel } })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    const { bulkId } = await freeze(channel, reader)
    expect(await reader.refused(bulkStart, { bulkId, call: 'userBan', payload: ban })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    expect(await admin.refused(bulkStart, { bulkId, call: 'userBan', payload: ban })).toMatchObject({
      code: 10032,
      reason: 'bulk.none',
    })
    const mine = await freeze(channel)
    await admin.call(bulkStart, { bulkId: mine.bulkId, call: 'userBan', payload: ban })
    await ended(mine.bulkId)
    for (const call of [bulkInfo, bulkOutcomes])
      expect(await reader.refused(call, { bulkId: mine.bulkId })).toMatchObject({ code: 10032, reason: 'bulk.none' })
  })

  test('that are lost meanwhile stop the job, and the report says so', async () => {
    const { channel, ids } = await people(3)
    const moderator = await person(product, { permissions: { 'users.list': 3 } })
    const { bulkId } = await freeze(channel, moderator.client)
    await inTransaction(product.database, async (tx) => {
      await sql`update access.role_menu set permission = 1
                 where role_id in (select role_id from access.staff_role where staff_id = ${moderator.staffId})`.execute(
        tx,
      )
      await sql`update bulk.job set state = 'waiting', call = 'userBan', payload = ${JSON.stringify(ban)}::jsonb
                 where id = ${bulkId}`.execute(tx)
    })
    await product.bulks.work(bulkId)
    expect(await jobOf(bulkId)).toMatchObject({ state: 'stopped', done: 0, failed: 3 })
    expect((await moderator.client.call(bulkOutcomes, { bulkId })).records).toMatchObject(
      ids.map(() => ({ ok: false, errorCode: 10026, reason: 'menu.missing' })),
    )
    expect(await states(ids)).toMatchObject({ banned: 0 })
  })
})

const flag = { flag: 'security', on: true, reason: 'seen before' } as const

/** A job that waits for a worker of the test. */
async function waiting(count: number) {
  const { channel, ids } = await people(count)
  const { bulkId } = await freeze(channel)
  await product.database
    .updateTable('bulk.job')
    .set({ state: 'waiting', call: 'userFlag', payload: JSON.stringify(flag) })
    .where('id', '=', bulkId)
    .execute()
  return { bulkId, ids }
}

describe('a worker', () => {
  it('that was killed is replaced by another, and nothing is done twice', async () => {
    const { bulkId, ids } = await waiting(500)
    // State after a process that died after its first chunk.
    await product.database
      .updateTable('bulk.job')
      .set({ state: 'running', runner: newId(new Date()) })
      .where('id', '=', bulkId)
      .execute()
    await admin.call(userFlag, { ids: ids.slice(-200), ...flag })
    await sql`update bulk.item set ok = true where job_id = ${bulkId}
               and row_id = any(${ids.slice(-200).map(String)}::text[])`.execute(product.database)
    await product.database.updateTable('bulk.job').set({ done: 200 }).where('id', '=', bulkId).execute()
    await product.bulks.sweep()
    expect(await jobOf(bulkId)).toMatchObject({ state: 'running', done: 200 })
    await product.database
      .updateTable('bulk.job')
      .set({ beat_at: new Date(0) })
      .where('id', '=', bulkId)
      .execute()
    await product.bulks.sweep()
    expect(await ended(bulkId)).toMatchObject({ state: 'done', done: 500, failed: 0 })
    expect(await states(ids)).toMatchObject({ flagged: 500 })
    expect(await entries(`bulk ${bulkId}`)).toHaveLength(300)
  })

  const waitingForLocks = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`.execute(product.database)
    return rows[0]!.count
  }

  it('that was presumed dead commits nothing more', async () => {
    const { bulkId, ids } = await waiting(3)
    let running: Promise<void> | undefined
    await inTransaction(product.database, async (tx) => {
      // The chunk waits for a user locked by another transaction.
      await sql`select 1 from users.app_user where id = ${ids[0]} for update`.execute(tx)
      running = product.bulks.work(bulkId)
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), 10_000)
      await product.database
        .updateTable('bulk.job')
        .set({ runner: newId(new Date()) })
        .where('id', '=', bulkId)
        .execute()
    })
    await running
    expect(await states(ids)).toMatchObject({ flagged: 0 })
    expect(await jobOf(bulkId)).toMatchObject({ done: 0, failed: 0 })
  })

  it('that ends with its process leaves the rest to another, at once', async () => {
    const url = asApplication(product.databaseUrl)
    const other = await buildProduct(readConfig({ DATA_DIR: product.dataDir, LOG_LEVEL: 'error' }), url)
    const { bulkId, ids } = await waiting(500)
    let running: Promise<void> | undefined
    let closing: Promise<void> | undefined
    await inTransaction(product.database, async (tx) => {
      // Its first chunk waits for a user locked by another transaction, while it is told to end.
      await sql`select 1 from users.app_user where id = any(${ids}) for update`.execute(tx)
      running = other.bulks.work(bulkId)
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), 10_000)
      closing = other.bulks.close()
    })
    await Promise.all([running, closing])
    const left = await jobOf(bulkId)
    expect(left).toMatchObject({ state: 'waiting', failed: 0 })
    expect(left.done).toBeGreaterThan(0)
    expect(left.done).toBeLessThan(500)
    await product.bulks.work(bulkId)
    expect(await jobOf(bulkId)).toMatchObject({ state: 'done', done: 500, failed: 0 })
    expect(await states(ids)).toMatchObject({ flagged: 500 })
    await other.close()
  })

  it('stops when its maker says so', async () => {
    const { bulkId, ids } = await waiting(3)
    expect(await admin.call(bulkCancel, { bulkId })).toMatchObject({ state: 'stopped', done: 0, failed: 3 })
    await product.bulks.work(bulkId)
    expect(await states(ids)).toMatchObject({ flagged: 0 })
    expect((await admin.call(bulkOutcomes, { bulkId })).records[0]).toMatchObject({ reason: 'bulk.stopped' })
  })

  it('isolates the one row that fails the whole chunk, and does the others', async () => {
    const { bulkId } = await waiting(5)
    // An id that the call's schema refuses.
    await sql`update bulk.item set row_id = 'x' where job_id = ${bulkId} and at = 2`.execute(product.database)
    await product.bulks.work(bulkId)
    expect(await jobOf(bulkId)).toMatchObject({ state: 'done', done: 4, failed: 1 })
  })
})

test('a page that names a filter which a list lacks is refused, and selects nothing; the original client’s is left out', async () => {
  const ours = { headers: { [buildHeader]: '0.1.0 another' } }
  const unknown = { errorCode: 10009, detail: [{ field: 'colour', reason: 'field.unknown' }] }
  expect(await admin.send(userList, { colour: 'red' } as never, ours)).toMatchObject(unknown)
  expect(await admin.send(userList, { colour: 'red' } as never)).toMatchObject({ code: 200 })
  expect(await admin.send(userList, { size: 20 }, ours)).toMatchObject({ code: 200 })
  const { channel } = await people(1)
  const frozen = { list: userList.name, filters: { channel, colour: 'red' } }
  expect(await admin.send(bulkFreeze, frozen as never, ours)).toMatchObject(unknown)
  expect(await admin.send(bulkFreeze, frozen as never)).toMatchObject({ code: 200 })
})

test('unused selections expire after an hour, and reports at their time', async () => {
  const { channel } = await people(1)
  const { bulkId } = await freeze(channel)
  const job = await jobOf(bulkId)
  expect(job.expires_at.getTime() - job.created_at.getTime()).toBe(3_600_000)
  await product.database
    .updateTable('bulk.job')
    .set({ expires_at: new Date(0) })
    .where('id', '=', bulkId)
    .execute()
  await product.bulks.sweep()
  expect(await admin.refused(bulkStart, { bulkId, call: 'userBan', payload: ban })).toMatchObject({
    code: 10032,
    reason: 'bulk.none',
  })
})

const over = declaredCalls.flatMap(({ call, schema }) =>
  Object.entries(call.over ?? {}).map(([list, field]) => ({ call, schema, list, field })),
)
test.each(over)('$call.name is a batch over ids that $list has', ({ call, schema, list, field }) => {
  expect(call.operation).toBeDefined()
  expect(schema.payload).toHaveProperty('shape.ids')
  const listed = declaredCalls.find((one) => one.call.name === list)!
  expect(listed.call.exportable).toBe(true)
  expect(listed.schema.answer).toHaveProperty(`shape.records.element.shape.${field.replaceAll('.', '.shape.')}`)
})
