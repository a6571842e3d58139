// Guilds, their members and accounts.
import { everyMenu, person } from '../people.ts'
import { reason, unique } from '../world/base.ts'
import {
  aGrownLeader,
  aGuild,
  aHelper,
  aHelperName,
  aLeader,
  aMember,
  anAnchorToBe,
  anApplication,
  application,
  aSubAgency,
  aWithdrawCode,
} from '../world/guilds.ts'
import { nobody } from '../world/staff.ts'
import type { Write } from './write.ts'

export const guildWrites: Record<string, Write> = {
  memberInvite: {
    leaves: 'after',
    payload: async (world) => ({ guildId: await aGuild(world), ids: [String(await anAnchorToBe(world))] }),
  },
  inviteLinkSave: {
    by: async (world) =>
      (await person(world.product, { permissions: everyMenu(3), unionId: await aGuild(world) })).client,
    leaves: 'after',
    payload: async () => ({}),
  },
  memberTakeBack: { leaves: 'before', payload: async (world) => ({ ids: [await aMember(world, 'invited')] }) },
  memberAgree: { leaves: 'both', payload: async (world) => ({ ids: [await aMember(world, 'leaving')] }) },
  memberExpel: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await aMember(world, 'active')], reason }),
  },
  unionRegister: { by: nobody, leaves: 'after', payload: application },

  guildAgree: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await anApplication(world)] }),
  },
  guildRefuse: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await anApplication(world)], reason }),
  },
  guildBan: { leaves: 'both', payload: async (world) => ({ ids: [await aGuild(world)], reason }) },
  guildUnban: { leaves: 'both', payload: async (world) => ({ ids: [await aGuild(world, 'banned')], reason }) },
  guildDissolve: { leaves: 'both', payload: async (world) => ({ ids: [await aGuild(world)], reason }) },
  guildLeader: {
    leaves: 'both',
    payload: async (world) => ({
      guildId: await aGuild(world),
      version: 1,
      ...(await aGrownLeader(world)),
      reason,
    }),
  },
  guildParent: {
    leaves: 'both',
    payload: async (world) => ({ guildId: await aGuild(world), parentId: await aGuild(world), reason }),
  },
  guildRate: {
    asks: true,
    leaves: 'both',
    payload: async (world) => ({ guildId: await aSubAgency(world), rateBp: 700, reason }),
  },
  guildMethod: {
    by: async (world) => (await aLeader(world)).client,
    leaves: 'both',
    payload: async (world) => ({ smsCode: await aWithdrawCode(world) }),
  },
  guildSubSave: {
    leaves: 'after',
    payload: async (world) => ({
      parentId: await aGuild(world),
      unionName: unique('Sub '),
      ...(await aGrownLeader(world)),
    }),
  },
  guildAccountSave: {
    by: async (world) => (await aLeader(world)).client,
    leaves: 'after',
    payload: async (world) => ({ username: await aHelperName(world) }),
  },
  guildAccountStatus: {
    by: async (world) => (await aLeader(world)).client,
    leaves: 'both',
    payload: async (world) => ({ ids: [await aHelper(world)], status: 0 }),
  },
  guildAccountReset: {
    by: async (world) => (await aLeader(world)).client,
    leaves: 'both',
    payload: async (world) => ({ userId: await aHelper(world) }),
  },
}
