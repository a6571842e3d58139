// Nobody becomes two alone: whatever gives an account a right that counts, or gives it new credentials, waits for a second member of staff.
import { userInfo } from '@greenroom/contract/access'
import { menusThatCount } from '@greenroom/contract/rights'
import type { MenuKey } from '@greenroom/contract/screens'
import { approvalDecide, approvalList } from '@greenroom/contract/system'
import {
  menuMove,
  menuSave,
  menuTree,
  menuUpdate,
  roleDelete,
  roleUpdate,
  staffCode,
  staffDelete,
  staffGoogleUnbind,
  staffInfo,
  staffList,
  staffPasswordReset,
  staffSave,
  staffSessionsEnd,
  staffStatus,
  staffUpdate,
} from '@greenroom/contract/systemStaff'
import { describe, expect, it } from 'vitest'
import { person, sessionOf } from '../../../../test/people.ts'
import {
  admin,
  aPhone,
  approve,
  aRole,
  bind,
  codeOf,
  colleague,
  decide,
  other,
  password,
  product,
  reason,
  setByLink,
  setStatus,
  shownTo,
  signInAgain,
  standing,
  startAttacks,
  stranger,
  unique,
} from './staff.attacks.fixture.ts'

startAttacks()

const money: MenuKey[] = ['finance.payout']
const plain: MenuKey[] = ['live.users']

/** What one person tries, and the account whose standing it would change (none before it is made). */
type Attempt = { approvalId: string | undefined; userId?: number }

const attempts: Record<string, () => Promise<Attempt>> = {
  'a new account with such a role': async () => {
    const { roleId } = await aRole(money)
    const { approvalId } = await admin.call(staffSave, { username: unique('puppet'), roleIds: [roleId] })
    return { approvalId }
  },
  'such a role given later': async () => {
    const { userId } = await colleague([2])
    const { roleId } = await aRole(money)
    const { approvalId } = await admin.call(staffUpdate, { userId, version: 1, roleIds: [2, roleId] })
    return { userId, approvalId }
  },
  'a right added to a role that is held': async () => {
    const role = await aRole(plain)
    const { userId } = await colleague([role.roleId])
    const { approvalId } = await admin.call(roleUpdate, await role.with(money))
    return { userId, approvalId }
  },
  'a right added to a role that a disabled account holds': async () => {
    const role = await aRole(plain)
    const { userId } = await colleague([role.roleId])
    await setStatus(userId, 0)
    const { approvalId } = await admin.call(roleUpdate, await role.with(money))
    return { userId, approvalId }
  },
  'a right added to a role that a request names': async () => {
    const [role, strong] = [await aRole(plain), await aRole(money)]
    const { userId } = await colleague([2])
    await admin.call(staffUpdate, { userId, version: 1, roleIds: [2, strong.roleId, role.roleId] })
    const { approvalId } = await admin.call(roleUpdate, await role.with(['finance.withdraw']))
    return { approvalId }
  },
  'a weaker second factor of a role that is held': async () => {
    const { roleId, roleName } = await aRole(plain, 'google')
    const { userId } = await colleague([roleId])
    const { approvalId } = await admin.call(roleUpdate, { roleId, roleName, secondFactor: 'none' })
    return { userId, approvalId }
  },
  'the loss of the role that asks for a factor': async () => {
    const [guard, strong] = [await aRole(plain, 'google'), await aRole(money)]
    const { userId } = await colleague([guard.roleId, strong.roleId])
    const { approvalId } = await admin.call(staffUpdate, { userId, version: 1, roleIds: [strong.roleId] })
    return { userId, approvalId }
  },
  'another number': async () => {
    const { userId } = await colleague([(await aRole(money)).roleId], aPhone())
    const { version, roles } = (await admin.call(staffInfo, { userId })).user
    const roleIds = roles.map(({ roleId }) => roleId)
    const { approvalId } = await admin.call(staffUpdate, { userId, version, roleIds, ...aPhone() })
    return { userId, approvalId }
  },
  'no number': async () => {
    const { roleId } = await aRole(money)
    const { userId } = await colleague([roleId], aPhone())
    const { approvalId } = await admin.call(staffUpdate, { userId, version: 1, roleIds: [roleId], removePhone: true })
    return { userId, approvalId }
  },
  'a new password': async () => {
    const { userId } = await colleague([(await aRole(money)).roleId])
    return { userId, approvalId: (await admin.call(staffPasswordReset, { userId, reason })).approvalId }
  },
  'no authenticator': async () => {
    const { userId } = await colleague([(await aRole(money)).roleId])
    await bind(userId)
    return { userId, approvalId: (await admin.call(staffGoogleUnbind, { userId, reason })).approvalId }
  },
  'an account enabled again': async () => {
    const { userId } = await colleague([(await aRole(money)).roleId])
    await setStatus(userId, 0)
    const { waiting } = await admin.call(staffStatus, { ids: [userId], status: 1 })
    return { userId, approvalId: waiting?.[0]?.approvalId }
  },
}

