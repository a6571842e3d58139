import {
  approvalCancel,
  approvalDecide,
  paramAdd,
  paramDelete,
  paramEditable,
  paramHistory,
  paramList,
  paramRevert,
  paramSet,
} from '@greenroom/contract/system'
import { roleSave, staffSave } from '@greenroom/contract/systemStaff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, staffAccount } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

let product: TestProduct
let admin: Client
let other: Client
const reason = 'because'

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  await staffAccount(product, { username: 'other', password: 'Oth-er-1s', roleIds: [1] })
  other = await product.login('other', 'Oth-er-1s')
})
afterAll(() => product.close())

const find = async (key: string, client = admin) =>
  (await client.call(paramList, { q: key, size: 200 })).records.find((param) => param.key === key)!
const set = async (key: string, value: string) =>
  admin.call(paramSet, { key, value, version: (await find(key)).version, reason })
const changes = async (key: string) => (await admin.call(paramHistory, { key })).records

describe('the list', () => {
  it('shows every declared parameter, changed or not', async () => {
    const page = await admin.call(paramList, { size: 200 })
    expect(page.records[0]).toMatchObject({
      key: 'platform_time_zone',
      group: 'platform',
      type: 'timeZone',
      value: 'UTC',
      defaultValue: 'UTC',
      editable: true,
      frontEndNeeded: true,
      sensitive: true,
      builtIn: true,
      pendingApprovalId: null,
      updatedAt: null,
      updatedBy: '',
      version: 1,
      can: { set: true, delete: 'builtIn', editable: true },
    })
    expect(page.total).toBe(page.records.length)
  })

  it('is filtered, sorted and paged', async () => {
    expect((await admin.call(paramList, { q: '验证码', group: 'sms' })).records.map((param) => param.group)).toContain(
      'sms',
    )
    expect((await admin.call(paramList, { frontEndNeeded: true })).records.every((one) => one.frontEndNeeded)).toBe(
      true,
    )
    const first = await admin.call(paramList, { size: 3, sort: '-key' })
    const second = await admin.call(paramList, { size: 3, sort: '-key', after: first.next })
    expect(second.current).toBe(2)
    expect(second.records[0]!.key < first.records[2]!.key).toBe(true)
    expect(await admin.refused(paramList, { sort: 'value' })).toEqual({
      code: 10009,
      fields: ['sort'],
      reason: 'field.oneOf',
    })
    expect(await admin.refused(paramList, { after: first.next })).toEqual({
      code: 10009,
      fields: ['after'],
      reason: 'list.cursor',
    })
  })
})

describe('changing an ordinary one', () => {
  it('takes effect at once, normalised, with history and log entry', async () => {
    expect(product.params.integer('sms_per_hour')).toBe(5)
    expect(await admin.call(paramSet, { key: 'sms_per_hour', value: ' 07 ', version: 1, reason })).toEqual({
      applied: true,
    })
    expect(product.params.integer('sms_per_hour')).toBe(7)
    expect(await find('sms_per_hour')).toMatchObject({ value: '7', version: 2, updatedBy: 'admin', can: { set: true } })
    expect((await admin.call(paramList, { changed: true })).records.map((param) => param.key)).toContain('sms_per_hour')
    expect(await changes('sms_per_hour')).toMatchObject([
      { version: 2, by: 'admin', approvedBy: null, before: '5', after: '7', reason, can: { revert: 'already' } },
    ])
    const entry = await product.database
      .selectFrom('log.readable')
      .select(['operation', 'content', 'before', 'after', 'reason'])
      .where('target', '=', 'param sms_per_hour')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      operation: 'param.set',
      content: 'Parameter sms_per_hour changed from 5 to 7\u001f已将参数 sms_per_hour 由 5 改为 7',
      before: { value: '5', version: 1 },
      after: { value: '7', version: 2 },
      reason,
    })
  })

  it.each([
    ['out of bounds', { value: '0' }, 10009, ['value'], 'field.tooSmall'],
    ['no number', { value: 'many' }, 10009, ['value'], 'field.number'],
    ['the same value', { value: '0010' }, 20000, ['value'], 'param.same'],
    ['without a reason', { reason: '' }, 11004, ['reason'], undefined],
    ['unknown', { key: 'sms_per_year' }, 10032, [], undefined],
    ['stale', { value: '3', version: 9 }, 20000, ['version', 'value'], 'stale.bySystem'],
  ])('refuses one that is %s', async (_, wrong, code, fields, why) => {
    const right = { key: 'sms_per_day', value: '12', version: 1, reason }
    expect(await admin.refused(paramSet, { ...right, ...wrong })).toEqual({ code, fields, reason: why })
    expect((await find('sms_per_day')).version).toBe(1)
  })

  it('succeeds for one of many concurrent changes', async () => {
    const { version } = await find('login_window_minutes')
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        admin.send(paramSet, { key: 'login_window_minutes', value: String(20 + at), version, reason }),
      ),
    )
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    expect(answers.flatMap((answer) => (answer.code === 500 ? [answer.errorCode] : []))).toEqual(Array(5).fill(20000))
    expect(await changes('login_window_minutes')).toHaveLength(1)
  })
})

