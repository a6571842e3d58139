// The System area: accounts, roles, menus, operation log, parameters, gift templates, whitelist, versions, countries,
// approvals. Paths of spec section 7 are used as given; the others follow their pattern.
import { declare, everyAccount } from './call.ts'
import type * as schema from './system.schema.ts'

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
  codes: [10028, 10032, 12003, 12004, 12007],
  fieldCodes: { username: 12004, phone: 12003, areaCode: 12003 },
})

export const staffUpdate = declare<typeof schema.staffUpdate>('staffUpdate', {
  method: 'POST',
  path: '/sys/user/update',
  level: 'write',
  menu: 'system.user',
  operation: 'staff.update',
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
  codes: [10032, 11004, 13001],
  fieldCodes: { reason: 11004 },
})

export const staffGoogleUnbind = declare<typeof schema.staffGoogleUnbind>('staffGoogleUnbind', {
  method: 'POST',
  path: '/sys/user/unbindGoogle',
  level: 'write',
  menu: 'system.user',
  operation: 'staff.googleUnbind',
  codes: [10032, 11004, 13001, 20000],
  fieldCodes: { reason: 11004 },
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
  codes: [10029, 10032],
})

export const roleUpdate = declare<typeof schema.roleUpdate>('roleUpdate', {
  method: 'POST',
  path: '/sys/role/update',
  level: 'write',
  menu: 'system.role',
  operation: 'role.update',
  codes: [10029, 10032, 13001, 20000],
})

/** Names for choosing a role; grants nothing. */
export const roleAll = declare<typeof schema.roleAll>('roleAll', {
  method: 'POST',
  path: '/sys/role/all',
  level: 'signed-in',
})

