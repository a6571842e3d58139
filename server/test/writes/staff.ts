// Accounts, roles and menus.
import { seeAsBegin } from '@greenroom/contract/systemRights'
import { reason, unique } from '../world/base.ts'
import { aBoundPerson, aMenu, aNewcomer, anInvited, aPerson, aRole } from '../world/staff.ts'
import type { Write } from './write.ts'

export const staffWrites: Record<string, Write> = {
  staffSave: {
    leaves: 'after',
    payload: async (world) => ({ username: unique('staff'), roleIds: [await aRole(world)] }),
  },
  staffUpdate: {
    leaves: 'both',
    payload: async (world) => ({
      userId: await aPerson(world),
      version: 1,
      roleIds: [await aRole(world)],
      remark: 'x',
    }),
  },
  staffStatus: { leaves: 'both', payload: async (world) => ({ ids: [await aPerson(world)], status: 0, reason }) },
  staffPasswordReset: { leaves: 'both', payload: async (world) => ({ userId: await aPerson(world), reason }) },
  staffGoogleUnbind: {
    leaves: 'both',
    payload: async (world) => {
      return { userId: await aBoundPerson(world), reason }
    },
  },
  staffCode: {
    leaves: 'after',
    by: ({ product }) => product.second(),
    payload: async (world) => ({ approvalId: (await aNewcomer(world)).approvalId }),
  },
  staffInvitationRevoke: {
    leaves: 'both',
    payload: async (world) => ({ userId: await anInvited(world) }),
  },
  staffSessionsEnd: { leaves: 'both', payload: async (world) => ({ ids: [await aPerson(world)], reason }) },
  staffDelete: { leaves: 'before', payload: async (world) => ({ ids: [await aPerson(world)], reason }) },

  seeAsBegin: { leaves: 'after', payload: async (world) => ({ userId: await aPerson(world) }) },
  seeAsEnd: {
    leaves: 'before',
    payload: async (world) => {
      await world.admin.call(seeAsBegin, { userId: await aPerson(world) })
      return {}
    },
  },

  roleSave: { leaves: 'after', payload: async () => ({ roleName: unique('Role '), menuIds: [20100] }) },
  roleUpdate: {
    leaves: 'both',
    payload: async (world) => ({
      roleId: await aRole(world),
      roleName: unique('Role '),
      menuIds: [20101],
      version: 1,
    }),
  },
  roleDelete: { leaves: 'before', payload: async (world) => ({ roleIds: [await aRole(world)] }) },

  menuSave: {
    leaves: 'after',
    payload: async () => ({
      parentId: 100,
      type: 'menu',
      nameEn: unique('Menu '),
      nameCn: '菜单',
      path: 'https://example.com',
    }),
  },
  menuUpdate: {
    leaves: 'both',
    payload: async (world) => ({ id: await aMenu(world), version: 1, nameEn: unique('Menu '), nameCn: '新' }),
  },
  menuMove: {
    leaves: 'both',
    payload: async (world) => {
      const [first, second] = [await aMenu(world), await aMenu(world)]
      return { id: Math.max(first, second), version: 1, to: 'up' }
    },
  },
  menuDelete: { leaves: 'before', payload: async (world) => ({ id: await aMenu(world), reason }) },
}
