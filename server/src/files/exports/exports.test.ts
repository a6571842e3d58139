import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { exportCancel, exportList, exportStatus } from '@greenroom/contract/access'
import { declaredCalls } from '@greenroom/contract/allCalls'
import { logList } from '@greenroom/contract/system'
import { streamXlsxRows } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { person } from '../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { reads } from '../../../test/reads.ts'
import { staffOfSession } from '../../access/index.ts'
import { contextOf } from '../../kit/calls/context.ts'
import { wallNow } from '../../kit/clock.ts'
import { openFrozen } from '../../kit/database/databaseSnapshot.ts'
import type { ReadWhole } from '../../kit/database/paging.ts'

let product: TestProduct
let admin: Client

const many = 50_000
const filters = { username: 'exporter' }

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  await sql`
    insert into log.entry (id, at, staff_id, username, ip, menu_key, operation, target, content, reason, request_id)
    select overlay(kit.uuid_at(moment)::text placing lpad(to_hex(i), 12, '0') from 25)::uuid, moment, 7, 'exporter', '10.0.0.1', 'system.role', 'role.update',
           'role ' || i, case i % 4 when 0 then '=1+' || i when 1 then 'a "quoted", ' || i when 2 then E'two\nlines ' || i
                                    else '夜班 ' || i end, '', 'seed'
      from generate_series(1, ${many}) i, lateral (select date_trunc('milliseconds', now()) - i * interval '1 millisecond' as moment)
  `.execute(product.database)
  await sql`analyze log.entry`.execute(product.database)
})
afterAll(() => product.close())

/** Expected content of each line, newest first. */
const contentOf = (i: number, formula = '=') =>
  [`${formula}1+${i}`, `a "quoted", ${i}`, `two\nlines ${i}`, `夜班 ${i}`][i % 4]

type ExportAnswer = { url?: string; exportId?: string }

/** Requests an export like any client; the answer is not the list's. */
async function ask(by: Client, payload: Parameters<typeof admin.send<typeof logList>>[1]): Promise<ExportAnswer> {
  const envelope = await by.send(logList, payload)
  if (envelope.code !== 200) throw new Error(JSON.stringify(envelope))
  return envelope.result as ExportAnswer
}

async function download(url: string) {
  const response = await product.app.inject({ method: 'GET', url })
  return { status: response.statusCode, headers: response.headers, body: response.rawPayload }
}

const exportOf = (staffId: number) =>
  product.database
    .selectFrom('files.export')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()