describe('changing a sensitive one', () => {
  const key = 'login_failures'

  it('is pending, one at a time, until a second member approves', async () => {
    const { version } = await find(key)
    const { applied, approvalId } = await admin.call(paramSet, { key, value: '12', version, reason: 'too strict' })
    expect(applied).toBe(false)
    expect(await find(key)).toMatchObject({ value: '10', pendingApprovalId: approvalId, can: { set: 'pending' } })
    expect(await other.refused(paramSet, { key, value: '13', version, reason })).toEqual({
      code: 20000,
      fields: ['approvalId'],
      reason: 'approval.waits',
    })
    const { outcomes } = await other.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })
    expect(outcomes).toEqual([{ id: approvalId, ok: true }])
    expect(product.params.integer(key)).toBe(12)
    expect(await find(key)).toMatchObject({ value: '12', pendingApprovalId: null, updatedBy: 'admin' })
    expect(await changes(key)).toMatchObject([
      { by: 'admin', approvedBy: 'other', before: '10', after: '12', reason: 'too strict' },
    ])
  })

  it('creates one request of many concurrent ones', async () => {
    const { version } = await find(key)
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => admin.send(paramSet, { key, value: String(30 + at), version, reason })),
    )
    const passed = answers.flatMap((answer) => (answer.code === 200 ? [answer.result.approvalId!] : []))
    expect(passed).toHaveLength(1)
    expect(answers.flatMap((answer) => (answer.code === 500 ? [answer.errorCode] : []))).toEqual(Array(4).fill(20000))
    await admin.call(approvalCancel, { ids: passed })
    expect(await find(key)).toMatchObject({ pendingApprovalId: null })
  })

  it('refuses an invalid value before requesting approval', async () => {
    const { version } = await find('platform_time_zone')
    expect(
      await admin.refused(paramSet, { key: 'platform_time_zone', value: 'Mars/Olympus', version, reason }),
    ).toEqual({ code: 10009, fields: ['value'], reason: 'field.zone' })
  })
})