describe.each(Object.entries(attempts))('%s', (_, attempt) => {
  it('waits, changes nothing, and is decided by nobody who made it', async () => {
    const { approvalId = '', userId } = await attempt()
    expect(approvalId).not.toBe('')
    const before = userId && (await standing(userId))
    const again = product.as(await sessionOf(product, 'admin'))
    for (const self of [admin, again])
      expect(await decide(self, approvalId)).toMatchObject({ ok: false, errorCode: 10026, reason: 'approval.yourself' })
    if (userId) expect(await standing(userId)).toEqual(before)
  })

  it('is applied by a second account that may decide, whatever else that may do', async () => {
    const { approvalId = '', userId } = await attempt()
    const before = userId && (await standing(userId))
    await approve(approvalId)
    expect(await shownTo(admin, approvalId)).toMatchObject({ state: 'approved', checker: 'second.admin' })
    if (userId) expect(await standing(userId)).not.toEqual(before)
  })
})

describe('a disabled or deleted approver', () => {
  it.each([
    ['disabled', () => ({ status: 0 })],
    ['deleted', () => ({ deleted_at: new Date() })],
  ])('approves nothing once %s', async (_, change) => {
    const { client, staffId } = await person(product, { permissions: { 'system.approval': 3, 'system.user': 1 } })
    const { approvalId = '' } = await attempts['a new password']!()
    await product.database.updateTable('access.staff').set(change()).where('id', '=', staffId).execute()
    const answer = await client.send(approvalDecide, { ids: [approvalId], decision: 'approve' })
    expect(answer).toMatchObject({ errorCode: 10007 })
    expect(await shownTo(admin, approvalId)).toMatchObject({ state: 'pending' })
  })
})

describe('a batch', () => {
  it('enables at once whoever has no such right, and asks for each of the others, once', async () => {
    const { roleId } = await aRole(money)
    const [weak, one, two] = [await colleague([2]), await colleague([roleId]), await colleague([roleId])]
    const ids = [weak.userId, one.userId, two.userId]
    for (const id of ids) await setStatus(id, 0)
    const answer = await admin.call(staffStatus, { ids, status: 1 })
    expect(answer.outcomes.map(({ ok }) => ok)).toEqual([true, true, true])
    expect(answer.waiting?.map(({ userId }) => userId)).toEqual([one.userId, two.userId])
    const status = async (userId: number) => (await admin.call(staffInfo, { userId })).user.status
    expect(await Promise.all(ids.map(status))).toEqual([1, 0, 0])
    const again = await admin.call(staffStatus, { ids: [one.userId, two.userId], status: 1 })
    expect(again.outcomes).toMatchObject([
      { errorCode: 20000, reason: 'approval.waits' },
      { errorCode: 20000, reason: 'approval.waits' },
    ])
    await approve(answer.waiting![1]!.approvalId)
    expect(await Promise.all(ids.map(status))).toEqual([1, 0, 1])
  })
})

