// Who may do what now. Run by `role.calls.test.ts`, on its database.

import { declaredCalls } from '@greenroom/contract/allCalls'
import { approvalKeys } from '@greenroom/contract/approvals'
import { operations } from '@greenroom/contract/operations'
import { menuKeys } from '@greenroom/contract/screens'
import { whoCan } from '@greenroom/contract/systemRights'
import { roleUpdate } from '@greenroom/contract/systemStaff'
import { userGrant } from '@greenroom/contract/users'
import { describe, expect, it } from 'vitest'
import { person } from '../../../../test/people.ts'
import { appUser } from '../../users/people.fixture.ts'
import { admin, menus, product } from './role.fixture.ts'

const namesOf = (accounts: readonly { username: string }[]) => accounts.map(({ username }) => username)

export function whoMay(): void {
  describe('who can', () => {
    it('names the accounts of a screen with the roles that let them, and none that cannot log in', async () => {
      const reader = await person(product, { permissions: { 'guilds.list': 1 } })
      const gone = await person(product, { permissions: { 'guilds.list': 3 } })
      const leader = await person(product, { permissions: { 'guilds.list': 3 }, agentId: 9_000 })
      await product.database.updateTable('access.staff').set({ status: 0 }).where('id', '=', gone.staffId).execute()
      const { accounts, total, needs } = await admin.call(whoCan, { of: 'menu', key: 'guilds.list' })
      expect(needs).toEqual([{ menu: 'guilds.list', level: 1 }])
      expect(total).toBe(accounts.length)
      expect(accounts).toContainEqual({
        userId: reader.staffId,
        username: reader.username,
        level: 1,
        roles: [{ roleId: reader.roleId, roleName: `role of ${reader.username}`, level: 1 }],
      })
      expect(accounts.find(({ username }) => username === 'admin')).toMatchObject({ level: 3, roles: [{ roleId: 1 }] })
      for (const { username } of [gone, leader]) expect(namesOf(accounts)).not.toContain(username)
    })

    it('knows what an operation needs, and who besides staff may do it', async () => {
      const writer = await person(product, { permissions: { 'system.role': 3 } })
      const reader = await person(product, { permissions: { 'system.role': 1 } })
      const { accounts, needs, also } = await admin.call(whoCan, { of: 'operation', key: 'role.save' })
      expect({ needs, also }).toEqual({ needs: [{ menu: 'system.role', level: 3 }], also: [] })
      expect(namesOf(accounts)).toContain(writer.username)
      expect(namesOf(accounts)).not.toContain(reader.username)
      expect(await admin.call(whoCan, { of: 'operation', key: 'session.login' })).toMatchObject({ also: ['anyone'] })
      expect((await admin.call(whoCan, { of: 'operation', key: 'account.password' })).also.toSorted()).toEqual([
        'agent',
        'guild',
        'signedIn',
      ])
    })

    it('tells who requests and who decides', async () => {
      const maker = await person(product, { permissions: { 'finance.withdraw': 3 } })
      const blind = await person(product, { permissions: { 'system.approval': 3 } })
      const decider = await person(product, { permissions: { 'system.approval': 3, 'finance.withdraw': 1 } })
      const asked = await admin.call(whoCan, { of: 'approval', key: 'withdrawal.pass' })
      expect(namesOf(asked.accounts)).toContain(maker.username)
      expect(namesOf(asked.accounts)).not.toContain(decider.username)
      expect(namesOf(asked.deciders)).toContain(decider.username)
      for (const { username } of [maker, blind]) expect(namesOf(asked.deciders)).not.toContain(username)
      // About accounts and roles everybody decides who decides anything.
      const { deciders } = await admin.call(whoCan, { of: 'approval', key: 'role.update' })
      expect(namesOf(deciders)).toContain(blind.username)
    })

    it('tells what an account may do, by which role, and changes with its roles', async () => {
      const { staffId, roleId, username } = await person(product, {
        permissions: { 'system.approval': 3, 'finance.withdraw': 1 },
      })
      const key = String(staffId)
      const before = await admin.call(whoCan, { of: 'account', key })
      const roles = (level: 1 | 3) => [{ roleId, roleName: `role of ${username}`, level }]
      expect(before.menus).toEqual([
        { menu: 'system.approval', level: 3, roles: roles(3) },
        { menu: 'finance.withdraw', level: 1, roles: roles(1) },
      ])
      expect(before.decides).toContain('withdrawal.pass')
      expect(before.decides).toContain('staff.save')
      expect(before.decides).not.toContain('usdt.gas')
      await admin.call(roleUpdate, {
        roleId,
        roleName: `role of ${username}`,
        readMenuIds: [menus['finance.withdraw']!],
        menuIds: [],
      })
      const after = await admin.call(whoCan, { of: 'account', key })
      expect(after).toMatchObject({ menus: [{ menu: 'finance.withdraw', level: 1 }], decides: [] })
    })

    it('tells up to which sums one account decides alone, and what is left of them', async () => {
      const giver = await person(product, { permissions: { 'users.grant': 3 } })
      const alone = async (of: 'operation' | 'account' | 'approval', key: string) =>
        (await admin.call(whoCan, { of, key })).alone.filter(({ kind }) => kind === 'grant')
      const most = product.params.integer('grant_approval_tokens')
      const grant = { kind: 'grant', unit: 'tokens', most }
      expect(await alone('operation', 'user.grant')).toEqual([{ ...grant, left: null }])
      expect(await alone('approval', 'user.grant')).toEqual([{ ...grant, left: null }])
      expect(await alone('operation', 'role.save')).toEqual([])
      const key = String(giver.staffId)
      expect(await alone('account', key)).toEqual([{ ...grant, left: most }])
      const ids = [await appUser(product)]
      await giver.client.call(userGrant, { ids, tokens: 40, kind: 'reward', reason: 'a prize' })
      expect(await alone('account', key)).toEqual([{ ...grant, left: most - 40 }])
      // What waits for another account is not decided alone.
      await giver.client.call(userGrant, { ids, tokens: most, kind: 'reward', reason: 'a prize' })
      expect(await alone('account', key)).toEqual([{ ...grant, left: most - 40 }])
    })

    it('answers about each screen, operation and kind of request', async () => {
      const filed = new Set(declaredCalls.flatMap(({ call }) => call.operation ?? []))
      const asked = [
        ...menuKeys.map((key) => ({ of: 'menu' as const, key })),
        ...[...filed].map((key) => ({ of: 'operation' as const, key })),
        ...approvalKeys.map((key) => ({ of: 'approval' as const, key })),
      ]
      for (const one of asked) {
        const { needs, also, accounts } = await admin.call(whoCan, one)
        expect(needs.length + also.length, one.key).toBeGreaterThan(0)
        if (needs.length > 0) expect(namesOf(accounts), one.key).toContain('admin')
      }
    })

    it('says of what the server does itself that nobody may do it', async () => {
      const unfiled = Object.keys(operations).find((key) => !declaredCalls.some(({ call }) => call.operation === key))
      expect(await admin.call(whoCan, { of: 'operation', key: unfiled! })).toMatchObject({
        needs: [],
        also: [],
        total: 0,
      })
    })

    it('finds nothing that does not exist', async () => {
      for (const one of [
        { of: 'menu', key: 'system.nothing' },
        { of: 'operation', key: 'nothing.save' },
        { of: 'operation', key: 'toString' },
        { of: 'approval', key: 'toString' },
        { of: 'account', key: '999999' },
        { of: 'account', key: 'admin' },
        { of: 'account', key: '1 or 1=1' },
      ] as const)
        expect(await admin.refused(whoCan, one), one.key).toMatchObject({ code: 10032 })
    })
  })
}