describe('reverting', () => {
  it('restores the value that a change had set', async () => {
    const key = 'sms_per_address_day'
    await set(key, '30')
    await set(key, '40')
    const [last, first] = await changes(key)
    expect(first).toMatchObject({ after: '30', can: { revert: true } })
    const { version } = await find(key)
    expect(await admin.call(paramRevert, { key, changeId: first!.id, version, reason })).toEqual({ applied: true })
    expect(product.params.integer(key)).toBe(30)
    expect((await changes(key))[0]).toMatchObject({ before: '40', after: '30' })
    const refused = (wrong: object) =>
      admin.refused(paramRevert, { key, changeId: last!.id, version: version + 1, reason, ...wrong })
    expect(await refused({ changeId: first!.id })).toEqual({ code: 20000, fields: ['value'], reason: 'param.same' })
    expect(await refused({ changeId: 987_654 })).toEqual({
      code: 10032,
      fields: ['changeId'],
      reason: 'param.noChange',
    })
    expect(await refused({ version })).toMatchObject({ code: 20000, reason: 'stale.by' })
    expect(await refused({ key: 'nothing' })).toMatchObject({ code: 10032 })
    expect(await refused({ reason: '' })).toMatchObject({ code: 11004 })
    // The change belongs to another parameter.
    await set('sms_per_day', '11')
    expect(await refused({ key: 'sms_per_day', version: 2 })).toEqual({
      code: 10032,
      fields: ['changeId'],
      reason: 'param.noChange',
    })
    const entry = await product.database
      .selectFrom('log.readable')
      .select('operation')
      .where('target', '=', `param ${key}`)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry).toEqual({ operation: 'param.revert' })
  })

  it('needs approval if the parameter is sensitive', async () => {
    const key = 'approval_hours'
    const start = await find(key)
    const first = await admin.call(paramSet, { key, value: '48', version: start.version, reason })
    await other.call(approvalDecide, { ids: [first.approvalId!], decision: 'approve' })
    const second = await admin.call(paramSet, { key, value: '24', version: start.version + 1, reason })
    await other.call(approvalDecide, { ids: [second.approvalId!], decision: 'approve' })
    const changeId = (await changes(key))[1]!.id
    const answer = await other.call(paramRevert, { key, changeId, version: start.version + 2, reason })
    expect(answer).toMatchObject({ applied: false, approvalId: expect.any(String) })
    await admin.call(approvalDecide, { ids: [answer.approvalId!], decision: 'approve' })
    expect((await changes(key))[0]).toMatchObject({ after: '48', by: 'other', approvedBy: 'admin' })
  })

  it('pages through a long history', async () => {
    for (const value of ['2', '3', '4', '5', '6']) await set('export_keep_hours', value)
    const first = await admin.call(paramHistory, { key: 'export_keep_hours', size: 2 })
    const second = await admin.call(paramHistory, { key: 'export_keep_hours', size: 2, after: first.next })
    expect([...first.records, ...second.records].map((change) => change.after)).toEqual(['6', '5', '4', '3'])
    expect(await admin.refused(paramHistory, { key: 'nothing' })).toMatchObject({ code: 10032 })
  })
})

describe('parameters added by staff', () => {
  const parameter = { key: 'greeting.text', type: 'text' as const, nameEn: 'Greeting', nameCn: '问候语' }

  it('are added, changed and deleted; added again, they continue their versions', async () => {
    await admin.call(paramAdd, { ...parameter, value: 'Hello', frontEndNeeded: true })
    expect(await find(parameter.key)).toMatchObject({
      group: 'added',
      value: 'Hello',
      defaultValue: null,
      frontEndNeeded: true,
      sensitive: false,
      builtIn: false,
      version: 1,
      can: { set: true, delete: true },
    })
    expect(await set(parameter.key, 'Welcome')).toEqual({ applied: true })
    expect(await admin.refused(paramDelete, { key: parameter.key, reason: '' })).toMatchObject({ code: 11004 })
    await admin.call(paramDelete, { key: parameter.key, reason })
    expect(await find(parameter.key)).toBe(undefined)
    expect(await admin.refused(paramDelete, { key: parameter.key, reason })).toMatchObject({ code: 10032 })
    await admin.call(paramAdd, { ...parameter, value: 'Again', frontEndNeeded: false })
    expect((await changes(parameter.key)).map(({ version, before, after }) => [version, before, after])).toEqual([
      [3, null, 'Again'],
      [2, 'Hello', 'Welcome'],
      [1, null, 'Hello'],
    ])
  })

  it.each([
    ['a built-in key', { key: 'sms_per_hour' }, 10027, 'key', 'param.builtIn'],
    ['a built-in key in another case', { key: 'SMS_per_hour' }, 10027, 'key', 'param.builtIn'],
    ['a key that staff added', { key: 'greeting.TEXT' }, 10027, 'key', 'param.exists'],
    ['a key with a space', { key: 'a b' }, 10009, 'key', 'field.invalid'],
    ['a value of another type', { type: 'integer' as const, value: 'one' }, 10009, 'value', 'field.number'],
    ['no JSON', { type: 'json' as const, value: '{' }, 10009, 'value', 'field.json'],
  ])('refuse %s', async (_, wrong, code, field, why) => {
    const right = { ...parameter, key: 'fresh', value: 'x', frontEndNeeded: false }
    expect(await admin.refused(paramAdd, { ...right, ...wrong })).toEqual({ code, fields: [field], reason: why })
  })

  it('of concurrent additions of one key, one succeeds', async () => {
    const answers = await Promise.all(
      ['wanted', 'Wanted', 'wanted', 'WANTED'].map((key) =>
        admin.send(paramAdd, { ...parameter, key, value: key, frontEndNeeded: false }),
      ),
    )
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    expect(answers.flatMap((answer) => (answer.code === 500 ? [answer.errorCode] : []))).toEqual(Array(3).fill(10027))
  })

  it('are the only ones that can be deleted', async () => {
    expect(await admin.refused(paramDelete, { key: 'sms_per_hour', reason })).toEqual({
      code: 1000002,
      fields: ['key'],
      reason: 'param.inCode',
    })
  })
})