describe('a request fails if what it shows is no longer so', () => {
  type Asked = { approvalId: string; userId: number; roleId: number; roleName: string }
  const changes = {
    'a right of the role': ({ roleId }) =>
      product.database
        .insertInto('access.role_menu')
        .values({ role_id: roleId, menu_id: 20_800, permission: 3 })
        .execute(),
    'the role’s second factor': ({ roleId }) =>
      product.database.updateTable('access.role').set({ second_factor: 'google' }).where('id', '=', roleId).execute(),
    'the number': ({ userId }) =>
      product.database.updateTable('access.staff').set({ phone: '13911112222' }).where('id', '=', userId).execute(),
    'who knows its password': ({ userId }) =>
      product.database.updateTable('access.staff').set({ password_by: 1 }).where('id', '=', userId).execute(),
    'that it exists': ({ userId }) => admin.call(staffDelete, { ids: [userId], reason }),
  } satisfies Record<string, (asked: Asked) => Promise<unknown>>

  const requests: Record<string, () => Promise<Asked>> = {
    'a role given': async () => {
      const role = await aRole(money)
      const { userId } = await colleague([2], aPhone())
      const roleIds = [2, role.roleId]
      const { approvalId } = await admin.call(staffUpdate, { userId, version: 1, roleIds })
      return { ...role, userId, approvalId: approvalId! }
    },
    'a password reset': async () => {
      const role = await aRole(money)
      const { userId } = await colleague([role.roleId], aPhone())
      const { approvalId } = await admin.call(staffPasswordReset, { userId, reason })
      return { ...role, userId, approvalId: approvalId! }
    },
  }
  const cases = Object.keys(requests).flatMap((request) =>
    Object.keys(changes).map((change) => [request, change as keyof typeof changes] as const),
  )

  it.each(cases)('%s, with %s changed meanwhile', async (request, change) => {
    const asked = await requests[request]!()
    await changes[change](asked)
    const before = await standing(asked.userId)
    expect(await decide(other, asked.approvalId)).toMatchObject({
      ok: false,
      errorCode: 20000,
      reason: 'approval.notApplied',
    })
    expect(await standing(asked.userId)).toEqual(before)
    expect(await shownTo(admin, asked.approvalId)).toMatchObject({ state: 'failed' })
  })

  it('a new account, with a right added to its role meanwhile; and the change of the role waits, too', async () => {
    const role = await aRole(money)
    const { approvalId } = await admin.call(staffSave, { username: unique('puppet'), roleIds: [role.roleId] })
    const raised = await admin.call(roleUpdate, await role.with(['finance.withdraw']))
    await approve(raised.approvalId!)
    expect(await decide(other, approvalId!)).toMatchObject({
      errorCode: 20000,
      errorMsg: expect.stringContaining('the rights or the number'),
    })
  })

  it('a change of a role, with another holder or another number meanwhile', async () => {
    for (const meanwhile of ['holder', 'number'] as const) {
      const role = await aRole(plain)
      const { userId } = await colleague([role.roleId], aPhone())
      const { approvalId } = await admin.call(roleUpdate, await role.with(money))
      if (meanwhile === 'holder') await colleague([role.roleId])
      else await admin.call(staffUpdate, { userId, version: 1, roleIds: [role.roleId], ...aPhone() })
      expect(await decide(other, approvalId!)).toMatchObject({
        ok: false,
        errorCode: 20000,
        reason: 'approval.notApplied',
      })
      expect((await standing(userId)).roles).toEqual([[role.roleId, 'none', [[20_300, 3]]]])
    }
  })

  it('a request whose maker lost the right to make it', async () => {
    const { roleId } = await aRole(['system.user', 'finance.payout'])
    const maker = await colleague([roleId])
    const client = await product.login(maker.username, password)
    const { approvalId } = await client.call(staffSave, { username: unique('puppet'), roleIds: [roleId] })
    await admin.call(staffUpdate, { userId: maker.userId, version: 1, roleIds: [] })
    expect(await decide(other, approvalId!)).toMatchObject({ ok: false })
    expect(await shownTo(admin, approvalId!)).not.toMatchObject({ state: 'approved' })
  })
})