/** An independent parser, so that the writer doesn't test itself. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[++at]!
      else quoted = false
    } else if (character === '"') quoted = true
    else if (character === ',' || character === '\r') {
      rows.at(-1)!.push(cell)
      cell = ''
      if (character === '\r') {
        at++
        rows.push([])
      }
    } else cell += character
  }
  rows.pop()
  return rows
}

it('writes 50,000 rows as CSV, each once, in order, quoted and defused', async () => {
  const { url } = await ask(admin, { ...filters, export: 'csv' })
  const { status, headers, body } = await download(url!)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename="operation-log-\d{4}-\d\d-\d\d\.csv"; filename\*=/,
  )
  expect([...body.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [header, ...rows] = csvRows(body.subarray(3).toString('utf8'))
  expect(header).toEqual(['Time', 'Account', 'Menu', 'Operation', 'Subject', 'Content', 'Address', 'Entry ID'])
  expect(rows).toHaveLength(many)
  const wrong = rows.findIndex((row, at) => row[5] !== contentOf(at + 1, "'=") || row[4] !== `role ${at + 1}`)
  expect(wrong, 'the first row that differs').toBe(-1)
  expect(rows[0]![0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

it('writes 50,000 rows as XLSX with the same content', async () => {
  const { url } = await ask(admin, { ...filters, export: 'xlsx' })
  const { body } = await download(url!)
  // The header is row -1.
  let at = -1
  let wrong = ''
  for await (const { values } of streamXlsxRows(body)) {
    if (at >= 0 && (values[5] !== contentOf(at + 1) || values[4] !== `role ${at + 1}`)) wrong ||= JSON.stringify(values)
    at++
  }
  expect(wrong).toBe('')
  expect(at).toBe(many)
})

it('uses the caller’s language and the platform’s time zone', async () => {
  const { client } = await person(product, { permissions: { 'system.log': 1 }, language: 'cn' })
  await product.database
    .insertInto('system.param')
    .values({
      key: 'platform_time_zone',
      type: 'timeZone',
      value: 'Asia/Shanghai',
      built_in: true,
      updated_at: wallNow(),
      updated_by: 'test',
    })
    .execute()
  await product.params.refresh()
  try {
    const page = await admin.call(logList, { ...filters, size: 1 })
    const { url } = await ask(client, { ...filters, logContent: '1+50000', export: 'csv' })
    const [header, row] = csvRows((await download(url!)).body.subarray(3).toString('utf8'))
    expect(header).toEqual(['时间', '账号', '菜单', '操作', '对象', '内容', 'IP 地址', '日志 ID'])
    expect(row![3]).toBe('编辑角色')
    const expected = new Date(new Date(page.records[0]!.at).getTime() - (many - 1) + 8 * 3_600_000)
    expect(row![0]).toBe(expected.toISOString().slice(0, 19).replace('T', ' '))
  } finally {
    await product.database.deleteFrom('system.param').where('key', '=', 'platform_time_zone').execute()
    await product.params.refresh()
  }
})

it('exports in the background and reports progress', async () => {
  const { exportId } = await ask(admin, { ...filters, export: 'csv', async: true })
  expect(exportId).toMatch(/^[0-9a-f-]{36}$/)
  await vi.waitFor(async () => expect((await admin.call(exportStatus, { exportId: exportId! })).state).toBe('done'), {
    timeout: 20_000,
    interval: 100,
  })
  const status = await admin.call(exportStatus, { exportId: exportId! })
  expect(status).toMatchObject({ call: 'logList', format: 'csv', rows: many })
  expect((await download(status.url!)).status).toBe(200)
  const listed = (await admin.call(exportList, {})).exports
  expect(listed[0]).toMatchObject({ exportId, state: 'done' })
  expect(listed.length).toBeGreaterThanOrEqual(3)
})

it('can be cancelled while it runs, and leaves no file', async () => {
  const files = () => readdirSync(join(product.dataDir, 'files', 'exports'))
  const before = files()
  const holding = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = product.owner.transaction().execute(async (tx) => {
    await sql`lock table log.entry in access exclusive mode`.execute(tx)
    held.resolve()
    await holding.promise
  })
  const id = '00000000-0000-7000-8000-00000000000c'
  const { staff_id, session_id } = await exportOf(1)
  await product.database
    .insertInto('files.export')
    .values({
      id,
      staff_id,
      session_id,
      call: 'logList',
      payload: JSON.stringify(filters),
      format: 'xlsx',
      language: 'en',
      created_at: wallNow(),
      beat_at: wallNow(),
      expires_at: new Date(wallNow().getTime() + 3_600_000),
    })
    .execute()
  await held.promise
  const working = product.exports.work(id, { ip: '', userAgent: '', requestId: 'test' })
  try {
    await vi.waitFor(
      async () => expect((await admin.call(exportStatus, { exportId: id })).state).toBe('running'),
      10_000,
    )
    await product.database.updateTable('files.export').set({ state: 'cancelled' }).where('id', '=', id).execute()
  } finally {
    // In any case, or the log stays locked for the tests below.
    holding.resolve()
    await Promise.all([holder, working])
  }
  const status = await admin.call(exportStatus, { exportId: id })
  expect(status.state).toBe('cancelled')
  expect(status).not.toHaveProperty('url')
  expect(files()).toEqual(before)
  expect(await admin.refused(exportCancel, { exportId: id })).toMatchObject({ code: 20000, reason: 'export.ended' })
})

it('is visible only to its owner', async () => {
  const { url } = await ask(admin, { ...filters, logContent: '50000', export: 'csv' })
  const exportId = url!.split('/')[3]!
  const { client } = await person(product, { permissions: { 'system.log': 1 } })
  expect(await client.refused(exportStatus, { exportId })).toEqual({
    code: 10032,
    fields: ['exportId'],
    reason: 'export.none',
  })
  expect(await client.refused(exportCancel, { exportId })).toMatchObject({ code: 10032, reason: 'export.none' })
  expect((await client.call(exportList, {})).exports).toEqual([])
  expect((await product.as(undefined).refused(exportStatus, { exportId })).code).toBe(10007)
})

it('serves its file only to an intact, unexpired URL of a valid session', async () => {
  const { client, token, staffId } = await person(product, { permissions: { 'system.log': 1 } })
  const { url } = await ask(client, { ...filters, logContent: '50000', export: 'csv' })
  expect((await download(url!)).status).toBe(200)
  expect((await download(url!.replace(/signature=.{5}/, 'signature=AAAAA'))).status).toBe(404)
  expect((await download(url!.replace(/until=\d+/, (until) => `${until}0`))).status).toBe(404)
  expect((await download(url!.split('?')[0]!)).status).toBe(404)
  vi.useFakeTimers({ toFake: ['Date'], now: wallNow().getTime() + 5 * 60_000 + 1_000 })
  expect((await download(url!)).status).toBe(404)
  vi.useRealTimers()
  expect((await download(url!)).status).toBe(200)
  await product.database.deleteFrom('access.session').where('staff_id', '=', staffId).execute()
  expect((await download(url!)).status).toBe(404)
  expect((await product.as(token).refused(exportList, {})).code).toBe(10007)
})

it('checks rights again when the work begins', async () => {
  const { client, staffId, roleId } = await person(product, { permissions: { 'system.log': 1 } })
  await ask(client, { ...filters, logContent: '50000', export: 'csv' })
  const crash = vi.spyOn(console, 'error').mockImplementation(() => {})
  const run = async (id: string) => {
    const row = await exportOf(staffId)
    await product.database
      .insertInto('files.export')
      .values({ ...row, id, payload: JSON.stringify(row.payload), state: 'waiting', rows: 0 })
      .execute()
    await product.exports.work(id, { ip: '', userAgent: '', requestId: 'test' })
    return (await client.call(exportStatus, { exportId: id })).state
  }
  expect(await run('00000000-0000-7000-8000-00000000000a')).toBe('done')
  await product.database.deleteFrom('access.role_menu').where('role_id', '=', roleId).execute()
  expect(await run('00000000-0000-7000-8000-00000000000b')).toBe('failed')
  crash.mockRestore()
})

it('fails with 100001 and removes the partial file', async () => {
  const crash = vi.spyOn(console, 'error').mockImplementation(() => {})
  // An entry without a time: formatting it throws on the last page.
  await sql`
    insert into log.entry (id, at, username, ip, operation, target, content, reason, request_id)
    select overlay(id::text placing '000000000000' from 25)::uuid, 'infinity', 'exporter', '', '', '', 'broken', '', ''
      from log.entry where username = 'exporter' order by id limit 1`.execute(product.database)
  expect((await admin.refused(logList, { ...filters, logContent: 'broken', export: 'csv' })).code).toBe(100001)
  expect((await admin.call(exportList, {})).exports[0]).toMatchObject({ state: 'failed', rows: 0 })
  crash.mockRestore()
})

it('logs who exported what, and how many rows', async () => {
  const { client, staffId } = await person(product, { permissions: { 'system.log': 1 } })
  await ask(client, { ...filters, logContent: '50000', export: 'csv' })
  const entries = await product.database
    .selectFrom('log.readable')
    .select(['operation', 'content', 'after'])
    .where('staff_id', '=', staffId)
    .where('operation', '=', 'export.run')
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    {
      content: 'Operation log: export started (CSV)\u001f操作日志：已开始导出（CSV）',
      after: { call: 'logList', filters: { username: 'exporter', logContent: '50000' } },
    },
    {
      content: 'Operation log: exported, 1 row (CSV)\u001f操作日志：已导出，1 行（CSV）',
      after: { state: 'done', rows: 1 },
    },
  ])
})

it('fails exports of dead processes, and removes expired ones', async () => {
  const { client, staffId } = await person(product, { permissions: { 'system.log': 1 } })
  const { url } = await ask(client, { ...filters, logContent: '50000', export: 'csv' })
  const kept = await exportOf(staffId)
  const old = new Date(wallNow().getTime() - 2 * 60_000)
  const [running, waiting] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
  await product.database
    .insertInto('files.export')
    .values([
      { ...kept, payload: '{}', id: running!, state: 'running', beat_at: old },
      { ...kept, payload: '{}', id: waiting!, state: 'waiting', beat_at: new Date(old.getTime() - 20 * 60_000) },
    ])
    .execute()
  await product.exports.sweep()
  const states = async () =>
    new Map((await client.call(exportList, {})).exports.map((row) => [row.exportId, row.state]))
  expect(await states()).toEqual(
    new Map([
      [kept.id, 'done'],
      [running, 'failed'],
      [waiting, 'failed'],
    ]),
  )

  await product.database.updateTable('files.export').set({ expires_at: old }).where('id', '=', kept.id).execute()
  expect((await download(url!)).status).toBe(404)
  await product.exports.sweep()
  expect(await product.database.selectFrom('files.export').select('id').where('id', '=', kept.id).execute()).toEqual([])
})

const exportable = declaredCalls.filter(({ call }) => call.exportable).map(({ call }) => [call.name, call] as const)

it.each(exportable)('exports %s with a heading for every cell', async (_, call) => {
  const payload = await reads({ product, admin })[call.name]?.()
  const envelope = await admin.send(call, {
    export: 'csv',
    ...payload,
    ...(call === logList && { username: 'nobody' }),
  } as never)
  expect(envelope).toMatchObject({
    code: 200,
    result: { url: expect.stringMatching(/\/[a-z0-9-]+-\d{4}-\d\d-\d\d\.csv/) },
  })
  const { url } = (envelope as { result: ExportAnswer }).result
  const [header, ...rows] = csvRows((await download(url!)).body.subarray(3).toString('utf8'))
  expect(header!.length).toBeGreaterThan(2)
  expect(new Set(header).size).toBe(header!.length)
  expect(rows.filter((row) => row.length !== header!.length)).toEqual([])
})

it('is started by the sweep if its job was claimed over a broken connection', async () => {
  const { exportId } = await ask(admin, { ...filters, logContent: '50000', export: 'csv', async: true })
  // State of a job whose worker never learned that it claimed it.
  await sql`update jobs.job set state = 'active', started_on = now() where data->>'exportId' = ${exportId}`.execute(
    product.owner,
  )
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
             where application_name = 'greenroom jobs' and datname = current_database()`.execute(product.owner)
  await product.database
    .updateTable('files.export')
    .set({ beat_at: new Date(wallNow().getTime() - 40_000) })
    .where('id', '=', exportId!)
    .where('state', '=', 'waiting')
    .execute()
  await product.exports.sweep()
  await vi.waitFor(async () => expect((await admin.call(exportStatus, { exportId: exportId! })).state).toBe('done'), {
    timeout: 20_000,
  })
})

/** A list about one object first checks that it exists. */
const ofEverything = exportable.filter(([name]) => !(name in reads({ product, admin })))

