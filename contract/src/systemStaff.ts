// The System area: accounts, roles and menus.
import { declare } from './call.ts'
import type * as schema from './systemStaff.schema.ts'

// Accounts ------------------------------------------------------------------------------------------------------------

export const staffList = declare<typeof schema.staffList>('staffList', {
  method: 'GET',
  path: '/sys/user/list',
  level: 'read',
  menu: 'system.user',
  exportable: true,
})

export const staffInfo = declare<typeof schema.staffInfo>('staffInfo', {
  method: 'GET',
  path: '/sys/user/info',
  level: 'read',
  menu: 'system.user',
  codes: [10032],
})

export const staffSave = declare<typeof schema.staffSave>('staffSave', {
  method: 'POST',
  path: '/sys/user/save',
  level: 'write',
  menu: 'system.user',
  operation: 'staff.save',
  creates: true,
  secrets: ['password', 'links'],
  codes: [10028, 10032, 12003, 12004, 12007, 20000],
  fieldCodes: { username: 12004, phone: 12003, areaCode: 12003 },
})

/** How an invitation can be sent besides being copied. */
export const inviteWays = declare<typeof schema.inviteWays>('inviteWays', {
  method: 'GET',
  path: '/sys/user/invitation/ways',
  level: 'read',
  menu: 'system.user',
})

export const staffUpdate = declare<typeof schema.staffUpdate>('staffUpdate', {
  method: 'POST',
  path: '/sys/user/update',
  level: 'write',
  menu: 'system.user',
  operation: 'staff.update',
  creates: true,
  secrets: ['links'],
  codes: [10032, 12003, 13001, 20000],
  fieldCodes: { phone: 12003, areaCode: 12003 },
})

/** Enables or disables accounts, one outcome each; disabling requires a reason. */
export const staffStatus = declare<typeof schema.staffStatus>('staffStatus', {
  method: 'POST',
  path: '/sys/user/status',
  level: 'write',
  menu: 'system.user',
  operation: 'staff.status',
  codes: [10032, 11004, 13001, 20000],
})

export const staffPasswordReset = declare<typeof schema.staffPasswordReset>('staffPasswordReset', {
  method: 'POST',
  path: '/sys/user/resetPassword',
  level: 'write',
  menu: 'system.user',
  operation: 'staff.passwordReset',
  creates: true,
  secrets: ['password', 'links'],
  codes: [10032, 11004, 13001, 20000],
  fieldCodes: { reason: 11004 },
})

export const staffGoogleUnbind = declare<typeof schema.staffGoogleUnbind>('staffGoogleUnbind', {
  method: 'POST',
  path: '/sys/user/unbindGoogle',
  level: 'write',
  menu: 'system.user',
  operation: 'staff.googleUnbind',
  creates: true,
  codes: [10032, 11004, 13001, 20000],
  fieldCodes: { reason: 11004 },
})

/** For who approved the request. A new code ends the one before. */
export const staffCode = declare<typeof schema.staffCode>('staffCode', {
  method: 'POST',
  path: '/sys/approval/code',
  level: 'write',
  menu: 'system.approval',
  operation: 'staff.code',
  codes: [10032, 20000],
})

/** Ends an account's open invitation; the account stays. */
export const staffInvitationRevoke = declare<typeof schema.staffInvitationRevoke>('staffInvitationRevoke', {
  method: 'POST',
  path: '/sys/user/invitation/revoke',
  level: 'write',
  menu: 'system.user',
  operation: 'staff.invitationRevoke',
  codes: [10032, 13001, 20000],
})

export const staffSessionsEnd = declare<typeof schema.staffSessionsEnd>('staffSessionsEnd', {
  method: 'POST',
  path: '/sys/user/endSessions',
  level: 'write',
  menu: 'system.user',
  operation: 'staff.sessionsEnd',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

export const staffDelete = declare<typeof schema.staffDelete>('staffDelete', {
  method: 'POST',
  path: '/sys/user/delete',
  level: 'write',
  menu: 'system.user',
  operation: 'staff.delete',
  codes: [10032, 11004, 13001],
  fieldCodes: { reason: 11004 },
})

// Roles (spec section 7) ----------------------------------------------------------------------------------------------

/** Default page 1, size 100 (spec section 9). */
export const roleList = declare<typeof schema.roleList>('roleList', {
  method: 'POST',
  path: '/sys/role/list',
  level: 'read',
  menu: 'system.role',
  exportable: true,
})

export const roleInfo = declare<typeof schema.roleInfo>('roleInfo', {
  method: 'GET',
  path: '/sys/role/info',
  level: 'read',
  menu: 'system.role',
  codes: [10032],
})

export const roleSave = declare<typeof schema.roleSave>('roleSave', {
  method: 'POST',
  path: '/sys/role/save',
  level: 'write',
  menu: 'system.role',
  operation: 'role.save',
  creates: 'optional',
  codes: [10029, 10032],
})

export const roleUpdate = declare<typeof schema.roleUpdate>('roleUpdate', {
  method: 'POST',
  path: '/sys/role/update',
  level: 'write',
  menu: 'system.role',
  operation: 'role.update',
  secrets: ['links'],
  creates: 'optional',
  codes: [10029, 10032, 13001, 20000],
})

/** Names for choosing an account's role; grants nothing. */
export const roleAll = declare<typeof schema.roleAll>('roleAll', {
  method: 'POST',
  path: '/sys/role/all',
  level: 'read',
  menu: 'system.user',
})

export const roleDelete = declare<typeof schema.roleDelete>('roleDelete', {
  method: 'POST',
  path: '/sys/role/delete',
  level: 'write',
  menu: 'system.role',
  operation: 'role.delete',
  creates: 'optional',
  codes: [10032, 13001],
})

export const roleMenus = declare<typeof schema.roleMenus>('roleMenus', {
  method: 'GET',
  path: '/sys/role/menus',
  level: 'read',
  menu: 'system.role',
})

// Menus ---------------------------------------------------------------------------------------------------------------

export const menuTree = declare<typeof schema.menuTree>('menuTree', {
  method: 'GET',
  path: '/sys/menu/list',
  level: 'read',
  menu: 'system.menu',
})

export const menuSave = declare<typeof schema.menuSave>('menuSave', {
  method: 'POST',
  path: '/sys/menu/save',
  level: 'write',
  menu: 'system.menu',
  operation: 'menu.save',
  creates: true,
  codes: [10032],
})

export const menuUpdate = declare<typeof schema.menuUpdate>('menuUpdate', {
  method: 'POST',
  path: '/sys/menu/update',
  level: 'write',
  menu: 'system.menu',
  operation: 'menu.update',
  codes: [10032, 20000],
})

export const menuMove = declare<typeof schema.menuMove>('menuMove', {
  method: 'POST',
  path: '/sys/menu/move',
  level: 'write',
  menu: 'system.menu',
  operation: 'menu.move',
  codes: [10032, 20000],
})

export const menuDelete = declare<typeof schema.menuDelete>('menuDelete', {
  method: 'POST',
  path: '/sys/menu/delete',
  level: 'write',
  menu: 'system.menu',
  operation: 'menu.delete',
  codes: [10032, 11004, 13002, 13003],
  fieldCodes: { reason: 11004 },
})
