// The User area: app users, their devices, bans and staff operations on them.
import { declare } from './call.ts'
import type * as schema from './users.schema.ts'

export const userList = declare<typeof schema.userList>('userList', {
  method: 'GET',
  path: '/user/list',
  level: 'read',
  menu: 'users.list',
  exportable: true,
})

export const userDetail = declare<typeof schema.userDetail>('userDetail', {
  method: 'GET',
  path: '/user/info',
  level: 'read',
  menu: 'users.list',
  codes: [10032],
})

/**
 * Gives promotional tokens to one or many users, with one outcome each. A wrong id refuses all of it and is named
 * (290005). Above the limit of `grant_approval_tokens`, counting the same maker's grants within 24 hours, it waits for
 * a checker; until then no other such request for the same user is accepted (20000).
 */
export const userGrant = declare<typeof schema.userGrant>('userGrant', {
  method: 'POST',
  path: '/user/grant',
  level: 'write',
  menu: 'users.grant',
  operation: 'user.grant',
  money: { does: 'creates', alone: { upTo: 'grant' } },
  creates: true,
  codes: [11004, 20000, 90004, 90005, 290005],
  fieldCodes: { tokens: 90004, kind: 90005, reason: 11004, ids: 290005 },
})

/** What a form of a grant or a deduction says before it is sent. */
export const userGrantFacts = declare<typeof schema.userGrantFacts>('userGrantFacts', {
  method: 'GET',
  path: '/user/grant/facts',
  level: 'read',
  menu: 'users.grant',
})

/** Deducts tokens, promotional ones first; users with too few are refused (60001) and named. */
export const userDeduct = declare<typeof schema.userDeduct>('userDeduct', {
  method: 'POST',
  path: '/user/deduct',
  level: 'write',
  menu: 'users.grant',
  operation: 'user.deduct',
  money: { does: 'moves', alone: { upTo: 'tokenDeduction' } },
  creates: true,
  codes: [11004, 20000, 60001, 90004, 90005, 290005],
  fieldCodes: { tokens: 90004, kind: 90005, reason: 11004, ids: 290005 },
})

/** Token operations, newest first. */
export const userGrantList = declare<typeof schema.userGrantList>('userGrantList', {
  method: 'GET',
  path: '/user/grant/list',
  level: 'read',
  menu: 'users.grant',
  exportable: true,
})

export const userGrantReverse = declare<typeof schema.userGrantReverse>('userGrantReverse', {
  method: 'POST',
  path: '/user/grant/reverse',
  level: 'write',
  menu: 'users.grant',
  operation: 'user.grantReverse',
  money: { does: 'moves', alone: { because: 'backToOwner' } },
  creates: true,
  codes: [10032, 11004, 20000, 60001],
  fieldCodes: { reason: 11004 },
})

/**
 * Ends session, call and broadcast, and holds withdrawals. Whitelisted users and devices are
 * refused (20000) in a batch.
 */
export const userBan = declare<typeof schema.userBan>('userBan', {
  method: 'POST',
  path: '/user/ban',
  level: 'write',
  menu: 'users.list',
  operation: 'user.ban',
  creates: true,
  codes: [11004, 20000, 21001],
  fieldCodes: { reason: 11004 },
  over: { userList: 'userId' },
})

export const userUnban = declare<typeof schema.userUnban>('userUnban', {
  method: 'POST',
  path: '/user/unban',
  level: 'write',
  menu: 'users.list',
  operation: 'user.unban',
  codes: [11004, 20000, 21001],
  fieldCodes: { reason: 11004 },
  over: { userList: 'userId' },
})

export const userFlag = declare<typeof schema.userFlag>('userFlag', {
  method: 'POST',
  path: '/user/flag',
  level: 'write',
  menu: 'users.list',
  operation: 'user.flag',
  codes: [11004, 20000, 21001],
  fieldCodes: { reason: 11004 },
  over: { userList: 'userId' },
})

export const userLogOut = declare<typeof schema.userLogOut>('userLogOut', {
  method: 'POST',
  path: '/user/logOut',
  level: 'write',
  menu: 'users.list',
  operation: 'user.logOut',
  codes: [11004, 21001],
  fieldCodes: { reason: 11004 },
  over: { userList: 'userId' },
})

/** An unmasked phone number or e-mail address: a separate permission, and logged. */
export const userReveal = declare<typeof schema.userReveal>('userReveal', {
  method: 'POST',
  path: '/user/reveal',
  level: 'write',
  menu: 'users.contact',
  operation: 'user.reveal',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
})

export const userRevealList = declare<typeof schema.userRevealList>('userRevealList', {
  method: 'GET',
  path: '/user/reveal/list',
  level: 'read',
  menu: 'users.contact',
  exportable: true,
})

export const userNoteList = declare<typeof schema.userNoteList>('userNoteList', {
  method: 'GET',
  path: '/user/note/list',
  level: 'read',
  menu: 'users.list',
})

export const userNoteSave = declare<typeof schema.userNoteSave>('userNoteSave', {
  method: 'POST',
  path: '/user/note/save',
  level: 'write',
  menu: 'users.list',
  operation: 'user.noteSave',
  creates: true,
  codes: [21001],
})

export const userNoteUpdate = declare<typeof schema.userNoteUpdate>('userNoteUpdate', {
  method: 'POST',
  path: '/user/note/update',
  level: 'write',
  menu: 'users.list',
  operation: 'user.noteUpdate',
  codes: [10032, 20000],
})

export const userNoteDelete = declare<typeof schema.userNoteDelete>('userNoteDelete', {
  method: 'POST',
  path: '/user/note/delete',
  level: 'write',
  menu: 'users.list',
  operation: 'user.noteDelete',
  codes: [10032],
})

export const deviceList = declare<typeof schema.deviceList>('deviceList', {
  method: 'GET',
  path: '/user/device/list',
  level: 'read',
  menu: 'users.device',
  exportable: true,
})

export const deviceUserList = declare<typeof schema.deviceUserList>('deviceUserList', {
  method: 'GET',
  path: '/user/device/users',
  level: 'read',
  menu: 'users.device',
})

/** Blocks every account on the device. */
export const deviceBan = declare<typeof schema.deviceBan>('deviceBan', {
  method: 'POST',
  path: '/user/device/ban',
  level: 'write',
  menu: 'users.device',
  operation: 'device.ban',
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
  over: { deviceList: 'deviceId' },
})

export const deviceUnban = declare<typeof schema.deviceUnban>('deviceUnban', {
  method: 'POST',
  path: '/user/device/unban',
  level: 'write',
  menu: 'users.device',
  operation: 'device.unban',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
  over: { deviceList: 'deviceId' },
})

export const banLogList = declare<typeof schema.banLogList>('banLogList', {
  method: 'GET',
  path: '/user/banLog/list',
  level: 'read',
  menu: 'users.banLog',
  exportable: true,
})
