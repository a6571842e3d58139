// App users, posts, broadcasts and calls.
import { reason } from '../world/base.ts'
import { aGuild } from '../world/guilds.ts'
import { aBroadcast, aForbid } from '../world/live.ts'
import {
  aBannedDevice,
  aBannedUser,
  aComment,
  aDeletion,
  aDevice,
  aDynamic,
  aGrant,
  aHold,
  aNote,
  anAppUser,
  aTopic,
} from '../world/users.ts'
import type { Write } from './write.ts'

export const userWrites: Record<string, Write> = {
  dynamicState: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await aDynamic(world)], state: 'hidden', reason }),
  },
  dynamicPin: { leaves: 'both', payload: async (world) => ({ ids: [await aDynamic(world)], pinned: true }) },
  topicState: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await aTopic(world)], state: 'hidden', reason }),
  },
  topicPin: { leaves: 'both', payload: async (world) => ({ ids: [await aTopic(world)], pinned: true }) },
  commentState: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await aComment(world)], state: 'hidden', reason }),
  },

  userBan: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await anAppUser(world)], kind: 'id', hours: 24, reason }),
  },
  userUnban: { leaves: 'both', payload: async (world) => ({ ids: [await aBannedUser(world)], reason }) },
  userGrant: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await anAppUser(world)], tokens: 10, kind: 'reward', reason }),
  },
  userDeduct: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await anAppUser(world)], tokens: 10, kind: 'correction', reason }),
  },
  userGrantReverse: {
    leaves: 'both',
    payload: async (world) => ({ grantId: await aGrant(world), reason }),
  },
  userFlag: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await anAppUser(world)], flag: 'internal', on: true, reason }),
  },
  userLogOut: { leaves: 'after', payload: async (world) => ({ ids: [await anAppUser(world)], reason }) },
  guildReveal: {
    leaves: 'after',
    payload: async (world) => ({ guildId: await aGuild(world), field: 'email', reason }),
  },
  userReveal: {
    leaves: 'after',
    payload: async (world) => ({ userId: await anAppUser(world), field: 'phone', reason }),
  },
  userNoteSave: {
    leaves: 'after',
    payload: async (world) => ({ userId: await anAppUser(world), text: 'A note' }),
  },
  userNoteUpdate: {
    leaves: 'both',
    payload: async (world) => ({ noteId: await aNote(world), text: 'Another', version: 1 }),
  },
  userNoteDelete: { leaves: 'before', payload: async (world) => ({ noteId: await aNote(world) }) },
  deletionAsk: { asks: true, leaves: 'both', payload: async (world) => ({ userId: await anAppUser(world), reason }) },
  deletionCancel: { leaves: 'both', payload: async (world) => ({ deletionId: await aDeletion(world), reason }) },
  personArchive: { leaves: 'after', payload: async (world) => ({ userId: await anAppUser(world), reason }) },
  holdSave: { leaves: 'after', payload: async (world) => ({ userId: await anAppUser(world), reason }) },
  holdEnd: { leaves: 'both', payload: async (world) => ({ holdId: await aHold(world), reason }) },
  deviceBan: { leaves: 'both', payload: async (world) => ({ ids: [await aDevice(world)], hours: 24, reason }) },
  deviceUnban: { leaves: 'both', payload: async (world) => ({ ids: [await aBannedDevice(world)], reason }) },
  monitorWarn: {
    leaves: 'after',
    payload: async (world) => ({ kind: 'live', id: await aBroadcast(world), reason }),
  },
  monitorStop: {
    leaves: 'both',
    payload: async (world) => ({ kind: 'live', id: await aBroadcast(world), reason }),
  },
  monitorForbid: {
    leaves: 'both',
    payload: async (world) => ({ kind: 'live', id: await aBroadcast(world), hours: 1, reason }),
  },
  liveForbid: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await anAppUser(world)], hours: 24, reason }),
  },
  liveAllow: { leaves: 'both', payload: async (world) => ({ ids: [await aForbid(world)], reason }) },
}