it('a read-only caller can read and not write', async () => {
  const { roleId } = await admin.call(roleSave, { roleName: 'lookers', readMenuIds: [20_104] })
  await admin.call(staffSave, { username: 'looker', password: 'Look-er-1', roleIds: [roleId] })
  const looker = await product.login('looker', 'Look-er-1')
  expect((await find('sms_per_hour', looker)).can).toEqual({
    set: 'readOnly',
    delete: 'readOnly',
    editable: 'readOnly',
  })
  const { records } = await looker.call(paramHistory, { key: 'sms_per_hour' })
  expect(records[0]?.can).toEqual({ revert: 'readOnly' })
  expect(await looker.refused(paramSet, { key: 'sms_per_hour', value: '9', version: 2, reason })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
})

describe('the editable flag', () => {
  const flag = (key: string, editable: boolean, client = admin) => client.call(paramEditable, { key, editable, reason })

  it('is set by administrators, logged, and stays until it is set again', async () => {
    const key = 'export_keep_hours'
    expect(await flag(key, false)).toEqual({ applied: true })
    const param = await find(key)
    expect(param).toMatchObject({ editable: false, can: { set: 'notEditable', editable: true } })
    expect(await admin.refused(paramSet, { key, value: '30', version: param.version, reason })).toMatchObject({
      code: 10009,
      fields: ['key'],
      reason: 'param.notEditable',
    })
    expect(await admin.refused(paramEditable, { key, editable: false, reason })).toMatchObject({
      code: 20000,
      reason: 'already',
    })
    expect(await admin.refused(paramEditable, { key, editable: true, reason: '' })).toMatchObject({ code: 11004 })
    const entry = await product.database
      .selectFrom('log.readable')
      .select(['before', 'after', 'reason'])
      .where('operation', '=', 'param.editable')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ before: { key, editable: true }, after: { key, editable: false }, reason })
    await flag(key, true)
    expect(await find(key)).toMatchObject({ editable: true, version: param.version, updatedAt: param.updatedAt })
  })

  it('of a sensitive parameter needs a second member of staff', async () => {
    const key = 'bonus_share_bp'
    const { applied, approvalId } = await flag(key, false)
    expect(applied).toBe(false)
    expect(await find(key)).toMatchObject({ editable: true })
    await other.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })
    expect(await find(key)).toMatchObject({ editable: false })
    const back = await flag(key, true)
    await other.call(approvalDecide, { ids: [back.approvalId!], decision: 'approve' })
  })

  it('is refused to other accounts with write access', async () => {
    const { client } = await person(product, { permissions: { 'system.param': 3 } })
    expect(await client.refused(paramEditable, { key: 'export_keep_hours', editable: false, reason })).toMatchObject({
      code: 10026,
      reason: 'param.administrators',
    })
    expect((await find('export_keep_hours', client)).can).toMatchObject({ set: true, editable: 'administrators' })
  })

  it('prevents deleting a parameter added by staff, and is deleted with it', async () => {
    const key = 'ours_locked'
    const add = () =>
      admin.call(paramAdd, { key, type: 'text', value: 'x', nameEn: 'X', nameCn: '某', frontEndNeeded: false })
    await add()
    await flag(key, false)
    expect(await admin.refused(paramDelete, { key, reason })).toMatchObject({
      code: 10009,
      reason: 'param.notEditable',
    })
    await flag(key, true)
    await admin.call(paramDelete, { key, reason })
    await add()
    expect(await find(key)).toMatchObject({ editable: true })
  })
})