describe('nobody but the holder learns a credential', () => {
  const asked = async () => {
    const username = unique('newcomer')
    const answer = await admin.call(staffSave, { username, roleIds: [(await aRole(money)).roleId], ...aPhone() })
    return { username, approvalId: answer.approvalId!, token: answer.links![0]!.token }
  }

  it('an account that is to have such a right takes no password', async () => {
    const { roleId } = await aRole(money)
    const payload = { username: unique('puppet'), password, roleIds: [roleId] }
    expect(await admin.send(staffSave, payload)).toMatchObject({
      errorCode: 10009,
      detail: [{ field: 'password', reason: 'staff.noPassword' }],
    })
  })

  it('the link is worth nothing before the approval, the code nothing without the link, and both work once', async () => {
    const { username, approvalId, token } = await asked()
    expect(await setByLink(token, '00000000')).toMatchObject({ errorCode: 12002 })
    expect(await other.refused(staffCode, { approvalId })).toMatchObject({ code: 10026, reason: 'staff.notApprover' })
    await approve(approvalId)
    expect(await setByLink(token, '00000000')).toMatchObject({ errorCode: 12002 })
    const code = await codeOf(approvalId)
    expect(await setByLink(`${token}x`, code)).toMatchObject({ errorCode: 12002 })
    expect(await setByLink(token, code, 'weak')).toMatchObject({ errorCode: 12007 })
    expect(await setByLink(token, code)).toMatchObject({ result: { username } })
    await product.login(username, 'Chosen-by-m3')
    expect(await setByLink(token, code, 'An0ther-one')).toMatchObject({ errorCode: 12002 })
    expect(await other.refused(staffCode, { approvalId })).toMatchObject({ code: 20000, reason: 'staff.noCode' })
  })

  it('only who approved gets the code: neither the maker nor a third administrator', async () => {
    const { approvalId } = await asked()
    await approve(approvalId)
    const third = await colleague([1])
    const client = await product.login(third.username, password)
    for (const one of [admin, client])
      expect(await one.refused(staffCode, { approvalId })).toMatchObject({ code: 10026, reason: 'staff.notApprover' })
    expect(await other.refused(staffCode, { approvalId: crypto.randomUUID() })).toMatchObject({ code: 10032 })
  })

  it('five wrong codes end the code; a new one is the approver’s to give, and ends the one before', async () => {
    const { approvalId, token } = await asked()
    await approve(approvalId)
    const first = await codeOf(approvalId)
    for (let tries = 0; tries < 5; tries++)
      expect(await setByLink(token, first === '11111111' ? '22222222' : '11111111')).toMatchObject({ errorCode: 12002 })
    expect(await setByLink(token, first)).toMatchObject({ errorCode: 12002 })
    const second = await codeOf(approvalId)
    expect(await setByLink(token, first)).toMatchObject({ errorCode: 12002 })
    expect(await setByLink(token, second)).toMatchObject({ code: 200 })
  })

  it('a link ends after 72 hours, with a newer one, and with the account', async () => {
    const ended: [string, (userId: number) => Promise<unknown>][] = [
      [
        'time',
        (userId) =>
          product.database
            .updateTable('access.password_link')
            .set({ expires_at: new Date(0) })
            .where('staff_id', '=', userId)
            .execute(),
      ],
      [
        'a newer one',
        async (userId) => approve((await admin.call(staffPasswordReset, { userId, reason })).approvalId!),
      ],
      ['the account disabled', (userId) => admin.call(staffStatus, { ids: [userId], status: 0, reason })],
      ['the account deleted', (userId) => admin.call(staffDelete, { ids: [userId], reason })],
    ]
    for (const [name, end] of ended) {
      const { username, approvalId, token } = await asked()
      await approve(approvalId)
      const code = await codeOf(approvalId)
      const { userId } = (await admin.call(staffList, { q: username })).records[0]!
      await end(userId)
      expect(await setByLink(token, code), name).toMatchObject({ errorCode: 12002 })
    }
  })

  it('at rest there are only hashes, and the log has neither half', async () => {
    const { approvalId, token } = await asked()
    await approve(approvalId)
    const code = await codeOf(approvalId)
    for (const table of ['access.approval', 'access.password_link', 'log.entry'] as const) {
      const text = JSON.stringify(await product.database.selectFrom(table).selectAll().execute(), (_, value) =>
        typeof value === 'bigint' ? String(value) : (value as unknown),
      )
      expect(text).not.toContain(token)
      expect(text).not.toContain(code)
    }
  })

  it('tries from one network are limited', async () => {
    const client = stranger()
    const { passwordByLink } = await import('@greenroom/contract/access')
    const answers = []
    for (let tries = 0; tries < 21; tries++)
      answers.push(await client.refused(passwordByLink, { token: 'x', code: '1', newPassword: 'Chosen-by-m3' }))
    expect(answers.at(-1)).toMatchObject({ code: 10008 })
  })
})