it.each(ofEverything)('reads all of %s with a single query', async (_, call) => {
  const served = product.routes.find((one) => one.call === call)!
  const snapshot = await openFrozen(product.databaseUrl, 60)
  const compiled: string[] = []
  try {
    const whole: ReadWhole = async (query) => {
      compiled.push(query.compile().sql)
      return { records: [], more: false }
    }
    const staff = (await staffOfSession(product.database, (await exportOf(1)).session_id))!
    const context = contextOf({
      call,
      requestId: '',
      ip: '',
      userAgent: '',
      language: 'en',
      timeZone: 'UTC',
      database: snapshot.database,
      whole,
      caller: staff,
      clock: product.clock,
    })
    await served.handle(context, { size: 1 })
  } finally {
    await snapshot.close()
  }
  // Parameters are cached.
  expect(compiled).toHaveLength(call.name === 'paramList' ? 0 : 1)
  // A page limit in it would cut the file short.
  expect(compiled[0] ?? '').not.toMatch(/limit (\$|(?!1\b)\d)/)
})

it('refuses an invalid request before creating anything', async () => {
  expect(await admin.refused(logList, { export: 'pdf' as 'csv' })).toEqual({
    code: 10009,
    fields: ['export'],
    reason: 'field.oneOf',
  })
})
