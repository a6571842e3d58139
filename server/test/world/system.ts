// Objects of the System area: records, parameters, approvals, bulk jobs and exports.
import * as bulk from '@greenroom/contract/bulk'
import * as system from '@greenroom/contract/system'
import * as systemRecords from '@greenroom/contract/systemRecords'
import { sql } from 'kysely'
import { wallNow } from '../../src/kit/clock.ts'
import { newId } from '../../src/kit/random.ts'
import { giveEffectNow } from '../decisions.ts'
import { someGifts } from '../gifts.ts'
import { anId, next, reason, unique, type World } from './base.ts'
import { anAppUser } from './users.ts'

export const version = {
  name: '1.0.0',
  address: 'https://example.com/a.apk',
  description: 'New',
  mandatory: false,
  sharePercent: 50,
}

export const anEntry = async ({ admin }: World) =>
  (await admin.call(systemRecords.whitelistCalls.save, { kind: 'device', value: unique('device') })).id!

export const aVersion = async ({ admin }: World) =>
  (await admin.call(systemRecords.versionCalls.save, { app: unique('App '), build: 1, ...version })).id

export const template = async ({ product }: World) => ({
  name: unique('Set '),
  scene: 'chat' as const,
  giftIds: await someGifts(product, 6),
})

export const aTemplate = async (world: World) =>
  (await world.admin.call(systemRecords.giftTemplateCalls.save, await template(world))).id

/** A parameter that anyone with the menu may change without approval, and its version. */
export async function aParam({ admin }: World, key = 'export_keep_hours') {
  const { records } = await admin.call(system.paramList, { q: key, size: 200 })
  return records.find((row) => row.key === key)!
}

/** A change that waits for a checker other than the administrator. */
export async function anApproval(world: World) {
  const param = await aParam(world, 'login_failures')
  // One waits at a time for each parameter, and one that is decided waits for its moment.
  const { database, clock } = world.product
  await sql`
    update access.decision set decided_at = ${clock.now()}::timestamptz - interval '2 s', effective_at = ${clock.now()}::timestamptz - interval '1 s'
     where kind = 'approval' and ended_at is null`.execute(database)
  await giveEffectNow(world.product)
  const waiting = await world.admin.call(system.approvalList, { state: 'pending', size: 200 })
  const ids = waiting.records.map((row) => row.approvalId)
  if (ids.length > 0) await world.admin.call(system.approvalCancel, { ids })
  const { approvalId } = await world.admin.call(system.paramSet, {
    key: param.key,
    value: String(11 + (next() % 80)),
    version: param.version,
    reason,
  })
  return approvalId!
}

/** A selection of the administrator, not acted on yet. */
export async function aSelection(world: World): Promise<string> {
  const filters = { q: String(await anAppUser(world)) }
  return (await world.admin.call(bulk.bulkFreeze, { list: 'userList', filters })).bulkId
}

/** A bulk job that no worker has claimed yet. */
export async function aBulk(world: World): Promise<string> {
  const bulkId = await aSelection(world)
  await world.product.database
    .updateTable('bulk.job')
    .set({ state: 'waiting', call: 'userLogOut', payload: JSON.stringify({ reason: 'x' }) })
    .where('id', '=', bulkId)
    .execute()
  return bulkId
}

export async function anExport({ product }: World, state: 'waiting' | 'done' = 'waiting') {
  const session = await product.database
    .selectFrom('access.session')
    .innerJoin('access.staff', 'access.staff.id', 'access.session.staff_id')
    .select(['access.session.id', 'staff_id'])
    .where('access.staff.username', '=', 'admin')
    .executeTakeFirstOrThrow()
  const at = product.clock.now()
  const { id } = await product.database
    .insertInto('files.export')
    .values({
      id: anId(),
      staff_id: session.staff_id,
      session_id: session.id,
      call: 'countryList',
      payload: JSON.stringify({}),
      format: 'csv',
      language: 'en',
      state,
      created_at: at,
      beat_at: at,
      expires_at: new Date(at.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An import in a state, with a file of one record; its job is not run. */
export async function anImport({ product }: World, state: 'loading' | 'checked' | 'applied'): Promise<number> {
  const now = product.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into moving.import (state, at, records, made_by, made_at, touched_at)
    values (${state}, ${state === 'applied' ? now : null}, ${state === 'loading' ? 0 : 1}, 'test', ${now}, ${now}) returning id`.execute(
    product.database,
  )
  const { id } = rows[0]!
  if (state !== 'loading') {
    await sql`insert into moving.file (import_id, file, name, parts, lines, complete) values (${id}, 1, 'a.ndjson', 1, 1, true)`.execute(
      product.database,
    )
    await sql`
      insert into moving.fault (import_id, found_by, file, line, kind, key, fault, field, detail)
      values (${id}, 'reading', 1, 1, 'user', '4711', 'value', 'sex', 'x')`.execute(product.database)
    await sql`
      insert into moving.record (import_id, kind, file, line, key, data) values (${id}, 'member', 1, 1, '4711', '{}')`.execute(
      product.database,
    )
  }
  return id
}

/** A letter that was given up. */
export async function aDeadLetter({ product }: World): Promise<string> {
  const now = wallNow()
  const id = newId(now)
  await product.database
    .insertInto('notify.message')
    .values({
      id,
      moment: 'invited',
      key: id,
      way: 'mail',
      receiver: 'a…@example.com',
      state: 'dead',
      sealed: product.seals.seal('{}', `message ${id}`),
      made_at: now,
      next_at: now,
      ended_at: now,
    })
    .execute()
  return id
}