describe('a right that counts voids what another account set', () => {
  /** An account of the maker's own, with a password that the maker chose. */
  async function puppet(roleIds: number[]) {
    const username = unique('puppet')
    const { userId = 0 } = await admin.call(staffSave, { username, password, roleIds })
    const client = await product.login(username, password)
    await bind(userId)
    return { username, userId, client }
  }

  it('given by a role of the account', async () => {
    const { username, userId, client } = await puppet([])
    const { roleId } = await aRole(money)
    const { approvalId, links } = await admin.call(staffUpdate, { userId, version: 1, roleIds: [roleId] })
    await client.call(userInfo, {})
    await approve(approvalId!)
    expect(await client.refused(userInfo, {})).toMatchObject({ code: 10007 })
    await expect(product.login(username, password)).rejects.toThrow('12005')
    expect((await admin.call(staffInfo, { userId })).user.googleBound).toBe(false)
    expect(await setByLink(links![0]!.token, await codeOf(approvalId!))).toMatchObject({ code: 200 })
    await product.login(username, 'Chosen-by-m3')
  })

  it('given by a right of the role', async () => {
    const role = await aRole(plain)
    const { username, userId, client } = await puppet([role.roleId])
    const own = await colleague([role.roleId])
    const { approvalId, links } = await admin.call(roleUpdate, await role.with(money))
    expect(links).toMatchObject([{ username }])
    await approve(approvalId!)
    expect(await client.refused(userInfo, {})).toMatchObject({ code: 10007 })
    await expect(product.login(username, password)).rejects.toThrow('12005')
    // Who chose their own password keeps it.
    await product.login(own.username, password)
    expect(await setByLink(links![0]!.token, await codeOf(approvalId!))).toMatchObject({ code: 200 })
    expect((await standing(userId)).roles).toMatchObject([[role.roleId, 'none', expect.anything()]])
  })

  it('whatever the puppet changed of it: the maker knew the password that it was changed with', async () => {
    const { userId, username, client } = await puppet([])
    const { passwordChange } = await import('@greenroom/contract/access')
    await client.call(passwordChange, { password, newPassword: 'Changed-by-1t' })
    const { roleId } = await aRole(money)
    const { approvalId } = await admin.call(staffUpdate, { userId, version: 1, roleIds: [roleId] })
    await approve(approvalId!)
    await expect(product.login(username, 'Changed-by-1t')).rejects.toThrow('12005')
  })
})

