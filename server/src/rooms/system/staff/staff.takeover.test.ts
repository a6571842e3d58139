// Write access to accounts gives no way into an account with more rights, and no way around an approval.
import { userInfo } from '@greenroom/contract/access'
import {
  approvalCancel,
  approvalDecide,
  approvalInfo,
  approvalList,
  approvalMine,
  paramList,
  paramSet,
} from '@greenroom/contract/system'
import {
  roleSave,
  staffDelete,
  staffGoogleUnbind,
  staffInfo,
  staffPasswordReset,
  staffSessionsEnd,
  staffStatus,
  staffUpdate,
} from '@greenroom/contract/systemStaff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

let product: TestProduct
let admin: Client
const reason = 'because'

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

/** An account that may change accounts and parameters, and decide approvals. */
const keeper = () =>
  person(product, { permissions: { 'system.user': 3, 'system.approval': 3, 'system.param': 3, 'system.role': 3 } })
/** An account with more rights than a keeper. */
const stronger = () => person(product, { permissions: { 'system.param': 3, 'users.list': 3 } })
const equal = () => person(product, { permissions: { 'system.param': 3, 'system.approval': 3 } })

const bind = (staffId: number) =>
  product.database
    .updateTable('access.staff')
    .set({ google_secret: 'JBSWY3DPEHPK3PXP', google_bound_at: new Date() })
    .where('id', '=', staffId)
    .execute()

let made = 0
const phone = () => ({ areaCode: '86', phone: `1390000${String(1_000 + ++made)}` })

describe('an account with more rights', () => {
  it('keeps its phone, password, factor, roles, sessions and state', async () => {
    const [{ client }, victim] = [await keeper(), await stronger()]
    await bind(victim.staffId)
    const userId = victim.staffId
    const refused = { code: 10026, reason: 'staff.above' }
    const update = { userId, version: 1, roleIds: [victim.roleId] }
    expect(await client.refused(staffUpdate, { ...update, ...phone() })).toMatchObject(refused)
    expect(await client.refused(staffUpdate, { ...update, removePhone: true })).toMatchObject(refused)
    expect(await client.refused(staffUpdate, { ...update, roleIds: [] })).toMatchObject(refused)
    expect(await client.refused(staffPasswordReset, { userId, reason })).toMatchObject(refused)
    expect(await client.refused(staffGoogleUnbind, { userId, reason })).toMatchObject(refused)
    for (const answer of [
      await client.call(staffStatus, { ids: [userId], status: 0, reason }),
      await client.call(staffSessionsEnd, { ids: [userId], reason }),
      await client.call(staffDelete, { ids: [userId], reason }),
    ])
      expect(answer.outcomes).toMatchObject([
        { ok: false, errorCode: 10026, errorMsg: expect.stringContaining('more') },
      ])
    const { user } = await client.call(staffInfo, { userId })
    const { seeAs: _, ...changes } = user.can
    expect(new Set(Object.values(changes))).toEqual(new Set(['above']))
    await victim.client.call(userInfo, {})
  })

  it('is one with a single menu that the caller lacks, even read-only', async () => {
    const { client } = await keeper()
    const { staffId } = await person(product, { permissions: { 'live.users': 1 } })
    expect(await client.refused(staffPasswordReset, { userId: staffId, reason })).toMatchObject({
      code: 10026,
      reason: 'staff.above',
    })
  })

  it('is none with the same or fewer rights: these wait', async () => {
    const [{ client }, other] = [await keeper(), await equal()]
    await bind(other.staffId)
    for (const call of [staffGoogleUnbind, staffPasswordReset])
      expect(await client.call(call, { userId: other.staffId, reason })).toMatchObject({
        approvalId: expect.any(String),
      })
  })
})

describe('one’s own account', () => {
  it('keeps its factor, and its phone until another member of staff approves, even an administrator’s', async () => {
    const { client, staffId, roleId } = await keeper()
    const { userId } = (await admin.call(userInfo, {})).user
    for (const [who, id, roles] of [
      [client, staffId, [roleId]],
      [admin, userId, [1]],
    ] as const) {
      await bind(id)
      expect(await who.refused(staffGoogleUnbind, { userId: id, reason })).toMatchObject({
        code: 13001,
        reason: 'staff.yourself',
      })
      const { version } = (await who.call(staffInfo, { userId: id })).user
      const own = { userId: id, version, roleIds: [...roles] }
      const { approvalId } = await who.call(staffUpdate, { ...own, ...phone() })
      await who.call(approvalCancel, { ids: [approvalId!] })
      expect((await who.call(staffInfo, { userId: id })).user.phone).toBe('')
      await who.call(staffUpdate, { ...own, remark: 'still mine' })
    }
  })
})

describe('who may approve', () => {
  const key = 'login_failures'
  async function ask(maker: Client) {
    const waiting = await admin.call(approvalList, { state: 'pending', size: 200 })
    for (const { approvalId } of waiting.records)
      await product.database
        .updateTable('access.approval')
        .set({ state: 'cancelled', decided_at: product.clock.now() })
        .where('id', '=', approvalId)
        .execute()
    const { version } = (await maker.call(paramList, { q: key })).records[0]!
    const { approvalId } = await maker.call(paramSet, { key, value: String(11 + (++made % 80)), version, reason })
    return approvalId!
  }
  const approve = async (checker: Client, approvalId: string) =>
    (await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve' })).outcomes[0]!
  it('the maker must still have the right', async () => {
    const [maker, checker] = [await keeper(), await equal()]
    const { roleId } = await admin.call(roleSave, { roleName: `role ${++made}` })
    const approvalId = await ask(maker.client)
    await admin.call(staffUpdate, { userId: maker.staffId, version: 1, roleIds: [roleId] })
    expect((await checker.client.call(approvalInfo, { approvalId })).approval.can.approve).toBe('makerGone')
    await admin.call(staffUpdate, { userId: maker.staffId, version: 2, roleIds: [maker.roleId] })
    await admin.call(staffDelete, { ids: [maker.staffId], reason })
    expect(await approve(checker.client, approvalId)).toMatchObject({
      ok: false,
      errorCode: 20000,
      reason: 'approval.makerGone',
    })
  })

  it('makers see and withdraw their own requests without any menu, and no others', async () => {
    const [maker, other] = [await keeper(), await person(product)]
    const approvalId = await ask(maker.client)
    const { roleId } = await admin.call(roleSave, { roleName: `role ${++made}` })
    await admin.call(staffUpdate, { userId: maker.staffId, version: 1, roleIds: [roleId] })
    expect((await other.client.call(approvalMine, {})).records).toEqual([])
    expect(await other.client.call(approvalCancel, { ids: [approvalId] })).toMatchObject({
      outcomes: [{ ok: false, errorCode: 10026, reason: 'approval.notMaker' }],
    })
    const { records } = await maker.client.call(approvalMine, { state: 'pending' })
    expect(records).toMatchObject([{ approvalId, state: 'pending', can: { cancel: true, approve: 'readOnly' } }])
    expect((await maker.client.call(approvalCancel, { ids: [approvalId] })).outcomes).toMatchObject([{ ok: true }])
    expect((await maker.client.call(approvalMine, { approvalId })).records).toMatchObject([{ state: 'cancelled' }])
  })
})