export const roleDelete = declare<typeof schema.roleDelete>('roleDelete', {
  method: 'POST',
  path: '/sys/role/delete',
  level: 'write',
  menu: 'system.role',
  operation: 'role.delete',
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

// Operation log -------------------------------------------------------------------------------------------------------

export const logList = declare<typeof schema.logList>('logList', {
  method: 'GET',
  path: '/sys/log/list',
  level: 'read',
  menu: 'system.log',
  for: everyAccount,
  exportable: true,
})

export const logInfo = declare<typeof schema.logInfo>('logInfo', {
  method: 'GET',
  path: '/sys/log/info',
  level: 'read',
  menu: 'system.log',
  for: everyAccount,
  codes: [10032],
})

export const logNames = declare<typeof schema.logNames>('logNames', {
  method: 'GET',
  path: '/sys/log/names',
  level: 'read',
  menu: 'system.log',
  for: everyAccount,
})

/** Recomputes the hash chain over every sealed block. */
export const logVerify = declare<typeof schema.logVerify>('logVerify', {
  method: 'POST',
  path: '/sys/log/verify',
  level: 'read',
  menu: 'system.log',
})

// Parameters ----------------------------------------------------------------------------------------------------------

export const paramList = declare<typeof schema.paramList>('paramList', {
  method: 'GET',
  path: '/sys/param/list',
  level: 'read',
  menu: 'system.param',
  exportable: true,
})

/** A sensitive one waits for a checker (product.md, Four eyes). */
export const paramSet = declare<typeof schema.paramSet>('paramSet', {
  method: 'POST',
  path: '/sys/param/set',
  level: 'write',
  menu: 'system.param',
  operation: 'param.set',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

export const paramAdd = declare<typeof schema.paramAdd>('paramAdd', {
  method: 'POST',
  path: '/sys/param/add',
  level: 'write',
  menu: 'system.param',
  operation: 'param.add',
  codes: [10027],
})

/** Only parameters that staff added. */
/**
 * Sets whether staff may change a parameter's value. Administrators only; for a sensitive parameter it waits for a
 * checker.
 */
export const paramEditable = declare<typeof schema.paramEditable>('paramEditable', {
  method: 'POST',
  path: '/sys/param/editable',
  level: 'write',
  menu: 'system.param',
  operation: 'param.editable',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

export const paramDelete = declare<typeof schema.paramDelete>('paramDelete', {
  method: 'POST',
  path: '/sys/param/delete',
  level: 'write',
  menu: 'system.param',
  operation: 'param.delete',
  codes: [10032, 11004, 1000002],
  fieldCodes: { reason: 11004 },
})

export const paramHistory = declare<typeof schema.paramHistory>('paramHistory', {
  method: 'GET',
  path: '/sys/param/history',
  level: 'read',
  menu: 'system.param',
  codes: [10032],
})

/** Restores the value that the named change had set. */
export const paramRevert = declare<typeof schema.paramRevert>('paramRevert', {
  method: 'POST',
  path: '/sys/param/revert',
  level: 'write',
  menu: 'system.param',
  operation: 'param.revert',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

// Gift templates ------------------------------------------------------------------------------------------------------

export const giftTemplateList = declare<typeof schema.giftTemplateList>('giftTemplateList', {
  method: 'GET',
  path: '/sys/giftTemplate/list',
  level: 'read',
  menu: 'system.giftTemplate',
  exportable: true,
})

export const giftTemplateInfo = declare<typeof schema.giftTemplateInfo>('giftTemplateInfo', {
  method: 'GET',
  path: '/sys/giftTemplate/info',
  level: 'read',
  menu: 'system.giftTemplate',
  codes: [10032],
})

export const giftTemplateSave = declare<typeof schema.giftTemplateSave>('giftTemplateSave', {
  method: 'POST',
  path: '/sys/giftTemplate/save',
  level: 'write',
  menu: 'system.giftTemplate',
  operation: 'giftTemplate.save',
  codes: [10032, 70001, 70004, 70005, 70006, 70007, 90003],
  fieldCodes: { name: 70001, giftIds: 70007 },
})

export const giftTemplateUpdate = declare<typeof schema.giftTemplateUpdate>('giftTemplateUpdate', {
  method: 'POST',
  path: '/sys/giftTemplate/update',
  level: 'write',
  menu: 'system.giftTemplate',
  operation: 'giftTemplate.update',
  codes: [10032, 20000, 70001, 70004, 70005, 70006, 70007, 90003, 90006],
  fieldCodes: { name: 70001, giftIds: 70007 },
})

export const giftTemplateGifts = declare<typeof schema.giftTemplateGifts>('giftTemplateGifts', {
  method: 'GET',
  path: '/sys/giftTemplate/gifts',
  level: 'read',
  menu: 'system.giftTemplate',
})

/** One enabled template per scene (90006). */
export const giftTemplateEnable = declare<typeof schema.giftTemplateEnable>('giftTemplateEnable', {
  method: 'POST',
  path: '/sys/giftTemplate/enable',
  level: 'write',
  menu: 'system.giftTemplate',
  operation: 'giftTemplate.enable',
  codes: [10032, 20000, 90006],
})

export const giftTemplateDelete = declare<typeof schema.giftTemplateDelete>('giftTemplateDelete', {
  method: 'POST',
  path: '/sys/giftTemplate/delete',
  level: 'write',
  menu: 'system.giftTemplate',
  operation: 'giftTemplate.delete',
  codes: [10032, 11004, 90006],
  fieldCodes: { reason: 11004 },
})

// Whitelist -----------------------------------------------------------------------------------------------------------

export const whitelistList = declare<typeof schema.whitelistList>('whitelistList', {
  method: 'GET',
  path: '/sys/whitelist/list',
  level: 'read',
  menu: 'system.whitelist',
  exportable: true,
})

export const whitelistInfo = declare<typeof schema.whitelistInfo>('whitelistInfo', {
  method: 'GET',
  path: '/sys/whitelist/info',
  level: 'read',
  menu: 'system.whitelist',
  codes: [10032],
})

export const whitelistSave = declare<typeof schema.whitelistSave>('whitelistSave', {
  method: 'POST',
  path: '/sys/whitelist/save',
  level: 'write',
  menu: 'system.whitelist',
  operation: 'whitelist.save',
  codes: [10027, 21001],
})

export const whitelistUpdate = declare<typeof schema.whitelistUpdate>('whitelistUpdate', {
  method: 'POST',
  path: '/sys/whitelist/update',
  level: 'write',
  menu: 'system.whitelist',
  operation: 'whitelist.update',
  codes: [10032, 20000],
})

export const whitelistDelete = declare<typeof schema.whitelistDelete>('whitelistDelete', {
  method: 'POST',
  path: '/sys/whitelist/delete',
  level: 'write',
  menu: 'system.whitelist',
  operation: 'whitelist.delete',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
  over: { whitelistList: 'id' },
})

// App versions --------------------------------------------------------------------------------------------------------

export const versionList = declare<typeof schema.versionList>('versionList', {
  method: 'GET',
  path: '/sys/version/list',
  level: 'read',
  menu: 'system.version',
  exportable: true,
})

export const versionInfo = declare<typeof schema.versionInfo>('versionInfo', {
  method: 'GET',
  path: '/sys/version/info',
  level: 'read',
  menu: 'system.version',
  codes: [10032],
})

export const versionSave = declare<typeof schema.versionSave>('versionSave', {
  method: 'POST',
  path: '/sys/version/save',
  level: 'write',
  menu: 'system.version',
  operation: 'version.save',
  codes: [10027],
})

export const versionUpdate = declare<typeof schema.versionUpdate>('versionUpdate', {
  method: 'POST',
  path: '/sys/version/update',
  level: 'write',
  menu: 'system.version',
  operation: 'version.update',
  codes: [10032, 20000],
})

export const versionDelete = declare<typeof schema.versionDelete>('versionDelete', {
  method: 'POST',
  path: '/sys/version/delete',
  level: 'write',
  menu: 'system.version',
  operation: 'version.delete',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
})

// Countries -----------------------------------------------------------------------------------------------------------

export const countryList = declare<typeof schema.countryList>('countryList', {
  method: 'GET',
  path: '/sys/country/list',
  level: 'read',
  menu: 'system.country',
  exportable: true,
})

export const countryUpdate = declare<typeof schema.countryUpdate>('countryUpdate', {
  method: 'POST',
  path: '/sys/country/update',
  level: 'write',
  menu: 'system.country',
  operation: 'country.update',
  codes: [10032, 20000],
})

export const countryEnable = declare<typeof schema.countryEnable>('countryEnable', {
  method: 'POST',
  path: '/sys/country/enable',
  level: 'write',
  menu: 'system.country',
  operation: 'country.enable',
  codes: [10032, 20000],
})

// Approvals (four eyes) -----------------------------------------------------------------------------------------------

export const approvalList = declare<typeof schema.approvalList>('approvalList', {
  method: 'GET',
  path: '/sys/approval/list',
  level: 'read',
  menu: 'system.approval',
  exportable: true,
})

export const approvalInfo = declare<typeof schema.approvalInfo>('approvalInfo', {
  method: 'GET',
  path: '/sys/approval/info',
  level: 'read',
  menu: 'system.approval',
  codes: [10032],
})

/** Maker and checker always differ; refusing requires a reason. */
export const approvalDecide = declare<typeof schema.approvalDecide>('approvalDecide', {
  method: 'POST',
  path: '/sys/approval/decide',
  level: 'write',
  menu: 'system.approval',
  operation: 'approval.decide',
  codes: [10032, 11004, 20000],
})

/** The caller's own requests; requires no menu. */
export const approvalMine = declare<typeof schema.approvalMine>('approvalMine', {
  method: 'GET',
  path: '/sys/approval/mine',
  level: 'signed-in',
})

/** By its maker; requires no menu. */
export const approvalCancel = declare<typeof schema.approvalCancel>('approvalCancel', {
  method: 'POST',
  path: '/sys/approval/cancel',
  level: 'signed-in',
  operation: 'approval.cancel',
  codes: [10032, 20000],
})