describe('the built-in administrator', () => {
  it('is changed by nobody else, and never disabled or deleted', async () => {
    const { userId } = (await admin.call(userInfo, {})).user
    await bind(userId)
    const { version } = (await other.call(staffInfo, { userId })).user
    const before = await standing(userId)
    const refused = { code: 13001 }
    const update = { userId, version, roleIds: [1] }
    expect(await other.refused(staffUpdate, { ...update, remark: 'mine' })).toMatchObject(refused)
    expect(await other.refused(staffUpdate, { ...update, ...aPhone() })).toMatchObject(refused)
    expect(await other.refused(staffPasswordReset, { userId, reason })).toMatchObject(refused)
    expect(await other.refused(staffGoogleUnbind, { userId, reason })).toMatchObject(refused)
    for (const who of [admin, other])
      for (const answer of [
        await who.call(staffStatus, { ids: [userId], status: 0, reason }),
        await who.call(staffDelete, { ids: [userId], reason }),
      ])
        expect(answer.outcomes).toMatchObject([{ ok: false, errorCode: 13001 }])
    expect(await admin.refused(staffUpdate, { ...update, roleIds: [] })).toMatchObject(refused)
    expect(await standing(userId)).toEqual(before)
    await admin.call(staffUpdate, { ...update, remark: 'changed by itself' })
  })

  it('so that somebody may always decide', async () => {
    const { userId } = (await other.call(userInfo, {})).user
    const taken = await admin.call(staffStatus, { ids: [userId], status: 0, reason })
    expect(taken.outcomes).toMatchObject([{ ok: true }])
    expect(await admin.refused(roleUpdate, { roleId: 1, roleName: 'Administrator', menuIds: [20_100] })).toMatchObject({
      code: 13001,
      reason: 'role.everyMenu',
    })
    await admin.call(approvalList, {})
    await setStatus(userId, 1)
    await signInAgain()
  })
})

describe('one person takes away at once', () => {
  it('roles, rights, sessions, the account', async () => {
    const role = await aRole([...money, ...plain])
    const { userId } = await colleague([role.roleId])
    expect(await admin.call(roleUpdate, { ...(await role.with([])), menuIds: [20_300] })).toEqual({})
    expect(await admin.call(staffUpdate, { userId, version: 1, roleIds: [] })).toEqual({})
    await admin.call(staffSessionsEnd, { ids: [userId], reason }).catch(() => undefined)
    expect((await admin.call(staffStatus, { ids: [userId], status: 0, reason })).outcomes).toMatchObject([{ ok: true }])
    expect((await admin.call(staffDelete, { ids: [userId], reason })).outcomes).toMatchObject([{ ok: true }])
    expect((await admin.call(roleDelete, { roleIds: [role.roleId] })).outcomes).toMatchObject([{ ok: true }])
  })

  it('and gives at once what does not count', async () => {
    const { userId } = await colleague([])
    expect(await admin.call(staffUpdate, { userId, version: 1, roleIds: [2], ...aPhone() })).toEqual({})
    expect(await admin.call(staffPasswordReset, { userId, reason })).toEqual({ password: expect.any(String) })
  })
})

it('a menu that is added or moved gives nobody a right', async () => {
  const role = await aRole(plain)
  const made = await colleague([role.roleId])
  const client = await product.login(made.username, password)
  const { id } = await admin.call(menuSave, {
    parentId: 10_292,
    type: 'menu',
    nameEn: 'Payouts again',
    nameCn: '付款',
    path: '/finance/payout',
  })
  const added = await admin.call(roleUpdate, { ...(await role.with([])), menuIds: [20_300, id] })
  expect(added).toEqual({})
  await admin.call(menuUpdate, { id, version: 1, nameEn: 'Payouts again', nameCn: '付款', parentId: 10_290 })
  await admin.call(menuMove, { id, version: 2, to: 'up' })
  const { menus } = await admin.call(menuTree, {})
  expect(JSON.stringify(menus)).toContain('Payouts again')
  const { payoutBatchList } = await import('@greenroom/contract/payoutBatches')
  expect(await client.refused(payoutBatchList, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
})

it('every menu that counts is a menu that a role can give', async () => {
  const rows = await product.database
    .selectFrom('access.menu')
    .select('key')
    .where('key', 'in', [...menusThatCount])
    .execute()
  expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(menusThatCount))
})
